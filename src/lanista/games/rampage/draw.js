// Rampage: an arena whose edges are joined. What leaves on one side is seen entering on the other.

import { disc, ease, faded, grain, label, lerp, letterOf, seatColour, shade, shape, slab, stroke } from "../../web/static/canvas.js";

/** @typedef {import("../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("../../web/static/canvas.js").Palette} Palette */
/** @typedef {import("../../web/static/canvas.js").Tool} Tool */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number, number, number]} Four a number for each direction */
/** @typedef {{at: [number, number], fire: number, period: number, phase: number, reach: Four}} Place where a turret stands, and its clock */
/**
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {number} turns
 * @property {number} hp
 * @property {number} damage
 * @property {number} shield_turns
 * @property {string[]} rows
 * @property {[number, number][]} pads
 * @property {[number, number, number][]} items
 * @property {Place[]} turrets
 *
 * A robot's row: x, y, facing, HP, points, lasers, shields, teleports, turns of the shield, what was asked, what was done.
 * @typedef {[number, number, number, number, number, number, number, number, number, number, number]} Row
 *
 * @typedef {object} Frame
 * @property {number} turn
 * @property {number|null} winner
 * @property {Row[]} robots
 * @property {[number, number][][]} hits kind and source, for each seat
 * @property {number[]} bullets square, direction and owner in one number
 * @property {number[]} turrets bits: alive, fired
 * @property {string} items
 * @property {[number, number, number, number, number][]} beams owner and squares in each direction
 *
 * Where the board lies in the drawing; cells are counted from its corner.
 * @typedef {{scene: Scene, cell: number, left: number, top: number, rim: number, across: number, down: number, turrets: Set<number>}} Grid
 * @typedef {{owner: number, x: number, y: number, reach: Four}} Beam
 * @typedef {{x: number, y: number, direction: number, owner: number}} Bullet
 */

const LONG = 900; // the longer side of the board
const RIM = 36; // around the board: what lies beyond the edge
const BAR = 104;
const MIN_WIDTH = 640;
const SMALL = 24; // cells with room for little more than a mark

/** @type {[number, number][]} */
const SHIFT = [[0, -1], [0, 1], [-1, 0], [1, 0]];
const ANGLES = [-Math.PI / 2, Math.PI / 2, Math.PI, 0];
const WAYS = ["up", "down", "left", "right"];
const [SHOOT, FORWARD, TELEPORT] = [5, 6, 9]; // moves
const [BEAM_HIT, ABSORBED, REFLECTED] = [1, 2, 4]; // bits of a hit
const [ALIVE, FIRED] = [1, 2]; // bits of a turret
const BY_TURRET = 2;
const NAMED_PADS = 6;

// A turn in time: robots move, bullets fly all the while, turrets fire, then everything strikes.
const MOVED = 0.66;
const HEAD_ON = 0.45;
const AT_WALL = 0.5;
const AT_HULL = 0.62;
const FIRE = 0.52;
const STRUCK = 0.66;
const SENT_BACK = 0.72;
const GLOW = 0.38; // of beams that have just been fired

const FURY = "#f0386b"; // turrets and their beams
const ITEM_COLOURS = ["#d6336c", "#1d9a8a", "#7d55e8"];

/** @type {import("../../web/static/canvas.js").Board} */
export const board = {
  rate: 2.5,
  size(scene) {
    const { across, down } = gridOf(scene);
    return { width: Math.max(MIN_WIDTH, across + 2 * RIM), height: BAR + down + 2 * RIM };
  },
  draw(pen, shot) {
    drawBar(pen, shot);
    pen.save();
    drawArena(pen, shot, gridOf(shot.scene));
    pen.restore();
  },
  describe(shot) {
    const robots = shot.to.robots.map((/** @type {Row} */ [x, y, facing, hp, points], /** @type {number} */ seat) => {
      return `${letterOf(shot, seat)} at ${x}, ${y} facing ${WAYS[facing]}, ${hp} HP, ${points} points`;
    });
    return `Turn ${shot.to.turn} of ${shot.scene.turns}. ${robots.join("; ")}`;
  },
  place(shot, x, y) {
    const { cell, left, top } = gridOf(shot.scene);
    return { x: left + x * cell, y: top + y * cell, width: cell, height: cell };
  },
  cell(shot, px, py) {
    const { cell, left, top, across, down } = gridOf(shot.scene);
    if (px < left || py < top || px >= left + across || py >= top + down) return null;
    return { x: Math.floor((px - left) / cell), y: Math.floor((py - top) / cell) };
  },
  tools: (shot, legal) => toolsOf(shot, legal),
};

// What a person can do

/**
 * The arrow of the robot's own direction steps, the others turn.
 * @param {Shot} shot
 * @param {Set<string>} legal
 * @returns {Tool[]}
 */
function toolsOf(shot, legal) {
  const facing = shot.seat === null ? -1 : shot.to.robots[shot.seat][2];
  const arrows = WAYS.map((way, i) => {
    const key = `Arrow${way[0]?.toUpperCase()}${way.slice(1)}`;
    return i === facing ? { label: `step ${way}`, move: "FORWARD", key } : { label: `turn ${way}`, move: `FACE_${way.toUpperCase()}`, key };
  });
  const stay = WAYS.filter((_, i) => i === facing).map((way) => ({ label: `keep facing ${way}`, move: `FACE_${way.toUpperCase()}` }));
  const words = [
    ["shoot", "SHOOT", " "], ["laser", "LASER", "l"], ["shield", "SHIELD", "s"], ["wait", "NONE", "n"],
    ...(facing < 0 ? [["forward", "FORWARD", "w"]] : []),
  ].map(([name, move, key]) => ({ label: name ?? "", move: move ?? "", key: key ?? "" }));
  const beside = { label: "square beside …", key: "b", at: (/** @type {number} */ x, /** @type {number} */ y) => besideMove(shot, facing, x, y) };
  return [
    ...[...arrows, ...stay].map((tool) => ({ ...tool, group: "go" })),
    ...words.map((tool) => ({ ...tool, group: "act" })),
    ...(facing < 0 ? [] : [{ ...beside, group: "board" }]),
    ...padTools(shot, legal),
  ];
}

/**
 * @param {Shot} shot
 * @param {Set<string>} legal
 * @returns {Tool[]}
 */
function padTools(shot, legal) {
  const pads = /** @type {Scene} */ (shot.scene).pads.slice(0, NAMED_PADS);
  if (!pads.some((_, i) => legal.has(`TELEPORT_${i}`))) return [];
  const at = (/** @type {number} */ x, /** @type {number} */ y) => `TELEPORT_${pads.findIndex((pad) => pad[0] === x && pad[1] === y)}`;
  const keys = pads.map((_, i) => ({ label: `teleport to ${i}`, move: `TELEPORT_${i}`, key: String(i), group: "pads" }));
  return [{ label: "teleport …", key: "p", at, group: "board" }, ...keys];
}

/**
 * The move towards a neighbouring square: a step if the robot faces it, else a turn.
 * @param {Shot} shot
 * @param {number} facing
 * @param {number} x
 * @param {number} y
 */
function besideMove(shot, facing, x, y) {
  const { width, height } = shot.scene;
  const [ownX, ownY] = shot.to.robots[shot.seat ?? 0];
  const reached = (/** @type {[number, number]} */ [dx, dy]) => around(ownX + dx, width) === x && around(ownY + dy, height) === y;
  const ahead = SHIFT[facing];
  if (ahead && reached(ahead)) return "FORWARD";
  const way = WAYS[SHIFT.findIndex(reached)];
  return way ? `FACE_${way.toUpperCase()}` : "";
}

