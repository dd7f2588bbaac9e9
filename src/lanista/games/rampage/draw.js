// Rampage: an arena whose edges are joined. What leaves on one side is seen entering on the other.

import { letterOf } from "../../web/static/canvas.js";
import { drawEdge, drawGround } from "./drawing/arena.js";
import { drawAfterglow, drawReflections, drawTurnBeams } from "./drawing/beams.js";
import { drawBullets } from "./drawing/bullets.js";
import { drawGains, drawHits } from "./drawing/gains.js";
import { drawItems } from "./drawing/items.js";
import { drawBar } from "./drawing/panel.js";
import { drawRobot, drawTeleports } from "./drawing/robots.js";
import { drawTurrets } from "./drawing/turrets.js";
import { BAR, MIN_WIDTH, NAMED_PADS, RIM, SHIFT, around, gridOf } from "./drawing/view.js";

/** @typedef {import("../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("../../web/static/canvas.js").Tool} Tool */
/** @typedef {import("./drawing/view.js").Grid} Grid */
/** @typedef {import("./drawing/view.js").Row} Row */
/** @typedef {import("./drawing/view.js").Scene} Scene */
/** @typedef {CanvasRenderingContext2D} Pen */

const WAYS = ["up", "down", "left", "right"];

/** @type {import("../../web/static/canvas.js").Board} */
export const board = {
  rate: 2.5,
  size(scene) {
    const { across, down } = gridOf(scene);
    return { width: Math.max(MIN_WIDTH, across + 2 * RIM), height: BAR + down + 2 * RIM };
  },
  draw(pen, shot) {
    drawBar(pen, shot);
    pen.save();
    drawArena(pen, shot, gridOf(shot.scene));
    pen.restore();
  },
  describe(shot) {
    const robots = shot.to.robots.map((/** @type {Row} */ [x, y, facing, hp, points], /** @type {number} */ seat) => {
      return `${letterOf(shot, seat)} at ${x}, ${y} facing ${WAYS[facing]}, ${hp} HP, ${points} points`;
    });
    return `Turn ${shot.to.turn} of ${shot.scene.turns}. ${robots.join("; ")}`;
  },
  place(shot, x, y) {
    const { cell, left, top } = gridOf(shot.scene);
    return { x: left + x * cell, y: top + y * cell, width: cell, height: cell };
  },
  cell(shot, px, py) {
    const { cell, left, top, across, down } = gridOf(shot.scene);
    if (px < left || py < top || px >= left + across || py >= top + down) return null;
    return { x: Math.floor((px - left) / cell), y: Math.floor((py - top) / cell) };
  },
  tools: (shot, legal) => toolsOf(shot, legal),
};

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawArena(pen, shot, grid) {
  const { left, top, across, down } = grid;
  pen.beginPath();
  pen.roundRect(left - RIM, top - RIM, across + 2 * RIM, down + 2 * RIM, 14);
  pen.clip();
  drawGround(pen, shot, grid);
  drawItems(pen, shot, grid);
  drawAfterglow(pen, shot, grid);
  drawTurnBeams(pen, shot, grid);
  drawTurrets(pen, shot, grid);
  drawBullets(pen, shot, grid);
  drawTeleports(pen, shot, grid);
  for (const seat of [0, 1]) drawRobot(pen, shot, grid, seat);
  drawReflections(pen, shot, grid);
  drawHits(pen, shot, grid);
  drawGains(pen, shot, grid);
  drawEdge(pen, shot.palette, grid);
}

// What a person can do

/**
 * The arrow of the robot's own direction steps, the others turn.
 * @param {Shot} shot
 * @param {Set<string>} legal
 * @returns {Tool[]}
 */
function toolsOf(shot, legal) {
  const facing = shot.seat === null ? -1 : shot.to.robots[shot.seat][2];
  const arrows = WAYS.map((way, i) => {
    const key = `Arrow${way[0]?.toUpperCase()}${way.slice(1)}`;
    return i === facing ? { label: `step ${way}`, move: "FORWARD", key } : { label: `turn ${way}`, move: `FACE_${way.toUpperCase()}`, key };
  });
  const stay = WAYS.filter((_, i) => i === facing).map((way) => ({ label: `keep facing ${way}`, move: `FACE_${way.toUpperCase()}` }));
  const words = [
    ["shoot", "SHOOT", " "], ["laser", "LASER", "l"], ["shield", "SHIELD", "s"], ["wait", "NONE", "n"],
    ...(facing < 0 ? [["forward", "FORWARD", "w"]] : []),
  ].map(([name, move, key]) => ({ label: name ?? "", move: move ?? "", key: key ?? "" }));
  const beside = { label: "square beside …", key: "b", at: (/** @type {number} */ x, /** @type {number} */ y) => besideMove(shot, facing, x, y) };
  return [
    ...[...arrows, ...stay].map((tool) => ({ ...tool, group: "go" })),
    ...words.map((tool) => ({ ...tool, group: "act" })),
    ...(facing < 0 ? [] : [{ ...beside, group: "board" }]),
    ...padTools(shot, legal),
  ];
}

/**
 * @param {Shot} shot
 * @param {Set<string>} legal
 * @returns {Tool[]}
 */
function padTools(shot, legal) {
  const pads = /** @type {Scene} */ (shot.scene).pads.slice(0, NAMED_PADS);
  if (!pads.some((_, i) => legal.has(`TELEPORT_${i}`))) return [];
  const at = (/** @type {number} */ x, /** @type {number} */ y) => `TELEPORT_${pads.findIndex((pad) => pad[0] === x && pad[1] === y)}`;
  const keys = pads.map((_, i) => ({ label: `teleport to ${i}`, move: `TELEPORT_${i}`, key: String(i), group: "pads" }));
  return [{ label: "teleport …", key: "p", at, group: "board" }, ...keys];
}

/**
 * The move towards a neighbouring square: a step if the robot faces it, else a turn.
 * @param {Shot} shot
 * @param {number} facing
 * @param {number} x
 * @param {number} y
 */
function besideMove(shot, facing, x, y) {
  const { width, height } = shot.scene;
  const [ownX, ownY] = shot.to.robots[shot.seat ?? 0];
  const reached = (/** @type {[number, number]} */ [dx, dy]) => around(ownX + dx, width) === x && around(ownY + dy, height) === y;
  const ahead = SHIFT[facing];
  if (ahead && reached(ahead)) return "FORWARD";
  const way = WAYS[SHIFT.findIndex(reached)];
  return way ? `FACE_${way.toUpperCase()}` : "";
}
