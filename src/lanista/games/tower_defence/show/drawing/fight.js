// What happens within a round, as the frame says: when missiles fly and end, and who is hit for how much.

import { CURTAIN, ENEMY_BASE, cellAt, isMoving, missilesIn, positionOf, wayOf } from "./field.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./field.js").Frame} Frame */
/**
 * Columns, and the part of the turn at which it ends, which may be later than 1.
 * @typedef {{seat: number, row: number, from: number, to: number, end: number, fresh: boolean}} Flight
 */
/** @typedef {{t: number, damage: number}} Blow the part of the turn, and the health that it takes */
/**
 * @typedef {object} Fight
 * @property {Flight[]} flights
 * @property {Map<number, Blow[]>} cells
 * @property {(Blow & {row: number})[][]} bases
 * @property {{seat: number, row: number, t: number}[]} stopped by curtains
 */

export const BOLT = 0.32; // the part of a turn in which lightning strikes
const LATER = 2;

/**
 * @param {Shot} shot
 * @returns {Fight}
 */
export function fightOf(shot) {
  /** @type {Fight} */
  const fight = { flights: [], cells: new Map(), bases: [[], []], stopped: [] };
  if (!isMoving(shot)) {
    eachMissile(shot, (seat, row, x) => fight.flights.push({ seat, row, from: x, to: x, end: LATER, fresh: false }));
    return fight;
  }
  const { bolts, ended } = /** @type {Frame} */ (shot.to);
  for (const { seat, cell, hits } of bolts) {
    for (const { met, lost } of hits) addHit(fight, seat, positionOf(cell).y, met, lost, BOLT);
  }
  for (const missile of ended) endMissile(shot, fight, missile);
  flyOn(shot, fight);
  return fight;
}

/**
 * @param {Shot} shot
 * @param {(seat: number, row: number, x: number) => void} use with the column where a missile is now
 */
function eachMissile(shot, use) {
  for (const seat of [0, 1]) {
    for (let row = 0; row < shot.scene.height; row += 1) {
      for (const x of missilesIn(shot, seat, row)) use(seat, row, x);
    }
  }
}

/**
 * @param {Fight} fight
 * @param {number} seat who shot
 * @param {number} row
 * @param {number} met
 * @param {number} damage
 * @param {number} t
 */
function addHit(fight, seat, row, met, damage, t) {
  if (met === ENEMY_BASE) fight.bases[1 - seat]?.push({ t, damage, row });
  else if (met === CURTAIN) fight.stopped.push({ seat: 1 - seat, row, t });
  else fight.cells.set(met, [...(fight.cells.get(met) ?? []), { t, damage }]);
}

/**
 * A missile that meets something stops before it.
 * @param {Shot} shot
 * @param {Fight} fight
 * @param {import("./field.js").Ended} missile
 */
function endMissile(shot, fight, { seat, cell, is_fresh, flown, met, lost }) {
  const { x: from, y: row } = positionOf(cell);
  const before = met === ENEMY_BASE ? 0.3 : met === CURTAIN ? 0.5 : 0.4;
  const end = (flown - (met === CURTAIN ? 0.5 : 0.4)) / shot.scene.speed;
  fight.flights.push({ seat, row, from, to: from + wayOf(seat) * (flown - before), end, fresh: is_fresh > 0 });
  addHit(fight, seat, row, met, lost, end);
}

/**
 * The missiles that fly on, those just fired too.
 * @param {Shot} shot
 * @param {Fight} fight
 */
function flyOn(shot, fight) {
  const { fired, ended } = /** @type {Frame} */ (shot.to);
  const fresh = [...fired];
  const take = (/** @type {number} */ cell) => fresh.includes(cell) && fresh.splice(fresh.indexOf(cell), 1).length > 0;
  for (const { cell, is_fresh } of ended) if (is_fresh) take(cell);
  eachMissile(shot, (seat, row, to) => {
    const from = to - wayOf(seat) * shot.scene.speed;
    fight.flights.push({ seat, row, from, to, end: LATER, fresh: take(cellAt(from, row)) });
  });
}

/**
 * The health that is left after the blows so far.
 * @param {Blow[]} blows
 * @param {number} health before them
 * @param {number} t
 */
export function healthAfter(blows, health, t) {
  return blows.reduce((left, blow) => (blow.t <= t ? left - blow.damage : left), health);
}
