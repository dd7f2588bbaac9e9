// The numbers of columns and rows, which stay in sight under a camera, and the clock below the map.

import { faded, label, zoomOf } from "../../../../web/static/board/canvas.js";
import { outlined } from "../../../../web/static/board/effects.js";
import { CELL, edge, enlarged, middle } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {CanvasRenderingContext2D} Pen */

const LETTERS = 10; // size
const MIN_LETTERS = 11; // CSS pixels, under a camera
const NARROW = 60; // cells that are larger to the eye are all numbered, others every fifth
const FIFTH = 5;

/**
 * Along the edges of the map, or of what is shown of it.
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawNumbers(pen, shot) {
  const { scene, view } = shot;
  const at = edge(scene);
  const zoom = zoomOf(pen, shot);
  const size = Math.max((LETTERS * enlarged(scene)) / zoom, zoom > 1 ? legible(shot) : 0);
  const step = CELL * zoom < NARROW * enlarged(scene) ? FIFTH : 1;
  const row = view.y > 0 ? Math.max(at / 2, view.y + 0.75 * size) : at / 2;
  const column = view.x > 0 ? Math.max(at - 3, view.x + 1.6 * size) : at - 3;
  for (let x = 0; x < scene.width; x += step) {
    const px = at + middle(x);
    if (isBetween(px, view.x, view.width)) write(pen, shot, String(x), px, row, size, "center", row > at);
  }
  for (let y = 0; y < scene.height; y += step) {
    const py = at + middle(y);
    if (isBetween(py, view.y, view.height)) write(pen, shot, String(y), column, py, size, "right", column > at);
  }
}

/**
 * The size of letters that are large enough on the screen.
 * @param {Shot} shot
 */
function legible({ scale }) {
  return (MIN_LETTERS * (globalThis.devicePixelRatio || 1)) / scale;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {CanvasTextAlign} align
 * @param {boolean} isOnMap
 */
function write(pen, { palette }, text, x, y, size, align, isOnMap) {
  if (!isOnMap) label(pen, text, x, y, size, palette.quiet, { align });
  else outlined(pen, text, x, y, size, palette.ink, { outline: faded(palette.ground, 0.85), align, width: 0.3 });
}

/**
 * @param {number} value
 * @param {number} from
 * @param {number} length
 */
function isBetween(value, from, length) {
  return value >= from && value <= from + length;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawClock(pen, shot) {
  const at = edge(shot.scene);
  const { turn, limit, tanks } = /** @type {Frame} */ (shot.to);
  const alive = tanks.filter(({ health }) => health > 0).length;
  const all = `turn ${turn} of ${limit} · ${alive} of ${tanks.filter(({ id }) => id > 0).length} tanks alive`;
  const size = 1.15 * LETTERS * enlarged(shot.scene);
  const words = shot.seat === null ? all : `turn ${turn}`;
  label(pen, words, shot.width - at, shot.height - at / 2, size, shot.palette.quiet, { align: "right" });
}
