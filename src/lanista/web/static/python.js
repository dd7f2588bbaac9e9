// Python's values and operators, for code that `lanista.web.transcribe` has written: numbers, booleans, strings and
// null stand for themselves, lists are arrays, bytes are Uint8Arrays, rows of records are other typed arrays.

export class PyError extends Error {
  /** @param {string} [message] */
  constructor(message = "") {
    super(message);
    this.name = new.target.name;
  }
}
export class ValueError extends PyError {}
export class KeyError extends PyError {}
export class IndexError extends PyError {}
export class ZeroDivisionError extends PyError {}
export class PyTypeError extends PyError {}
export class StopIteration extends PyError {}

/** What instances of Python classes have in common. */
export class Obj {}

/** A float without a fraction, where the text of a number said so; all others are plain numbers. */
export class Float {
  /** @param {number} value */
  constructor(value) {
    this.value = value;
  }
  valueOf() {
    return this.value;
  }
}

// Tuples, named tuples, data classes and enumerations

export class Tuple extends Array {
  static get [Symbol.species]() {
    return Array;
  }
}

/** @param {...any} items */
export function tuple_(...items) {
  const made = new Tuple();
  for (const item of items) made.push(item); // several times faster than Tuple.from
  return made;
}

/** A named tuple; `fields` and `defaults` are set by `namedTuple`. */
export class NamedTuple extends Tuple {
  /** @type {string[]} */
  static fields = [];
  /** @type {(() => any)[]} */
  static defaults = [];

  /** @param {...any} values */
  constructor(...values) {
    super();
    for (const value of filled(new.target, values)) this.push(value);
  }
  /** @param {Record<string, any>} changes */
  _replace(changes) {
    return changed(this, changes, [...this]);
  }
}

/** A class with fields and nothing else to construct. */
export class Data extends Obj {
  /** @type {string[]} */
  static fields = [];
  /** @type {(() => any)[]} */
  static defaults = [];

  /** @param {...any} values */
  constructor(...values) {
    super();
    const { fields } = new.target;
    const own = /** @type {Record<string, any>} */ (this);
    filled(new.target, values).forEach((value, i) => (own[/** @type {string} */ (fields[i])] = value));
  }
}

/**
 * The values of all fields; defaults belong to the last of them.
 * @param {{fields: string[], defaults: (() => any)[], name: string}} cls
 * @param {any[]} values
 */
function filled(cls, values) {
  const { fields, defaults } = cls;
  if (values.length > fields.length)
    throw new PyTypeError(`${cls.name} takes ${fields.length} values, got ${values.length}`);
  return fields.map((field, i) => {
    if (values[i] !== undefined) return values[i];
    const make = defaults[i - fields.length + defaults.length];
    if (make === undefined) throw new PyTypeError(`${cls.name} needs a value for ${field}`);
    return make();
  });
}

/**
 * A copy with some fields changed.
 * @param {any} value @param {Record<string, any>} changes @param {any[]} old
 */
function changed(value, changes, old) {
  const cls = value.constructor;
  return new cls(...old.map((was, i) => (cls.fields[i] in changes ? changes[cls.fields[i]] : was)));
}

/** @param {any} value @param {Record<string, any>} changes */
export const replace = (value, changes) => changed(value, changes, fieldValues(value).map(([, its]) => its));

/**
 * The fields of data, each with its value.
 * @param {any} value @returns {[string, any][]}
 */
export const fieldValues = (value) =>
  value.constructor.fields.map((/** @type {string} */ field) => [field, value[field]]);

/** @param {any} cls @param {string[]} fields @param {(() => any)[]} defaults */
export function fieldsOf(cls, fields, defaults) {
  cls.fields = fields;
  cls.defaults = defaults;
  if (cls.prototype instanceof NamedTuple)
    fields.forEach((field, i) =>
      Object.defineProperty(cls.prototype, field, {
        get() {
          return this[i];
        },
      }),
    );
}

export class Enum {
  /** @param {string} name @param {any} value */
  constructor(name, value) {
    this.name = name;
    this.value = value;
  }
  toString() {
    return `${/** @type {any} */ (this.constructor).title}.${this.name}`;
  }
}

