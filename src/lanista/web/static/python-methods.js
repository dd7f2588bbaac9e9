// Methods of Python's built-in types, tests of types, and what leaves transcribed code as plain JSON values.

import { bool, bytes, float, int, list, tuple } from "./python-builtins.js";
import { Grid } from "./python-operators.js";
import { TEXT_METHODS, str } from "./python-text.js";
import {
  Data, Dict, Enum, Float, IndexError, IntEnum, KeyError, Obj, PyError, PySet, Tuple, ValueError, dict, equal,
  fieldValues, set, tuple_,
} from "./python.js";

/** @param {any[]} values @param {any} value */
function indexOf(values, value) {
  const at = values.findIndex((other) => equal(other, value));
  if (at < 0) throw new ValueError(`${str(value)} is not in list`);
  return at;
}

/** @param {any[]} values @param {any} [index] */
function pop(values, index = -1) {
  if (!values.length) throw new IndexError("pop from empty list");
  return values.splice(Number(index), 1)[0];
}

/** @typedef {Record<string, (of: any, ...values: any[]) => any>} Methods */

/** @type {Methods} */
const LIST = {
  append: (values, value) => void values.push(value),
  extend: (values, more) => void values.push(...more),
  insert: (values, index, value) => void values.splice(index, 0, value),
  pop,
  popleft: (values) => pop(values, 0),
  remove: (values, value) => void values.splice(indexOf(values, value), 1),
  clear: (values) => void values.splice(0),
  copy: (values) => [...values],
  reverse: (values) => void values.reverse(),
  index: indexOf,
  count: (values, value) => values.filter((/** @type {any} */ other) => equal(other, value)).length,
};

/** @type {Methods} */
const DICT = {
  get: (of, key, otherwise = null) => (of.has(key) ? of.get(key) : otherwise),
  items: (of) => of.items(),
  keys: (of) => set(of),
  values: (of) => of.values(),
  copy: (of) => dict(of),
  clear: (of) => of.map.clear(),
  setdefault: (of, key, value = null) => {
    if (!of.has(key)) of.set(key, value);
    return of.get(key);
  },
  update: (of, more) => {
    for (const [key, value] of more instanceof Dict ? more.items() : more) of.set(key, value);
  },
  pop: (of, key, otherwise) => {
    const found = of.has(key) ? of.get(key) : otherwise;
    if (found === undefined) throw new KeyError(str(key));
    of.delete(key);
    return found;
  },
  most_common: (of, count) =>
    [...of.items()]
      .sort((a, b) => b[1] - a[1])
      .slice(0, count)
      .map((pair) => tuple_(...pair)),
};

/** @type {Methods} */
const SET = {
  add: (of, value) => of.add(value),
  discard: (of, value) => void of.delete(value),
  copy: (of) => set(of),
  update: (of, more) => {
    for (const value of more) of.add(value);
  },
};

/** @type {Methods} */
const ROW = {
  tolist: (row) => Array.from(row),
  tobytes: (row) => bytes(row),
  translate: (row, table) => row.map((/** @type {number} */ value) => table[value]),
  decode: (row) => new TextDecoder().decode(row),
  count: (row, value) => row.filter((/** @type {number} */ other) => other == value).length,
  index: (row, value) => indexOf([...row], value),
};

/** @type {Methods} */
const GRID = { tolist: (grid) => grid.tolist(), tobytes: (grid) => bytes(grid.cells) };

/** @param {any} of @returns {Methods | null} */
function methodsOf(of) {
  if (typeof of === "string") return TEXT_METHODS;
  if (of instanceof Array) return LIST;
  if (of instanceof Dict) return DICT;
  if (of instanceof PySet) return SET;
  if (ArrayBuffer.isView(of)) return ROW;
  return of instanceof Grid ? GRID : null;
}

/** @param {any} of @param {string} name @param {...any} values */
export function method(of, name, ...values) {
  const known = methodsOf(of)?.[name];
  return known ? known(of, ...values) : of[name](...values);
}

// Types

/** @param {any} value */
const isWhole = (value) => typeof value === "bigint" || typeof value === "boolean" || Number.isInteger(value);

/** @type {Map<any, (value: any) => boolean>} */
const TESTS = new Map(
  /** @type {[any, (value: any) => boolean][]} */ ([
    [int, (value) => isWhole(value) || value instanceof IntEnum],
    [float, (value) => value instanceof Float || (typeof value === "number" && !Number.isInteger(value))],
    [bool, (value) => typeof value === "boolean"],
    [str, (value) => typeof value === "string"],
    [list, (value) => value instanceof Array && !(value instanceof Tuple)],
    [tuple, (value) => value instanceof Tuple],
    [dict, (value) => value instanceof Dict],
    [set, (value) => value instanceof PySet],
    [bytes, (value) => value instanceof Uint8Array],
  ]),
);

/** @param {any} value @param {...any} types */
export const isInstance = (value, ...types) => types.some((type) => TESTS.get(type)?.(value) ?? value instanceof type);

/** @param {any} value @returns {any} */
export function typeOf(value) {
  const isNamedTuple = value instanceof Tuple && value.constructor !== Tuple;
  if (value instanceof Enum || value instanceof Obj || isNamedTuple) return value.constructor;
  for (const type of [bool, int, float, str, list, tuple, dict, set, bytes]) if (TESTS.get(type)?.(value)) return type;
  return value === null ? null : value.constructor;
}

/** @param {any} type */
export const nameOf = (type) => type.title ?? type.name.split("$")[0];

/**
 * A value as JSON has it: enumerations as values, tuples as arrays, dictionaries and data as objects.
 * @param {any} value @returns {any}
 */
export function plain(value) {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Enum || value instanceof Float) return plain(value.value);
  if (value instanceof Array) return Array.from(value, plain);
  if (value instanceof Dict)
    return Object.fromEntries(Array.from(value.items(), ([key, its]) => [str(plain(key)), plain(its)]));
  if (value instanceof Data) return Object.fromEntries(fieldValues(value).map(([name, its]) => [name, plain(its)]));
  throw new PyError(`a frame cannot hold ${value.constructor.name}`);
}
