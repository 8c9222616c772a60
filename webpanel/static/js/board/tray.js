/** The pieces in the hand and in the tray of the screen board, and the buttons that put them down again. */
import { ask, attempt } from "../lib/api.js";
import { find, icon, make, refill } from "../lib/dom.js";
import { _, counted } from "../lib/texts.js";
import { onTable } from "./hand.js";
import { pieceArt, pieceWords } from "./pieces.js";

export class Tray {
  /**
   * @param {() => Table} table
   * @param {import("./hand.js").Hand} hand
   * @param {() => boolean} mayTouch whether this phone may touch the board now
   */
  constructor(table, hand, mayTouch) {
    this.table = table;
    this.hand = hand;
    this.mayTouch = mayTouch;
    this.place = find("hand");
  }

  show() {
    const { wood, scene } = this.table();
    const tray = Object.entries(wood?.tray ?? {}).filter(([, count]) => count);
    const wrong = this.isWrong();
    const matters = wood && (this.handMatters(wood) || wrong || (tray.length && this.trayMatters(wood)));
    const needed = matters && scene.winners === null && !scene.carrying; // the board's own hand takes what it needs
    this.place.hidden = !needed;
    if (!needed) return;
    const { hand } = this;
    const held = wood.hand.map((piece) => this.button(piece, null, hand.selected === piece, () => this.select(piece)));
    const kept = tray.map(([piece, count]) =>
      this.button(piece, count, false, () => hand.send([["take", null, piece]])),
    );
    refill(
      this.place,
      ...(wrong ? [this.putRight()] : []),
      ...(held.length ? [make("h2", { text: _("In the hand") }), ...held, ...this.putDown()] : []),
      ...(kept.length ? [make("h2", { text: this.counted(tray) }), ...kept] : []),
    );
  }

  /**
   * True if more than one piece is out of place and the board may put them back: on a screen nobody should have to. One
   * is put back by a tap or two.
   */
  isWrong() {
    const { scene, look } = this.table();
    const wrong = scene.missing.length + scene.extra.length;
    return scene.status === "repair" && wrong > 2 && !look.by_hand && !scene.afar.length && this.mayTouch();
  }

  /** After a pause the board sets everything up as the game has it; one that has come meanwhile is none of this. */
  setUpAnew() {
    const game = onTable(this.table().scene);
    return attempt(async () => {
      /** @type {Done} */
      const { scene } = await ask("POST", "/api/pause", { scene: this.table().scene.number });
      this.hand.refuseOther(game);
      await ask("POST", "/api/resume", { scene });
    });
  }

  putRight() {
    const onclick = () => this.setUpAnew();
    return make("button", { type: "button", class: "primary", onclick }, icon("check"), _("Put all pieces right"));
  }

  /**
   * Say how many pieces the tray holds.
   *
   * @param {[piece: string, count: number][]} tray
   */
  counted(tray) {
    const count = tray.reduce((sum, [, pieces]) => sum + pieces, 0);
    return counted("Tray: one piece", "Tray: {count} pieces", count);
  }

  /**
   * @param {string} piece
   * @param {number | null} count
   * @param {boolean} pressed
   * @param {() => void} press
   */
  button(piece, count, pressed, press) {
    const { scene } = this.table();
    const words = pieceWords(piece, scene.piece_names);
    return make(
      "button",
      {
        type: "button",
        class: "tray-piece",
        "aria-label": count === null ? words : _("{piece}: {count} in the tray", { count, piece: words }),
        "aria-pressed": String(pressed),
        onclick: press,
      },
      pieceArt(piece, scene.piece_art),
      count === null ? null : make("b", { text: String(count), "aria-hidden": "true" }),
    );
  }

  /** True if hands put pieces into the tray themselves, as in a game by hand, or on a board that must be put right. */
  putsAway() {
    return this.table().look.by_hand || this.hand.puttingRight();
  }

  /** @param {Wood} wood */
  handMatters({ hand: held }) {
    const { origins } = this.hand;
    return held.length > 1 || held.length > Object.keys(origins).length || (held.length > 0 && this.putsAway());
  }

  /** @param {Wood} wood */
  trayMatters(wood) {
    const { scene, look } = this.table();
    const { stands, tray } = wood;
    const placing = ["setup", "repair", "happening", "undo"].includes(scene.status) && look.by_hand;
    if (this.putsAway() && Object.keys(tray).some((piece) => tray[piece] && this.hand.lacks(piece, wood))) return true;
    return placing || Object.entries(scene.lights).some(([square, light]) => light.role === "spawn" && !stands[square]);
  }

  /**
   * Offer to put down what is in the hand. In ordinary play only the board puts pieces into the tray: captured ones.
   */
  putDown() {
    const { hand } = this;
    /** @type {(picture: string, words: string, intent: Intent) => HTMLElement} */
    const button = (picture, words, intent) =>
      make("button", { type: "button", onclick: () => hand.send([intent]) }, icon(picture), words);
    return [
      button("undo", _("Put back"), ["return", null, null]),
      ...(this.putsAway() ? [button("shelf", _("Into the tray"), ["give", null, hand.selected])] : []),
    ];
  }

  /** @param {string} piece */
  select(piece) {
    this.hand.selected = this.hand.selected === piece ? null : piece;
    this.show();
  }
}
