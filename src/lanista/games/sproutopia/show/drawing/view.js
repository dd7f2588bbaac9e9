// Where things are in the drawing, and where farmers are between two ticks.

import { ease, lerp, zoomOf } from "../../../../web/static/board/canvas.js";
import { span } from "../../../../web/static/board/effects.js";
import { heightOf } from "./signs.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {Int8Array|number[]} Signs of cells, see `signs.js` */
/** @typedef {Int8Array|Int32Array|number[]} Row */
/**
 * A farmer; of others a seat knows the share, and the cells of those in its window.
 * @typedef {object} Farmer
 * @property {number} x -1 if it is out of sight
 * @property {number} y
 * @property {number} direction -1 if it is unknown
 * @property {number} power_up
 * @property {number} power_left
 * @property {number} super_power_up
 * @property {number} super_left
 * @property {number} percent
 * @property {number} cells -1 if they are unknown
 * @property {number} fate 0, `PUT_BACK` or `PRUNED` in the tick that led here
 * @property {number} held by a Freeze
 */
/** @typedef {{x: number, y: number, ways: Row}} Trail its first cell (-1 without one), and the ways it takes */
/** @typedef {{x: number, y: number, kind: number}} Item */
/** @typedef {{left: number, top: number, width: number, land: Signs}} Part of the garden, row by row */
/**
 * @typedef {object} Things
 * @property {number} tick
 * @property {Trail[]} trails by seat; none in a farmer's window
 * @property {Farmer[]} farmers by seat, then strangers
 * @property {{cells: Row, kinds: Row}} power_ups
 * @property {{cells: Row, kinds: Row}} supers
 * @property {{hides: number, cells: Row}[]} weeds none in a farmer's window, whose signs say where they are
 */
/** @typedef {Part & Things} Frame */
/**
 * What a farmer has seen of the garden so far: the signs of its cells, and items.
 * @typedef {{land: number[], items: Item[]}} Memory
 */
/**
 * The part of the garden that is drawn (in cells), and where.
 * @typedef {{left: number, top: number, cell: number, x: number, y: number, width: number, height: number}} Area
 */
/**
 * The same under a camera: how large a cell is to the eye, in units of the drawing without it, and in pixels.
 * @typedef {Area & {shown: number, pixels: number}} View
 */
/** @typedef {{x: number, y: number}} Spot in cells */
/** @typedef {{isGain: boolean, path: Path2D, middle: Spot, far: number}} Wave cells that change hands together */
/**
 * A farmer between two ticks.
 * @typedef {{x: number, y: number, way: number, size: number, alpha: number, steps: number}} Figure
 */

export const WIDE = 1000;
export const NARROW = 480; // on a phone
export const EDGE = 12;
export const TOP = 22; // hats stand out
export const SIDE = 176; // beside the garden: the leaderboard
const BAR = 76; // above the garden, on a phone
const FENCE = 6;
const TALLEST = WIDE - SIDE - 2 * EDGE;
export const CARD = 112;
export const LEGEND = 26; // a line of it
const AROUND = 3; // cells of fog that a farmer's view shows around its window
const BEYOND = 1; // cells that it shows beyond the edge of the garden
const REMEMBERED = 8; // the same where it remembers what it has seen
export const UP = 1;
export const DOWN = 2;
export const LEFT = 3;
export const RIGHT = 4;
const PUT_BACK = 1;
const PRUNED = 2;

/**
 * Where the garden lies in a drawing so wide, and how large a cell of it is.
 * @param {any} scene
 * @param {number} width
 */
export function areaOf(scene, width) {
  const room = width - 2 * EDGE - (width === WIDE ? SIDE : 0);
  const cell = Math.min(room / scene.cols, TALLEST / scene.rows);
  const [w, h] = [scene.cols * cell, scene.rows * cell];
  return { x: EDGE + (room - w) / 2, y: width === WIDE ? TOP : BAR, width: w, height: h, cell };
}

/**
 * The garden with its fence, and room for the hats of farmers at its upper edge.
 * @param {Shot} shot
 */
export function fieldOf({ scene, width: all }) {
  const { x, y, width, height } = areaOf(scene, all);
  const above = all === WIDE ? TOP : TOP - 2;
  return { x: x - FENCE, y: y - above, width: width + 2 * FENCE, height: height + above + FENCE };
}

/** @param {any} scene */
export function sideHeight(scene) {
  return scene.homes.length * CARD + 6 * LEGEND + TOP + EDGE;
}

/**
 * The whole garden, or the surroundings of the farmer whose view it is.
 * @param {Shot} shot
 * @returns {Area}
 */