// Where things are

/** @type {WeakMap<Scene, Grid>} */
const grids = new WeakMap();

/**
 * @param {Scene} scene
 * @returns {Grid}
 */
function gridOf(scene) {
  const known = grids.get(scene);
  if (known) return known;
  const { width, height } = scene;
  const cell = LONG / Math.max(width, height);
  const [across, down] = [width * cell, height * cell];
  const left = (Math.max(MIN_WIDTH, across + 2 * RIM) - across) / 2;
  const turrets = new Set(scene.turrets.map(({ at: [x, y] }) => y * width + x));
  const grid = { scene, cell, left, top: BAR + RIM, rim: RIM / cell, across, down, turrets };
  grids.set(scene, grid);
  return grid;
}

/**
 * @param {number} at
 * @param {number} size
 */
function around(at, size) {
  return ((at % size) + size) % size;
}

/**
 * Draw a thing wherever it is seen, also beyond the edges. Positions are middles, in cells.
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} reach how far the thing goes from its middle
 * @param {(px: number, py: number) => void} draw
 */
function everywhere({ scene, cell, left, top, rim }, x, y, reach, draw) {
  for (let dx = -1; dx <= 1; dx += 1) {
    const cx = x + dx * scene.width;
    if (cx + reach < -rim || cx - reach > scene.width + rim) continue;
    for (let dy = -1; dy <= 1; dy += 1) {
      const cy = y + dy * scene.height;
      if (cy + reach >= -rim && cy - reach <= scene.height + rim) draw(left + cx * cell, top + cy * cell);
    }
  }
}

/**
 * How far a part of the turn has come, from 0 to 1.
 * @param {number} t
 * @param {number} start
 * @param {number} end
 */
function part(t, start, end) {
  return Math.max(0, Math.min(1, (t - start) / (end - start)));
}

/**
 * Up at once, and down again until the end.
 * @param {number} t
 * @param {number} start
 * @param {number} end
 */
function flash(t, start, end) {
  return t <= start || t >= end ? 0 : 1 - part(t, start, end);
}

/**
 * A robot between two turns.
 * @param {Shot} shot
 * @param {number} seat
 */
function robotAt(shot, seat) {
  const [fromX, fromY, fromFacing] = /** @type {Row} */ (shot.from.robots[seat]);
  const [toX, toY, facing, , , , , , , asked, did] = /** @type {Row} */ (shot.to.robots[seat]);
  const { width, height } = shot.scene;
  const [dx, dy] = SHIFT[facing] ?? [0, 0];
  const angle = turned(ANGLES[fromFacing] ?? 0, ANGLES[facing] ?? 0, ease(part(shot.t, 0, 0.5)));
  const robot = { x: toX + 0.5, y: toY + 0.5, angle, size: 1, did, asked };
  const moves = did === FORWARD && around(fromX + dx, width) === toX && around(fromY + dy, height) === toY;
  if (moves) {
    const way = ease(part(shot.t, 0, MOVED));
    return { ...robot, x: fromX + dx * way + 0.5, y: fromY + dy * way + 0.5 };
  }
  if (did >= TELEPORT) {
    if (shot.t < 0.3) return { ...robot, x: fromX + 0.5, y: fromY + 0.5, size: 1 - ease(shot.t / 0.3) };
    return { ...robot, size: ease(part(shot.t, 0.3, 0.6)) };
  }
  const push = shot.t < 1 ? shove(did, asked, shot.t) : 0;
  return { ...robot, x: robot.x + dx * push, y: robot.y + dy * push };
}

/**
 * Between two angles, the short way round.
 * @param {number} from
 * @param {number} to
 * @param {number} t
 */
function turned(from, to, t) {
  return from + Math.atan2(Math.sin(to - from), Math.cos(to - from)) * t;
}

/**
 * How far a robot that stays is pushed: ahead against an obstacle, back by a shot.
 * @param {number} did
 * @param {number} asked
 * @param {number} t
 */
function shove(did, asked, t) {
  if (asked === FORWARD && did !== FORWARD) return 0.16 * Math.sin(Math.PI * part(t, 0, 0.5));
  return did === SHOOT ? -0.1 * Math.sin(Math.PI * part(t, 0, 0.3)) : 0;
}

/**
 * @param {number} code
 * @param {Scene} scene
 * @returns {Bullet}
 */
function bulletOf(code, { width }) {
  const square = code >> 3;
  return { x: square % width, y: Math.floor(square / width), direction: (code >> 1) & 3, owner: code & 1 };
}

/**
 * @param {Bullet} bullet
 * @param {Scene} scene
 */
function movedCode({ x, y, direction, owner }, { width, height }) {
  const [dx, dy] = SHIFT[direction] ?? [0, 0];
  const square = around(y + dy, height) * width + around(x + dx, width);
  return square * 8 + direction * 2 + owner;
}

/**
 * The bullets of a turn: those of before and those just fired, and how long each of them flies.
 * @param {Shot} shot
 */
function flights(shot) {
  const scene = /** @type {Scene} */ (shot.scene);
  const from = /** @type {Frame} */ (shot.from);
  const to = /** @type {Frame} */ (shot.to);
  const fresh = to.robots.flatMap(([x, y, facing, , , , , , , , did], seat) => (did === SHOOT ? [{ x, y, direction: facing, owner: seat }] : []));
  /** @type {Map<number, number>} */
  const flying = new Map();
  for (const code of to.bullets) flying.set(code, (flying.get(code) ?? 0) + 1);
  return [...from.bullets.map((code) => bulletOf(code, scene)), ...fresh].map((bullet, i) => {
    const code = movedCode(bullet, scene);
    const left = flying.get(code) ?? 0;
    if (left > 0) flying.set(code, left - 1);
    return { ...bullet, trail: i < from.bullets.length ? 1 : shot.t, end: left > 0 ? null : endOf(bullet, code, scene, to) };
  });
}

/**
 * When a bullet that is gone has met what stopped it.
 * @param {Bullet} bullet
 * @param {number} code
 * @param {Scene} scene
 * @param {Frame} to
 */
function endOf(bullet, code, scene, to) {
  const next = bulletOf(code, scene);
  if (scene.rows[next.y]?.[next.x] === "#") return AT_WALL;
  const crossed = to.robots.some(([x, y, facing, , , , , , , , did]) => did === FORWARD && x === bullet.x && y === bullet.y && facing === (bullet.direction ^ 1));
  return crossed ? HEAD_ON : AT_HULL;
}

/**
 * The beams that were fired in the turn before a frame.
 * @param {Scene} scene
 * @param {Frame} frame
 * @returns {Beam[]}
 */
function beamsOf(scene, frame) {
  /** @type {Beam[]} */
  const beams = [];
  const told = new Map(frame.beams.map(([owner, ...reach]) => [owner, /** @type {Four} */ (reach)]));
  frame.robots.forEach(([x, y], seat) => {
    const reach = told.get(seat);
    if (reach) beams.push({ owner: seat, x, y, reach });
  });
  scene.turrets.forEach(({ at: [x, y], reach }, i) => {
    if ((frame.turrets[i] ?? 0) & FIRED) beams.push({ owner: BY_TURRET + i, x, y, reach: told.get(BY_TURRET + i) ?? reach });
  });
  return beams;
}

