// What buildings look like: a cell is 100 units wide, the building stands in its middle and looks to the right.

import { disc, faded, shade, shape, slab, stroke } from "../../../../web/static/board/canvas.js";
import { GENERATOR, TESLA, TURRET, WALL } from "./field.js";

/** @typedef {CanvasRenderingContext2D} Pen */

/** @type {Record<number, (pen: Pen, colour: string, dark: boolean) => void>} */
const PAINTERS = { [WALL]: paintWall, [TURRET]: paintTurret, [GENERATOR]: paintGenerator, [TESLA]: paintTesla };

/**
 * @param {Pen} pen
 * @param {number} kind
 * @param {string} colour
 * @param {boolean} dark
 */
export function paintBuilding(pen, kind, colour, dark) {
  PAINTERS[kind]?.(pen, colour, dark);
}

/**
 * @param {Pen} pen
 * @param {number} width
 * @param {number} y
 */
function paintShadow(pen, width, y) {
  pen.fillStyle = faded("#000000", 0.22);
  pen.beginPath();
  pen.ellipse(4, y, width, width * 0.42, 0, 0, 2 * Math.PI);
  pen.fill();
}

/**
 * A piece of rampart across the row.
 * @param {Pen} pen
 * @param {string} colour
 * @param {boolean} dark
 */
function paintWall(pen, colour, dark) {
  const stone = dark ? "#8d8b86" : "#c9c3b6";
  slab(pen, -18, -34, 46, 80, 6, faded("#000000", 0.2));
  slab(pen, -23, -42, 44, 84, 6, shade(stone, -0.42));
  slab(pen, -23, -42, 44, 70, 6, stone);
  slab(pen, -13, -36, 12, 58, 4, shade(colour, -0.3));
  slab(pen, -13, -36, 12, 55, 4, colour);
  for (let i = 0; i < 4; i += 1) {
    slab(pen, 5, -40 + 18 * i, 17, 14, 3, shade(stone, -0.36));
    slab(pen, 5, -42 + 18 * i, 17, 13, 3, shade(stone, 0.3));
  }
  for (let i = 0; i < 3; i += 1) stroke(pen, [-20 + 15 * i, 31, -20 + 15 * i, 39], shade(stone, -0.6), 1.6);
  stroke(pen, [-21, 35, 19, 35], shade(stone, -0.6), 1.6);
}

/**
 * The round bed of a turret; its gun is drawn over it.
 * @param {Pen} pen
 * @param {string} colour
 * @param {boolean} dark
 */
function paintTurret(pen, colour, dark) {
  const steel = dark ? "#6d727d" : "#8d929d";
  paintShadow(pen, 40, 14);
  disc(pen, -4, 6, 34, shade(steel, -0.5));
  disc(pen, -4, 0, 34, steel);
  disc(pen, -4, 0, 28, shade(steel, -0.22));
  for (let i = 0; i < 8; i += 1) {
    const angle = (Math.PI * (i + 0.5)) / 4;
    disc(pen, -4 + 31 * Math.cos(angle), 31 * Math.sin(angle), 2, shade(steel, 0.5));
  }
  pen.lineWidth = 3;
  pen.strokeStyle = faded(colour, 0.9);
  pen.beginPath();
  pen.arc(-4, 0, 27, 0, 2 * Math.PI);
  pen.stroke();
}

/**
 * A power house with a glowing core between two coloured coils.
 * @param {Pen} pen
 * @param {string} colour
 * @param {boolean} dark
 */
function paintGenerator(pen, colour, dark) {
  const steel = dark ? "#7a7f8a" : "#dcdad3";
  slab(pen, -32, -24, 74, 66, 14, faded("#000000", 0.2));
  slab(pen, -36, -34, 72, 72, 14, shade(steel, -0.42));
  slab(pen, -36, -34, 72, 60, 14, steel);
  for (const x of [-31, 20]) {
    slab(pen, x, -28, 11, 50, 5, shade(colour, -0.35));
    slab(pen, x, -28, 11, 46, 5, colour);
    for (let y = -20; y < 16; y += 9) stroke(pen, [x + 1, y, x + 10, y - 3], faded("#ffffff", 0.5), 1.8);
  }
  disc(pen, 0, -4, 19, shade(steel, -0.5));
  disc(pen, 0, -6, 18, "#3a3420");
  disc(pen, 0, -6, 15, "#ffc93c");
  disc(pen, -3, -9, 9, "#ffe391");
  paintFlash(pen, 0, -6, 12, "#7a4d00");
}

/**
 * The sign of energy.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
export function paintFlash(pen, x, y, size, colour) {
  const outline = [0.25, -1, -0.6, 0.2, -0.05, 0.2, -0.25, 1, 0.6, -0.25, 0.05, -0.25];
  shape(pen, outline.map((value, i) => (i % 2 ? y : x) + value * size), colour);
}

/**
 * A mast with coils and a ball that holds the charge.
 * @param {Pen} pen
 * @param {string} colour
 * @param {boolean} dark
 */
function paintTesla(pen, colour, dark) {
  const steel = dark ? "#858a96" : "#6a6f7b";
  paintShadow(pen, 36, 34);
  slab(pen, -30, 16, 60, 28, 10, shade(colour, -0.45));
  slab(pen, -30, 12, 60, 24, 10, colour);
  shape(pen, [-15, 26, 15, 26, 7, -30, -7, -30], steel);
  shape(pen, [2, 26, 15, 26, 7, -30, 1, -30], shade(steel, -0.3));
  for (const [y, width] of /** @type {[number, number][]} */ ([[14, 40], [0, 34], [-13, 28]])) {
    slab(pen, -width / 2, y - 1, width, 9, 4.5, "#8a5a22");
    slab(pen, -width / 2, y - 2, width, 7, 3.5, "#e0a050");
  }
  disc(pen, 0, -38, 14, shade(steel, -0.4));
  disc(pen, 0, -39, 13, "#cfeaff");
  disc(pen, -4, -43, 5, "#ffffff");
}
