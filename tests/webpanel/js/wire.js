/** Whole messages of the server: a test names the fields that it is about, the others have harmless values. */

/**
 * The same for both players: of the seats that no game of two has, the server sends nothing.
 *
 * @template T
 * @param {T} value
 */
const two = (value) => /** @type {Record<Seat, T>} */ ({ white: value, black: value });

/**
 * @param {Partial<Scene>} [fields]
 * @returns {Scene}
 */
export const scene = (fields) => ({
  number: 1,
  status: "play",
  now: "",
  lights: {},
  overlay: "none",
  key: "one",
  game_id: "pawn",
  game_name: "Pawn",
  options: {},
  players: two(""),
  computers: two(0),
  engines: two({ name: "", elo: null, plain: 0 }),
  resignable: [],
  afar: [],
  screen: true,
  files: 8,
  ranks: 8,
  a1_light: false,
  pieces: {},
  piece_names: {},
  covered: [],
  missing: [],
  extra: [],
  phase: "",
  icon: "",
  to_act: ["white"],
  carrying: false,
  counters: [],
  marks: [],
  groups: [],
  sentences: [],
  prompts: [],
  motions: [],
  action_count: 0,
  last_action: "",
  holes: [],
  confirmed: false,
  trouble: null,
  can_end_turn: false,
  undo_refusal: null,
  undo: "",
  undo_by: null,
  manual: [],
  suspects: [],
  winners: null,
  reason: "",
  can_be_drawn: true,
  draw_offered_by: null,
  joins: [],
  targets: [],
  tips: [],
  help: two("all"),
  warnings: two(false),
  hint: null,
  lesson: null,
  commits_in_s: null,
  told_within_ms: 8000,
  names: two(""),
  piece_art: {},
  ending: "",
  ...fields,
});

/**
 * @param {Partial<Snapshot>} [fields]
 * @returns {Snapshot}
 */
export const snapshot = (fields) => ({
  acting: [],
  held: [],
  sees: [],
  holders: two("me"),
  wood: null,
  look: { palette: "default", motion: true, by_hand: false, typed_dice: false },
  scene: scene(),
  ...fields,
});

/**
 * A moment at which this is told and these squares change.
 *
 * @param {string} told
 * @param {HeadedMoment["changes"]} [changes]
 * @returns {HeadedMoment}
 */
export const moment = (told, changes = {}) => ({
  told,
  squares: [],
  changes,
  die: null,
  phase: "",
  icon: "",
  entrances: [],
});

/**
 * An action of one moment.
 *
 * @param {string} told
 * @param {Seat | null} [turn]
 * @returns {StoryEntry}
 */
export const entry = (told, turn = "white") => ({ turn, short: "", moments: [moment(told)] });

/**
 * Make a game's story, known from its entry of that number on.
 *
 * @param {number} first
 * @param {...string} told
 * @returns {Story}
 */
export const story = (first, ...told) => ({ key: "one", first, entries: told.map((each) => entry(each)) });