// The arena

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawArena(pen, shot, grid) {
  const { left, top, across, down } = grid;
  pen.beginPath();
  pen.roundRect(left - RIM, top - RIM, across + 2 * RIM, down + 2 * RIM, 14);
  pen.clip();
  const ground = terrain(pen, shot.palette, grid);
  pen.drawImage(ground, left - RIM, top - RIM, across + 2 * RIM, down + 2 * RIM);
  drawItems(pen, shot, grid);
  drawAfterglow(pen, shot, grid);
  drawTurnBeams(pen, shot, grid);
  drawTurrets(pen, shot, grid);
  drawBullets(pen, shot, grid);
  drawTeleports(pen, shot, grid);
  for (const seat of [0, 1]) drawRobot(pen, shot, grid, seat);
  drawReflections(pen, shot, grid);
  drawHits(pen, shot, grid);
  drawGains(pen, shot, grid);
  drawEdge(pen, shot.palette, grid);
}

/**
 * Beyond the edge lies the other side, and fades away.
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {Grid} grid
 */
function drawEdge(pen, palette, { left, top, across, down }) {
  const [right, bottom] = [left + across, top + down];
  veil(pen, palette, [left, 0, left - RIM, 0], [left - RIM, top - RIM, RIM, down + 2 * RIM]);
  veil(pen, palette, [right, 0, right + RIM, 0], [right, top - RIM, RIM, down + 2 * RIM]);
  veil(pen, palette, [0, top, 0, top - RIM], [left - RIM, top - RIM, across + 2 * RIM, RIM]);
  veil(pen, palette, [0, bottom, 0, bottom + RIM], [left - RIM, bottom, across + 2 * RIM, RIM]);
  pen.setLineDash([10, 8]);
  pen.lineWidth = 2;
  pen.strokeStyle = faded(palette.ink, palette.dark ? 0.4 : 0.3);
  pen.strokeRect(left, top, across, down);
  pen.setLineDash([]);
}

/**
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {Four} line from where it is thin to where it is thick
 * @param {Four} box
 */
function veil(pen, palette, line, box) {
  const cover = pen.createLinearGradient(...line);
  cover.addColorStop(0, faded(palette.ground, 0.45));
  cover.addColorStop(1, faded(palette.ground, 0.97));
  pen.fillStyle = cover;
  pen.fillRect(...box);
}

// The ground, drawn once for a size and a palette

/** @type {WeakMap<Scene, {key: string, canvas: HTMLCanvasElement}>} */
const grounds = new WeakMap();

/**
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {Grid} grid
 */
function terrain(pen, palette, grid) {
  const scale = Math.max(0.1, pen.getTransform().a);
  const key = `${scale.toFixed(3)} ${palette.dark}`;
  const known = grounds.get(grid.scene);
  if (known?.key === key) return known.canvas;
  const canvas = known?.canvas ?? document.createElement("canvas");
  canvas.width = Math.ceil((grid.across + 2 * RIM) * scale);
  canvas.height = Math.ceil((grid.down + 2 * RIM) * scale);
  const brush = /** @type {Pen} */ (canvas.getContext("2d"));
  brush.setTransform(scale, 0, 0, scale, RIM * scale, RIM * scale);
  drawGround(brush, palette, grid);
  grounds.set(grid.scene, { key, canvas });
  return canvas;
}

/**
 * @param {Pen} brush
 * @param {Palette} palette
 * @param {Grid} grid
 */
function drawGround(brush, palette, grid) {
  const { scene, cell, rim, across, down } = grid;
  const beyond = Math.ceil(rim);
  const pads = new Map(scene.pads.map(([x, y], i) => [y * scene.width + x, i]));
  brush.fillStyle = palette.dark ? "#1b1f26" : "#cfc8b8";
  brush.fillRect(-RIM, -RIM, across + 2 * RIM, down + 2 * RIM);
  /** @param {(x: number, y: number, px: number, py: number) => void} draw */
  const each = (draw) => {
    for (let y = -beyond; y < scene.height + beyond; y += 1) {
      for (let x = -beyond; x < scene.width + beyond; x += 1) draw(around(x, scene.width), around(y, scene.height), x * cell, y * cell);
    }
  };
  const walls = (/** @type {typeof drawWallTop} */ draw) => each((x, y, px, py) => isWall(scene, x, y) && draw(brush, palette, grid, x, y, px, py));
  each((x, y, px, py) => drawTile(brush, palette, cell, x, y, px, py));
  each((x, y, px, py) => {
    const pad = pads.get(y * scene.width + x);
    if (pad !== undefined) drawPad(brush, palette, cell, px + cell / 2, py + cell / 2, pad);
  });
  walls(drawWallShadow);
  walls(drawWallSide);
  walls(drawWallTop);
}

/**
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 */
function isWall({ rows, width, height }, x, y) {
  return rows[around(y, height)]?.[around(x, width)] === "#";
}

/**
 * @param {Pen} brush
 * @param {Palette} palette
 * @param {number} cell
 * @param {number} x
 * @param {number} y
 * @param {number} px
 * @param {number} py
 */
function drawTile(brush, palette, cell, x, y, px, py) {
  const tone = (grain(x, y) - 0.5) * 0.05 + ((x + y) % 2 ? 0.012 : -0.012);
  const gap = Math.min(1.2, cell * 0.03);
  slab(brush, px + gap, py + gap, cell - 2 * gap, cell - 2 * gap, cell * 0.07, shade(palette.dark ? "#262c35" : "#e7e1d3", tone));
  if (cell < SMALL) return;
  for (let i = 0; i < 3; i += 1) {
    const at = { x: px + cell * (0.12 + 0.76 * grain(x + i, y * 3 + 1)), y: py + cell * (0.12 + 0.76 * grain(y - i, x * 5 + 2)) };
    disc(brush, at.x, at.y, cell * (0.008 + 0.014 * grain(i, x + y)), palette.dark ? "rgba(255, 255, 255, 0.05)" : "rgba(90, 70, 40, 0.10)");
  }
  if (grain(x * 3, y * 7) > 0.86) drawScratch(brush, palette, cell, x, y, px, py);
}

/**
 * @param {Pen} brush
 * @param {Palette} palette
 * @param {number} cell
 * @param {number} x
 * @param {number} y
 * @param {number} px
 * @param {number} py
 */
function drawScratch(brush, palette, cell, x, y, px, py) {
  const at = (/** @type {number} */ i) => [px + cell * (0.2 + 0.6 * grain(x + i, y)), py + cell * (0.2 + 0.6 * grain(y + i, x))];
  stroke(brush, [...at(1), ...at(2)], palette.dark ? "rgba(0, 0, 0, 0.25)" : "rgba(90, 70, 40, 0.13)", Math.max(1, cell * 0.02));
}

/**
 * The corners of a wall are round where no other wall touches it.
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function corners(scene, x, y, radius) {
  const [up, down, left, right] = SHIFT.map(([dx, dy]) => isWall(scene, x + dx, y + dy));
  return [up || left, up || right, down || right, down || left].map((joined) => (joined ? 0 : radius));
}

/**
 * @param {Pen} brush
 * @param {Palette} palette
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} px
 * @param {number} py
 */
function drawWallShadow(brush, palette, { scene, cell }, x, y, px, py) {
  brush.beginPath();
  brush.roundRect(px + cell * 0.1, py + cell * 0.12, cell, cell, corners(scene, x, y, cell * 0.2));
  brush.fillStyle = palette.dark ? "rgba(0, 0, 0, 0.32)" : "rgba(70, 55, 30, 0.20)";
  brush.fill();
}

