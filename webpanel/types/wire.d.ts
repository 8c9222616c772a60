// Written by script/panel_types.py: what the server sends and takes.

type ActionBody = {
  scene: number;
  action: string;
};

type Actions = {
  key: string;
  scene: number;
  waits: string | null;
  actions: Record<Seat, string[]>;
  partial: Seat[];
  action_count: number;
  confirmed: boolean;
  commits_in_s: number | null;
  winners: Seat[] | null;
  reason: string;
};

type AnswerBody = {
  prompt: string;
  value: string;
};

type AskedFor = {
  key: string;
  asked: Seat[];
};

type Backup = {
  name: string;
  kind: "daily" | "replaced" | "brought" | "updated";
  made: string;
  program: string;
  games: number;
  finished: number;
  deleted: number;
  size: number;
};

type Backups = {
  backups: Backup[];
};

type Badge = "check" | "shield" | "last_move";

type Begun = {
  begun: boolean;
};

type Board = {
  id: string;
  name: string;
};

type Can = {
  told: string[];
};

type Choice = {
  value: string;
  label: string;
};

type Clock = {
  left_ms: number;
  runs: boolean;
  control: string;
};

type Club = {
  boards: Board[];
  invitations: Invitation[];
  paired: Paired[];
};

type Control = {
  name: string;
  kind: ControlKind;
  label: string;
  help: string;
  low: number;
  high: number;
  usual: number;
  empty: boolean;
  choices: Choice[];
};

type ControlKind = "number" | "numbers" | "words" | "letters" | "seats" | "squares" | "square" | "strengths";

type Counter = {
  label: string;
  value: number;
  seat: Seat | null;
};

type Covered = {
  squares: string[];
};

type Done = {
  scene: number;
  asked?: Seat[];
};

type EditedBody = {
  game: string;
  options?: Record<string, number | boolean | string>;
  setup?: Record<string, unknown>;
  text?: string;
};

type Editor = {
  files: number;
  ranks: number;
  a1_light: boolean;
  piece_names: Record<string, string>;
  piece_art: Record<string, string>;
  material: string[];
  stages: Stage[];
  state: State;
  turn: Seat | null;
  said: string[];
  over: string;
  marks: Mark[];
  holes: string[];
  text: string | null;
};

type EndBody = {
  id: string;
};

type EngineBody = {
  name: string;
  elo?: number | null;
  plain?: number;
};

type Fact = {
  label: string;
  value: string;
};

type Farewell = {
  why: string;
  again: boolean;
};

type Fault = {
  name: string;
  label: string;
  on: boolean;
};

type FaultBody = {
  name: string;
  on: boolean;
};

type Film = {
  width: number;
  height: number;
  before: string;
  after: string;
  moments: FilmMoment[];
};

type FilmMoment = {
  told: string;
  drawn: string;
};

type Game = {
  key: string;
  game: string;
  name: string;
  options: Record<string, unknown>;
  players: Record<Seat, string>;
  computers: Record<Seat, number>;
  engines: Record<Seat, OutsideEngine>;
  clocks: Record<Seat, string>;
  started: string;
  ended: string;
  length: number;
  on_table: boolean;
  winners: Seat[] | null;
  reason: string;
  termination: "" | "normal" | "resignation" | "agreement" | "abandoned" | "time";
  broken: string;
};

type Games = {
  games: Game[];
  total: number;
};

type HeadedMoment = {
  told: string;
  squares: string[];
  changes: Record<string, string | null>;
  die: number | null;
  phase: string;
  icon: string;
  entrances: string[];
};

type Help = "all" | "lifted" | "errors";

type HelpBody = {
  seat: Seat;
  help: Help;
};

type Imported = {
  key: string;
  games: ImportedGame[];
};

type ImportedGame = {
  number: number;
  players: string[];
  key: string;
  problem: string;
  notes: string[];
};

type Invitation = {
  key: string;
  board: string;
  game: string;
  seats: Seat[];
  clocks: Record<Seat, string>;
  refusal: string;
};

type InvitationBody = {
  screen?: boolean;
  players?: Record<Seat, string>;
};

type Key = {
  key: string;
};

type LessonBody = {
  screen?: boolean;
  game: string;
  lesson: string;
  learner?: string;
};

type Light = {
  role: Role | null;
  badge: Badge | null;
  seat: Seat | null;
};

