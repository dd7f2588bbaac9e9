// Shots: missiles, lightning, what they hit, and the iron curtain that stops them.

import { disc, ease, faded, grain, lerp, shade, shape, slab, stroke } from "../../../../web/static/board/canvas.js";
import { during, glow } from "../../../../web/static/board/effects.js";
import { seatColour } from "../../../../web/static/shared/palette.js";
import { burst, muzzle, risingNumber } from "../../../../web/static/board/shapes.js";
import { LIGHTNING, SPARK } from "./buildings.js";
import {
  CURTAIN, ENEMY_BASE, WIDTH, acrossOf, buildingAt, downOf, facing, isMoving, ownerOf, positionOf,
} from "./field.js";
import { BOLT } from "./fight.js";
import { BASE, outerEdge } from "./ground.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {import("./field.js").Field} Field */
/** @typedef {import("./field.js").Frame} Frame */
/** @typedef {import("./fight.js").Blow} Blow */
/** @typedef {import("./fight.js").Fight} Fight */
/** @typedef {import("./fight.js").Flight} Flight */

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Flight} flight
 */
export function drawMissile(pen, shot, field, { seat, row, from, to, end, fresh }) {
  if (shot.t >= end) return;
  const part = isMoving(shot) ? Math.min(1, shot.t / Math.min(1, end)) : 1;
  const way = facing(shot, seat);
  const column = lerp(fresh ? from + (seat ? -0.4 : 0.4) : from, to, part);
  const size = Math.max(0.62, field.cell / 100);
  pen.save();
  // Those of the two sides pass each other.
  pen.translate(acrossOf(field, column), downOf(field, row) + (seat ? 9 : -9) * size);
  pen.scale(way * size, size);
  pen.fillStyle = faded("#000000", 0.2);
  pen.beginPath();
  pen.ellipse(0, 26, 14, 4, 0, 0, 2 * Math.PI);
  pen.fill();
  const colour = seatColour(seat);
  for (let i = 0; i < 4; i += 1) disc(pen, -18 - 9 * i, 0, 7 - 1.5 * i, faded(i < 1 ? SPARK : colour, 0.5 - 0.11 * i));
  shape(pen, [-15, -8, -22, -13, -9, -8, -9, 8, -22, 13, -15, 8], shade(colour, -0.45));
  slab(pen, -17, -8, 26, 16, 6, shade(colour, -0.5));
  slab(pen, -17, -8, 26, 13, 6, colour);
  shape(pen, [8, -8, 18, -4, 22, -0.5, 18, 4, 8, 8], "#f4f2ec");
  stroke(pen, [-13, -4, 4, -4], faded("#ffffff", 0.6), 2.5);
  pen.restore();
}

/**
 * Everything that flashes: guns, lightning, bursts, and the numbers that they take.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 */
export function drawFire(pen, shot, field, fight) {
  for (const flight of fight.flights) if (flight.fresh) drawMuzzle(pen, shot, field, flight);
  for (const bolt of /** @type {Frame} */ (shot.to).bolts) drawBolt(pen, shot, field, bolt);
  for (const [cell, blows] of fight.cells) drawBlows(pen, shot, field, cell, blows);
  fight.bases.forEach((blows, seat) => {
    const edge = outerEdge(field, facing(shot, seat)) + facing(shot, seat) * BASE;
    for (const { t, damage, row } of blows) drawBurst(pen, shot, field, edge, downOf(field, row), t, 1.1, `-${damage}`);
  });
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Flight} flight
 */
function drawMuzzle(pen, shot, field, { seat, row, from }) {
  const part = during(shot.t, 0, 0.3);
  if (part === null) return;
  const size = field.cell / 100;
  const way = facing(shot, seat);
  muzzle(pen, acrossOf(field, from) + way * 46 * size, downOf(field, row), size, way > 0 ? 0 : Math.PI, part);
}

/**
 * Lightning from a tower to all that it strikes, from one to the next; another bolt strikes the base.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {import("./field.js").Bolt} bolt
 */
function drawBolt(pen, shot, field, { seat, cell: tower, hits }) {
  const part = during(shot.t, BOLT - 0.2, 0.42);
  if (part === null) return;
  const at = (/** @type {number} */ cell) => {
    const { x, y } = positionOf(cell);
    return { x: acrossOf(field, x), y: downOf(field, y) };
  };
  const begin = at(tower);
  begin.y -= 0.38 * field.cell;
  const way = facing(shot, seat);
  let last = begin;
  const edge = way > 0 ? field.left + field.columns * field.cell + 30 : field.left - 30;
  hits.forEach(({ met }, i) => {
    const stops = met === CURTAIN ? { x: WIDTH / 2, y: at(tower).y } : at(met);
    const goal = met === ENEMY_BASE ? { x: edge, y: begin.y } : stops;
    const [seed, strength] = [Math.floor(shot.t * 30) + i, Math.min(1, 2 * (1 - part))];
    drawArc(pen, met === ENEMY_BASE ? begin : last, goal, seed, strength, field.cell / 100);
    if (met !== ENEMY_BASE) last = goal;
  });
  glow(pen, begin.x, begin.y, 0.4 * field.cell, LIGHTNING, 1 - part);
}

