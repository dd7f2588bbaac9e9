// What a person can do: buttons, keys and squares of the board.

import { NAMED_PADS, SHIFT, WAYS, around } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Tool} Tool */
/** @typedef {import("./view.js").Robot} Robot */
/** @typedef {import("./view.js").Scene} Scene */

/**
 * The arrow of the robot's own direction steps, the others turn.
 * @param {Shot} shot
 * @param {Set<string>} legal
 * @returns {Tool[]}
 */
export function toolsOf(shot, legal) {
  const robot = /** @type {Robot} */ (shot.to.robots[shot.seat ?? 0]);
  const arrows = WAYS.map((way, i) => {
    const key = `Arrow${way[0]?.toUpperCase()}${way.slice(1)}`;
    if (i === robot.facing) return { label: "step", move: "FORWARD", key };
    return { label: `face ${way}`, move: `FACE_${way.toUpperCase()}`, key };
  });
  const actions = [
    { label: "shoot", move: "SHOOT", key: " " },
    { label: held("laser", robot.lasers), move: "LASER", key: "l", ...missing("laser", robot.lasers) },
    { label: held("shield", robot.shields), move: "SHIELD", key: "s", ...missing("shield", robot.shields) },
    { label: "wait", move: "NONE", key: "n" },
  ];
  const at = (/** @type {number} */ x, /** @type {number} */ y) => besideMove(shot, robot, x, y);
  return [
    ...arrows.map((tool) => ({ ...tool, group: "go" })),
    { label: "square beside …", key: "b", at, group: "go" },
    ...actions.map((tool) => ({ ...tool, group: "act" })),
    ...padTools(shot, legal, robot.teleports),
  ];
}

/**
 * @param {string} item
 * @param {number} count
 */
function held(item, count) {
  return count > 1 ? `${item} × ${count}` : item;
}

/**
 * Why an item cannot be used, if it cannot.
 * @param {string} item
 * @param {number} count
 */
function missing(item, count) {
  return count > 0 ? {} : { why: `you have no ${item}` };
}

/**
 * Teleports: to a pad of the board, or by the number of one.
 * @param {Shot} shot
 * @param {Set<string>} legal
 * @param {number} count
 * @returns {Tool[]}
 */
function padTools(shot, legal, count) {
  const pads = /** @type {Scene} */ (shot.scene).pads.slice(0, NAMED_PADS);
  if (!pads.length) return [];
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    return `TELEPORT_${pads.findIndex((pad) => pad[0] === x && pad[1] === y)}`;
  };
  const keys = pads.flatMap((_, i) => {
    const move = `TELEPORT_${i}`;
    return legal.has(move) ? [{ label: `pad ${i}`, move, key: String(i), group: "act" }] : [];
  });
  const label = `${held("teleport", count)} to …`;
  return [{ label, key: "p", at, group: "act", ...missing("teleport", count) }, ...keys];
}

/**
 * The move towards a neighbouring square: a step if the robot faces it, else a turn. On its own square it stays.
 * @param {Shot} shot
 * @param {Robot} robot
 * @param {number} x
 * @param {number} y
 */
function besideMove(shot, robot, x, y) {
  const { width, height } = shot.scene;
  const reached = (/** @type {[number, number]} */ [dx, dy]) => {
    return around(robot.x + dx, width) === x && around(robot.y + dy, height) === y;
  };
  const way = reached([0, 0]) ? robot.facing : SHIFT.findIndex(reached);
  const ahead = SHIFT[robot.facing];
  if (ahead && reached(ahead)) return "FORWARD";
  return way >= 0 ? `FACE_${WAYS[way]?.toUpperCase()}` : "";
}
