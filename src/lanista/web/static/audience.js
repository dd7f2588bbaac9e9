// What an audience may see of what a match knows: everyone, or one seat.

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
 * The texts of the events that an audience may see.
 * @param {[string, number[]][]} events each with the seats that may see it; all, if there are none
 * @param {number|null} seat
 */
export function seenEvents(events, seat) {
  return events.filter(([, seats]) => seat === null || !seats.length || seats.includes(seat)).map(([text]) => text);
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
