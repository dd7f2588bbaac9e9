// Robots, with their shields and HP, and their way through a teleport.

import { disc, faded, grain, label, lerp, letterOf, shade, slab, stroke } from "../../../../web/static/board/canvas.js";
import { flash, ring, span } from "../../../../web/static/board/effects.js";
import { inkOn, seatColour } from "../../../../web/static/shared/palette.js";
import { burst, healthBar, muzzle } from "../../../../web/static/board/shapes.js";
import {
  ABSORBED, AT_HULL, BLAST, ITEM_COLOURS, SHOOT, TELEPORT, cellOf, everywhere, isSmall, robotAt,
} from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Grid} Grid */
/** @typedef {import("./view.js").Hit} Hit */
/** @typedef {import("./view.js").Robot} Robot */
/** @typedef {CanvasRenderingContext2D} Pen */

const MIN_CELL = 26; // robots are as large as on a board with such cells at least
const FINDER = 26; // radius of the ring around a robot on a large board
const WRECK = "#5b5e64";
const HATCH = -0.35; // how much darker than the robot the plate with its letter is
const DIES = 0.74; // when a robot has become a wreck

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 * @param {number} seat
 */
export function drawRobot(pen, shot, grid, seat) {
  const robot = robotAt(shot, seat);
  const size = cellOf(grid, MIN_CELL) * 0.43 * robot.size;
  if (size < 0.5) return;
  const [hp, was] = [shot.to.robots[seat].hp, shot.from.robots[seat].hp];
  const dies = was > 0 && hp <= 0;
  const dead = hp <= 0 && (!dies || shot.t >= DIES);
  const shake = shot.t < 1 && hp < was ? Math.sin(shot.t * 90) * size * 0.09 * flash(shot.t, AT_HULL, 1) : 0;
  const reach = Math.max(2 * size, FINDER / grid.zoom) / grid.cell;
  everywhere(grid, robot.x, robot.y, reach, (px, py) => {
    if (isSmall(grid)) drawFinder(pen, px, py, FINDER / grid.zoom, seatColour(seat));
    pen.save();
    pen.translate(px + shake, py);
    drawRobotBody(pen, size, robot.angle, dead ? WRECK : seatColour(seat));
    if (robot.did === SHOOT && shot.t < 0.3) drawMuzzle(pen, size, robot.angle, shot.t / 0.3);
    if (dead) drawWreck(pen, size);
    else drawLetter(pen, letterOf(shot, seat), size, seatColour(seat));
    drawShield(pen, shot, seat, size);
    if (!dead && !isSmall(grid)) drawHp(pen, shot, seat, size);
    pen.restore();
    const blast = span(shot.t, AT_HULL, 1);
    if (dies && blast > 0 && blast < 1) burst(pen, px, py, 2 * size * BLAST, blast);
  });
}

/**
 * On large boards a ring says where a robot is.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 */
function drawFinder(pen, x, y, radius, colour) {
  disc(pen, x, y, radius, faded(colour, 0.25));
  ring(pen, x, y, radius, colour, radius * 0.12);
}

/**
 * @param {Pen} pen
 * @param {number} size
 * @param {number} angle
 * @param {string} colour
 */
function drawRobotBody(pen, size, angle, colour) {
  disc(pen, size * 0.1, size * 0.16, size * 0.98, "rgba(0, 0, 0, 0.22)");
  pen.save();
  pen.rotate(angle);
  for (const side of [-1, 1]) {
    const y = side < 0 ? -size * 0.9 : size * 0.5;
    slab(pen, -size * 0.86, y, size * 1.72, size * 0.4, size * 0.16, "#3d434d");
    for (let i = 0; i < 6; i += 1) {
      slab(pen, size * (-0.74 + i * 0.28), y + size * 0.06, size * 0.09, size * 0.28, size * 0.04, "#737b88");
    }
  }
  slab(pen, size * 0.2, -size * 0.17, size * 0.92, size * 0.34, size * 0.1, "#59606c");
  slab(pen, size * 0.94, -size * 0.22, size * 0.2, size * 0.44, size * 0.07, "#a3abb8");
  pen.lineWidth = size * 0.07;
  slab(pen, -size * 0.78, -size * 0.62, size * 1.4, size * 1.24, size * 0.32, colour, shade(colour, -0.4));
  slab(pen, -size * 0.66, -size * 0.46, size * 0.2, size * 0.92, size * 0.08, shade(colour, -0.25));
  for (const y of [-0.42, 0.18]) slab(pen, size * 0.36, size * y, size * 0.16, size * 0.24, size * 0.06, "#fff7d6");
  pen.restore();
  disc(pen, 0, 0, size * 0.48, shade(colour, -0.45));
  disc(pen, 0, 0, size * 0.41, shade(colour, HATCH));
}

/**
 * @param {Pen} pen
 * @param {string} letter
 * @param {number} size
 * @param {string} colour of the robot
 */
