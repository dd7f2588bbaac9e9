// What a farmer has seen of the garden so far, and how it is drawn: dimmed, under what the farmer sees now.

import { disc, faded, slab } from "../../../../web/static/board/canvas.js";
import { cachedDrawing } from "../../../../web/static/board/drawing-cache.js";
import { seatColour } from "../../../../web/static/shared/palette.js";
import { drawBeds } from "./beds.js";
import { drawGrass, drawHomes } from "./ground.js";
import { drawIcon, itemSize } from "./items.js";
import { UNSEEN, itemsOf, ownerOf, signAt, weedCells, withoutTrail } from "./signs.js";
import { viewOf, windowOf } from "./view.js";
import { drawTangle, spotsOf } from "./weeds.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Memory} Memory */
/** @typedef {import("./view.js").Part} Part */
/** @typedef {import("./view.js").View} View */
/** @typedef {CanvasRenderingContext2D} Pen */

const UNKNOWN = -2; // whose a cell is that was never seen
const DIM = 0.5; // how much of the fog lies over what is remembered
const OVERVIEW = 0.155; // of the garden's side
const KNOWN_OVERVIEW = 0.24; // the same where there is something to see in it

/**
 * Trails are forgotten: they are land or nothing by the time that one comes back.
 * @param {Memory|null} memory
 * @param {Frame} frame
 * @param {any} scene
 * @returns {Memory}
 */
export function remembered(memory, frame, { cols, rows }) {
  const land = memory ? [...memory.land] : Array(cols * rows).fill(UNSEEN);
  const { left, top, width } = frame;
  frame.land.forEach((/** @type {number} */ sign, /** @type {number} */ i) => {
    land[(top + Math.floor(i / width)) * cols + left + (i % width)] = withoutTrail(sign);
  });
  const items = (memory?.items ?? []).filter(({ x, y }) => signAt(frame, x, y) === undefined);
  return { land, items: [...items, ...itemsOf(frame, cols)] };
}

/**
 * What is remembered as a part of the garden: all of it.
 * @param {Memory} memory
 * @param {any} scene
 * @returns {Part}
 */
export function partOf({ land }, { cols }) {
  return { left: 0, top: 0, width: cols, land };
}

/** @type {WeakMap<number[], Path2D>} */
const shapes = new WeakMap();

/**
 * The cells that a farmer has seen.
 * @param {Memory} memory
 * @param {number} cols
 */
function knownPath({ land }, cols) {
  const known = shapes.get(land);
  if (known) return known;
  const path = new Path2D();
  visitRuns(land.map((sign) => Number(sign !== UNSEEN)), cols, (x, y, length, isKnown) => {
    if (isKnown) path.rect(x, y, length, 1);
  });
  shapes.set(land, path);
  return path;
}

/**
 * Visit the runs of equal numbers in the rows of the garden.
 * @param {number[]} numbers
 * @param {number} cols
 * @param {(x: number, y: number, length: number, number: number) => void} visit
 */
function visitRuns(numbers, cols, visit) {
  let first = 0;
  for (let i = 1; i <= numbers.length; i += 1) {
    if (i % cols && numbers[i] === numbers[first]) continue;
    visit(first % cols, Math.floor(first / cols), i - first, numbers[first] ?? 0);
    first = i;
  }
}

/**
 * What is remembered, with a thin fog over it.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
export function drawMemory(pen, shot, view) {
  const memory = /** @type {Memory|undefined} */ (shot.memory);
  if (!memory) return;
  const path = knownPath(memory, shot.scene.cols);
  const part = partOf(memory, shot.scene);
  pen.save();
  pen.clip(path);
  drawGrass(pen, shot, view);
  drawBeds(pen, shot, view, { ...part, farmers: [] });
  drawHomes(pen, shot, view);
  drawTangle(pen, shot.palette, spotsOf(weedCells(part, shot.scene.cols), shot.scene.cols), 1);
  for (const { x, y, kind } of memory.items) drawIcon(pen, kind, x + 0.5, y + 0.5, itemSize(view.shown));
  pen.restore();
  pen.fillStyle = faded(shot.palette.fog, DIM);
  pen.fill(path);
}

/**
 * The whole garden small: the homes, what is remembered, and where the farmer is.
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawOverview(pen, shot) {
  const { scene, palette } = shot;
  const memory = /** @type {Memory|undefined} */ (shot.memory);
  const area = viewOf(shot);
  const seen = windowOf(shot);
  const side = (memory ? KNOWN_OVERVIEW : OVERVIEW) * Math.min(area.width, area.height);
  const size = side / Math.max(scene.cols, scene.rows);
  const [width, height] = [scene.cols * size, scene.rows * size];
  pen.save();
  pen.translate(area.x + area.width - width - 10, area.y + 10);
  pen.lineWidth = 1;
  slab(pen, -4, -4, width + 8, height + 8, 6, faded(palette.raised, 0.92), palette.quiet);
  if (memory) {
    const paint = (/** @type {Pen} */ brush) => paintKnown(brush, shot, memory, size);
    const map = cachedDrawing(pen, shot, "overview", width, height, paint, memory.land);
    pen.drawImage(map, 0, 0, width, height);
  }
  pen.strokeStyle = palette.ink;
  pen.strokeRect(seen.x * size, seen.y * size, seen.width * size, seen.height * size);
  shot.seats.forEach((_, seat) => {
    const [hx, hy] = scene.homes[seat];
    slab(pen, (hx - 1) * size, (hy - 1) * size, 3 * size, 3 * size, 1, seatColour(seat));
  });
  const [x, y] = [(seen.x + seen.width / 2) * size, (seen.y + seen.height / 2) * size];
  disc(pen, x, y, 5, palette.raised);
  disc(pen, x, y, 4, seatColour(shot.seat ?? 0));
  pen.restore();
}

/**
 * @param {Pen} brush
 * @param {Shot} shot
 * @param {Memory} memory
 * @param {number} size
 */
function paintKnown(brush, { palette, scene }, { land }, size) {
  const ground = palette.dark ? "#364632" : "#cbd6a8";
  const owners = land.map((sign) => (sign === UNSEEN ? UNKNOWN : ownerOf(sign)));
  visitRuns(owners, scene.cols, (x, y, length, seat) => {
    if (seat === UNKNOWN) return;
    brush.fillStyle = seat < 0 ? ground : seatColour(seat);
    brush.fillRect(x * size, y * size, length * size, size);
  });
}
