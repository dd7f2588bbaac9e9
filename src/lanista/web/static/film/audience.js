// What an audience may see of what a match knows: everyone, or one seat.

const OK = "ok"; // the verdict on an answer that counts
const ALWAYS = ["moves", "ms"]; // private members of a turn that are never left out

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
 * A turn as an audience may see it; members that are empty then are left out.
 * @template {{moves: (string|null)[], verdicts: (string|null)[]}} Line
 * @param {Line} line
 * @param {number|null} seat
 * @param {string[]} hidden the members with a value per seat that others must not see, as the server lists them
 */
export function seenLine(line, seat, hidden) {
  const seen = /** @type {Record<string, any>} */ ({});
  for (const [name, value] of Object.entries(line)) {
    const values = hidden.includes(name) ? redact(value, seat) : value;
    if (values === value || ALWAYS.includes(name) || values.some(Boolean)) seen[name] = values;
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
  const words = wordsOf(line, (by) => showing.words(played, by));
  return { ...line, ...(events.length ? { events } : {}), ...(words.some(Boolean) ? { words } : {}) };
}

/**
 * The moves in words that an audience sees and that counted.
 * @param {{moves: (string|null)[], verdicts: (string|null)[]}} line
 * @param {(seat: number) => string} inWords
 */
function wordsOf({ moves, verdicts }, inWords) {
  return moves.map((text, by) => (text !== null && verdicts[by] === OK ? inWords(by) : ""));
}
