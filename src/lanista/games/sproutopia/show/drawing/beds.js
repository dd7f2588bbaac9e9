// Beds: the land of each farmer, and how it changes hands.

import { faded, shade, stroke } from "../../../../web/static/board/canvas.js";
import { patternOf, seatColour } from "../../../../web/static/shared/palette.js";
import { drawGrass, filling, tileOf } from "./ground.js";
import { IMMUNITY } from "./items.js";
import { outlinesOf } from "./outlines.js";
import { heightOf, landChanges } from "./signs.js";
import { farmerIn, waveTime } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Palette} Palette */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Part} Part */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Farmer} Farmer */
/** @typedef {import("./view.js").Wave} Wave */
/** @typedef {CanvasRenderingContext2D} Pen */

const BED_TILE = 64; // units of two cells' furrows
const MIN_FURROWS = 7; // size of cells that have furrows
const MARKED = 14; // size of cells from which on the marks of a seat grow with them

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
export function drawLand(pen, shot, view) {
  const { from, to, t } = shot;
  if (shot.seat !== null) {
    drawPart(pen, shot, view, to);
    if (t < 1) drawPart(pen, shot, view, from);
  } else {
    drawBeds(pen, shot, view, t < 1 ? from : to);
  }
  if (t < 1) for (const wave of wavesOf(shot)) drawWave(pen, shot, view, wave);
}

/**
 * The window that a frame holds, over what was drawn before.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {Frame} frame
 */
function drawPart(pen, shot, view, frame) {
  pen.save();
  pen.beginPath();
  pen.rect(frame.left, frame.top, frame.width, heightOf(frame));
  pen.clip();
  drawGrass(pen, shot, view);
  drawBeds(pen, shot, view, frame);
  pen.restore();
}

/**
 * Everybody's beds, a little raised; flat where they come over others, whose rims would show through.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {Part & {farmers: Farmer[]}} frame
 * @param {boolean} isRaised
 */
export function drawBeds(pen, { palette, seats, seat: own }, view, frame, isRaised = true) {
  const paths = outlinesOf(frame, seats.length, own !== null);
  pen.save();
  pen.translate(frame.left, frame.top);
  if (isRaised) {
    pen.translate(0, 0.2);
    paths.forEach((path, seat) => {
      pen.fillStyle = palette.dark ? "rgba(0, 0, 0, 0.45)" : shade(seatColour(seat), -0.35);
      pen.fill(path);
    });
    pen.translate(0, -0.2);
  }
  paths.forEach((path, seat) => {
    drawBed(pen, palette, view, path, seat);
    if (frame.farmers[seat]?.power_up === IMMUNITY) drawHedge(pen, path, view.shown);
  });
  pen.restore();
}

/**
 * One seat's land: its colour, and the marks that tell it apart without.
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {View} view
 * @param {Path2D} path
 * @param {number} seat
 */
function drawBed(pen, palette, view, path, seat) {
  const colour = seatColour(seat);
  pen.fillStyle = view.shown < MIN_FURROWS ? bedColour(palette, seat) : filling(pen, bedTile(palette, seat, view), 2);
  pen.fill(path);
  const ink = palette.dark ? faded(shade(colour, 0.1), 0.5) : faded(shade(colour, -0.1), 0.5);
  const marks = patternOf(pen, seat, ink, Math.max(1, view.cell / MARKED) / view.cell);
  if (marks) {
    pen.fillStyle = marks;
    pen.fill(path);
  }
  pen.strokeStyle = palette.dark ? shade(colour, -0.12) : shade(colour, 0.08);
  pen.lineWidth = Math.max(0.13, 1.6 / view.shown);
  pen.stroke(path);
}

/**
 * Land that nobody else may enter.
 * @param {Pen} pen
 * @param {Path2D} path
 * @param {number} cell
 */
function drawHedge(pen, path, cell) {
  pen.strokeStyle = "#ffffff";
  pen.lineWidth = Math.max(0.16, 2 / cell);
  pen.setLineDash([0.35, 0.4]);
  pen.stroke(path);
  pen.setLineDash([]);
}

