// From the views of Rampage to states of its rules, whose fields rules/fields.json lists.
const DIRECTIONS = ["UP", "DOWN", "LEFT", "RIGHT"];
const STEPS = [[0, -1], [0, 1], [-1, 0], [1, 0]];
const KINDS = ["laser", "shield", "teleport"];
const WORDS = [
  "FACE_UP", "FACE_DOWN", "FACE_LEFT", "FACE_RIGHT", "NONE", "SHOOT", "FORWARD", "SHIELD", "LASER",
  "TELEPORT_0", "TELEPORT_1", "TELEPORT_2", "TELEPORT_3", "TELEPORT_4", "TELEPORT_5",
];
const WALL = 1, TURRET = 2; // on the board; the second turret is 3, and so on
const HIT = 750; // points that a lost hit point is worth

export class Position {
  constructor(match, start) {
    this.match = match;
    this.seat = start.seat;
    this.width = start.map.width;
    this.known = this.constant(start);
    this.fixed = match.toBytes("const", this.known);
  }

  /** The worth of the match's current state. */
  value() {
    const { match, seat } = this;
    if (match.isOver()) return 1000 * match.reward(seat);
    const worth = (one) => match.get("players", one, "points") + HIT * match.get("players", one, "hp");
    return worth(seat) - worth(1 - seat);
  }

  /** A move as the referee reads it. */
  text(move) {
    return WORDS[this.match.toObject("move", move).word];
  }

  square({ x, y }) {
    return y * this.width + x;
  }

  /** The state that a view shows. */
  state(view) {
    const state = this.match.blank("state");
    state.turn = view.turn - 1;
    view.players.forEach((seen, i) => {
      const { hp, points, shield_left } = seen;
      const known = { hp, points, shield_left, square: this.square(seen), facing: DIRECTIONS.indexOf(seen.facing), ...seen.items };
      Object.assign(state.players[i], known);
    });
    view.turrets.forEach(({ alive, phase }, i) => Object.assign(state.turrets[i], { alive: Number(alive), phase }));
    const left = view.items.map((item) => `${this.square(item)} ${KINDS.indexOf(item.kind.toLowerCase())}`);
    for (let i = 0; i < this.known.n_items; i += 1) {
      const at = left.indexOf(`${this.known.item_square[i]} ${this.known.item_kind[i]}`);
      if (at >= 0) left.splice(at, 1);
      state.lies[i] = Number(at >= 0);
    }
    view.bullets.forEach((seen, i) => {
      state.bullets[i] = (this.square(seen) * 4 + DIRECTIONS.indexOf(seen.dir)) * 2 + seen.owner - 1;
    });
    state.n_bullets = view.bullets.length;
    return this.match.toBytes("state", state);
  }

  /** The constant record: settings, the map, and tables made from it. */
  constant({ config, map }) {
    const fixed = this.match.blank("const"), { width, height } = map;
    const items = KINDS.flatMap((name, kind) => map[name].map((item) => [this.square(item), kind]));
    Object.assign(fixed, config, {
      seats: 2, width, height, n_turrets: map.turrets.length, n_items: items.length, n_pads: map.teleportPad.length,
      max_turns: config.max_turns || map.maxTurns, initial_hp: config.initial_hp || map.initialHP,
    });
    [1, 2].forEach((id, seat) => {
      fixed.start[seat] = this.square({ x: map[`player${id}X`], y: map[`player${id}Y`] });
      fixed.start_facing[seat] = DIRECTIONS.indexOf(map[`player${id}Direction`]);
    });
    map.teleportPad.forEach((pad, i) => (fixed.pads[i] = this.square(pad)));
    map.walls.forEach((wall) => (fixed.board[this.square(wall)] = WALL));
    map.turrets.forEach((turret, i) => (fixed.board[this.square(turret)] = TURRET + i));
    for (let i = items.length - 1; i >= 0; i -= 1) {
      const [square, kind] = items[i];
      [fixed.item_square[i], fixed.item_kind[i]] = [square, kind];
      fixed.item_next[i] = fixed.item_at[square];
      fixed.item_at[square] = i + 1;
    }
    for (let square = 0; square < width * height; square += 1) {
      const [x, y] = [square % width, Math.floor(square / width)];
      fixed.column[square] = x;
      fixed.row[square] = y;
      STEPS.forEach(([dx, dy], way) => {
        fixed.ahead[4 * square + way] = this.square({ x: (x + dx + width) % width, y: (y + dy + height) % height });
      });
    }
    for (let at = 0; at < 4 * width * height; at += 1) fixed.reach[at] = reach(fixed, at >> 2, at & 3);
    map.turrets.forEach((turret, i) => putTurret(fixed, fixed.places[i], turret, this.square(turret)));
    return fixed;
  }
}

/** The number of squares that a beam covers if no robot is in the way. */
function reach({ laser_range, ahead, board }, origin, way) {
  let square = origin;
  for (let covered = 0; covered < laser_range; covered += 1) {
    square = ahead[4 * square + way];
    if (board[square] === WALL) return covered;
    if (board[square] !== 0 || square === origin) return covered + 1;
  }
  return laser_range;
}

function putTurret(fixed, site, { x, y, fireTime, cooldownTime }, origin) {
  Object.assign(site, { square: origin, column: x, row: y, fire: fireTime, cool: cooldownTime });
  for (let way = 0; way < 4; way += 1) {
    let square = origin;
    site.reach[way] = fixed.reach[4 * origin + way];
    for (let i = 0; i < site.reach[way]; i += 1) square = fixed.ahead[4 * square + way];
    site.sees[way] = site.reach[way] && fixed.board[square] >= TURRET ? fixed.board[square] - TURRET + 1 : 0;
  }
}
