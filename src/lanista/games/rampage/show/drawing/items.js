// Items: on the floor, and as signs beside the names of those who hold them.

import { disc, ease, stroke } from "../../../../web/static/board/canvas.js";
import { ring, span } from "../../../../web/static/board/effects.js";
import { stamp } from "../../../../web/static/board/drawing-cache.js";
import { ITEM_COLOURS, MOVED, SHIFT, everywhere, isSmall } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Grid} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {(pen: Pen, x: number, y: number, size: number) => void} Icon */

/**
 * Items lie there until a robot has come; then they fly to it.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawItems(pen, shot, grid) {
  const gone = ease(span(shot.t, MOVED - 0.16, MOVED + 0.14));
  grid.scene.items.forEach(([x, y, kind], i) => {
    const lies = shot.to.items[i];
    if (!lies && (!shot.from.items[i] || gone >= 1)) return;
    everywhere(grid, x + 0.5, y + 0.5, 1, (px, py) => drawLying(pen, shot, grid, px, py, kind, lies ? 1 : 1 - gone));
  });
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} kind
 * @param {number} left how much is left of it: 1, or less when it is taken
 */
function drawLying(pen, shot, grid, x, y, kind, left) {
  const small = isSmall(grid);
  const size = grid.cell * (small ? 0.42 : 0.32);
  const draw = (/** @type {Pen} */ brush) => drawItem(brush, 0, 0, size, kind, !small);
  if (left === 1) stamp(pen, shot, `item ${kind} ${small}`, x, y, 0.5 * grid.cell, draw);
  else drawItem(pen, x, y - (1 - left) * grid.cell * 0.5, size * (0.3 + 0.7 * left), kind, !small);
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} kind
 * @param {boolean} shadow
 */
export function drawItem(pen, x, y, size, kind, shadow) {
  if (shadow) disc(pen, x + size * 0.12, y + size * 0.2, size, "rgba(0, 0, 0, 0.22)");
  disc(pen, x, y, size, "#fbf8f0");
  disc(pen, x, y, size * 0.84, ITEM_COLOURS[kind] ?? "");
  ICONS[kind]?.(pen, x, y, size * 0.84);
}

/** @type {Icon[]} */
const ICONS = [drawLaserIcon, drawShieldIcon, drawTeleportIcon];

/** @type {Icon} */
function drawLaserIcon(pen, x, y, size) {
  const [inner, outer] = [size * 0.28, size * 0.68];
  for (const [dx, dy] of SHIFT) {
    stroke(pen, [x + dx * inner, y + dy * inner, x + dx * outer, y + dy * outer], "#ffffff", size * 0.2);
  }
  disc(pen, x, y, size * 0.2, "#ffffff");
}

/** @type {Icon} */
function drawShieldIcon(pen, x, y, size) {
  pen.beginPath();
  pen.moveTo(x, y - size * 0.66);
  pen.quadraticCurveTo(x + size * 0.3, y - size * 0.42, x + size * 0.55, y - size * 0.42);
  pen.quadraticCurveTo(x + size * 0.58, y + size * 0.32, x, y + size * 0.68);
  pen.quadraticCurveTo(x - size * 0.58, y + size * 0.32, x - size * 0.55, y - size * 0.42);
  pen.quadraticCurveTo(x - size * 0.3, y - size * 0.42, x, y - size * 0.66);
  pen.fillStyle = "#ffffff";
  pen.fill();
}

/** @type {Icon} */
function drawTeleportIcon(pen, x, y, size) {
  ring(pen, x, y, size * 0.52, "#ffffff", size * 0.17, 0.4, 3.3);
  ring(pen, x, y, size * 0.52, "#ffffff", size * 0.17, 3.6, 6.4);
  disc(pen, x, y, size * 0.18, "#ffffff");
}
