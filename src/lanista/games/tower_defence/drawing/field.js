// Where things are: the field, its columns and rows, and which way the players look.

/** @typedef {import("../../../web/static/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number, number, number]} Building kind, health, the round that finishes it, the round of its next shot */
/** @typedef {Building|0} Cell */
/** @typedef {[number, number, number, number, number, number]} Player energy, health, score, income, curtain available, the rounds that it stays up */
/** @typedef {[number, number]} Hit the cell that was hit, or ENEMY_BASE or CURTAIN, and the health lost */
/** @typedef {[number, number, number, number, number, number]} Ended a missile: who, where it was, fired in this round, cells flown, and its hit */
/** @typedef {{fired: number[], ended: Ended[], bolts: [number, number, Hit[]][]}} Happened */
/** @typedef {{round: number, players: Player[], cells: Cell[][], missiles: number[][][], winner: number|null, happened: Happened}} Frame */
/** @typedef {{left: number, top: number, cell: number, columns: number, rows: number, flip: boolean}} Field where the board lies in the drawing */

export const WIDTH = 960;
export const HEIGHT = 540;
const TOP = 106; // of the field; above it are the players' numbers
const ROOM = { width: 800, height: 400 };

export const ENEMY_BASE = -1;
export const CURTAIN = -2;

/**
 * @param {Shot} shot
 * @returns {Field}
 */
export function fieldOf(shot) {
  const { width: columns, height: rows } = shot.scene;
  const cell = Math.min(ROOM.width / columns, ROOM.height / rows);
  const left = (WIDTH - columns * cell) / 2;
  return { left, top: TOP + (ROOM.height - rows * cell) / 2, cell, columns, rows, flip: shot.seat === 1 };
}

/**
 * The middle of a column of the real board, which may lie between two.
 * @param {Field} field
 * @param {number} x
 */
export function acrossOf({ left, cell, columns, flip }, x) {
  return left + ((flip ? columns - 1 - x : x) + 0.5) * cell;
}

/**
 * @param {Field} field
 * @param {number} y
 */
export function downOf({ top, cell }, y) {
  return top + (y + 0.5) * cell;
}

/**
 * 1 if a seat is on the left and shoots to the right, else -1.
 * @param {Shot} shot
 * @param {number} seat
 */
export function facing(shot, seat) {
  return (seat === 0) === (shot.seat !== 1) ? 1 : -1;
}

/** @param {Shot} shot */
export function isMoving(shot) {
  return shot.t < 1 && shot.to.round > shot.from.round;
}

/**
 * Whose half a column of the real board lies in.
 * @param {Shot} shot
 * @param {number} x
 * @returns {number}
 */
export function ownerOf(shot, x) {
  return shot.scene.owners[x];
}
