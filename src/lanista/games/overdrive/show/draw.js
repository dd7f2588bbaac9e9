// Overdrive: four lanes that scroll under the cars. Near each other they share one road, apart each has its own.

import { letterOf } from "../../../web/static/board/canvas.js";
import { drawCars } from "./drawing/cars.js";
import { blockFacts, carFacts } from "./drawing/facts.js";
import { drawProgress } from "./drawing/progress.js";
import { drawRoad } from "./drawing/road.js";
import { toolsOf } from "./drawing/tools.js";
import { BAR, BLOCK, HEIGHT, LANES, carOn, remember, roadOf, roads, seen, sizeFor } from "./drawing/view.js";

/** @typedef {import("../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./drawing/view.js").Frame} Frame */

/** @type {import("../../../web/static/board/canvas.js").Board} */
export const board = {
  rate: 4,
  size: (_, room) => sizeFor(room),
  draw(pen, shot) {
    for (const road of roads(shot)) {
      drawRoad(pen, shot, road);
      drawCars(pen, shot, road);
    }
  },
  field: (shot) => ({ x: 0, y: BAR, width: shot.width, height: HEIGHT - BAR }),
  panel: drawProgress,
  describe: (shot) => /** @type {Frame} */ (shot.to).cars.map((_, seat) => sayCar(shot, seat)).join("; "),
  place(shot, x, y) {
    const road = roads(shot).find(({ left }) => x >= left && x <= left + seen(shot));
    if (!road) return null;
    return { x: (x - road.left) * BLOCK, y: road.top + (y - 1) * road.lane, width: BLOCK, height: road.lane };
  },
  cell(shot, px, py) {
    const road = roads(shot).find(({ top, lane }) => py >= top && py < top + LANES * lane);
    if (!road) return null;
    return { x: Math.floor(road.left + px / BLOCK), y: 1 + Math.floor((py - road.top) / road.lane) };
  },
  tools: toolsOf,
  seatAt(shot, seat) {
    const road = roadOf(shot, seat);
    return road && carOn(shot, road, seat);
  },
  standing: ({ to }, seat) => ({ out: false, note: `block ${to.cars[seat].block}` }),
  inspect: blockFacts,
  inspectSeat: carFacts,
  goal: ({ length, rounds }) => `Be the first to reach block ${length}; after ${rounds} rounds the car in front wins.`,
  remember,
};

/**
 * @param {Shot} shot
 * @param {number} seat
 */
function sayCar(shot, seat) {
  const { lane, block, speed } = /** @type {Frame} */ (shot.to).cars[seat] ?? { lane: 0, block: 0, speed: 0 };
  return `${letterOf(shot, seat)} in lane ${lane} at block ${block}, speed ${speed}`;
}