/** @type {typeof drawWallShadow} */
function drawWallSide(brush, palette, { scene, cell }, x, y, px, py) {
  brush.beginPath();
  brush.roundRect(px, py, cell, cell, corners(scene, x, y, cell * 0.18));
  brush.fillStyle = palette.dark ? "#39414f" : "#6f7683";
  brush.fill();
}

/** @type {typeof drawWallShadow} */
function drawWallTop(brush, palette, { scene, cell }, x, y, px, py) {
  const depth = cell * 0.13;
  const below = isWall(scene, x, y + 1);
  brush.beginPath();
  brush.roundRect(px, py - 0.3, cell, cell - (below ? -0.6 : depth), corners(scene, x, y, cell * 0.18));
  brush.fillStyle = shade(palette.dark ? "#566073" : "#98a0ad", (grain(x, y) - 0.5) * 0.08);
  brush.fill();
  if (cell < SMALL) return;
  const light = faded("#ffffff", palette.dark ? 0.13 : 0.35);
  if (!isWall(scene, x, y - 1)) stroke(brush, [px + cell * 0.16, py + cell * 0.04, px + cell * 0.84, py + cell * 0.04], light, cell * 0.035);
  for (const [dx, dy] of [[0.2, 0.22], [0.8, 0.22], [0.2, 0.68], [0.8, 0.68]]) {
    disc(brush, px + (dx ?? 0) * cell, py + (dy ?? 0) * cell, cell * 0.032, faded("#000000", palette.dark ? 0.28 : 0.2));
  }
}

/**
 * @param {Pen} brush
 * @param {Palette} palette
 * @param {number} cell
 * @param {number} px
 * @param {number} py
 * @param {number} i
 */
function drawPad(brush, palette, cell, px, py, i) {
  const colour = ITEM_COLOURS[2] ?? "";
  disc(brush, px, py, cell * 0.43, faded(colour, palette.dark ? 0.3 : 0.2));
  disc(brush, px, py, cell * 0.34, palette.dark ? "#211d33" : "#f4efff");
  ring(brush, px, py, cell * 0.43, faded(colour, 0.55), cell * 0.035);
  ring(brush, px, py, cell * 0.34, colour, cell * 0.05);
  for (let k = 0; k < 4; k += 1) {
    const angle = Math.PI * (0.25 + k / 2);
    const [dx, dy] = [Math.cos(angle) * cell, Math.sin(angle) * cell];
    stroke(brush, [px + dx * 0.37, py + dy * 0.37, px + dx * 0.45, py + dy * 0.45], colour, cell * 0.06);
  }
  if (i < NAMED_PADS) label(brush, String(i), px, py + cell * 0.02, cell * 0.4, palette.dark ? "#b8a1ff" : "#6138d6", { align: "center", weight: 800 });
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 * @param {number} width
 * @param {number} [from] angle
 * @param {number} [to]
 */
function ring(pen, x, y, radius, colour, width, from = 0, to = 2 * Math.PI) {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, radius), from, to);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.lineCap = "round";
  pen.stroke();
}

// Items

/**
 * Items lie there until a robot has come; then they fly to it.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawItems(pen, shot, grid) {
  const { cell } = grid;
  const gone = ease(part(shot.t, MOVED - 0.16, MOVED + 0.14));
  grid.scene.items.forEach(([x, y, kind], i) => {
    const lies = shot.to.items[i] === "1";
    const lay = shot.from.items[i] === "1";
    if (!lies && (!lay || gone >= 1)) return;
    const left = lies ? 1 : 1 - gone;
    everywhere(grid, x + 0.5, y + 0.5, 0.5, (px, py) => drawItem(pen, px, py - (1 - left) * cell * 0.5, cell * (cell > SMALL ? 0.32 : 0.42) * (0.3 + 0.7 * left), kind, cell > SMALL));
  });
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} kind
 * @param {boolean} shadow
 */
function drawItem(pen, x, y, size, kind, shadow) {
  if (shadow) disc(pen, x + size * 0.12, y + size * 0.2, size, "rgba(0, 0, 0, 0.22)");
  disc(pen, x, y, size, "#fbf8f0");
  disc(pen, x, y, size * 0.84, ITEM_COLOURS[kind] ?? "");
  ICONS[kind]?.(pen, x, y, size * 0.84);
}

/** @typedef {(pen: Pen, x: number, y: number, size: number) => void} Icon */

/** @type {Icon[]} */
const ICONS = [drawLaserIcon, drawShieldIcon, drawTeleportIcon];

/** @type {Icon} */
function drawLaserIcon(pen, x, y, size) {
  for (const [dx, dy] of SHIFT) {
    stroke(pen, [x + dx * size * 0.28, y + dy * size * 0.28, x + dx * size * 0.68, y + dy * size * 0.68], "#ffffff", size * 0.2);
  }
  disc(pen, x, y, size * 0.2, "#ffffff");
}

/** @type {Icon} */
function drawShieldIcon(pen, x, y, size) {
  pen.beginPath();
  pen.moveTo(x, y - size * 0.66);
  pen.quadraticCurveTo(x + size * 0.3, y - size * 0.42, x + size * 0.55, y - size * 0.42);
  pen.quadraticCurveTo(x + size * 0.58, y + size * 0.32, x, y + size * 0.68);
  pen.quadraticCurveTo(x - size * 0.58, y + size * 0.32, x - size * 0.55, y - size * 0.42);
  pen.quadraticCurveTo(x - size * 0.3, y - size * 0.42, x, y - size * 0.66);
  pen.fillStyle = "#ffffff";
  pen.fill();
}

/** @type {Icon} */
function drawTeleportIcon(pen, x, y, size) {
  ring(pen, x, y, size * 0.52, "#ffffff", size * 0.17, 0.4, 3.3);
  ring(pen, x, y, size * 0.52, "#ffffff", size * 0.17, 3.6, 6.4);
  disc(pen, x, y, size * 0.18, "#ffffff");
}

// Beams

/**
 * Beams of the turn before fade away.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawAfterglow(pen, shot, grid) {
  const strength = shot.t < 1 ? GLOW * (1 - part(shot.t, 0, 0.3)) : 0;
  if (strength > 0) drawBeams(pen, grid, beamsOf(grid.scene, shot.from), shot.from.robots, strength, 1);
}

/**
 * The lasers of robots come first, those of turrets after the robots have moved.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawTurnBeams(pen, shot, grid) {
  const beams = beamsOf(grid.scene, shot.to);
  const robots = [...shot.from.robots, ...shot.to.robots];
  const flicker = shot.t < 1 ? 0.92 + 0.08 * Math.sin(shot.t * 70) : 1;
  const phases = [
    { whose: beams.filter(({ owner }) => owner < BY_TURRET), grown: part(shot.t, 0.06, 0.24), fade: part(shot.t, 0.78, 1) },
    { whose: beams.filter(({ owner }) => owner >= BY_TURRET), grown: part(shot.t, FIRE, STRUCK), fade: part(shot.t, 0.84, 1) },
  ];
  for (const { whose, grown, fade } of phases) {
    if (grown > 0) drawBeams(pen, grid, whose, robots, lerp(flicker, GLOW, fade), grown);
  }
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {Beam[]} beams
 * @param {Row[]} robots that may be in the way
 * @param {number} strength
 * @param {number} grown
 */