type Look = {
  palette: "default" | "colour-blind" | "high-contrast";
  motion: boolean;
  by_hand: boolean;
  typed_dice: boolean;
};

type ManualBody = {
  square: string;
  manual: boolean;
};

type Mark = {
  square: string;
  kind: MarkKind;
  text: string;
  message: string;
};

type MarkKind = "spent" | "shield" | "check" | "immune" | "stats" | "danger";

type Moment = {
  told: string;
  squares: string[];
  changes: Record<string, string | null>;
  die: number | null;
  phase: string;
  holes: string[];
  counters: Counter[];
  pieces: Record<string, string>;
  marks: Mark[];
  number: number;
  index: number;
};

type NamedSeat = {
  seat: Seat;
  name: string;
};

type Needed = {
  piece: string;
  name: string;
  art: string;
  count: number;
  owner: string;
};

type Needs = {
  files: number;
  ranks: number;
  seats: NamedSeat[];
  pieces: Needed[];
  whence: string;
  fits: boolean;
};

type NewGameBody = {
  game: string;
  options?: Record<string, number | boolean | string>;
  setup?: Record<string, unknown>;
  screen?: boolean;
  players?: Record<Seat, string>;
  computers?: Record<Seat, number | string | EngineBody>;
  clocks?: Record<Seat, string>;
  help?: Record<Seat, Help>;
  board?: OtherBoard;
};

type OptionsBody = {
  game: string;
  options?: Record<string, number | boolean | string>;
};

type OtherBoard = {
  id: string;
  seats: Seat[];
};

type OutsideEngine = {
  name: string;
  elo: number | null;
  plain: number;
};

type Overlay = "none" | "flash" | "pause";

type Owner = {
  owner: boolean;
};

type Paired = {
  key: string;
  tournament: string;
  round: number;
  game: string;
  players: Record<Seat, string>;
  options: Record<string, number | boolean | string>;
  clocks: Record<Seat, string>;
  told: string;
  about: string;
  begun: boolean;
  fits: boolean;
  counted: boolean;
};

type PathBody = {
  path: string;
};

type Phone = {
  key: string;
  kind: string;
  address: string;
  seats: Seat[];
  here: boolean;
  minutes_ago: number;
  me: boolean;
  banned: boolean;
};

type Phones = {
  phones: Phone[];
};

type PinBody = {
  pin: string;
};

type Practice = {
  faults: Fault[];
  piece: string | null;
  rings: Record<string, string[]>;
};

type ProblemBody = {
  number?: number;
};

type PromptKind = "square" | "choice" | "number" | "division" | "confirm";

type RecordBody = {
  record: string;
};

type Refusal = {
  error: string;
};

type Replay = {
  files: number;
  ranks: number;
  a1_light: boolean;
  piece_names: Record<string, string>;
  piece_art: Record<string, string>;
  names: Record<Seat, string>;
  steps: ReplayStep[];
};

type ReplayStep = {
  told: string;
  squares: string[];
  changes: Record<string, string | null>;
  die: number | null;
  phase: string;
  holes: string[];
  counters: Counter[];
  left?: Record<Seat, number>;
  number: number;
  turn: Seat | null;
  short: string;
};

type ReplyBody = {
  answer: string;
  question: string;
};

type Restored = {
  name: string;
};

type Reviewing = {
  state: "none" | "running" | "done";
  done: number;
  of: number;
  trouble: string;
};

type Role = "wrong" | "choice" | "careful" | "hint" | "capture" | "meet" | "move" | "spawn" | "place" | "clear" | "march_from" | "march_to" | "origin" | "no_move" | "hurry" | "thinking" | "spent" | "turn" | "told" | "hole";

type Scene = {
  number: number;
  status: "empty" | "play" | "paused" | "over" | "setup" | "happening" | "undo" | "repair";
  now: string;
  lights: Record<string, Light>;
  overlay: Overlay;
  key: string;
  game_id: string;
  game_name: string;
  options: Record<string, number | boolean | string>;
  players: Record<Seat, string>;
  computers: Record<Seat, number>;
  engines: Record<Seat, OutsideEngine>;
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
  carrying: boolean;
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
  can_be_drawn: boolean;
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
};

type SceneChoice = {
  value: string;
  label: string;
  square: string | null;
};

type SceneCounter = {
  label: string;
  value: number;
  of: number | null;
  seat: Seat | null;
  of_turn: boolean;
};

