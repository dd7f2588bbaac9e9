// Weeds.

import { disc, ease, grain } from "../../../../web/static/board/canvas.js";
import { weedCells, weedChanges } from "./signs.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawWeeds(pen, { scene, from, to, t, palette }) {
  const { grown, cleared } = weedChanges(t < 1 ? from : to, to, scene.cols);
  const changed = new Set([...grown, ...cleared]);
  const frames = t < 1 ? [from, to] : [to]; // also what is about to leave the window
  const shown = new Set(frames.flatMap((frame) => weedCells(frame, scene.cols)));
  const spots = (/** @type {number[]} */ cells) => spotsOf(cells, scene.cols);
  drawTangle(pen, palette, spots([...shown].filter((cell) => !changed.has(cell))), 1);
  drawTangle(pen, palette, spots(grown), ease(t));
  drawTangle(pen, palette, spots(cleared), 1 - ease(t));
}

/**
 * The middles of cells.
 * @param {number[]} cells
 * @param {number} cols
 */
export function spotsOf(cells, cols) {
  return cells.map((key) => ({ x: (key % cols) + 0.5, y: Math.floor(key / cols) + 0.5, key }));
}

/**
 * Dark leaves, winding stems with thorns, and a few flowers.
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {{x: number, y: number, key: number}[]} spots
 * @param {number} grown
 */
export function drawTangle(pen, palette, spots, grown) {
  if (!spots.length || grown <= 0) return;
  const [leaves, stems] = [new Path2D(), new Path2D()];
  for (const { key: cell, x, y } of spots) {
    for (let i = 0; i < 5; i += 1) {
      const [dx, dy] = [(grain(cell, i) - 0.5) * 0.7, (grain(i, cell) - 0.5) * 0.7];
      leaves.moveTo(x + dx * grown + 0.34 * grown, y + dy * grown);
      leaves.arc(x + dx * grown, y + dy * grown, 0.34 * grown, 0, 2 * Math.PI);
    }
    addStems(stems, cell, x, y, grown);
  }
  pen.fillStyle = palette.dark ? "#2a4d2b" : "#2f5130";
  pen.fill(leaves);
  pen.lineCap = "round";
  const [edge, stem] = palette.dark ? ["#12250f", "#77b863"] : ["#1c3520", "#6fae57"];
  for (const [colour, width] of /** @type {[string, number][]} */ ([[edge, 0.2], [stem, 0.1]])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke(stems);
  }
  for (const { key: cell, x, y } of spots) {
    if (grain(cell, 9) <= 0.62) continue;
    drawFlower(pen, x + grain(cell, 7) * 0.4 - 0.2, y + grain(7, cell) * 0.4 - 0.2, 0.2 * grown);
  }
}

/**
 * @param {Path2D} path
 * @param {number} cell
 * @param {number} x
 * @param {number} y
 * @param {number} grown
 */
function addStems(path, cell, x, y, grown) {
  for (let i = 0; i < 3; i += 1) {
    const turn = 2 * Math.PI * grain(cell, i + 11);
    const [dx, dy] = [Math.cos(turn) * 0.55 * grown, Math.sin(turn) * 0.55 * grown];
    path.moveTo(x - dx, y - dy);
    path.bezierCurveTo(x - dy, y + dx, x + dy, y - dx, x + dx, y + dy);
    path.moveTo(x + dx * 0.4, y + dy * 0.4);
    path.lineTo(x + dx * 0.4 - dy * 0.3, y + dy * 0.4 + dx * 0.3);
  }
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function drawFlower(pen, x, y, size) {
  for (let i = 0; i < 5; i += 1) {
    const turn = (2 * Math.PI * i) / 5;
    disc(pen, x + Math.cos(turn) * size * 0.75, y + Math.sin(turn) * size * 0.75, size * 0.55, "#d59be0");
  }
  disc(pen, x, y, size * 0.5, "#ffe08a");
}
