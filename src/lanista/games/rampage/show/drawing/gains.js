// What came of a turn: HP that were lost and points that were won.

import { faded, lerp, stroke } from "../../../../web/static/board/canvas.js";
import { outlined, span, star } from "../../../../web/static/board/effects.js";
import { seatColour } from "../../../../web/static/shared/palette.js";
import { risingNumber } from "../../../../web/static/board/shapes.js";
import { signed } from "../../../../web/static/shared/words.js";
import { STRUCK, cellOf, everywhere, robotAt } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Grid} Grid */
/** @typedef {import("./view.js").Hit} Hit */
/** @typedef {CanvasRenderingContext2D} Pen */

const OUTLINE = "#16181d";
const MIN_CELL = 24; // numbers are as large as on a board with such cells at least
const LINGER = 0.55; // strength of a hit at the end of its turn
const POINTS_SHOWN = STRUCK - 0.1;

/**
 * A star on every robot that lost HP; it stays a little into the next turn.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawHits(pen, shot, grid) {
  for (const seat of [0, 1]) {
    const robot = robotAt(shot, seat);
    const now = shot.t < STRUCK ? 0 : lerp(1, LINGER, span(shot.t, STRUCK, 1));
    drawHit(pen, grid, robot, shot.to.robots[seat].hits, now, span(shot.t, STRUCK, 1));
    const before = LINGER * (1 - span(shot.t, 0, 0.35));
    if (shot.t < 1) drawHit(pen, grid, robot, shot.from.robots[seat].hits, before, 1 + shot.t);
  }
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {{x: number, y: number}} robot
 * @param {Hit[]} hits
 * @param {number} strength
 * @param {number} age
 */
function drawHit(pen, grid, { x, y }, hits, strength, age) {
  const lost = hits.reduce((sum, hit) => sum + hit.lost, 0);
  if (lost === 0 || strength <= 0) return;
  const size = cellOf(grid, MIN_CELL);
  everywhere(grid, x, y, (1.2 * size) / grid.cell, (px, py) => {
    const points = star(px, py, 0.56 * size * Math.min(1, 0.7 + age), 8, 0.62);
    stroke(pen, [...points, ...points.slice(0, 2)], faded("#ff3b3b", strength), size * 0.06);
    const [nx, ny] = [px + size * 0.52, py - size * (0.22 + 0.14 * age)];
    outlined(pen, `-${lost}`, nx, ny, size * 0.36, "#ff5d5d", { outline: OUTLINE, strength: strength * 1.8 });
  });
}

/**
 * Points rise from the robot that got them; a single one for a step is not worth it.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawGains(pen, shot, grid) {
  if (shot.t >= 1 || shot.t < POINTS_SHOWN) return;
  const rise = span(shot.t, POINTS_SHOWN, 1);
  const size = cellOf(grid, MIN_CELL);
  for (const seat of [0, 1]) {
    const gain = gainOf(shot, seat);
    const { x, y } = robotAt(shot, seat);
    if (Math.abs(gain) <= 1) continue;
    everywhere(grid, x, y, (1.2 * size) / grid.cell, (px, py) => {
      risingNumber(pen, shot.palette, signed(gain), px, py - size * 0.5, size * 0.36, rise, seatColour(seat));
    });
  }
}

/**
 * @param {Shot} shot
 * @param {number} seat
 */
export function gainOf(shot, seat) {
  return shot.to.robots[seat].points - shot.from.robots[seat].points;
}
