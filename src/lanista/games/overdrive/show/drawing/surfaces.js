// What lies on the road: mud, oil, walls, trucks, the finish, and power-ups on their plates.

import { disc, grain, shape, slab, stroke } from "../../../../web/static/board/canvas.js";
import { BLOCK, BOOST, EMP, FINISH, LIZARD, MUD, OIL, OIL_CAN, TRUCK, TWEET, WALL } from "./view.js";

/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {(pen: Pen, x: number, y: number, lane: number, block: number, row: number) => void} Sign */

/** @type {Record<number, Sign>} by the middle of the block and the height of its lane */
const SURFACES = {
  [MUD]: drawMud, [OIL]: drawOil, [OIL_CAN]: drawOilCan, [FINISH]: drawFinish, [BOOST]: drawBoost, [WALL]: drawWall,
  [LIZARD]: drawLizard, [TWEET]: drawTweet, [EMP]: drawEmpItem, [TRUCK]: drawTruck,
};

const PAPER = "#f6f3ea";
const SIGN = "#ffffff";

/**
 * @param {Pen} pen
 * @param {number} code
 * @param {number} x the middle
 * @param {number} y
 * @param {number} lane its height
 * @param {number} block
 * @param {number} row
 */
export function drawSurface(pen, code, x, y, lane, block, row) {
  SURFACES[code]?.(pen, x, y, lane, block, row);
}

/**
 * A small sign of a power-up.
 * @param {Pen} pen
 * @param {number} code
 * @param {number} x
 * @param {number} y
 * @param {number} size 1 is as on the road
 */
export function drawItem(pen, code, x, y, size) {
  pen.save();
  pen.translate(x, y);
  pen.scale(size, size);
  drawSurface(pen, code, 0, 0, BLOCK, 0, 0);
  pen.restore();
}

/** @type {Sign} */
function drawMud(pen, x, y, lane, block, row) {
  pen.fillStyle = "#6d4f33";
  pen.beginPath();
  pen.ellipse(x, y, BLOCK * 0.62, lane * 0.4, 0, 0, 2 * Math.PI);
  pen.fill();
  for (let i = 0; i < 4; i += 1) {
    const [dx, dy] = [(grain(block, i) - 0.5) * BLOCK * 0.8, (grain(i, block + row) - 0.5) * lane * 0.55];
    disc(pen, x + dx, y + dy, 2 + 3 * grain(i, row), i % 2 ? "#523a25" : "#86643f");
  }
}

/** @type {Sign} */
function drawOil(pen, x, y, lane) {
  pen.fillStyle = "#14161b";
  pen.beginPath();
  pen.ellipse(x, y, BLOCK * 0.58, lane * 0.34, 0.3, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = "#5b6fd8";
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.ellipse(x - 2, y - lane * 0.08, BLOCK * 0.3, lane * 0.14, 0.3, 3, 5.6);
  pen.stroke();
}

/** @type {Sign} */
function drawFinish(pen, x, y, lane) {
  const size = BLOCK / 3;
  for (let row = 0; row * size < lane; row += 1) {
    for (let i = 0; i < 3; i += 1) {
      pen.fillStyle = (row + i) % 2 ? "#17191e" : "#f4f2ec";
      const tall = Math.min(size, lane - row * size);
      pen.fillRect(x - BLOCK / 2 + i * size, y - lane / 2 + row * size, size, tall);
    }
  }
}

/** @type {Sign} */
function drawWall(pen, x, y, lane) {
  slab(pen, x - BLOCK * 0.42, y - lane * 0.42, BLOCK * 0.84, lane * 0.84, 3, "#b8503c");
  pen.strokeStyle = "#f0c9b8";
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (let i = 1; i < 4; i += 1) {
    const at = y - lane * 0.42 + (lane * 0.84 * i) / 4;
    pen.moveTo(x - BLOCK * 0.42, at);
    pen.lineTo(x + BLOCK * 0.42, at);
    pen.moveTo(x + (i % 2 ? 0.16 : -0.12) * BLOCK, at);
    pen.lineTo(x + (i % 2 ? 0.16 : -0.12) * BLOCK, at - lane * 0.21);
  }
  pen.stroke();
}

/** @type {Sign} */
function drawTruck(pen, x, y, lane) {
  const [tall, half] = [lane * 0.62, BLOCK * 0.5];
  slab(pen, x - half, y - tall / 2 - 3, BLOCK, tall + 6, 2, "#15171b");
  const [back, nose] = [x + BLOCK * 0.18, x + BLOCK * 0.56];
  const upper = [x - half, y + tall / 2, x - half, y - tall / 2, back, y - tall / 2, nose, y - tall * 0.28];
  shape(pen, [...upper, nose, y + tall * 0.28, back, y + tall / 2], "#c4c9d2");
  const [left, right] = [x + BLOCK * 0.08, x + BLOCK * 0.34];
  const glass = [left, y - tall * 0.38, right, y - tall * 0.22, right, y + tall * 0.22, left, y + tall * 0.38];
  shape(pen, glass, "#39424f");
}

// Power-ups

/**
 * A power-up lies on a round plate in its colour.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function drawPlate(pen, x, y, colour) {
  disc(pen, x, y, BLOCK * 0.46, PAPER);
  disc(pen, x, y, BLOCK * 0.39, colour);
}

/** @type {Sign} */
function drawBoost(pen, x, y) {
  drawPlate(pen, x, y, "#e0a100");
  for (const dx of [-4, 2]) stroke(pen, [x + dx - 2, y - 5, x + dx + 3, y, x + dx - 2, y + 5], SIGN, 2.4);
}

/** @type {Sign} */
function drawOilCan(pen, x, y) {
  drawPlate(pen, x, y, "#3c4250");
  shape(pen, [x, y - 6.5, x + 4.6, y + 1, x - 4.6, y + 1], SIGN);
  disc(pen, x, y + 2, 4.6, SIGN);
}

/** @type {[number, number][]} */
const LIZARD_FEET = [[-3, -4], [-1, 4], [3, -3], [4, 3]];

/** @type {Sign} */
function drawLizard(pen, x, y) {
  drawPlate(pen, x, y, "#2f9e58");
  stroke(pen, [x - 6, y + 3, x - 2, y - 1, x + 2, y + 1, x + 6, y - 4], SIGN, 2.6);
  for (const [dx, dy] of LIZARD_FEET) stroke(pen, [x + dx * 0.7, y, x + dx, y + dy], SIGN, 1.6);
}

/** @type {Sign} */
function drawTweet(pen, x, y) {
  drawPlate(pen, x, y, "#2a8fd8");
  slab(pen, x - 6, y - 4, 8, 7, 1.5, SIGN);
  shape(pen, [x + 2.6, y - 2.5, x + 5, y - 2.5, x + 6.8, y + 0.4, x + 6.8, y + 3, x + 2.6, y + 3], SIGN);
  disc(pen, x - 3, y + 4, 1.8, SIGN);
  disc(pen, x + 4, y + 4, 1.8, SIGN);
}

/** @type {Sign} */
function drawEmpItem(pen, x, y) {
  drawPlate(pen, x, y, "#8e4fd6");
  const right = [x - 2.4, y + 7, x + 5, y - 1.6, x + 0.4, y - 1.6];
  shape(pen, [x + 2, y - 7, x - 5, y + 1.4, x - 0.6, y + 1.4, ...right], SIGN);
}