export function viewOf(shot) {
  const { scene } = shot;
  const area = areaOf(scene, shot.width);
  const { width, height } = area;
  if (shot.seat === null) return { ...area, left: 0, top: 0 };
  const around = scene.sight + (shot.memory ? REMEMBERED : AROUND);
  const cell = Math.min(width, height) / Math.min(Math.max(scene.cols, scene.rows), 2 * around + 1);
  const own = figureOf(shot, shot.seat) ?? { x: 0, y: 0 };
  const first = (/** @type {number} */ at, /** @type {number} */ seen, /** @type {number} */ all) => {
    if (seen >= all) return (all - seen) / 2;
    return Math.max(-BEYOND, Math.min(all + BEYOND - seen, at + 0.5 - seen / 2));
  };
  return { ...area, cell, left: first(own.x, width / cell, scene.cols), top: first(own.y, height / cell, scene.rows) };
}

/**
 * The same as a camera shows it.
 * @param {Pen} pen
 * @param {Shot} shot
 * @returns {View}
 */
export function lensOf(pen, shot) {
  const area = viewOf(shot);
  return { ...area, shown: area.cell * zoomOf(pen, shot), pixels: area.cell * shot.scale };
}

/**
 * What is seen of the garden at one moment: all of it, or as `inSight` says.
 * @param {Shot} shot
 */
export function momentOf(shot) {
  return shot.seat === null ? shot : inSight(shot);
}

/**
 * A farmer that is put elsewhere sees the old cell first, and then the new one, nothing between.
 * @param {Shot} shot
 * @returns {Shot}
 */
function inSight(shot) {
  if (!isPutElsewhere(shot, shot.seat ?? 0)) return shot;
  return shot.t < 0.5 ? { ...shot, to: shot.from, t: 1 } : { ...shot, from: shot.to, t: 1 };
}

/**
 * Whether a farmer did not walk to where it is.
 * @param {Shot} shot
 * @param {number} seat
 */
export function isPutElsewhere(shot, seat) {
  return shot.t < 1 && fateOf(shot, seat) >= PUT_BACK;
}

/**
 * @param {Shot} shot
 * @param {number} seat
 */
export function isPruned(shot, seat) {
  return fateOf(shot, seat) === PRUNED;
}

/**
 * @param {Shot} shot
 * @param {number} seat
 */
function fateOf(shot, seat) {
  return /** @type {Frame} */ (shot.to).farmers[seat]?.fate ?? 0;
}

/**
 * A farmer that a frame shows.
 * @param {Frame} frame
 * @param {number} seat
 */
export function farmerIn({ farmers }, seat) {
  const farmer = farmers[seat];
  return farmer && farmer.x >= 0 ? farmer : null;
}

/**
 * A farmer between two ticks: walking, or gone from one cell and reappearing at another.
 * @param {Shot} shot
 * @param {number} seat
 * @returns {Figure|null}
 */
export function figureOf(shot, seat) {
  const [from, to] = [farmerIn(shot.from, seat), farmerIn(shot.to, seat)];
  const { t } = shot;
  const still = { size: 1, alpha: 1, steps: 0 };
  const old = from && { ...still, x: from.x, y: from.y, way: from.direction > 0 ? from.direction : DOWN };
  if (!to) return old && t < 0.5 ? { ...old, alpha: 1 - 2 * t } : null;
  const way = to.direction > 0 ? to.direction : (from && wayOf(to.x - from.x, to.y - from.y)) || DOWN;
  if (!from || !old) return { ...still, x: to.x, y: to.y, way, alpha: t };
  if (isPutElsewhere(shot, seat)) {
    if (t < 0.5) return { ...old, size: 1 - ease(2 * t) };
    const size = ease(2 * t - 1) * (1 + 0.3 * Math.sin(Math.PI * (2 * t - 1)));
    return { ...still, x: to.x, y: to.y, way, size };
  }
  const steps = from.x !== to.x || from.y !== to.y ? t : 0;
  return { ...still, x: lerp(from.x, to.x, t), y: lerp(from.y, to.y, t), way, steps };
}

/**
 * @param {number} dx
 * @param {number} dy
 */
function wayOf(dx, dy) {
  return dx > 0 ? RIGHT : dx < 0 ? LEFT : dy > 0 ? DOWN : dy < 0 ? UP : 0;
}

/**
 * Land changes hands when the farmers have moved.
 * @param {number} t
 */
export function waveTime(t) {
  return ease(span(t, 0.2, 1));
}

/**
 * What the farmer sees now, in cells.
 * @param {Shot} shot
 */
export function windowOf({ from, to, t }) {
  const part = (/** @type {Part} */ seen) => {
    return [seen.left, seen.top, seen.left + seen.width, seen.top + heightOf(seen)];
  };
  const last = part(to);
  const [left, top, right, bottom] = part(from).map((was, i) => lerp(was, last[i] ?? was, t));
  return { x: left ?? 0, y: top ?? 0, width: (right ?? 0) - (left ?? 0), height: (bottom ?? 0) - (top ?? 0) };
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function clipWindow(pen, shot) {
  const { x, y, width, height } = windowOf(shot);
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
}
