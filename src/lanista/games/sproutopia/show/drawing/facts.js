// What is on a cell, in words: what it is, its numbers, and which rule applies to it.

import { letterOf } from "../../../../web/static/board/canvas.js";
import { counted } from "../../../../web/static/shared/words.js";
import { FREEZE, IMMUNITY, SUPER_FERTILIZER, TRAIL_PROTECTION, UNPRUNABLE } from "./items.js";
import { heldBy, percentOf } from "./leaderboard.js";
import { partOf } from "./memory.js";
import { UNSEEN, isWeed, itemsOf, ownerOf, signAt, trailOf } from "./signs.js";
import { pointsOf } from "./trails.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Facts} Facts */
/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Farmer} Farmer */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Memory} Memory */

const WAYS = ["", "up", "down", "left", "right"];
/** @type {Record<number, string>} */
const EFFECTS = {
  [IMMUNITY]: "Nobody else may enter its farmer's land, and others who are on it cannot move.",
  [UNPRUNABLE]: "Others cannot prune its farmer: it is sent back and keeps its land.",
  [FREEZE]: "All other farmers stand still.",
  [TRAIL_PROTECTION]: "Saves its farmer once when it crosses its own trail.",
  [SUPER_FERTILIZER]: "No trail: free cells that its farmer walks on, and those beside it, become its land at once.",
};

/**
 * All that is on a cell: the most important thing gives the title.
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @returns {Facts|null}
 */
export function factsAt(shot, x, y) {
  const frame = /** @type {Frame} */ (shot.to);
  const { cols, rows } = shot.scene;
  if (x < 0 || y < 0 || x >= cols || y >= rows) return null;
  const sign = signAt(frame, x, y);
  if (sign === undefined) return rememberedFacts(shot, x, y);
  const [first, ...others] = [
    ...farmersAt(shot, x, y),
    ...itemsOf(frame, cols).flatMap((item) => (item.x === x && item.y === y ? [itemFacts(shot, item.kind)] : [])),
    ...(isWeed(sign) ? [weedFacts(shot, y * cols + x)] : []),
    ...trailsAt(shot, x, y, sign),
    groundFacts(shot, x, y, sign),
  ];
  const lines = [...(first?.lines ?? []), ...others.flatMap(({ title, lines: more }) => [`${title}.`, ...more])];
  return { title: `${first?.title} at ${x}, ${y}`, lines };
}

/**
 * A cell that a farmer does not see now.
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @returns {Facts}
 */
function rememberedFacts(shot, x, y) {
  const memory = /** @type {Memory|undefined} */ (shot.memory);
  const sign = (memory && signAt(partOf(memory, shot.scene), x, y)) ?? UNSEEN;
  if (sign === UNSEEN) return { title: `Fog at ${x}, ${y}`, lines: ["Not seen so far."] };
  const items = (memory?.items ?? []).filter((item) => item.x === x && item.y === y);
  const things = [...items.map(({ kind }) => shot.scene.items[kind]), ...(isWeed(sign) ? ["Weed"] : [])];
  const { title } = groundFacts(shot, x, y, sign);
  return { title: `${[...things, title].join(", ")} at ${x}, ${y}`, lines: ["As it was when it was last seen."] };
}

/**
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @returns {Facts[]}
 */
function farmersAt(shot, x, y) {
  return /** @type {Frame} */ (shot.to).farmers.flatMap((farmer, seat) => {
    if (farmer.x !== x || farmer.y !== y) return [];
    if (seat < shot.seats.length) return [farmerFacts(shot, seat)];
    return [{ title: "A farmer", lines: ["The cell does not say whose it is."] }];
  });
}

/**
 * @param {Shot} shot
 * @param {number} seat
 * @returns {Facts}
 */
