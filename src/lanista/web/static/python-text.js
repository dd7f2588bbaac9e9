// Text as Python writes and reads it: `str`, `repr`, formats, the methods of strings, patterns and close matches.

import { characters, len } from "./python-operators.js";
import { Dict, Enum, Float, PyError, PyTypeError, Tuple, ValueError, tuple_ } from "./python.js";

// Values as text

/** @param {any} [value] @returns {string} */
export function str(value = "") {
  if (typeof value === "string") return value;
  if (value instanceof PyError) return value.message;
  return value instanceof Enum ? value.toString() : repr(value);
}

/** @param {any} value @returns {string} */
export function repr(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quotedText(value);
  if (typeof value === "number" || value instanceof Float) return numberText(value);
  if (value instanceof Tuple) return `(${value.map(repr).join(", ")}${value.length === 1 ? "," : ""})`;
  if (value instanceof Array) return `[${value.map(repr).join(", ")}]`;
  if (value instanceof Dict)
    return `{${Array.from(value.items(), ([key, its]) => `${repr(key)}: ${repr(its)}`).join(", ")}}`;
  return String(value);
}

/** @param {number | Float} value */
function numberText(value) {
  const number = Number(value);
  if (Number.isInteger(number) && !(value instanceof Float)) return String(number + 0);
  const size = Math.abs(number);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) return number.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  return Number.isInteger(number) ? `${Object.is(number, -0) ? "-0" : number}.0` : String(number);
}

/** @type {Record<string, string>} */
const WRITTEN = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const ESCAPED = /[\\\n\r\t]|(?! )[\p{C}\p{Z}]/gu;