export class IntEnum extends Enum {
  valueOf() {
    return this.value;
  }
  toString() {
    return String(this.value);
  }
}

/**
 * Give an enumeration its members; names with equal values are one member.
 * @param {any} cls @param {string} title @param {[string, any][]} members
 */
export function enumerate_(cls, title, members) {
  const byValue = new Dict();
  const byName = new Dict();
  for (const [name, value] of members) {
    if (!byValue.has(value)) byValue.set(value, new cls(name, value));
    byName.set(name, byValue.get(value));
    Object.defineProperty(cls, name, { value: byValue.get(value) });
  }
  Object.assign(cls, { title, __members__: byName });
  cls.of = (/** @type {any} */ value) => {
    if (value instanceof cls) return value;
    const member = byValue.get(value);
    if (member === undefined) throw new ValueError(`${value} is not a valid ${title}`);
    return member;
  };
  cls.size = byValue.size;
  cls[Symbol.iterator] = () => byValue.values();
}

// Equality, keys and order

/**
 * The number that a truth value, a member of an IntEnum or a float stands for; other values as they are.
 * @param {any} value
 */
export function scalar(value) {
  if (typeof value === "boolean") return Number(value);
  return value instanceof IntEnum || value instanceof Float ? value.value : value;
}

/** @param {any} a @param {any} b @returns {boolean} */
export function equal(a, b) {
  if (a === b) return true;
  const x = scalar(a);
  const y = scalar(b);
  if (typeof x !== "object" || typeof y !== "object" || x === null || y === null)
    return x === y || (isNumber(x) && isNumber(y) && x == y);
  if (Array.isArray(x)) return Array.isArray(y) && x instanceof Tuple === y instanceof Tuple && sameItems(x, y);
  if (ArrayBuffer.isView(x)) return ArrayBuffer.isView(y) && sameItems(/** @type {any} */ (x), /** @type {any} */ (y));
  if (x instanceof Dict)
    return y instanceof Dict && x.size === y.size && [...x].every((key) => equal(x.get(key), y.get(key)));
  if (x instanceof PySet) return y instanceof PySet && x.size === y.size && [...x].every((key) => y.has(key));
  if (x instanceof Range) return y instanceof Range && sameItems([...x], [...y]);
  if (x instanceof Data)
    return x.constructor === y.constructor && fieldValues(x).every(([name, its]) => equal(its, y[name]));
  return false;
}

/** @param {any} value */
const isNumber = (value) => typeof value === "number" || typeof value === "bigint";

/** @param {ArrayLike<any>} a @param {ArrayLike<any>} b */
function sameItems(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !equal(a[i], b[i])) return false;
  return true;
}

/** @type {WeakMap<object, number>} */
const numbers = new WeakMap();
let counted = 0;

/**
 * What a Map can find an equal value by.
 * @param {any} value @returns {any}
 */
function keyOf(value) {
  const key = scalar(value);
  if (typeof key === "string") return key.charCodeAt(0) === 0 ? `\0s${key}` : key;
  return key instanceof Tuple ? `\0t${key.map(partOf).join()}` : key;
}

/** @param {any} value */
function partOf(value) {
  const key = keyOf(value);
  if (key === null || typeof key !== "object") return JSON.stringify(key);
  if (!numbers.has(key)) numbers.set(key, ++counted);
  return `#${numbers.get(key)}`;
}

/** @param {any} a @param {any} b @returns {boolean} */
export function less(a, b) {
  if (!(a instanceof Array && b instanceof Array)) {
    if (a instanceof PySet && b instanceof PySet) return a.size < b.size && [...a].every((value) => b.has(value));
    return a < b;
  }
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (!equal(a[i], b[i])) return less(a[i], b[i]);
  return a.length < b.length;
}

/** @param {any} a @param {any} b */
export const lessOrEqual = (a, b) => less(a, b) || equal(a, b);

/** @param {any} a @param {any} b */
export const greater = (a, b) => less(b, a);

/** @param {any} a @param {any} b */
export const greaterOrEqual = (a, b) => less(b, a) || equal(a, b);

