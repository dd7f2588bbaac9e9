// Where things are: the pieces of road in the drawing, the cars on them, and what is known of the track.

import { ease, lerp } from "../../../../web/static/board/canvas.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Box} Box */
/**
 * @typedef {object} Car
 * @property {number} lane
 * @property {number} block
 * @property {number} speed
 * @property {number} known 0 if the seat does not know the rest
 * @property {number} damage
 * @property {number} limit the speed that the damage allows
 * @property {number} score
 * @property {number} boost rounds until it ends
 * @property {ArrayLike<number>} held how many of each power-up
 * @property {Int8Array|number[]} states
 */
/** @typedef {{first: number, codes: Int8Array|number[]}} Track what lies on the blocks from the first on, lane by lane */
/** @typedef {{seat: number, block: number, first_lane: number, last_lane: number}} Emp the lanes in which it hits */
/** @typedef {{round: number, cars: Car[], tracks: Track[], emps: Emp[]}} Frame */
/** @typedef {{top: number, lane: number, left: number}} Road where a piece of track lies: `left` is a block */

const WIDE = 960;
const NARROW = 520; // on a phone
const PHONE = 600; // CSS pixels
export const HEIGHT = 532;
export const BAR = 62; // above the roads: the whole track
export const BLOCK = 26;
export const GAP = 26; // of grass on either side of a road
export const LANES = 4;
const ONE_LANE = 96;
const TWO_LANES = 45;
const LOWER = 6; // than the middle of the room that a road has
const OWN_PLACE = 0.22; // of the road's length: behind the car whose view it is
const BEHIND = 0.28; // ... behind a car that has a road to itself
const REAR = 5; // blocks behind the last of two cars on one road
const MARGIN = 13; // blocks that the cars must leave free to share a road
const TURN = 1.6; // how much faster a car changes lanes than it drives

// Codes of what lies on a block
export const EMPTY = 0;
export const MUD = 1;
export const OIL = 2;
export const OIL_CAN = 3;
export const FINISH = 4;
export const BOOST = 5;
export const WALL = 6;
export const LIZARD = 7;
export const TWEET = 8;
export const EMP = 9;
export const TRUCK = 10;

/** @type {[string, number, number][]} name, index in `held` and code of each power-up, as they are listed */
const POWERUPS = [
  ["boost", 1, BOOST], ["EMP", 5, EMP], ["lizard", 3, LIZARD], ["oil can", 2, OIL_CAN], ["tweet", 4, TWEET],
];

/** The actions of a car in a round, and what was done to it. */
export const HAPPENINGS = { accelerating: 4, boost: 6, jump: 8, firstHit: 12, lastHit: 16 };

/** @param {number} room CSS pixels */
export function sizeFor(room) {
  return { width: room < PHONE ? NARROW : WIDE, height: HEIGHT };
}

/**
 * How many blocks the drawing shows.
 * @param {Shot} shot
 */
export function seen(shot) {
  return shot.width / BLOCK;
}

/**
 * How far a car has come with a change of lanes.
 * @param {Shot} shot
 */
export function turnPart(shot) {
  return Math.min(1, shot.t * TURN);
}

/**
 * A car between two rounds: it drives first and changes lanes on the way.
 * @param {Shot} shot
 * @param {number} seat
 */
export function carAt(shot, seat) {
  const from = /** @type {Car} */ (shot.from.cars[seat]);
  const to = /** @type {Car} */ (shot.to.cars[seat]);
  const [x, lane] = [lerp(from.block, to.block, ease(shot.t)), lerp(from.lane, to.lane, ease(turnPart(shot)))];
  return { x, lane, car: to, before: from };
}

/**
 * The power-ups that a car is seen to hold.
 * @param {Car} car
 */
export function itemsOf({ held }) {
  return POWERUPS.map(([name, i, code]) => ({ name, code, count: held[i] ?? 0 })).filter(({ count }) => count > 0);
}

/**
 * The pieces of road that are drawn: one if the cars are near each other, or if one seat watches.
 * @param {Shot} shot
 * @returns {Road[]}
 */
export function roads(shot) {
  const positions = /** @type {Frame} */ (shot.to).cars.map((_, seat) => carAt(shot, seat).x);
  const wide = seen(shot);
  if (shot.seat !== null) return [road((positions[shot.seat] ?? 0) - OWN_PLACE * wide, 0, 1)];
  const [rear, front] = [Math.min(...positions), Math.max(...positions)];
  if (front - rear <= wide - MARGIN) return [road(Math.min(rear - REAR, front - BEHIND * wide), 0, 1)];
  return positions.map((x, i) => road(x - BEHIND * wide, i, positions.length));
}

/**
 * @param {number} left
 * @param {number} i
 * @param {number} of
 * @returns {Road}
 */
function road(left, i, of) {
  const lane = of === 1 ? ONE_LANE : TWO_LANES;
  const room = (HEIGHT - BAR) / of;
  return { left, lane, top: BAR + i * room + (room - LANES * lane) / 2 + LOWER };
}

/**
 * The middle of a car in the drawing.
 * @param {Shot} shot
 * @param {Road} road
 * @param {number} seat
 */
export function carOn(shot, { left, top, lane: height }, seat) {
  const { x, lane } = carAt(shot, seat);
  return { x: (x - left + 0.5) * BLOCK, y: top + (lane - 0.5) * height };
}

/**
 * The road on which a car is drawn: its own one if there are two.
 * @param {Shot} shot
 * @param {number} seat
 * @returns {Road|null}
 */
export function roadOf(shot, seat) {
  const pieces = roads(shot);
  const found = pieces[Math.min(seat, pieces.length - 1)];
  const { x } = carAt(shot, seat);
  return found && x >= found.left - 1 && x <= found.left + seen(shot) ? found : null;
}

/**
 * What lies on a block, as far as the frames say; the later one knows better.
 * @param {Shot} shot
 * @param {number} lane
 * @param {number} block
 * @returns {number|null}
 */
export function surface(shot, lane, block) {
  return codeIn(shot.to.tracks, lane, block) ?? codeIn(shot.from.tracks, lane, block);
}

/**
 * What lay on a block when the seat saw it last; null if it never did.
 * @param {Shot} shot
 * @param {number} lane
 * @param {number} block
 */
export function recalled(shot, lane, block) {
  return shot.memory ? codeIn([shot.memory], lane, block) : null;
}

/**
 * @param {Track[]} tracks
 * @param {number} lane
 * @param {number} block
 */
function codeIn(tracks, lane, block) {
  for (const { first, codes } of tracks) {
    const code = codes[(block - first) * LANES + lane - 1];
    if (code !== undefined) return code;
  }
  return null;
}

/**
 * What a seat has seen of the track so far: its window moves on with the car and leaves no gaps.
 * @param {Track|null} memory
 * @param {Frame} frame
 * @returns {Track|null}
 */
export function remember(memory, { tracks }) {
  const [now] = tracks;
  if (!now || !memory) return now ?? memory;
  const first = Math.min(memory.first, now.first);
  const [old, from] = [LANES * (memory.first - first), LANES * (now.first - first)];
  const codes = new Int8Array(Math.max(old + memory.codes.length, from + now.codes.length));
  codes.set(memory.codes, old);
  codes.set(now.codes, from);
  return { first, codes };
}
