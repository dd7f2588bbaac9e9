// Tanks: a landscape seen from above. In a turn the tanks drive, then shells fly and burst, then the radars sweep.

import { letterOf } from "../../../web/static/board/canvas.js";
import { factsAt, tankFacts } from "./drawing/facts.js";
import { drawGround } from "./drawing/ground.js";
import { remembered } from "./drawing/memory.js";
import { drawScans } from "./drawing/radar.js";
import { drawClock, drawNumbers } from "./drawing/ruler.js";
import { drawBumps, drawBurst, drawHurts, drawShell, drawTrace } from "./drawing/shells.js";
import { drawTank, drawWreck, looksOfEchoes, looksOfTanks, spotOf } from "./drawing/tanks.js";
import { toolsOf } from "./drawing/tools.js";
import { CELL, WAYS, edge, isInSight, isOnMap, sizeOn, storyOf, tankOf } from "./drawing/view.js";

/** @typedef {import("../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./drawing/view.js").Frame} Frame */
/** @typedef {CanvasRenderingContext2D} Pen */

const CORNER = 8;
const REACH = 2 * CELL; // of a tank with its smoke
const MAX_DESCRIBED = 12; // tanks

/** @type {import("../../../web/static/board/canvas.js").Board} */
export const board = {
  rate: 2.5,
  size: (scene) => ({ width: scene.width * CELL + 2 * edge(scene), height: scene.height * CELL + 2 * edge(scene) }),
  field: ({ scene, width, height }) => ({ x: 0, y: 0, width, height: height - edge(scene) }),
  draw(pen, shot) {
    const at = edge(shot.scene);
    pen.save();
    pen.beginPath();
    pen.roundRect(at, at, shot.scene.width * CELL, shot.scene.height * CELL, CORNER);
    pen.clip();
    drawGround(pen, shot);
    pen.translate(at, at);
    drawBattle(pen, shot);
    pen.restore();
    drawNumbers(pen, shot);
  },
  panel: drawClock,
  describe,
  place(shot, x, y) {
    return { x: edge(shot.scene) + x * CELL, y: edge(shot.scene) + y * CELL, width: CELL, height: CELL };
  },
  cell(shot, px, py) {
    const [x, y] = [Math.floor((px - edge(shot.scene)) / CELL), Math.floor((py - edge(shot.scene)) / CELL)];
    return isOnMap(shot.scene, x, y) ? { x, y } : null;
  },
  seatAt(shot, seat) {
    const tank = tankOf(/** @type {Frame} */ (shot.to), seat);
    if (!tank || tank.health <= 0) return null;
    const { x, y } = spotOf(shot, storyOf(shot), seat, tankOf(shot.from, seat) ?? tank, tank);
    return { x: x + edge(shot.scene), y: y + edge(shot.scene) };
  },
  standing(shot, seat) {
    const tank = tankOf(/** @type {Frame} */ (shot.to), seat);
    return tank ? { out: tank.health <= 0, note: `${tank.health} health` } : { out: false, note: "" };
  },
  inspect: factsAt,
  inspectSeat: tankFacts,
  goal: () => "Score the most points: hit and destroy other tanks with shells, and be alive at the end.",
  remember: remembered,
  tools: toolsOf,
};

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawBattle(pen, shot) {
  const story = storyOf(shot);
  const size = sizeOn(pen, shot);
  const looks = [...looksOfTanks(shot, story), ...looksOfEchoes(shot)];
  const inSight = looks.filter(({ x, y }) => isInSight(shot, x, y, REACH * size));
  drawScans(pen, shot);
  for (const shell of story.shells) drawTrace(pen, shot, shell);
  for (const look of inSight) if (!look.alive) drawWreck(pen, shot, look, size);
  for (const look of inSight) if (look.alive) drawTank(pen, shot, look, size);
  drawBumps(pen, shot, story);
  for (const shell of story.shells) drawShell(pen, shot, shell);
  for (const shell of story.shells) drawBurst(pen, shot, shell);
  drawHurts(pen, shot, story, inSight);
}

/**
 * For those who do not see it.
 * @param {Shot} shot
 */
function describe(shot) {
  const frame = /** @type {Frame} */ (shot.to);
  const tanks = frame.tanks.map((tank, seat) => ({ ...tank, letter: letterOf(shot, seat) }));
  const living = tanks.filter(({ health }) => health > 0);
  const words = living.map(({ letter, x, y, orientation, health, mobile }) => {
    return `${letter} at ${x}, ${y} facing ${WAYS[orientation]}, health ${health}${mobile ? "" : ", stuck"}`;
  });
  const seen = frame.seen.map(({ x, y, orientation, alive, id }) => {
    return `${alive ? "tank" : "wreck"} ${id} at ${x}, ${y} facing ${WAYS[orientation]}`;
  });
  const all = tanks.filter(({ id }) => id > 0).length;
  const dead = living.length === 0 ? ["your tank is destroyed"] : [];
  const start = shot.seat === null ? [`${living.length} of ${all} tanks alive`] : dead;
  return [...start, ...words.slice(0, MAX_DESCRIBED), ...seen].join("; ");
}
