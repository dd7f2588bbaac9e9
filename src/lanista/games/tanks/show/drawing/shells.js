// What tanks do to one another: shells and their blasts, collisions, and the health that was lost.

import { disc, ease, faded, grain, lerp, letterOf, shape, slab, stroke } from "../../../../web/static/board/canvas.js";
import { outlined, span, star } from "../../../../web/static/board/effects.js";
import { cachedDrawing } from "../../../../web/static/board/drawing-cache.js";
import { seatColour } from "../../../../web/static/shared/palette.js";
import { muzzle } from "../../../../web/static/board/shapes.js";
import { CELL, CONTACT, FIRE, middle, sizeOn } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Tank} Tank */
/** @typedef {import("./view.js").Shell} Shell */
/** @typedef {import("./view.js").Story} Story */
/** @typedef {import("./tanks.js").Look} Look */
/** @typedef {CanvasRenderingContext2D} Pen */

const BURST = 0.2; // how long it lasts
const FLASH = 0.25; // of a shell's way: how long the gun flashes
const GUN = 16; // from the middle of a tank to its muzzle
const PUFFS = [ // from the middle outwards
  "#fff0b8", "#ffd45c", "#ffc247", "#ffae36", "#ff9a2e", "#ff7f2a", "#f4692a", "#e2562b",
  "#8a5a48", "#6d5f58", "#e8702d", "#5f5852", "#c9552e", "#6a5f57",
];

/**
 * How far a shell is on its way: from 0 at the gun to 1 where it lands.
 * @param {Shell} shell
 * @param {number} t
 */
function flown(shell, t) {
  return span(t, FIRE, shell.burst);
}

/**
 * Where a shell is, and how far above the ground.
 * @param {Shell} shell
 * @param {number} part
 */
function shellAt(shell, part) {
  const [x, y] = [middle(lerp(shell.fromX, shell.x, part)), middle(lerp(shell.fromY, shell.y, part))];
  const far = Math.hypot(shell.x - shell.fromX, shell.y - shell.fromY);
  const up = 4 * part * (1 - part) * (8 + 5 * far);
  return { x, y, up: shell.lob ? Math.min(up, Math.max(0, y - 4)) : 0 };
}

/**
 * The line on which a shell has come, and after the turn the ground that its blast covered.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Shell} shell
 */
export function drawTrace(pen, shot, shell) {
  const part = flown(shell, shot.t);
  if (part === 0) return;
  const colour = seatColour(shell.seat);
  const points = [];
  for (let i = 0; i <= 12; i += 1) {
    const { x, y, up } = shellAt(shell, (part * i) / 12);
    points.push(x, y - up);
  }
  pen.setLineDash([5, 5]);
  stroke(pen, points, faded(colour, 0.65), 1.8 * sizeOn(pen, shot));
  pen.setLineDash([]);
  if (part === 1 && shell.explodes) drawScorch(pen, shot, shell, colour);
}

/**
 * The ground of nine cells; a seat has at most one shell in a turn.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Shell} shell
 * @param {string} colour
 */
