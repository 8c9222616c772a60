// Written by script/panel_types.py from table.messages.scene and openapi.json: what the server sends.

type Role = "wrong" | "choice" | "careful" | "hint" | "capture" | "meet" | "move" | "spawn" | "place" | "clear" | "march_from" | "march_to" | "origin" | "no_move" | "hurry" | "thinking" | "spent" | "turn" | "told" | "hole";

type Badge = "check" | "shield" | "last_move";

type Seat = "white" | "red" | "black" | "blue";

interface Light {
  role: Role | null;
  badge: Badge | null;
  seat: Seat | null;
}

type Overlay = "none" | "flash" | "pause";

interface SceneCounter {
  label: string;
  value: number;
  of: number | null;
  seat: Seat | null;
}

interface SceneMark {
  square: string;
  kind: string;
  text: string;
  message: string;
}

interface SceneGroup {
  name: string;
  squares: string[];
  targets: string[];
}

interface SceneChoice {
  value: string;
  label: string;
  square: string | null;
}

interface ScenePrompt {
  id: string;
  kind: string;
  seats: Seat[];
  message: string;
  choices: SceneChoice[];
  points: number;
  squares: string[];
}

interface SceneMotion {
  kind: string;
  square: string;
  target: string;
  piece: string;
  message: string | null;
  icon: string;
}

interface SceneTip {
  name: string;
  section: string;
  message: string;
}

type Help = "all" | "lifted" | "errors";

interface SceneHint {
  seat: Seat;
  told: number;
  agreed: boolean;
  ready: boolean;
}

type Verdict = "open" | "wrong" | "right";

interface SceneLesson {
  name: string;
  number: number;
  count: number;
  find: boolean;
  from_game: boolean;
  verdict: Verdict;
  task: string;
  learner: string;
}

interface Scene {
  number: number;
  status: string;
  now: string;
  lights: Record<string, Light>;
  overlay: Overlay;
  key: string;
  game_id: string;
  game_name: string;
  options: Record<string, number | boolean | string>;
  players: Record<Seat, string>;
  computers: Record<Seat, number>;
  resignable: Seat[];
  afar: Seat[];
  screen: boolean;
  files: number;
  ranks: number;
  a1_light: boolean;
  pieces: Record<string, string>;
  piece_names: Record<string, string>;
  covered: string[];
  missing: string[];
  extra: string[];
  phase: string;
  icon: string;
  to_act: string[];
  counters: SceneCounter[];
  marks: SceneMark[];
  groups: SceneGroup[];
  sentences: string[];
  prompts: ScenePrompt[];
  motions: SceneMotion[];
  action_count: number;
  last_action: string;
  holes: string[];
  confirmed: boolean;
  trouble: string | null;
  can_end_turn: boolean;
  undo_refusal: string | null;
  undo: string;
  undo_by: Seat | null;
  manual: string[];
  suspects: string[];
  winners: Seat[] | null;
  reason: string;
  draw_offered_by: Seat | null;
  joins: string[];
  targets: string[];
  tips: SceneTip[];
  help: Record<Seat, Help>;
  warnings: Record<Seat, boolean>;
  hint: SceneHint | null;
  lesson: SceneLesson | null;
  told_within_ms: number;
  commits_in_s: number | null;
  names: Record<Seat, string>;
  piece_art: Record<string, string>;
  ending: string;
}

type Done = { scene: number; asked?: string[]; };

type Key = { key: string; };

type AskedFor = { key: string; asked: string[]; };

type Game = { key: string; game: string; name: string; options: Record<string, unknown>; players: Record<Seat, string>; clocks: Record<Seat, string>; computers: Record<Seat, number>; started: string; ended: string; length: number; on_table: boolean; winners: Seat[] | null; reason: string; termination: "" | "normal" | "resignation" | "agreement" | "abandoned" | "time"; broken: string; };

