// Above the board: how the robots are, and the turn.

import { faded, label, lerp, letterOf, slab } from "../../../../web/static/board/canvas.js";
import { span } from "../../../../web/static/board/effects.js";
import { seatColour } from "../../../../web/static/shared/palette.js";
import { badge, bar } from "../../../../web/static/board/shapes.js";
import { signed } from "../../../../web/static/shared/words.js";
import { gainOf } from "./gains.js";
import { drawItem } from "./items.js";
import { AT_HULL, BAR, STRUCK } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Palette} Palette */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Robot} Robot */
/** @typedef {CanvasRenderingContext2D} Pen */

const MIDDLE = 84; // from the middle to the halves of the seats
const CLOCK = 112; // width of the bar of turns
const ITEM = 62; // room for an item and how many there are
const ITEM_RADIUS = 14;
const HEART = 25; // room for a heart
const MAX_HEARTS = 5; // more HP are a number
const LIFE = "#e5484d";
const COUNT = 18; // size of the number beside an item

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawBar(pen, shot) {
  const { palette, scene, width } = shot;
  const { turn, over, winner } = /** @type {Frame} */ (shot.to);
  const middle = width / 2;
  for (const seat of [0, 1]) drawSeat(pen, shot, seat);
  if (!over || shot.t < 1) {
    label(pen, `turn ${turn}`, middle, 38, 24, palette.ink, { align: "center", weight: 700 });
    label(pen, `of ${scene.turns}`, middle, 64, 18, palette.quiet, { align: "center" });
  } else {
    const words = winner < 0 ? "draw" : `${letterOf(shot, winner)} wins`;
    label(pen, words, middle, 38, 28, palette.ink, { align: "center", weight: 800 });
    label(pen, `turn ${turn} of ${scene.turns}`, middle, 66, 17, palette.quiet, { align: "center" });
  }
  const done = lerp(shot.from.turn, turn, shot.t) / scene.turns;
  bar(pen, middle - CLOCK / 2, 84, CLOCK, 6, done, palette.quiet, palette.line);
}

/**
 * One half: the letter and the name, hearts, points, and the items in hand.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 */
function drawSeat(pen, shot, seat) {
  const { palette, width } = shot;
  const half = width / 2 - MIDDLE;
  const side = seat === 0 ? 1 : -1;
  const at = (/** @type {number} */ x) => (seat === 0 ? x : width - x);
  const align = seat === 0 ? "left" : "right";
  pen.lineWidth = 1;
  slab(pen, Math.min(at(10), at(half)), 8, half - 10, BAR - 12, 14, palette.raised, faded(seatColour(seat), 0.55));
  badge(pen, shot, seat, at(38), 34, 17);
  const hearts = drawHearts(pen, shot, seat, at(half - 14), 34, -side);
  const room = half - 92 - hearts;
  label(pen, shot.seats[seat]?.name ?? "", at(64), 35, 21, palette.ink, { align, weight: 600, most: room });
  drawPoints(pen, shot, seat, at, align);
  const { lasers, shields, teleports } = /** @type {Robot} */ (shot.to.robots[seat]);
  [lasers, shields, teleports].forEach((count, i) => {
    const left = side > 0 ? half - 12 - (3 - i) * ITEM : width - half + 12 + i * ITEM;
    drawHeld(pen, palette, left + ITEM_RADIUS, 76, i, count);
  });
}

/**
 * The points, and how many a turn has brought.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {(x: number) => number} at
 * @param {CanvasTextAlign} align
 */
function drawPoints(pen, shot, seat, at, align) {
  const { from, to, t, palette } = shot;
  const room = shot.width / 2 - MIDDLE - 3 * ITEM - 40;
  const points = String(Math.round(lerp(from.robots[seat].points, to.robots[seat].points, span(t, STRUCK, 1))));
  const gain = gainOf(shot, seat);
  const most = gain === 0 || t < STRUCK ? room : room * 0.62;
  label(pen, points, at(22), 76, 32, palette.ink, { align, weight: 800, most });
  const wide = Math.min(most, pen.measureText(points).width);
  if (gain === 0 || t < STRUCK) return;
  label(pen, signed(gain), at(30 + wide), 79, 18, palette.quiet, { align, weight: 700, most: room - wide });
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
  drawItem(pen, x, y, ITEM_RADIUS, kind, false);
  pen.restore();
  if (count === 0) return;
  const most = ITEM - 2 * ITEM_RADIUS - 6;
  label(pen, String(count), x + ITEM_RADIUS + 3, y + 1, COUNT, palette.ink, { weight: 700, most });
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
  const { hp } = (shot.t < AT_HULL ? shot.from : shot.to).robots[seat];
  const full = Math.max(hp, shot.scene.hp);
  if (full > MAX_HEARTS) {
    label(pen, String(hp), x, y + 1, 21, shot.palette.ink, { align: side < 0 ? "right" : "left", weight: 700 });
    const wide = pen.measureText(String(hp)).width;
    drawHeart(pen, x + side * (wide + 16), y, 10, hp > 0 ? LIFE : shot.palette.line);
    return wide + 30;
  }
  for (let i = 0; i < full; i += 1) {
    const from = side < 0 ? full - 1 - i : i;
    drawHeart(pen, x + side * (11 + from * HEART), y, 10, i < hp ? LIFE : shot.palette.line);
  }
  return full * HEART;
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
