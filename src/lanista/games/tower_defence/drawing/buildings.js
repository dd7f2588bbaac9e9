// Buildings: sites that grow, and walls, turrets, generators and tesla towers at work.

import { disc, ease, faded, lerp, shade, shape, slab, stroke } from "../../../web/static/canvas.js";
import { during, glow, ring } from "../../../web/static/effects.js";
import { kept } from "../../../web/static/kept.js";
import { seatColour } from "../../../web/static/palette.js";
import { healthBar } from "../../../web/static/shapes.js";
import { acrossOf, downOf, facing, fieldOf, isMoving, ownerOf } from "./field.js";
import { healthAfter } from "./fight.js";
import { tremor } from "./ground.js";

/** @typedef {import("../../../web/static/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {import("./field.js").Building} Building */
/** @typedef {import("./field.js").Cell} Cell */
/** @typedef {import("./field.js").Field} Field */
/** @typedef {import("./fight.js").Fight} Fight */

export const WALL = 1;
export const TURRET = 2;
export const GENERATOR = 3;
export const TESLA = 4;
export const SPARK = "#ffd75e";
export const LIGHTNING = "#a7e3ff";
const BOX = 120; // what a building is drawn in: a cell is 100
const RISE = 0.18; // the part of a turn in which sites grow

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 */
export function drawBuildings(pen, shot, field, fight) {
  for (let y = 0; y < field.rows; y += 1) {
    for (let x = 0; x < field.columns; x += 1) {
      const before = /** @type {Cell} */ (shot.from.cells[y]?.[x] ?? 0);
      const after = /** @type {Cell} */ (shot.to.cells[y]?.[x] ?? 0);
      if (before || after) drawLot(pen, shot, field, fight, x, y, isMoving(shot) ? before : after, after);
    }
  }
}

/**
 * The building on a cell, while it comes, stands or goes.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 * @param {number} x
 * @param {number} y
 * @param {Cell} before
 * @param {Cell} after
 */
function drawLot(pen, shot, field, fight, x, y, before, after) {
  const shown = after || before;
  if (!shown) return;
  const number = y * field.columns + x;
  const blows = fight.cells.get(number) ?? [];
  const gone = after ? null : blows.length ? Math.max(...blows.map(({ t }) => t)) : -1;
  const fade = gone === null ? 0 : gone < 0 ? Math.min(1, shot.t / 0.35) : Math.max(0, Math.min(1, (shot.t - gone) / 0.12));
  if (fade >= 1) return;
  const grown = before ? 1 : ease(Math.min(1, shot.t / 0.3));
  const seat = ownerOf(shot, x);
  const size = (field.cell / 100) * (0.6 + 0.4 * grown) * (gone === -1 ? 1 - 0.4 * fade : 1);
  pen.save();
  pen.globalAlpha = grown * (1 - fade);
  pen.translate(acrossOf(field, x) + blows.reduce((sum, { t }) => sum + tremor(shot, t), 0) * 0.6, downOf(field, y));
  pen.scale(size, size);
  const progress = lerp(before ? progressOf(shot, before, shot.from.round) : 0, progressOf(shot, shown, after ? shot.to.round : shot.from.round), ease(Math.min(1, shot.t / RISE)));
  if (progress < 1) drawSite(pen, shot, seat, shown[0], progress);
  else drawFinished(pen, shot, seat, number, shown[0], before, after);
  if (before && before[2] === shot.from.round && isMoving(shot)) dropScaffold(pen, shot);
  const health = before && isMoving(shot) ? healthAfter(blows, before[1], shot.t) : shown[1];
  const full = shot.scene.full[shown[0]];
  if (health < full) healthBar(pen, -34, 38, 68, 9, health / full, full / shot.scene.damage); // a piece for each hit
  pen.restore();
}

/**
 * How far a building is: 1 is finished.
 * @param {Shot} shot
 * @param {Building} cell
 * @param {number} round
 */
function progressOf(shot, [kind, , ready], round) {
  return ready < round ? 1 : 1 - (ready - round + 1) / (shot.scene.time[kind] + 1);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} kind
 */
function drawPicture(pen, shot, seat, kind) {
  const size = fieldOf(shot).cell / 100;
  const image = kept(pen, shot, `${kind} ${seat}`, BOX * size, BOX * size, (inner) => {
    inner.scale(size, size);
    inner.translate(BOX / 2, BOX / 2);
    PAINTERS[kind]?.(inner, seatColour(seat), shot.palette.dark);
  });
  pen.drawImage(image, -BOX / 2, -BOX / 2, BOX, BOX);
}

/** @type {Record<number, (pen: Pen, colour: string, dark: boolean) => void>} */
const PAINTERS = { [WALL]: paintWall, [TURRET]: paintTurret, [GENERATOR]: paintGenerator, [TESLA]: paintTesla };