type Needs = { files: number; ranks: number; seats: { seat: Seat; name: string; }[]; pieces: { piece: string; name: string; art: string; count: number; owner: string; }[]; whence: string; fits: boolean; };

type Settings = { brightness: number; palette: "default" | "colour-blind" | "high-contrast"; motion: boolean; settle_ms: number; debounce_ms: number; bump_ms: number; correction_ms: number; one_by_one: boolean; told_on_wood: boolean; told_quickly: boolean; by_hand: boolean; typed_dice: boolean; tapped_dice: boolean; hints: boolean; language: "en" | "de"; estimate_a: number; amperes: number; };

type Snapshot = { clocks?: Record<Seat, { left_ms: number; runs: boolean; control: string; }>; acting: Seat[]; held: Seat[]; sees: Seat[]; holders: Record<Seat, "me" | "other">; wood: null | { stands: Record<string, string>; hand: string[]; tray: Record<string, number>; owner: "me" | "other" | "nobody"; }; look: { palette: "default" | "colour-blind" | "high-contrast"; motion: boolean; by_hand: boolean; typed_dice: boolean; }; scene: Scene; };

type Workshop = { work: null | { task: "wire" | "check" | "trial" | "renew"; sentence: string; hint: string | null; choices: { value: string; label: string; }[]; done: number; of: number; findings: string[]; facts: { label: string; value: string; }[]; squares: Record<string, string>; files: number; ranks: number; question: string; guide: string; picture: string[]; }; practice: null | { faults: { name: string; label: string; on: boolean; }[]; piece: string | null; rings: Record<string, string[]>; }; };

type Replay = { files: number; ranks: number; a1_light: boolean; piece_names: Record<string, string>; piece_art: Record<string, string>; names: Record<Seat, string>; steps: ReplayStep[]; };

type ReplayStep = { left?: Record<Seat, number>; number: number; turn: Seat | null; told: string; squares: string[]; changes: Record<string, string | null>; phase: string; holes: string[]; counters: ({ label: string; value: number; seat: Seat | null; })[]; die: number | null; };

type Story = { key: string; first: number; entries: StoryEntry[]; };

type StoryEntry = { turn: Seat | null; moments: Told[]; };

type Told = { told: string; squares: string[]; changes: Record<string, string | null>; die: number | null; };

type Moment = { number: number; index: number; told: string; squares: string[]; changes: Record<string, string | null>; phase: string; holes: string[]; counters: ({ label: string; value: number; seat: Seat | null; })[]; pieces: Record<string, string>; marks: { square: string; kind: string; text: string; message: string; }[]; die: number | null; };

type ShelfGame = Game & { replay: null | Replay; };

type Backup = { name: string; kind: "daily" | "replaced" | "brought"; made: string; program: string; games: number; finished: number; deleted: number; size: number; };

type Phone = { key: string; kind: string; address: string; seats: Seat[]; here: boolean; minutes_ago: number; me: boolean; banned: boolean; };

type Can = { told: string[]; };

type Editor = { files: number; ranks: number; a1_light: boolean; piece_names: Record<string, string>; piece_art: Record<string, string>; material: string[]; stages: Stage[]; state: State; turn: null | Seat; said: string[]; over: string; marks: { square: string; kind: string; text: string; message: string; }[]; holes: string[]; };

type State = { board: Record<string, string>; phase: string; to_act: string[]; detail: Record<string, unknown>; };

type Stage = { phase: string; label: string; turns: { value: string; label: string; }[]; controls: Control[]; };

type Control = { name: string; kind: "number" | "numbers" | "words" | "letters" | "seats" | "squares" | "square" | "strengths"; label: string; help: string; low: number; high: number; usual: number; empty: boolean; choices: { value: string; label: string; }[]; };

type Reviewing = { state: "none" | "running" | "done"; done: number; of: number; trouble: string; };

type Film = { width: number; height: number; before: string; after: string; moments: { told: string; drawn: string; }[]; };
