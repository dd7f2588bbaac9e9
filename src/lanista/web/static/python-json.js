// JSON as Python's libraries read and write it: whole numbers and floats stay apart, and errors say the same.

import { repr, str } from "./python-text.js";
import { Dict, Float, PyError } from "./python.js";

export class DecodeError extends PyError {}

/** @param {any} value @returns {string} */
export function dumps(value) {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (value instanceof Array) return `[${value.map(dumps).join(",")}]`;
  if (value instanceof Dict) {
    const members = Array.from(value.items(), ([key, its]) => `${dumps(str(key))}:${dumps(its)}`);
    return `{${members.join(",")}}`;
  }
  return repr(value);
}

/** @type {Record<string, string>} */
const ESCAPES = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", "/": "/" };
const TRUNCATED = "Input data was truncated";
const NO_PAIR = "invalid utf-16 surrogate pair";

/** Reads one JSON text. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.path = "";
  }
  /** @param {string} what @param {number} [at] @returns {never} */
  fail(what, at = this.at) {
    const before = new TextEncoder().encode(this.text.slice(0, at)).length;
    throw new DecodeError(`JSON is malformed: ${what} (byte ${before})`);
  }
  /** The next character that is no white space. */
  peek() {
    while (/[ \t\n\r]/.test(this.text[this.at] ?? "")) this.at++;
    const next = this.text[this.at];
    if (next === undefined) throw new DecodeError(TRUNCATED);
    return next;
  }
  /** @returns {any} */
  value() {
    const next = this.peek();
    if (next === "{") return this.object();
    if (next === "[") return this.array();
    if (next === '"') return this.string();
    if (/[-0-9]/.test(next)) return this.number();
    if (next === "t") return this.word("true", true);
    if (next === "f") return this.word("false", false);
    return next === "n" ? this.word("null", null) : this.fail("invalid character");
  }
  /** @param {string} step from what holds a value to the value */
  within(step) {
    const outer = this.path;
    this.path += step;
    const value = this.value();
    this.path = outer;
    return value;
  }
  /** @param {string} word @param {any} value */
  word(word, value) {
    for (const letter of word) {
      if (this.at >= this.text.length) throw new DecodeError(TRUNCATED);
      if (this.text[this.at++] !== letter) this.fail("invalid character");
    }
    return value;
  }
  object() {
    const members = new Dict();
    this.at++;
    for (let next = this.peek(); next !== "}"; next = this.separator("}", "object")) {
      if (next !== '"') this.fail("object keys must be strings");
      const name = this.string();
      if (this.peek() !== ":") this.fail("expected ':'");
      this.at++;
      members.set(name, this.within("[...]"));
    }
    this.at++;
    return members;
  }
  array() {
    const values = [];
    this.at++;
    for (let next = this.peek(); next !== "]"; next = this.separator("]", "array"))
      values.push(this.within(`[${values.length}]`));
    this.at++;
    return values;
  }
  /** @param {string} end @param {string} what */
  separator(end, what) {
    const next = this.peek();
    if (next === end) return end;
    if (next !== ",") this.fail(`expected ',' or '${end}'`);
    this.at++;
    return this.peek() === end ? this.fail(`trailing comma in ${what}`) : this.peek();
  }
  string() {
    let text = "";
    this.at++;
    for (;;) {
      const next = this.text[this.at++];
      if (next === undefined) throw new DecodeError(TRUNCATED);
      if (next === '"') return text;
      if (next < " ") this.fail("invalid character", this.at - 1);
      text += next === "\\" ? this.escape() : next;
    }
  }
  escape() {
    const next = this.text[this.at++];
    if (next === undefined) throw new DecodeError(TRUNCATED);
    if (next !== "u") return ESCAPES[next] ?? this.fail("invalid escape character in string");
    const high = this.unit();
    if ((high & 0xfc00) !== 0xd800) return (high & 0xfc00) === 0xdc00 ? this.fail(NO_PAIR) : String.fromCharCode(high);
    if (this.text.length - this.at < 6) throw new DecodeError(TRUNCATED);
    if (!this.text.startsWith("\\u", this.at)) this.fail("unexpected end of escaped utf-16 surrogate pair");
    this.at += 2;
    const low = this.unit();
    return (low & 0xfc00) === 0xdc00 ? String.fromCharCode(high, low) : this.fail(NO_PAIR);
  }
  unit() {
    const digits = this.text.slice(this.at, this.at + 4);
    if (digits.length < 4) throw new DecodeError(TRUNCATED);
    const wrong = digits.search(/[^0-9a-fA-F]/);
    if (wrong >= 0) this.fail("invalid character in unicode escape", this.at + wrong + 1);
    this.at += 4;
    return Number.parseInt(digits, 16);
  }
  number() {
    const start = this.at;
    this.take("-?");
    if (/\D/.test(this.text[this.at] ?? "")) this.fail("invalid character");
    const isLeadingZero = this.take("0?") === "0";
    if (isLeadingZero ? /\d/.test(this.text[this.at] ?? "") : !this.take("\\d*")) this.fail("invalid number");
    const point = this.take("\\.?");
    if (point && !this.take("\\d*")) this.fail("invalid number");
    const power = this.take("(?:[eE][+-]?)?");
    if (power && !this.take("\\d*")) this.fail("invalid number");
    const number = Number(this.text.slice(start, this.at));
    if (!Number.isFinite(number)) throw new DecodeError(`Number out of range${this.path && ` - at \`$${this.path}\``}`);
    if (point || power) return Number.isInteger(number) ? new Float(number) : number;
    return Number.isSafeInteger(number) ? number + 0 : BigInt(this.text.slice(start, this.at));
  }
  /**
   * The characters from here on that fit a pattern, which are passed.
   * @param {string} pattern
   */
  take(pattern) {
    const fit = new RegExp(pattern, "y");
    fit.lastIndex = this.at;
    const found = fit.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }
}

/** @param {string | Uint8Array} source @returns {any} */
export function decodeJson(source) {
  const reader = new Reader(typeof source === "string" ? source : new TextDecoder().decode(source));
  const value = reader.value();
  while (/[ \t\n\r]/.test(reader.text[reader.at] ?? "")) reader.at++;
  return reader.at < reader.text.length ? reader.fail("trailing characters", reader.at + 1) : value;
}
