// Above the board: how the robots are, and the turn.

import { disc, faded, label, lerp, letterOf, slab } from "../../../web/static/canvas.js";
import { span } from "../../../web/static/effects.js";
import { seatColour } from "../../../web/static/palette.js";
import { gainOf, signed } from "./gains.js";
import { drawItem } from "./items.js";
import { AT_HULL, BAR, STRUCK } from "./view.js";

/** @typedef {import("../../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("../../../web/static/canvas.js").Palette} Palette */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Row} Row */
/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawBar(pen, shot) {
  const { palette, scene, width } = shot;
  const { turn, winner } = /** @type {Frame} */ (shot.to);
  const middle = width / 2;
  for (const seat of [0, 1]) drawSeat(pen, shot, seat);
  if (winner === null || shot.t < 1) {
    label(pen, `turn ${turn}`, middle, 38, 24, palette.ink, { align: "center", weight: 700 });
    label(pen, `of ${scene.turns}`, middle, 64, 18, palette.quiet, { align: "center" });
  } else {
    label(pen, winner < 0 ? "draw" : `${letterOf(shot, winner)} wins`, middle, 38, 28, winner < 0 ? palette.ink : seatColour(winner), { align: "center", weight: 800 });
    label(pen, `turn ${turn} of ${scene.turns}`, middle, 66, 17, palette.quiet, { align: "center" });
  }
  const done = lerp(shot.from.turn, turn, shot.t) / scene.turns;
  slab(pen, middle - 56, 84, 112, 6, 3, palette.line);
  slab(pen, middle - 56, 84, 112 * Math.min(1, done), 6, 3, palette.quiet);
}

/**
 * One half: the letter and the name, hearts, points, and the items in hand.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 */
function drawSeat(pen, shot, seat) {
  const { palette, width } = shot;
  const row = /** @type {Row} */ (shot.to.robots[seat]);
  const side = seat === 0 ? 1 : -1;
  const at = (/** @type {number} */ x) => (seat === 0 ? x : width - x);
  const align = seat === 0 ? "left" : "right";
  const colour = seatColour(seat);
  slab(pen, Math.min(at(10), at(width / 2 - 84)), 8, width / 2 - 94, BAR - 12, 14, palette.raised, faded(colour, 0.55));
  disc(pen, at(38), 34, 17, colour);
  label(pen, letterOf(shot, seat), at(38), 35, 20, "#ffffff", { align: "center", weight: 800 });
  const hearts = drawHearts(pen, shot, seat, at(width / 2 - 98), 34, -side);
  label(pen, shot.seats[seat]?.name ?? "", at(64), 35, 21, palette.ink, { align, weight: 600, most: width / 2 - 176 - hearts });
  const points = Math.round(lerp(/** @type {Row} */ (shot.from.robots[seat])[4], row[4], span(shot.t, STRUCK, 1)));
  label(pen, String(points), at(22), 76, 32, palette.ink, { align, weight: 800, most: 110 });
  const wide = pen.measureText(String(points)).width;
  const gain = gainOf(shot, seat);
  if (gain !== 0 && shot.t >= STRUCK) label(pen, signed(gain), at(30 + Math.min(110, wide)), 79, 18, colour, { align, weight: 700, most: 60 });
  [row[5], row[6], row[7]].forEach((count, kind) => drawHeld(pen, palette, at(width / 2 - 98 - (2 - kind) * 50 - 32), 76, kind, count));
}

/**
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {number} x
 * @param {number} y
 * @param {number} kind
 * @param {number} count
 */
function drawHeld(pen, palette, x, y, kind, count) {
  pen.save();
  if (count === 0) pen.globalAlpha = 0.22;
  drawItem(pen, x, y, 14, kind, false);
  pen.restore();
  if (count > 0) label(pen, String(count), x + 17, y + 1, 18, palette.ink, { weight: 700 });
}

/**
 * HP as hearts, or as a number beside one where there are many; returns their width.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} side
 */
function drawHearts(pen, shot, seat, x, y, side) {
  const hp = (shot.t < AT_HULL ? shot.from : shot.to).robots[seat][3];
  const full = Math.max(hp, shot.scene.hp);
  if (full > 5) {
    label(pen, String(hp), x, y + 1, 21, shot.palette.ink, { align: side < 0 ? "right" : "left", weight: 700 });
    const wide = pen.measureText(String(hp)).width;
    drawHeart(pen, x + side * (wide + 16), y, 10, hp > 0 ? "#e5484d" : shot.palette.line);
    return wide + 30;
  }
  for (let i = 0; i < full; i += 1) drawHeart(pen, x + side * (11 + (side < 0 ? full - 1 - i : i) * 25), y, 10, i < hp ? "#e5484d" : shot.palette.line);
  return full * 25;
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
function drawHeart(pen, x, y, size, colour) {
  pen.beginPath();
  pen.moveTo(x, y + size);
  pen.bezierCurveTo(x - size * 1.7, y - size * 0.1, x - size * 0.9, y - size * 1.3, x, y - size * 0.4);
  pen.bezierCurveTo(x + size * 0.9, y - size * 1.3, x + size * 1.7, y - size * 0.1, x, y + size);
  pen.fillStyle = colour;
  pen.fill();
}