/** @param {string} text */
function quotedText(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(ESCAPED, (character) => WRITTEN[character] ?? escapeOf(character));
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

/** @param {string} character */
function escapeOf(character) {
  const code = /** @type {number} */ (character.codePointAt(0));
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}

const FORMAT = /^(?:(.)?([<>^=]))?([+ -])?(0)?(\d+)?(,)?(?:\.(\d+))?([dfs])?$/su;

/** @param {any} value @param {string} spec */
export function format(value, spec) {
  const found = FORMAT.exec(spec);
  if (!found) throw new ValueError(`Invalid format specifier '${spec}'`);
  const [, fill, align, sign, zero, width, comma, digits, kind] = found;
  if (typeof value === "string") return padded(value, "", fill ?? " ", align ?? "<", Number(width ?? 0));
  const size = Math.abs(Number(value));
  const isFixed = kind === "f" || digits !== undefined;
  let body = isFixed ? size.toFixed(Number(digits ?? 6)) : str(typeof value === "bigint" ? value : size);
  if (comma) body = body.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  const mark = value < 0 ? "-" : sign && sign !== "-" ? sign : "";
  return padded(body, mark, fill ?? (zero ? "0" : " "), align ?? (zero ? "=" : ">"), Number(width ?? 0));
}

/** @param {string} body @param {string} mark @param {string} fill @param {string} align @param {number} width */
function padded(body, mark, fill, align, width) {
  const missing = Math.max(0, width - len(mark + body));
  const left = align === "<" ? 0 : align === "^" ? missing >> 1 : missing;
  const [before, after] = [fill.repeat(left), fill.repeat(missing - left)];
  return align === "=" ? mark + before + body : before + mark + body + after;
}

// The methods of strings

const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACES = new RegExp(`[${SPACE}]+`);
const LEADING_SPACES = new RegExp(`^[${SPACE}]+`);

/** @param {string} text @param {string | null} kept */
function withoutStart(text, kept) {
  if (kept === null) return text.replace(LEADING_SPACES, "");
  const row = [...text];
  const first = row.findIndex((character) => !kept.includes(character));
  return first < 0 ? "" : row.slice(first).join("");
}

/** @param {string} text */
const backwards = (text) => [...text].reverse().join("");

/** @param {string} text @param {string | null} kept */
const withoutEnd = (text, kept) => backwards(withoutStart(backwards(text), kept));

/** @param {string} text @param {string | null} [by] @param {number} [most] */
function split(text, by = null, most = -1) {
  const parts = by === null ? withoutEnd(withoutStart(text, null), null).split(SPACES) : text.split(by);
  if (by === null) return parts[0] === "" ? [] : parts;
  return most < 0 || parts.length <= most ? parts : [...parts.slice(0, most), parts.slice(most).join(by)];
}

/** @param {string} text @param {number} [width] */
function expandtabs(text, width = 8) {
  let column = 0;
  return [...text]
    .map((character) => {
      const shown = character === "\t" ? " ".repeat(width - (column % width)) : character;
      column = /[\n\r]/.test(character) ? 0 : column + [...shown].length;
      return shown;
    })
    .join("");
}

/** @type {Record<string, (text: string, ...values: any[]) => any>} */
export const TEXT_METHODS = {
  split,
  expandtabs,
  strip: (text, kept = null) => withoutEnd(withoutStart(text, kept), kept),
  lstrip: (text, kept = null) => withoutStart(text, kept),
  rstrip: (text, kept = null) => withoutEnd(text, kept),
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  replace: (text, old, by) => text.replaceAll(old, () => by),
  join: (text, values) => [...values].join(text),
  startswith: (text, start) => text.startsWith(start),
  endswith: (text, end) => text.endsWith(end),
  removeprefix: (text, start) => (start && text.startsWith(start) ? text.slice(start.length) : text),
  removesuffix: (text, end) => (end && text.endsWith(end) ? text.slice(0, -end.length) : text),
  partition: (text, by) => {
    const at = text.indexOf(by);
    return at < 0 ? tuple_(text, "", "") : tuple_(text.slice(0, at), by, text.slice(at + by.length));
  },
  find: (text, part) => text.indexOf(part),
  index: (text, part) => {
    if (!text.includes(part)) throw new ValueError("substring not found");
    return text.indexOf(part);
  },
  count: (text, part) => text.split(part).length - 1,
  isascii: (text) => /^[\0-\x7f]*$/.test(text),
  isdecimal: (text) => /^\p{Nd}+$/u.test(text),
  isprintable: (text) => !/(?! )[\p{C}\p{Z}]/u.test(text),
  ljust: (text, width) => text + " ".repeat(Math.max(0, width - characters(text).length)),
  rjust: (text, width) => " ".repeat(Math.max(0, width - characters(text).length)) + text,
  encode: (text) => new TextEncoder().encode(text.replace(/\p{Cs}/gu, "?")),
  format: (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => str(values[name])),
};

const CATEGORIES =
  "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split(" ");

/**
 * The category of a character, as `unicodedata` names it.
 * @param {string} character
 */
export const category = (character) => CATEGORIES.find((name) => new RegExp(`^\\p{${name}}$`, "u").test(character));

// Patterns

/** A compiled pattern, in the subset that both languages read alike. */
export class Pattern {
  /** @param {string} source */
  constructor(source) {
    this.whole = new RegExp(`^(?:${source})$`, "u");
    this.all = new RegExp(source, "gu");
  }
  /** @param {string} text */
  fullmatch(text) {
    const found = this.whole.exec(text);
    return found && new Match(found);
  }
  /** @param {string} by @param {string} text */
  sub(by, text) {
    return text.replace(this.all, () => by);
  }
}

class Match extends Tuple {
  /** @param {RegExpExecArray} found */
  constructor(found) {
    super();
    for (const group of found) this.push(group ?? null);
  }
  groups() {
    return tuple_(...this.slice(1));
  }
}

// Close matches, as `difflib` finds them

/** @param {string} a @param {string} b */
function matching(a, b) {
  let [size, i, j] = [0, 0, 0];
  let before = new Map();
  for (let x = 0; x < a.length; x++) {
    const now = new Map();
    for (let y = 0; y < b.length; y++) {
      if (a[x] !== b[y]) continue;
      const run = (before.get(y - 1) ?? 0) + 1;
      now.set(y, run);
      if (run > size) [size, i, j] = [run, x - run + 1, y - run + 1];
    }
    before = now;
  }
  /** @type {number} */
  const rest = size && matching(a.slice(0, i), b.slice(0, j)) + matching(a.slice(i + size), b.slice(j + size));
  return size + rest;
}

/** @param {string} word @param {string[]} known @param {number} count @param {number} cutoff @returns {string[]} */
export function closeMatches(word, known, count, cutoff) {
  if (count !== 1) throw new PyTypeError("only the closest match can be asked for");
  let [best, score] = [/** @type {string[]} */ ([]), cutoff];
  for (const name of known) {
    const sum = name.length + word.length;
    const ratio = sum ? (2 * matching(name, word)) / sum : 1;
    const isLater = best.length === 0 || name >= /** @type {string} */ (best[0]);
    if (ratio > score || (ratio === score && isLater)) [best, score] = [[name], ratio];
  }
  return best;
}