/**
 * @param {Palette} palette
 * @param {number} seat
 */
function bedColour(palette, seat) {
  return palette.dark ? shade(seatColour(seat), -0.48) : shade(seatColour(seat), 0.46);
}

/**
 * Furrows with seedlings.
 * @param {Palette} palette
 * @param {number} seat
 * @param {View} view
 */
function bedTile(palette, seat, view) {
  return tileOf(`bed ${seat} ${palette.dark}`, BED_TILE, 2, view, (pen) => {
    pen.fillStyle = bedColour(palette, seat);
    pen.fillRect(0, 0, BED_TILE, BED_TILE);
    const dark = faded(seatColour(seat), palette.dark ? 0.13 : 0.14);
    const leaf = palette.dark ? shade(seatColour(seat), -0.2) : shade(seatColour(seat), 0.16);
    for (const row of [0, 1]) {
      pen.fillStyle = dark;
      pen.fillRect(0, row * 32 + 19, BED_TILE, 8);
      paintSeedling(pen, row * 32 + 16, row * 32 + 20, leaf);
    }
  });
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function paintSeedling(pen, x, y, colour) {
  stroke(pen, [x - 5, y - 6, x, y + 2, x + 5, y - 7], colour, 3.4);
  stroke(pen, [x, y + 2, x, y - 5], colour, 2.6);
}

/**
 * The waves of the ticks that were drawn: frames come back in every picture of one.
 * @type {WeakMap<Frame, Wave[]>}
 */
const waves = new WeakMap();

/**
 * What changes hands in a tick, by who gets or loses it.
 * @param {Shot} shot
 */
function wavesOf({ scene, from, to }) {
  let known = waves.get(to);
  if (!known) {
    const { gained, lost } = landChanges(from, to, scene.cols);
    known = [
      ...bySeat(gained).map(([seat, cells]) => waveOf(scene.cols, farmerIn(to, seat), cells, true)),
      ...bySeat(lost).map(([seat, cells]) => waveOf(scene.cols, farmerIn(from, seat), cells, false)),
    ];
    waves.set(to, known);
  }
  return known;
}

/** @param {Map<number, number[]>} cells */
function bySeat(cells) {
  return [...cells].sort(([a], [b]) => a - b);
}

/**
 * @param {number} cols
 * @param {Farmer|null} farmer from whom it comes
 * @param {number[]} cells
 * @param {boolean} isGain
 * @returns {Wave}
 */
function waveOf(cols, farmer, cells, isGain) {
  const spot = (/** @type {number} */ cell) => ({ x: cell % cols, y: Math.floor(cell / cols) });
  const middle = farmer ? { x: farmer.x + 0.5, y: farmer.y + 0.5 } : spot(cells[0] ?? 0);
  const path = new Path2D();
  let far = 0;
  for (const { x, y } of cells.map(spot)) {
    path.rect(x - 0.12, y - 0.12, 1.24, 1.34); // with the rims of the beds
    far = Math.max(far, Math.hypot(x + 0.5 - middle.x, y + 0.5 - middle.y));
  }
  return { isGain, path, middle, far: far + 1 };
}

/**
 * Land changes hands from the farmer who closed its trail outwards.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {Wave} wave
 */
function drawWave(pen, shot, view, { isGain, path, middle, far }) {
  const radius = far * waveTime(shot.t);
  if (radius <= 0) return;
  pen.save();
  pen.clip(path);
  pen.beginPath();
  pen.arc(middle.x, middle.y, radius, 0, 2 * Math.PI);
  pen.save();
  pen.clip();
  if (!isGain) drawGrass(pen, shot, view);
  drawBeds(pen, shot, view, shot.to, false);
  pen.restore();
  pen.strokeStyle = isGain ? faded("#ffffff", 0.75) : "rgba(120, 90, 50, 0.5)";
  pen.lineWidth = 0.45;
  pen.stroke();
  pen.restore();
}
