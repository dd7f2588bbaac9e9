// Sproutopia: a garden of beds, one colour per farmer. Everybody sees all of it; a farmer's own view follows it.

import { drawLand } from "./drawing/beds.js";
import { drawFarmers } from "./drawing/farmers.js";
import { drawFence, drawFog, drawGrass, drawHomes, drawOverview, drawRim } from "./drawing/ground.js";
import { drawItems } from "./drawing/items.js";
import { drawBar, drawSide } from "./drawing/leaderboard.js";
import { drawTrailCells, drawTrails } from "./drawing/trails.js";
import { EDGE, NARROW, WIDE, areaOf, clipWindow, inSight, sideHeight, viewOf } from "./drawing/view.js";
import { drawWeeds } from "./drawing/weeds.js";

/** @typedef {import("../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("./drawing/view.js").Farmer} Farmer */
/** @typedef {import("./drawing/view.js").Frame} Frame */
/** @typedef {import("./drawing/view.js").View} View */
/** @typedef {CanvasRenderingContext2D} Pen */

/** @type {import("../../web/static/canvas.js").Board} */
export const board = {
  rate: 6,
  size(scene, room) {
    const width = room < 600 ? NARROW : WIDE;
    const { y, height } = areaOf(scene, width);
    return { width, height: Math.max(Math.round(y + height + EDGE), width === WIDE ? sideHeight(scene) : 0) };
  },
  draw(pen, shot) {
    if (shot.width === WIDE) drawSide(pen, shot);
    else drawBar(pen, shot);
    drawGarden(pen, shot.seat === null ? shot : inSight(shot));
  },
  describe(shot) {
    const { tick, farmers, percent } = /** @type {Frame} */ (shot.to);
    const words = shot.seats.map(({ letter }, seat) => `${letter} ${percent[seat]} percent${describeFarmer(farmers[seat], shot.scene.items)}`);
    return `Tick ${tick} of ${shot.scene.ticks}: ${words.join("; ")}`;
  },
  place(shot, x, y) {
    const { scene } = shot;
    if (x < 0 || y < 0 || x >= scene.cols || y >= scene.rows) return null;
    const view = viewOf(shot.seat === null ? shot : inSight(shot));
    return { x: view.x + (x - view.left) * view.cell, y: view.y + (y - view.top) * view.cell, width: view.cell, height: view.cell };
  },
  cell(shot, px, py) {
    const view = viewOf(shot.seat === null ? shot : inSight(shot));
    if (px < view.x || py < view.y || px >= view.x + view.width || py >= view.y + view.height) return null;
    const [x, y] = [Math.floor(view.left + (px - view.x) / view.cell), Math.floor(view.top + (py - view.y) / view.cell)];
    return x >= 0 && y >= 0 && x < shot.scene.cols && y < shot.scene.rows ? { x, y } : null;
  },
  tools(shot) {
    const own = shot.to.farmers[shot.seat ?? 0];
    const step = (/** @type {number} */ x, /** @type {number} */ y) => (own ? stepTo(x - own[0], y - own[1]) : "");
    return [
      { label: "up", move: "UP", key: "ArrowUp" }, { label: "down", move: "DOWN", key: "ArrowDown" },
      { label: "left", move: "LEFT", key: "ArrowLeft" }, { label: "right", move: "RIGHT", key: "ArrowRight" },
      { label: "go on", move: "IDLE", key: " " }, { label: "step to …", key: "s", at: step },
    ];
  },
};

/**
 * The command that leads to a neighbour.
 * @param {number} dx
 * @param {number} dy
 */
function stepTo(dx, dy) {
  if (Math.abs(dx) + Math.abs(dy) !== 1) return "";
  return dx ? (dx > 0 ? "RIGHT" : "LEFT") : dy > 0 ? "DOWN" : "UP";
}

/**
 * @param {Farmer|null|undefined} farmer
 * @param {string[]} itemNames
 */
function describeFarmer(farmer, itemNames) {
  if (!farmer) return "";
  const held = [farmer[3], farmer[5]].map((kind) => itemNames[kind ?? 0]).filter(Boolean);
  return ` at ${farmer[0]}, ${farmer[1]}${held.length ? ` with ${held.join(" and ")}` : ""}`;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawGarden(pen, shot) {
  const view = viewOf(shot);
  drawFence(pen, shot, view);
  pen.save();
  pen.beginPath();
  pen.roundRect(view.x, view.y, view.width, view.height, 6);
  pen.clip();
  pen.translate(view.x, view.y);
  pen.scale(view.cell, view.cell);
  pen.translate(-view.left, -view.top);
  if (shot.seat !== null) drawFog(pen, shot, view);
  pen.save();
  if (shot.seat !== null) clipWindow(pen, shot);
  drawGround(pen, shot, view);
  pen.restore();
  if (shot.seat !== null) drawRim(pen, shot);
  pen.restore();
  pen.translate(view.x, view.y);
  pen.scale(view.cell, view.cell);
  pen.translate(-view.left, -view.top);
  drawFarmers(pen, shot, view);
  if (shot.seat !== null) drawOverview(pen, shot, view);
}

/**
 * All that a farmer sees of its surroundings, or everything.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawGround(pen, shot, view) {
  drawGrass(pen, shot, view);
  drawLand(pen, shot, view);
  drawHomes(pen, shot, view);
  if (shot.seat === null) drawTrails(pen, shot, view);
  else drawTrailCells(pen, shot, view);
  drawWeeds(pen, shot);
  drawItems(pen, shot, view);
}