type SceneGroup = {
  name: string;
  squares: string[];
  targets: string[];
};

type SceneHint = {
  seat: Seat;
  told: number;
  agreed: boolean;
  ready: boolean;
};

type SceneLesson = {
  name: string;
  number: number;
  count: number;
  find: boolean;
  from_game: boolean;
  verdict: Verdict;
  task: string;
  learner: string;
};

type SceneMark = {
  square: string;
  kind: MarkKind;
  text: string;
  message: string;
};

type SceneMotion = {
  kind: "moved" | "removed" | "entered" | "changed" | "announced";
  square: string;
  target: string;
  piece: string;
  message: string | null;
  icon: string;
};

type ScenePrompt = {
  id: string;
  kind: PromptKind;
  seats: Seat[];
  message: string;
  choices: SceneChoice[];
  points: number;
  squares: string[];
};

type SceneTip = {
  name: string;
  section: string;
  message: string;
};

type Screened = {
  screen?: boolean;
};

type Seat = "white" | "red" | "black" | "blue";

type SeatBody = {
  seat: Seat;
};

type Seated = {
  seat: Seat;
};

type SeenBody = {
  scene: number;
};

type SeenSeatBody = {
  seat: Seat;
  scene: number;
};

type Settings = {
  brightness: number;
  palette: "default" | "colour-blind" | "high-contrast";
  motion: boolean;
  settle_ms: number;
  debounce_ms: number;
  bump_ms: number;
  correction_ms: number;
  one_by_one: boolean;
  told_on_wood: boolean;
  told_quickly: boolean;
  by_hand: boolean;
  typed_dice: boolean;
  tapped_dice: boolean;
  hints: boolean;
  language: "en" | "de";
  estimate_a: number;
  amperes: number;
};

type ShelfGame = {
  key: string;
  game: string;
  name: string;
  options: Record<string, unknown>;
  players: Record<Seat, string>;
  computers: Record<Seat, number>;
  engines: Record<Seat, OutsideEngine>;
  clocks: Record<Seat, string>;
  started: string;
  ended: string;
  length: number;
  on_table: boolean;
  winners: Seat[] | null;
  reason: string;
  termination: "" | "normal" | "resignation" | "agreement" | "abandoned" | "time";
  broken: string;
  replay: Replay | null;
};

type Snapshot = {
  acting: Seat[];
  held: Seat[];
  sees: Seat[];
  holders: Record<Seat, "me" | "other">;
  wood: Wood | null;
  look: Look;
  scene: Scene;
  clocks?: Record<Seat, Clock>;
};

type Stage = {
  phase: string;
  label: string;
  turns: Choice[];
  controls: Control[];
};

type State = {
  board: Record<string, string>;
  phase: string;
  to_act: string[];
  detail: Record<string, unknown>;
};

type Story = {
  key: string;
  first: number;
  entries: StoryEntry[];
};

type StoryEntry = {
  turn: Seat | null;
  short: string;
  moments: HeadedMoment[];
};

type TapBody = {
  scene: number;
  kind: TapKind;
  square?: string | null;
  piece?: string | null;
};

type TapKind = "lift" | "place" | "capture" | "take" | "give" | "return";

type TaskBody = {
  task: "wire" | "check" | "trial" | "renew";
  port?: string | null;
  instead?: string | null;
};

type TouchBody = {
  scene: number;
  square: string;
  covered: boolean;
};

type Update = {
  version: string;
  offered: string;
  previous: string;
  done: number;
  of: number;
  sentence: string | null;
  failed: boolean;
};

type UpdateBody = {
  task: "look" | "install" | "back";
  version?: string | null;
};

type Verdict = "open" | "wrong" | "right";

type WarningsBody = {
  seat: Seat;
  wanted: boolean;
};

type Wood = {
  stands: Record<string, string>;
  hand: string[];
  tray: Record<string, number>;
  owner: "me" | "other" | "nobody";
};

type Work = {
  task: "wire" | "check" | "trial" | "renew";
  id: string;
  sentence: string;
  hint: string | null;
  choices: WorkChoice[];
  done: number;
  of: number;
  findings: string[];
  facts: Fact[];
  squares: Record<string, string>;
  files: number;
  ranks: number;
  question: string;
  guide: string;
  picture: string[];
};

type WorkChoice = {
  value: string;
  label: string;
};

type Workshop = {
  work: Work | null;
  practice: Practice | null;
};
