// Parts that several sections of a league's report are made of.

import { element } from "../shared/elements.js";
import { count, percent } from "./data.js";

/** @typedef {import("./data.js").Bot} Bot */
/** @typedef {import("./data.js").Interval} Interval */
/** @typedef {import("./data.js").League} League */

/**
 * A link; the address comes from us, the text may come from anybody.
 * @param {string} text
 * @param {string} address
 */
export function link(text, address) {
  const made = /** @type {HTMLAnchorElement} */ (element("a", "", text));
  made.href = address;
  return made;
}

/**
 * A field to choose one of several values.
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {(value: string) => void} chosen
 */
export function choice(label, options, chosen) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  select.append(...options.map(([value, text]) => new Option(text, value)));
  select.addEventListener("change", () => chosen(select.value));
  return select;
}

/**
 * A field to search in.
 * @param {string} label
 * @param {(text: string) => void} typed
 */
export function search(label, typed) {
  const input = /** @type {HTMLInputElement} */ (element("input", "field"));
  input.type = "search";
  input.placeholder = label;
  input.spellcheck = false;
  input.setAttribute("aria-label", label);
  input.addEventListener("input", () => typed(input.value.trim().toLowerCase()));
  return input;
}

/**
 * A cell of a table's head.
 * @param {"col"|"row"} scope
 * @param {string} name
 * @param {...(string|Node)} inside
 */
export function heading(scope, name, ...inside) {
  const cell = element("th", name, ...inside);
  cell.setAttribute("scope", scope);
  return cell;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, string|number>} attributes
 * @param {...(string|Node)} inside
 */
export function drawn(tag, attributes, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/** Values from left to right, the same for all tracks of a table. */
export class Span {
  /**
   * @param {number} low
   * @param {number} high
   */
  constructor(low, high) {
    const margin = 0.04 * Math.max(high - low, 1e-6);
    this.low = low - margin;
    this.high = high + margin;
  }

  /**
   * Where a value lies, in percent.
   * @param {number} value
   */
  at(value) {
    return 100 * Math.max(0, Math.min(1, (value - this.low) / (this.high - this.low)));
  }
}

/**
 * An interval drawn on a common scale; the numbers stand beside it.
 * @param {Span} span
 * @param {Interval} interval
 * @param {number} fair where the line of comparison is
 */
export function track(span, [low, value, high], fair) {
  const [zero, band, mark] = [element("span", "zero"), element("span", "band"), element("span", "mark")];
  zero.style.left = `${span.at(fair)}%`;
  band.style.left = `${span.at(low)}%`;
  band.style.width = `${Math.max(0.5, span.at(high) - span.at(low))}%`;
  mark.style.left = `${span.at(value)}%`;
  const made = element("span", "track", zero, band, mark);
  made.setAttribute("aria-hidden", "true");
  return made;
}

/**
 * How a bot's matches ended, as a bar with its numbers. With more than two seats, few matches are won: the bar is
 * then the share of opponents beaten.
 * @param {Bot} bot
 * @param {number} seats
 */
export function outcomes({ won, drawn, lost, score }, seats) {
  const bar = element("span", "bar");
  bar.setAttribute("aria-hidden", "true");
  const many = seats > 2 && score !== null;
  const parts = many ? { won: score, drawn: 0, lost: 1 - score } : { won, drawn, lost };
  const all = Math.max(1, parts.won + parts.drawn + parts.lost);
  for (const [name, n] of Object.entries(parts)) {
    if (!n) continue;
    const part = element("span", name);
    part.style.width = `${(100 * n) / all}%`;
    bar.append(part);
  }
  const text = many ? `${percent(score)} · ${count(won, "win")}` : `${won} – ${drawn} – ${lost}`;
  return element("span", "outcomes", bar, element("span", "numbers", text));
}

/**
 * The links to a match's replay.
 * @param {League} league
 * @param {import("./data.js").Match} match
 * @returns {Node[]}
 */
export function replayLinks(league, match) {
  const { page, file } = league.links(match);
  const found = [];
  if (page) found.push(link("watch", page));
  if (file) found.push(link(page ? "file" : "replay", file));
  for (const one of found) one.setAttribute("aria-label", `${one.textContent}, match ${match.number}`);
  return found.flatMap((one, i) => (i ? [" · ", one] : [one])).map((one) => (typeof one === "string" ? document.createTextNode(one) : one));
}

/**
 * Colour a cell by a score.
 * @param {HTMLElement} cell
 * @param {number} share 0 to 1
 */
export function paint(cell, share) {
  const strength = Math.round(200 * Math.abs(share - 0.5));
  cell.style.background = `color-mix(in oklab, var(${share < 0.5 ? "--lost" : "--won"}) ${strength}%, var(--even))`;
  if (strength > 80) cell.classList.add("strong");
}
