// Buildings: sites that grow, and walls, turrets, generators and tesla towers at work.

import { disc, ease, faded, lerp, shade, slab, stroke } from "../../../../web/static/board/canvas.js";
import { during, glow, ring, span } from "../../../../web/static/board/effects.js";
import { cachedDrawing } from "../../../../web/static/board/drawing-cache.js";
import { seatColour } from "../../../../web/static/shared/palette.js";
import { healthBar } from "../../../../web/static/board/shapes.js";
import {
  GENERATOR, TESLA, TURRET, acrossOf, buildingAt, cellAt, downOf, facing, fieldOf, isMoving, isOutside, ownerOf,
} from "./field.js";
import { healthAfter } from "./fight.js";
import { tremor } from "./ground.js";
import { paintBuilding } from "./pictures.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {import("./field.js").Building} Building */
/** @typedef {import("./field.js").Cell} Cell */
/** @typedef {import("./field.js").Field} Field */
/** @typedef {import("./field.js").Frame} Frame */
/** @typedef {import("./fight.js").Fight} Fight */

export const SPARK = "#ffd75e";
export const LIGHTNING = "#a7e3ff";
const BOX = 120; // what a building is drawn in: a cell is 100
const BEGUN = 0.3; // the part of a turn in which a new site appears
const RISE = 0.18; // the part of a turn in which sites grow
const TAKEN_DOWN = 0.35; // ... in which a building goes that its owner takes down
const FALL = 0.12; // how long a destroyed one takes to go
const PAYDAY = 0.6; // the part of a turn after which generators glow

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 */
export function drawBuildings(pen, shot, field, fight) {
  for (let y = 0; y < field.rows; y += 1) {
    for (let x = 0; x < field.columns; x += 1) {
      const before = buildingAt(/** @type {Frame} */ (shot.from), x, y);
      const after = buildingAt(/** @type {Frame} */ (shot.to), x, y);
      if ((!before && !after) || isOutside(shot, field, x, y)) continue;
      drawLot(pen, shot, field, fight, x, y, isMoving(shot) ? before : after, after);
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
  const blows = fight.cells.get(cellAt(x, y)) ?? [];
  const fell = !after && blows.length > 0;
  const last = Math.max(...blows.map(({ t }) => t));
  const fade = after ? 0 : fell ? span(shot.t, last, last + FALL) : span(shot.t, 0, TAKEN_DOWN);
  if (fade >= 1) return;
  const grown = before ? 1 : ease(Math.min(1, shot.t / BEGUN));
  const size = (field.cell / 100) * (0.6 + 0.4 * grown) * (fell ? 1 : 1 - 0.4 * fade);
  pen.save();
  pen.globalAlpha = grown * (1 - fade);
  pen.translate(acrossOf(field, x) + blows.reduce((sum, { t }) => sum + tremor(shot, t), 0) * 0.6, downOf(field, y));
  pen.scale(size, size);
  drawBuilding(pen, shot, x, y, before, after);
  const health = before && isMoving(shot) ? healthAfter(blows, before.health, shot.t) : shown.health;
  const full = shot.scene.full[shown.kind];
  if (health < full) healthBar(pen, -34, 38, 68, 9, health / full, full / shot.scene.damage); // a piece for each hit
  pen.restore();
}

/**
 * A building or its site, in the middle of a cell that is 100 wide.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @param {Cell} before
 * @param {Cell} after
 */
function drawBuilding(pen, shot, x, y, before, after) {
  const shown = after || before;
  if (!shown) return;
  const seat = ownerOf(shot, x);
  const was = before ? progressOf(shot, before, shot.from.round) : 0;
  const is = progressOf(shot, shown, after ? shot.to.round : shot.from.round);
  const progress = lerp(was, is, ease(Math.min(1, shot.t / RISE)));
  if (progress < 1) drawSite(pen, shot, seat, shown.kind, progress);
  else drawFinished(pen, shot, seat, cellAt(x, y), shown.kind, before, after);
  if (before && before.ready === shot.from.round && isMoving(shot)) dropScaffold(pen, shot);
}

/**
 * How far a building is: 1 is finished.
 * @param {Shot} shot
 * @param {Building} building
 * @param {number} round
 */
function progressOf(shot, { kind, ready }, round) {
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
  const image = cachedDrawing(pen, shot, `${kind} ${seat}`, BOX * size, BOX * size, (inner) => {
    inner.scale(size, size);
    inner.translate(BOX / 2, BOX / 2);
    paintBuilding(inner, kind, seatColour(seat), shot.palette.dark);
  });
  pen.drawImage(image, -BOX / 2, -BOX / 2, BOX, BOX);
}

/**
 * A building at work; it looks to the right.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} cell
 * @param {number} kind
 * @param {Cell} before
 * @param {Cell} after
 */
function drawFinished(pen, shot, seat, cell, kind, before, after) {
  const is = loadOf(shot, after || before, after ? shot.to.round : shot.from.round);
  const loaded = lerp(loadOf(shot, before, shot.from.round), is, shot.t);
  const pays = isMoving(shot) ? Math.sin(Math.PI * span(shot.t, PAYDAY, 1)) : 0;
  pen.save();
  pen.scale(facing(shot, seat), 1);
  drawPicture(pen, shot, seat, kind);
  if (kind === TURRET) drawGun(pen, shot, seat, isMoving(shot) && shot.to.fired.includes(cell), loaded);
  if (kind === GENERATOR) glow(pen, 0, -6, 30, SPARK, 0.55 * pays);
  if (kind === TESLA) glow(pen, 0, -38, 24, LIGHTNING, 0.15 + 0.6 * loaded);
  pen.restore();
}

/**
 * How far a weapon is loaded: 1 shoots next.
 * @param {Shot} shot
 * @param {Cell} building
 * @param {number} round
 */
function loadOf(shot, building, round) {
  if (!building || building.ready >= round) return 1;
  return 1 - Math.max(0, building.due - round) / (shot.scene.cooldown[building.kind] + 1);
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
  const full = fires && shot.t < 0.1 ? 1 : loaded;
  ring(pen, -4, -1, 13, faded("#ffffff", 0.85), 5, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * full);
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
