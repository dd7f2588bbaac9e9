// What a block or a car is, its numbers, and what happens to it next, in words.

import { letterOf } from "../../../../web/static/board/canvas.js";
import { counted, inTurns, joined, signed } from "../../../../web/static/shared/words.js";
import {
  BOOST, EMP, EMPTY, FINISH, LIZARD, MUD, OIL, OIL_CAN, TRUCK, TWEET, WALL, itemsOf, recalled, surface,
} from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Facts} Facts */
/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Car} Car */
/** @typedef {import("./view.js").Frame} Frame */

/** @type {Record<number, string>} */
const NAMES = {
  [EMPTY]: "Road", [MUD]: "Mud", [OIL]: "Oil", [OIL_CAN]: "Oil can", [FINISH]: "Finish line", [BOOST]: "Boost",
  [WALL]: "Wall", [LIZARD]: "Lizard", [TWEET]: "Tweet", [EMP]: "EMP", [TRUCK]: "Truck",
};

/** @type {Record<number, (scene: any) => string[]>} what each of them does */
const EFFECTS = {
  [EMPTY]: () => ["Free: nothing happens here."],
  [MUD]: (scene) => [skid(scene, scene.points.mud)],
  [OIL]: (scene) => [skid(scene, scene.points.oil), ...(scene.own_oil ? [] : ["No harm to the car that spilled it."])],
  [WALL]: (scene) => [crash(scene, "Who hits it", scene.points.wall)],
  [TRUCK]: (scene) => [crash(scene, "Stops a car one block before it", scene.points.truck), "It is gone after a hit."],
  [FINISH]: () => ["The first car here wins."],
  [OIL_CAN]: (scene) => pickUp(scene, "leaves oil on the block under the car"),
  [BOOST]: (scene) => pickUp(scene, `as fast as the damage allows, for ${scene.boost} rounds`),
  [LIZARD]: (scene) => pickUp(scene, "jumps over all that lies before the block where it lands"),
  [TWEET]: (scene) => pickUp(scene, "puts a truck on any block"),
  [EMP]: (scene) => pickUp(scene, `stops a car that is ahead, at most one lane away: speed ${scene.crash}`),
};

/**
 * @param {any} scene
 * @param {number} points
 */
function skid(scene, points) {
  const steps = [...scene.mud.entries()].filter(([from, to]) => from !== to).reverse();
  const slower = steps.map(([from, to]) => `${from} to ${to}`).join(", ");
  return `Damage +1, speed one step down (${slower}), ${signed(points)} points; a boost ends.`;
}

/**
 * @param {any} scene
 * @param {string} how
 * @param {number} points
 */
function crash(scene, how, points) {
  return `${how}: damage +2, speed ${scene.crash}, ${signed(points)} points; a boost ends.`;
}

/**
 * @param {any} scene
 * @param {string} use
 */
function pickUp(scene, use) {
  return [`A car that drives over it takes it: ${signed(scene.points.item)} points.`, `When it is used: ${use}.`];
}

/**
 * @param {Shot} shot
 * @param {number} block
 * @param {number} lane
 * @returns {Facts|null}
 */
export function blockFacts(shot, block, lane) {
  if (block < 1 || block > shot.scene.length || lane < 1 || lane > shot.scene.lanes) return null;
  const seat = /** @type {Frame} */ (shot.to).cars.findIndex((car) => car.block === block && car.lane === lane);
  const ground = groundFacts(shot, block, lane);
  if (seat < 0) return ground;
  const car = carFacts(shot, seat);
  return { title: car.title, lines: [...car.lines, `On ${ground.title.toLowerCase()}.`] };
}

/**
 * @param {Shot} shot
 * @param {number} block
 * @param {number} lane
 * @returns {Facts}
 */
