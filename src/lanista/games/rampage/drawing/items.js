// Items: on the floor, and as signs beside the names of those who hold them.

import { disc, ease, stroke } from "../../../web/static/canvas.js";
import { ring, span } from "../../../web/static/effects.js";
import { ITEM_COLOURS, MOVED, SHIFT, SMALL, everywhere } from "./view.js";

/** @typedef {import("../../../web/static/canvas.js").Shot} Shot */
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
  const { cell } = grid;
  const gone = ease(span(shot.t, MOVED - 0.16, MOVED + 0.14));
  grid.scene.items.forEach(([x, y, kind], i) => {
    const lies = shot.to.items[i] === "1";
    const lay = shot.from.items[i] === "1";
    if (!lies && (!lay || gone >= 1)) return;
    const left = lies ? 1 : 1 - gone;
    everywhere(grid, x + 0.5, y + 0.5, 0.5, (px, py) => drawItem(pen, px, py - (1 - left) * cell * 0.5, cell * (cell > SMALL ? 0.32 : 0.42) * (0.3 + 0.7 * left), kind, cell > SMALL));
  });
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
  for (const [dx, dy] of SHIFT) {
    stroke(pen, [x + dx * size * 0.28, y + dy * size * 0.28, x + dx * size * 0.68, y + dy * size * 0.68], "#ffffff", size * 0.2);
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
