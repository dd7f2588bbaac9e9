// A bot for Tower Defence: a generator in every row, then turrets where most are missing. Change `move`.
import { run } from "./lanista.js";

const ORDERS = { DEFENSE: 0, ATTACK: 1, ENERGY: 2 };

/** The order for one round: x,y,type, or an empty text for no order. */
function move(view) {
  const half = view.gameDetails.mapWidth / 2;
  const rows = [...view.gameMap.keys()];
  const columns = [...Array(half).keys()];
  const generators = (y) => count(view, y, "A", "ENERGY");
  if (rows.reduce((sum, y) => sum + generators(y), 0) < rows.length) {
    return build(view, "ENERGY", columns, generators);
  }
  const need = (y) => 2 * count(view, y, "A", "ATTACK") - count(view, y, "B");
  return build(view, "ATTACK", columns.reverse(), need);
}

/** The number of a player's buildings of a kind, or of any kind, in a row. */
function count(view, y, player, kind) {
  const buildings = view.gameMap[y].flatMap((cell) => cell.buildings);
  return buildings.filter((b) => b.playerType === player && (!kind || b.buildingType === kind)).length;
}

/** The order to build on a free cell of the row with the lowest worth, if it is affordable. */
function build(view, kind, columns, worth) {
  const { energy } = view.players.find((player) => player.playerType === "A");
  if (energy < view.gameDetails.buildingPrices[kind]) return "";
  const rows = [...view.gameMap.keys()].sort((a, b) => worth(a) - worth(b));
  for (const y of rows) {
    const x = columns.find((column) => view.gameMap[y][column].buildings.length === 0);
    if (x !== undefined) return `${x},${y},${ORDERS[kind]}`;
  }
  return "";
}

run(() => move);
