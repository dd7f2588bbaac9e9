// The moves of a person who drives, and why one is not possible.

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Tool} Tool */
/** @typedef {import("./view.js").Car} Car */

/** @type {[string, string, string][]} label, move, key */
const MOVES = [
  ["faster", "ACCELERATE", "ArrowRight"], ["brake", "DECELERATE", "ArrowLeft"], ["left", "TURN_LEFT", "ArrowUp"],
  ["right", "TURN_RIGHT", "ArrowDown"], ["go on", "NOTHING", "n"], ["boost", "USE_BOOST", "b"], ["oil", "USE_OIL", "o"],
  ["jump", "USE_LIZARD", "j"], ["EMP", "USE_EMP", "e"], ["repair", "FIX", "r"],
];
const TWEET = "USE_TWEET";

/** @type {Record<string, string>} what a move needs */
const NEEDS = { USE_BOOST: "boost", USE_OIL: "oil can", USE_LIZARD: "lizard", USE_EMP: "EMP", [TWEET]: "tweet" };

/**
 * @param {Shot} shot
 * @param {Set<string>} legal
 * @returns {Tool[]}
 */
export function toolsOf(shot, legal) {
  const tools = MOVES.map(([label, move, key]) => ({ label, move, key, ...(legal.has(move) ? {} : why(shot, move)) }));
  const canTweet = [...legal].some((move) => move.startsWith(TWEET));
  const at = (/** @type {number} */ x, /** @type {number} */ y) => `${TWEET} ${y} ${x}`;
  return [...tools, { label: "truck …", key: "w", at, ...(canTweet ? {} : why(shot, TWEET)) }];
}

/**
 * @param {Shot} shot
 * @param {string} move
 * @returns {{why: string}}
 */
function why({ to, seat }, move) {
  const need = NEEDS[move];
  if (need) return { why: `needs ${/^[aeiouE]/.test(need) ? "an" : "a"} ${need}, you hold none` };
  const car = /** @type {Car|undefined} */ (seat === null ? undefined : to.cars[seat]);
  return { why: car ? `leads off the track from lane ${car.lane}` : "not possible now" };
}
