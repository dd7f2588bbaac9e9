// The meadow and the strongholds at its ends.

import { disc, faded, grain, label, letterOf, shade, slab, stroke } from "../../../../web/static/board/canvas.js";
import { during } from "../../../../web/static/board/effects.js";
import { drawPieces } from "../../../../web/static/board/drawing-cache.js";
import { inkOn, seatColour } from "../../../../web/static/shared/palette.js";
import { lettered } from "../../../../web/static/board/shapes.js";
import { HEIGHT, PANEL, WIDTH, acrossOf, downOf, facing, isMoving, isOutside, ownerOf } from "./field.js";
import { healthAfter } from "./fight.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {import("./field.js").Field} Field */
/** @typedef {import("./fight.js").Fight} Fight */

export const BASE = 60; // width of a stronghold
const GAP = 18; // between it and the field: the numbers of the rows
const STONES = 0.72; // of the cells have none
const RUINS = 6; // wounds of a stronghold that has fallen
const KEEP = 23; // radius of the tower in the middle
const RULER = 14; // size of the numbers

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 */
export function drawGround(pen, shot, field) {
  const area = { x: 0, y: PANEL, width: WIDTH, height: HEIGHT - PANEL };
  drawPieces(pen, shot, "ground", area, (inner, view) => {
    inner.fillStyle = shot.palette.ground;
    inner.fillRect(view.x, view.y, view.width, view.height);
    for (let y = 0; y < field.rows; y += 1) {
      for (let x = 0; x < field.columns; x += 1) {
        if (!isOutside({ ...shot, view }, field, x, y)) drawTurf(inner, shot, field, x, y);
      }
    }
    drawBorder(inner, shot, field);
    drawRulers(inner, shot, field);
  });
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {number} x of the real board
 * @param {number} y
 */
function drawTurf(pen, shot, field, x, y) {
  const { dark } = shot.palette;
  const { cell } = field;
  const [left, top] = [acrossOf(field, x) - cell / 2, downOf(field, y) - cell / 2];
  const even = (x + y) % 2 === 0;
  pen.fillStyle = dark ? (even ? "#26342a" : "#223026") : even ? "#cddcb2" : "#c3d4a6";
  pen.fillRect(left, top, cell + 0.5, cell + 0.5);
  pen.fillStyle = faded(seatColour(ownerOf(shot, x)), dark ? 0.09 : 0.1);
  pen.fillRect(left, top, cell + 0.5, cell + 0.5);
  const tuft = dark ? "#3f5745" : "#a4c083";
  for (let i = 0; i < cell / 9; i += 1) {
    const tx = left + cell * (0.08 + 0.84 * grain(17 * x + i, 3 * y + 1));
    const ty = top + cell * (0.12 + 0.8 * grain(5 * y + i, 11 * x + 2));
    const tall = 2.5 + 4 * grain(x + i, y);
    stroke(pen, [tx - tall * 0.5, ty - tall, tx, ty, tx + tall * 0.45, ty - tall * 0.9], tuft, 1.2);
  }
  if (grain(x * 3.7, y * 9.1) < STONES) return;
  disc(pen, left + cell * grain(x, 8), top + cell * (0.2 + 0.6 * grain(y, 5)), 2.6, dark ? "#44504a" : "#b4b89c");
}

/**
 * The line between the halves, and a frame around both.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 */
function drawBorder(pen, shot, { left, top, cell, columns, rows }) {
  const { dark } = shot.palette;
  const middle = WIDTH / 2;
  pen.fillStyle = dark ? "#1b2620" : "#b3bf98";
  pen.fillRect(middle - 4, top, 8, rows * cell);
  for (let y = top + 5; y < top + rows * cell - 2; y += 10) {
    slab(pen, middle - 3.5 + 2 * (grain(y, 1) - 0.5), y, 7, 7, 2.5, dark ? "#59635e" : "#e6e6d6");
  }
  pen.lineWidth = 2;
  pen.strokeStyle = faded(shot.palette.ink, 0.16);
  pen.strokeRect(left, top, columns * cell, rows * cell);
}

/**
 * Columns and rows as the owner of each half counts them.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 */
function drawRulers(pen, shot, field) {
  const { left, top, cell, columns, rows } = field;
  const number = (/** @type {number} */ value, /** @type {number} */ x, /** @type {number} */ y) =>
    label(pen, String(value), x, y, RULER, shot.palette.quiet, { align: "center" });
  for (let x = 0; x < columns; x += 1) {
    number(ownerOf(shot, x) ? columns - 1 - x : x, acrossOf(field, x), top + rows * cell + 15);
  }
  for (let y = 0; y < rows; y += 1) {
    for (const x of [left - 8, left + columns * cell + 8]) number(y, x, downOf(field, y));
  }
}

// The strongholds

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 * @param {number} seat
 */
export function drawBase(pen, shot, field, fight, seat) {
  const tall = field.rows * field.cell;
  const way = facing(shot, seat);
  const health = baseHealth(shot, fight, seat);
  const wounds = health <= 0 ? RUINS : Math.ceil((RUINS - 1) * (1 - Math.min(1, health / shot.scene.health)));
  const shake = (fight.bases[seat] ?? []).reduce((sum, blow) => sum + tremor(shot, blow.t), 0);
  pen.save();
  pen.translate(outerEdge(field, way), field.top);
  pen.scale(way, 1);
  pen.translate(-Math.abs(shake), 0);
  paintBase(pen, shot, seat, wounds, tall);
  pen.restore();
  const middle = outerEdge(field, way) + way * (24 - Math.abs(shake));
  const ink = inkOn(seatColour(seat));
  if (health > 0) lettered(pen, letterOf(shot, seat), middle, field.top + tall / 2, KEEP * 0.8, ink);
}

/**
 * Where a stronghold begins, seen from outside.
 * @param {Field} field
 * @param {number} way
 */
export function outerEdge({ left, cell, columns }, way) {
  return way > 0 ? left - BASE - GAP : left + columns * cell + BASE + GAP;
}

/**
 * @param {Shot} shot
 * @param {Fight} fight
 * @param {number} seat
 */
export function baseHealth(shot, fight, seat) {
  if (!isMoving(shot)) return shot.to.players[seat].health;
  return healthAfter(fight.bases[seat] ?? [], shot.from.players[seat].health, shot.t);
}

/**
 * How far something trembles after a blow.
 * @param {Shot} shot
 * @param {number} begin
 */
export function tremor(shot, begin) {
  const part = during(shot.t, begin, 0.3);
  return part === null ? 0 : 4 * Math.sin(part * 20) * (1 - part);
}

/**
 * A stronghold that looks to the right.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} wounds 0 to 5, or RUINS
 * @param {number} tall
 */
function paintBase(pen, shot, seat, wounds, tall) {
  const { dark } = shot.palette;
  const stone = dark ? "#5d6068" : "#b9b4a8";
  const colour = wounds === RUINS ? (dark ? "#3b3c40" : "#6d6963") : seatColour(seat);
  slab(pen, 4, 6, BASE - 2, tall - 8, 10, faded("#000000", 0.22));
  slab(pen, 0, 0, BASE - 8, tall - 6, 10, shade(stone, -0.28));
  slab(pen, 0, 0, BASE - 8, tall - 14, 10, stone);
  slab(pen, 7, 9, BASE - 30, tall - 32, 7, shade(stone, -0.14));
  for (let y = 8; y < tall - 28; y += 24) {
    slab(pen, BASE - 18, y, 18, 16, 3, shade(stone, -0.3));
    slab(pen, BASE - 18, y, 18, 12, 3, shade(stone, 0.16));
  }
  for (const y of [34, tall - 46]) paintTower(pen, 23, y, 16, stone, colour);
  paintTower(pen, 24, tall / 2, KEEP, stone, colour);
  for (let i = 0; i < 3 * wounds; i += 1) {
    paintCrack(pen, 6 + 46 * grain(i, 4), 14 + (tall - 40) * grain(i, 9), 7 + 6 * grain(i, 2), i);
  }
  for (let i = 0; i < (wounds === RUINS ? 9 : 0); i += 1) {
    const [x, y] = [6 + 44 * grain(i, 21), 20 + (tall - 40) * grain(i, 33)];
    disc(pen, x, y, 7 + 9 * grain(i, 5), faded("#1d1b1a", 0.45));
  }
}

/**
 * A round tower from above.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} stone
 * @param {string} colour
 */
function paintTower(pen, x, y, radius, stone, colour) {
  disc(pen, x + 1, y + 5, radius + 2, faded("#000000", 0.25));
  disc(pen, x, y + 3, radius, shade(stone, -0.35));
  disc(pen, x, y, radius, shade(stone, 0.22));
  disc(pen, x, y + 1.5, radius * 0.8, shade(colour, -0.35));
  disc(pen, x, y, radius * 0.78, colour);
  pen.fillStyle = faded("#ffffff", 0.2);
  pen.beginPath();
  pen.arc(x, y, radius * 0.78, Math.PI * 0.95, Math.PI * 1.75);
  pen.lineTo(x, y);
  pen.fill();
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} i
 */
function paintCrack(pen, x, y, size, i) {
  const lean = grain(i, 6) - 0.5;
  const [upper, lower] = [[x - size * lean, y - size, x + size * 0.3, y - size * 0.3], [x + size * lean, y + size]];
  stroke(pen, [...upper, x - size * 0.2, y + size * 0.2, ...lower], faded("#1a1715", 0.75), 1.6);
}
