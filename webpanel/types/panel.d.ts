// Types of the values that the panel's modules hand to each other.

/** The last snapshot; `over` once the end of its game was announced. */
type Table = Snapshot & { over: boolean };

/** The data blocks of pages, by id. */
interface PageData {
  snapshot: Snapshot;
  position: State | null;
  "game-data": ShelfGame;
  demo: Demo;
}

/** A short game that plays itself. */
interface Demo {
  files: number;
  ranks: number;
  /** True if a1 is a light square. */
  light: boolean;
  /** Kind → the English name its picture goes by. */
  art: Record<string, string>;
  moments: { pieces: Pieces; lifted: Pieces; lights: Record<string, Role> }[];
}

/** The answers of addresses that take only one method. */
interface Answers {
  "/api/club": Club;
  "/api/covered": { squares: string[] };
  "/api/games/import": Key;
  "/api/tap": Done;
}

/** A light as a picture needs it. */
type Shine = { role: Role | null; seat?: Seat | string | null; badge?: Badge | null };

/** Square → piece. */
type Pieces = Record<string, string>;

/** The meaning of a tap: the touch, the square, and the piece of the tray or the hand. */
type Intent = [
  kind: "lift" | "place" | "capture" | "take" | "give" | "return",
  square: string | null,
  piece: string | null,
];

/** A moment of a game: the number of its action, counted from 1, its index in that, from 0, and its sentence. */
type At = { number: number; index: number; told: string };

/** A moment as it is shown: the pieces after it, those that fall at it, and the sentences meanwhile. */
type Frame = At & HeadedMoment & { after: Pieces; falling: Pieces; words: string; cues: ("place" | "capture")[] };

/** The picture of a board. */
interface View {
  files: number;
  ranks: number;
  /** True if a1 is a light square. */
  light?: boolean;
  /** Quarters by which the board is turned. */
  turns?: number;
  pieces: Pieces;
  lights: Record<string, Shine>;
  palette: string;
  /** True if the lights do not move. */
  still?: boolean;
  /** Kind → the English name its picture goes by. */
  art: Record<string, string>;
  /** Kind → its name. */
  names: Record<string, string>;
  marks: ShownMark[];
  groups?: SceneGroup[];
  ghosts?: Pieces;
  /** Pieces that are about to leave: they stand there for the last time. */
  falling?: Pieces;
  lifted?: Pieces;
  asked?: Set<string>;
  chosen?: string | null;
  /** Square → the text of a division on it. */
  given?: Record<string, string>;
  /** The ways that arrows show. */
  ways?: [from: string, to: string][];
  holes?: Set<string>;
  /** True to show this without anything sliding there. */
  jump?: boolean;
  flash?: boolean;
  paused?: boolean;
  motions?: SceneMotion[];
}

/** A mark on a square: the game's, or the editor's on a piece that nobody has named. */
type ShownMark = Omit<SceneMark, "kind"> & { kind: MarkKind | "unknown" };

/** The picture of one square. */
interface Shown {
  piece?: string;
  lifted?: string;
  ghost?: string;
  light?: Shine;
  marks: ShownMark[];
  spent: boolean;
  falls: boolean;
}

/** From one picture of the board to the next. */
interface Journeys {
  slides: [from: string, to: string][];
  fades: [square: string, piece: string][];
  /** Square → piece that is about to slide away. */
  waiting: Map<string, string>;
}

/** A number of every player's, after each step. */
interface Curves {
  label: string;
  seats: Seat[];
  values: Record<Seat, number>[];
}
