// What is on a cell, in words: what it is, its numbers, and which rule applies to it.

import { letterOf } from "../../../../web/static/board/canvas.js";
import { signOf } from "./memory.js";
import { WAYS, isOnMap, tankOf, terrainAt } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Facts} Facts */
/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Echo} Echo */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Scene} Scene */

/**
 * All that is on a cell: the most important thing gives the title.
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @returns {Facts|null}
 */
export function factsAt(shot, x, y) {
  const frame = /** @type {Frame} */ (shot.to);
  if (!isOnMap(shot.scene, x, y)) return null;
  const isHere = (/** @type {{id: number, x: number, y: number}} */ one) => one.id > 0 && one.x === x && one.y === y;
  const [first, ...others] = [
    ...frame.tanks.flatMap((tank, seat) => (isHere(tank) ? [tankFacts(shot, seat)] : [])),
    ...frame.seen.filter(isHere).map((echo) => echoFacts(shot.scene, echo)),
    ...groundFacts(shot, x, y),
  ];
  if (!first) return { title: `Fog at ${x}, ${y}`, lines: ["No scan has shown it so far.", ...shellFacts(shot, x, y)] };
  const lines = [...first.lines, ...others.flatMap(({ title, lines: more }) => [`${title}.`, ...more])];
  return { title: `${first.title} at ${x}, ${y}`, lines: [...lines, ...shellFacts(shot, x, y)] };
}

/**
 * @param {Shot} shot
 * @param {number} seat
 * @returns {Facts}
 */
export function tankFacts(shot, seat) {
  const { damage, health: full } = /** @type {Scene} */ (shot.scene);
  const tank = tankOf(/** @type {Frame} */ (shot.to), seat);
  const title = `Tank ${letterOf(shot, seat)} (${shot.seats[seat]?.name ?? ""})`;
  if (!tank) return { title, lines: [shot.seat === null ? "Takes no part." : "Not known to this seat."] };
  const { orientation, health, mobile } = tank;
  if (health <= 0) return { title, lines: wreckLines(shot.scene) };
  return {
    title,
    lines: [
      `${health} of ${full} health; faces ${WAYS[orientation]}.`,
      ...(mobile ? [] : ["Stuck in a swamp for good: it can turn, scan and fire, but not move."]),
      `A shell costs it ${damage.direct} on its cell and ${damage.indirect} beside it; a collision ${damage.tank}.`,
    ],
  };
}

/** @param {Scene} scene */
function wreckLines({ damage }) {
  return ["Destroyed.", `The wreck stands in the way: running into it costs ${damage.tank} health.`];
}

/**
 * A tank of a scan, which does not say whose it is.
 * @param {Scene} scene
 * @param {Echo} echo
 * @returns {Facts}
 */
function echoFacts(scene, { orientation, alive, id }) {
  if (!alive) return { title: `Wreck of tank ${id}`, lines: wreckLines(scene) };
  const lines = [`Faces ${WAYS[orientation]}.`, "A scan says neither whose it is nor how much health it has."];
  return { title: `Tank ${id}`, lines };
}

/**
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @returns {Facts[]}
 */
function groundFacts(shot, x, y) {
  const seen = terrainAt(shot.to.land, x, y) ?? "";
  const sign = seen || signOf(shot.memory, x, y);
  const { title, line } = TERRAINS[sign] ?? { title: "", line: () => "" };
  if (!title) return [];
  return [{ title, lines: [line(shot.scene), ...(seen ? [] : ["Seen by an earlier scan."])] }];
}

/** @type {Record<string, {title: string, line: (scene: Scene) => string}>} */
const TERRAINS = {
  ".": { title: "Field", line: () => "Free to drive on." },
  D: { title: "Deciduous forest", line: forestLine },
  E: { title: "Evergreen forest", line: forestLine },
  L: { title: "Lake", line: ({ damage }) => `A tank that drives in loses ${damage.lake} health.` },
  S: { title: "Swamp", line: () => "A tank that drives in can never move again; it can still turn, scan and fire." },
};

/** @param {Scene} scene */
function forestLine({ damage }) {
  return `No tank can enter: trying costs ${damage.forest} health. Shells fly over it.`;
}

/**
 * The shells of the turn that burst here or beside.
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 */
function shellFacts(shot, x, y) {
  const { damage } = /** @type {Scene} */ (shot.scene);
  return /** @type {Frame} */ (shot.to).shells.flatMap((shell) => {
    const away = Math.max(Math.abs(shell.x - x), Math.abs(shell.y - y));
    const whose = letterOf(shot, shell.seat);
    if (!shell.explodes || away > 1) return [];
    if (away === 0) return [`A shell of ${whose} burst here this turn: ${damage.direct} health.`];
    return [`A shell of ${whose} burst beside this turn: ${damage.indirect} health.`];
  });
}
