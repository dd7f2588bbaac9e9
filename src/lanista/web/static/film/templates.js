// Lines of text from templates: see `Words` in engine/showing.py.

/**
 * @typedef {Record<number, [string, string]>} Templates the text and the kind of each
 * @typedef {{text: string, kind?: string, at?: [number, number]}} ToldLine
 */

const FIELD = /\{(\w+)(?::([^{}]*))?\}/g;
const CONTINUES = "+";
const NOWHERE = -1;

/**
 * The told lines, made from templates.
 * @param {Templates} templates
 * @param {Iterable<number[]>} rows the number of a template, a cell, and the numbers in it
 * @returns {ToldLine[]}
 */
export function linesOf(templates, rows) {
  /** @type {ToldLine[]} */
  const lines = [];
  for (const [number, x, y, ...numbers] of rows) {
    const [template, kind] = /** @type {[string, string]} */ (templates[/** @type {number} */ (number)]);
    const at = x === NOWHERE && y === NOWHERE ? {} : { at: /** @type {[number, number]} */ ([x, y]) };
    const told = { text: filled(template, numbers), ...(kind ? { kind } : {}), ...at };
    const last = template.startsWith(CONTINUES) ? lines.pop() : undefined;
    lines.push(last ? { ...last, ...told, text: last.text + told.text } : told);
  }
  return lines;
}

/** @param {string} template @param {number[]} numbers in the order in which their names come first */
function filled(template, numbers) {
  const names = [...new Set(Array.from(template.matchAll(FIELD), ([, name]) => name))];
  const text = template.startsWith(CONTINUES) ? template.slice(CONTINUES.length) : template;
  return text.replace(FIELD, (_, name, how) => valueText(numbers[names.indexOf(name)] ?? 0, how));
}

/** @param {number} number @param {string|undefined} how */
function valueText(number, how) {
  if (how === undefined) return String(number);
  if (how === "@") return seatLetter(number);
  const choices = how.split("|");
  return (choices[Math.max(0, Math.min(number, choices.length - 1))] ?? "").replaceAll("#", String(number));
}

/** The letter of a seat: A to Z, then AA, AB and so on. @param {number} seat */
export function seatLetter(seat) {
  const letter = (/** @type {number} */ n) => String.fromCharCode(65 + n);
  return (seat >= 26 ? letter(Math.floor(seat / 26) - 1) : "") + letter(seat % 26);
}
