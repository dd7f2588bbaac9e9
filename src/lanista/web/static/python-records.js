// Records as views of bytes, states, and the turn that led to one; the layouts are those of `lanista.engine.record`.

import { call } from "./python-builtins.js";
import { Grid } from "./python-operators.js";
import { PyError, Tuple, tuple_ } from "./python.js";
import { plain } from "./python-methods.js";

/** @typedef {"i1" | "i2" | "i4" | "i8" | "u8"} Code */
/**
 * A name, "" for a filler; a kind; and the lengths of an array.
 * @typedef {[string, Code | typeof View, ...number[]]} Field
 */

/** @type {Record<Code, [string, number, any]>} */
const SCALARS = {
  i1: ["Int8", 1, Int8Array],
  i2: ["Int16", 2, Int16Array],
  i4: ["Int32", 4, Int32Array],
  i8: ["BigInt64", 8, null],
  u8: ["BigUint64", 8, null],
};

/** A record that begins at an offset of some bytes. Subclasses have a property for each field. */
export class View {
  static size = 0;
  /** @type {[string, number[]][]} */
  static rows = [];

  /** @param {DataView} data @param {number} offset */
  constructor(data, offset) {
    this.$data = data;
    this.$at = offset;
    /** @type {Record<string, any>} */
    this.$inner = {};
  }
  get raw() {
    return new Uint8Array(this.$data.buffer, this.$at, /** @type {any} */ (this.constructor).size);
  }
}

/**
 * The class of views of a record.
 * @param {Field[]} fields @returns {typeof View}
 */
export function record(fields) {
  const made = class extends View {
    /** @type {[string, number[]][]} */
    static rows = [];
  };
  let at = 0;
  for (const [name, kind, ...shape] of fields) {
    const size = typeof kind === "string" ? SCALARS[kind][1] : kind.size;
    const count = shape.reduce((a, b) => a * b, 1);
    if (name) Object.defineProperty(made.prototype, name, property(name, kind, shape, at, count));
    at += size * count;
  }
  made.size = at;
  for (const [name, , ...shape] of fields) if (name) made.rows.push([name, shape]);
  return made;
}

/**
 * @param {string} name @param {Code | typeof View} kind @param {number[]} shape
 * @param {number} at @param {number} count
 */
function property(name, kind, shape, at, count) {
  if (typeof kind === "string" && !shape.length) return scalarProperty(name, kind, at);
  return {
    /** @this {View} */
    get() {
      return (this.$inner[name] ??= inner(kind, shape, this.$data, this.$at + at, count));
    },
    /** @this {View} @param {View} value */
    set(value) {
      this.$inner[name] ??= inner(kind, shape, this.$data, this.$at + at, count);
      this.$inner[name].raw.set(value.raw);
    },
  };
}

/**
 * @param {Code | typeof View} kind @param {number[]} shape @param {DataView} data
 * @param {number} at @param {number} count
 */
function inner(kind, shape, data, at, count) {
  if (typeof kind !== "string") {
    if (!shape.length) return new kind(data, at);
    return Tuple.from({ length: count }, (_, i) => new kind(data, at + i * kind.size));
  }
  const row = new SCALARS[kind][2](data.buffer, at, count);
  return shape.length > 1 ? new Grid(row, shape) : row;
}

/** @param {string} name @param {Code} code @param {number} at */
function scalarProperty(name, code, at) {
  const [method, size] = SCALARS[code];
  const methods = /** @type {any} */ (DataView.prototype);
  const [read, write] = [methods[`get${method}`], methods[`set${method}`]];
  if (size === 8) return wideProperty(code, at, read, write);
  const high = 2 ** (8 * size - 1);
  return {
    /** @this {View} */
    get() {
      return read.call(this.$data, this.$at + at, true);
    },
    /** @this {View} @param {number} value */
    set(value) {
      if (!(value >= -high && value < high))
        throw new PyError(`${name} holds whole numbers from ${-high} to ${high - 1}, got ${value}`);
      write.call(this.$data, this.$at + at, value, true);
    },
  };
}

/**
 * Numbers of 64 bits: only the generator needs all of them.
 * @param {Code} code @param {number} at @param {any} read @param {any} write
 */
function wideProperty(code, at, read, write) {
  return {
    /** @this {View} */
    get() {
      const value = read.call(this.$data, this.$at + at, true);
      return code === "u8" ? value : Number(value);
    },
    /** @this {View} @param {any} value */
    set(value) {
      write.call(this.$data, this.$at + at, BigInt(value), true);
    },
  };
}

/** @param {typeof View} cls @param {Uint8Array} bytes @returns {any} */
export const over = (cls, bytes) => new cls(new DataView(bytes.buffer), bytes.byteOffset);

// Random numbers: SplitMix64, as in `lanista.engine.random`

const MASK = 2n ** 64n - 1n;