/**
 * @param {Pen} pen
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 * @param {number} seed
 * @param {number} strength
 * @param {number} size
 */
function drawArc(pen, a, b, seed, strength, size) {
  const count = Math.max(3, Math.round(Math.hypot(b.x - a.x, b.y - a.y) / (22 * size)));
  const points = [];
  for (let i = 0; i <= count; i += 1) {
    const off = i === 0 || i === count ? 0 : (grain(i, seed) - 0.5) * 34 * size;
    points.push(lerp(a.x, b.x, i / count) + off * 0.4, lerp(a.y, b.y, i / count) + off);
  }
  stroke(pen, points, faded("#4aa8ff", 0.35 * strength), 12 * size);
  stroke(pen, points, faded(LIGHTNING, 0.9 * strength), 5 * size);
  stroke(pen, points, faded("#ffffff", strength), 2 * size);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {number} cell
 * @param {Blow[]} blows
 */
function drawBlows(pen, shot, field, cell, blows) {
  const { x, y } = positionOf(cell);
  const falls = !buildingAt(/** @type {Frame} */ (shot.to), x, y);
  const last = Math.max(...blows.map(({ t }) => t));
  const middle = acrossOf(field, x);
  const front = middle + facing(shot, ownerOf(shot, x)) * 0.3 * field.cell;
  for (const { t, damage } of blows) {
    const dies = falls && t === last;
    const words = damage ? `-${damage}` : "";
    drawBurst(pen, shot, field, dies ? middle : front, downOf(field, y), t, dies ? 1.5 : 0.8, words);
  }
}

/**
 * A flash, flying sparks and smoke, and what it cost.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {number} x
 * @param {number} y
 * @param {number} begin
 * @param {number} power
 * @param {string} words
 */
function drawBurst(pen, shot, field, x, y, begin, power, words) {
  const part = during(shot.t, begin, Math.max(0.15, 1 - begin));
  if (part === null) return;
  burst(pen, x, y, (field.cell / 100) * power, part);
  risingNumber(pen, shot.palette, words, x, y - 0.2 * field.cell, Math.max(16, field.cell * 0.2), part);
}

// The iron curtain

const VEIL = 30; // its width

/**
 * A wall of light before the first column of its owner's half.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 * @param {number} seat
 */
export function drawCurtain(pen, shot, field, fight, seat) {
  const { from, to, scene } = shot;
  if (!scene.curtain) return;
  const is = (/** @type {Frame} */ frame) => ((frame.players[seat]?.curtain_left ?? -1) >= 0 ? 1 : 0);
  const strength = isMoving(shot) ? lerp(is(from), is(to), ease(Math.min(1, shot.t / 0.25))) : is(to);
  if (strength <= 0) return;
  const way = facing(shot, seat);
  const tall = field.rows * field.cell;
  pen.save();
  pen.globalAlpha = strength;
  pen.translate(WIDTH / 2, field.top + (tall * (1 - strength)) / 2);
  pen.scale(-way, strength);
  paintCurtain(pen, seatColour(seat), tall);
  pen.restore();
  for (const { seat: whose, row, t } of fight.stopped) if (whose === seat) drawRipple(pen, shot, field, seat, row, t);
}

/**
 * @param {Pen} pen
 * @param {string} colour
 * @param {number} tall
 */
function paintCurtain(pen, colour, tall) {
  const light = pen.createLinearGradient(0, 0, VEIL, 0);
  light.addColorStop(0, faded(colour, 0.95));
  light.addColorStop(0.25, faded(colour, 0.5));
  light.addColorStop(1, faded(colour, 0));
  pen.fillStyle = light;
  pen.fillRect(0, 0, VEIL, tall);
  for (let y = 0; y < tall; y += 20) {
    stroke(pen, [3, y, 12, y + 5, 12, y + 15, 3, y + 20], faded("#ffffff", 0.65), 1.6);
    stroke(pen, [12, y + 5, 21, y, 21, y - 10], faded("#ffffff", 0.3), 1.3);
  }
  slab(pen, 0, 0, 4, tall, 2, faded("#ffffff", 0.9));
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {number} seat
 * @param {number} row
 * @param {number} begin
 */
function drawRipple(pen, shot, field, seat, row, begin) {
  const part = isMoving(shot) ? during(shot.t, begin, Math.min(0.5, 1 - begin)) : null;
  if (part === null) return;
  const size = field.cell / 100;
  for (const delay of [0, 0.25]) {
    const age = Math.max(0, part - delay);
    pen.strokeStyle = faded(delay ? seatColour(seat) : "#ffffff", 1 - part);
    pen.lineWidth = 5 * size;
    pen.beginPath();
    pen.ellipse(WIDTH / 2, downOf(field, row), (6 + 20 * age) * size, (12 + 60 * age) * size, 0, 0, 2 * Math.PI);
    pen.stroke();
  }
  glow(pen, WIDTH / 2, downOf(field, row), 34 * size, "#ffffff", 1 - part);
}
