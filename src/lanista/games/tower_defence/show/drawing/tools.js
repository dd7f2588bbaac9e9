// The orders of a person who plays, and why one is not possible.

import { GENERATOR, TESLA, TURRET, WALL, buildingsOf } from "./field.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Tool} Tool */
/** @typedef {import("./field.js").Player} Player */

const [TAKE_DOWN, CURTAIN] = [3, 5]; // numbers of orders
const CURTAIN_MOVE = `0,0,${CURTAIN}`;

/** @type {{label: string, kind: number, order: number}[]} */
const BUILDINGS = [
  { label: "wall", kind: WALL, order: 0 }, { label: "turret", kind: TURRET, order: 1 },
  { label: "generator", kind: GENERATOR, order: 2 }, { label: "tesla tower", kind: TESLA, order: 4 },
];

/**
 * @param {Shot} shot
 * @param {Set<string>} legal
 * @returns {Tool[]}
 */
export function toolsOf(shot, legal) {
  const { price, tesla, deconstruction, curtain } = shot.scene;
  const moves = [...legal];
  const reasons = (/** @type {number} */ order, /** @type {() => string} */ why) =>
    moves.some((move) => move.endsWith(`,${order}`)) ? {} : { why: shot.seat === null ? "not possible now" : why() };
  const tool = (/** @type {string} */ label, /** @type {number} */ order, /** @type {() => string} */ why) => {
    const at = (/** @type {number} */ x, /** @type {number} */ y) => `${x},${y},${order}`;
    return { label, key: String(order), group: "build", at, ...reasons(order, why) };
  };
  const known = BUILDINGS.filter(({ kind }) => kind !== TESLA || tesla.limit);
  const tools = known.map(({ label, kind, order }) => tool(`${label} ${price[kind]}`, order, () => whyNot(shot, kind)));
  if (deconstruction) tools.push(tool("take down", TAKE_DOWN, () => "you have no buildings"));
  const others = [{ label: "nothing", key: "n", group: "other", move: "" }];
  if (!curtain) return [...tools, ...others];
  const raise = { label: `iron curtain ${curtain[0]}`, key: String(CURTAIN), group: "other", move: CURTAIN_MOVE };
  return [...tools, { ...raise, ...reasons(CURTAIN, () => whyNoCurtain(shot)) }, ...others];
}

/**
 * Why a building cannot be built anywhere.
 * @param {Shot} shot
 * @param {number} kind
 */
function whyNot(shot, kind) {
  const { price, tesla } = shot.scene;
  const { energy } = ownNumbers(shot);
  const towers = buildingsOf(shot, shot.seat).filter((building) => building.kind === TESLA);
  if (kind === TESLA && towers.length >= tesla.limit) {
    return `you have ${tesla.limit} already, the most allowed`;
  }
  return energy < price[kind] ? costs(price[kind], energy) : "no free cell in your half";
}

/** @param {Shot} shot */
function whyNoCurtain(shot) {
  const [price, , period] = shot.scene.curtain;
  const { energy, curtain_available, curtain_left } = ownNumbers(shot);
  if (!curtain_available) return `none is ready; there is a new one every ${period} rounds`;
  return curtain_left >= 1 ? "one is still up" : costs(price, energy);
}

/**
 * @param {number} price
 * @param {number} energy
 */
function costs(price, energy) {
  return `costs ${price}, you have ${energy}`;
}

/**
 * @param {Shot} shot
 * @returns {Player}
 */
function ownNumbers(shot) {
  return shot.to.players[shot.seat ?? 0];
}
