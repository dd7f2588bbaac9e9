// What is drawn over a board: the bots' own marks, the cells a person may choose, a chosen cell, and the ring around the
// cell of an event.

import { faded, label } from "./canvas.js";
import { seatColour } from "../shared/palette.js";

/** @typedef {import("./canvas.js").Board} Board */
/** @typedef {import("./canvas.js").Shot} Shot */
/** @typedef {import("./canvas.js").Box} Box */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{x: number, y: number, to: [number, number]|null, colour: string|null, text: string}} Mark */

const MAX_MARKS = 300;
const MAX_LETTERS = 20;
const LOOK = 8; // units of the drawing between two points that are asked for their cells
const RING = { from: 3.2, to: 1.1, seconds: 0.7 }; // sides of a cell, and how long it closes in
const TINT = 0.22;
const HINT = 0.1;

/**
 * The bots' own marks: cells, lines and words at their game's coordinates.
 * @param {Pen} pen
 * @param {Board} board
 * @param {Shot} shot
 * @param {(any[]|null)[]} drawn marks by seat
 */
export function drawMarks(pen, board, shot, drawn) {
  drawn.forEach((marks, seat) => {
    if (!Array.isArray(marks)) return;
    for (const mark of marks.slice(0, MAX_MARKS)) drawMark(pen, board, shot, readMark(mark), seat);
  });
}

/**
 * @param {Pen} pen
 * @param {Board} board
 * @param {Shot} shot
 * @param {Mark|null} mark
 * @param {number} seat
 */
function drawMark(pen, board, shot, mark, seat) {
  const box = mark && board.place(shot, mark.x, mark.y, seat);
  if (!mark || !box) return;
  const colour = mark.colour ?? seatColour(seat);
  const end = mark.to && board.place(shot, mark.to[0], mark.to[1], seat);
  pen.strokeStyle = colour;
  pen.lineWidth = Math.max(1.5, box.width / 14);
  pen.setLineDash([box.width / 5, box.width / 8]);
  if (end) {
    pen.beginPath();
    pen.moveTo(box.x + box.width / 2, box.y + box.height / 2);
    pen.lineTo(end.x + end.width / 2, end.y + end.height / 2);
    pen.stroke();
  } else {
    pen.fillStyle = colour.startsWith("#") && colour.length === 7 ? faded(colour, TINT) : "transparent";
    pen.fillRect(box.x, box.y, box.width, box.height);
    pen.strokeRect(box.x + 1, box.y + 1, box.width - 2, box.height - 2);
  }
  pen.setLineDash([]);
  const size = Math.max(9, Math.min(16, box.height * 0.45));
  const how = { align: /** @type {CanvasTextAlign} */ ("center"), weight: 700 };
  if (mark.text) label(pen, mark.text, box.x + box.width / 2, box.y + box.height / 2, size, colour, how);
}

/**
 * A mark as bots write it: [x, y], [x, y, "text"] or {x, y, to: [x, y], color: "#rrggbb", text}.
 * @param {any} mark
 * @returns {Mark|null}
 */
function readMark(mark) {
  const object = Array.isArray(mark) ? { x: mark[0], y: mark[1], text: mark[2] } : mark;
  if (!object || !Number.isFinite(object.x) || !Number.isFinite(object.y)) return null;
  const to = Array.isArray(object.to) && object.to.slice(0, 2).every(Number.isFinite) ? object.to : null;
  const colour = /^#[0-9a-fA-F]{6}$/.test(object.color ?? "") ? object.color : null;
  return { x: object.x, y: object.y, to, colour, text: String(object.text ?? "").slice(0, MAX_LETTERS) };
}

/**
 * All cells in sight that a person may choose.
 * @param {Pen} pen
 * @param {Board} board
 * @param {Shot} shot
 * @param {(x: number, y: number) => boolean} offered
 */
export function drawOffers(pen, board, shot, offered) {
  const { view } = shot;
  const seen = new Set();
  for (let py = view.y + LOOK / 2; py < view.y + view.height; py += LOOK) {
    for (let px = view.x + LOOK / 2; px < view.x + view.width; px += LOOK) {
      const cell = board.cell(shot, px, py);
      if (!cell || seen.has(`${cell.x},${cell.y}`)) continue;
      seen.add(`${cell.x},${cell.y}`);
      if (offered(cell.x, cell.y)) drawChoice(pen, board, shot, cell, shot.palette.ink);
    }
  }
}

/**
 * A cell that is chosen or can be.
 * @param {Pen} pen
 * @param {Board} board
 * @param {Shot} shot
 * @param {{x: number, y: number}} cell
 * @param {string} colour #rrggbb
 */
export function drawChoice(pen, board, shot, cell, colour) {
  const box = board.place(shot, cell.x, cell.y);
  if (!box) return;
  pen.lineWidth = Math.max(1.5, box.width / 18);
  pen.strokeStyle = colour;
  pen.fillStyle = faded(colour, HINT);
  pen.fillRect(box.x + 1, box.y + 1, box.width - 2, box.height - 2);
  pen.strokeRect(box.x + 2, box.y + 2, box.width - 4, box.height - 4);
}

/**
 * A ring that closes in on a cell, as the first seat names it, and stays around it.
 * @param {Pen} pen
 * @param {Board} board
 * @param {Shot} shot
 * @param {{x: number, y: number}} cell
 * @param {number} seconds since it was asked for
 */
export function drawRing(pen, board, shot, cell, seconds) {
  const box = board.place(shot, cell.x, cell.y, 0);
  if (!box) return;
  const part = Math.min(1, seconds / RING.seconds);
  const radius = (Math.max(box.width, box.height) / 2) * (RING.from + (RING.to - RING.from) * part * (2 - part));
  const pixel = 1 / shot.scale;
  for (const [width, colour] of /** @type {const} */ ([[7, shot.palette.ground], [3.5, "#e5484d"]])) {
    pen.beginPath();
    pen.arc(box.x + box.width / 2, box.y + box.height / 2, radius + 4 * pixel, 0, 2 * Math.PI);
    pen.lineWidth = width * pixel * Math.min(globalThis.devicePixelRatio || 1, 2);
    pen.strokeStyle = colour;
    pen.stroke();
  }
  return part < 1;
}
