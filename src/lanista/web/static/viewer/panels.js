// What stands beside the board: what happened in the turn, and what the bots answered, said and logged. All of it is
// put in as text, never as markup: bots' words can do nothing here.

import { badge } from "../shared/badge.js";
import { turningPointsAt } from "../charts/chances.js";
import { element } from "../shared/elements.js";
import { cut, excerpt, LOG_LETTERS, MOVE_LETTERS, NAME_LETTERS, SENTENCE_LETTERS } from "../shared/excerpt.js";
import { ranksOf } from "../film/film.js";

/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {import("../film/film.js").Turn} Turn */
/** @typedef {import("../film/film.js").TurnEvent} TurnEvent */

const MAX_WINNERS = 4; // that are named

/** The turn as text: the events, then what each seat answered. */
export class TurnPanel {
  /**
   * @param {HTMLElement} events
   * @param {HTMLElement} answers
   * @param {{show: (event: TurnEvent) => void}} on `show` rings the cell of an event
   */
  constructor(events, answers, { show }) {
    this.events = events;
    this.answers = answers;
    this.showEvent = show;
    /** The shown values, so that the same turn is not written again. @type {unknown[]} */
    this.shown = [];
  }

  /**
   * @param {Film} film
   * @param {number} turn
   */
  show(film, turn) {
    const line = film.turn(turn);
    const ended = turn === film.last && film.data.outcome;
    const now = [film, turn, line, ended, film.data.void];
    if (now.every((part, i) => part === this.shown[i])) return;
    this.shown = now;
    this.events.replaceChildren(...this.eventRows(film, turn, ended ? endingOf(film) : ""));
    this.answers.replaceChildren(...(line ? film.data.seats.flatMap((_, seat) => answerRow(film, line, seat)) : []));
  }

  /**
   * @param {Film} film
   * @param {number} turn
   * @param {string} ending
   */
  eventRows(film, turn, ending) {
    const line = film.turn(turn);
    const rows = (line?.events ?? []).map((event) => this.eventRow(event));
    const turned = turningPointsAt(film, turn).map((point) => turningRow(film, point));
    const none = turn === 0 ? "The match begins." : line ? "Nothing happened." : `Turn ${turn} is being loaded …`;
    if (!rows.length) rows.push(element("li", "event quiet", none));
    if (ending) rows.push(element("li", "event ended", ending));
    const fault = `Void by our own fault: ${film.data.void}`;
    if (film.data.void) rows.push(excerpt("li", "event fault", fault, SENTENCE_LETTERS));
    return [...turned, ...rows];
  }

  /** An event; a button if it has a cell to show. @param {TurnEvent} event */
  eventRow(event) {
    const name = event.kind ? "event key" : "event";
    if (!event.at) return excerpt("li", name, event.text, SENTENCE_LETTERS);
    const shown = /** @type {HTMLButtonElement} */ (element("button", "where", cut(event.text, SENTENCE_LETTERS)));
    shown.type = "button";
    shown.title = "Show where";
    shown.addEventListener("click", () => this.showEvent(event));
    return element("li", name, shown);
  }
}

/**
 * Where the chance of a seat turned: why, and what would have been better.
 * @param {Film} film
 * @param {import("../charts/chances.js").TurningPoint} point
 */
function turningRow(film, { seat, kind, change, reason, better }) {
  const row = element("li", `event turned ${kind}`, badge(seat, film.data.seats[seat]?.letter ?? ""));
  row.append(element("b", "", ` chance ${change}`), `: ${cut(reason, SENTENCE_LETTERS)}`);
  if (better) row.append(element("div", "better", `better: ${cut(better, SENTENCE_LETTERS)}`));
  return row;
}

/**
 * A seat's answer as a row: move, time, verdict, words and log; no row if it was not asked.
 * @param {Film} film
 * @param {Turn} line
 * @param {number} seat
 * @returns {HTMLElement[]}
 */
function answerRow(film, line, seat) {
  const verdict = line.verdicts[seat];
  const move = line.moves[seat] ?? null;
  const ms = line.ms[seat] ?? null;
  if (ms === null || !verdict || (verdict === "ok" && move === null)) return [];
  const row = element("li", "answer", badge(seat, film.data.seats[seat]?.letter ?? ""), ...moveParts(line, seat));
  if (film.timed) row.append(element("span", "ms", timeText(ms, line.cpu_ms?.[seat] ?? null)));
  const why = line.reasons?.[seat];
  if (verdict !== "ok") row.append(excerpt("span", "verdict", why ? `${verdict}: ${why}` : verdict, SENTENCE_LETTERS));
  const said = line.say?.[seat];
  if (said) row.append(excerpt("q", "say", said, SENTENCE_LETTERS));
  const log = line.log?.[seat];
  if (log) row.append(excerpt("pre", "log", log, LOG_LETTERS));
  return [row];
}

/**
 * A move in words where the game has some, with the raw text beside it.
 * @param {Turn} line
 * @param {number} seat
 */
function moveParts(line, seat) {
  const words = line.words?.[seat];
  const raw = excerpt("code", "move", line.moves[seat] ?? "-", MOVE_LETTERS);
  return words ? [element("span", "words", cut(words, MOVE_LETTERS)), raw] : [raw];
}

/**
 * The time of an answer: real time, and processor time where it was measured.
 * @param {number} ms
 * @param {number|null} cpu
 */
function timeText(ms, cpu) {
  const text = `${ms.toFixed(1)} ms`;
  return cpu === null ? text : `${text}, cpu ${cpu.toFixed(1)} ms`;
}

/**
 * How a match ended, in a sentence.
 * @param {Film} film
 */
export function endingOf(film) {
  const { outcome, seats } = film.data;
  if (!outcome) return "";
  const ranks = ranksOf(outcome);
  const winners = seats.filter((_, i) => ranks[i] === 1);
  const named = winners.slice(0, MAX_WINNERS).map((seat) => `${seat.letter} ${cut(seat.name, NAME_LETTERS)}`);
  if (winners.length > MAX_WINNERS) named.push(`${winners.length - MAX_WINNERS} more`);
  const who = winners.length === 1 ? `${named[0]} wins` : `A draw of ${named.join(" and ")}`;
  const forfeits = seats.map((seat, i) => (outcome.forfeits?.[i] ? `${seat.letter} forfeits: it ${outcome.forfeits[i]}` : ""));
  const rest = ` ${[...forfeits.filter(Boolean), ...outcome.marks].join(". ")}`;
  return `${who}: ${cut(outcome.reason, SENTENCE_LETTERS)}.${cut(rest, SENTENCE_LETTERS)}`;
}
