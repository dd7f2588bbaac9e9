// What a cell or a player is, its numbers, and what happens to it next, in words.

import { letterOf } from "../../../../web/static/board/canvas.js";
import { counted, inTurns, joined } from "../../../../web/static/shared/words.js";
import {
  GENERATOR, TESLA, TURRET, WALL, buildingAt, buildingsOf, missilesIn, ownerOf, realColumn, wayOf,
} from "./field.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Facts} Facts */
/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./field.js").Building} Building */
/** @typedef {import("./field.js").Frame} Frame */
/** @typedef {import("./field.js").Player} Player */

/** @type {Record<number, string>} */
const NAMES = { [WALL]: "wall", [TURRET]: "turret", [GENERATOR]: "generator", [TESLA]: "tesla tower" };

/**
 * @param {Shot} shot
 * @param {number} column as the viewer counts
 * @param {number} y
 * @returns {Facts|null}
 */
export function cellFacts(shot, column, y) {
  const x = realColumn(shot, column);
  const { width, height } = shot.scene;
  if (x < 0 || x >= width || y < 0 || y >= height) return null;
  const building = buildingAt(/** @type {Frame} */ (shot.to), x, y);
  const owner = letterOf(shot, ownerOf(shot, x));
  const flying = [0, 1].flatMap((seat) => missileWords(shot, seat, x, y));
  if (building) {
    const title = `${capital(NAMES[building.kind] ?? "")} of ${owner} at ${ownCell(shot, x, y)}`;
    return { title, lines: [...buildingWords(shot, building, x), ...flying] };
  }
  const free = [`Free: only ${owner} can build here.`];
  return { title: `Meadow of ${owner} at ${ownCell(shot, x, y)}`, lines: [...free, ...flying] };
}

/** @param {string} word */
function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * A cell as its owner counts.
 * @param {Shot} shot
 * @param {number} x of the real board
 * @param {number} y
 */
function ownCell(shot, x, y) {
  return `${realColumn(shot, x, ownerOf(shot, x))}, ${y}`;
}

// Buildings

/**
 * @param {Shot} shot
 * @param {Building} building
 * @param {number} x
 */
function buildingWords(shot, building, x) {
  const { scene } = shot;
  const { kind, health } = building;
  const hits = counted(Math.ceil(health / Math.max(1, scene.damage)), "missile");
  const refund = scene.deconstruction ? `; taking it down returns ${scene.refund}` : "";
  return [
    ...siteWords(shot, building),
    `Health ${health} of ${scene.full[kind]}: ${hits} of ${scene.damage} damage would destroy it.`,
    ...workWords(shot, building, letterOf(shot, ownerOf(shot, x))),
    `Cost ${scene.price[kind]} energy${refund}.`,
  ];
}

/**
 * @param {Shot} shot
 * @param {Building} building
 */
function isFinished(shot, { ready }) {
  return ready < shot.to.round;
}

/**
 * @param {Shot} shot
 * @param {Building} building
 */
function siteWords(shot, building) {
  if (isFinished(shot, building)) return [];
  const until = shot.scene.missiles_pass_unfinished ? "missiles fly through it" : "any missile destroys it";
  return [`Under construction: finished ${inTurns(building.ready - shot.to.round + 1, "round")}; until then ${until}.`];
}

/**
 * What a building does, and when.
 * @param {Shot} shot
 * @param {Building} building
 * @param {string} owner
 * @returns {string[]}
 */
function workWords(shot, building, owner) {
  const { damage, speed, income, tesla } = shot.scene;
  const { kind } = building;
  if (kind === WALL) return ["Stops missiles."];
  if (kind === GENERATOR) return [`Gives ${owner} +${income[1]} energy in every round.`];
  const when = shotWords(shot, building);
  if (kind === TURRET) return [`${when}: a missile of ${damage} damage, ${counted(speed, "cell")} per round.`];
  const reach = `${tesla.damage} damage to a building in each of the next ${counted(tesla.range, "column")}`;
  return [`${when} if ${owner} has ${tesla.price} energy: ${reach}; from the front column also to the base.`];
}

