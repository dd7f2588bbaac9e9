// A bot for Tower Defence: generators first, then missing turrets, and walls in front. Change `move`.
import { run } from "./lanista.js";

const ORDERS = { DEFENSE: 0, ATTACK: 1, ENERGY: 2 };

/** The order for one round: x,y,type, or an empty text for no order. */
function move(view) {
  const half = view.gameDetails.mapWidth / 2;
  const rows = [...view.gameMap.keys()];
  const total = (kind) => rows.reduce((sum, y) => sum + count(view, y, "A", kind), 0);
  const [turrets, energy, walls] = [total("ATTACK"), total("ENERGY"), total("DEFENSE")];
  const columns = [...Array(half).keys()];
  if (energy < rows.length && energy <= turrets) {
    return build(view, "ENERGY", columns, (y) => count(view, y, "A", "ENERGY"));
  }
  if (walls < rows.length && 2 * walls + 2 <= turrets) {
    return build(view, "DEFENSE", [half - 1], (y) => -count(view, y, "B", "ATTACK"));
  }
  const need = (y) => 2 * count(view, y, "A", "ATTACK") - count(view, y, "B");
  return build(view, "ATTACK", columns.slice(0, -1).reverse(), need);
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
