// What stands beside the board: who plays, what happened in the turn, and what the bots said and logged. All of it
// is put in as text, never as markup: bots' words can do nothing here.

import { element } from "./elements.js";
import { seatColour } from "./palette.js";

/** @typedef {import("./film.js").Film} Film */

/**
 * The players with their colours, scores and ranks.
 * @param {HTMLElement} box
 * @param {Film} film
 * @param {number} turn
 */
export function showSeats(box, film, turn) {
  const score = film.score(turn);
  const ended = turn === film.last ? film.data.outcome : null;
  const rows = film.data.seats.map((seat, i) => {
    const dot = element("span", "dot", seat.letter);
    dot.style.background = seatColour(i);
    const points = ended ? ended.scores[i] : score?.[i];
    const row = element("li", "seat", dot, element("span", "name", seat.name), element("span", "points", points === undefined || points === null ? "" : String(points)));
    if (ended && ended.places[i] === 1) row.classList.add("winner");
    return row;
  });
  box.replaceChildren(...rows);
}

/**
 * The turn as text: the events, then what each seat answered.
 * @param {HTMLElement} box
 * @param {Film} film
 * @param {number} turn
 */
export function showTurn(box, film, turn) {
  const line = film.turn(turn);
  const events = (line?.events ?? []).map(({ text }) => element("li", "event", text));
  if (!line) events.push(element("li", "event quiet", "The match begins."));
  else if (!events.length) events.push(element("li", "event quiet", "Nothing happened."));
  if (turn === film.last && film.data.outcome) events.push(element("li", "event ended", endingOf(film)));
  if (film.data.void) events.push(element("li", "event fault", `Void by our own fault: ${film.data.void}`));
  box.replaceChildren(...events);
}

/**
 * How a match ended, in a sentence.
 * @param {Film} film
 */
export function endingOf(film) {
  const { outcome, seats } = film.data;
  if (!outcome) return "";
  const winners = seats.filter((_, i) => outcome.places[i] === 1).map((seat) => `${seat.letter} ${seat.name}`);
  const who = winners.length === 1 ? `${winners[0]} wins` : `A draw of ${winners.join(" and ")}`;
  return `${who}: ${outcome.reason}.${outcome.counts ? "" : " This result does not count."} ${outcome.marks.join(". ")}`;
}

/**
 * The time of an answer: real time, and processor time where it was measured.
 * @param {import("./film.js").Turn} line
 * @param {number} seat
 */
function timeText(line, seat) {
  const cpu = line.cpu_ms?.[seat];
  const text = `${(line.ms[seat] ?? 0).toFixed(1)} ms`;
  return cpu === null || cpu === undefined ? text : `${text}, cpu ${cpu.toFixed(1)} ms`;
}

/**
 * What each seat answered in the turn: move, time, verdict, words and log.
 * @param {HTMLElement} box
 * @param {Film} film
 * @param {number} turn
 */
export function showAnswers(box, film, turn) {
  const line = film.turn(turn);
  const rows = film.data.seats.flatMap((seat, i) => {
    const verdict = line?.verdicts[i];
    if (!line || line.ms[i] === null || !verdict) return [];
    if (verdict === "ok" && line.moves[i] === null) return []; // it was not asked
    const dot = element("span", "dot", seat.letter);
    dot.style.background = seatColour(i);
    const row = element("li", "answer", dot, element("code", "move", line.moves[i] ?? "-"));
    if (film.timed) row.append(element("span", "ms", timeText(line, i)));
    const why = line.reasons?.[i];
    if (verdict !== "ok") row.append(element("span", "verdict", why ? `${verdict}: ${why}` : verdict));
    const said = line.say?.[i];
    if (said) row.append(element("q", "say", said));
    const log = line.log?.[i];
    if (log) row.append(element("pre", "log", log));
    return [row];
  });
  box.replaceChildren(...rows);
}
