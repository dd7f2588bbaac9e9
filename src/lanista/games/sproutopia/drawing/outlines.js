// The outlines of everybody's land.

import { LETTERS } from "./view.js";

/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Spot} Spot */

/**
 * The outlines of everybody's land, kept for as long as the land is.
 * @type {WeakMap<string[], Path2D[]>}
 */
const outlines = new WeakMap();

/**
 * @param {Frame} frame
 * @param {number} seats
 * @param {boolean} goesOn whether land on the rim goes on beyond it
 * @returns {Path2D[]}
 */
export function outlinesOf(frame, seats, goesOn) {
  let paths = outlines.get(frame.land);
  if (!paths) {
    paths = Array.from({ length: seats }, (_, seat) => outline(frame.land, LETTERS[seat] ?? "", goesOn));
    outlines.set(frame.land, paths);
  }
  return paths;
}

const STEP_X = [1, 0, -1, 0];
const STEP_Y = [0, 1, 0, -1];

/**
 * The outline of all cells with a letter, with round corners. Its edges run clockwise around the cells; where cells
 * meet at a corner only, it stays with the one it is at.
 * @param {string[]} land
 * @param {string} letter
 * @param {boolean} goesOn
 */
function outline(land, letter, goesOn) {
  const [width, rows] = [(land[0]?.length ?? 0) + 3, land.length];
  const edges = new Uint8Array(width * (rows + 3)); // by corner, the ways that lead on; one column and row of rim
  const pad = (/** @type {string} */ row) => (goesOn ? row[0] + row + row[row.length - 1] : `.${row}.`);
  const padded = land.map((row) => (row.includes(letter) ? pad(row) : ""));
  padded.unshift(goesOn ? (padded[0] ?? "") : "");
  padded.push(goesOn ? (padded[rows] ?? "") : "");
  padded.forEach((row, y) => {
    if (!row) return;
    const [above, below] = [padded[y - 1] ?? "", padded[y + 1] ?? ""];
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] === letter) addEdges(edges, y * width + x, width, above[x] !== letter, row[x + 1] !== letter, below[x] !== letter, row[x - 1] !== letter);
    }
  });
  const path = new Path2D();
  for (let corner = 0; corner < edges.length; corner += 1) {
    while (edges[corner]) addLoop(path, loopFrom(edges, corner, width), width);
  }
  return path;
}

/**
 * @param {Uint8Array} edges
 * @param {number} corner top left
 * @param {number} width
 * @param {boolean} top
 * @param {boolean} right
 * @param {boolean} bottom
 * @param {boolean} left
 */
function addEdges(edges, corner, width, top, right, bottom, left) {
  if (top) edges[corner] = (edges[corner] ?? 0) | 1;
  if (right) edges[corner + 1] = (edges[corner + 1] ?? 0) | 2;
  if (bottom) edges[corner + width + 1] = (edges[corner + width + 1] ?? 0) | 4;
  if (left) edges[corner + width] = (edges[corner + width] ?? 0) | 8;
}

/**
 * The corners at which a closed line turns; its edges are used up.
 * @param {Uint8Array} edges
 * @param {number} start
 * @param {number} width
 */
function loopFrom(edges, start, width) {
  const turns = [];
  let way = 31 - Math.clz32((edges[start] ?? 0) & -(edges[start] ?? 0));
  const first = way;
  let corner = start;
  for (;;) {
    edges[corner] = (edges[corner] ?? 0) & ~(1 << way);
    corner += (STEP_X[way] ?? 0) + width * (STEP_Y[way] ?? 0);
    const out = edges[corner] ?? 0;
    const next = [(way + 1) % 4, way, (way + 3) % 4].find((turn) => out & (1 << turn));
    if (next === undefined) {
      if (way !== first) turns.push(corner);
      return turns;
    }
    if (next !== way) turns.push(corner);
    way = next;
  }
}

/**
 * @param {Path2D} path
 * @param {number[]} turns
 * @param {number} width
 */
function addLoop(path, turns, width) {
  const spots = turns.map((corner) => ({ x: (corner % width) - 1, y: Math.floor(corner / width) - 1 }));
  spots.forEach((spot, i) => {
    const before = spots[(i + spots.length - 1) % spots.length] ?? spot;
    const after = spots[(i + 1) % spots.length] ?? spot;
    const enter = towards(spot, before);
    const leave = towards(spot, after);
    if (i) path.lineTo(enter.x, enter.y);
    else path.moveTo(enter.x, enter.y);
    path.quadraticCurveTo(spot.x, spot.y, leave.x, leave.y);
  });
  path.closePath();
}

/**
 * The point at which the round corner begins.
 * @param {Spot} spot
 * @param {Spot} other
 */
function towards(spot, other) {
  return { x: spot.x + 0.42 * Math.sign(other.x - spot.x), y: spot.y + 0.42 * Math.sign(other.y - spot.y) };
}
