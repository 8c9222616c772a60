// What the panel's modules hand to each other.

/** The last snapshot, and whether the end of its game has been told. */
type Table = Snapshot & { over: boolean };

/** What pages hold in data blocks: id → what it is. */
interface PageData {
  snapshot: Snapshot;
  position: State | null;
  "game-data": ShelfGame;
}

/** What comes back from addresses that have but one way of being asked. */
interface Answers {
  "/api/covered": { squares: string[] };
  "/api/games/import": Key;
  "/api/tap": Done;
}

type Wood = NonNullable<Snapshot["wood"]>;

/** A light as a picture needs it. */
type Shine = { role: Role | null; seat?: Seat | string | null; badge?: Badge | null };

/** Square → piece. */
type Pieces = Record<string, string>;

/** What a tap means: what to do, on which square, with which piece of the tray or the hand. */
type Intent = [
  kind: "lift" | "place" | "capture" | "take" | "give" | "return",
  square: string | null,
  piece: string | null,
];

/** A moment of a game: the number of its action, counted from 1, which of its moments, from 0, and what is said. */
type At = { number: number; index: number; told: string };

/** A moment as it is shown: the pieces after it, those that fall at it, and all that is said meanwhile. */
type Frame = Told & { after: Pieces; falling: Pieces; words: string };

/** What a board shows. */
interface View {
  files: number;
  ranks: number;
  /** Whether a1 is a light square. */
  light?: boolean;
  /** Quarters by which the board is turned. */
  turns?: number;
  pieces: Pieces;
  lights: Record<string, Shine>;
  palette: string;
  /** Whether the lights do not move. */
  still?: boolean;
  /** Kind → the English name its picture goes by. */
  art: Record<string, string>;
  /** Kind → what it is called. */
  names: Record<string, string>;
  marks: SceneMark[];
  groups?: SceneGroup[];
  ghosts?: Pieces;
  /** Pieces that are about to leave: they stand there for the last time. */
  falling?: Pieces;
  lifted?: Pieces;
  asked?: Set<string>;
  chosen?: string | null;
  /** Square → what a division writes on it. */
  given?: Record<string, string>;
  holes?: Set<string>;
  /** Whether to show this without anything sliding there. */
  jump?: boolean;
  flash?: boolean;
  paused?: boolean;
  motions?: SceneMotion[];
}

/** What one square shows. */
interface Shown {
  piece?: string;
  lifted?: string;
  ghost?: string;
  light?: Shine;
  marks: SceneMark[];
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
