// Turrets: living ones with their clocks, and disabled ones.

import { disc, ease, faded, grain, lerp, shade, slab, stroke } from "../../../web/static/canvas.js";
import { span } from "../../../web/static/effects.js";
import { drawBlast } from "./bullets.js";
import { ALIVE, AT_HULL, FIRED, FURY, SHIFT, around, everywhere } from "./view.js";

/** @typedef {import("../../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Grid} Grid */
/** @typedef {import("./view.js").Turret} Turret */
/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawTurrets(pen, shot, grid) {
  const clock = lerp(shot.from.turn, shot.to.turn, ease(span(shot.t, 0.8, 1)));
  const size = Math.max(grid.cell * 0.49, 7);
  grid.scene.turrets.forEach((turret, i) => {
    const [before, now] = [shot.from.turrets[i], shot.to.turrets[i]];
    const falls = before & ALIVE && !(now & ALIVE);
    const end = now & FIRED ? 0.86 : AT_HULL;
    const alive = Boolean(now & ALIVE) || (falls && shot.t < end);
    const [x, y] = [turret.at[0] + 0.5, turret.at[1] + 0.5];
    everywhere(grid, x, y, 0.6, (px, py) => {
      if (alive) drawTurret(pen, turret, px, py, size, clock);
      else drawHusk(pen, px, py, size, i);
      if (falls && shot.t < 1) drawBlast(pen, px, py, grid.cell, span(shot.t, end, 1), i);
    });
  });
}

/**
 * A plate with four barrels; the ring is its clock, and the core glows when it fires next.
 * @param {Pen} pen
 * @param {Turret} turret
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} clock
 */
function drawTurret(pen, turret, x, y, size, clock) {
  const { fire, period } = turret;
  const now = around(clock + turret.phase, period);
  const hot = fire > 0 && (now < fire - 0.5 || now > period - 0.5 || fire === period);
  drawBarrels(pen, x, y, size, "#4c5462", hot ? FURY : "#8b94a3");
  disc(pen, x, y, size * 0.9, size > 9 ? "#4c5462" : "#8b94a3");
  if (size > 9) {
    disc(pen, x, y, size * 0.83, "#262a32");
    drawClock(pen, x, y, size * 0.69, turret, now);
  }
  disc(pen, x, y, size * 0.52, "#5d6675");
  if (hot) disc(pen, x, y, size * 0.5, faded(FURY, 0.45));
  disc(pen, x, y, size * 0.36, "#23272e");
  disc(pen, x, y, size * 0.29, hot ? FURY : shade(FURY, -0.55));
  disc(pen, x - size * 0.07, y - size * 0.08, size * 0.11, faded("#ffffff", hot ? 0.9 : 0.3));
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {string} tip
 */
function drawBarrels(pen, x, y, size, colour, tip) {
  slab(pen, x - size, y - size * 0.2, 2 * size, size * 0.4, size * 0.1, colour);
  slab(pen, x - size * 0.2, y - size, size * 0.4, 2 * size, size * 0.1, colour);
  for (const [dx, dy] of SHIFT) {
    const [w, h] = dx ? [0.14, 0.4] : [0.4, 0.14];
    slab(pen, x + (dx * 0.93 - w / 2) * size, y + (dy * 0.93 - h / 2) * size, w * size, h * size, size * 0.05, tip);
  }
}

/**
 * The turns in which it fires are red; the hand shows the coming turn.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {Turret} turret
 * @param {number} now
 */
function drawClock(pen, x, y, radius, { fire, period }, now) {
  const angle = (/** @type {number} */ turns) => -Math.PI / 2 + (2 * Math.PI * turns) / period;
  const gap = Math.min(0.22, period * 0.03);
  pen.lineCap = "butt";
  for (let k = 0; k < period && period <= 12; k += 1) {
    pen.beginPath();
    pen.arc(x, y, radius, angle(k + gap), angle(k + 1 - gap));
    pen.lineWidth = radius * 0.26;
    pen.strokeStyle = k < fire ? FURY : "#8b94a3";
    pen.stroke();
  }
  const hand = angle(now + 0.5);
  disc(pen, x + Math.cos(hand) * radius, y + Math.sin(hand) * radius, radius * 0.24, "#ffffff");
}

/**
 * A disabled turret still stands in the way.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} seed
 */
function drawHusk(pen, x, y, size, seed) {
  disc(pen, x, y, size * 0.95, "rgba(0, 0, 0, 0.16)");
  pen.save();
  pen.translate(x, y);
  pen.rotate(0.35 + grain(seed, 1));
  drawBarrels(pen, 0, 0, size * 0.74, "#4a4d52", "#3a3c40");
  pen.restore();
  disc(pen, x, y, size * 0.6, "#3b3e43");
  disc(pen, x, y, size * 0.5, "#55585e");
  stroke(pen, [x - size * 0.4, y - size * 0.2, x - size * 0.1, y, x - size * 0.15, y + size * 0.2, x + size * 0.3, y + size * 0.34], "#26282b", size * 0.08);
  disc(pen, x + size * 0.08, y - size * 0.08, size * 0.2, "#26282b");
}