function groundFacts(shot, block, lane) {
  const where = `lane ${lane}, block ${block}`;
  const now = surface(shot, lane, block);
  const code = now ?? recalled(shot, lane, block);
  if (code === null) return { title: `Unknown: ${where}`, lines: ["Not seen from here."] };
  const lines = EFFECTS[code]?.(shot.scene) ?? [];
  if (now === null) lines.push("As this seat saw it last.");
  return { title: `${NAMES[code] ?? "Road"}: ${where}`, lines };
}

/**
 * @param {Shot} shot
 * @param {number} seat
 * @returns {Facts}
 */
export function carFacts(shot, seat) {
  const car = /** @type {Car} */ (shot.to.cars[seat]);
  const title = `Car ${letterOf(shot, seat)}: lane ${car.lane}, block ${car.block}`;
  if (!car.known) {
    const hidden = "This seat does not see its damage and power-ups.";
    return { title, lines: [`Speed ${car.speed}.`, hidden, roadAhead(shot, car, car.speed)] };
  }
  const held = itemsOf(car).map(({ name, count }) => counted(count, name));
  const lines = [
    speedWords(shot.scene, car),
    damageWords(shot.scene, car),
    ...(car.boost ? [boostWords(shot.scene, car)] : []),
    held.length ? `Holds ${joined(held)}.` : "Holds no power-ups.",
    `Score ${car.score}.`,
  ];
  return { title, lines: [...lines, roadAhead(shot, car, nextSpeed(shot.scene, car))] };
}

/**
 * The speed with which a car drives on if nothing changes it.
 * @param {any} scene
 * @param {Car} car
 */
function nextSpeed(scene, { boost, limit, speed }) {
  return boost === 1 ? Math.min(limit, scene.top) : speed;
}

/**
 * @param {any} scene
 * @param {Car} car
 */
function speedWords(scene, { speed, limit }) {
  const faster = Math.min(scene.faster[speed], limit);
  const next = faster > speed ? `accelerating makes it ${faster}` : "accelerating makes it no faster";
  return `Speed ${speed}; ${next}.`;
}

/**
 * @param {any} scene
 * @param {Car} car
 */
function damageWords(scene, { damage, limit }) {
  const words = `Damage ${damage} of ${scene.max_damage}`;
  if (damage === scene.max_damage) return `${words}: it stands until it is repaired.`;
  return `${words}: speed at most ${limit}; one more damage allows ${scene.limits[damage + 1]}.`;
}

/**
 * @param {any} scene
 * @param {Car} car
 */
function boostWords(scene, { boost, limit }) {
  return `The boost ends ${inTurns(boost, "round")}, with speed ${Math.min(limit, scene.top)}.`;
}

/** @type {[number, string, string?][]} what a car should know of before it drives straight on */
const AHEAD = [[MUD, "mud", "mud"], [OIL, "oil", "oil"], [WALL, "wall"], [TRUCK, "truck"]];

/**
 * Where a car gets to if it goes straight on, and what it meets.
 * @param {Shot} shot
 * @param {Car} car
 * @param {number} speed
 */
function roadAhead(shot, { lane, block }, speed) {
  const goal = Math.min(shot.scene.length, block + speed);
  if (goal === block) return "It does not move by itself.";
  const codes = Array.from({ length: goal - block }, (_, i) => surface(shot, lane, block + 1 + i));
  const met = AHEAD.map(([code, one, many]) => ({ count: codes.filter((found) => found === code).length, one, many }));
  const words = met.filter(({ count }) => count).map(({ count, one, many }) => counted(count, one, many));
  const cars = /** @type {Frame} */ (shot.to).cars.map((car, seat) => ({ car, letter: letterOf(shot, seat) }));
  const near = cars.filter(({ car }) => car.lane === lane && car.block > block && car.block <= goal);
  words.push(...near.map(({ letter }) => `car ${letter}`));
  const unknown = codes.includes(null) ? ", as far as this seat sees" : "";
  return `Straight on to block ${goal}: ${words.length ? joined(words) : "nothing in the way"}${unknown}.`;
}
