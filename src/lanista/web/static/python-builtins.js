// Python's built-in functions, those of `itertools` that occur, and the conversions between types.

import { len } from "./python-operators.js";
import {
  Enum, Float, NamedTuple, Obj, PyError, Range, StopIteration, Tuple, ValueError, less, scalar, truth, tuple_,
} from "./python.js";

/**
 * Call a function or construct an object of a class.
 * @param {any} made @param {...any} values
 */
export function call(made, ...values) {
  const kind = made.prototype;
  if (kind instanceof Enum) return made.of(...values);
  const isClass = kind instanceof Obj || kind instanceof NamedTuple || kind instanceof PyError;
  return isClass ? new made(...values) : made(...values);
}

/**
 * A method of an object as a function.
 * @param {any} of @param {string} name
 */
export const bound = (of, name) => (typeof of[name] === "function" ? of[name].bind(of) : of[name]);

// Conversions

/** @param {any} [value] */
export const bool = (value) => truth(value);

/** @param {any} [value] @returns {any} */
export function int(value = 0) {
  if (typeof value !== "string") return typeof value === "bigint" ? value : Math.trunc(Number(value)) + 0;
  const text = value.trim();
  if (!/^[+-]?[0-9]+$/.test(text)) throw new ValueError(`invalid literal for int() with base 10: '${value}'`);
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}

/** @param {any} value */
export function float(value) {
  const number = Number(value);
  return Number.isInteger(number) ? new Float(number) : number;
}

/** @param {Iterable<any>} [values] @returns {any[]} */
export const list = (values = []) => Array.from(values);

/** @param {Iterable<any>} [values] @returns {any} */
export const tuple = (values = []) => Tuple.from(values);

/** @param {any} [from] @returns {Uint8Array} */
export function bytes(from = 0) {
  if (typeof from === "number") return new Uint8Array(from);
  if (ArrayBuffer.isView(from)) return new Uint8Array(from.buffer, from.byteOffset, from.byteLength).slice();
  return Uint8Array.from(from, (value) => {
    if (value < 0 || value > 255) throw new ValueError("bytes must be in range(0, 256)");
    return Number(value);
  });
}

/** @param {number} code */
export const chr = (code) => String.fromCodePoint(Number(code));

/** @param {string} character */
export const ord = (character) => /** @type {number} */ (character.codePointAt(0));

/**
 * A value as its own identity: keys that are objects are compared by identity.
 * @param {any} value
 */
export const id = (value) => value;

// Numbers

/** @param {any} value */
export const abs = (value) => Math.abs(value);

/** @param {any} value @param {number} [digits] */
export function round(value, digits = 0) {
  const scale = 10 ** digits;
  const scaled = value * scale;
  const low = Math.floor(scaled);
  const up = scaled - low > 0.5 || (scaled - low === 0.5 && low % 2 !== 0);
  return (low + Number(up)) / scale;
}

/** @param {Iterable<any>} values @param {any} [start] */
export function sum(values, start = 0) {
  let total = start;
  for (const value of values) total += scalar(value);
  return total;
}

/** @param {any[]} given @param {any} key @param {any} otherwise @param {(a: any, b: any) => boolean} isBetter */
function best(given, key, otherwise, isBetter) {
  let [found, foundKey] = [otherwise, /** @type {any} */ (undefined)];
  for (const value of given.length === 1 ? given[0] : given) {
    const its = key ? call(key, value) : value;
    if (foundKey === undefined || isBetter(its, foundKey)) [found, foundKey] = [value, its];
  }
  if (found === undefined) throw new ValueError("expected at least one value");
  return found;
}

/** @param {...any} values */
export const min = (...values) => best(values, null, undefined, less);

/** @param {...any} values */
export const max = (...values) => best(values, null, undefined, (a, b) => less(b, a));

/** @param {any[]} values @param {any} key @param {any} otherwise */
export const minBy = (values, key, otherwise) => best(values, key, otherwise, less);

/** @param {any[]} values @param {any} key @param {any} otherwise */
export const maxBy = (values, key, otherwise) => best(values, key, otherwise, (a, b) => less(b, a));

// Iteration

/** @param {Iterable<any>} values */
export function any(values) {
  for (const value of values) if (truth(value)) return true;
  return false;
}

/** @param {Iterable<any>} values */
export function all(values) {
  for (const value of values) if (!truth(value)) return false;
  return true;
}

/** @param {any} a @param {any} b */
const order = (a, b) => (less(a, b) ? -1 : Number(less(b, a)));

/** @param {Iterable<any>} values @param {any} [key] @param {any} [reverse] @returns {any[]} */
export function sorted(values, key = null, reverse = false) {
  const sign = truth(reverse) ? -1 : 1;
  if (key === null) return [...values].sort((a, b) => sign * order(a, b));
  const keyed = Array.from(values, (value) => [call(key, value), value]);
  return keyed.sort((a, b) => sign * order(a[0], b[0])).map((pair) => pair[1]);
}

/** @param {any} values */
export function* reversed(values) {
  for (let i = len(values) - 1; i >= 0; i--) yield values instanceof Range ? values.start + i * values.step : values[i];
}

/** @param {Iterable<any>} values @param {number} [start] */
export function* enumerate(values, start = 0) {
  let i = start;
  for (const value of values) yield tuple_(i++, value);
}

/** @param {any} values */
export const iter = (values) => values[Symbol.iterator]();

/** @param {any} values @param {any} [otherwise] */
export function next(values, otherwise) {
  const { done, value } = values.next();
  if (done && otherwise === undefined) throw new StopIteration();
  return done ? otherwise : value;
}

/** @param {boolean} strict @param {...any} rows */
function* zipped(strict, ...rows) {
  const walks = rows.map(iter);
  while (walks.length) {
    const steps = [];
    for (const walk of walks) {
      steps.push(walk.next());
      if (!strict && steps.at(-1).done) return;
    }
    const ended = steps.filter((step) => step.done).length;
    if (ended && ended < steps.length) throw new ValueError("zip() arguments have different lengths");
    if (ended) return;
    yield tuple_(...steps.map((step) => step.value));
  }
}

/** @param {...any} rows */
export const zip = (...rows) => zipped(false, ...rows);

/** @param {...any} rows */
export const zipStrict = (...rows) => zipped(true, ...rows);

/** @param {...any} rows */
export function* zipLongest(...rows) {
  const walks = rows.map(iter);
  while (true) {
    const steps = walks.map((walk) => walk.next());
    if (steps.every((step) => step.done)) return;
    yield tuple_(...steps.map((step) => (step.done ? null : step.value)));
  }
}

/** @param {Iterable<any>} values */
export function* pairwise(values) {
  let before;
  for (const value of values) {
    if (before !== undefined) yield tuple_(before, value);
    before = value;
  }
}

/** @param {any} make @param {...any} rows */
export function* map(make, ...rows) {
  for (const values of zip(...rows)) yield call(make, ...values);
}

/** @param {any} test @param {Iterable<any>} values */
export function* filter(test, values) {
  for (const value of values) if (truth(test === null ? value : call(test, value))) yield value;
}

/**
 * A list filled by a function.
 * @param {(values: any[]) => void} fill
 */
export function filledList(fill) {
  /** @type {any[]} */
  const values = [];
  fill(values);
  return values;
}

/**
 * The items of an assignment to a known number of names.
 * @param {Iterable<any>} values @param {number} count
 */
export function unpacked(values, count) {
  const items = [...values];
  if (items.length !== count) throw new ValueError(`expected ${count} values to unpack, got ${items.length}`);
  return items;
}
