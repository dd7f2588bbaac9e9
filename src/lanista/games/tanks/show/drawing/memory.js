// What a tank has seen of the map so far: a text for each row, with blanks for cells that no scan has shown.

import { CELL, landOf } from "./view.js";

/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Scene} Scene */

const UNSEEN = " ";

/**
 * Terrain never changes, so everything that was seen stays true.
 * @param {string[]|null} memory
 * @param {Frame} frame
 * @param {Scene} scene
 * @returns {string[]}
 */
export function remembered(memory, { land }, { width, height }) {
  const rows = memory ?? Array.from({ length: height }, () => UNSEEN.repeat(width));
  const { x: left, y: top, rows: seen } = landOf(land);
  return rows.map((row, y) => {
    const line = seen[y - top];
    if (line === undefined) return row;
    const [from, to] = [Math.max(0, left), Math.min(width, left + line.length)];
    return row.slice(0, from) + line.slice(from - left, to - left) + row.slice(to);
  });
}

/**
 * The terrain of a cell as it is remembered; "" if it was never seen.
 * @param {string[]|undefined} memory
 * @param {number} x
 * @param {number} y
 */
export function signOf(memory, x, y) {
  return (memory?.[y]?.[x] ?? UNSEEN).trim();
}

/**
 * The cells that are known, in units of the drawing.
 * @param {readonly string[]} rows
 */
export function knownCells(rows) {
  const path = new Path2D();
  rows.forEach((row, y) => {
    for (const run of row.matchAll(/[^ ]+/g)) path.rect((run.index ?? 0) * CELL, y * CELL, run[0].length * CELL, CELL);
  });
  return path;
}
