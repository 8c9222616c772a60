/** A position that somebody is setting up: pieces, and the fields that go with them. It knows no game. */

/**
 * Return the value of a control's field while nothing is set.
 *
 * @param {Control} control
 * @returns {unknown}
 */
function nothing({ kind, low, usual, choices }) {
  const number = Math.max(low, usual);
  if (kind === "number") return number;
  if (kind === "numbers") return Object.fromEntries(choices.map(({ value }) => [value, number]));
  if (kind === "letters") return "-";
  if (kind === "square") return null;
  return kind === "strengths" ? {} : [];
}

export class Draft {
  /** @param {Editor} editor what can be set, and the position to begin with */
  constructor(editor) {
    this.editor = editor;
    /** @type {Pieces} */
    this.pieces = {};
    /** @type {Record<string, unknown>} */
    this.values = {};
    /** @type {Set<string>} */
    this.unnamed = new Set(); // squares with a piece that nobody has named yet
    this.phase = "";
    this.turn = "";
    this.begin(editor.state, editor.turn);
  }

  /**
   * Begin with this position.
   *
   * @param {State} state
   * @param {string | null} turn
   */
  begin(state, turn) {
    const { stages } = this.editor;
    this.pieces = { ...state.board };
    this.unnamed.clear();
    this.phase = stages.find(({ phase }) => phase === state.phase)?.phase ?? stages[0].phase;
    this.turn = turn ?? stages[0].turns[0]?.value ?? "";
    this.values = { ...state.detail };
  }

  /** Take everything off the board. */
  empty() {
    this.pieces = {};
    this.unnamed.clear();
    this.tidy();
  }

  get stage() {
    return this.editor.stages.find(({ phase }) => phase === this.phase) ?? this.editor.stages[0];
  }

  /** @param {Control} control */
  value(control) {
    const value = this.values[control.name] ?? nothing(control);
    return control.kind === "number" ? Math.max(control.low, Number(value)) : value;
  }

  /**
   * @param {Control} control
   * @param {unknown} value
   */
  set(control, value) {
    this.values[control.name] = value;
  }

  /**
   * Go to another phase: fields that both have stay.
   *
   * @param {string} phase
   */
  enter(phase) {
    const common = this.stage.controls.map((control) => [control.name, this.value(control)]);
    this.phase = phase;
    this.values = Object.fromEntries(common);
  }

  /** @param {string[]} squares read from a board: what stands there is asked, unless it is known already */
  read(squares) {
    const covered = new Set(squares);
    for (const square of Object.keys(this.pieces)) if (!covered.has(square)) this.clear(square);
    this.unnamed = new Set(squares.filter((square) => !this.pieces[square]));
  }

  // --- pieces --------------------------------------------------------------------------------------------------

  /**
   * @param {string} square
   * @param {string} piece
   */
  put(square, piece) {
    this.clear(square);
    this.pieces[square] = piece;
    this.tidy();
  }

  /** @param {string} square */
  clear(square) {
    this.unnamed.delete(square);
    delete this.pieces[square];
    this.tidy();
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  move(from, to) {
    if (from === to) return;
    const piece = this.pieces[from];
    this.clear(to);
    if (piece) this.pieces[to] = piece;
    this.follow(from, to);
    delete this.pieces[from];
    this.tidy();
  }

  /**
   * Move the fields about a piece with it to another square.
   *
   * @param {string} from
   * @param {string} to
   */
  follow(from, to) {
    for (const control of this.marking(false)) {
      const value = this.value(control);
      if (value === from) this.set(control, to);
      if (Array.isArray(value))
        this.set(
          control,
          value.map((each) => (each === from ? to : each)),
        );
      if (control.kind === "strengths") this.set(control, renamed(/** @type {Pieces} */ (value), from, to));
    }
  }

  /** @param {string} square */
  canShield(square) {
    const piece = this.pieces[square] ?? "";
    return this.editor.material.includes(`${piece.slice(0, 2)}+`);
  }

  /** @param {string} square */
  shield(square) {
    const piece = this.pieces[square] ?? "";
    if (this.canShield(square)) this.pieces[square] = piece.endsWith("+") ? piece.slice(0, 2) : `${piece}+`;
  }

  // --- fields about squares ------------------------------------------------------------------------------------

  /** @param {boolean} empty whether of squares that hold no piece */
  marking(empty) {
    const kinds = ["squares", "square", "strengths"];
    return this.stage.controls.filter((control) => kinds.includes(control.kind) && control.empty === empty);
  }

  /**
   * True if a control can be about this square.
   *
   * @param {Control} control
   * @param {string} square
   */
  fits(control, square) {
    return control.empty || Boolean(this.pieces[square]);
  }

  /**
   * Add a square to the field of a control, or remove it.
   *
   * @param {Control} control
   * @param {string} square
   */
  mark(control, square) {
    if (!this.fits(control, square)) return;
    if (control.empty) this.clear(square);
    const value = this.value(control);
    if (control.kind === "square") this.set(control, value === square ? null : square);
    if (Array.isArray(value)) {
      this.set(control, value.includes(square) ? value.filter((each) => each !== square) : [...value, square]);
    }
  }

  /**
   * Give the piece on a square this strength; if it has that already, its usual one.
   *
   * @param {Control} control
   * @param {string} square
   * @param {string} strength
   */
  strengthen(control, square, strength) {
    if (!this.fits(control, square)) return;
    const { [square]: before, ...others } = /** @type {Pieces} */ (this.value(control));
    this.set(control, before === strength ? others : { ...others, [square]: strength });
  }

  /** Drop fields about pieces that are gone, and pieces where none can stand. */
  tidy() {
    const stands = (/** @type {string} */ square) => Boolean(this.pieces[square]);
    for (const [empty, keeps] of /** @type {const} */ ([
      [false, stands],
      [true, (/** @type {string} */ square) => !stands(square)],
    ])) {
      for (const control of this.marking(empty)) this.set(control, kept(this.value(control), keeps));
    }
  }

  /** Return the position as the program expects it. */
  state() {
    const { phase, turns, controls } = this.stage;
    const detail = Object.fromEntries(controls.map((control) => [control.name, this.value(control)]));
    return { board: this.pieces, phase, detail, ...(turns.length ? { to_act: [this.turn] } : {}) };
  }
}

/**
 * @param {Pieces} value
 * @param {string} from
 * @param {string} to
 */
function renamed(value, from, to) {
  return Object.fromEntries(Object.entries(value).map(([square, each]) => [square === from ? to : square, each]));
}

/**
 * Return the part of a value about squares that is kept.
 *
 * @param {unknown} value
 * @param {(square: string) => boolean} keeps
 */
function kept(value, keeps) {
  if (Array.isArray(value)) return value.filter(keeps);
  if (typeof value === "string") return keeps(value) ? value : null;
  return value && Object.fromEntries(Object.entries(value).filter(([square]) => keeps(square)));
}