function drawScorch(pen, shot, { seat, x, y }, colour) {
  const [left, top, side] = [(x - 1) * CELL, (y - 1) * CELL, 3 * CELL];
  const paint = (/** @type {Pen} */ brush) => {
    brush.translate(-left, -top);
    paintScorch(brush, x, y, colour);
  };
  const drawing = cachedDrawing(pen, shot, `scorch ${seat}`, side, side, paint, [`${x} ${y}`]);
  pen.drawImage(drawing, left, top, side, side);
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function paintScorch(pen, x, y, colour) {
  pen.lineWidth = 1.4;
  const [left, top, side] = [(x - 1) * CELL + 1, (y - 1) * CELL + 1, 3 * CELL - 2];
  slab(pen, left, top, side, side, 9, faded("#2a1d10", 0.22), faded(colour, 0.7));
  for (let i = 0; i < 9; i += 1) {
    const [angle, far] = [i * 0.7 + grain(x, y), CELL * (0.3 + 0.8 * grain(x + i, y))];
    const size = 1.5 + 2.5 * grain(i, x);
    disc(pen, middle(x) + far * Math.cos(angle), middle(y) + far * Math.sin(angle), size, faded("#1c130a", 0.35));
  }
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Shell} shell
 */
export function drawShell(pen, shot, shell) {
  const part = flown(shell, shot.t);
  if (part === 0 || part === 1) return;
  const size = sizeOn(pen, shot);
  const { x, y, up } = shellAt(shell, part);
  if (part < FLASH) drawMuzzle(pen, shell, part / FLASH, size);
  disc(pen, x + 1, y + 2, 2.6 * size, faded("#000000", 0.35));
  for (let i = 3; i > 0; i -= 1) {
    const tail = shellAt(shell, Math.max(0, part - 0.025 * i));
    disc(pen, tail.x, tail.y - tail.up, (3.2 - 0.7 * i) * size, faded("#ffcf6b", 0.6 - 0.13 * i));
  }
  disc(pen, x, y - up, 3.4 * size, seatColour(shell.seat));
  disc(pen, x, y - up, 2 * size, "#fff6d8");
}

/**
 * @param {Pen} pen
 * @param {Shell} shell
 * @param {number} part
 * @param {number} size
 */
function drawMuzzle(pen, shell, part, size) {
  const angle = Math.atan2(shell.y - shell.fromY, shell.x - shell.fromX);
  const [dx, dy] = [GUN * size * Math.cos(angle), GUN * size * Math.sin(angle)];
  muzzle(pen, middle(shell.fromX) + dx, middle(shell.fromY) + dy, 0.4 * size, angle, part);
}

/**
 * A blast over nine cells.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Shell} shell
 */
export function drawBurst(pen, shot, shell) {
  const part = (shot.t - shell.burst) / BURST;
  if (!shell.explodes || part < 0 || part >= 1) return;
  const [x, y] = [middle(shell.x), middle(shell.y)];
  const [fade, grown] = [1 - part, ease(Math.min(1, part * 2))];
  for (let i = 0; i < PUFFS.length; i += 1) {
    const [angle, far] = [i * 2.4 + grain(shell.x, shell.y), CELL * 1.2 * grown * Math.sqrt(i / PUFFS.length)];
    const size = CELL * (0.35 + 0.3 * grain(i, shell.x)) * (0.4 + 0.6 * grown) * (0.35 + 0.65 * fade);
    const colour = faded(PUFFS[i] ?? "", 0.9 * Math.min(1, 2 * fade));
    disc(pen, x + far * Math.cos(angle), y + far * Math.sin(angle), size, colour);
  }
  disc(pen, x, y, CELL * 0.9 * (1 - grown), faded("#fffbe8", 0.95));
  pen.lineWidth = 0.5 + 3 * fade;
  pen.strokeStyle = faded("#fff3cf", 0.9 * fade);
  pen.beginPath();
  pen.arc(x, y, CELL * (0.4 + 1.3 * ease(part)), 0, 2 * Math.PI);
  pen.stroke();
}

/**
 * A star where a tank ran into something.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Story} story
 */
export function drawBumps(pen, shot, { bumps }) {
  const part = (shot.t - CONTACT + 0.03) / 0.25;
  if (part < 0 || part >= 1) return;
  for (const [seat, { x, y }] of bumps) {
    const tank = /** @type {Tank} */ (shot.to.tanks[seat]);
    const [px, py] = [middle((x + tank.x) / 2), middle((y + tank.y) / 2)];
    const size = sizeOn(pen, shot) * 15 * (0.6 + part);
    shape(pen, star(px, py, size, 7, 0.5), faded("#f08a24", 0.9 * (1 - part)));
    shape(pen, star(px, py, size * 0.65, 7, 0.5), faded("#fff3c4", 0.95 * (1 - part)));
  }
}

/**
 * The health that was lost, rising from the tank in the colour of who took it.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Story} story
 * @param {Look[]} looks
 */
export function drawHurts(pen, shot, story, looks) {
  const size = 11 * sizeOn(pen, shot);
  for (const one of story.hurts) {
    const { seat, at, amount, by } = one;
    const part = Math.min(1, (shot.t - at) / 0.22);
    const look = looks.find(({ name }) => name === letterOf(shot, seat));
    if (part < 0 || !look) continue;
    const beside = story.hurts.slice(0, story.hurts.indexOf(one)).filter((other) => other.seat === seat).length;
    const [x, y] = [look.x + size * (0.9 + 0.2 * part), look.y - size * (0.9 + 0.5 * ease(part) + 0.95 * beside)];
    const outline = faded(shot.palette.dark ? "#101210" : "#ffffff", 0.9);
    const colour = by < 0 ? "#d92d20" : seatColour(by);
    outlined(pen, `−${amount}`, x, y, size, colour, { outline, align: "left", width: 0.29 });
  }
}