/**
 * When a weapon shoots next, as far as the viewer knows.
 * @param {Shot} shot
 * @param {Building} building
 */
function shotWords({ scene, seat, to }, building) {
  if (seat === 1 && scene.cooldown_hidden_from_b) return "Fires when it is loaded, which B does not see";
  const { ready, due } = building;
  return `Fires ${inTurns(Math.max(ready, due) - to.round + 1, "round")}`;
}

// Missiles

/**
 * The missiles of a player on a cell.
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @returns {string[]}
 */
function missileWords(shot, seat, x, y) {
  const count = missilesIn(shot, seat, y).filter((column) => column === x).length;
  if (!count) return [];
  const { name, steps } = goalOf(shot, seat, x, y);
  const when = inTurns(Math.ceil(steps / shot.scene.speed), "round");
  return [`${counted(count, "missile")} of ${letterOf(shot, seat)} here: at ${name} ${when}.`];
}

/**
 * What a missile meets if nothing changes, and after how many cells.
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} from
 * @param {number} y
 */
function goalOf(shot, seat, from, y) {
  const { scene, to } = shot;
  const enemy = letterOf(shot, 1 - seat);
  const isShielded = to.players[1 - seat].curtain_left >= 0;
  for (let x = from + wayOf(seat), steps = 1; x >= 0 && x < scene.width; x += wayOf(seat), steps += 1) {
    const building = buildingAt(/** @type {Frame} */ (to), x, y);
    const isEnemy = ownerOf(shot, x) !== seat;
    if (isShielded && isEnemy && ownerOf(shot, x - wayOf(seat)) === seat) return { name: `${enemy}'s curtain`, steps };
    const stops = building && isEnemy && (isFinished(shot, building) || !scene.missiles_pass_unfinished);
    if (building && stops) return { name: `${enemy}'s ${NAMES[building.kind]} at ${ownCell(shot, x, y)}`, steps };
  }
  return { name: `${enemy}'s base`, steps: seat ? from + 1 : scene.width - from };
}

// Players

/**
 * @param {Shot} shot
 * @param {number} seat
 * @returns {Facts}
 */
export function playerFacts(shot, seat) {
  const { scene } = shot;
  const { energy, health, score, income } = /** @type {Player} */ (shot.to.players[seat]);
  const flying = Array.from({ length: scene.height }, (_, row) => missilesIn(shot, 1 - seat, row).length);
  const missiles = counted(flying.reduce((sum, count) => sum + count, 0), "missile");
  return {
    title: `Base of ${letterOf(shot, seat)}`,
    lines: [
      `Health ${health} of ${scene.health}; a missile takes ${scene.damage}.`,
      `Energy ${energy}, +${income} in every round.`,
      `Score ${score}.`,
      `${capital(builtBy(shot, seat))}.`,
      `${missiles} of ${letterOf(shot, 1 - seat)} in the air.`,
      ...(scene.curtain ? [curtainWords(shot, seat)] : []),
    ],
  };
}

/**
 * @param {Shot} shot
 * @param {number} seat
 */
function curtainWords(shot, seat) {
  const { curtain_available: available, curtain_left: left } = /** @type {Player} */ (shot.to.players[seat]);
  const [price, rounds, period] = shot.scene.curtain;
  if (left >= 0) return `The iron curtain stops missiles and lightning; it falls ${inTurns(left + 1, "round")}.`;
  if (available) return `An iron curtain is ready: ${price} energy, ${counted(rounds, "round")}.`;
  return `No iron curtain; there is a new one every ${period} rounds.`;
}

/**
 * What a player has built: "2 walls and 1 turret".
 * @param {Shot} shot
 * @param {number} seat
 */
export function builtBy(shot, seat) {
  const own = buildingsOf(shot, seat);
  const kinds = Object.entries(NAMES).map(([kind, name]) => {
    return { name, count: own.filter((building) => building.kind === Number(kind)).length };
  });
  const words = kinds.filter(({ count }) => count).map(({ count, name }) => counted(count, name));
  return joined(words) || "no buildings";
}
