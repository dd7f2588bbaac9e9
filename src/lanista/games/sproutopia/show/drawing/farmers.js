// Farmers, and what becomes of them.

import { disc, ease, faded, grain, label, shade, slab, stroke } from "../../../../web/static/board/canvas.js";
import { ring } from "../../../../web/static/board/effects.js";
import { inkOn, seatColour } from "../../../../web/static/shared/palette.js";
import { SUPER_FERTILIZER, drawIcon } from "./items.js";
import { LEFT, RIGHT, UP, farmerIn, figureOf, isPruned, isPutElsewhere } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Farmer} Farmer */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Figure} Figure */
/** @typedef {CanvasRenderingContext2D} Pen */

const FARMER = 36; // so tall at least
const STRANGER = "#8a8578";

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
export function drawFarmers(pen, shot, view) {
  const seats = Math.max(shot.from.farmers.length, shot.to.farmers.length);
  const all = Array.from({ length: seats }, (_, seat) => ({ seat, figure: figureOf(shot, seat) }));
  for (const { seat } of all) drawPruning(pen, shot, view, seat);
  all.sort((a, b) => (a.figure?.y ?? 0) - (b.figure?.y ?? 0));
  for (const { seat, figure } of all) if (figure) drawFarmer(pen, shot, view, seat, figure);
}

/**
 * Leaves fly from where a farmer was pruned, and a ring shows where it comes up.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {number} seat
 */
