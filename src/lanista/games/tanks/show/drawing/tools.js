// What a person can do: buttons, keys and cells of the board.

import { WAYS, tankOf } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Tool} Tool */
/** @typedef {import("./view.js").Frame} Frame */

const KEYS = ["w", "e", "d", "c", "x", "z", "a", "q"]; // as they lie around the key s
const ARROWS = [..."↑↗→↘↓↙←↖"];

/**
 * A row to drive, one to fire and one to scan; small letters fire, large ones scan.
 * @param {Shot} shot
 * @param {Set<string>} legal
 * @returns {Tool[]}
 */
export function toolsOf(shot, legal) {
  const tank = tankOf(/** @type {Frame} */ (shot.to), shot.seat ?? 0);
  const why = !tank || tank.health <= 0 ? "your tank is destroyed" : "your tank is stuck in a swamp";
  const tools = [...driveTools(), ...fireTools(shot), ...scanTools()];
  return tools.map((tool) => (tool.move === undefined || legal.has(tool.move) ? tool : { ...tool, why }));
}

/** @returns {Tool[]} */
function driveTools() {
  return [
    { label: "forward", key: "ArrowUp", move: "MOVE FORWARD", group: "drive" },
    { label: "back", key: "ArrowDown", move: "MOVE BACKWARDS", group: "drive" },
    { label: "turn left", key: "ArrowLeft", move: "ROTATE COUNTER_CLOCKWISE", group: "drive" },
    { label: "turn right", key: "ArrowRight", move: "ROTATE CLOCKWISE", group: "drive" },
    { label: "wait", key: ".", move: "IDLE", group: "drive" },
  ];
}

/**
 * @param {Shot} shot
 * @returns {Tool[]}
 */
function fireTools({ scene }) {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => `FIRE POSITIONAL ${x} ${y}`;
  const title = `fire at a cell at most ${scene.range.positional} away`;
  const ways = WAYS.map((way, i) => ({
    label: ARROWS[i] ?? "", title: `fire ${way}`, key: KEYS[i] ?? "", move: `FIRE CARDINAL ${nameOf(way)}`,
    group: "fire",
  }));
  return [{ label: "fire at …", title, key: "s", at, group: "fire" }, ...ways];
}

/** @returns {Tool[]} */
function scanTools() {
  const ways = WAYS.map((way, i) => ({
    label: ARROWS[i] ?? "", title: `scan ${way}`, key: (KEYS[i] ?? "").toUpperCase(), move: `SCAN MONO ${nameOf(way)}`,
    group: "scan",
  }));
  return [{ label: "scan around", key: "S", move: "SCAN OMNI", group: "scan" }, ...ways];
}

/**
 * A direction as moves name it.
 * @param {string} way
 */
function nameOf(way) {
  return way.toUpperCase().replace("-", "_");
}