/**
 * A building at work; it looks to the right.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} number of the cell
 * @param {number} kind
 * @param {Cell} before
 * @param {Cell} after
 */
function drawFinished(pen, shot, seat, number, kind, before, after) {
  const loaded = lerp(loadOf(shot, before, shot.from.round), loadOf(shot, after || before, after ? shot.to.round : shot.from.round), shot.t);
  pen.save();
  pen.scale(facing(shot, seat), 1);
  drawPicture(pen, shot, seat, kind);
  if (kind === TURRET) drawGun(pen, shot, seat, isMoving(shot) && shot.to.happened.fired.includes(number), loaded);
  if (kind === GENERATOR) glow(pen, 0, -6, 30, SPARK, isMoving(shot) ? 0.55 * Math.sin(Math.PI * Math.max(0, (shot.t - 0.6) / 0.4)) : 0);
  if (kind === TESLA) glow(pen, 0, -38, 24, LIGHTNING, 0.15 + 0.6 * loaded);
  pen.restore();
}

/**
 * How far a weapon is loaded: 1 shoots next.
 * @param {Shot} shot
 * @param {Cell} cell
 * @param {number} round
 */
function loadOf(shot, cell, round) {
  if (!cell || cell[2] >= round) return 1;
  return 1 - Math.max(0, cell[3] - round) / (shot.scene.cooldown[cell[0]] + 1);
}

/**
 * The barrel of a turret, which jumps back when it fires, and a ring that fills while it loads.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {boolean} fires
 * @param {number} loaded
 */
function drawGun(pen, shot, seat, fires, loaded) {
  const kick = fires ? 10 * Math.max(0, 1 - shot.t / 0.45) * Math.min(1, shot.t / 0.05) : 0;
  const colour = seatColour(seat);
  const steel = shot.palette.dark ? "#8b919e" : "#5a606c";
  slab(pen, 2 - kick, -8, 42, 16, 5, shade(steel, -0.45));
  slab(pen, 2 - kick, -7, 42, 9, 4, steel);
  slab(pen, 36 - kick, -10, 9, 20, 4, shade(steel, -0.55));
  slab(pen, 37 - kick, -9, 6, 12, 3, shade(steel, -0.2));
  disc(pen, -4, 2, 21, shade(colour, -0.4));
  disc(pen, -4, -1, 21, colour);
  disc(pen, -10, -8, 7, faded("#ffffff", 0.35));
  ring(pen, -4, -1, 13, faded("#ffffff", 0.85), 5, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * (fires && shot.t < 0.1 ? 1 : loaded));
}

/**
 * A building site: the building grows from below within a scaffold.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} kind
 * @param {number} progress
 */
function drawSite(pen, shot, seat, kind, progress) {
  const { dark } = shot.palette;
  const height = 16 + 72 * progress;
  slab(pen, -40, -40, 80, 82, 8, faded(dark ? "#7d6a4c" : "#8f7a55", 0.38));
  pen.save();
  pen.beginPath();
  pen.rect(-BOX / 2, 44 - height, BOX, height + 10);
  pen.clip();
  pen.globalAlpha *= 0.8;
  pen.scale(facing(shot, seat), 1);
  drawPicture(pen, shot, seat, kind);
  if (kind === TURRET) drawGun(pen, shot, seat, false, 0);
  pen.restore();
  drawScaffold(pen, dark);
  slab(pen, -34, 34, 68, 9, 4.5, faded("#000000", 0.55));
  slab(pen, -32, 36, 64 * Math.max(0.06, progress), 5, 2.5, seatColour(seat));
}

/**
 * @param {Pen} pen
 * @param {boolean} dark
 */
function drawScaffold(pen, dark) {
  const wood = dark ? "#b08a52" : "#9a713a";
  for (const x of [-38, 38]) stroke(pen, [x, -40, x, 40], wood, 4);
  for (const y of [-32, 2]) stroke(pen, [-42, y, 42, y], wood, 3.5);
  stroke(pen, [-38, 2, 38, -32], faded(wood, 0.75), 2.5);
  stroke(pen, [-38, 36, 38, 2], faded(wood, 0.75), 2.5);
}

/**
 * A finished building loses its scaffold.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function dropScaffold(pen, shot) {
  const part = during(shot.t, RISE, 0.3);
  if (part === null) return;
  pen.save();
  pen.globalAlpha *= 1 - part;
  pen.translate(0, 10 * part);
  drawScaffold(pen, shot.palette.dark);
  pen.restore();
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
  shape(pen, [x + 0.25 * size, y - size, x - 0.6 * size, y + 0.2 * size, x - 0.05 * size, y + 0.2 * size, x - 0.25 * size, y + size, x + 0.6 * size, y - 0.25 * size, x + 0.05 * size, y - 0.25 * size], colour);
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
