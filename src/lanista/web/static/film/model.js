// A game's translated rules over one block of memory: states go in and out as bytes, moves as bytes or flat actions.
// Works the same over a script and over WebAssembly, in pages, workers and Node; it imports nothing.

/**
 * The entries of translated rules; all arguments are addresses of records, or numbers.
 * @typedef {Record<string, (...values: number[]) => any>} Entries
 * @typedef {{format: number, game: string, actions: number, observation: number[], policies: string[], playouts: string, memories: Record<string, number>,
 *   hides: boolean, log: number|null, shown?: Shown, sizes: {state: number, const: number, move: number, work: number, generator: number}}} Layout
 * @typedef {{frame: import("./records.js").Layout[]|null, words: import("./templates.js").Templates,
 *   texts: import("./templates.js").Templates, curves: string[],
 *   sizes: {frame: number, told: number, judgement: number}}} Shown what shows a match: frames, templates of words and of
 *   moves, titles of curves
 * @typedef {{layout: Layout, instantiate: (memory: ArrayBuffer) => Entries}} Rules
 * @typedef {{buffer: ArrayBuffer, entries: Entries, base: number}} Ready WebAssembly brings its own memory, from `base` on
 * @typedef {{state: Uint8Array, const: Uint8Array}} Moment
 */

export const RANDOM = "random"; // the policy that every game has
export const MAX_SEATS = 64;
export const NOTE = 8; // numbers of a note, its kind first
const SLOTS = 4; // states that can be kept beside the current one

/** @param {number} size */
const aligned = (size) => Math.ceil(size / 8) * 8;

/** One match in memory: the current state, and slots to come back to. */
export class Model {
  /**
   * @param {Rules} rules
   * @param {(bytes: number) => Ready} [prepare] memory and entries of rules that are not a script
   */
  constructor(rules, prepare = (bytes) => readyScript(rules, bytes)) {
    const { sizes, observation, shown } = rules.layout;
    /** The rules' description of their records. */
    this.layout = rules.layout;
    /** The size of all policies' memories at one seat, and the offset of each. */
    this.memory = 0;
    /** @type {Record<string, number>} */
    this.memoryOf = {};
    for (const [name, size] of Object.entries(rules.layout.memories)) {
      this.memoryOf[name] = this.memory;
      this.memory += aligned(size);
    }
    const parts = {
      const: sizes.const, state: sizes.state, moves: sizes.move * MAX_SEATS, move: sizes.move, work: sizes.work, memories: this.memory * MAX_SEATS,
      generator: sizes.generator, row: 2 * observation.reduce((a, b) => a * b, 1), slots: SLOTS * aligned(sizes.state),
      before: shown ? sizes.state : 0, frame: shown?.sizes.frame ?? 0, told: shown?.sizes.told ?? 0,
      numbers: 4 * MAX_SEATS * (shown?.curves.length ?? 0), judgement: shown?.sizes.judgement ?? 0,
    };
    const total = Object.values(parts).reduce((sum, size) => sum + aligned(size), 0);
    const ready = prepare(total);
    this.entries = ready.entries;
    this.bytes = new Uint8Array(ready.buffer);
    this.words = new Uint32Array(ready.buffer);
    let at = ready.base;
    /** The addresses of the records. */
    this.at = /** @type {Record<keyof typeof parts, number>} */ ({});
    for (const [name, size] of Object.entries(parts)) {
      this.at[/** @type {keyof typeof parts} */ (name)] = at;
      at += aligned(size);
    }
    this.seats = 0;
  }

  // States

  /**
   * Start from a state.
   * @param {Uint8Array} state
   * @param {Uint8Array} fixed the constant record
   * @param {number} seats
   */
  load(state, fixed, seats) {
    const { sizes } = this.layout;
    expectSize("a state", state, sizes.state);
    expectSize("a constant record", fixed, sizes.const);
    if (!(seats >= 1 && seats <= MAX_SEATS)) throw new RangeError(`expected 1 to ${MAX_SEATS} seats, got ${seats}`);
    this.bytes.set(state, this.at.state);
    this.bytes.set(fixed, this.at.const);
    this.seats = seats;
    this.forget();
  }

