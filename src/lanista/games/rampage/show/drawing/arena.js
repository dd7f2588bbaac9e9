// The arena: its floor, pads and walls, painted once in pieces; and its edge, beyond which lies the other side.

import { disc, faded, grain, label, shade, slab, stroke } from "../../../../web/static/board/canvas.js";
import { ring } from "../../../../web/static/board/effects.js";
import { drawPieces } from "../../../../web/static/board/drawing-cache.js";
import { ITEM_COLOURS, NAMED_PADS, RIM, SHIFT, around, fieldOf, isSmall } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Box} Box */
/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Palette} Palette */
/** @typedef {import("./view.js").Four} Four */
/** @typedef {import("./view.js").Grid} Grid */
/** @typedef {import("./view.js").Scene} Scene */
/** @typedef {CanvasRenderingContext2D} Pen */

const REACH = 1; // cells around its own over which a wall throws its shadow

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawGround(pen, shot, grid) {
  const detail = [isSmall(grid) ? "plain" : "fine"];
  const paint = (/** @type {Pen} */ brush, /** @type {Box} */ part) => {
    brush.fillStyle = shot.palette.dark ? "#1b1f26" : "#cfc8b8";
    brush.fillRect(part.x, part.y, part.width, part.height);
    brush.translate(grid.left, grid.top);
    paintGround(brush, shot.palette, grid, { ...part, x: part.x - grid.left, y: part.y - grid.top });
  };
  drawPieces(pen, shot, "ground", fieldOf(grid.scene), paint, () => detail);
}

/**
 * @param {Pen} brush
 * @param {Palette} palette
 * @param {Grid} grid
 * @param {Box} part from the board's corner
 */
function paintGround(brush, palette, grid, part) {
  const { scene } = grid;
  const pads = new Map(scene.pads.map(([x, y], i) => [y * scene.width + x, i]));
  const walls = (/** @type {typeof drawWallTop} */ draw) => {
    eachCell(grid, part, (x, y, px, py) => isWall(scene, x, y) && draw(brush, palette, grid, x, y, px, py));
  };
  eachCell(grid, part, (x, y, px, py) => drawTile(brush, palette, grid, x, y, px, py));
  eachCell(grid, part, (x, y, px, py) => {
    const pad = pads.get(y * scene.width + x);
    if (pad !== undefined) drawPad(brush, palette, grid.cell, px + grid.cell / 2, py + grid.cell / 2, pad);
  });
  walls(drawWallShadow);
  walls(drawWallSide);
  walls(drawWallTop);
}

/**
 * Call for the cells in a part and those around it, also beyond the edges.
 * @param {Grid} grid
 * @param {Box} part
 * @param {(x: number, y: number, px: number, py: number) => void} call
 */
function eachCell({ scene, cell, rim }, part, call) {
  const beyond = Math.ceil(rim);
  const first = (/** @type {number} */ at) => Math.max(-beyond, Math.floor(at / cell) - REACH);
  const last = (/** @type {number} */ at, /** @type {number} */ size) => {
    return Math.min(size + beyond - 1, Math.floor(at / cell) + REACH);
  };
  for (let y = first(part.y); y <= last(part.y + part.height, scene.height); y += 1) {
    for (let x = first(part.x); x <= last(part.x + part.width, scene.width); x += 1) {
      call(around(x, scene.width), around(y, scene.height), x * cell, y * cell);
    }
  }
}

/**
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 */
function isWall({ rows, width, height }, x, y) {
  return rows[around(y, height)]?.[around(x, width)] === "#";
}

/**
 * @param {Pen} brush
 * @param {Palette} palette
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} px
 * @param {number} py
 */
function drawTile(brush, palette, grid, x, y, px, py) {
  const { cell } = grid;
  const tone = (grain(x, y) - 0.5) * 0.05 + ((x + y) % 2 ? 0.012 : -0.012);
  const gap = Math.min(1.2, cell * 0.03);
  const colour = shade(palette.dark ? "#262c35" : "#e7e1d3", tone);
  slab(brush, px + gap, py + gap, cell - 2 * gap, cell - 2 * gap, cell * 0.07, colour);
  if (isSmall(grid)) return;
  const speck = palette.dark ? "rgba(255, 255, 255, 0.05)" : "rgba(90, 70, 40, 0.10)";
  for (let i = 0; i < 3; i += 1) {
    const [across, down] = [0.12 + 0.76 * grain(x + i, y * 3 + 1), 0.12 + 0.76 * grain(y - i, x * 5 + 2)];
    disc(brush, px + cell * across, py + cell * down, cell * (0.008 + 0.014 * grain(i, x + y)), speck);
  }
  if (grain(x * 3, y * 7) > 0.86) drawScratch(brush, palette, cell, x, y, px, py);
}

/**
 * @param {Pen} brush
 * @param {Palette} palette
 * @param {number} cell
 * @param {number} x
 * @param {number} y
 * @param {number} px
 * @param {number} py
 */
function drawScratch(brush, palette, cell, x, y, px, py) {
  const at = (/** @type {number} */ i) => [
    px + cell * (0.2 + 0.6 * grain(x + i, y)), py + cell * (0.2 + 0.6 * grain(y + i, x)),
  ];
  const colour = palette.dark ? "rgba(0, 0, 0, 0.25)" : "rgba(90, 70, 40, 0.13)";
  stroke(brush, [...at(1), ...at(2)], colour, cell * 0.02);
}

