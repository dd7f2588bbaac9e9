// Python's operators on the values of `python.js`: arithmetic, bits, indices and slices.

import {
  Dict, IndexError, KeyError, PyError, PySet, PyTypeError, Range, Tuple, ZeroDivisionError, equal, scalar, tuple_,
} from "./python.js";

/** @param {any} a @param {any} b @returns {any} */
export function add(a, b) {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (a instanceof Array) return a instanceof Tuple ? tuple_(...a, ...b) : [...a, ...b];
  if (a instanceof Uint8Array) return Uint8Array.of(...a, ...b);
  return scalar(a) + scalar(b);
}

/** @param {any} a @param {any} b @returns {any} */
export function subtract(a, b) {
  if (a instanceof PySet) return new PySet([...a].filter((value) => !b.has(value)));
  return a - b;
}

/** @param {any} a @param {any} b @returns {any} */
export function multiply(a, b) {
  if (typeof b === "string" || b instanceof Array) return multiply(b, a);
  if (typeof a === "string") return a.repeat(Math.max(0, b));
  if (!(a instanceof Array)) return whole(a * b);
  const copies = Array.from({ length: Math.max(0, b) }, () => [...a]).flat();
  return a instanceof Tuple ? Tuple.from(copies) : copies;
}

/** @param {number} value */
function whole(value) {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new PyError("a product is beyond 2**53, where numbers lose digits");
  return value;
}

/** @param {any} a @param {any} b */
export function floorDivide(a, b) {
  if (Number(b) === 0) throw new ZeroDivisionError("integer division or modulo by zero");
  return Math.floor(a / b);
}

/** @param {any} a @param {any} b */
export function modulo(a, b) {
  if (Number(b) === 0) throw new ZeroDivisionError("integer division or modulo by zero");
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + Number(b) : rest + 0;
}

/** @param {any} a @param {any} b */
export function divide(a, b) {
  if (Number(b) === 0) throw new ZeroDivisionError("division by zero");
  return a / b;
}

/** @param {any} a @param {any} b */
export const divmod = (a, b) => tuple_(floorDivide(a, b), modulo(a, b));

/** @param {any} value */
const isSmall = (value) => typeof value === "number" && (value | 0) === value;

/**
 * An operator on bits beyond the 32 that JavaScript's own operators have.
 * @param {any} a @param {any} b @param {(a: bigint, b: bigint) => bigint} operator
 */
const wide = (a, b, operator) => Number(operator(BigInt(Number(a)), BigInt(Number(b))));

/** @param {any} a @param {any} b @returns {any} */
export function and(a, b) {
  if (isSmall(a) && isSmall(b)) return a & b;
  if (a instanceof PySet) return new PySet([...a].filter((value) => b.has(value)));
  return typeof a === "boolean" && typeof b === "boolean" ? a && b : wide(a, b, (x, y) => x & y);
}

/** @param {any} a @param {any} b @returns {any} */
export function or(a, b) {
  if (isSmall(a) && isSmall(b)) return a | b;
  if (a instanceof PySet) return new PySet([...a, ...b]);
  if (a instanceof Dict) return new Dict([...a.items(), ...b.items()]);
  return typeof a === "boolean" && typeof b === "boolean" ? a || b : wide(a, b, (x, y) => x | y);
}

/** @param {any} a @param {any} b @returns {any} */
export function xor(a, b) {
  if (isSmall(a) && isSmall(b)) return a ^ b;
  if (a instanceof PySet) return or(subtract(a, b), subtract(b, a));
  return typeof a === "boolean" && typeof b === "boolean" ? a !== b : wide(a, b, (x, y) => x ^ y);
}

/** @param {any} a @param {any} b */
export const shiftLeft = (a, b) =>
  isSmall(a) && b < 31 && Math.abs(a) < 2 ** (30 - b) ? a << b : wide(a, b, (x, y) => x << y);

/** @param {any} a @param {any} b */
export const shiftRight = (a, b) => (isSmall(a) && b < 32 ? a >> b : wide(a, b, (x, y) => x >> y));

/**
 * `a += b`, which changes a list itself.
 * @param {any} a @param {any} b
 */
export function extend(a, b) {
  if (!(a instanceof Array) || a instanceof Tuple) return add(a, b);
  for (const value of [...b]) a.push(value);
  return a;
}

/**
 * `a |= b`, which changes a set or a dictionary itself.
 * @param {any} a @param {any} b
 */
export function update(a, b) {
  if (a instanceof PySet) for (const value of b) a.add(value);
  else if (a instanceof Dict) for (const [key, value] of b.items()) a.set(key, value);
  else return or(a, b);
  return a;
}

// Indices and slices