function drawLetter(pen, letter, size, colour) {
  label(pen, letter, 0, size * 0.04, size * 0.62, inkOn(shade(colour, HATCH)), { align: "center", weight: 800 });
}

/**
 * @param {Pen} pen
 * @param {number} size
 * @param {number} angle
 * @param {number} part
 */
function drawMuzzle(pen, size, angle, part) {
  muzzle(pen, 1.1 * size * Math.cos(angle), 1.1 * size * Math.sin(angle), size / 50, angle, part);
}

/**
 * @param {Pen} pen
 * @param {number} size
 */
function drawWreck(pen, size) {
  for (let i = 0; i < 5; i += 1) {
    const [x, y] = [(grain(i, 3) - 0.5) * size * 1.3, (grain(3, i) - 0.5) * size * 1.3];
    disc(pen, x, y, size * (0.12 + 0.14 * grain(i, 9)), "rgba(15, 15, 18, 0.6)");
  }
  const arm = size * 0.22;
  for (const side of [-1, 1]) stroke(pen, [-arm, -arm * side, arm, arm * side], "#ff7a5c", size * 0.14);
}

/**
 * A bubble; its ring has a piece for each turn that it will still protect.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} size
 */
function drawShield(pen, shot, seat, size) {
  const [before, now] = [shot.from.robots[seat].shield_left, shot.to.robots[seat].shield_left];
  const strength = shieldStrength(before, now, shot.t);
  if (strength <= 0) return;
  const colour = seatColour(seat);
  const isHit = shot.t < 1 && shot.to.robots[seat].hits.some((/** @type {Hit} */ { kind }) => kind & ABSORBED);
  const hit = isHit ? flash(shot.t, AT_HULL, 1) : 0;
  const radius = size * (1.3 + 0.12 * hit);
  disc(pen, 0, 0, radius, faded(shade(colour, 0.5), (0.22 + 0.4 * hit) * strength));
  ring(pen, 0, 0, radius, faded("#ffffff", 0.75 * strength), size * 0.07);
  ring(pen, 0, 0, radius * 0.86, faded("#ffffff", 0.5 * strength), size * 0.08, 3.5, 4.4);
  const pieces = Math.min(12, shot.scene.shield_turns);
  for (let k = 0; k < Math.min(pieces, now - 1); k += 1) {
    const angle = -Math.PI / 2 + (2 * Math.PI * (k - (now - 2) / 2)) / Math.max(8, pieces * 1.6);
    ring(pen, 0, 0, radius + size * 0.13, faded(colour, strength), size * 0.15, angle - 0.16, angle + 0.16);
  }
}

/**
 * @param {number} before turns that were left of it, this one included
 * @param {number} now
 * @param {number} t
 */
function shieldStrength(before, now, t) {
  if (now <= 0) return before === 1 ? 0.3 * (1 - span(t, 0, 0.2)) : 0;
  const up = before > 1 ? 1 : span(t, 0, 0.25);
  return up * (now > 1 ? 1 : lerp(1, 0.3, span(t, 0.75, 1)));
}

/**
 * HP under a robot.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} size
 */
function drawHp(pen, shot, seat, size) {
  const { hp } = (shot.t < AT_HULL ? shot.from : shot.to).robots[seat];
  const full = Math.max(hp, shot.scene.hp);
  healthBar(pen, -0.8 * size, 0.94 * size, 1.6 * size, 0.28 * size, hp / full, full);
}

/**
 * Rings close in where a robot vanishes and open where it appears.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawTeleports(pen, shot, grid) {
  if (shot.t >= 1) return;
  const colour = ITEM_COLOURS[2] ?? "";
  for (const seat of [0, 1]) {
    const from = /** @type {Robot} */ (shot.from.robots[seat]);
    const to = /** @type {Robot} */ (shot.to.robots[seat]);
    if (!to.spent_teleport) continue;
    const [leave, enter] = [span(shot.t, 0, 0.4), span(shot.t, 0.25, 0.8)];
    drawSwirl(pen, grid, from.x, from.y, 1 - leave, Math.min(1 - leave, shot.t * 10), colour);
    if (to.effective >= TELEPORT) drawSwirl(pen, grid, to.x, to.y, enter, Math.min(1 - enter, 8 * enter), colour);
  }
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} open
 * @param {number} strength
 * @param {string} colour
 */
function drawSwirl(pen, grid, x, y, open, strength, colour) {
  if (strength <= 0) return;
  const size = cellOf(grid, MIN_CELL);
  everywhere(grid, x + 0.5, y + 0.5, size / grid.cell, (px, py) => {
    disc(pen, px, py, size * (0.3 + 0.5 * open), faded(colour, 0.4 * strength));
    for (let i = 0; i < 3; i += 1) {
      const turn = open * 5 + i * 2.1;
      const radius = size * (0.26 + 0.16 * i) * (0.5 + 0.9 * open);
      ring(pen, px, py, radius, faded(i === 1 ? "#ffffff" : colour, strength), size * 0.05, turn, turn + 3.4);
    }
  });
}
