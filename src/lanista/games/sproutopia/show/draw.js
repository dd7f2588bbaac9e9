// Sproutopia: a garden of beds, one colour per farmer. Everybody sees all of it; a farmer's own view follows it.

import { drawLand } from "./drawing/beds.js";
import { factsAt, farmerFacts } from "./drawing/facts.js";
import { drawFarmers } from "./drawing/farmers.js";
import { drawFence, drawFog, drawGrass, drawHomes, drawRim } from "./drawing/ground.js";
import { drawItems } from "./drawing/items.js";
import { drawBar, drawSide, percentOf } from "./drawing/leaderboard.js";
import { drawMemory, drawOverview, remembered } from "./drawing/memory.js";
import { drawTrailCells, drawTrails } from "./drawing/trails.js";
import {
  EDGE, NARROW, WIDE, areaOf, clipWindow, farmerIn, fieldOf, figureOf, lensOf, momentOf, sideHeight, viewOf,
} from "./drawing/view.js";
import { drawWeeds } from "./drawing/weeds.js";

/** @typedef {import("../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../web/static/board/canvas.js").Tool} Tool */
/** @typedef {import("./drawing/view.js").Farmer} Farmer */
/** @typedef {import("./drawing/view.js").Frame} Frame */
/** @typedef {import("./drawing/view.js").View} View */
/** @typedef {CanvasRenderingContext2D} Pen */

const PHONE = 600; // pixels of width from which on the leaderboard stands beside the garden
const CORNER = 6;

/** @type {import("../../../web/static/board/canvas.js").Board} */
export const board = {
  rate: 6,
  size(scene, room) {
    const width = room < PHONE ? NARROW : WIDE;
    const { y, height } = areaOf(scene, width);
    return { width, height: Math.max(Math.round(y + height + EDGE), width === WIDE ? sideHeight(scene) : 0) };
  },
  field: fieldOf,
  draw: (pen, shot) => drawGarden(pen, momentOf(shot)),
  panel(pen, shot) {
    if (shot.width === WIDE) drawSide(pen, shot);
    else drawBar(pen, shot);
    if (shot.seat !== null) drawOverview(pen, momentOf(shot));
  },
  describe(shot) {
    const { tick, farmers } = /** @type {Frame} */ (shot.to);
    const words = shot.seats.map(({ letter }, seat) => {
      const farmer = /** @type {Farmer} */ (farmers[seat]);
      return `${letter} ${farmer.percent} percent${describeFarmer(farmer, shot.scene.items)}`;
    });
    return `Tick ${tick} of ${shot.scene.ticks}: ${words.join("; ")}`;
  },
  place(shot, x, y) {
    const { scene } = shot;
    if (x < 0 || y < 0 || x >= scene.cols || y >= scene.rows) return null;
    const { cell, ...view } = viewOf(momentOf(shot));
    return { x: view.x + (x - view.left) * cell, y: view.y + (y - view.top) * cell, width: cell, height: cell };
  },
  cell(shot, px, py) {
    const view = viewOf(momentOf(shot));
    if (px < view.x || py < view.y || px >= view.x + view.width || py >= view.y + view.height) return null;
    const x = Math.floor(view.left + (px - view.x) / view.cell);
    const y = Math.floor(view.top + (py - view.y) / view.cell);
    return x >= 0 && y >= 0 && x < shot.scene.cols && y < shot.scene.rows ? { x, y } : null;
  },
  seatAt(shot, seat) {
    const moment = momentOf(shot);
    const figure = figureOf(moment, seat);
    if (!figure || !farmerIn(shot.to, seat)) return null;
    const { x, y, left, top, cell } = viewOf(moment);
    return { x: x + (figure.x + 0.5 - left) * cell, y: y + (figure.y + 0.5 - top) * cell };
  },
  standing: (shot, seat) => ({ out: false, note: percentOf({ ...shot, t: 1 }, seat) }),
  inspect: factsAt,
  inspectSeat: farmerFacts,
  goal: ({ ticks }) =>
    `Own the most land after ${ticks} ticks: lay a trail around free ground and come back to your own land.`,
  remember: remembered,
  tools,
};

/** @type {[string, string][]} */
const COMMANDS = [["UP", "DOWN"], ["DOWN", "UP"], ["LEFT", "RIGHT"], ["RIGHT", "LEFT"]];

/**
 * Commands, each with its reverse.
 * @param {Shot} shot
 * @param {Set<string>} legal
 * @returns {Tool[]}
 */
function tools(shot, legal) {
  const own = farmerIn(shot.to, shot.seat ?? 0);
  const at = (/** @type {number} */ x, /** @type {number} */ y) => (own ? stepTo(x - own.x, y - own.y) : "");
  const arrows = COMMANDS.map(([move, back]) => {
    const word = move.toLowerCase();
    const why = own?.direction === COMMANDS.findIndex(([other]) => other === back) + 1
      ? "a farmer cannot double back"
      : "your queue of commands is full";
    const tool = { label: word, move, key: `Arrow${move[0]}${word.slice(1)}` };
    return legal.has(move) ? tool : { ...tool, why };
  });
  return [...arrows, { label: "go on", move: "IDLE", key: " " }, { label: "step to …", key: "s", at }];
}

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
 * @param {Farmer} farmer
 * @param {string[]} itemNames
 */
function describeFarmer({ x, y, power_up, super_power_up }, itemNames) {
  if (x < 0) return "";
  const held = [power_up, super_power_up].map((kind) => itemNames[kind]).filter(Boolean);
  return ` at ${x}, ${y}${held.length ? ` with ${held.join(" and ")}` : ""}`;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawGarden(pen, shot) {
  const view = lensOf(pen, shot);
  drawFence(pen, shot, view);
  pen.save();
  pen.beginPath();
  pen.roundRect(view.x, view.y, view.width, view.height, CORNER);
  pen.clip();
  enterGarden(pen, view);
  if (shot.seat !== null) {
    drawFog(pen, shot, view);
    drawMemory(pen, shot, view);
  }
  pen.save();
  if (shot.seat !== null) clipWindow(pen, shot);
  drawGround(pen, shot, view);
  pen.restore();
  if (shot.seat !== null) drawRim(pen, shot);
  pen.restore();
  enterGarden(pen, view);
  drawFarmers(pen, shot, view);
}

/**
 * From here on the pen draws in cells.
 * @param {Pen} pen
 * @param {View} view
 */
function enterGarden(pen, view) {
  pen.translate(view.x, view.y);
  pen.scale(view.cell, view.cell);
  pen.translate(-view.left, -view.top);
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
