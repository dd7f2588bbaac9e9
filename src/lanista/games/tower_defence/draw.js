// Tower Defence: two halves of a meadow between two strongholds. A seat's own film has that seat on the left.

import { GENERATOR, TESLA, TURRET, WALL, drawBuildings } from "./drawing/buildings.js";
import { HEIGHT, WIDTH, fieldOf, isMoving, ownerOf } from "./drawing/field.js";
import { fightOf } from "./drawing/fight.js";
import { drawBase, drawGround } from "./drawing/ground.js";
import { drawPlayer, drawRound } from "./drawing/panel.js";
import { drawCurtain, drawFire, drawMissile } from "./drawing/shots.js";

/** @typedef {import("../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("./drawing/field.js").Frame} Frame */

const NAMES = ["", "wall", "turret", "generator", "tesla tower"];

/** @type {import("../../web/static/canvas.js").Board} */
export const board = {
  rate: 2.5,
  size: () => ({ width: WIDTH, height: HEIGHT }),
  draw(pen, shot) {
    const field = fieldOf(shot);
    const fight = fightOf(shot);
    drawGround(pen, shot, field);
    for (const seat of [0, 1]) drawBase(pen, shot, field, fight, seat);
    drawBuildings(pen, shot, field, fight);
    for (const seat of [0, 1]) drawCurtain(pen, shot, field, fight, seat);
    for (const flight of fight.flights) drawMissile(pen, shot, field, flight);
    if (isMoving(shot)) drawFire(pen, shot, field, fight);
    for (const seat of [0, 1]) drawPlayer(pen, shot, fight, seat);
    drawRound(pen, shot);
  },
  describe: (shot) => `Round ${shot.to.round}. ${[0, 1].map((seat) => sayPlayer(shot, seat)).join("; ")}`,
  place(shot, x, y, seat) {
    const { left, top, cell, columns, rows } = fieldOf(shot);
    const inside = x >= 0 && x < columns && y >= 0 && y < rows;
    const column = shot.seat === null && seat === 1 ? columns - 1 - x : x; // each player sees himself on the left
    return inside ? { x: left + column * cell, y: top + y * cell, width: cell, height: cell } : null;
  },
  cell(shot, px, py) {
    const { left, top, cell, columns, rows } = fieldOf(shot);
    const [x, y] = [Math.floor((px - left) / cell), Math.floor((py - top) / cell)];
    return x >= 0 && x < columns && y >= 0 && y < rows ? { x, y } : null;
  },
  tools(shot) {
    const { price, tesla, deconstruction, curtain } = shot.scene;
    const at = (/** @type {number} */ type) => (/** @type {number} */ x, /** @type {number} */ y) => `${x},${y},${type}`;
    const tools = [
      { label: `wall ${price[WALL]}`, key: "0", group: "build", at: at(0) },
      { label: `turret ${price[TURRET]}`, key: "1", group: "build", at: at(1) },
      { label: `generator ${price[GENERATOR]}`, key: "2", group: "build", at: at(2) },
      ...(tesla.limit ? [{ label: `tesla tower ${price[TESLA]}`, key: "4", group: "build", at: at(4) }] : []),
      ...(deconstruction ? [{ label: "take down", key: "3", group: "build", at: at(3) }] : []),
    ];
    const curtains = curtain ? [{ label: `iron curtain ${curtain[0]}`, key: "5", group: "other", move: "0,0,5" }] : [];
    return [...tools, ...curtains, { label: "nothing", key: "n", group: "other", move: "" }];
  },
};

/**
 * @param {Shot} shot
 * @param {number} seat
 */
function sayPlayer(shot, seat) {
  const { players, cells, winner } = /** @type {Frame} */ (shot.to);
  const [energy, health, score] = players[seat] ?? [0, 0, 0];
  const own = cells.flatMap((row) => row.filter((cell, x) => cell && ownerOf(shot, x) === seat));
  const counts = NAMES.map((name, kind) => ({ name, count: own.filter((cell) => cell && cell[0] === kind).length })).filter(({ count }) => count);
  const built = counts.map(({ name, count }) => `${count} ${name}${count > 1 ? "s" : ""}`).join(", ") || "no buildings";
  return `${shot.seats[seat]?.letter}${winner === seat ? " wins," : ""} health ${health}, energy ${energy}, score ${score}, ${built}`;
}
