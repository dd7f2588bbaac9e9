// Tower Defence: two halves of a meadow between two strongholds. A seat's own film has that seat on the left.

import { letterOf } from "../../../web/static/board/canvas.js";
import { drawBuildings } from "./drawing/buildings.js";
import { builtBy, cellFacts, playerFacts } from "./drawing/facts.js";
import { HEIGHT, PANEL, WIDTH, acrossOf, downOf, facing, fieldOf, isMoving, realColumn } from "./drawing/field.js";
import { fightOf } from "./drawing/fight.js";
import { drawBase, drawGround } from "./drawing/ground.js";
import { drawPlayer, drawRound } from "./drawing/panel.js";
import { drawCurtain, drawFire, drawMissile } from "./drawing/shots.js";
import { toolsOf } from "./drawing/tools.js";

/** @typedef {import("../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./drawing/field.js").Frame} Frame */

const SEATS = [0, 1];

/** @type {import("../../../web/static/board/canvas.js").Board} */
export const board = {
  rate: 2.5,
  size: () => ({ width: WIDTH, height: HEIGHT }),
  draw(pen, shot) {
    const field = fieldOf(shot);
    const fight = fightOf(shot);
    drawGround(pen, shot, field);
    for (const seat of SEATS) drawBase(pen, shot, field, fight, seat);
    drawBuildings(pen, shot, field, fight);
    for (const seat of SEATS) drawCurtain(pen, shot, field, fight, seat);
    for (const flight of fight.flights) drawMissile(pen, shot, field, flight);
    if (isMoving(shot)) drawFire(pen, shot, field, fight);
  },
  field: () => ({ x: 0, y: PANEL, width: WIDTH, height: HEIGHT - PANEL }),
  panel(pen, shot) {
    const fight = fightOf(shot);
    for (const seat of SEATS) drawPlayer(pen, shot, fight, seat);
    drawRound(pen, shot);
  },
  describe: (shot) => `Round ${shot.to.round}. ${SEATS.map((seat) => sayPlayer(shot, seat)).join("; ")}`,
  place(shot, x, y, seat = shot.seat ?? 0) {
    const field = fieldOf(shot);
    const { cell, columns, rows } = field;
    if (x < 0 || x >= columns || y < 0 || y >= rows) return null;
    const across = acrossOf(field, realColumn(shot, x, seat)); // players count columns from their own bases
    return { x: across - cell / 2, y: downOf(field, y) - cell / 2, width: cell, height: cell };
  },
  cell(shot, px, py) {
    const { left, top, cell, columns, rows } = fieldOf(shot);
    const [x, y] = [Math.floor((px - left) / cell), Math.floor((py - top) / cell)];
    return x >= 0 && x < columns && y >= 0 && y < rows ? { x, y } : null;
  },
  tools: toolsOf,
  seatAt(shot, seat) {
    const { left, top, cell, columns, rows } = fieldOf(shot);
    const half = facing(shot, seat) > 0 ? 0.25 : 0.75;
    return isOut(shot, seat) ? null : { x: left + half * columns * cell, y: top + (rows * cell) / 2 };
  },
  standing: (shot, seat) => ({ out: isOut(shot, seat), note: `${shot.to.players[seat].health} HP` }),
  inspect: cellFacts,
  inspectSeat: playerFacts,
  goal: ({ health, rounds }) =>
    `Destroy the other base, which has ${health} health; after ${rounds} rounds the higher score wins.`,
};

/**
 * Whether a player's base has fallen.
 * @param {Shot} shot
 * @param {number} seat
 */
function isOut(shot, seat) {
  return shot.to.players[seat].health <= 0;
}

/**
 * @param {Shot} shot
 * @param {number} seat
 */
function sayPlayer(shot, seat) {
  const { players, winner } = /** @type {Frame} */ (shot.to);
  const { energy, health, score } = /** @type {import("./drawing/field.js").Player} */ (players[seat]);
  const wins = winner === seat ? " wins," : "";
  return `${letterOf(shot, seat)}${wins} health ${health}, energy ${energy}, score ${score}, ${builtBy(shot, seat)}`;
}