/** @param {any} value */
export function truth(value) {
  if (typeof value !== "object" || value === null) return Boolean(value);
  if (value instanceof Array || ArrayBuffer.isView(value)) return /** @type {any} */ (value).length > 0;
  if (value instanceof Dict || value instanceof PySet) return value.size > 0;
  if (value instanceof Range) return value.length > 0;
  return value instanceof IntEnum || value instanceof Float ? Boolean(value.value) : true;
}

// Dictionaries, sets and ranges

export class Dict {
  /** @param {Iterable<any>} [pairs] */
  constructor(pairs = []) {
    /** @type {Map<any, [any, any]>} */
    this.map = new Map();
    for (const [key, value] of pairs) this.set(key, value);
  }
  get size() {
    return this.map.size;
  }
  /** @param {any} key */
  has(key) {
    return this.map.has(keyOf(key));
  }
  /** @param {any} key */
  get(key) {
    return this.map.get(keyOf(key))?.[1];
  }
  /** @param {any} key @param {any} value */
  set(key, value) {
    const found = this.map.get(keyOf(key));
    if (found) found[1] = value;
    else this.map.set(keyOf(key), [key, value]);
  }
  /** @param {any} key */
  delete(key) {
    return this.map.delete(keyOf(key));
  }
  /**
   * The value of a key that is not there.
   * @param {any} key @returns {any}
   */
  missing(key) {
    throw new KeyError(String(key));
  }
  *[Symbol.iterator]() {
    for (const [key] of this.map.values()) yield key;
  }
  *values() {
    for (const [, value] of this.map.values()) yield value;
  }
  *items() {
    for (const [key, value] of this.map.values()) yield tuple_(key, value);
  }
}

export class CounterDict extends Dict {
  missing() {
    return 0;
  }
}

export class DefaultDict extends Dict {
  /** @param {() => any} make */
  constructor(make) {
    super();
    this.make = make;
  }
  /** @param {any} key */
  missing(key) {
    this.set(key, this.make());
    return this.get(key);
  }
}

/** @param {Iterable<any>} [pairs] */
export const dict = (pairs = []) => new Dict(pairs instanceof Dict ? pairs.items() : pairs);

/** @param {Iterable<any>} keys @param {any} [value] */
export const fromkeys = (keys, value = null) => new Dict(Array.from(keys, (key) => [key, value]));

/** @param {() => any} make */
export const defaultdict = (make) => new DefaultDict(make);

/** @param {Iterable<any>} [values] */
export function Counter(values = []) {
  const counts = new CounterDict();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

export class PySet {
  /** @param {Iterable<any>} [values] */
  constructor(values = []) {
    /** @type {Map<any, any>} */
    this.map = new Map();
    for (const value of values) this.add(value);
  }
  get size() {
    return this.map.size;
  }
  /** @param {any} value */
  has(value) {
    return this.map.has(keyOf(value));
  }
  /** @param {any} value */
  add(value) {
    if (!this.has(value)) this.map.set(keyOf(value), value);
  }
  /** @param {any} value */
  delete(value) {
    return this.map.delete(keyOf(value));
  }
  [Symbol.iterator]() {
    return this.map.values();
  }
}

/** @param {Iterable<any>} [values] */
export const set = (values = []) => new PySet(values);

export class Range {
  /** @param {number} start @param {number} stop @param {number} step */
  constructor(start, stop, step) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = Math.max(0, Math.ceil((stop - start) / step));
  }
  /** @param {any} value */
  has(value) {
    const x = scalar(value);
    if (typeof x !== "number" && typeof x !== "bigint") return false;
    const isBetween = this.step > 0 ? x >= this.start && x < this.stop : x <= this.start && x > this.stop;
    return isBetween && Number.isInteger((Number(x) - this.start) / this.step);
  }
  [Symbol.iterator]() {
    let i = 0;
    return { next: () => ({ done: i >= this.length, value: this.start + this.step * i++ }) };
  }
}

/** @param {any} start @param {any} [stop] @param {any} [step] */
export const range = (start, stop, step = 1) =>
  stop === undefined ? new Range(0, Number(start), 1) : new Range(Number(start), Number(stop), Number(step));
