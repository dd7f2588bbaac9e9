// A match in the list: its last board, who played, and how it ended.

import { badge } from "../shared/badge.js";
import { element } from "../shared/elements.js";
import { faultsOf } from "./list.js";
import { seatLetter } from "../film/templates.js";

/** @typedef {import("./list.js").Card} Card */

const SHOWN_SEATS = 4; // of a match with more, the best
const MAX_TIME = 8.64e15; // milliseconds from 1970 that a date can have
const STATES = { live: "live", open: "unfinished", broken: "not playable", over: "" };
const TIME = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat([], { day: "numeric", month: "short" });
const DATE = new Intl.DateTimeFormat([], { day: "numeric", month: "short", year: "numeric" });
const MOMENT = new Intl.DateTimeFormat([], { dateStyle: "full", timeStyle: "medium" });
const NUMBER = new Intl.NumberFormat("en");
const VERDICTS = /** @type {Record<string, [one: string, many: string]>} */ ({
  timeout: ["time-out", "time-outs"], crashed: ["crash", "crashes"], invalid: ["invalid move", "invalid moves"],
});

/** The element of one match; it is filled again when the match changes. */
export class CardView {
  /** @param {import("./thumbnail.js").Thumbnails} thumbnails */
  constructor(thumbnails) {
    this.thumbnails = thumbnails;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.picture = element("div", "picture", this.canvas);
    this.words = element("div", "words");
    this.link = /** @type {HTMLAnchorElement} */ (element("a", "card", this.picture, this.words));
    this.element = element("li", "", this.link);
    /** @type {Card|null} */
    this.card = null;
  }

  /** @param {Card} card */
  show(card) {
    if (this.card === card) return;
    this.card = card;
    this.element.dataset["kind"] = card.kind;
    if (card.kind === "broken") this.link.removeAttribute("href");
    else this.link.href = `/m/${encodeURIComponent(card.id)}/`;
    this.link.title = card.file;
    this.words.replaceChildren(...wordsOf(card));
    const picture = `/m/${encodeURIComponent(card.id)}/thumb.json?version=${card.version}`;
    if (card.version) this.thumbnails.show(this.canvas, picture);
    else this.thumbnails.remove(this.canvas);
    this.picture.dataset["note"] = card.version ? "" : "hidden while a person plays";
  }

  remove() {
    this.thumbnails.remove(this.canvas);
    this.element.remove();
  }
}

/**
 * The words on a card.
 * @param {Card} card
 */
function wordsOf(card) {
  const { summary } = card;
  const state = card.dropped && card.kind === "over" ? "dropped here" : STATES[card.kind];
  const game = (card.title ?? "").replace(/ \(.*\)$/, ""); // without the contest
  const title = element("h2", "", game || (card.kind === "broken" ? "Not a replay" : "A match"));
  const head = element("div", "head", title, ...(state ? [element("span", "state", state)] : []), whenOf(card));
  const parts = [head, resultOf(card)];
  if (summary.error) parts.push(element("p", "error", summary.error));
  parts.push(element("p", "facts", factsOf(card).join(" · "), ...faultNodes(card)));
  if (!summary.names?.length) parts.push(element("p", "facts file", card.file));
  return parts;
}

/** @param {Card} card */
function whenOf(card) {
  const date = new Date(Math.max(-MAX_TIME, Math.min(MAX_TIME, card.at)));
  const when = /** @type {HTMLTimeElement} */ (element("time", "", shortDate(date, new Date())));
  when.dateTime = date.toISOString();
  when.title = MOMENT.format(date);
  return when;
}

/**
 * The time of a day, the day of this year, or the year too.
 * @param {Date} date
 * @param {Date} now
 */
function shortDate(date, now) {
  if (date.toDateString() === now.toDateString()) return TIME.format(date);
  return (date.getFullYear() === now.getFullYear() ? DAY : DATE).format(date);
}

/** The seats, the best first. @param {Card} card */
function resultOf(card) {
  const { names = [], places = [], scores = [], seats = names.length } = card.summary;
  const order = names.map((_, seat) => seat);
  if (places.length) order.sort((a, b) => (places[a] ?? Infinity) - (places[b] ?? Infinity) || a - b);
  const shown = order.slice(0, SHOWN_SEATS).map((seat) => seatOf(seat, names[seat] ?? "", places[seat], scores[seat]));
  if (seats > shown.length && shown.length) shown.push(element("li", "rest", `and ${seats - shown.length} more`));
  return element("ol", "result", ...shown);
}

/**
 * @param {number} seat
 * @param {string} name
 * @param {number|undefined} rank
 * @param {number|undefined} score
 */
function seatOf(seat, name, rank, score) {
  const item = element("li", rank === 1 ? "first" : "", badge(seat, seatLetter(seat)), element("span", "name", name));
  if (rank !== undefined) item.prepend(element("span", "rank", String(rank)));
  if (score !== undefined) item.append(element("span", "score", NUMBER.format(score).replace("-", "−")));
  return item;
}

/** @param {Card} card */
function factsOf({ summary }) {
  const { turns = 0, ruleset, map, seed, reason, branched } = summary;
  if (!summary.names?.length) return [];
  return [
    `${NUMBER.format(turns)} ${turns === 1 ? "turn" : "turns"}`,
    ...(reason ? [reason] : []),
    ...(summary.counts === false ? ["does not count"] : []),
    ...(ruleset && ruleset !== "standard" ? [`${ruleset} rules`] : []),
    ...(map ? [map] : []),
    ...(seed ? [`seed ${seed}`] : []),
    ...(branched ? ["take-over"] : []),
  ];
}

/** The faults of the bots, in words. @param {Card} card */
function faultNodes(card) {
  const all = faultsOf(card);
  if (!all) return [];
  const said = Object.entries(card.summary.faults ?? {}).map(([verdict, n]) => {
    const [one, many] = VERDICTS[verdict] ?? [verdict.replaceAll("_", " "), verdict.replaceAll("_", " ")];
    return `${n} ${n === 1 ? one : many}`;
  });
  return [" · ", element("b", "faults", said.join(", "))];
}