export function farmerFacts(shot, seat) {
  const { farmers, trails } = /** @type {Frame} */ (shot.to);
  const farmer = /** @type {Farmer} */ (farmers[seat]);
  const count = farmer.cells >= 0 ? `, ${counted(farmer.cells, "cell")}` : "";
  const long = pointsOf(trails[seat]).length / 2;
  const trail = `Its trail of ${counted(long, "cell")} becomes land when it is back on its own; who cuts it prunes it.`;
  return {
    title: `Farmer ${letterOf(shot, seat)} (${shot.seats[seat]?.name ?? ""})`,
    lines: [
      `${percentOf({ ...shot, t: 1 }, seat)} of the garden${count}.`,
      ...(farmer.direction < 0 ? [] : [farmer.direction ? `Walks ${WAYS[farmer.direction]}.` : "Stands still."]),
      ...(long ? [trail] : []),
      ...heldBy(farmer).map(([kind, left]) => heldFacts(shot, kind, left)),
      ...(farmer.held ? ["Held by a Freeze: it cannot move."] : []),
    ],
  };
}

/**
 * @param {Shot} shot
 * @param {number} kind
 * @param {number} left
 */
function heldFacts(shot, kind, left) {
  return `${shot.scene.items[kind]}${left > 0 ? `, ${counted(left, "tick")} left` : ""}: ${EFFECTS[kind] ?? ""}`;
}

/**
 * @param {Shot} shot
 * @param {number} kind
 * @returns {Facts}
 */
function itemFacts(shot, kind) {
  const time = shot.scene.lifespans[kind];
  const lasts = time > 0 ? `Lasts ${counted(time, "tick")}.` : "Lasts until it is used.";
  return { title: shot.scene.items[kind], lines: ["For the farmer who steps here.", EFFECTS[kind] ?? "", lasts] };
}

/**
 * @param {Shot} shot
 * @param {number} cell
 * @returns {Facts}
 */
function weedFacts(shot, cell) {
  const { weeds } = /** @type {Frame} */ (shot.to);
  const weed = weeds.find(({ cells }) => cells.includes(cell));
  const hides = weed ? shot.scene.items[weed.hides] : "a super power-up";
  return {
    title: `Weed${weed ? `, ${counted(weed.cells.length, "cell")}` : ""}`,
    lines: ["Prunes every farmer that steps on it.", `A claim around all of its cells clears it and leaves ${hides}.`],
  };
}

/**
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @param {number} sign
 * @returns {Facts[]}
 */
function trailsAt(shot, x, y, sign) {
  const { trails } = /** @type {Frame} */ (shot.to);
  const seen = trailOf(sign) < 0 ? [] : [trailOf(sign)];
  const laid = trails.flatMap((trail, seat) => (isOn(pointsOf(trail), x, y) ? [seat] : []));
  return [...seen, ...laid].map((seat) => {
    const whose = letterOf(shot, seat);
    return { title: `Trail of ${whose}`, lines: [`Any farmer that steps on it prunes ${whose}, even ${whose} itself.`] };
  });
}

/**
 * @param {number[]} points
 * @param {number} x
 * @param {number} y
 */
function isOn(points, x, y) {
  return points.some((px, i) => i % 2 === 0 && px === x + 0.5 && points[i + 1] === y + 0.5);
}

/**
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @param {number} sign
 * @returns {Facts}
 */
function groundFacts(shot, x, y, sign) {
  const owner = ownerOf(sign);
  const home = shot.scene.homes.findIndex((/** @type {[number, number]} */ [hx, hy]) => {
    return Math.abs(hx - x) <= 1 && Math.abs(hy - y) <= 1;
  });
  const homes = home < 0 ? [] : [`Home of ${letterOf(shot, home)}, which gets it back whenever it is pruned.`];
  if (owner < 0) {
    const lines = ["Becomes the land of the farmer that closes a trail around it.", ...homes];
    return { title: trailOf(sign) >= 0 ? "Ground under a trail" : "Free ground", lines };
  }
  const isImmune = shot.to.farmers[owner]?.power_up === IMMUNITY;
  const lines = [isImmune ? "Nobody else may enter: Immunity." : "Others take it by closing a trail around it."];
  return { title: `Land of ${letterOf(shot, owner)}`, lines: [...lines, ...homes] };
}