  /** Let policies remember nothing of the turns so far. */
  forget() {
    this.bytes.fill(0, this.at.memories, this.at.memories + this.seats * this.memory);
  }

  /** A copy of the current state's bytes. */
  get state() {
    return this.copy(this.at.state, this.layout.sizes.state);
  }

  /** Replace the current state by one of the same match. @param {Uint8Array} state */
  set state(state) {
    expectSize("a state", state, this.layout.sizes.state);
    this.bytes.set(state, this.at.state);
    this.forget();
  }

  /** A copy of the constant record's bytes. */
  get fixed() {
    return this.copy(this.at.const, this.layout.sizes.const);
  }

  /** Keep the current state in a slot. @param {number} slot */
  keep(slot) {
    this.bytes.copyWithin(this.slot(slot), this.at.state, this.at.state + this.layout.sizes.state);
  }

  /** Go back to the state in a slot. @param {number} slot */
  restore(slot) {
    const from = this.slot(slot);
    this.bytes.copyWithin(this.at.state, from, from + this.layout.sizes.state);
    this.forget();
  }

  /** @param {number} slot */
  slot(slot) {
    if (!(slot >= 0 && slot < SLOTS)) throw new RangeError(`expected a slot from 0 to ${SLOTS - 1}, got ${slot}`);
    return this.at.slots + slot * aligned(this.layout.sizes.state);
  }

  // Turns

  /**
   * Play a turn by the moves of all seats.
   * @param {Uint8Array[]} moves
   * @param {{noted?: boolean}} [how]
   */
  step(moves, how) {
    if (moves.length !== this.seats) throw new RangeError(`expected ${this.seats} moves, one per seat, got ${moves.length}`);
    moves.forEach((move, seat) => this.setMove(seat, move));
    this.advance(how);
  }

  /** Play a turn by the moves that were set. @param {{noted?: boolean}} [how] whether the rules note what happens */
  advance({ noted = false } = {}) {
    const { state, moves, const: fixed, work } = this.at;
    this.clearLog();
    this.call(noted || !this.entries["step"] ? "noted_step" : "step", state, moves, this.seats, fixed, work);
  }

  /** Forget what the last turn has noted. */
  clearLog() {
    if (this.layout.log !== null) this.words.fill(0, this.logAt, this.logAt + 2);
  }

  /** The notes of the last turn that was played with notes: kinds and numbers. */
  get notes() {
    if (this.layout.log === null) return [];
    const rows = new Int32Array(this.words.buffer, 4 * (this.logAt + 2));
    return Array.from({ length: this.words[this.logAt] ?? 0 }, (_, i) => [...rows.subarray(i * NOTE, (i + 1) * NOTE)]);
  }

  /** The index of the log among the words. */
  get logAt() {
    return (this.at.work + (this.layout.log ?? 0)) >> 2;
  }

  /**
   * Set the move of a seat for `advance`.
   * @param {number} seat
   * @param {Uint8Array} move
   */
  setMove(seat, move) {
    expectSize(`the move of seat ${seat}`, move, this.layout.sizes.move);
    this.bytes.set(move, this.moveAt(seat));
  }

  /**
   * Set the move of a seat by its flat action.
   * @param {number} seat
   * @param {number} action
   */
  setAction(seat, action) {
    const at = this.cleared(this.moveAt(seat));
    this.call("decode", this.at.state, this.at.const, seat, action, at);
  }

  /**
   * Let a policy set the move of a seat; random numbers continue from the last `seed`.
   * @param {number} seat
   * @param {string} name
   */
  setByPolicy(seat, name) {
    this.play(name, seat, this.moveAt(seat));
  }

  isOver() {
    return this.call("is_over", this.at.state, this.at.const) !== 0;
  }

  /** The result of a seat when the match is over: 1000 is a win, -1000 a loss. @param {number} seat */
  reward(seat) {
    return this.call("reward", this.at.state, this.at.const, seat);
  }

  // Moves

  /** @param {number} seat @param {number} action */
  isLegal(seat, action) {
    return this.call("legal", this.at.state, this.at.const, seat, action) !== 0;
  }

