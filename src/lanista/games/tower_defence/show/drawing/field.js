// Where things are: the field, its columns and rows, and which way the players look.

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/**
 * The round that finishes a building is `ready`, and that of its next shot `due`.
 * @typedef {{kind: number, health: number, ready: number, due: number}} Building
 */
/** @typedef {Building|null} Cell */
/**
 * The rounds that a curtain stays up are -1 without one.
 * @typedef {{energy: number, health: number, score: number, income: number}} Numbers
 * @typedef {Numbers & {curtain_available: number, curtain_left: number}} Player
 */
/** @typedef {{met: number, lost: number}} Hit the cell that was hit, or ENEMY_BASE or CURTAIN, and the health lost */
/**
 * A missile that ended: whose, the cell where it was, whether it was fired in this round, the cells flown, and its hit.
 * @typedef {Hit & {seat: number, cell: number, is_fresh: number, flown: number}} Ended
 */
/** @typedef {{seat: number, cell: number, hits: Hit[]}} Bolt the shot of a tesla tower */
/** @typedef {number[]|Int8Array|Int16Array|Int32Array} Row numbers, as films have them or as rules do */
/**
 * @typedef {object} Frame see `frames.py`
 * @property {number} round
 * @property {Player[]} players
 * @property {Row} building kinds by cell, as all numbers of buildings
 * @property {Row} health
 * @property {Row} ready
 * @property {Row} due
 * @property {Row} missiles those that fly: the cell, plus CELLS if it is B's
 * @property {number} winner or TIE, or UNDECIDED
 * @property {Row} fired the cells of turrets
 * @property {Ended[]} ended
 * @property {Bolt[]} bolts
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

export const TIE = -1;
export const UNDECIDED = -2;

const STRIDE = 16; // cells of a row in frames, whose board may be smaller
const CELLS = 128;

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
 * The number of a cell of the real board.
 * @param {number} x
 * @param {number} y
 */
export function cellAt(x, y) {
  return y * STRIDE + x;
}

/**
 * Column and row of a cell of the real board.
 * @param {number} cell
 */
export function positionOf(cell) {
  return { x: cell % STRIDE, y: Math.floor(cell / STRIDE) };
}

/**
 * What stands on a cell of the real board.
 * @param {Frame} frame
 * @param {number} x
 * @param {number} y
 * @returns {Cell}
 */
export function buildingAt(frame, x, y) {
  const cell = cellAt(x, y);
  const [kind, health, ready, due] = [frame.building[cell], frame.health[cell], frame.ready[cell], frame.due[cell]];
  return kind ? { kind, health: health ?? 0, ready: ready ?? 0, due: due ?? 0 } : null;
}

/**
 * The buildings of a player.
 * @param {Shot} shot
 * @param {number|null} seat
 */
export function buildingsOf(shot, seat) {
  const { width, height } = shot.scene;
  const found = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const building = ownerOf(shot, x) === seat ? buildingAt(/** @type {Frame} */ (shot.to), x, y) : null;
      if (building) found.push(building);
    }
  }
  return found;
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
  const first = seat * CELLS + cellAt(0, row);
  const columns = Array.from(/** @type {Frame} */ (shot.to).missiles, (missile) => missile - first);
  return columns.filter((x) => x >= 0 && x < STRIDE);
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