/**
 * The corners of a wall are round where no other wall touches it.
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function corners(scene, x, y, radius) {
  const [up, down, left, right] = SHIFT.map(([dx, dy]) => isWall(scene, x + dx, y + dy));
  return [up || left, up || right, down || right, down || left].map((joined) => (joined ? 0 : radius));
}

/**
 * @param {Pen} brush
 * @param {Palette} palette
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} px
 * @param {number} py
 */
function drawWallShadow(brush, palette, { scene, cell }, x, y, px, py) {
  brush.beginPath();
  brush.roundRect(px + cell * 0.1, py + cell * 0.12, cell, cell, corners(scene, x, y, cell * 0.2));
  brush.fillStyle = palette.dark ? "rgba(0, 0, 0, 0.32)" : "rgba(70, 55, 30, 0.20)";
  brush.fill();
}

/** @type {typeof drawWallShadow} */
function drawWallSide(brush, palette, { scene, cell }, x, y, px, py) {
  brush.beginPath();
  brush.roundRect(px, py, cell, cell, corners(scene, x, y, cell * 0.18));
  brush.fillStyle = palette.dark ? "#39414f" : "#6f7683";
  brush.fill();
}

/** @type {typeof drawWallShadow} */
function drawWallTop(brush, palette, grid, x, y, px, py) {
  const { scene, cell } = grid;
  const depth = cell * 0.13;
  const below = isWall(scene, x, y + 1);
  brush.beginPath();
  brush.roundRect(px, py - 0.3, cell, cell - (below ? -0.6 : depth), corners(scene, x, y, cell * 0.18));
  brush.fillStyle = shade(palette.dark ? "#566073" : "#98a0ad", (grain(x, y) - 0.5) * 0.08);
  brush.fill();
  if (isSmall(grid)) return;
  const light = faded("#ffffff", palette.dark ? 0.13 : 0.35);
  const ridge = py + cell * 0.04;
  if (!isWall(scene, x, y - 1)) stroke(brush, [px + cell * 0.16, ridge, px + cell * 0.84, ridge], light, cell * 0.035);
  for (const [dx, dy] of [[0.2, 0.22], [0.8, 0.22], [0.2, 0.68], [0.8, 0.68]]) {
    const rivet = faded("#000000", palette.dark ? 0.28 : 0.2);
    disc(brush, px + (dx ?? 0) * cell, py + (dy ?? 0) * cell, cell * 0.032, rivet);
  }
}

/**
 * @param {Pen} brush
 * @param {Palette} palette
 * @param {number} cell
 * @param {number} px
 * @param {number} py
 * @param {number} i
 */
function drawPad(brush, palette, cell, px, py, i) {
  const colour = ITEM_COLOURS[2] ?? "";
  disc(brush, px, py, cell * 0.43, faded(colour, palette.dark ? 0.3 : 0.2));
  disc(brush, px, py, cell * 0.34, palette.dark ? "#211d33" : "#f4efff");
  ring(brush, px, py, cell * 0.43, faded(colour, 0.55), cell * 0.035);
  ring(brush, px, py, cell * 0.34, colour, cell * 0.05);
  for (let k = 0; k < 4; k += 1) {
    const angle = Math.PI * (0.25 + k / 2);
    const [dx, dy] = [Math.cos(angle) * cell, Math.sin(angle) * cell];
    stroke(brush, [px + dx * 0.37, py + dy * 0.37, px + dx * 0.45, py + dy * 0.45], colour, cell * 0.06);
  }
  if (i >= NAMED_PADS) return;
  const ink = palette.dark ? "#b8a1ff" : "#6138d6";
  label(brush, String(i), px, py + cell * 0.02, cell * 0.4, ink, { align: "center", weight: 800 });
}

/**
 * Beyond the edge lies the other side, and fades away.
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {Grid} grid
 */
export function drawEdge(pen, palette, { left, top, across, down }) {
  const [right, bottom] = [left + across, top + down];
  veil(pen, palette, [left, 0, left - RIM, 0], [left - RIM, top - RIM, RIM, down + 2 * RIM]);
  veil(pen, palette, [right, 0, right + RIM, 0], [right, top - RIM, RIM, down + 2 * RIM]);
  veil(pen, palette, [0, top, 0, top - RIM], [left - RIM, top - RIM, across + 2 * RIM, RIM]);
  veil(pen, palette, [0, bottom, 0, bottom + RIM], [left - RIM, bottom, across + 2 * RIM, RIM]);
  pen.setLineDash([10, 8]);
  pen.lineWidth = 2;
  pen.strokeStyle = faded(palette.ink, palette.dark ? 0.4 : 0.3);
  pen.strokeRect(left, top, across, down);
  pen.setLineDash([]);
}

/**
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {Four} line from where it is thin to where it is thick
 * @param {Four} box
 */
function veil(pen, palette, line, box) {
  const cover = pen.createLinearGradient(...line);
  cover.addColorStop(0, faded(palette.ground, 0.45));
  cover.addColorStop(1, faded(palette.ground, 0.97));
  pen.fillStyle = cover;
  pen.fillRect(...box);
}