  /** The flat actions that are legal for a seat. @param {number} seat */
  legal(seat) {
    const found = [];
    for (let action = 0; action < this.layout.actions; action += 1) if (this.isLegal(seat, action)) found.push(action);
    return found;
  }

  /** The move of a flat action. @param {number} seat @param {number} action */
  decode(seat, action) {
    const at = this.cleared(this.at.move);
    this.call("decode", this.at.state, this.at.const, seat, action, at);
    return this.copy(at, this.layout.sizes.move);
  }

  /**
   * The move of a policy.
   * @param {string} name one of `layout.policies`
   * @param {number} seat
   * @param {number} seed
   */
  policy(name, seat, seed) {
    this.seed(seed);
    this.play(name, seat, this.at.move);
    return this.copy(this.at.move, this.layout.sizes.move);
  }

  /** Start the random numbers of policies anew. @param {number} seed a whole number up to 2**53 */
  seed(seed) {
    const at = this.at.generator >> 2;
    this.words[at] = seed;
    this.words[at + 1] = Math.floor(seed / 2 ** 32);
  }

  /** @param {string} name @param {number} seat @param {number} at */
  play(name, seat, at) {
    this.cleared(at);
    const { state, const: fixed, generator, work, memories } = this.at;
    if (name === RANDOM) this.call("random_move", state, fixed, seat, generator, at);
    else {
      const memory = memories + seat * this.memory + (this.memoryOf[name] ?? 0);
      this.call(`policy_${name}`, state, fixed, seat, generator, at, work, memory);
    }
  }

  // What is seen

  /**
   * The same moment with everything that is hidden from a seat drawn anew; the current state stays.
   * @param {number} seat
   * @param {number} seed
   * @returns {Moment}
   */
  redrawn(seat, seed) {
    const now = { state: this.state, const: this.fixed };
    if (!this.layout.hides) return now;
    this.seed(seed);
    this.call("redraw", this.at.state, this.at.const, seat, this.at.generator);
    const drawn = { state: this.state, const: this.fixed };
    this.bytes.set(now.state, this.at.state);
    this.bytes.set(now.const, this.at.const);
    return drawn;
  }

  /** A seat's observation, as numbers. @param {number} seat */
  observe(seat) {
    const { row, state, const: fixed } = this.at;
    const length = this.layout.observation.reduce((a, b) => a * b, 1);
    this.bytes.fill(0, row, row + 2 * length);
    this.call("observe", state, fixed, seat, row);
    return new Int16Array(this.copy(row, 2 * length).buffer);
  }

  /**
   * Play on by policies until the match is over or some turns were played; returns how many.
   * @param {(seat: number) => string} policyOf
   * @param {number} turns
   */
  playout(policyOf, turns) {
    let played = 0;
    this.forget();
    for (; played < turns && !this.isOver(); played += 1) {
      for (let seat = 0; seat < this.seats; seat += 1) this.setByPolicy(seat, policyOf(seat));
      this.advance();
    }
    return played;
  }

  // Memory

  /** @param {number} seat */
  moveAt(seat) {
    return this.at.moves + seat * this.layout.sizes.move;
  }

  /** An address of a move, after it was set to zeros. @param {number} at */
  cleared(at) {
    this.bytes.fill(0, at, at + this.layout.sizes.move);
    return at;
  }

  /** @param {number} at @param {number} size */
  copy(at, size) {
    return this.bytes.slice(at, at + size);
  }

  /** @param {string} name @param {...number} values */
  call(name, ...values) {
    const entry = this.entries[name];
    if (!entry) throw new Error(`the rules of ${this.layout.game} have no ${name}; they have ${Object.keys(this.entries).join(", ")}`);
    return entry(...values);
  }
}

/** @param {Rules} rules @param {number} bytes @returns {Ready} */
function readyScript(rules, bytes) {
  const buffer = new ArrayBuffer(bytes);
  return { buffer, entries: rules.instantiate(buffer), base: 0 };
}

/** @param {string} what @param {Uint8Array} bytes @param {number} size */
function expectSize(what, bytes, size) {
  if (bytes.length !== size) throw new RangeError(`expected ${what} of ${size} bytes, got ${bytes.length}`);
}