/** @param {bigint} value */
function mix(value) {
  let mixed = ((value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return mixed ^ (mixed >> 31n);
}

/** @param {any} generator @param {number} n */
export function randBelow(generator, n) {
  const bound = BigInt(Number(n));
  const threshold = (2n ** 32n - bound) % bound;
  for (;;) {
    generator.position = (generator.position + 0x9e3779b97f4a7c15n) & MASK;
    const product = (mix(generator.position) >> 32n) * bound;
    if ((product & 0xffffffffn) >= threshold) return Number(product >> 32n);
  }
}

// States and turns

/**
 * The records of a game, its moves, and its notes by kind.
 * @typedef {{state: typeof View, const: typeof View, move: typeof View, Move: any, kinds: any[],
 *   notes: Record<number, any>}} Layout
 */

export class State {
  /** @param {Layout} layout @param {Uint8Array} bytes @param {any} fixed the constant record */
  constructor(layout, bytes, fixed) {
    this.layout = layout;
    this.record = over(layout.state, bytes);
    this.const = fixed;
  }
  get seats() {
    return this.const.seats;
  }
  clone() {
    return new State(this.layout, this.record.raw.slice(), this.const);
  }
}

/** The turn that led to a state: the state before it, and the move of each seat. */
export class Played {
  /** @param {State} before @param {any[]} moves @param {number[][]} rows what the rules have noted */
  constructor(before, moves, rows = []) {
    this.before = before;
    this.moves = moves;
    this.rows = rows;
    /** @type {any[]|null} */
    this.tuples = null;
    /** @type {Map<any, any>} */
    this.made = new Map();
  }
  /** What happened, as the game's own tuples. */
  get notes() {
    return (this.tuples ??= this.rows.map(([kind, ...numbers]) => {
      const made = this.before.layout.notes[/** @type {number} */ (kind)];
      return new made(...numbers.slice(0, made.fields.length));
    }));
  }
  /** @param {any} make */
  cached(make) {
    if (!this.made.has(make)) this.made.set(make, call(make, this));
    return this.made.get(make);
  }
}

/**
 * Write moves into the bytes of their records.
 * @param {Layout} layout @param {any[]} moves @param {Uint8Array} bytes
 */
function fill(layout, moves, bytes) {
  moves.forEach((move, seat) => {
    const into = over(layout.move, bytes.subarray(seat * layout.move.size));
    into.raw.fill(0);
    layout.move.rows.forEach(([name, shape], i) => {
      if (shape.length) into[name].set(Array.from(move[i], Number));
      else into[name] = move[i];
    });
  });
}

/**
 * The move in the bytes of a record; rows are cut to its length.
 * @param {Layout} layout @param {Uint8Array} bytes
 */
function take(layout, bytes) {
  const from = over(layout.move, bytes);
  const values = layout.move.rows.map(([name, shape], i) => {
    const kind = layout.kinds[i];
    if (kind) return kind.of(from[name]);
    return shape.length ? tuple_(...from[name].subarray(0, from.length_ ?? from[name].length)) : from[name];
  });
  return new layout.Move(...values);
}

/**
 * A game as a page uses it: `parts` are transcribed functions, and what they return becomes plain JSON values.
 * @param {Layout} layout @param {Record<string, any>} parts
 */
export function gameOf(layout, parts) {
  return {
    ...parts,
    stateOf: (/** @type {Uint8Array} */ state, /** @type {Uint8Array} */ fixed) =>
      new State(layout, state.slice(), over(layout.const, fixed.slice())),
    /** @param {State} before @param {any[]} moves @param {number[][]} rows */
    played: (before, moves, rows) => new Played(before, moves, rows),
    /** @param {State} state @param {number | null} seat @param {Played | null} played */
    frame: (state, seat = null, played = null) => plain(parts.frame(state, seat, played)),
    numbers: (/** @type {State} */ state) => plain(parts.numbers(state)),
    events: (/** @type {State} */ state, /** @type {Played} */ played) => plain(parts.events(state, played)),
    words: (/** @type {Played} */ { before, moves }, /** @type {number} */ seat) =>
      parts.words(before, seat, moves[seat]),
    outcome: (/** @type {State} */ state, /** @type {string[][]} */ verdicts = []) =>
      plain(parts.outcome(state, verdicts)),
    fill: (/** @type {any[]} */ moves, /** @type {Uint8Array} */ bytes) => fill(layout, moves, bytes),
    take: (/** @type {Uint8Array} */ bytes) => take(layout, bytes),
    moveSize: layout.move.size,
  };
}

/** A move that the rules refuse: why, and what the seat plays instead. */
export class InvalidMove extends PyError {
  /** @param {string} reason @param {any} move */
  constructor(reason, move) {
    super(reason);
    this.reason = reason;
    this.move = move;
  }
}
