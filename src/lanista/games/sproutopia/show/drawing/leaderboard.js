// The leaderboard: beside the garden, or above it on a phone.

import { label, lerp, slab } from "../../../../web/static/board/canvas.js";
import { patternOf, seatColour } from "../../../../web/static/shared/palette.js";
import { badge, bar } from "../../../../web/static/board/shapes.js";
import { drawIcon } from "./items.js";
import { pointsOf } from "./trails.js";
import { CARD, EDGE, LEGEND, SIDE, TOP, WIDE, waveTime } from "./view.js";
import { drawTangle } from "./weeds.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Farmer} Farmer */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * Beside the garden: a card for each farmer, and what the signs mean.
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawSide(pen, shot) {
  const x = WIDE - SIDE + 2;
  shot.seats.forEach((_, seat) => drawCard(pen, shot, seat, x, TOP - 5 + seat * CARD));
  drawLegend(pen, shot, x, shot.height - 6 * LEGEND - EDGE + 8);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 */
function drawCard(pen, shot, seat, x, y) {
  const { palette } = shot;
  const [width, share, colour] = [SIDE - EDGE - 2, shareOf(shot, seat), seatColour(seat)];
  pen.lineWidth = 1;
  slab(pen, x, y, width, CARD - 12, 10, palette.raised, palette.line);
  badge(pen, shot, seat, x + 24, y + 25, 14);
  label(pen, percentOf(shot, seat), x + width - 12, y + 26, 22, palette.ink, { align: "right", weight: 650 });
  bar(pen, x + 12, y + 48, width - 24, 8, Math.max(8 / (width - 24), share / 100), colour, palette.line);
  drawHeld(pen, shot, seat, x + 22, y + 78);
}

/**
 * The power-ups of a farmer and how many ticks are left of them, or the length of its trail.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 */
function drawHeld(pen, shot, seat, x, y) {
  const { palette } = shot;
  const held = heldBy(shot.to.farmers[seat]);
  held.forEach(([kind, left], i) => {
    drawIcon(pen, kind, x + i * 68, y, 11);
    if (left > 0) label(pen, String(left), x + i * 68 + 17, y + 1, 15, palette.ink, { weight: 600 });
  });
  if (held.length) return;
  const cells = pointsOf(shot.to.trails[seat]).length / 2;
  if (cells) label(pen, `trail of ${cells}`, x - 10, y + 1, 14, palette.quiet);
}

/**
 * The power-ups that a farmer has, and the ticks left of each.
 * @param {Farmer} farmer
 * @returns {[number, number][]}
 */
export function heldBy({ power_up, power_left, super_power_up, super_left }) {
  const held = /** @type {[number, number][]} */ ([[power_up, power_left], [super_power_up, super_left]]);
  return held.filter(([kind]) => kind > 0);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 */
function drawLegend(pen, shot, x, y) {
  shot.scene.items.forEach((/** @type {string} */ name, /** @type {number} */ kind) => {
    const at = y + (kind ? kind - 1 : 5) * LEGEND;
    if (kind) {
      drawIcon(pen, kind, x + 14, at, 9);
    } else {
      pen.save();
      pen.translate(x + 14, at);
      pen.scale(15, 15);
      drawTangle(pen, shot.palette, [{ x: 0, y: 0, key: 12 }], 1);
      pen.restore();
    }
    label(pen, name || "Weed", x + 34, at + 0.5, 13, shot.palette.quiet);
  });
}

/**
 * Above the garden, where there is no room beside it.
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawBar(pen, shot) {
  const room = (shot.width - 2 * EDGE) / shot.seats.length;
  shot.seats.forEach((_, seat) => drawShare(pen, shot, seat, EDGE + seat * room, room));
  drawShares(pen, shot);
}

/**
 * The same in words: a farmer knows only whole percents.
 * @param {Shot} shot
 * @param {number} seat
 */
export function percentOf(shot, seat) {
  const share = shareOf(shot, seat);
  return `${shot.to.farmers[seat].cells >= 0 ? share.toFixed(1) : Math.floor(share)} %`;
}

/**
 * How much of the garden is a farmer's, in percent.
 * @param {Shot} shot
 * @param {number} seat
 */
function shareOf(shot, seat) {
  const all = shot.scene.cols * shot.scene.rows;
  const share = (/** @type {Frame} */ { farmers }) => {
    const { cells, percent } = /** @type {Farmer} */ (farmers[seat]);
    return cells >= 0 ? (100 * cells) / all : percent;
  };
  return lerp(share(shot.from), share(shot.to), waveTime(shot.t));
}

/**
 * One farmer's share, and the power-ups that it has.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x
 * @param {number} room
 */
function drawShare(pen, shot, seat, x, room) {
  const { palette } = shot;
  pen.lineWidth = 1;
  slab(pen, x + 3, 8, room - 6, 34, 9, palette.raised, palette.line);
  badge(pen, shot, seat, x + 21, 25, 11);
  label(pen, percentOf(shot, seat), x + 38, 25.5, 15, palette.ink, { weight: 650, most: room - 46 });
  const held = heldBy(shot.to.farmers[seat]);
  held.forEach(([kind], i) => drawIcon(pen, kind, x + room - 15, held.length > 1 ? 17 + 16 * i : 25, 7.5));
}

/**
 * All shares in one bar.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawShares(pen, shot) {
  const width = shot.width - 2 * EDGE - 6;
  pen.save();
  pen.beginPath();
  pen.roundRect(EDGE + 3, 48, width, 8, 4);
  pen.clip();
  pen.fillStyle = shot.palette.line;
  pen.fillRect(EDGE, 48, width + 6, 8);
  let x = EDGE + 3;
  shot.seats.forEach((_, seat) => {
    const part = (width * shareOf(shot, seat)) / 100;
    for (const paint of [seatColour(seat), patternOf(pen, seat, "rgba(0, 0, 0, 0.4)")]) {
      if (paint) pen.fillStyle = paint;
      if (paint) pen.fillRect(x, 48, part, 8);
    }
    x += part;
  });
  pen.restore();
}
