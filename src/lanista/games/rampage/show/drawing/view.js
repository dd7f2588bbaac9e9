// What a frame holds, where things are in the drawing, and when things happen within a turn.

import { ease, zoomOf } from "../../../../web/static/board/canvas.js";
import { span, turned } from "../../../../web/static/board/effects.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Box} Box */
/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {[number, number, number, number]} Four a number for each direction */
/**
 * Where a turret stands, and its clock.
 * @typedef {{at: [number, number], fire: number, period: number, phase: number, reach: Four}} Turret
 */
/**
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {number} turns
 * @property {number} hp
 * @property {number} shield_turns
 * @property {number} laser_range
 * @property {number} damage
 * @property {{hit: number, turret: number, item: number}} points
 * @property {string[]} rows
 * @property {[number, number][]} pads
 * @property {[number, number, number][]} items
 * @property {Turret[]} turrets
 *
 * @typedef {object} Robot
 * @property {number} points
 * @property {number} hp
 * @property {number} lasers
 * @property {number} shields
 * @property {number} teleports
 * @property {number} shield_left turns, the one that was played included
 * @property {number} x
 * @property {number} y
 * @property {number} facing
 * @property {number} requested the move that was asked for
 * @property {number} effective the move that was executed
 * @property {number} spent_teleport
 * @property {ArrayLike<number>} beams squares that its laser covers in each direction, if it fired one
 * @property {Hit[]} hits
 *
 * @typedef {{kind: number, by: number, lost: number}} Hit
 *
 * @typedef {object} Frame
 * @property {number} turn
 * @property {number} over
 * @property {number} winner when the match is over; -1 is a draw
 * @property {Robot[]} robots
 * @property {{alive: number, fired: number, reach: ArrayLike<number>}[]} turrets and squares that their beams cover
 * @property {ArrayLike<number>} items whether each is still on the floor
 * @property {ArrayLike<number>} bullets square, direction and owner in one number
 * @property {ArrayLike<number>} flights bullets as they were before they flew ...
 * @property {ArrayLike<number>} ends ... and what stopped them
 * @property {number} shots how many of the flights, the last ones, are new
 * @property {{by: number, seat: number, direction: number, away: number}[]} reflections beams that a shield sent back
 *
 * Where the board lies in the drawing; cells are counted from its corner.
 * @typedef {object} Plan
 * @property {Scene} scene
 * @property {number} cell
 * @property {number} left
 * @property {number} top
 * @property {number} rim in cells
 * @property {number} across
 * @property {number} down
 * @property {Set<number>} turrets their squares
 *
 * The same under a camera: what it shows, in cells, and how large things are drawn at least.
 * @typedef {Plan & {seen: {left: number, top: number, right: number, bottom: number}, zoom: number}} Grid
 * @typedef {{owner: number, x: number, y: number, reach: ArrayLike<number>}} Beam
 * @typedef {{x: number, y: number, direction: number, owner: number}} Bullet
 */

const LONG = 900; // the longer side of the board
export const RIM = 36; // around the board: what lies beyond the edge
export const BAR = 104;
export const MIN_WIDTH = 640;
const SMALL = 24;

export const WAYS = ["up", "down", "left", "right"];
/** @type {[number, number][]} */
export const SHIFT = [[0, -1], [0, 1], [-1, 0], [1, 0]];
const ANGLES = [-Math.PI / 2, Math.PI / 2, Math.PI, 0];
// Moves
export const SHOOT = 5;
const FORWARD = 6;
const LASER = 8;
export const TELEPORT = 9; // and the moves after it

export const ABSORBED = 2; // a bit of a hit's kind
export const BY_TURRET = 2;
export const NAMED_PADS = 6;

// A turn in time: robots move, bullets fly all the while, turrets fire, then everything strikes.
export const MOVED = 0.66;
export const AT_HULL = 0.62;
export const STRUCK = 0.66;

export const BLAST = 0.042; // size of an explosion for each unit of what explodes
export const FURY = "#f0386b"; // turrets and their beams
export const ITEM_COLOURS = ["#d6336c", "#1d9a8a", "#7d55e8"];

/** @type {WeakMap<Scene, Plan>} */
const plans = new WeakMap();

/**
 * @param {Scene} scene
 * @returns {Plan}
 */
export function planOf(scene) {
  const known = plans.get(scene);
  if (known) return known;
  const { width, height } = scene;
  const cell = LONG / Math.max(width, height);
  const [across, down] = [width * cell, height * cell];
  const left = (Math.max(MIN_WIDTH, across + 2 * RIM) - across) / 2;
  const turrets = new Set(scene.turrets.map(({ at: [x, y] }) => y * width + x));
  const plan = { scene, cell, left, top: BAR + RIM, rim: RIM / cell, across, down, turrets };
  plans.set(scene, plan);
  return plan;
}

/**
 * The board with its rim.
 * @param {Scene} scene
 */
