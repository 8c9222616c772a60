/** The menu of the board, undo and end of turn. */

import { badgeLegend, legend } from "../board/lights.js";
import { badge, lamp } from "../board/rings.js";
import { ask, attempt, say } from "../lib/api.js";
import { closable, question } from "../lib/dialogs.js";
import { find, icon, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";
import { Share } from "../share/pictures.js";

export class Menu {
  /**
   * `rotate()` turns the board; `table()` gives the snapshot.
   *
   * @param {() => Table} table
   * @param {() => void} rotate
   * @param {() => void} announce opens the sheet of sound, voice and words
   */
  constructor(table, rotate, announce) {
    this.table = table;
    this.menu = find("menu", HTMLDialogElement);
    [this.menu, find("legend", HTMLDialogElement), find("help", HTMLDialogElement)].forEach(closable);
    /** @type {(id: string, work: () => unknown) => void} */
    const act = (id, work) => find(id).addEventListener("click", () => work());
    act("open-menu", () => this.menu.showModal());
    act("open-announce", () => {
      this.menu.close();
      announce();
    });
    act("open-help", () => this.openHelp());
    const share = new Share(() => this.shared());
    act("open-share", () => {
      this.menu.close();
      share.open();
    });
    act("open-legend", () => this.legend());
    act("rotate", () => rotate());
    act("undo", () => this.undo());
    act("end-turn", () => this.endTurn());
    act("hint", () => this.hint());
    act("pause", () => this.post(this.table().scene.status === "paused" ? "resume" : "pause", this.seen()));
    act("park", () => this.post("park", this.seen()));
    act("leave-lesson", () => this.post("park", this.seen()));
    act("offer-draw", () => this.draw());
    act("resign", () => this.resign());
    act("ask-to-resign", () => this.askToResign());
    act("abandon", () => this.abandon());
  }

  /** Share the position; of a game that is over, all of it. */
  shared() {
    const { scene } = this.table();
    const film = scene.winners === null ? null : `/api/games/${scene.key}/film`;
    return { name: `${scene.game_id}-${scene.action_count}`, picture: "/api/picture", film };
  }

  /** Name what is shown: a late tap is about nothing that came since. */
  seen() {
    return { scene: this.table().scene.number };
  }

  endTurn() {
    return this.post("end-turn", this.seen());
  }

  /**
   * @param {string} what
   * @param {unknown} [body]
   */
  post(what, body) {
    this.menu.close();
    return this.send(what, body);
  }

  /**
   * Send a request, and leave open what is open.
   *
   * @param {string} what
   * @param {unknown} [body]
   */
  send(what, body) {
    return attempt(async () => {
      /** @type {Done} */
      const done = await ask("POST", `/api/${what}`, body);
      if (done.asked) say(_("The other players are asked on their phones."));
    });
  }

  /** Of the action that is shown when this is asked for: what is played until it is sent stays. */
  async undo() {
    const { scene, holders, acting } = this.table();
    const seen = this.seen();
    const undo = () => this.post("take-back", seen);
    if (scene.undo_refusal) return say(scene.undo_refusal);
    const own = scene.undo_by && acting.includes(scene.undo_by);
    // Another player's phone is asked to agree: that is confirmation enough.
    if (own || Object.values(holders).includes("other")) return undo();
    const against = Object.keys(scene.computers).length > 0;
    const since = against ? _("The computer's answer is taken back too.") : "";
    const sure = await question(scene.undo, since, [[true, _("Take it back"), "primary"]]);
    return sure ? undo() : null;
  }

  /** Ask for a hint. The table asks other phones; where one phone plays for both sides, its players agree before it. */
  async hint() {
    const { acting, scene } = this.table();
    const seen = this.seen();
    if (!scene.hint) return null;
    const { seat, agreed } = scene.hint;
    const against = acting.filter((each) => each !== seat);
    const sure =
      agreed ||
      !against.length ||
      (await question(_("Do all players agree to hints?"), "", [[true, _("Yes, we do"), "primary"]]));
    return sure ? this.post("hint", { seat, ...seen }) : null;
  }

  /** Offer a draw. Other phones answer it; where one phone decides for all, it asks that they all agree. */
  async draw() {
    const { acting, scene } = this.table();
    const seen = this.seen();
    this.menu.close();
    if (acting.length < Object.keys(scene.players).length) {
      return this.forSeat("offer-draw", await this.oneOf(acting, _("Who offers a draw?")), seen);
    }
    const sure = await question(_("Do all players agree on a draw?"), _("The game ends."), [
      [true, _("Yes, it is a draw"), "danger"],
    ]);
    return sure ? this.post("offer-draw", { seat: acting[0], ...seen }) : null;
  }

  async resign() {
    this.menu.close();
    const { acting, scene } = this.table();
    /** @type {[seat: Seat, label: string, look: string][]} */
    const answers = acting.map((seat) => [seat, _("{name} resigns", { name: scene.names[seat] }), "danger"]);
    return this.forSeat("resign", await question(_("Who resigns?"), _("The game ends and counts as a loss."), answers));
  }

  async askToResign() {
    this.menu.close();
    const seat = await this.oneOf(this.table().scene.resignable, _("Who is asked to resign?"));
    return seat ? this.post(`seats/${seat}/ask-to-resign`) : null;
  }

  /**
   * Return the only one of these seats, or the one that is chosen.
   *
   * @param {Seat[]} seats
   * @param {string} title
   */
  async oneOf(seats, title) {
    const { names } = this.table().scene;
    /** @type {[seat: Seat, label: string, look: string][]} */
    const answers = seats.map((seat) => [seat, names[seat], ""]);
    return seats.length === 1 ? seats[0] : question(title, "", answers);
  }

  /**
   * @param {string} what
   * @param {Seat | null} seat
   * @param {{ scene?: number }} [seen]
   */
  forSeat(what, seat, seen = {}) {
    return seat ? this.post(what, { seat, ...seen }) : null;
  }

  async abandon() {
    const seen = this.seen();
    this.menu.close();
    const sure = await question(
      _("Abandon this game?"),
      _("It ends without a score and cannot be continued. To stop for now, park it instead."),
      [
        ["park", _("Park it instead"), "primary"],
        ["abandon", _("Abandon it"), "danger"],
      ],
    );
    return sure ? this.post(sure, seen) : null;
  }

  openHelp() {
    this.menu.close();
    this.showHelp();
    find("help", HTMLDialogElement).showModal();
  }

  /** Show the help of each seat that is played on this phone. */
  showHelp() {
    const { scene, acting } = this.table();
    const seats = acting.filter((seat) => !(seat in scene.computers));
    /** @type {[value: string, words: string][]} */
    const ways = [
      ["all", _("All lights")],
      ["lifted", _("After lifting only")],
      ["errors", _("Errors only")],
    ];
    /** @type {(seat: Seat, value: string, words: string) => HTMLElement} */
    const way = (seat, value, words) =>
      make(
        "label",
        {},
        make("input", {
          type: "radio",
          name: `help-${seat}`,
          value,
          checked: scene.help[seat] === value,
          onchange: () => attempt(() => ask("POST", "/api/help", { seat, help: value })),
        }),
        make("span", { text: words }),
      );
    find("help-seats").replaceChildren(
      ...seats.map((seat) =>
        make(
          "fieldset",
          { class: "field" },
          make("legend", { text: scene.names[seat] }),
          make("div", { class: "segments" }, ...ways.map(([value, words]) => way(seat, value, words))),
          ...(seat in scene.warnings ? [this.warning(seat)] : []),
        ),
      ),
    );
  }

  /**
   * Make the switch for a seat's warnings. The table asks other phones; players of one phone agree before it.
   *
   * @param {Seat} seat
   */
  warning(seat) {
    const { acting, scene } = this.table();
    const change = async () => {
      const wanted = !scene.warnings[seat];
      const against = acting.filter((each) => each !== seat && !(each in scene.computers));
      const sure =
        !wanted ||
        !against.length ||
        (await question(_("Do all players agree to warnings?"), "", [[true, _("Yes, we do"), "primary"]]));
      if (sure) {
        await this.send("warnings", { seat, wanted });
      }
      this.showHelp();
    };
    return make(
      "label",
      { class: "switch" },
      make("span", { text: _("Warn before a move that loses something") }),
      make("input", { type: "checkbox", role: "switch", checked: scene.warnings[seat], onchange: change }),
    );
  }

  legend() {
    this.menu.close();
    const { look, scene } = this.table();
    const palette = look.palette;
    const first = scene.to_act[0];
    /** @type {(picture: Element, words: string) => HTMLElement} */
    const line = (picture, words) =>
      make("li", {}, make("span", { class: "sample" }, picture), make("span", { text: words }));
    find("legend-list").replaceChildren(
      ...legend().map(([role, words]) => line(lamp(role, first, palette), words)),
      ...badgeLegend().map(([kind, words]) => line(badge(kind, palette), words)),
    );
    find("legend", HTMLDialogElement).showModal();
  }

  /**
   * Show a new snapshot.
   *
   * @param {Table} table
   * @param {boolean} stale
   */
  show(table, stale) {
    const { scene, acting, over } = table;
    const people = Object.keys(scene.players).filter((seat) => !(seat in scene.computers));
    const off = stale || (people.length > 0 && !acting.length);
    const paused = scene.status === "paused";
    find("undo", HTMLButtonElement).disabled = off;
    find("undo").setAttribute("aria-disabled", String(Boolean(scene.undo_refusal)));
    find("end-turn").hidden = !scene.can_end_turn || scene.commits_in_s !== null; // then it stands beside the countdown
    find("end-turn", HTMLButtonElement).disabled = off;
    const { hint } = scene;
    find("hint").hidden = !hint || !acting.includes(hint.seat) || hint.told === 3;
    find("hint", HTMLButtonElement).disabled = off || !hint?.ready;
    find("hint").replaceChildren(icon("lamp"), make("span", { text: hintWords(hint?.told ?? 0) }));
    find("pause").replaceChildren(icon(paused ? "play" : "pause"), paused ? _("Go on") : _("Pause"));
    find("undo").hidden = Boolean(scene.lesson) || (over && Boolean(scene.undo_refusal));
    for (const id of ["pause", "offer-draw", "resign", "park", "abandon"]) {
      const button = find(id, HTMLButtonElement);
      button.disabled = id === "park" && over ? stale : off;
      button.hidden = (over && id !== "park") || (Boolean(scene.lesson) && id !== "pause");
    }
    if (!scene.can_be_drawn) find("offer-draw").hidden = true;
    find("ask-to-resign", HTMLButtonElement).disabled = off;
    find("ask-to-resign").hidden = over || Boolean(scene.lesson) || !scene.resignable.length;
    find("clock-link").hidden = !table.clocks;
    find("open-help").hidden = !acting.some((seat) => !(seat in scene.computers)) || over;
    find("menu-game").textContent = scene.game_name;
  }
}

/** @param {number} told */
function hintWords(told) {
  if (told === 1) return _("Where to?");
  return told === 2 ? _("Why?") : _("Hint");
}
