// Tanks: a landscape seen from above. In a turn the tanks drive, then shells fly and burst, then the radars sweep.

import { letterOf } from "../../web/static/canvas.js";
import { drawGround, drawNumbers } from "./drawing/ground.js";
import { drawScans } from "./drawing/radar.js";
import { drawBumps, drawBurst, drawHurts, drawShell, drawTrace } from "./drawing/shells.js";
import { drawTank, drawWreck, looksOfEchoes, looksOfTanks } from "./drawing/tanks.js";
import { CELL, edge, isOnMap, storyOf } from "./drawing/view.js";

/** @typedef {import("../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("../../web/static/canvas.js").Tool} Tool */
/** @typedef {import("./drawing/view.js").Frame} Frame */
/** @typedef {CanvasRenderingContext2D} Pen */

const WAYS = ["NORTH", "NORTH_EAST", "EAST", "SOUTH_EAST", "SOUTH", "SOUTH_WEST", "WEST", "NORTH_WEST"];
const WAY_KEYS = ["w", "e", "d", "c", "x", "z", "a", "q"]; // as they lie around the key s

/** @type {import("../../web/static/canvas.js").Board} */
export const board = {
  rate: 2.5,
  size: (scene) => ({ width: scene.width * CELL + 2 * edge(scene), height: scene.height * CELL + 2 * edge(scene) }),
  draw(pen, shot) {
    drawNumbers(pen, shot);
    const at = edge(shot.scene);
    pen.translate(at, at);
    pen.save();
    pen.beginPath();
    pen.roundRect(0, 0, shot.scene.width * CELL, shot.scene.height * CELL, 8);
    pen.clip();
    drawGround(pen, shot);
    drawBattle(pen, shot);
    pen.restore();
  },
  describe,
  place: (shot, x, y) => ({ x: edge(shot.scene) + x * CELL, y: edge(shot.scene) + y * CELL, width: CELL, height: CELL }),
  cell(shot, px, py) {
    const [x, y] = [Math.floor((px - edge(shot.scene)) / CELL), Math.floor((py - edge(shot.scene)) / CELL)];
    return isOnMap(shot.scene, x, y) ? { x, y } : null;
  },
  tools,
};

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawBattle(pen, shot) {
  const story = storyOf(shot);
  const looks = [...looksOfTanks(shot, story), ...looksOfEchoes(shot)];
  drawScans(pen, shot);
  for (const shell of story.shells) drawTrace(pen, shot, shell);
  for (const look of looks) if (!look.alive) drawWreck(pen, shot, look);
  for (const look of looks) if (look.alive) drawTank(pen, shot, look);
  drawBumps(pen, shot, story);
  for (const shell of story.shells) drawShell(pen, shot, shell);
  for (const shell of story.shells) drawBurst(pen, shot, shell);
  drawHurts(pen, shot, story, looks);
}

// For those who do not see it, and those who play

/** @param {Shot} shot */
function describe(shot) {
  const frame = /** @type {Frame} */ (shot.to);
  const living = frame.tanks.flatMap((row, seat) => (row && row[3] > 0 ? [{ row, letter: letterOf(shot, seat) }] : []));
  const words = living.map(({ row, letter }) => `${letter} at ${row[0]}, ${row[1]} facing ${spoken(row[2])}, health ${row[3]}${row[4] ? "" : ", stuck"}`);
  const seen = frame.seen.map(([x, y, way, alive, id]) => `${alive ? "tank" : "wreck"} ${id} at ${x}, ${y} facing ${spoken(way)}`);
  const all = frame.tanks.filter((row) => row !== null).length;
  const start = shot.seat === null ? [`${living.length} of ${all} tanks alive`] : living.length === 0 ? ["your tank is destroyed"] : [];
  return [...start, ...words.slice(0, 12), ...seen].join("; ");
}

/** @param {number} way */
function spoken(way) {
  return (WAYS[way] ?? "").toLowerCase().replace("_", "-");
}

/** @returns {Tool[]} */
function tools() {
  const drive = [
    { label: "forward", key: "ArrowUp", move: "MOVE FORWARD" }, { label: "back", key: "ArrowDown", move: "MOVE BACKWARDS" },
    { label: "turn left", key: "ArrowLeft", move: "ROTATE COUNTER_CLOCKWISE" }, { label: "turn right", key: "ArrowRight", move: "ROTATE CLOCKWISE" },
    { label: "wait", key: ".", move: "IDLE" },
  ];
  const arrows = [..."↑↗→↘↓↙←↖"];
  const shots = WAYS.map((way, i) => ({ label: `fire ${arrows[i]}`, key: WAY_KEYS[i] ?? "", move: `FIRE CARDINAL ${way}` }));
  const scans = WAYS.map((way, i) => ({ label: `scan ${arrows[i]}`, key: (WAY_KEYS[i] ?? "").toUpperCase(), move: `SCAN MONO ${way}` }));
  const lob = { label: "fire at …", key: "s", at: (/** @type {number} */ x, /** @type {number} */ y) => `FIRE POSITIONAL ${x} ${y}` };
  const around = { label: "scan around", key: "S", move: "SCAN OMNI" };
  return [
    ...drive.map((tool) => ({ ...tool, group: "drive" })), { ...lob, group: "fire" }, ...shots.map((tool) => ({ ...tool, group: "fire" })),
    { ...around, group: "scan" }, ...scans.map((tool) => ({ ...tool, group: "scan" })),
  ];
}
