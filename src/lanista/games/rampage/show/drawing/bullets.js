// Bullets in flight, and what bursts.

import { disc, faded, grain, shade, stroke } from "../../../../web/static/board/canvas.js";
import { span } from "../../../../web/static/board/effects.js";
import { seatColour } from "../../../../web/static/shared/palette.js";
import { AT_HULL, SHIFT, bulletOf, cellOf, everywhere } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Bullet} Bullet */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Grid} Grid */
/** @typedef {CanvasRenderingContext2D} Pen */

const MIN_CELL = 18; // bullets and sparks are as large as on a board with such cells at least

/** @type {(number|null)[]} when a bullet meets what stops it: nothing, a robot that comes towards it, a wall, a hull */
const ENDS = [null, 0.45, 0.5, AT_HULL];

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawBullets(pen, shot, grid) {
  if (shot.t >= 1) {
    for (const code of shot.to.bullets) drawBullet(pen, grid, bulletOf(code, grid.scene), 0, 1);
    return;
  }
  for (const { end, trail, ...bullet } of flights(shot)) {
    if (end === null || shot.t < end) drawBullet(pen, grid, bullet, shot.t, trail);
    else drawSparks(pen, grid, bullet, end, span(shot.t, end, end + 0.3));
  }
}

/**
 * The bullets of a turn, and when each of them meets what stops it.
 * @param {Shot} shot
 */
function flights({ scene, to, t }) {
  const { flights: codes, ends, shots } = /** @type {Frame} */ (to);
  return Array.from(codes, (code, i) => {
    return { ...bulletOf(code, scene), trail: i >= codes.length - shots ? t : 1, end: ENDS[ends[i] ?? 0] ?? null };
  });
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {Bullet} bullet
 * @param {number} way how far it has come from its square
 * @param {number} trail
 */
function drawBullet(pen, grid, { x, y, direction, owner }, way, trail) {
  const [dx, dy] = SHIFT[direction] ?? [0, 0];
  const size = cellOf(grid, MIN_CELL);
  const colour = seatColour(owner);
  const back = size * 0.5 * trail;
  everywhere(grid, x + dx * way + 0.5, y + dy * way + 0.5, size / grid.cell, (px, py) => {
    stroke(pen, [px - dx * back, py - dy * back, px, py], faded(colour, 0.25), size * 0.2);
    stroke(pen, [px - dx * back * 0.5, py - dy * back * 0.5, px, py], faded(colour, 0.5), size * 0.17);
    disc(pen, px, py, size * 0.14, shade(colour, -0.35));
    disc(pen, px, py, size * 0.115, colour);
    disc(pen, px + dx * size * 0.03, py + dy * size * 0.03, size * 0.05, "#ffffff");
  });
}

/**
 * A bullet bursts where it ends.
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {Bullet} bullet
 * @param {number} way
 * @param {number} age
 */
function drawSparks(pen, grid, { x, y, direction, owner }, way, age) {
  if (age >= 1) return;
  const [dx, dy] = SHIFT[direction] ?? [0, 0];
  const size = cellOf(grid, MIN_CELL);
  everywhere(grid, x + dx * way + 0.5, y + dy * way + 0.5, size / grid.cell, (px, py) => {
    disc(pen, px, py, size * 0.2 * (1 - age), faded("#fff3c4", 1 - age));
    for (let i = 0; i < 7; i += 1) {
      const angle = Math.atan2(-dy, -dx) + (grain(i, x + y) - 0.5) * 3.4;
      const far = size * (0.1 + age * (0.18 + 0.24 * grain(x, i)));
      const colour = faded(i % 2 ? seatColour(owner) : "#ffd166", 1 - age);
      disc(pen, px + Math.cos(angle) * far, py + Math.sin(angle) * far, size * 0.045 * (1 - age * 0.6), colour);
    }
  });
}