/** Numbers in rows and columns, or in planes of them. */
export class Grid {
  /** @param {any} cells @param {number[]} shape */
  constructor(cells, shape) {
    this.cells = cells;
    this.shape = shape;
  }
  /** @param {number[]} indices */
  at(indices) {
    let at = 0;
    this.shape.forEach((length, axis) => (at = at * length + position(indices[axis], length)));
    return at;
  }
  /** @param {number} [axis] @param {number} [from] @returns {any[]} */
  tolist(axis = 0, from = 0) {
    const inner = this.shape.slice(axis + 1).reduce((a, b) => a * b, 1);
    const length = /** @type {number} */ (this.shape[axis]);
    if (axis === this.shape.length - 1) return Array.from(this.cells.subarray(from, from + length));
    return Array.from({ length }, (_, i) => this.tolist(axis + 1, from + i * inner));
  }
}

/** @param {any} index @param {number} length */
function position(index, length) {
  const at = Number(index);
  const from = at < 0 ? at + length : at;
  if (!(from >= 0 && from < length)) throw new IndexError(`index ${index} is out of range, there are ${length}`);
  return from;
}

/**
 * The characters of a text as Python counts them.
 * @param {string} text @returns {string | string[]}
 */
export const characters = (text) => (/[\ud800-\udfff]/.test(text) ? [...text] : text);

/** @param {any} of @param {any} index @returns {any} */
export function item(of, index) {
  if (typeof index === "number" && (of instanceof Array || ArrayBuffer.isView(of))) {
    const found = /** @type {any} */ (of)[index];
    if (found !== undefined) return found;
  }
  if (of instanceof Dict) return of.has(index) ? of.get(index) : of.missing(index);
  if (of instanceof Grid) return of.cells[of.at(index)];
  if (typeof of === "function") return member(of, index);
  if (of instanceof Range) return of.start + position(index, of.length) * of.step;
  const row = typeof of === "string" ? characters(of) : of;
  return row[position(index, row.length)];
}

/** @param {any} cls @param {string} name */
function member(cls, name) {
  if (!cls.__members__.has(name)) throw new KeyError(name);
  return cls.__members__.get(name);
}

/** @param {any} row @param {any} index @param {any} value */
const storeIn = (row, index, value) => store(row, position(index, row.length), value);

/** @param {any} of @param {any} index @param {any} value */
export function setItem(of, index, value) {
  if (of instanceof Dict) of.set(index, value);
  else if (of instanceof Grid) store(of.cells, of.at(index), value);
  else if (ArrayBuffer.isView(of)) storeIn(of, index, value);
  else if (of instanceof Tuple) /** @type {any} */ (of)[position(index, of.length)].raw.set(value.raw);
  else of[position(index, of.length)] = value;
}

/** @param {any} cells @param {number} at @param {any} value */
function store(cells, at, value) {
  cells[at] = value;
  if (cells[at] != value) throw new PyError(`${value} does not fit into its array`);
}

/** @param {any} of @param {any} index */
export function deleteItem(of, index) {
  if (!(of instanceof Dict)) of.splice(position(index, of.length), 1);
  else if (!of.delete(index)) throw new KeyError(String(index));
}

/** @param {any} of @param {any} start @param {any} stop @param {any} [step] @returns {any} */
export function slice(of, start, stop, step) {
  const row = typeof of === "string" ? characters(of) : of;
  const by = Number(step ?? 1);
  const from = limited(start, row.length, by > 0 ? 0 : row.length - 1, by);
  const to = limited(stop, row.length, by > 0 ? row.length : -1, by);
  if (of instanceof Range) return new Range(of.start + from * of.step, of.start + to * of.step, of.step * by);
  if (by === 1 && ArrayBuffer.isView(row)) return /** @type {any} */ (row).subarray(from, Math.max(from, to));
  if (by === 1 && typeof row === "string") return row.slice(from, to);
  const picked = Array.from(new Range(from, to, by), (i) => row[i]);
  if (typeof of === "string") return picked.join("");
  return of instanceof Tuple ? Tuple.from(picked) : of instanceof Uint8Array ? Uint8Array.from(picked) : picked;
}

/** @param {any} index @param {number} length @param {number} otherwise @param {number} step */
function limited(index, length, otherwise, step) {
  if (index === undefined || index === null) return otherwise;
  const at = index < 0 ? Number(index) + length : Number(index);
  return step > 0 ? Math.min(Math.max(at, 0), length) : Math.min(Math.max(at, -1), length - 1);
}

/** @param {any} stack @param {any} needle @returns {boolean} */
export function contains(stack, needle) {
  if (typeof stack === "string") return stack.includes(needle);
  if (stack instanceof Dict || stack instanceof PySet || stack instanceof Range) return stack.has(needle);
  for (const value of stack) if (value === needle || equal(value, needle)) return true;
  return false;
}

/** @param {any} of @returns {number} */
export function len(of) {
  if (typeof of === "string") return characters(of).length;
  const length = typeof of === "function" || of instanceof Dict || of instanceof PySet ? of.size : of.length;
  if (length === undefined) throw new PyTypeError("this has no length");
  return length;
}
