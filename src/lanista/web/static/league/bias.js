// Whether seats are better than others, in all and on each map: what they score beyond what ratings promise.

import { byId, element } from "../shared/elements.js";
import { count } from "./data.js";
import { heading, paint, Span, track } from "./parts.js";

/** @typedef {import("./data.js").Interval} Interval */
/** @typedef {import("./data.js").League} League */
/** @typedef {import("./data.js").MapBias} MapBias */
/** @typedef {{name: string, bias: Interval, matches: number}} Line */

const MAX_LINES = 14; // more are shown in two tables

/** @param {League} league */
export function showBias({ data }) {
  const { seatBias, mapBias } = data;
  const parts = [];
  if (seatBias.length) parts.push(...biasTables("Seat", "What each seat scores beyond what the ratings of its bots promise, in percent of a match", seatBias));
  if (mapBias.length && data.seats === 2) parts.push(...biasTables("Map", "The same for seat A on each map", firstSeats(mapBias)));
  else if (mapBias.length) parts.push(mapTable(mapBias));
  if (!parts.length) return;
  byId("bias", HTMLElement).hidden = false;
  byId("bias-box", HTMLElement).replaceChildren(...parts);
}

/**
 * @param {MapBias[]} maps
 * @returns {Line[]}
 */
function firstSeats(maps) {
  return maps.flatMap(({ name, matches, seats }) => (seats[0] ? [{ name, matches, bias: seats[0].bias }] : []));
}

/** @param {Interval} bias */
function isBiased([low, , high]) {
  return low > 0 || high < 0;
}

/**
 * Percent with a sign and one digit.
 * @param {number} part
 */
function percentPoints(part) {
  const text = Math.abs(100 * part).toFixed(1);
  return text === "0.0" ? text : `${part > 0 ? "+" : "−"}${text}`;
}

/**
 * @param {Line[]} lines
 */
function verdict(lines) {
  const biased = lines.filter(({ bias }) => isBiased(bias)).length;
  if (!biased) return lines.length > 1 ? "All intervals include 0." : "The interval includes 0.";
  return `${count(biased, "interval")} of ${lines.length} ${biased === 1 ? "excludes" : "exclude"} 0; about 1 in 20 would by chance.`;
}

/**
 * @param {string} title
 * @param {string} about
 * @param {Line[]} lines
 */
function biasTables(title, about, lines) {
  const reach = Math.max(0.02, ...lines.flatMap(({ bias: [low, , high] }) => [Math.abs(low), Math.abs(high)]));
  const span = new Span(-reach, reach);
  const parts = lines.length > MAX_LINES ? 2 : 1;
  const size = Math.ceil(lines.length / parts);
  return Array.from({ length: parts }, (_, part) => {
    const caption = element("caption", part ? "later" : "", part ? `${title}s, continued` : `${about}. ${verdict(lines)}`);
    const head = element("tr", "", ...[title, "Bias", "", "Matches"].map((text) => heading("col", "", text)));
    const body = lines.slice(part * size, (part + 1) * size).map((line) => biasRow(line, span));
    return element("table", "bias", caption, element("thead", "", head), element("tbody", "", ...body));
  });
}

/**
 * @param {Line} line
 * @param {Span} span
 */
function biasRow({ name, bias, matches }, span) {
  const [low, value, high] = bias;
  const numbers = element("span", "numbers", element("b", "", percentPoints(value)), " ", element("small", "", `${percentPoints(low)} … ${percentPoints(high)}`));
  const head = heading("row", "", name);
  head.title = name;
  const row = element("tr", isBiased(bias) ? "biased" : "", head, element("td", "", numbers), element("td", "drawn", track(span, bias, 0)), element("td", "number", matches.toLocaleString("en")));
  if (isBiased(bias)) row.title = "The interval excludes 0";
  return row;
}

/**
 * Maps against seats, where there are too many for intervals.
 * @param {MapBias[]} maps
 */
function mapTable(maps) {
  const all = maps.flatMap(({ seats }) => seats);
  const reach = Math.max(0.05, ...all.map(({ bias }) => Math.abs(bias[1])));
  const names = [...new Set(all.map(({ name }) => name))];
  const head = element("tr", "", heading("col", "bot", "Map"), ...names.map((name) => heading("col", "", name)));
  const body = maps.map((map) => {
    const cells = names.map((name) => {
      const cell = element("td", "none");
      const seat = map.seats.find((one) => one.name === name);
      if (!seat) return cell;
      const [low, value, high] = seat.bias;
      cell.className = isBiased(seat.bias) ? "sure" : "";
      cell.textContent = percentPoints(value);
      cell.title = `${percentPoints(low)} … ${percentPoints(high)} in ${count(seat.matches, "match", "matches")}`;
      paint(cell, 0.5 + value / reach / 2);
      return cell;
    });
    return element("tr", "", heading("row", "bot", element("span", "name", map.name)), ...cells);
  });
  const caption = element("caption", "", `The same for each seat on each map. Bold: the interval excludes 0. ${verdict(all)}`);
  const table = element("table", "rounds", caption, element("thead", "", head), element("tbody", "", ...body));
  const box = element("div", "wide", table);
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Bias of seats on maps");
  return box;
}
