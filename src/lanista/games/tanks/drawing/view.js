// What a frame holds, where things are in the drawing, and when things happen within a turn.

import { lerp, zoomOf } from "../../../web/static/canvas.js";

/** @typedef {import("../../../web/static/canvas.js").Box} Box */
/** @typedef {import("../../../web/static/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/**
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {number} scan side of a scanned square
 * @property {number} ticks the longest time of a shell
 * @property {number} health of a new tank
 * @property {{cardinal: number, positional: number}} range
 * @property {{direct: number, indirect: number, tank: number, forest: number, lake: number}} damage
 *
 * A tank of a frame, and what was last asked of it.
 * @typedef {[x: number, y: number, orientation: number, health: number, mobile: number, action: number, way: number,
 *   targetX: number, targetY: number]} Row
 * @typedef {[x: number, y: number, orientation: number, alive: number, id: number]} Echo a tank of a scan
 * @typedef {{x: number, y: number, rows: readonly string[]}} Land
 * @typedef {[seat: number, fromX: number, fromY: number, x: number, y: number, tick: number, explodes: number,
 *   lob: number]} ShellRow
 * @typedef {[seat: number, amount: number, by: number|null, cause: number, tick: number]} HitRow
 */
/**
 * @typedef {object} Frame
 * @property {number} turn
 * @property {number|null} limit
 * @property {Land|null} land
 * @property {(number|null)[]} ids
 * @property {(Row|null)[]} tanks by seat
 * @property {Echo[]} seen
 * @property {[seat: number, x: number, y: number][]} scans where each scanned square begins
 * @property {ShellRow[]} shells in the order in which they end
 * @property {HitRow[]} hits health that was lost
 * @property {[seat: number, x: number, y: number][]} bumps who ran against which cell
 *
 * What happened in a turn, and at which part of it each thing is shown.
 * @typedef {{seat: number, at: number, amount: number, by: number|null}} Hurt
 * @typedef {{seat: number, fromX: number, fromY: number, x: number, y: number, burst: number, explodes: boolean,
 *   lob: boolean}} Shell
 * @typedef {{hurts: Hurt[], shells: Shell[], bumps: Map<number, {x: number, y: number}>}} Story
 */

export const CELL = 20;
const EDGE = 15; // around the map, for its numbers
const COMFORT = 45; // columns from which on tanks and words are drawn larger than the map
const LARGEST = 2;
const SMALLEST = 0.6; // CSS pixels of a unit below which things on the map are drawn larger
export const WAYS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
export const EIGHTH = Math.PI / 4;

// The phases of a turn
export const CONTACT = 0.15; // when a tank runs into something
export const ARRIVED = 0.32;
export const FIRE = 0.34;
const LAST_BURST = 0.78;
export const SWEEP = 0.62;

/**
 * How much larger than usual things are drawn, to be seen on a large map.
 * @param {Scene} scene
 */
export function enlarged(scene) {
  return Math.max(1, Math.min(LARGEST, scene.width / COMFORT));
}

/**
 * The same for what is drawn on the map: larger still on a small screen, and less under a camera that enlarges it.
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function sizeOn(pen, shot) {
  const shown = pen.canvas.width / shot.width / (globalThis.devicePixelRatio || 1);
  const large = Math.max(enlarged(shot.scene), Math.min(LARGEST, SMALLEST / shown));
  return Math.max(1, large / zoomOf(pen, shot));
}

/**
 * Whether something at a point of the map is in sight.
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @param {number} reach how far it goes from there
 */
export function isInSight({ scene, view }, x, y, reach) {
  const [left, top] = [view.x - edge(scene), view.y - edge(scene)];
  const [right, bottom] = [left + view.width, top + view.height];
  return x + reach >= left && x - reach <= right && y + reach >= top && y - reach <= bottom;
}

/** @param {Scene} scene */
export function edge(scene) {
  return EDGE * enlarged(scene);
}

/**
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 */
export function isOnMap(scene, x, y) {
  return x >= 0 && y >= 0 && x < scene.width && y < scene.height;
}

/** @param {number} cell */
export function middle(cell) {
  return (cell + 0.5) * CELL;
}

/**
 * @param {Land|null} land
 * @param {number} x
 * @param {number} y
 */
export function terrainAt(land, x, y) {
  return land?.rows[y - land.y]?.[x - land.x];
}

/** @type {WeakMap<Frame, {from: Frame, story: Story}>} */
const stories = new WeakMap();

/**
 * What happened between the two frames of a shot.
 * @param {Shot} shot
 * @returns {Story}
 */
export function storyOf({ scene, from, to }) {
  const known = stories.get(to);
  if (known && known.from === from) return known.story;
  const story = from.turn === to.turn ? { hurts: [], shells: [], bumps: new Map() } : timed(scene, to);
  stories.set(to, { from, story });
  return story;
}

/**
 * @param {Scene} scene
 * @param {Frame} frame
 * @returns {Story}
 */
function timed({ ticks }, { shells, hits, bumps }) {
  const burstAt = (/** @type {number} */ tick) => lerp(FIRE, LAST_BURST, Math.min(1, tick / ticks));
  // By cause: collision, lake, blast, unknown
  const hurtAt = [() => CONTACT, () => ARRIVED, burstAt, () => LAST_BURST - 0.1];
  return {
    hurts: hits.map(([seat, amount, by, cause, tick]) => ({ seat, amount, by, at: hurtAt[cause]?.(tick) ?? 0 })),
    shells: shells.map(([seat, fromX, fromY, x, y, tick, explodes, lob]) => {
      return { seat, fromX, fromY, x, y, burst: burstAt(tick), explodes: explodes > 0, lob: lob > 0 };
    }),
    bumps: new Map(bumps.map(([seat, x, y]) => [seat, { x, y }])),
  };
}
