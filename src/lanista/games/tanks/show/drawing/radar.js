// The radars: a wave over every scanned square.

import { ease, faded, stroke } from "../../../../web/static/board/canvas.js";
import { seatColour } from "../../../../web/static/shared/palette.js";
import { CELL, SWEEP, isInSight, middle, sizeOn, tankOf } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Tank} Tank */
/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawScans(pen, shot) {
  const part = Math.max(0, (shot.t - SWEEP) / (1 - SWEEP));
  if (part === 0 || shot.from.turn === shot.to.turn) return;
  const frame = /** @type {Frame} */ (shot.to);
  for (const { seat, x, y } of frame.scans) {
    const [tank, side] = [tankOf(frame, seat), shot.scene.scan * CELL];
    if (!isInSight(shot, x * CELL + side / 2, y * CELL + side / 2, side)) continue;
    if (tank) drawScan(pen, shot, tank, x * CELL, y * CELL, part, seatColour(seat));
  }
}

/**
 * The scanned square: a wave runs over it, and its corners stay.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Tank} tank
 * @param {number} x
 * @param {number} y
 * @param {number} part
 * @param {string} colour
 */
function drawScan(pen, shot, tank, x, y, part, colour) {
  const side = shot.scene.scan * CELL;
  pen.save();
  pen.beginPath();
  pen.rect(x, y, side, side);
  pen.clip();
  pen.fillStyle = faded(colour, shot.seat === null ? 0.1 * part : 0);
  pen.fillRect(x, y, side, side);
  if (part < 1) drawWave(pen, middle(tank.x), middle(tank.y), side, part, colour);
  pen.restore();
  drawCorners(pen, x, y, side, faded(colour, 0.75 * ease(part)), 1.6 * sizeOn(pen, shot));
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {number} part
 * @param {string} colour
 */
function drawWave(pen, x, y, side, part, colour) {
  const angle = 2 * Math.PI * part - Math.PI / 2;
  for (let i = 0; i < 5; i += 1) {
    pen.fillStyle = faded(colour, 0.11 * (1 - 0.5 * part));
    pen.beginPath();
    pen.moveTo(x, y);
    pen.arc(x, y, 1.5 * side, angle - 0.22 * (i + 1), angle);
    pen.fill();
  }
  for (let i = 0; i < 3; i += 1) {
    pen.strokeStyle = faded(colour, 0.6 * (1 - part));
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(x, y, Math.max(0, part * 1.3 * side - i * 26), 0, 2 * Math.PI);
    pen.stroke();
  }
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {string} colour
 * @param {number} width
 */
function drawCorners(pen, x, y, side, colour, width) {
  const long = CELL * 0.9;
  for (const dx of [1, -1]) {
    for (const dy of [1, -1]) {
      const [cx, cy] = [dx > 0 ? x : x + side, dy > 0 ? y : y + side];
      stroke(pen, [cx + dx * long, cy + dy, cx + dx, cy + dy, cx + dx, cy + dy * long], colour, width);
    }
  }
}
