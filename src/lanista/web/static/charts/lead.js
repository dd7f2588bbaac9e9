// Who is ahead along a match: the leader and the margin at each pixel of a strip, from any curve with a value per seat.

/** @typedef {import("./curves.js").Columns} Columns */

/** No one is ahead: nothing is known, only one seat is, or the best are equal. */
export const NOBODY = -1;

/**
 * The seat that is ahead after a turn, and by how much.
 * @param {Columns} columns
 * @param {number} turn
 * @returns {{seat: number, margin: number}}
 */
export function leadAt(columns, turn) {
  let [seat, best, second] = [NOBODY, -Infinity, -Infinity];
  for (let i = 0; i < columns.seats; i += 1) {
    const value = columns.at(i, turn);
    if (value === null) continue;
    if (value > best) [seat, best, second] = [i, value, best];
    else if (value > second) second = value;
  }
  const margin = best - second;
  return margin > 0 && Number.isFinite(margin) ? { seat, margin } : { seat: NOBODY, margin: 0 };
}

/**
 * A strip of pixels: who is ahead at each, and by which part (0 to 1) of the largest margin of the match.
 * @param {Columns} columns
 * @param {number} last the turn at the right end
 * @param {number} pixels
 * @returns {{seat: number, part: number}[]} as far as turns are known
 */
export function leadStrip(columns, last, pixels) {
  const known = Math.min(pixels, Math.floor((columns.length / (last + 1)) * pixels));
  const turnAt = (/** @type {number} */ pixel) => Math.round((pixel / Math.max(1, pixels - 1)) * last);
  const leads = Array.from({ length: known }, (_, pixel) => leadAt(columns, turnAt(pixel)));
  const most = Math.max(0, ...leads.map(({ margin }) => margin));
  return leads.map(({ seat, margin }) => ({ seat, part: most > 0 ? margin / most : 0 }));
}
