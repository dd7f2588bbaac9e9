// What came of a turn: HP that were lost and points that were won.

import { ease, faded, grain, lerp, shade, stroke } from "../../../web/static/canvas.js";
import { outlined, span } from "../../../web/static/effects.js";
import { seatColour } from "../../../web/static/palette.js";
import { STRUCK, everywhere, robotAt } from "./view.js";

/** @typedef {import("../../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Grid} Grid */
/** @typedef {import("./view.js").Hit} Hit */
/** @typedef {CanvasRenderingContext2D} Pen */

const OUTLINE = "#16181d";

/**
 * A star on every robot that lost HP; it stays a little into the next turn.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawHits(pen, shot, grid) {
  for (const seat of [0, 1]) {
    const robot = robotAt(shot, seat);
    const now = shot.t < STRUCK ? 0 : lerp(1, 0.55, span(shot.t, STRUCK, 1));
    drawHit(pen, grid, robot, shot.to.hits[seat], now, span(shot.t, STRUCK, 1));
    if (shot.t < 1) drawHit(pen, grid, robot, shot.from.hits[seat], 0.55 * (1 - span(shot.t, 0, 0.35)), 1 + shot.t);
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
  const lost = hits.reduce((sum, hit) => sum + hit[2], 0);
  if (lost === 0 || strength <= 0) return;
  const size = Math.max(grid.cell, 20);
  everywhere(grid, x, y, 1.2, (px, py) => {
    const points = [];
    for (let i = 0; i < 16; i += 1) {
      const far = size * (i % 2 ? 0.34 : 0.5 + 0.1 * grain(i, 4)) * Math.min(1, 0.7 + age);
      points.push(px + Math.cos((i * Math.PI) / 8) * far, py + Math.sin((i * Math.PI) / 8) * far);
    }
    points.push(points[0] ?? 0, points[1] ?? 0);
    stroke(pen, points, faded("#ff3b3b", strength), size * 0.06);
    outlined(pen, `-${lost}`, px + size * 0.52, py - size * (0.22 + 0.14 * age), size * 0.36, "#ff5d5d", { outline: OUTLINE, strength: strength * 1.8 });
  });
}

/**
 * Points rise from the robot that got them; a single one for a step is not worth it.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawGains(pen, shot, grid) {
  if (shot.t >= 1 || shot.t < STRUCK - 0.1) return;
  const rise = span(shot.t, STRUCK - 0.1, 1);
  const size = Math.max(grid.cell, 26);
  for (const seat of [0, 1]) {
    const gain = gainOf(shot, seat);
    const { x, y } = robotAt(shot, seat);
    if (Math.abs(gain) > 1) {
      everywhere(grid, x, y, 1, (px, py) => outlined(pen, signed(gain), px, py - size * (0.5 + 0.45 * ease(rise)), size * 0.34, shade(seatColour(seat), 0.25), { outline: OUTLINE, strength: 2.4 * (1 - rise) }));
    }
  }
}

/**
 * @param {Shot} shot
 * @param {number} seat
 */
export function gainOf(shot, seat) {
  return shot.to.robots[seat][4] - shot.from.robots[seat][4];
}

/** @param {number} value */
export function signed(value) {
  return value > 0 ? `+${value}` : String(value);
}