function drawPruning(pen, shot, { shown: cell }, seat) {
  const [from, to] = [farmerIn(shot.from, seat), farmerIn(shot.to, seat)];
  if (!from || !to || !isPutElsewhere(shot, seat)) return;
  const size = Math.max(1, 22 / cell);
  const colour = seatColour(seat);
  if (isPruned(shot, seat)) {
    drawLeaves(pen, from.x + 0.5, from.y + 0.5, size, colour, shot.t);
  } else {
    pen.setLineDash([0.3, 0.5]);
    stroke(pen, [from.x + 0.5, from.y + 0.5, to.x + 0.5, to.y + 0.5], faded(colour, 0.7 * (1 - shot.t)), 0.2);
    pen.setLineDash([]);
  }
  ring(pen, to.x + 0.5, to.y + 0.5, size * 2.6 * shot.t, faded(colour, 1 - shot.t), 0.2 * size);
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {number} t
 */
function drawLeaves(pen, x, y, size, colour, t) {
  for (let i = 0; i < 14; i += 1) {
    const turn = i * 2.4;
    const way = size * (0.4 + 2.4 * grain(i, 5)) * ease(Math.min(1, t * 1.3));
    const long = size * 0.32 * (1 - 0.6 * t);
    pen.fillStyle = faded(i % 3 ? colour : "#6fae57", 1 - t);
    pen.beginPath();
    pen.ellipse(x + Math.cos(turn) * way, y + Math.sin(turn) * way, long, long / 2, turn + 4 * t, 0, 2 * Math.PI);
    pen.fill();
  }
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {number} seat
 * @param {Figure} figure
 */
function drawFarmer(pen, shot, { shown: cell }, seat, figure) {
  const size = Math.max(1.6, FARMER / cell);
  const isKnown = seat < shot.seats.length;
  const colour = isKnown ? seatColour(seat) : STRANGER;
  /** @type {Farmer|undefined} */
  const farmer = shot.to.farmers[seat];
  const hop = Math.abs(Math.sin(figure.steps * 2 * Math.PI));
  pen.save();
  pen.globalAlpha = figure.alpha;
  pen.translate(figure.x + 0.5, figure.y + 0.5);
  pen.scale((size * figure.size) / 24, (size * figure.size) / 24);
  pen.fillStyle = "rgba(0, 0, 0, 0.28)";
  pen.beginPath();
  pen.ellipse(0, 8.5, 8.5, 3.4, 0, 0, 2 * Math.PI);
  pen.fill();
  if (farmer?.super_power_up === SUPER_FERTILIZER) drawSparkles(pen, shot.t);
  pen.translate(0, -3 - 1.2 * hop);
  drawBoots(pen, figure);
  drawBody(pen, colour, isKnown ? (shot.seats[seat]?.letter ?? "") : "?", figure.way);
  drawHead(pen, colour, figure.way);
  if (farmer?.held) drawIce(pen);
  if (farmer) drawBadges(pen, shot, farmer);
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {Figure} figure
 */
function drawBoots(pen, { steps, way }) {
  const swing = Math.sin(steps * 2 * Math.PI) * 2.6;
  const across = way === LEFT || way === RIGHT;
  for (const side of [-1, 1]) {
    const x = across ? side * swing : side * 3;
    const y = 9.4 - (across ? 0 : side * swing * 0.6);
    slab(pen, x - 2.3, y - 1.6, 4.6, 4, 1.7, "#4a3320");
  }
}

/**
 * Overalls with the seat's letter.
 * @param {Pen} pen
 * @param {string} colour
 * @param {string} letter
 * @param {number} way
 */
function drawBody(pen, colour, letter, way) {
  pen.lineWidth = 1.1;
  slab(pen, -6.6, -1.6, 13.2, 12, 4.6, colour, shade(colour, -0.5));
  if (way === LEFT || way === RIGHT) slab(pen, way === LEFT ? -8.2 : 5, 1.4, 3.2, 5.6, 1.6, "#f0c39a");
  else for (const side of [-1, 1]) slab(pen, side * 6.8 - 1.5, 1, 3, 6, 1.5, "#f0c39a");
  label(pen, letter, 0, 5.4, 9.5, inkOn(colour), { align: "center", weight: 800 });
}

/**
 * A head under a straw hat; from behind one sees the hat alone.
 * @param {Pen} pen
 * @param {string} colour
 * @param {number} way
 */
function drawHead(pen, colour, way) {
  const look = way === LEFT ? -1 : way === RIGHT ? 1 : 0;
  disc(pen, 0, -4.4, 5.6, way === UP ? "#8a5a34" : "#f4cba4");
  if (way !== UP) for (const side of [-1, 1]) disc(pen, look * 2.6 + side * 1.8, -3, 0.95, "#3a2a1c");
  pen.fillStyle = "#e9c46a";
  pen.strokeStyle = "#a67c2e";
  pen.lineWidth = 0.9;
  pen.beginPath();
  pen.ellipse(look * 0.8, -6.8 + (way === UP ? 1.4 : 0), 9.2, 3.5, 0, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  slab(pen, look * 0.5 - 4.8, -12.6, 9.6, 6.4, 3.6, "#f1d38a", "#a67c2e");
  pen.fillStyle = colour;
  pen.fillRect(look * 0.5 - 4.9, -8.4, 9.8, 2.3);
}

/** @param {Pen} pen */
function drawIce(pen) {
  slab(pen, -9.5, -13.5, 19, 26, 4, "rgba(176, 226, 248, 0.5)", "rgba(255, 255, 255, 0.9)");
  stroke(pen, [-6, -9, -6, -3], "rgba(255, 255, 255, 0.9)", 1.5);
  stroke(pen, [-3.2, -9.6, -3.2, -7], "rgba(255, 255, 255, 0.9)", 1.3);
}

/**
 * @param {Pen} pen
 * @param {number} t
 */
function drawSparkles(pen, t) {
  for (let i = 0; i < 6; i += 1) {
    const turn = i * 1.05 + 2 * t;
    const size = 1.3 + 0.9 * grain(i, Math.floor(t * 8));
    disc(pen, Math.cos(turn) * 13, 2 + Math.sin(turn) * 9, size, i % 2 ? "#7bd36b" : "#ffd75e");
  }
}

/**
 * The power-ups that a farmer has, with what is left of their time around them.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Farmer} farmer
 */
function drawBadges(pen, shot, { power_up, power_left, super_power_up, super_left }) {
  for (const [x, what, ticks] of /** @type {const} */ ([[10, power_up, power_left], [-10, super_power_up, super_left]])) {
    if (!what) continue;
    drawIcon(pen, what, x, -11, 6.2);
    const all = shot.scene.lifespans[what];
    if (ticks <= 0 || !all) continue;
    ring(pen, x, -11, 7.2, "#1d2a1a", 1.7, -Math.PI / 2, -Math.PI / 2 + (2 * Math.PI * Math.min(ticks, all)) / all);
  }
}