function drawBeams(pen, grid, beams, robots, strength, grown) {
  const squares = robots.map(([x, y]) => y * grid.scene.width + x);
  /** @type {Map<string, Path2D>} */
  const paths = new Map();
  for (const beam of beams) {
    const colour = beam.owner < BY_TURRET ? seatColour(beam.owner) : FURY;
    const path = paths.get(colour) ?? new Path2D();
    paths.set(colour, path);
    traceBeam(path, grid, beam, squares, grown);
  }
  for (const [colour, path] of paths) strokeBeams(pen, path, colour, Math.max(grid.cell, 16), strength);
}

/**
 * @param {Pen} pen
 * @param {Path2D} path
 * @param {string} colour
 * @param {number} wide
 * @param {number} strength
 */
function strokeBeams(pen, path, colour, wide, strength) {
  pen.lineCap = "round";
  for (const [width, paint] of /** @type {[number, string][]} */ ([
    [0.42, faded(colour, 0.16 * strength)], [0.24, faded(colour, 0.4 * strength)], [0.13, faded(colour, 0.95 * strength)],
    [0.055, faded("#ffffff", 0.95 * strength)],
  ])) {
    pen.lineWidth = wide * width;
    pen.strokeStyle = paint;
    pen.stroke(path);
  }
}

/**
 * @param {Path2D} path
 * @param {Grid} grid
 * @param {Beam} beam
 * @param {number[]} robots squares where a beam may have ended
 * @param {number} grown from 0 to 1
 */
function traceBeam(path, grid, { x, y, reach }, robots, grown) {
  const { scene, cell, turrets } = grid;
  reach.forEach((squares, direction) => {
    const [dx, dy] = SHIFT[direction] ?? [0, 0];
    const last = around(y + dy * squares, scene.height) * scene.width + around(x + dx * squares, scene.width);
    const blocked = squares > 0 && (turrets.has(last) || robots.includes(last));
    const long = (blocked ? squares - 0.3 : squares + 0.46) * grown * cell;
    everywhere(grid, x + 0.5, y + 0.5, squares + 0.5, (px, py) => {
      path.moveTo(px + dx * cell * 0.3, py + dy * cell * 0.3);
      path.lineTo(px + dx * Math.max(cell * 0.3, long), py + dy * Math.max(cell * 0.3, long));
    });
  });
}

/**
 * A shield sends beams back to where they came from.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawReflections(pen, shot, grid) {
  const run = part(shot.t, SENT_BACK, 0.92);
  if (run <= 0 || shot.t >= 1) return;
  const frame = /** @type {Frame} */ (shot.to);
  const beams = new Map(beamsOf(grid.scene, frame).map((beam) => [beam.owner, beam]));
  frame.hits.forEach((hits, seat) => {
    const sources = new Set(hits.filter(([kind]) => kind & BEAM_HIT && kind & ABSORBED && !(kind & REFLECTED)).map(([, by]) => by));
    for (const by of sources) {
      const beam = by === seat ? undefined : beams.get(by);
      if (beam) drawReflection(pen, grid, beam, /** @type {Row} */ (frame.robots[seat]), seatColour(seat), run, 1 - part(shot.t, 0.88, 1));
    }
  });
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {Beam} beam
 * @param {Row} robot
 * @param {string} colour
 * @param {number} run
 * @param {number} strength
 */
function drawReflection(pen, grid, beam, robot, colour, run, strength) {
  const { scene, cell } = grid;
  SHIFT.forEach(([dx, dy], direction) => {
    for (let away = 1; away <= (beam.reach[direction] ?? 0); away += 1) {
      if (around(beam.x + dx * away, scene.width) !== robot[0] || around(beam.y + dy * away, scene.height) !== robot[1]) continue;
      const path = new Path2D();
      everywhere(grid, beam.x + 0.5, beam.y + 0.5, away, (px, py) => {
        path.moveTo(px + dx * (away - 0.45) * cell, py + dy * (away - 0.45) * cell);
        path.lineTo(px + dx * (away - 0.45) * (1 - run) * cell, py + dy * (away - 0.45) * (1 - run) * cell);
      });
      strokeBeams(pen, path, colour, Math.max(cell, 16) * 1.25, strength);
    }
  });
}

// Turrets

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawTurrets(pen, shot, grid) {
  const clock = lerp(shot.from.turn, shot.to.turn, ease(part(shot.t, 0.8, 1)));
  const size = Math.max(grid.cell * 0.49, 7);
  grid.scene.turrets.forEach((place, i) => {
    const [before, now] = [shot.from.turrets[i], shot.to.turrets[i]];
    const falls = before & ALIVE && !(now & ALIVE);
    const end = now & FIRED ? 0.86 : AT_HULL;
    const alive = Boolean(now & ALIVE) || (falls && shot.t < end);
    const [x, y] = [place.at[0] + 0.5, place.at[1] + 0.5];
    everywhere(grid, x, y, 0.6, (px, py) => {
      if (alive) drawTurret(pen, place, px, py, size, clock);
      else drawHusk(pen, px, py, size, i);
      if (falls && shot.t < 1) drawBlast(pen, px, py, grid.cell, part(shot.t, end, 1), i);
    });
  });
}

/**
 * A plate with four barrels; the ring is its clock, and the core glows when it fires next.
 * @param {Pen} pen
 * @param {Place} place
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} clock
 */
