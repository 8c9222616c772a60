/** The sounds of a change from one picture of the table to the next. */

/** @typedef {import("../lib/sounds.js").Cue} Cue */

/** The sounds of how it stands once the story is told. @type {Cue[]} */
const OUTCOME = ["end", "check", "turn"];

/** @param {Scene} scene */
const inCheck = (scene) => scene.marks.some(({ kind }) => kind === "check");

/** @param {Scene} scene */
const isWrong = (scene) => Object.values(scene.lights).some(({ role }) => role === "wrong");

/**
 * True if a player at this phone has to decide, unless everybody at the table plays with this phone.
 *
 * @param {Snapshot} table
 */
export function calls({ scene, acting }) {
  const called = scene.winners === null && scene.to_act.some((seat) => acting.some((own) => own === seat));
  return called && acting.length < Object.keys(scene.players).length;
}

/**
 * Return the sounds of a change, in order. None for another game, or after a move was taken back.
 *
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Cue[]}
 */
export function cues(before, after) {
  const [old, scene] = [before.scene, after.scene];
  if (old.key !== scene.key || scene.action_count < old.action_count) return [];
  const played = scene.action_count > old.action_count;
  const fewer = Object.keys(scene.pieces).length < Object.keys(old.pieces).length;
  /** @type {[Cue, boolean][]} */
  const found = [
    [fewer ? "capture" : "place", played],
    ["illegal", isWrong(scene) && !isWrong(old)],
    ["end", scene.winners !== null && old.winners === null],
    ["check", played && scene.winners === null && inCheck(scene)],
    ["turn", calls(after) && !calls(before)],
  ];
  return found.filter(([, heard]) => heard).map(([cue]) => cue);
}

/**
 * Keeps the sounds of a change until the moment that they belong to is shown: moves sound with their sentences
 * ({@link Frame}), and the turn, check and the end once all is told. A piece that is put wrong is heard at once.
 */
export class Ear {
  /** @param {(cues: Cue[]) => void} hear */
  constructor(hear) {
    this.hear = hear;
    /** The table before what is being told. @type {Snapshot | null} */
    this.before = null;
  }

  /**
   * Take in a change of the table.
   *
   * @param {Snapshot} before
   * @param {Snapshot} after
   * @param {boolean} tells whether the story of it is being told
   */
  listen(before, after, tells) {
    const heard = cues(before, after);
    if (tells) this.before ??= before;
    this.hear(tells ? heard.filter((cue) => cue === "illegal") : heard);
  }

  /**
   * The story is told: sound how it stands now.
   *
   * @param {Snapshot} now
   */
  told(now) {
    if (this.before) this.hear(cues(this.before, now).filter((cue) => OUTCOME.includes(cue)));
    this.before = null;
  }
}
