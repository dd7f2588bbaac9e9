// Above the roads: the round, and where the cars are on the whole track.

import { faded, label, shape, slab } from "../../../../web/static/board/canvas.js";
import { seatColour } from "../../../../web/static/shared/palette.js";
import { badge } from "../../../../web/static/board/shapes.js";
import { carAt } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {import("./view.js").Frame} Frame */

const EDGE = 24;
const WORDS = 124; // room for the round, left of the line
const FLAG = 50; // room for the finish, right of it
const MIDDLE = 32;
const THICK = 6;
const BADGE = { radius: 9.5, away: 20 };
const TEXT = 13;

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawProgress(pen, shot) {
  const { palette, scene, width } = shot;
  const { round, cars } = /** @type {Frame} */ (shot.to);
  const [left, right] = [EDGE + WORDS, width - EDGE - FLAG];
  const top = MIDDLE - THICK / 2;
  label(pen, `round ${round} of ${scene.rounds}`, EDGE, MIDDLE, TEXT, palette.quiet, { most: WORDS - 16 });
  label(pen, "finish", width - EDGE, MIDDLE, TEXT, palette.quiet, { align: "right" });
  slab(pen, left, top, right - left, THICK, THICK / 2, palette.line);
  const ends = cars.map((_, seat) => left + (carAt(shot, seat).x / scene.length) * (right - left));
  ends.forEach((x, seat) => slab(pen, left, top, x - left, THICK, THICK / 2, faded(seatColour(seat), 0.45)));
  ends.forEach((x, seat) => drawPointer(pen, shot, seat, x));
}

/**
 * A car's badge, A's above the line and B's below it, and a tip that points to where it is.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x
 */
function drawPointer(pen, shot, seat, x) {
  const side = seat % 2 ? 1 : -1;
  const y = MIDDLE + side * BADGE.away;
  const foot = y - side * BADGE.radius * 0.6;
  shape(pen, [x - 6, foot, x + 6, foot, x, MIDDLE + side * (THICK / 2 + 1)], seatColour(seat));
  badge(pen, shot, seat, x, y, BADGE.radius);
}
