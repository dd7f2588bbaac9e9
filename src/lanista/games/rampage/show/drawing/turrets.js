// Turrets: living ones with their clocks, and disabled ones.

import { disc, ease, faded, grain, lerp, shade, slab, stroke } from "../../../../web/static/board/canvas.js";
import { span } from "../../../../web/static/board/effects.js";
import { stamp } from "../../../../web/static/board/drawing-cache.js";
import { burst } from "../../../../web/static/board/shapes.js";
import { AT_HULL, BLAST, FURY, SHIFT, around, cellOf, everywhere, isSmall } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Grid} Grid */
/** @typedef {import("./view.js").Turret} Turret */
/** @typedef {CanvasRenderingContext2D} Pen */
/**
 * A turret within a turn: `falls` is when it is disabled, 1 if it is not.
 * @typedef {{i: number, turret: Turret, clock: number, isHot: boolean, falls: number, isAlive: boolean}} Look
 */

const MIN_CELL = 14; // turrets are as large as on a board with such cells at least
const HUSKS = 4; // ways in which a disabled one lies
const MAX_CLOCK = 12; // a longer clock is drawn without a mark for every turn

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawTurrets(pen, shot, grid) {
  const looks = grid.scene.turrets.map((turret, i) => lookOf(shot, turret, i));
  for (const look of looks) drawLook(pen, shot, grid, look);
  for (const look of looks) if (look.falls < 1) drawFall(pen, grid, look, shot.t);
}

/**
 * @param {Shot} shot
 * @param {Turret} turret
 * @param {number} i
 * @returns {Look}
 */
function lookOf({ from, to, t }, turret, i) {
  const [before, now] = [from.turrets[i], to.turrets[i]];
  const end = now.fired ? 0.86 : AT_HULL;
  const falls = before.alive && !now.alive ? end : 1;
  const clock = around(lerp(from.turn, to.turn, ease(span(t, 0.8, 1))) + turret.phase, turret.period);
  const { fire, period } = turret;
  const isHot = fire > 0 && (clock < fire - 0.5 || clock > period - 0.5 || fire === period);
  return { i, turret, clock, isHot, falls, isAlive: Boolean(now.alive) || (falls < 1 && t < end) };
}

/**
 * Small turrets have no clocks, and look all the same.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 * @param {Look} look
 */
function drawLook(pen, shot, grid, look) {
  const size = cellOf(grid, MIN_CELL) * 0.49;
  const small = isSmall(grid);
  const draw = (/** @type {Pen} */ brush) => {
    if (look.isAlive) drawTurret(brush, look, size, small);
    else drawHusk(brush, size, look.i);
  };
  const name = look.isAlive ? `turret ${look.isHot}` : `husk ${look.i % HUSKS}`;
  everywhere(grid, look.turret.at[0] + 0.5, look.turret.at[1] + 0.5, 1, (px, py) => {
    if (small) {
      stamp(pen, shot, name, px, py, 1.1 * size, draw);
      return;
    }
    pen.save();
    pen.translate(px, py);
    draw(pen);
    pen.restore();
  });
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {Look} look
 * @param {number} t
 */
function drawFall(pen, grid, { turret, falls }, t) {
  const part = span(t, falls, 1);
  if (part <= 0 || part >= 1) return;
  const size = cellOf(grid, MIN_CELL) * BLAST;
  everywhere(grid, turret.at[0] + 0.5, turret.at[1] + 0.5, 2, (px, py) => burst(pen, px, py, size / 2, part));
}

/**
 * A plate with four barrels; the ring is its clock, and the core glows when it fires next.
 * @param {Pen} pen
 * @param {Look} look
 * @param {number} size
 * @param {boolean} small
 */
function drawTurret(pen, { turret, clock, isHot: hot }, size, small) {
  drawBarrels(pen, size, "#4c5462", hot ? FURY : "#8b94a3");
  disc(pen, 0, 0, size * 0.9, small ? "#8b94a3" : "#4c5462");
  if (!small) {
    disc(pen, 0, 0, size * 0.83, "#262a32");
    drawClock(pen, size * 0.69, turret, clock);
  }
  disc(pen, 0, 0, size * 0.52, "#5d6675");
  if (hot) disc(pen, 0, 0, size * 0.5, faded(FURY, 0.45));
  disc(pen, 0, 0, size * 0.36, "#23272e");
  disc(pen, 0, 0, size * 0.29, hot ? FURY : shade(FURY, -0.55));
  disc(pen, -size * 0.07, -size * 0.08, size * 0.11, faded("#ffffff", hot ? 0.9 : 0.3));
}

/**
 * @param {Pen} pen
 * @param {number} size
 * @param {string} colour
 * @param {string} tip
 */
function drawBarrels(pen, size, colour, tip) {
  slab(pen, -size, -size * 0.2, 2 * size, size * 0.4, size * 0.1, colour);
  slab(pen, -size * 0.2, -size, size * 0.4, 2 * size, size * 0.1, colour);
  for (const [dx, dy] of SHIFT) {
    const [w, h] = dx ? [0.14, 0.4] : [0.4, 0.14];
    slab(pen, (dx * 0.93 - w / 2) * size, (dy * 0.93 - h / 2) * size, w * size, h * size, size * 0.05, tip);
  }
}

/**
 * The turns in which it fires are red; the hand shows the coming turn.
 * @param {Pen} pen
 * @param {number} radius
 * @param {Turret} turret
 * @param {number} now
 */
function drawClock(pen, radius, { fire, period }, now) {
  const angle = (/** @type {number} */ turns) => -Math.PI / 2 + (2 * Math.PI * turns) / period;
  const gap = Math.min(0.22, period * 0.03);
  pen.lineCap = "butt";
  for (let k = 0; k < period && period <= MAX_CLOCK; k += 1) {
    pen.beginPath();
    pen.arc(0, 0, radius, angle(k + gap), angle(k + 1 - gap));
    pen.lineWidth = radius * 0.26;
    pen.strokeStyle = k < fire ? FURY : "#8b94a3";
    pen.stroke();
  }
  const hand = angle(now + 0.5);
  disc(pen, Math.cos(hand) * radius, Math.sin(hand) * radius, radius * 0.24, "#ffffff");
}

/**
 * A disabled turret still stands in the way.
 * @param {Pen} pen
 * @param {number} size
 * @param {number} i
 */
function drawHusk(pen, size, i) {
  disc(pen, 0, 0, size * 0.95, "rgba(0, 0, 0, 0.16)");
  pen.save();
  pen.rotate(0.35 + grain(i % HUSKS, 1));
  drawBarrels(pen, size * 0.74, "#4a4d52", "#3a3c40");
  pen.restore();
  disc(pen, 0, 0, size * 0.6, "#3b3e43");
  disc(pen, 0, 0, size * 0.5, "#55585e");
  const crack = [-0.4, -0.2, -0.1, 0, -0.15, 0.2, 0.3, 0.34].map((at) => at * size);
  stroke(pen, crack, "#26282b", size * 0.08);
  disc(pen, size * 0.08, -size * 0.08, size * 0.2, "#26282b");
}
