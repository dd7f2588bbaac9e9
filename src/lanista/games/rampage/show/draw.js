// Rampage: an arena whose edges are joined. What leaves on one side is seen entering on the other.

import { letterOf } from "../../../web/static/board/canvas.js";
import { counted } from "../../../web/static/shared/words.js";
import { drawEdge, drawGround } from "./drawing/arena.js";
import { drawAfterglow, drawReflections, drawTurnBeams } from "./drawing/beams.js";
import { drawBullets } from "./drawing/bullets.js";
import { factsAt, robotFacts } from "./drawing/facts.js";
import { drawGains, drawHits } from "./drawing/gains.js";
import { drawItems } from "./drawing/items.js";
import { drawBar } from "./drawing/panel.js";
import { drawRobot, drawTeleports } from "./drawing/robots.js";
import { toolsOf } from "./drawing/tools.js";
import { drawTurrets } from "./drawing/turrets.js";
import { BAR, MIN_WIDTH, RIM, WAYS, fieldOf, gridOf, planOf, robotAt } from "./drawing/view.js";

/** @typedef {import("../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./drawing/view.js").Frame} Frame */
/** @typedef {CanvasRenderingContext2D} Pen */

/** @type {import("../../../web/static/board/canvas.js").Board} */
export const board = {
  rate: 2.5,
  size(scene) {
    const { across, down } = planOf(scene);
    return { width: Math.max(MIN_WIDTH, across + 2 * RIM), height: BAR + down + 2 * RIM };
  },
  field: (shot) => fieldOf(shot.scene),
  draw: drawArena,
  panel: drawBar,
  describe(shot) {
    const robots = /** @type {Frame} */ (shot.to).robots.map(({ x, y, facing, hp, points }, seat) => {
      return `${letterOf(shot, seat)} at ${x}, ${y} facing ${WAYS[facing]}, ${hp} HP, ${points} points`;
    });
    return `Turn ${shot.to.turn} of ${shot.scene.turns}. ${robots.join("; ")}`;
  },
  place(shot, x, y) {
    const { cell, left, top } = planOf(shot.scene);
    return { x: left + x * cell, y: top + y * cell, width: cell, height: cell };
  },
  cell(shot, px, py) {
    const { cell, left, top, across, down } = planOf(shot.scene);
    if (px < left || py < top || px >= left + across || py >= top + down) return null;
    return { x: Math.floor((px - left) / cell), y: Math.floor((py - top) / cell) };
  },
  seatAt(shot, seat) {
    if (shot.to.robots[seat].hp <= 0) return null;
    const { cell, left, top } = planOf(shot.scene);
    const { x, y } = robotAt(shot, seat);
    return { x: left + x * cell, y: top + y * cell };
  },
  standing(shot, seat) {
    const { hp } = shot.to.robots[seat];
    return { out: hp <= 0, note: `${Math.max(0, hp)} HP` };
  },
  inspect: factsAt,
  inspectSeat: robotFacts,
  goal: ({ turns }) => `Destroy the other robot, or have more points than it after ${counted(turns, "turn")}.`,
  tools: toolsOf,
};

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawArena(pen, shot) {
  const grid = gridOf(pen, shot);
  const { x, y, width, height } = fieldOf(shot.scene);
  pen.beginPath();
  pen.rect(x, y, width, height);
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