export function fieldOf(scene) {
  const { left, top, across, down } = planOf(scene);
  return { x: left - RIM, y: top - RIM, width: across + 2 * RIM, height: down + 2 * RIM };
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Shot} shot
 * @returns {Grid}
 */
export function gridOf(pen, shot) {
  const plan = planOf(shot.scene);
  return { ...plan, seen: cellsOf(plan, shot.view), zoom: zoomOf(pen, shot) };
}

/**
 * @param {Plan} plan
 * @param {Box} box
 */
function cellsOf({ scene, cell, left, top, rim }, { x, y, width, height }) {
  return {
    left: Math.max(-rim, (x - left) / cell),
    top: Math.max(-rim, (y - top) / cell),
    right: Math.min(scene.width + rim, (x + width - left) / cell),
    bottom: Math.min(scene.height + rim, (y + height - top) / cell),
  };
}

/**
 * Whether cells are shown so small that there is room for little more than a mark.
 * @param {Grid} grid
 */
export function isSmall({ cell, zoom }) {
  return cell * zoom < SMALL;
}

/**
 * The size of a cell, for things that are drawn larger than theirs where that would be too small to see.
 * @param {Grid} grid
 * @param {number} least at the usual zoom
 */
export function cellOf({ cell, zoom }, least) {
  return Math.max(cell, least / zoom);
}

/**
 * @param {number} at
 * @param {number} size
 */
export function around(at, size) {
  return ((at % size) + size) % size;
}

/**
 * Draw a thing wherever it is seen, also beyond the edges. Positions are middles, in cells.
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} reach how far the thing goes from its middle
 * @param {(px: number, py: number) => void} draw
 */
export function everywhere({ scene, cell, left, top, seen }, x, y, reach, draw) {
  for (let dx = -1; dx <= 1; dx += 1) {
    const cx = x + dx * scene.width;
    if (cx + reach < seen.left || cx - reach > seen.right) continue;
    for (let dy = -1; dy <= 1; dy += 1) {
      const cy = y + dy * scene.height;
      if (cy + reach >= seen.top && cy - reach <= seen.bottom) draw(left + cx * cell, top + cy * cell);
    }
  }
}

/**
 * A robot between two turns.
 * @param {Shot} shot
 * @param {number} seat
 */
export function robotAt(shot, seat) {
  const from = /** @type {Robot} */ (shot.from.robots[seat]);
  const { x, y, facing, requested: asked, effective: did } = /** @type {Robot} */ (shot.to.robots[seat]);
  const [dx, dy] = SHIFT[facing] ?? [0, 0];
  const angle = turned(ANGLES[from.facing] ?? 0, ANGLES[facing] ?? 0, ease(span(shot.t, 0, 0.5)));
  const robot = { x: x + 0.5, y: y + 0.5, angle, size: 1, did, asked };
  if (did === FORWARD) {
    const left = 1 - ease(span(shot.t, 0, MOVED));
    return { ...robot, x: robot.x - dx * left, y: robot.y - dy * left };
  }
  if (did >= TELEPORT) {
    if (shot.t < 0.3) return { ...robot, x: from.x + 0.5, y: from.y + 0.5, size: 1 - ease(shot.t / 0.3) };
    return { ...robot, size: ease(span(shot.t, 0.3, 0.6)) };
  }
  const push = shot.t < 1 ? shove(did, asked, shot.t) : 0;
  return { ...robot, x: robot.x + dx * push, y: robot.y + dy * push };
}

/**
 * How far a robot that stays is pushed: ahead against an obstacle, back by a shot.
 * @param {number} did
 * @param {number} asked
 * @param {number} t
 */
function shove(did, asked, t) {
  if (asked === FORWARD && did !== FORWARD) return 0.16 * Math.sin(Math.PI * span(t, 0, 0.5));
  return did === SHOOT ? -0.1 * Math.sin(Math.PI * span(t, 0, 0.3)) : 0;
}

/**
 * @param {number} code
 * @param {Scene} scene
 * @returns {Bullet}
 */
export function bulletOf(code, { width }) {
  const square = code >> 3;
  return { x: square % width, y: Math.floor(square / width), direction: (code >> 1) & 3, owner: code & 1 };
}

/**
 * The beams that were fired in the turn before a frame.
 * @param {Scene} scene
 * @param {Frame} frame
 * @returns {Beam[]}
 */
export function beamsOf(scene, frame) {
  const lasers = frame.robots.flatMap(({ effective, x, y, beams }, seat) => {
    return effective === LASER ? [{ owner: seat, x, y, reach: beams }] : [];
  });
  const fire = scene.turrets.flatMap(({ at: [x, y] }, i) => {
    const turret = frame.turrets[i];
    return turret?.fired ? [{ owner: BY_TURRET + i, x, y, reach: turret.reach }] : [];
  });
  return [...lasers, ...fire];
}
