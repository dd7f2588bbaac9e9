// The analysis of a match: chances of the seats at some turns, values between them, and turning points as moments.

/**
 * @typedef {import("../film/film.js").Film} Film
 * @typedef {import("../film/film.js").KeyEvent} Moment
 *
 * @typedef {object} TurningPoint
 * @property {number} turn
 * @property {number} seat whose chance fell
 * @property {string} kind
 * @property {string} change how its chance moved
 * @property {string} reason
 * @property {string} better the best alternative and what it gains; "" if none was better
 *
 * @typedef {object} Analysis
 * @property {number[]} turns that were estimated, in their order
 * @property {number[][]} chances by turn and seat
 * @property {number[][]} low within which they lie
 * @property {number[][]} high
 * @property {TurningPoint[]} moments
 *
 * @typedef {{now: number, low: number, high: number}} Chance
 */

/**
 * The chance of a seat after a turn; between turns that were estimated, in proportion.
 * @param {Analysis} analysis
 * @param {number} seat
 * @param {number} turn
 * @returns {Chance}
 */
export function chanceAt(analysis, seat, turn) {
  const { turns, chances, low, high } = analysis;
  const next = firstFrom(turns, turn);
  const last = turns.length - 1;
  const [a, b] = [Math.max(0, Math.min(last, next - 1)), Math.min(last, next)];
  const [from, to] = [turns[a] ?? 0, turns[b] ?? 0];
  const part = to > from ? Math.max(0, Math.min(1, (turn - from) / (to - from))) : 1;
  const value = (/** @type {number[][]} */ rows) => {
    const [before, after] = [rows[a]?.[seat] ?? 0, rows[b]?.[seat] ?? 0];
    return before + (after - before) * part;
  };
  return { now: value(chances), low: value(low), high: value(high) };
}

/**
 * The index of the first of some rising numbers that is not below another one.
 * @param {readonly number[]} numbers
 * @param {number} least
 */
function firstFrom(numbers, least) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {number} */ (numbers[middle]) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The turning points of a turn. @param {Film} film @param {number} turn */
export function turningPointsAt(film, turn) {
  return (film.data.analysis?.moments ?? []).filter((point) => point.turn === turn);
}

/**
 * A turning point in words.
 * @param {TurningPoint} point
 * @param {string} letter of its seat
 */
export function toldPoint({ change, reason, better }, letter) {
  return `${letter} ${change}: ${reason}${better ? ` · better: ${better}` : ""}`;
}

/** @type {WeakMap<Film, {events: readonly Moment[], count: number, merged: Moment[]}>} */
const merged = new WeakMap();

/**
 * The key events of a match and its turning points, by turn.
 * @param {Film} film
 * @returns {readonly Moment[]}
 */
export function momentsOf(film) {
  const events = film.moments();
  const points = film.data.analysis?.moments ?? [];
  if (!points.length) return events;
  const kept = merged.get(film);
  if (kept?.events === events && kept.count === events.length) return kept.merged;
  const told = points.map((point) => {
    const letter = film.data.seats[point.seat]?.letter ?? "";
    return { turn: point.turn, kind: point.kind, text: toldPoint(point, letter) };
  });
  const all = [...told, ...events].sort((a, b) => a.turn - b.turn);
  merged.set(film, { events, count: events.length, merged: all });
  return all;
}
