/** Announcements by voice, sound and vibration, as the phone's owner likes them; stored on the phone. */
import { closable } from "../lib/dialogs.js";
import { field, find, keep, recall } from "../lib/dom.js";
import { Sounds } from "../lib/sounds.js";
import { _ } from "../lib/texts.js";

const KEPT = "pawnlight-announce";
/** @type {Record<import("../lib/sounds.js").Cue, number[]>} */
const SHAKES = {
  place: [],
  capture: [30],
  illegal: [60, 40, 60],
  turn: [120],
  check: [80, 60, 80],
  clock: [40, 80, 40, 80, 40],
  end: [250],
};
/** Until the phone's owner wants something else: quiet sounds. */
const USUAL = { sounds: true, speech: false, vibration: false, words: false };
const WAYS = /** @type {const} */ (["sounds", "speech", "vibration", "words"]);

/** @typedef {Record<typeof WAYS[number], boolean>} Wishes */

/**
 * Return what the phone's owner has chosen.
 *
 * @returns {Partial<Wishes>}
 */
const chosen = () => recall(KEPT, {});

/** True if this phone sounds. */
export const sounds = () => chosen().sounds ?? USUAL.sounds;

/**
 * Store a choice of the phone's owner.
 *
 * @param {typeof WAYS[number]} way
 * @param {boolean} on
 */
export const choose = (way, on) => keep(KEPT, { ...chosen(), [way]: on });

export class Announcer {
  /**
   * @param {HTMLElement} place whose words screen readers read aloud
   * @param {(wishes: Wishes) => void} changed
   */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    this.sounds = new Sounds();
    /** @type {Wishes} */
    this.wishes = { ...USUAL, ...chosen() };
    this.title = document.title;
    this.sheet = find("announce", HTMLDialogElement);
    closable(this.sheet);
    for (const way of WAYS) this.offer(way);
    find("announce-try").addEventListener("click", () => this.sample());
    addEventListener("pointerdown", () => this.wishes.sounds && this.sounds.wake());
    this.changed(this.wishes);
  }

  open() {
    this.sheet.showModal();
  }

  /** @param {typeof WAYS[number]} way */
  offer(way) {
    const there = { speech: "speechSynthesis" in window, vibration: "vibrate" in navigator, sounds: true, words: true };
    const box = field(`announce-${way}`);
    box.checked = this.wishes[way] && there[way];
    box.disabled = !there[way];
    find(`announce-${way}-missing`).hidden = there[way];
    box.addEventListener("change", () => {
      this.wishes = { ...this.wishes, [way]: box.checked };
      choose(way, box.checked);
      if (way === "speech" && !box.checked) speechSynthesis.cancel();
      this.changed(this.wishes);
    });
  }

  sample() {
    this.hear(["turn"]);
    this.speak(_("It is your turn."));
  }

  /** @param {string} words */
  say(words) {
    this.place.textContent = words;
    this.speak(words);
  }

  /** @param {string} words */
  speak(words) {
    if (!this.wishes.speech || !words || !("speechSynthesis" in window)) return;
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = document.documentElement.lang;
    speechSynthesis.speak(spoken);
  }

  /** @param {import("../lib/sounds.js").Cue[]} cues */
  hear(cues) {
    if (!cues.length) return;
    if (this.wishes.sounds) this.sounds.play(cues);
    const shake = cues.flatMap((cue) => SHAKES[cue]);
    const calls = document.hidden && cues.includes("turn") && chosen().vibration !== false;
    if ((this.wishes.vibration || calls) && shake.length) navigator.vibrate?.(shake);
  }

  /**
   * Say in the title of a page that nobody sees whether somebody at this phone is to move.
   *
   * @param {boolean} called
   */
  call(called) {
    document.title = document.hidden && called ? `${_("Your turn")} · ${this.title}` : this.title;
  }
}
