// What a frame holds, where things are in the drawing, and when things happen within a turn.

import { lerp, zoomOf } from "../../../../web/static/board/canvas.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Box} Box */
/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
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
 * A tank of a frame, and what was last asked of it; its id is 0 if it takes no part or is not known.
 * @typedef {{id: number, x: number, y: number, orientation: number, health: number, mobile: number, action: number,
 *   way: number, target_x: number, target_y: number}} Tank
 * @typedef {{id: number, x: number, y: number, orientation: number, alive: number}} Echo a tank of a scan
 * @typedef {{x: number, y: number, width: number, cells: ArrayLike<number>}} ShownLand without cells if none is seen
 * @typedef {{x: number, y: number, rows: readonly string[]}} Land a letter for each cell
 * @typedef {{seat: number, from_x: number, from_y: number, x: number, y: number, tick: number, explodes: number,
 *   is_lob: number}} ShownShell
 * @typedef {{seat: number, amount: number, by: number, cause: number, tick: number}} ShownHit
 * @typedef {{seat: number, x: number, y: number}} SeatCell
 */
/**
 * @typedef {object} Frame
 * @property {number} turn
 * @property {number} limit -1 to a seat, which does not know it
 * @property {ShownLand} land
 * @property {Tank[]} tanks by seat
 * @property {Echo[]} seen
 * @property {SeatCell[]} scans where each scanned square begins
 * @property {ShownShell[]} shells in the order in which they end
 * @property {ShownHit[]} hits health that was lost
 * @property {SeatCell[]} bumps who ran against which cell
 *
 * What happened in a turn, and at which part of it each thing is shown.
 * @typedef {{seat: number, at: number, amount: number, by: number}} Hurt by is -1 if nobody else took it
 * @typedef {{seat: number, fromX: number, fromY: number, x: number, y: number, burst: number, explodes: boolean,
 *   lob: boolean}} Shell
 * @typedef {{hurts: Hurt[], shells: Shell[], bumps: Map<number, {x: number, y: number}>}} Story
 */

export const CELL = 20;
const EDGE = 15; // around the map, for its numbers
const COMFORT = 45; // columns from which on tanks and words are drawn larger than the map
const LARGEST = 2;
const SMALLEST = 0.6; // CSS pixels of a unit below which things on the map are drawn larger
const LETTERS = ".DELS"; // of terrain: field, deciduous and evergreen forest, lake, swamp
const OUTSIDE = "#";
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
 * The tank of a seat, if it is known.
 * @param {Frame} frame
 * @param {number} seat
 */
export function tankOf({ tanks }, seat) {
  const tank = tanks[seat];
  return tank?.id ? tank : null;
}

/**
 * The letter of a cell's terrain, if a frame shows it.
 * @param {ShownLand} land
 * @param {number} x
 * @param {number} y
 */
export function terrainAt(land, x, y) {
  const [column, row] = [x - land.x, y - land.y];
  return column >= 0 && column < land.width ? LETTERS[land.cells[row * land.width + column] ?? -1] : undefined;
}

/** @type {WeakMap<ShownLand, Land>} */
const lands = new WeakMap();

/**
 * The land of a frame row by row.
 * @param {ShownLand} shown
 * @returns {Land}
 */
export function landOf(shown) {
  const { x, y, width, cells } = shown;
  let land = lands.get(shown);
  if (!land) {
    const letters = Array.from(cells, (kind) => LETTERS[kind] ?? OUTSIDE).join("");
    const row = (/** @type {number} */ at) => letters.slice(at * width, (at + 1) * width);
    const height = width ? cells.length / width : 0;
    lands.set(shown, (land = { x, y, rows: Array.from({ length: height }, (_, at) => row(at)) }));
  }
  return land;
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
    hurts: hits.map(({ seat, amount, by, cause, tick }) => ({ seat, amount, by, at: hurtAt[cause]?.(tick) ?? 0 })),
    shells: shells.map(({ seat, from_x: fromX, from_y: fromY, x, y, tick, explodes, is_lob: isLob }) => {
      return { seat, fromX, fromY, x, y, burst: burstAt(tick), explodes: explodes > 0, lob: isLob > 0 };
    }),
    bumps: new Map(bumps.map(({ seat, x, y }) => [seat, { x, y }])),
  };
}
