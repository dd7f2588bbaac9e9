// From the views of Tower Defence to states of its rules, whose fields rules/fields.json lists. You are always A, on the left.
const WIDTH = 16, CELLS = 128; // of the largest board, by which cells are numbered
const BUILDINGS = ["NONE", "DEFENSE", "ATTACK", "ENERGY", "TESLA"];
const PLAYERS = ["A", "B"];
const NOTHING = -1;
const WEIGHTS = { health: 30, energy: 1, generators: 60 }; // of what a player has

export class Position {
  constructor(match, { config }) {
    this.match = match;
    this.seat = 0;
    this.fixed = match.toBytes("const", this.constant(config));
  }

  /** The worth of the match's current state. */
  value() {
    const { match } = this;
    if (match.isOver()) return 1000 * match.reward(0);
    const worth = (one) => Object.entries(WEIGHTS).reduce((sum, [name, each]) => sum + each * match.get("players", one, name), 0);
    let turrets = 0;
    for (let i = 0; i < match.get("n_turrets"); i += 1) {
      turrets += match.get("turrets", i) % WIDTH < this.half ? 1 : -1;
    }
    return worth(0) - worth(1) + 60 * turrets;
  }

  /** A move as the referee reads it. */
  text(move) {
    const { type, x, y } = this.match.toObject("move", move);
    return type === NOTHING ? "" : `${x},${y},${type}`;
  }

  /** The constant record: settings, of which some are rows with an entry for each kind of building. */
  constant(config) {
    const fixed = { ...this.match.blank("const"), seats: 2 };
    this.half = config.width / 2;
    for (const [name, value] of Object.entries(config)) {
      const kind = BUILDINGS.indexOf(name.split("_")[0].toUpperCase()), row = name.slice(name.indexOf("_") + 1);
      if (name in fixed) fixed[name] = value;
      else fixed[row][kind] = value;
    }
    return fixed;
  }

  /** The state that a view shows. */
  state(view) {
    const state = this.match.blank("state");
    state.round = view.gameDetails.round;
    for (const seen of view.players) {
      Object.assign(state.players[PLAYERS.indexOf(seen.playerType)], {
        energy: seen.energy, health: seen.health, hits_taken: seen.hitsTaken, score: seen.score,
        curtain_available: Number(seen.ironCurtainAvailable ?? 0), curtain_left: seen.activeIronCurtainLifetime ?? -1,
      });
    }
    const cells = view.gameMap.flat();
    const buildings = cells.flatMap((cell) => cell.buildings);
    buildings.sort((a, b) => a.constructionTimeLeft - b.constructionTimeLeft); // the oldest first
    for (const building of buildings) this.putBuilding(state, building);
    for (const { x, y, playerType } of cells.flatMap((cell) => cell.missiles)) {
      state.missiles[state.n_missiles++] = y * WIDTH + x + CELLS * PLAYERS.indexOf(playerType);
    }
    return this.match.toBytes("state", state);
  }

  /** Put a building on its cell and into the lists. */
  putBuilding(state, seen) {
    const cell = seen.y * WIDTH + seen.x, left = seen.constructionTimeLeft, isFinished = left < 0;
    state.building[cell] = BUILDINGS.indexOf(seen.buildingType);
    state.health[cell] = seen.health;
    state.ready[cell] = state.round + left;
    const isWeapon = seen.buildingType === "ATTACK" || seen.buildingType === "TESLA";
    if (isFinished && isWeapon) state.due[cell] = state.round + seen.weaponCooldownTimeLeft;
    if (seen.buildingType === "TESLA") state.teslas[state.n_teslas++] = cell;
    if (!isFinished) state.sites[state.n_sites++] = cell;
    else if (seen.buildingType === "ATTACK") state.turrets[state.n_turrets++] = cell;
    else if (seen.buildingType === "ENERGY") state.players[PLAYERS.indexOf(seen.playerType)].generators += 1;
  }
}
