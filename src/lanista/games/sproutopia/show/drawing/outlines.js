// The outlines of everybody's land.

import { heightOf, ownerOf } from "./signs.js";

/** @typedef {import("./view.js").Part} Part */
/** @typedef {import("./view.js").Signs} Signs */
/** @typedef {import("./view.js").Spot} Spot */

/**
 * The outlines of everybody's land, kept for as long as the land is.
 * @type {WeakMap<Signs, Path2D[]>}
 */
const outlines = new WeakMap();

/**
 * @param {Part} part
 * @param {number} seats
 * @param {boolean} goesOn whether land on the rim continues beyond it
 * @returns {Path2D[]}
 */
export function outlinesOf(part, seats, goesOn) {
  let paths = outlines.get(part.land);
  if (!paths) {
    paths = traced(part, seats, goesOn);
    outlines.set(part.land, paths);
  }
  return paths;
}

const STEP_X = [1, 0, -1, 0];
const STEP_Y = [0, 1, 0, -1];
const WAYS = 4; // bits of a corner for each seat: the ways that lead on from it

/**
 * The outlines of all cells of each seat, with round corners. Their edges run clockwise around the cells; where cells
 * meet at a corner only, an outline stays with the one it is at.
 * @param {Part} part
 * @param {number} seats
 * @param {boolean} goesOn
 */
function traced(part, seats, goesOn) {
  const width = part.width + 3; // one column and row of rim, and the corners at its end
  const owners = ownersOf(part, width, goesOn);
  const edges = edgesOf(owners, width, heightOf(part));
  const paths = Array.from({ length: seats }, () => new Path2D());
  for (let corner = 0; corner < edges.length; corner += 1) {
    if (!edges[corner]) continue;
    paths.forEach((path, seat) => {
      const shift = WAYS * seat;
      while (((edges[corner] ?? 0) >> shift) & 15) addLoop(path, loopFrom(edges, corner, width, shift), width);
    });
  }
  return paths;
}

/**
 * Who has each cell: 1 is the first seat, 0 is nobody.
 * @param {Part} part
 * @param {number} width
 * @param {boolean} goesOn
 */
function ownersOf(part, width, goesOn) {
  const [long, height] = [part.width, heightOf(part)];
  const owners = new Uint8Array(width * (height + 3));
  for (let y = 0; y < height; y += 1) {
    const start = width * (y + 1) + 1;
    for (let x = 0; x < long; x += 1) owners[start + x] = ownerOf(part.land[y * long + x] ?? 0) + 1;
    if (!goesOn) continue;
    owners[start - 1] = owners[start] ?? 0;
    owners[start + long] = owners[start + long - 1] ?? 0;
  }
  if (goesOn) {
    owners.copyWithin(0, width, 2 * width);
    owners.copyWithin(width * (height + 1), width * height, width * (height + 1));
  }
  return owners;
}

/**
 * By corner and seat, the ways along its land that lead on from there.
 * @param {Uint8Array} owners
 * @param {number} width
 * @param {number} rows
 */
function edgesOf(owners, width, rows) {
  const edges = new Uint16Array(owners.length);
  const add = (/** @type {number} */ corner, /** @type {number} */ bit) => {
    edges[corner] = (edges[corner] ?? 0) | bit;
  };
  for (let cell = 0; cell < width * (rows + 2); cell += 1) {
    const owner = owners[cell];
    if (!owner) continue;
    const bit = 1 << (WAYS * (owner - 1));
    if (owners[cell - width] !== owner) add(cell, bit);
    if (owners[cell + 1] !== owner) add(cell + 1, 2 * bit);
    if (owners[cell + width] !== owner) add(cell + width + 1, 4 * bit);
    if (owners[cell - 1] !== owner) add(cell + width, 8 * bit);
  }
  return edges;
}

/**
 * The corners at which a closed line turns; its edges are used up.
 * @param {Uint16Array} edges
 * @param {number} start
 * @param {number} width
 * @param {number} shift of the seat's bits
 */
function loopFrom(edges, start, width, shift) {
  const turns = [];
  const out = (/** @type {number} */ corner) => ((edges[corner] ?? 0) >> shift) & 15;
  let way = 31 - Math.clz32(out(start) & -out(start));
  const first = way;
  let corner = start;
  for (;;) {
    edges[corner] = (edges[corner] ?? 0) & ~(1 << (shift + way));
    corner += (STEP_X[way] ?? 0) + width * (STEP_Y[way] ?? 0);
    const ways = out(corner);
    const next = [(way + 1) % 4, way, (way + 3) % 4].find((turn) => ways & (1 << turn));
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
