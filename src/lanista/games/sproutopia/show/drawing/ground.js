// The ground under everything: grass, fence, homes, and the fog around a farmer's window.

import { disc, faded, grain, label, slab, stroke } from "../../../../web/static/board/canvas.js";
import { tile } from "../../../../web/static/board/drawing-cache.js";
import { windowOf } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Palette} Palette */
/** @typedef {import("./view.js").View} View */
/** @typedef {CanvasRenderingContext2D} Pen */

const GRASS_TILE = 384; // units of twelve cells
const GRASS_CELLS = 12;
const MAX_TILE = 2048; // pixels
const SOIL = "#3b2f1c"; // signs on the ground by day

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
export function drawFence(pen, { palette }, { x, y, width, height }) {
  slab(pen, x - 5, y - 5, width + 10, height + 10, 9, palette.dark ? "#4a3c2c" : "#b08d5f");
  slab(pen, x - 2.5, y - 2.5, width + 5, height + 5, 7, palette.dark ? "#2b241b" : "#8a6b43");
}

/**
 * A tile as a filling whose unit is a cell.
 * @param {Pen} pen
 * @param {HTMLCanvasElement} canvas
 * @param {number} cells that it is wide
 */
export function filling(pen, canvas, cells) {
  const pattern = /** @type {CanvasPattern} */ (pen.createPattern(canvas, "repeat"));
  pattern.setTransform({ a: cells / canvas.width, d: cells / canvas.width });
  return pattern;
}

/**
 * A tile that is painted as sharp as its cells are shown, in steps.
 * @param {string} name
 * @param {number} units that it is painted in
 * @param {number} cells that it is wide
 * @param {View} view
 * @param {(pen: Pen) => void} paint
 */
export function tileOf(name, units, cells, { pixels }, paint) {
  const step = 2 ** Math.max(0, Math.ceil(Math.log2((cells * pixels) / units)));
  const size = Math.min(units * step, MAX_TILE);
  return tile(`${name} ${size}`, size, (pen) => {
    pen.scale(size / units, size / units);
    paint(pen);
  });
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
export function drawGrass(pen, { palette }, view) {
  const grass = tileOf(`grass ${palette.dark}`, GRASS_TILE, GRASS_CELLS, view, (paper) => paintGrass(paper, palette));
  pen.fillStyle = filling(pen, grass, GRASS_CELLS);
  pen.fillRect(view.left, view.top, view.width / view.cell, view.height / view.cell);
}

/**
 * @param {Pen} pen
 * @param {Palette} palette
 */
function paintGrass(pen, palette) {
  pen.fillStyle = palette.dark ? "#20281f" : "#e3e8cb";
  pen.fillRect(0, 0, GRASS_TILE, GRASS_TILE);
  for (let i = 0; i < 70; i += 1) {
    const [x, y] = [grain(i, 1) * GRASS_TILE, grain(i, 2) * GRASS_TILE];
    const colour = palette.dark ? "#34422e" : "#bece96";
    paintTwice(x, y, 50, (px, py) => paintPuff(pen, px, py, 18 + 30 * grain(i, 3), colour, 0.3));
  }
  for (let i = 0; i < 190; i += 1) {
    const [x, y] = [grain(i, 4) * GRASS_TILE, grain(i, 5) * GRASS_TILE];
    const colours = palette.dark ? ["#364632", "#2c382a"] : ["#b9c892", "#cbd6a8"];
    const colour = colours[i % 3 ? 1 : 0] ?? "";
    paintTwice(x, y, 8, (px, py) => {
      stroke(pen, [px, py, px - 2.5, py - 6 - 3 * grain(i, 6)], colour, 1.7);
      stroke(pen, [px + 1, py, px + 3, py - 5 - 3 * grain(i, 7)], colour, 1.7);
    });
  }
}

/**
 * What sticks out of one side of a tile comes in at the other.
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @param {(x: number, y: number) => void} paint
 */
function paintTwice(x, y, reach, paint) {
  const shifts = (/** @type {number} */ at) => {
    return at < reach ? [0, GRASS_TILE] : at > GRASS_TILE - reach ? [0, -GRASS_TILE] : [0];
  };
  for (const dx of shifts(x)) for (const dy of shifts(y)) paint(x + dx, y + dy);
}

/**
 * Where each farmer comes up.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
export function drawHomes(pen, shot, { shown }) {
  const ink = shot.palette.dark ? "#ffffff" : SOIL;
  shot.seats.forEach(({ letter }, seat) => {
    const [x, y] = shot.scene.homes[seat];
    pen.strokeStyle = faded(ink, 0.28);
    pen.lineWidth = Math.max(0.09, 1 / shown);
    pen.setLineDash([0.3, 0.3]);
    pen.beginPath();
    pen.roundRect(x - 0.88, y - 0.88, 2.76, 2.76, 0.5);
    pen.stroke();
    pen.setLineDash([]);
    pen.save();
    pen.translate(x + 0.5, y + 0.55);
    pen.scale(0.1, 0.1);
    label(pen, letter, 0, 0, 15, faded(ink, 0.3), { align: "center", weight: 800 });
    pen.restore();
  });
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
export function drawFog(pen, { palette, scene }, { left, top, width, height, cell }) {
  const canvas = tile(`fog ${palette.dark}`, GRASS_TILE, (paper) => {
    paper.fillStyle = palette.fog;
    paper.fillRect(0, 0, GRASS_TILE, GRASS_TILE);
    for (let i = 0; i < 60; i += 1) {
      const [x, y] = [grain(i, 21) * GRASS_TILE, grain(i, 22) * GRASS_TILE];
      const [light, alpha] = /** @type {[string, number]} */ (palette.dark ? ["#464c58", 0.12] : ["#ffffff", 0.22]);
      paintTwice(x, y, 80, (px, py) => paintPuff(paper, px, py, 30 + 50 * grain(i, 23), light, alpha));
    }
  });
  pen.fillStyle = palette.ground;
  pen.fillRect(left, top, width / cell, height / cell);
  pen.fillStyle = palette.dark ? "#4a3c2c" : "#b08d5f";
  pen.fillRect(-0.2, -0.2, scene.cols + 0.4, scene.rows + 0.4);
  pen.fillStyle = filling(pen, canvas, GRASS_CELLS);
  pen.fillRect(0, 0, scene.cols, scene.rows);
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 * @param {number} alpha
 */
function paintPuff(pen, x, y, radius, colour, alpha) {
  const light = pen.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, faded(colour, alpha));
  light.addColorStop(1, faded(colour, 0));
  disc(pen, x, y, radius, /** @type {any} */ (light));
}

/** @type {[number, number][]} how far the fog reaches into the window, and how thick it is */
const RIM = [[1.1, 0.12], [0.9, 0.14], [0.7, 0.16], [0.5, 0.2], [0.25, 0.3]];

/**
 * The fog begins softly.
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawRim(pen, shot) {
  const { x, y, width, height } = windowOf(shot);
  for (const [reach, alpha] of RIM) {
    pen.strokeStyle = faded(shot.palette.fog, alpha);
    pen.lineWidth = reach;
    pen.strokeRect(x, y, width, height);
  }
}
