// What a farmer has seen of the garden so far, and how it is drawn: dimmed, under what the farmer sees now.

import { disc, faded, slab } from "../../../web/static/canvas.js";
import { kept } from "../../../web/static/kept.js";
import { seatColour } from "../../../web/static/palette.js";
import { drawBeds } from "./beds.js";
import { drawGrass, drawHomes } from "./ground.js";
import { drawIcon, itemSize } from "./items.js";
import { LETTERS, viewOf, windowOf } from "./view.js";
import { drawTangle, spotsOf, weedCells } from "./weeds.js";

/** @typedef {import("../../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Memory} Memory */
/** @typedef {import("./view.js").View} View */
/** @typedef {CanvasRenderingContext2D} Pen */

const UNSEEN = " ";
const FREE = ".";
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
export function remembered(memory, frame, { cols, rows: count }) {
  const [left, top] = frame.at;
  const rows = memory ? [...memory.rows] : Array.from({ length: count }, () => UNSEEN.repeat(cols));
  frame.land.forEach((row, i) => {
    const old = rows[top + i] ?? "";
    const seen = row.replace(/[a-z]/g, FREE);
    rows[top + i] = old.slice(0, left) + seen + old.slice(left + row.length);
  });
  const isSeen = (/** @type {number} */ x, /** @type {number} */ y) => {
    return y >= top && y < top + frame.land.length && x >= left && x < left + (frame.land[0]?.length ?? 0);
  };
  const weeds = (memory?.weeds ?? []).filter((cell) => !isSeen(cell % cols, Math.floor(cell / cols)));
  const items = (memory?.items ?? []).filter(([x, y]) => !isSeen(x, y));
  return { rows, weeds: [...weeds, ...weedCells(frame)], items: [...items, ...frame.items] };
}

/**
 * The sign of a cell that a farmer remembers; "" if it has never seen it.
 * @param {Memory|undefined} memory
 * @param {number} x
 * @param {number} y
 */
export function signOf(memory, x, y) {
  return (memory?.rows[y]?.[x] ?? UNSEEN).trim();
}

/** @type {WeakMap<string[], Path2D>} */
const shapes = new WeakMap();

/**
 * The cells that a farmer has seen.
 * @param {Memory} memory
 */
function knownPath({ rows }) {
  const known = shapes.get(rows);
  if (known) return known;
  const path = new Path2D();
  rows.forEach((row, y) => {
    for (const run of row.matchAll(/[^ ]+/g)) path.rect(run.index ?? 0, y, run[0].length, 1);
  });
  shapes.set(rows, path);
  return path;
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
  const path = knownPath(memory);
  pen.save();
  pen.clip(path);
  drawGrass(pen, shot, view);
  drawBeds(pen, shot, view, { at: [0, 0], land: memory.rows, farmers: [] });
  drawHomes(pen, shot, view);
  drawTangle(pen, shot.palette, spotsOf(memory.weeds, shot.scene.cols), 1);
  for (const [x, y, kind] of memory.items) drawIcon(pen, kind, x + 0.5, y + 0.5, itemSize(view.shown));
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
    const map = kept(pen, shot, "overview", width, height, paint, memory.rows);
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
function paintKnown(brush, { palette }, { rows }, size) {
  rows.forEach((row, y) => {
    for (const run of row.matchAll(/([^ ])\1*/g)) {
      const seat = LETTERS.indexOf(run[1] ?? "");
      const ground = palette.dark ? "#364632" : "#cbd6a8";
      brush.fillStyle = seat < 0 ? ground : seatColour(seat);
      brush.fillRect((run.index ?? 0) * size, y * size, run[0].length * size, size);
    }
  });
}
