// The ground: the whole map, or fog in which lies what scans have shown.

import { ease, faded, grain } from "../../../../web/static/board/canvas.js";
import { cachedDrawing, drawPieces } from "../../../../web/static/board/drawing-cache.js";
import { knownCells } from "./memory.js";
import { paintLand } from "./terrain.js";
import { CELL, SWEEP, edge, isOnMap, landOf } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Box} Box */
/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Land} Land */
/** @typedef {CanvasRenderingContext2D} Pen */

const AROUND = 3; // cells beyond a piece whose grass and trees reach into it
const DIM = 0.55; // how much of the fog lies over what is remembered
const MAX_CLOUDS = 400;

/**
 * The whole map; or the fog, with what is remembered and what the last scan has shown in it.
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawGround(pen, shot) {
  const { scene, from, to, t } = shot;
  const at = edge(scene);
  const map = { x: at, y: at, width: scene.width * CELL, height: scene.height * CELL };
  if (shot.seat === null) {
    drawPieces(pen, shot, "map", map, (brush, part) => paintPart(brush, shot, landOf(to.land), part));
    return;
  }
  const memory = { x: 0, y: 0, rows: /** @type {string[]} */ (shot.memory ?? []) };
  const paint = (/** @type {Pen} */ brush, /** @type {Box} */ part) => paintFog(brush, shot, memory, part);
  drawPieces(pen, shot, "fog", map, paint, (part) => landIn(shot, memory, part).rows);
  pen.save();
  pen.translate(at, at);
  if (from.land.cells.length && t < SWEEP) drawScanned(pen, shot, from, 1 - ease(t / SWEEP));
  if (to.land.cells.length && t > SWEEP) drawScanned(pen, shot, to, ease((t - SWEEP) / (1 - SWEEP)));
  pen.restore();
}

/**
 * The cells in a part of the drawing, and some around it.
 * @param {Shot} shot
 * @param {Land} land
 * @param {Box} part
 * @returns {Land}
 */
function landIn({ scene }, land, part) {
  const at = edge(scene);
  const first = (/** @type {number} */ from) => Math.max(0, Math.floor((from - at) / CELL) - AROUND);
  const last = (/** @type {number} */ to) => Math.ceil((to - at) / CELL) + AROUND;
  const [left, top, right, bottom] = [
    first(part.x), first(part.y), last(part.x + part.width), last(part.y + part.height),
  ];
  return { x: left, y: top, rows: land.rows.slice(top, bottom).map((row) => row.slice(left, right)) };
}

/**
 * @param {Pen} brush
 * @param {Shot} shot
 * @param {Land} land
 * @param {Box} part
 */
function paintPart(brush, shot, land, part) {
  const inner = landIn(shot, land, part);
  const at = edge(shot.scene);
  brush.translate(at + inner.x * CELL, at + inner.y * CELL);
  paintLand(brush, shot, inner);
}

/**
 * What a scan has shown.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Frame} frame
 * @param {number} alpha
 */
function drawScanned(pen, shot, frame, alpha) {
  const land = landOf(frame.land);
  const [width, height] = [(land.rows[0]?.length ?? 0) * CELL, land.rows.length * CELL];
  const paint = (/** @type {Pen} */ brush) => {
    paintLand(brush, shot, land);
    clearOutside(brush, shot, land);
  };
  const content = [`${land.x} ${land.y}`, ...land.rows];
  const drawing = cachedDrawing(pen, shot, `scan ${frame.turn % 2}`, width, height, paint, content);
  pen.globalAlpha = alpha;
  pen.drawImage(drawing, land.x * CELL, land.y * CELL, width, height);
  pen.globalAlpha = 1;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Land} land
 */
function clearOutside(pen, { scene }, land) {
  land.rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!isOnMap(scene, land.x + x, land.y + y)) pen.clearRect(x * CELL, y * CELL, CELL, CELL);
    }
  });
}

/**
 * Fog, thinner over what is remembered.
 * @param {Pen} brush
 * @param {Shot} shot
 * @param {Land} memory
 * @param {Box} part
 */
function paintFog(brush, shot, memory, part) {
  const { scene, palette } = shot;
  const at = edge(scene);
  brush.fillStyle = palette.fog;
  brush.fillRect(part.x, part.y, part.width, part.height);
  brush.save();
  brush.translate(at, at);
  paintClouds(brush, shot, { ...part, x: part.x - at, y: part.y - at });
  brush.restore();
  const inner = landIn(shot, memory, part);
  if (inner.rows.every((row) => row.trim() === "")) return;
  brush.translate(at + inner.x * CELL, at + inner.y * CELL);
  const known = knownCells(inner.rows);
  brush.save();
  brush.clip(known);
  paintLand(brush, shot, inner);
  brush.restore();
  brush.fillStyle = faded(palette.fog, DIM);
  brush.fill(known);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Box} part of the map
 */
function paintClouds(pen, { scene, palette }, part) {
  const [width, height] = [scene.width * CELL, scene.height * CELL];
  const most = Math.min(MAX_CLOUDS, Math.round((scene.width * scene.height) / 9));
  for (let i = 0; i < most; i += 1) {
    const size = CELL * (2 + 4 * grain(i, 4));
    const [x, y] = [grain(i, 1) * width, grain(i, 2) * height];
    if (x + 2 * size < part.x || x - 2 * size > part.x + part.width) continue;
    if (y + size < part.y || y - size > part.y + part.height) continue;
    paintCloud(pen, x, y, size, grain(i, 3) < 0.55 ? "#ffffff" : "#000000", palette.dark ? 0.035 : 0.065);
  }
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} tone
 * @param {number} alpha
 */
function paintCloud(pen, x, y, size, tone, alpha) {
  pen.save();
  pen.translate(x, y);
  pen.scale(1.6, 0.7);
  const cloud = pen.createRadialGradient(0, 0, 0, 0, 0, size);
  cloud.addColorStop(0, faded(tone, alpha));
  cloud.addColorStop(1, faded(tone, 0));
  pen.fillStyle = cloud;
  pen.fillRect(-size, -size, 2 * size, 2 * size);
  pen.restore();
}
