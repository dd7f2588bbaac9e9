// Power-ups and super power-ups.

import { disc, ease, stroke } from "../../../../web/static/board/canvas.js";
import { itemChanges, itemsOf, nameOf } from "./signs.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Item} Item */
/** @typedef {import("./view.js").View} View */
/** @typedef {CanvasRenderingContext2D} Pen */

export const IMMUNITY = 1;
export const UNPRUNABLE = 2;
export const FREEZE = 3;
export const TRAIL_PROTECTION = 4;
export const SUPER_FERTILIZER = 5;
const ITEM_COLOURS = ["", "#2f6fd0", "#c43d6b", "#1c9bc4", "#7a52c7", "#3f9142"];

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
export function drawItems(pen, { scene, from, to, t }, { shown: cell }) {
  const size = itemSize(cell);
  const { picked, appeared } = itemChanges(t < 1 ? from : to, to, scene.cols);
  const grown = ease(t) * (1 + 0.35 * Math.sin(Math.PI * t));
  const changed = new Set([...picked, ...appeared].map(nameOf));
  const frames = t < 1 ? [from, to] : [to]; // also what is about to leave the window
  const shown = frames.flatMap((frame) => itemsOf(frame, scene.cols));
  for (const [name, { x, y, kind }] of new Map(shown.map((item) => [nameOf(item), item]))) {
    if (!changed.has(name)) drawIcon(pen, kind, x + 0.5, y + 0.5, size);
  }
  for (const { x, y, kind } of appeared) drawIcon(pen, kind, x + 0.5, y + 0.5, size * grown);
  for (const item of picked) drawTaken(pen, item, size, t);
}

/**
 * @param {number} cell as it is shown
 */
export function itemSize(cell) {
  return Math.max(0.62, 11 / cell);
}

/**
 * A power-up that somebody picks up.
 * @param {Pen} pen
 * @param {Item} item
 * @param {number} size
 * @param {number} t
 */
function drawTaken(pen, { x, y, kind }, size, t) {
  const late = ease(Math.max(0, 2 * t - 1));
  pen.save();
  pen.globalAlpha = 1 - late;
  drawIcon(pen, kind, x + 0.5, y + 0.5 - 1.6 * late, size * (1 + 0.8 * late));
  pen.restore();
}

/**
 * A power-up on its plate; super power-ups lie on a golden blossom.
 * @param {Pen} pen
 * @param {number} kind
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
export function drawIcon(pen, kind, x, y, radius) {
  const colour = ITEM_COLOURS[kind] ?? "#555555";
  pen.save();
  pen.translate(x, y);
  pen.scale(radius / 10, radius / 10);
  disc(pen, 0, 1.6, 10.4, "rgba(0, 0, 0, 0.25)");
  if (kind >= TRAIL_PROTECTION) drawBlossom(pen);
  else disc(pen, 0, 0, 10, "#fffdf6");
  disc(pen, 0, 0, kind >= TRAIL_PROTECTION ? 7.6 : 8.3, colour);
  ICONS[kind]?.(pen);
  pen.restore();
}

/** @param {Pen} pen */
function drawBlossom(pen) {
  for (let i = 0; i < 8; i += 1) {
    const turn = (i * Math.PI) / 4;
    disc(pen, Math.cos(turn) * 7.6, Math.sin(turn) * 7.6, 3.8, "#ffc93c");
  }
  disc(pen, 0, 0, 8.6, "#fff3c4");
}

/** @type {Record<number, (pen: Pen) => void>} */
const ICONS = {
  [IMMUNITY]: drawShield, [UNPRUNABLE]: drawShears, [FREEZE]: drawSnowflake,
  [TRAIL_PROTECTION]: drawGuardedTrail, [SUPER_FERTILIZER]: drawSprout,
};

/** @param {Pen} pen */
function drawShield(pen) {
  pen.fillStyle = "#ffffff";
  pen.beginPath();
  pen.moveTo(0, -6);
  pen.quadraticCurveTo(3, -4.4, 5, -4.4);
  pen.quadraticCurveTo(5.4, 3, 0, 6);
  pen.quadraticCurveTo(-5.4, 3, -5, -4.4);
  pen.quadraticCurveTo(-3, -4.4, 0, -6);
  pen.fill();
  stroke(pen, [-2.2, 0, -0.5, 1.8, 2.4, -2], "#2f6fd0", 1.7);
}

/**
 * Shears that cannot cut.
 * @param {Pen} pen
 */
function drawShears(pen) {
  stroke(pen, [-3, -5.4, 2, 2], "#ffffff", 1.8);
  stroke(pen, [3, -5.4, -2, 2], "#ffffff", 1.8);
  pen.strokeStyle = "#ffffff";
  pen.lineWidth = 1.5;
  for (const x of [-2.8, 2.8]) {
    pen.beginPath();
    pen.arc(x, 3.8, 1.9, 0, 2 * Math.PI);
    pen.stroke();
  }
  stroke(pen, [-6, 4.6, 6, -4.6], "#ffd75e", 1.8);
}

/** @param {Pen} pen */
function drawSnowflake(pen) {
  for (let i = 0; i < 6; i += 1) {
    const [x, y] = [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3)];
    stroke(pen, [0, 0, x * 6.2, y * 6.2], "#ffffff", 1.4);
    stroke(pen, [x * 5.6 - y * 2, y * 5.6 + x * 2, x * 3.6, y * 3.6, x * 5.6 + y * 2, y * 5.6 - x * 2], "#ffffff", 1.2);
  }
}

/** @param {Pen} pen */
function drawGuardedTrail(pen) {
  stroke(pen, [-4.6, 3.6, -1, 3.6, -1, -0.6, 2.6, -0.6, 2.6, -4.2], "#ffffff", 2.1);
  disc(pen, -4.4, 3.6, 1.9, "#ffd75e");
  stroke(pen, [0.4, -2.8, 2.6, -5, 4.8, -2.8], "#ffffff", 1.7);
}

/** @param {Pen} pen */
function drawSprout(pen) {
  stroke(pen, [0, 5.4, 0, -1], "#ffffff", 1.8);
  pen.fillStyle = "#ffffff";
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.quadraticCurveTo(side * 0.6, -5.4, side * 5.4, -5);
    pen.quadraticCurveTo(side * 5.2, -0.4, 0, 0);
    pen.fill();
  }
  stroke(pen, [-3.4, 5.4, 3.4, 5.4], "#ffd75e", 1.8);
}
