// Where things are: the field, its columns and rows, and which way the players look.

/** @typedef {import("../../../web/static/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/**
 * Kind, health, the round that finishes it, the round of its next shot.
 * @typedef {[number, number, number, number]} Building
 */
/** @typedef {Building|0} Cell */
/**
 * Energy, health, score, income, whether a curtain is available, and the rounds that one stays up, or -1.
 * @typedef {[number, number, number, number, number, number]} Player
 */
/** @typedef {[number, number]} Hit the cell that was hit, or ENEMY_BASE or CURTAIN, and the health lost */
/**
 * A missile that ended: who, where it was, whether it was fired in this round, the cells flown, and its hit.
 * @typedef {[number, number, number, number, number, number]} Ended
 */
/** @typedef {{fired: number[], ended: Ended[], bolts: [number, number, Hit[]][]}} Happened */
/**
 * @typedef {object} Frame
 * @property {number} round
 * @property {Player[]} players
 * @property {Cell[][]} cells row by row
 * @property {number[][][]} missiles for each player and row: the columns where they would have been before the first
 *   round
 * @property {number|null} winner
 * @property {Happened} happened
 *
 * @typedef {object} Field where the board lies in the drawing
 * @property {number} left
 * @property {number} top
 * @property {number} cell
 * @property {number} columns
 * @property {number} rows
 * @property {boolean} flip whether the real board is shown mirrored
 */

export const WIDTH = 960;
export const HEIGHT = 540;
export const PANEL = 100; // above the field: the players' numbers
const TOP = PANEL + 6; // of the field
const ROOM = { width: 800, height: 400 };

export const WALL = 1;
export const TURRET = 2;
export const GENERATOR = 3;
export const TESLA = 4;

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

/**
 * The column of the real board where a seat, or else the viewer, counts one: players count from their own bases.
 * @param {Shot} shot
 * @param {number} x
 * @param {number|null} [seat]
 */
export function realColumn(shot, x, seat = shot.seat) {
  return seat === 1 ? shot.scene.width - 1 - x : x;
}

/**
 * Which way a player's missiles fly on the real board.
 * @param {number} seat
 */
export function wayOf(seat) {
  return seat ? -1 : 1;
}

/**
 * The columns in which a player's missiles are in a row after the round.
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} row
 */
export function missilesIn(shot, seat, row) {
  const { missiles, round } = /** @type {Frame} */ (shot.to);
  const flown = wayOf(seat) * shot.scene.speed * round;
  return (missiles[seat]?.[row] ?? []).map((start) => start + flown);
}

/**
 * Whether nothing of a cell and what reaches out of it is shown.
 * @param {Shot} shot
 * @param {Field} field
 * @param {number} x of the real board
 * @param {number} y
 */
export function isOutside({ view }, field, x, y) {
  const [across, down, { cell }] = [acrossOf(field, x) - view.x, downOf(field, y) - view.y, field];
  return across < -cell || across > view.width + cell || down < -cell || down > view.height + cell;
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
