// Trails: whole ones for the audience, cells of them in a farmer's window.

import { blend, ease, shade } from "../../../../web/static/board/canvas.js";
import { seatColour, seatDash } from "../../../../web/static/shared/palette.js";
import { TRAIL_PROTECTION } from "./items.js";
import { signAt, trailOf } from "./signs.js";
import { DOWN, LEFT, RIGHT, farmerIn, figureOf, isPutElsewhere } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Farmer} Farmer */
/** @typedef {import("./view.js").Trail} Trail */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Figure} Figure */
/** @typedef {CanvasRenderingContext2D} Pen */

const DRY = "#9a8a6a"; // leaves
const SEAM = 0.17; // width of the line in the middle of a trail
const DASH = SEAM / 2; // of it, for each unit of a seat's dashes
const MIN_SEAM = 7; // size of cells whose trails have one

/**
 * The middles of a trail's cells, x and y in turn.
 * @param {Trail|undefined} trail
 */
export function pointsOf(trail) {
  if (!trail || trail.x < 0) return [];
  let x = trail.x + 0.5;
  let y = trail.y + 0.5;
  const points = [x, y];
  for (const way of trail.ways) {
    if (way === LEFT) x -= 1;
    else if (way === RIGHT) x += 1;
    else y += way === DOWN ? 1 : -1;
    points.push(x, y);
  }
  return points;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
export function drawTrails(pen, shot, view) {
  shot.seats.forEach((_, seat) => {
    const [before, after] = [pointsOf(shot.from.trails[seat]), pointsOf(shot.to.trails[seat])];
    const figure = figureOf(shot, seat);
    const isGuarded = shot.to.farmers[seat]?.super_power_up === TRAIL_PROTECTION;
    if (after.length) {
      const grew = after.length > before.length && shot.t < 1;
      const points = grew && figure ? [...after.slice(0, -2), figure.x + 0.5, figure.y + 0.5] : after;
      drawRibbon(pen, view, points, seat, seatColour(seat), isGuarded);
    } else if (before.length && shot.t < 1) {
      drawEnding(pen, shot, view, seat, before, figure);
    }
  });
}

/**
 * A trail that becomes land, or withers.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {number} seat
 * @param {number[]} points
 * @param {Figure|null} figure
 */
function drawEnding(pen, shot, view, seat, points, figure) {
  const withers = isPutElsewhere(shot, seat);
  const home = figure && !withers ? [figure.x + 0.5, figure.y + 0.5] : [];
  pen.save();
  pen.globalAlpha = 1 - ease(withers ? shot.t : Math.max(0, 2 * shot.t - 1));
  drawRibbon(pen, view, [...points, ...home], seat, blend(seatColour(seat), DRY, withers ? shot.t : 0), false);
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {View} view
 * @param {number[]} points
 * @param {number} seat
 * @param {string} colour
 * @param {boolean} isGuarded
 */
function drawRibbon(pen, view, points, seat, colour, isGuarded) {
  const path = new Path2D();
  for (let i = 0; i < points.length; i += 2) path.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  if (points.length === 2) path.lineTo((points[0] ?? 0) + 0.01, points[1] ?? 0);
  drawRibbonAlong(pen, view, path, seat, colour, isGuarded);
}

/**
 * A ribbon with a seam whose dashes tell the seat without its colour.
 * @param {Pen} pen
 * @param {View} view
 * @param {Path2D} path
 * @param {number} seat
 * @param {string} colour
 * @param {boolean} isGuarded
 */
function drawRibbonAlong(pen, { shown }, path, seat, colour, isGuarded) {
  const line = (/** @type {string} */ ink, /** @type {number} */ width) => {
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    pen.stroke(path);
  };
  pen.lineCap = pen.lineJoin = "round";
  if (isGuarded) line("#ffd75e", 0.86);
  line(shade(colour, -0.42), 0.66);
  line(colour, 0.46);
  if (shown < MIN_SEAM) return;
  pen.lineCap = "butt";
  pen.setLineDash(seatDash(seat).map((length) => length * DASH));
  line(shade(colour, 0.6), SEAM);
  pen.setLineDash([]);
}

/**
 * Trails in a farmer's window: cells side by side belong together, for all that it knows.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
export function drawTrailCells(pen, shot, view) {
  /** @type {Frame} */
  const frame = shot.t < 0.5 ? shot.from : shot.to;
  shot.seats.forEach((_, seat) => {
    const path = new Path2D();
    const isLaying = addStep(path, shot, seat);
    const found = addTrailCells(path, frame, seat, isLaying ? farmerIn(shot.to, seat) : null);
    const isGuarded = seat === shot.seat && shot.to.farmers[seat]?.super_power_up === TRAIL_PROTECTION;
    if (found || isLaying) drawRibbonAlong(pen, view, path, seat, seatColour(seat), isGuarded);
  });
}

/**
 * @param {Path2D} path
 * @param {Frame} frame
 * @param {number} seat
 * @param {Farmer|null} without the cell that its farmer is stepping on
 */
function addTrailCells(path, frame, seat, without) {
  let found = false;
  const is = (/** @type {number} */ x, /** @type {number} */ y) => {
    return trailOf(signAt(frame, x, y) ?? 0) === seat && !(without && x === without.x && y === without.y);
  };
  frame.land.forEach((/** @type {number} */ _, /** @type {number} */ i) => {
    const [x, y] = [frame.left + (i % frame.width), frame.top + Math.floor(i / frame.width)];
    if (!is(x, y)) return;
    found = true;
    path.moveTo(x + 0.5, y + 0.5);
    path.lineTo(x + (is(x + 1, y) ? 1.5 : 0.51), y + 0.5);
    path.moveTo(x + 0.5, y + 0.5);
    path.lineTo(x + 0.5, y + (is(x, y + 1) ? 1.5 : 0.51));
  });
  return found;
}

/**
 * The piece of trail that a farmer is laying now, if it is.
 * @param {Path2D} path
 * @param {Shot} shot
 * @param {number} seat
 */
function addStep(path, shot, seat) {
  const [from, to] = [farmerIn(shot.from, seat), farmerIn(shot.to, seat)];
  const figure = figureOf(shot, seat);
  if (!from || !to || !figure || shot.t >= 1 || isPutElsewhere(shot, seat)) return false;
  if (from.x === to.x && from.y === to.y) return false;
  if (trailOf(signAt(shot.to, to.x, to.y) ?? 0) !== seat) return false;
  path.moveTo(from.x + 0.5, from.y + 0.5);
  path.lineTo(figure.x + 0.5, figure.y + 0.5);
  return true;
}