function drawTurret(pen, place, x, y, size, clock) {
  const { fire, period } = place;
  const now = around(clock + place.phase, period);
  const hot = fire > 0 && (now < fire - 0.5 || now > period - 0.5 || fire === period);
  drawBarrels(pen, x, y, size, "#4c5462", hot ? FURY : "#8b94a3");
  disc(pen, x, y, size * 0.9, size > 9 ? "#4c5462" : "#8b94a3");
  if (size > 9) {
    disc(pen, x, y, size * 0.83, "#262a32");
    drawClock(pen, x, y, size * 0.69, place, now);
  }
  disc(pen, x, y, size * 0.52, "#5d6675");
  if (hot) disc(pen, x, y, size * 0.5, faded(FURY, 0.45));
  disc(pen, x, y, size * 0.36, "#23272e");
  disc(pen, x, y, size * 0.29, hot ? FURY : shade(FURY, -0.55));
  disc(pen, x - size * 0.07, y - size * 0.08, size * 0.11, faded("#ffffff", hot ? 0.9 : 0.3));
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {string} tip
 */
function drawBarrels(pen, x, y, size, colour, tip) {
  slab(pen, x - size, y - size * 0.2, 2 * size, size * 0.4, size * 0.1, colour);
  slab(pen, x - size * 0.2, y - size, size * 0.4, 2 * size, size * 0.1, colour);
  for (const [dx, dy] of SHIFT) {
    const [w, h] = dx ? [0.14, 0.4] : [0.4, 0.14];
    slab(pen, x + (dx * 0.93 - w / 2) * size, y + (dy * 0.93 - h / 2) * size, w * size, h * size, size * 0.05, tip);
  }
}

/**
 * The turns in which it fires are red; the hand shows the coming turn.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {Place} place
 * @param {number} now
 */
function drawClock(pen, x, y, radius, { fire, period }, now) {
  const angle = (/** @type {number} */ turns) => -Math.PI / 2 + (2 * Math.PI * turns) / period;
  const gap = Math.min(0.22, period * 0.03);
  pen.lineCap = "butt";
  for (let k = 0; k < period && period <= 12; k += 1) {
    pen.beginPath();
    pen.arc(x, y, radius, angle(k + gap), angle(k + 1 - gap));
    pen.lineWidth = radius * 0.26;
    pen.strokeStyle = k < fire ? FURY : "#8b94a3";
    pen.stroke();
  }
  const hand = angle(now + 0.5);
  disc(pen, x + Math.cos(hand) * radius, y + Math.sin(hand) * radius, radius * 0.24, "#ffffff");
}

/**
 * A disabled turret still stands in the way.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} seed
 */
function drawHusk(pen, x, y, size, seed) {
  disc(pen, x, y, size * 0.95, "rgba(0, 0, 0, 0.16)");
  pen.save();
  pen.translate(x, y);
  pen.rotate(0.35 + grain(seed, 1));
  drawBarrels(pen, 0, 0, size * 0.74, "#4a4d52", "#3a3c40");
  pen.restore();
  disc(pen, x, y, size * 0.6, "#3b3e43");
  disc(pen, x, y, size * 0.5, "#55585e");
  stroke(pen, [x - size * 0.4, y - size * 0.2, x - size * 0.1, y, x - size * 0.15, y + size * 0.2, x + size * 0.3, y + size * 0.34], "#26282b", size * 0.08);
  disc(pen, x + size * 0.08, y - size * 0.08, size * 0.2, "#26282b");
}

// Bullets

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawBullets(pen, shot, grid) {
  if (shot.t >= 1) {
    for (const code of shot.to.bullets) drawBullet(pen, grid, bulletOf(code, grid.scene), 0, 1);
    return;
  }
  for (const { end, trail, ...bullet } of flights(shot)) {
    if (end === null || shot.t < end) drawBullet(pen, grid, bullet, shot.t, trail);
    else drawSparks(pen, grid, bullet, end, part(shot.t, end, end + 0.3));
  }
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {Bullet} bullet
 * @param {number} way how far it has come from its square
 * @param {number} trail
 */
function drawBullet(pen, grid, { x, y, direction, owner }, way, trail) {
  const [dx, dy] = SHIFT[direction] ?? [0, 0];
  const size = Math.max(grid.cell, 18);
  const colour = seatColour(owner);
  const back = size * 0.5 * trail;
  everywhere(grid, x + dx * way + 0.5, y + dy * way + 0.5, 0.8, (px, py) => {
    stroke(pen, [px - dx * back, py - dy * back, px, py], faded(colour, 0.25), size * 0.2);
    stroke(pen, [px - dx * back * 0.5, py - dy * back * 0.5, px, py], faded(colour, 0.5), size * 0.17);
    disc(pen, px, py, size * 0.14, shade(colour, -0.35));
    disc(pen, px, py, size * 0.115, colour);
    disc(pen, px + dx * size * 0.03, py + dy * size * 0.03, size * 0.05, "#ffffff");
  });
}

/**
 * A bullet bursts where it ends.
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {Bullet} bullet
 * @param {number} way
 * @param {number} age
 */
function drawSparks(pen, grid, { x, y, direction, owner }, way, age) {
  if (age >= 1) return;
  const [dx, dy] = SHIFT[direction] ?? [0, 0];
  const size = Math.max(grid.cell, 18);
  everywhere(grid, x + dx * way + 0.5, y + dy * way + 0.5, 0.6, (px, py) => {
    disc(pen, px, py, size * 0.2 * (1 - age), faded("#fff3c4", 1 - age));
    for (let i = 0; i < 7; i += 1) {
      const angle = Math.atan2(-dy, -dx) + (grain(i, x + y) - 0.5) * 3.4;
      const far = size * (0.1 + age * (0.18 + 0.24 * grain(x, i)));
      disc(pen, px + Math.cos(angle) * far, py + Math.sin(angle) * far, size * 0.045 * (1 - age * 0.6), faded(i % 2 ? seatColour(owner) : "#ffd166", 1 - age));
    }
  });
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} cell
 * @param {number} age
 * @param {number} seed
 */
function drawBlast(pen, x, y, cell, age, seed) {
  if (age <= 0 || age >= 1) return;
  const size = Math.max(cell, 20);
  disc(pen, x, y, size * (0.3 + 0.45 * ease(age)), faded("#ff7b2e", 0.75 * (1 - age)));
  disc(pen, x, y, size * (0.2 + 0.3 * ease(age)), faded("#ffd166", 0.9 * (1 - age)));
  disc(pen, x, y, size * 0.26 * (1 - age), faded("#ffffff", 1 - age));
  ring(pen, x, y, size * (0.3 + 0.6 * age), faded("#ffb35c", 0.8 * (1 - age)), size * 0.06 * (1 - age));
  for (let i = 0; i < 9; i += 1) {
    const angle = (i + grain(i, seed)) * 0.7;
    const far = size * (0.2 + 0.65 * age * (0.5 + grain(seed, i)));
    disc(pen, x + Math.cos(angle) * far, y + Math.sin(angle) * far, size * 0.06 * (1 - age), i % 2 ? "#3b3e43" : "#ff9f43");
  }
}

// Robots

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 * @param {number} seat
 */
function drawRobot(pen, shot, grid, seat) {
  const robot = robotAt(shot, seat);
  const size = Math.max(grid.cell * 0.43, 11) * robot.size;
  if (size < 0.5) return;
  const to = /** @type {Row} */ (shot.to.robots[seat]);
  const from = /** @type {Row} */ (shot.from.robots[seat]);
  const dies = from[3] > 0 && to[3] <= 0;
  const dead = to[3] <= 0 && (!dies || shot.t >= 0.74);
  const shake = shot.t < 1 && to[3] < from[3] ? Math.sin(shot.t * 90) * size * 0.09 * flash(shot.t, AT_HULL, 1) : 0;
  everywhere(grid, robot.x, robot.y, 0.8, (px, py) => {
    if (grid.cell < SMALL) drawFinder(pen, px, py, seatColour(seat));
    pen.save();
    pen.translate(px + shake, py);
    drawRobotBody(pen, size, robot.angle, dead ? "#5b5e64" : seatColour(seat));
    if (robot.did === SHOOT) drawMuzzle(pen, size, robot.angle, flash(shot.t, 0, 0.3));
    if (dead) drawWreck(pen, size);
    else label(pen, letterOf(shot, seat), 0, size * 0.04, size * 0.62, "#ffffff", { align: "center", weight: 800 });
    drawShield(pen, shot, seat, size);
    if (!dead && grid.cell > SMALL) drawPips(pen, shot, seat, size);
    pen.restore();
    if (dies && shot.t < 1) drawBlast(pen, px, py, grid.cell * 1.5, part(shot.t, AT_HULL, 1), seat);
  });
}

/**
 * On large boards a ring says where a robot is.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function drawFinder(pen, x, y, colour) {
  disc(pen, x, y, 26, faded(colour, 0.25));
  ring(pen, x, y, 26, colour, 3);
}

/**
 * @param {Pen} pen
 * @param {number} size
 * @param {number} angle
 * @param {string} colour
 */
function drawRobotBody(pen, size, angle, colour) {
  disc(pen, size * 0.1, size * 0.16, size * 0.98, "rgba(0, 0, 0, 0.22)");
  pen.save();
  pen.rotate(angle);
  for (const side of [-1, 1]) {
    const y = side < 0 ? -size * 0.9 : size * 0.5;
    slab(pen, -size * 0.86, y, size * 1.72, size * 0.4, size * 0.16, "#3d434d");
    for (let i = 0; i < 6; i += 1) slab(pen, size * (-0.74 + i * 0.28), y + size * 0.06, size * 0.09, size * 0.28, size * 0.04, "#737b88");
  }
  slab(pen, size * 0.2, -size * 0.17, size * 0.92, size * 0.34, size * 0.1, "#59606c");
  slab(pen, size * 0.94, -size * 0.22, size * 0.2, size * 0.44, size * 0.07, "#a3abb8");
  pen.lineWidth = Math.max(1, size * 0.07);
  slab(pen, -size * 0.78, -size * 0.62, size * 1.4, size * 1.24, size * 0.32, colour, shade(colour, -0.4));
  slab(pen, -size * 0.66, -size * 0.46, size * 0.2, size * 0.92, size * 0.08, shade(colour, -0.25));
  for (const y of [-0.42, 0.18]) slab(pen, size * 0.36, size * y, size * 0.16, size * 0.24, size * 0.06, "#fff7d6");
  pen.restore();
  disc(pen, 0, 0, size * 0.48, shade(colour, -0.45));
  disc(pen, 0, 0, size * 0.41, shade(colour, -0.2));
}

/**
 * @param {Pen} pen
 * @param {number} size
 * @param {number} angle
 * @param {number} strength
 */
function drawMuzzle(pen, size, angle, strength) {
  if (strength <= 0) return;
  pen.save();
  pen.rotate(angle);
  shape(pen, [size * 1.1, -size * 0.2, size * (1.2 + 0.7 * strength), 0, size * 1.1, size * 0.2], faded("#ffd166", strength));
  disc(pen, size * 1.16, 0, size * 0.2 * strength, faded("#ffffff", strength));
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {number} size
 */
function drawWreck(pen, size) {
  for (let i = 0; i < 5; i += 1) {
    disc(pen, (grain(i, 3) - 0.5) * size * 1.3, (grain(3, i) - 0.5) * size * 1.3, size * (0.12 + 0.14 * grain(i, 9)), "rgba(15, 15, 18, 0.6)");
  }
  for (const side of [-1, 1]) stroke(pen, [-size * 0.22, -size * 0.22 * side, size * 0.22, size * 0.22 * side], "#ff7a5c", size * 0.14);
}

/**
 * A bubble; its ring has a piece for each turn that it will still protect.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} size
 */
function drawShield(pen, shot, seat, size) {
  const [before, now] = [shot.from.robots[seat][8], shot.to.robots[seat][8]];
  const up = before > 1 ? 1 : part(shot.t, 0, 0.25);
  const strength = now > 0 ? up * (now > 1 ? 1 : lerp(1, 0.3, part(shot.t, 0.75, 1))) : before === 1 ? 0.3 * (1 - part(shot.t, 0, 0.2)) : 0;
  if (strength <= 0) return;
  const colour = seatColour(seat);
  const hit = shot.t < 1 && shot.to.hits[seat].some((/** @type {[number, number]} */ [kind]) => kind & ABSORBED) ? flash(shot.t, AT_HULL, 1) : 0;
  const radius = size * (1.3 + 0.12 * hit);
  disc(pen, 0, 0, radius, faded(lighter(colour, 0.5), (0.22 + 0.4 * hit) * strength));
  ring(pen, 0, 0, radius, faded("#ffffff", 0.75 * strength), size * 0.07);
  ring(pen, 0, 0, radius * 0.86, faded("#ffffff", 0.5 * strength), size * 0.08, 3.5, 4.4);
  const pieces = Math.min(12, shot.scene.shield_turns);
  for (let k = 0; k < Math.min(pieces, now - 1); k += 1) {
    const angle = -Math.PI / 2 + (2 * Math.PI * (k - (now - 2) / 2)) / Math.max(8, pieces * 1.6);
    ring(pen, 0, 0, radius + size * 0.13, faded(colour, strength), size * 0.15, angle - 0.16, angle + 0.16);
  }
}

/**
 * A lighter colour that can still be faded.
 * @param {string} colour #rrggbb
 * @param {number} amount
 */
function lighter(colour, amount) {
  const parts = shade(colour, amount).match(/\d+/g) ?? [];
  return `#${parts.map((value) => Number(value).toString(16).padStart(2, "0")).join("")}`;
}

/**
 * HP under a robot.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} size
 */
function drawPips(pen, shot, seat, size) {
  const hp = (shot.t < AT_HULL ? shot.from : shot.to).robots[seat][3];
  const full = Math.max(hp, shot.scene.hp);
  const [wide, y] = [size * 1.5, size * 0.98];
  slab(pen, -wide / 2 - size * 0.06, y - size * 0.06, wide + size * 0.12, size * 0.26, size * 0.1, "rgba(20, 22, 26, 0.8)");
  const pieces = full > 8 ? 1 : full;
  for (let i = 0; i < pieces; i += 1) {
    const room = wide / pieces;
    const share = pieces === 1 ? hp / full : i < hp ? 1 : 0;
    if (share > 0) slab(pen, -wide / 2 + i * room + size * 0.03, y, (room - size * 0.06) * share, size * 0.14, size * 0.05, hp * 3 <= full || (hp === 1 && full > 1) ? "#ff5d5d" : "#6fdc8c");
  }
}

/**
 * Rings close in where a robot vanishes and open where it appears.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawTeleports(pen, shot, grid) {
  if (shot.t >= 1) return;
  const colour = ITEM_COLOURS[2] ?? "";
  for (const seat of [0, 1]) {
    const [toX, toY, , , , , , , , asked, did] = /** @type {Row} */ (shot.to.robots[seat]);
    const [fromX, fromY, , , , , , held] = /** @type {Row} */ (shot.from.robots[seat]);
    if (asked < TELEPORT || held === 0) continue;
    const [leave, enter] = [part(shot.t, 0, 0.4), part(shot.t, 0.25, 0.8)];
    drawSwirl(pen, grid, fromX, fromY, 1 - leave, Math.min(1 - leave, shot.t * 10), colour);
    if (did >= TELEPORT) drawSwirl(pen, grid, toX, toY, enter, Math.min(1 - enter, 8 * enter), colour);
  }
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} open
 * @param {number} strength
 * @param {string} colour
 */
function drawSwirl(pen, grid, x, y, open, strength, colour) {
  if (strength <= 0) return;
  const size = Math.max(grid.cell, 20);
  everywhere(grid, x + 0.5, y + 0.5, 1, (px, py) => {
    disc(pen, px, py, size * (0.3 + 0.5 * open), faded(colour, 0.4 * strength));
    for (let i = 0; i < 3; i += 1) {
      const turn = open * 5 + i * 2.1;
      ring(pen, px, py, size * (0.26 + 0.16 * i) * (0.5 + 0.9 * open), faded(i === 1 ? "#ffffff" : colour, strength), size * 0.05, turn, turn + 3.4);
    }
  });
}

// What came of it

/**
 * A star on every robot that lost HP; it stays a little into the next turn.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawHits(pen, shot, grid) {
  for (const seat of [0, 1]) {
    const robot = robotAt(shot, seat);
    const now = shot.t < STRUCK ? 0 : lerp(1, 0.55, part(shot.t, STRUCK, 1));
    drawHit(pen, grid, robot, shot.to.hits[seat], now, part(shot.t, STRUCK, 1));
    if (shot.t < 1) drawHit(pen, grid, robot, shot.from.hits[seat], 0.55 * (1 - part(shot.t, 0, 0.35)), 1 + shot.t);
  }
}

/**
 * @param {Pen} pen
 * @param {Grid} grid
 * @param {{x: number, y: number}} robot
 * @param {[number, number][]} hits
 * @param {number} strength
 * @param {number} age
 */
function drawHit(pen, grid, { x, y }, hits, strength, age) {
  const lost = hits.filter(([kind]) => !(kind & ABSORBED)).length;
  if (lost === 0 || strength <= 0) return;
  const size = Math.max(grid.cell, 20);
  everywhere(grid, x, y, 1.2, (px, py) => {
    const points = [];
    for (let i = 0; i < 16; i += 1) {
      const far = size * (i % 2 ? 0.34 : 0.5 + 0.1 * grain(i, 4)) * Math.min(1, 0.7 + age);
      points.push(px + Math.cos((i * Math.PI) / 8) * far, py + Math.sin((i * Math.PI) / 8) * far);
    }
    points.push(points[0] ?? 0, points[1] ?? 0);
    stroke(pen, points, faded("#ff3b3b", strength), size * 0.06);
    floating(pen, `-${lost * grid.scene.damage}`, px + size * 0.52, py - size * (0.22 + 0.14 * age), size * 0.36, "#ff5d5d", strength * 1.8);
  });
}

/**
 * Points rise from the robot that got them; a single one for a step is not worth it.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Grid} grid
 */
function drawGains(pen, shot, grid) {
  if (shot.t >= 1 || shot.t < STRUCK - 0.1) return;
  const rise = part(shot.t, STRUCK - 0.1, 1);
  const size = Math.max(grid.cell, 26);
  for (const seat of [0, 1]) {
    const gain = gainOf(shot, seat);
    const { x, y } = robotAt(shot, seat);
    if (Math.abs(gain) > 1) {
      everywhere(grid, x, y, 1, (px, py) => floating(pen, signed(gain), px, py - size * (0.5 + 0.45 * ease(rise)), size * 0.34, shade(seatColour(seat), 0.25), 2.4 * (1 - rise)));
    }
  }
}

/**
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {number} strength
 */
function floating(pen, text, x, y, size, colour, strength) {
  pen.save();
  pen.globalAlpha = Math.max(0, Math.min(1, strength));
  pen.font = `800 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = size * 0.22;
  pen.strokeStyle = "#16181d";
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
  pen.restore();
}

/**
 * @param {Shot} shot
 * @param {number} seat
 */
function gainOf(shot, seat) {
  return shot.to.robots[seat][4] - shot.from.robots[seat][4];
}

/** @param {number} value */
function signed(value) {
  return value > 0 ? `+${value}` : String(value);
}

// Above the board: how the robots are

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawBar(pen, shot) {
  const { palette, scene, width } = shot;
  const { turn, winner } = /** @type {Frame} */ (shot.to);
  const middle = width / 2;
  for (const seat of [0, 1]) drawSeat(pen, shot, seat);
  if (winner === null || shot.t < 1) {
    label(pen, `turn ${turn}`, middle, 38, 24, palette.ink, { align: "center", weight: 700 });
    label(pen, `of ${scene.turns}`, middle, 64, 18, palette.quiet, { align: "center" });
  } else {
    label(pen, winner < 0 ? "draw" : `${letterOf(shot, winner)} wins`, middle, 38, 28, winner < 0 ? palette.ink : seatColour(winner), { align: "center", weight: 800 });
    label(pen, `turn ${turn} of ${scene.turns}`, middle, 66, 17, palette.quiet, { align: "center" });
  }
  const done = lerp(shot.from.turn, turn, shot.t) / scene.turns;
  slab(pen, middle - 56, 84, 112, 6, 3, palette.line);
  slab(pen, middle - 56, 84, 112 * Math.min(1, done), 6, 3, palette.quiet);
}

/**
 * One half: the letter and the name, hearts, points, and the items in hand.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 */
function drawSeat(pen, shot, seat) {
  const { palette, width } = shot;
  const row = /** @type {Row} */ (shot.to.robots[seat]);
  const side = seat === 0 ? 1 : -1;
  const at = (/** @type {number} */ x) => (seat === 0 ? x : width - x);
  const align = seat === 0 ? "left" : "right";
  const colour = seatColour(seat);
  slab(pen, Math.min(at(10), at(width / 2 - 84)), 8, width / 2 - 94, BAR - 12, 14, palette.raised, faded(colour, 0.55));
  disc(pen, at(38), 34, 17, colour);
  label(pen, letterOf(shot, seat), at(38), 35, 20, "#ffffff", { align: "center", weight: 800 });
  const hearts = drawHearts(pen, shot, seat, at(width / 2 - 98), 34, -side);
  label(pen, shot.seats[seat]?.name ?? "", at(64), 35, 21, palette.ink, { align, weight: 600, most: width / 2 - 176 - hearts });
  const points = Math.round(lerp(/** @type {Row} */ (shot.from.robots[seat])[4], row[4], part(shot.t, STRUCK, 1)));
  label(pen, String(points), at(22), 76, 32, palette.ink, { align, weight: 800, most: 110 });
  const wide = pen.measureText(String(points)).width;
  const gain = gainOf(shot, seat);
  if (gain !== 0 && shot.t >= STRUCK) label(pen, signed(gain), at(30 + Math.min(110, wide)), 79, 18, colour, { align, weight: 700, most: 60 });
  [row[5], row[6], row[7]].forEach((count, kind) => drawHeld(pen, palette, at(width / 2 - 98 - (2 - kind) * 50 - 32), 76, kind, count));
}

/**
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {number} x
 * @param {number} y
 * @param {number} kind
 * @param {number} count
 */
function drawHeld(pen, palette, x, y, kind, count) {
  pen.save();
  if (count === 0) pen.globalAlpha = 0.22;
  drawItem(pen, x, y, 14, kind, false);
  pen.restore();
  if (count > 0) label(pen, String(count), x + 17, y + 1, 18, palette.ink, { weight: 700 });
}

/**
 * HP as hearts, or as a number beside one where there are many; returns their width.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} side
 */
function drawHearts(pen, shot, seat, x, y, side) {
  const hp = (shot.t < AT_HULL ? shot.from : shot.to).robots[seat][3];
  const full = Math.max(hp, shot.scene.hp);
  if (full > 5) {
    label(pen, String(hp), x, y + 1, 21, shot.palette.ink, { align: side < 0 ? "right" : "left", weight: 700 });
    const wide = pen.measureText(String(hp)).width;
    drawHeart(pen, x + side * (wide + 16), y, 10, hp > 0 ? "#e5484d" : shot.palette.line);
    return wide + 30;
  }
  for (let i = 0; i < full; i += 1) drawHeart(pen, x + side * (11 + (side < 0 ? full - 1 - i : i) * 25), y, 10, i < hp ? "#e5484d" : shot.palette.line);
  return full * 25;
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
function drawHeart(pen, x, y, size, colour) {
  pen.beginPath();
  pen.moveTo(x, y + size);
  pen.bezierCurveTo(x - size * 1.7, y - size * 0.1, x - size * 0.9, y - size * 1.3, x, y - size * 0.4);
  pen.bezierCurveTo(x + size * 0.9, y - size * 1.3, x + size * 1.7, y - size * 0.1, x, y + size);
  pen.fillStyle = colour;
  pen.fill();
}
