// Beams: lasers of robots and turrets, and those that a shield sends back.

import { faded, lerp } from "../../../../web/static/board/canvas.js";
import { span } from "../../../../web/static/board/effects.js";
import { seatColour } from "../../../../web/static/shared/palette.js";
import { BY_TURRET, FURY, SHIFT, STRUCK, around, beamsOf, cellOf, everywhere } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Beam} Beam */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Grid} Grid */
/** @typedef {import("./view.js").Robot} Robot */
/** @typedef {CanvasRenderingContext2D} Pen */

const FIRE = 0.52;
const SENT_BACK = 0.72;
const GLOW = 0.38; // of beams that have just been fired
const MIN_CELL = 16; // a beam is as wide as on a board with such cells at least

/**
 * Beams of the turn before fade away.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawAfterglow(pen, shot, grid) {
  const strength = shot.t < 1 ? GLOW * (1 - span(shot.t, 0, 0.3)) : 0;
  if (strength > 0) drawBeams(pen, grid, beamsOf(grid.scene, shot.from), shot.from.robots, strength, 1);
}

/**
 * The lasers of robots come first, those of turrets after the robots have moved.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawTurnBeams(pen, shot, grid) {
  const beams = beamsOf(grid.scene, shot.to);
  const robots = [...shot.from.robots, ...shot.to.robots];
  const flicker = shot.t < 1 ? 0.92 + 0.08 * Math.sin(shot.t * 70) : 1;
  const phases = [
    { isTurret: false, grown: span(shot.t, 0.06, 0.24), fade: span(shot.t, 0.78, 1) },
    { isTurret: true, grown: span(shot.t, FIRE, STRUCK), fade: span(shot.t, 0.84, 1) },
  ];
  for (const { isTurret, grown, fade } of phases) {
    const whose = beams.filter(({ owner }) => owner >= BY_TURRET === isTurret);
    if (grown > 0) drawBeams(pen, grid, whose, robots, lerp(flicker, GLOW, fade), grown);
  }
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {Beam[]} beams
 * @param {Robot[]} robots that may be in the way
 * @param {number} strength
 * @param {number} grown
 */
function drawBeams(pen, grid, beams, robots, strength, grown) {
  const squares = robots.map(({ x, y }) => y * grid.scene.width + x);
  /** @type {Map<string, Path2D>} */
  const paths = new Map();
  for (const beam of beams) {
    const colour = beam.owner < BY_TURRET ? seatColour(beam.owner) : FURY;
    const path = paths.get(colour) ?? new Path2D();
    paths.set(colour, path);
    traceBeam(path, grid, beam, squares, grown);
  }
  for (const [colour, path] of paths) strokeBeams(pen, path, colour, cellOf(grid, MIN_CELL), strength);
}

/**
 * @param {Pen} pen
 * @param {Path2D} path
 * @param {string} colour
 * @param {number} wide
 * @param {number} strength
 */
function strokeBeams(pen, path, colour, wide, strength) {
  pen.lineCap = "round";
  for (const [width, paint] of /** @type {[number, string][]} */ ([
    [0.42, faded(colour, 0.16 * strength)], [0.24, faded(colour, 0.4 * strength)],
    [0.13, faded(colour, 0.95 * strength)], [0.055, faded("#ffffff", 0.95 * strength)],
  ])) {
    pen.lineWidth = wide * width;
    pen.strokeStyle = paint;
    pen.stroke(path);
  }
}

/**
 * @param {Path2D} path
 * @param {Grid} grid
 * @param {Beam} beam
 * @param {number[]} robots squares where a beam may have ended
 * @param {number} grown from 0 to 1
 */
function traceBeam(path, grid, { x, y, reach }, robots, grown) {
  const { scene, cell, turrets } = grid;
  Array.from(reach).forEach((squares, direction) => {
    const [dx, dy] = SHIFT[direction] ?? [0, 0];
    const last = around(y + dy * squares, scene.height) * scene.width + around(x + dx * squares, scene.width);
    const blocked = squares > 0 && (turrets.has(last) || robots.includes(last));
    const long = (blocked ? squares - 0.3 : squares + 0.46) * grown * cell;
    everywhere(grid, x + 0.5, y + 0.5, squares + 0.5, (px, py) => {
      path.moveTo(px + dx * cell * 0.3, py + dy * cell * 0.3);
      path.lineTo(px + dx * Math.max(cell * 0.3, long), py + dy * Math.max(cell * 0.3, long));
    });
  });
}

/**
 * A shield sends beams back to where they came from.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
export function drawReflections(pen, shot, grid) {
  const run = span(shot.t, SENT_BACK, 0.92);
  if (run <= 0 || shot.t >= 1) return;
  const frame = /** @type {Frame} */ (shot.to);
  const beams = new Map(beamsOf(grid.scene, frame).map((beam) => [beam.owner, beam]));
  for (const { by, seat, direction, away } of frame.reflections) {
    const beam = beams.get(by);
    if (beam) drawReflection(pen, grid, beam, direction, away, seatColour(seat), run, 1 - span(shot.t, 0.88, 1));
  }
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {Beam} beam
 * @param {number} direction
 * @param {number} away squares from where it came
 * @param {string} colour
 * @param {number} run
 * @param {number} strength
 */
function drawReflection(pen, grid, beam, direction, away, colour, run, strength) {
  const { cell } = grid;
  const [dx, dy] = SHIFT[direction] ?? [0, 0];
  const path = new Path2D();
  everywhere(grid, beam.x + 0.5, beam.y + 0.5, away, (px, py) => {
    path.moveTo(px + dx * (away - 0.45) * cell, py + dy * (away - 0.45) * cell);
    path.lineTo(px + dx * (away - 0.45) * (1 - run) * cell, py + dy * (away - 0.45) * (1 - run) * cell);
  });
  strokeBeams(pen, path, colour, cellOf(grid, MIN_CELL) * 1.25, strength);
}
