// What an audience may see of what a match knows: everyone, or one seat.

const OK = "ok"; // the verdict on an answer that counts

/**
 * Values by seat, without those of seats that this audience must not see.
 * @template T
 * @param {T[]} values
 * @param {number|null} seat of the audience; null sees everything
 * @returns {(T|null)[]}
 */
export function redact(values, seat) {
  return values.map((value, i) => (seat === null || seat === i ? value : null));
}

/**
 * An event as a game gives it: its text, the seats that may see it (all, if there are none), its kind and its cell.
 * @typedef {[string, number[], string, [number, number]|null]} KnownEvent
 */

/**
 * A turn with its events and moves in words, as far as an audience may see them; members that are empty are left out.
 * @template {{moves: (string|null)[], verdicts: (string|null)[]}} Line
 * @param {import("./showing.js").Projector} showing
 * @param {Line} line the turn as the audience sees it
 * @param {any} after the state after the turn
 * @param {any} played
 * @param {number|null} seat
 */
export function described(showing, line, after, played, seat) {
  const events = showing.told(after, played, seat);
  const words = seenWords(line, (by) => showing.words(played, by), seat);
  return { ...line, ...(events.length ? { events } : {}), ...(words.some(Boolean) ? { words } : {}) };
}

/**
 * @param {KnownEvent[]} events
 * @param {number|null} seat
 * @returns {import("./film.js").TurnEvent[]}
 */
export function seenEvents(events, seat) {
  const seen = events.filter(([, seats]) => seat === null || !seats.length || seats.includes(seat));
  return seen.map(([text, , kind, at]) => ({ text, ...(kind ? { kind } : {}), ...(at ? { at } : {}) }));
}

/**
 * Moves in words; "" for a seat that was not asked or whose answer did not count.
 * @param {{moves: (string|null)[], verdicts: (string|null)[]}} line
 * @param {(seat: number) => string} wordsOf
 * @param {number|null} seat
 */
function seenWords({ moves, verdicts }, wordsOf, seat) {
  const isSeen = (/** @type {number} */ by) => seat === null || seat === by;
  return moves.map((text, by) => (!isSeen(by) ? null : text !== null && verdicts[by] === OK ? wordsOf(by) : ""));
}

/**
 * Rows of charts by title, as far as an audience may see them.
 * @param {Record<string, number[]>} rows
 * @param {number|null} seat
 * @param {{nothingHidden: boolean, secret: string[]}} rules `secret` are titles that no seat may see
 * @returns {Record<string, (number|null)[]>}
 */
export function seenNumbers(rows, seat, { nothingHidden, secret }) {
  const shown = (/** @type {string} */ title, /** @type {number[]} */ row) => {
    if (seat !== null && secret.includes(title)) return row.map(() => null);
    return nothingHidden ? row : redact(row, seat);
  };
  return Object.fromEntries(Object.entries(rows).map(([title, row]) => [title, shown(title, row)]));
}
