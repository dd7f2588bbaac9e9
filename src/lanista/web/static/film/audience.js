// What an audience may see of what a match knows: everyone, or one seat.

const OK = "ok"; // the verdict on an answer that counts
const ALWAYS = ["verdicts", "moves", "ms"]; // members of a turn that are never left out

/**
 * Values by seat, without those of seats that this audience must not see.
 * @template T
 * @param {T[]} values
 * @param {number|null} seat of the audience; null sees everything
 * @returns {(T|null)[]}
 */
function redact(values, seat) {
  return values.map((value, i) => (seat === null || seat === i ? value : null));
}

/**
 * A turn as an audience may see it: of what has a value per seat, others see the verdicts only. Members that are empty
 * then are left out.
 * @template {{moves: (string|null)[], verdicts: (string|null)[]}} Line
 * @param {Line} line
 * @param {number|null} seat
 */
export function seenLine(line, seat) {
  const seen = /** @type {Record<string, any>} */ ({});
  for (const [name, value] of Object.entries(line)) {
    const values = Array.isArray(value) && name !== "verdicts" ? redact(value, seat) : value;
    if (ALWAYS.includes(name) || !Array.isArray(values) || values.some(Boolean)) seen[name] = values;
  }
  return /** @type {Line} */ (seen);
}

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
 * Moves in words; "" for a seat that was not asked or whose answer did not count.
 * @param {{moves: (string|null)[], verdicts: (string|null)[]}} line
 * @param {(seat: number) => string} wordsOf
 * @param {number|null} seat
 */
function seenWords({ moves, verdicts }, wordsOf, seat) {
  const isSeen = (/** @type {number} */ by) => seat === null || seat === by;
  return moves.map((text, by) => (!isSeen(by) ? null : text !== null && verdicts[by] === OK ? wordsOf(by) : ""));
}
