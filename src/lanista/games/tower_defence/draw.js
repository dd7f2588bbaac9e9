// Tower Defence: two halves of a meadow between two strongholds. A seat's own film has that seat on the left.

import { disc, ease, faded, grain, label, lerp, seatColour, shade, shape, slab, stroke } from "../../web/static/canvas.js";

/** @typedef {import("../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("../../web/static/canvas.js").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number, number, number]} Building kind, health, the round that finishes it, the round of its next shot */
/** @typedef {Building|0} Cell */
/** @typedef {[number, number, number, number, number, number]} Player energy, health, score, generators, curtain available, its rounds left */
/** @typedef {{round: number, players: Player[], cells: Cell[][], missiles: number[][][], bolts: number[][], stopped: number[][], winner: number|null}} Frame */
/** @typedef {{seat: number, row: number, from: number, to: number, end: number, fresh: boolean}} Flight columns; it ends at a part of the turn, or later than 1 */
/** @typedef {{t: number, damage: number}} Blow the part of the turn, and the health that it takes */
/** @typedef {{flights: Flight[], cells: Map<number, Blow[]>, bases: (Blow & {row: number})[][], stopped: {seat: number, row: number, t: number}[]}} Fight what happens within a round */
/** @typedef {{left: number, top: number, cell: number, columns: number, rows: number, flip: boolean}} Field where the board lies in the drawing */

const WIDTH = 960;
const HEIGHT = 540;
const TOP = 106; // of the field; above it are the players' numbers
const ROOM = { width: 800, height: 400 };
const BASE = 60; // width of a stronghold
const GAP = 18; // between it and the field: the numbers of the rows
const BOX = 120; // what a building is drawn in: a cell is 100

const WALL = 1;
const TURRET = 2;
const GENERATOR = 3;
const TESLA = 4;
const ENEMY_BASE = -1;
const NAMES = ["", "wall", "turret", "generator", "tesla tower"];

const RISE = 0.18; // the part of a turn in which sites grow
const BOLT = 0.32; // the part of a turn in which lightning strikes
const SPARK = "#ffd75e";
const LIGHTNING = "#a7e3ff";

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
  const own = cells.flatMap((row) => row.filter((cell, x) => cell && seatAt(shot, x) === seat));
  const counts = NAMES.map((name, kind) => ({ name, count: own.filter((cell) => cell && cell[0] === kind).length })).filter(({ count }) => count);
  const built = counts.map(({ name, count }) => `${count} ${name}${count > 1 ? "s" : ""}`).join(", ") || "no buildings";
  return `${shot.seats[seat]?.letter}${winner === seat ? " wins," : ""} health ${health}, energy ${energy}, score ${score}, ${built}`;
}

// Where things are

/**
 * @param {Shot} shot
 * @returns {Field}
 */
function fieldOf(shot) {
  const { width: columns, height: rows } = shot.scene;
  const cell = Math.min(ROOM.width / columns, ROOM.height / rows);
  const left = (WIDTH - columns * cell) / 2;
  return { left, top: TOP + (ROOM.height - rows * cell) / 2, cell, columns, rows, flip: shot.seat === 1 };
}

/**
 * The middle of a column of the real board, which may lie between two.
 * @param {Field} field
 * @param {number} x
 */
function acrossOf({ left, cell, columns, flip }, x) {
  return left + ((flip ? columns - 1 - x : x) + 0.5) * cell;
}

/**
 * @param {Field} field
 * @param {number} y
 */
function downOf({ top, cell }, y) {
  return top + (y + 0.5) * cell;
}

/**
 * Whose half a column of the real board lies in.
 * @param {Shot} shot
 * @param {number} x
 */
function seatAt(shot, x) {
  return 2 * x >= shot.scene.width ? 1 : 0;
}

/**
 * 1 if a seat is on the left and shoots to the right, else -1.
 * @param {Shot} shot
 * @param {number} seat
 */
function facing(shot, seat) {
  return (seat === 0) === (shot.seat !== 1) ? 1 : -1;
}

/** @param {Shot} shot */
function isMoving(shot) {
  return shot.t < 1 && shot.to.round > shot.from.round;
}

/**
 * How far an effect is that begins at a part of the turn; null before and after it.
 * @param {Shot} shot
 * @param {number} begin
 * @param {number} length
 */
function partOf(shot, begin, length) {
  const part = (shot.t - begin) / length;
  return part >= 0 && part <= 1 ? part : null;
}

// What happens within a round: worked out from its two frames, as the rules go

/**
 * @param {Shot} shot
 * @returns {Fight}
 */
function fightOf(shot) {
  /** @type {Fight} */
  const fight = { flights: [], cells: new Map(), bases: [[], []], stopped: [] };
  if (!isMoving(shot)) {
    eachMissile(shot.to, shot, (seat, row, x) => fight.flights.push({ seat, row, from: x, to: x, end: 2, fresh: false }));
    return fight;
  }
  strike(shot, fight);
  for (const seat of [0, 1]) {
    for (let row = 0; row < shot.scene.height; row += 1) flyRow(shot, fight, seat, row);
  }
  hitUnseen(shot, fight);
  return fight;
}

/**
 * Where health is gone and no shot accounts for it, one was fired and spent unseen: cooldowns may be hidden.
 * @param {Shot} shot
 * @param {Fight} fight
 */
function hitUnseen(shot, fight) {
  const { width, deconstruction } = shot.scene;
  shot.from.cells.forEach((/** @type {Cell[]} */ row, /** @type {number} */ y) => {
    row.forEach((before, x) => {
      const after = /** @type {Cell} */ (shot.to.cells[y]?.[x] ?? 0);
      if (!before || (!after && deconstruction)) return;
      const lost = healthAt(fight, y * width + x, before, 1) - (after ? after[1] : 0);
      if (lost > 0) addBlow(shot, fight, y * width + x, 0.6, lost);
    });
  });
}

/**
 * @param {Frame} frame
 * @param {Shot} shot
 * @param {(seat: number, row: number, x: number) => void} use
 */
function eachMissile(frame, shot, use) {
  frame.missiles.forEach((rows, seat) => rows.forEach((starts, row) => starts.forEach((start) => use(seat, row, columnOf(shot, seat, start, frame.round)))));
}

/**
 * The column in which a missile is after so many rounds.
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} start where it would have been before the first
 * @param {number} round
 */
function columnOf(shot, seat, start, round) {
  return start + (seat ? -1 : 1) * shot.scene.speed * round;
}

/**
 * Lightning.
 * @param {Shot} shot
 * @param {Fight} fight
 */
function strike(shot, fight) {
  const { damage } = shot.scene.tesla;
  for (const [seat = 0, tower = 0, ...struck] of /** @type {Frame} */ (shot.to).bolts) {
    const row = Math.floor(tower / shot.scene.width);
    for (const cell of struck) {
      if (cell === ENEMY_BASE) fight.bases[1 - seat]?.push({ t: BOLT, damage, row });
      else if (isStopped(shot, seat, cell)) fight.stopped.push({ seat: 1 - seat, row, t: BOLT });
      else addBlow(shot, fight, cell, BOLT, damage);
    }
  }
}

/**
 * @param {Shot} shot
 * @param {number} seat who shot
 * @param {number} cell
 */
function isStopped(shot, seat, cell) {
  return /** @type {Frame} */ (shot.to).stopped.some(([who, where]) => who === seat && where === cell);
}

/**
 * A building is hit: it loses health, not below 0; an unfinished one falls.
 * @param {Shot} shot
 * @param {Fight} fight
 * @param {number} number
 * @param {number} t
 * @param {number} damage
 */
function addBlow(shot, fight, number, t, damage) {
  const [x, y] = [number % shot.scene.width, Math.floor(number / shot.scene.width)];
  const cell = /** @type {Cell} */ (shot.from.cells[y]?.[x] || shot.to.cells[y]?.[x] || 0);
  const left = cell ? healthAt(fight, number, cell, 1) : 0;
  const lost = cell && cell[2] > shot.from.round ? left : Math.min(left, damage);
  fight.cells.set(number, [...(fight.cells.get(number) ?? []), { t, damage: lost }]);
}

/**
 * The missiles of a row: those that fly on, those just fired, and those that meet something.
 * @param {Shot} shot
 * @param {Fight} fight
 * @param {number} seat
 * @param {number} row
 */
function flyRow(shot, fight, seat, row) {
  const { from, to } = shot;
  const way = (seat ? -1 : 1) * shot.scene.speed;
  const later = [...(to.missiles[seat]?.[row] ?? [])];
  const fly = (/** @type {number} */ start, /** @type {boolean} */ fresh) => {
    const x = columnOf(shot, seat, start, from.round);
    const i = later.indexOf(start);
    if (i < 0) fight.flights.push({ seat, row, from: x, fresh, ...meet(shot, fight, seat, row, x) });
    else fight.flights.push({ seat, row, from: x, to: x + way, end: 2, fresh });
    if (i >= 0) later.splice(i, 1);
  };
  for (const start of from.missiles[seat]?.[row] ?? []) fly(start, false);
  for (const x of firing(shot, seat, row)) fly(x - way * from.round, true);
  for (const start of [...later]) fly(start, true);
}

/**
 * The columns of a row in which turrets fire in this round.
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} row
 */
function firing(shot, seat, row) {
  const { round } = shot.from;
  /** @type {number[]} */
  const found = [];
  (shot.from.cells[row] ?? []).forEach((/** @type {Cell} */ cell, /** @type {number} */ x) => {
    if (!cell || cell[0] !== TURRET || seatAt(shot, x) !== seat || !(shot.to.cells[row]?.[x] || !shot.scene.deconstruction)) return;
    if (cell[2] === round || (cell[2] < round && cell[3] === round)) found.push(x);
  });
  return found;
}

/**
 * Where a spent missile ended, and when; what it met is noted.
 * @param {Shot} shot
 * @param {Fight} fight
 * @param {number} seat
 * @param {number} row
 * @param {number} x
 * @returns {{to: number, end: number}}
 */
function meet(shot, fight, seat, row, x) {
  const { width, speed, damage } = shot.scene;
  const way = seat ? -1 : 1;
  for (let step = 1; step <= speed; step += 1) {
    const next = x + way * step;
    const end = (step - 0.4) / speed;
    if (next < 0 || next >= width) {
      fight.bases[1 - seat]?.push({ t: end, damage, row });
      return { to: next - way * 0.3, end };
    }
    if (isStopped(shot, seat, row * width + next)) {
      fight.stopped.push({ seat: 1 - seat, row, t: (step - 0.5) / speed });
      return { to: next - way * 0.5, end: (step - 0.5) / speed };
    }
    if (stops(shot, fight, seat, row, next)) {
      addBlow(shot, fight, row * width + next, end, damage);
      return { to: next - way * 0.4, end };
    }
  }
  // What it met was begun in this round and fell at once, so neither frame has it.
  const goal = x + way * speed;
  addBlow(shot, fight, row * width + goal, (speed - 0.4) / speed, damage);
  return { to: goal - way * 0.4, end: (speed - 0.4) / speed };
}

/**
 * Whether a building stops a missile.
 * @param {Shot} shot
 * @param {Fight} fight
 * @param {number} seat whose missile it is
 * @param {number} row
 * @param {number} x
 */
function stops(shot, fight, seat, row, x) {
  const { width, dead_stops: deadStops, unfinished_falls: unfinishedFalls } = shot.scene;
  const cell = /** @type {Cell} */ (shot.from.cells[row]?.[x] || shot.to.cells[row]?.[x]);
  if (!cell || seatAt(shot, x) === seat) return false;
  if (cell[2] > shot.from.round) return unfinishedFalls;
  return deadStops || healthAt(fight, row * width + x, cell, 1) > 0;
}

/**
 * A building's health after the blows so far.
 * @param {Fight} fight
 * @param {number} number
 * @param {Building} cell as it was before
 * @param {number} t
 */
function healthAt(fight, number, cell, t) {
  const blows = fight.cells.get(number) ?? [];
  return Math.max(0, blows.reduce((left, blow) => (blow.t <= t ? left - blow.damage : left), cell[1]));
}

// Pictures that do not change are drawn once for each size and palette

/** @type {WeakMap<object, {key: string, images: Map<string, HTMLCanvasElement>}>} */
const art = new WeakMap();

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {string} name
 * @param {number} width
 * @param {number} height
 * @param {(pen: Pen) => void} paint
 */
function picture(pen, shot, name, width, height, paint) {
  const scale = pen.canvas.width / shot.width;
  const key = `${scale} ${shot.palette.dark} ${shot.seat === 1}`;
  let kept = art.get(shot.scene);
  if (kept?.key !== key) art.set(shot.scene, (kept = { key, images: new Map() }));
  let image = kept.images.get(name);
  if (!image) {
    image = document.createElement("canvas");
    image.width = Math.ceil(width * scale);
    image.height = Math.ceil(height * scale);
    const inner = /** @type {Pen} */ (image.getContext("2d"));
    inner.scale(scale, scale);
    paint(inner);
    kept.images.set(name, image);
  }
  return image;
}

// The meadow

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 */
function drawGround(pen, shot, field) {
  const image = picture(pen, shot, "ground", WIDTH, HEIGHT, (inner) => {
    for (let y = 0; y < field.rows; y += 1) {
      for (let x = 0; x < field.columns; x += 1) drawTurf(inner, shot, field, x, y);
    }
    drawBorder(inner, shot, field);
    drawRulers(inner, shot, field);
  });
  pen.drawImage(image, 0, 0, WIDTH, HEIGHT);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {number} x of the real board
 * @param {number} y
 */
function drawTurf(pen, shot, field, x, y) {
  const { dark } = shot.palette;
  const { cell } = field;
  const [left, top] = [acrossOf(field, x) - cell / 2, downOf(field, y) - cell / 2];
  const even = (x + y) % 2 === 0;
  pen.fillStyle = dark ? (even ? "#26342a" : "#223026") : even ? "#cddcb2" : "#c3d4a6";
  pen.fillRect(left, top, cell + 0.5, cell + 0.5);
  pen.fillStyle = faded(seatColour(seatAt(shot, x)), dark ? 0.09 : 0.1);
  pen.fillRect(left, top, cell + 0.5, cell + 0.5);
  const tuft = dark ? "#3f5745" : "#a4c083";
  for (let i = 0; i < cell / 9; i += 1) {
    const tx = left + cell * (0.08 + 0.84 * grain(17 * x + i, 3 * y + 1));
    const ty = top + cell * (0.12 + 0.8 * grain(5 * y + i, 11 * x + 2));
    const tall = 2.5 + 4 * grain(x + i, y);
    stroke(pen, [tx - tall * 0.5, ty - tall, tx, ty, tx + tall * 0.45, ty - tall * 0.9], tuft, 1.2);
  }
  if (grain(x * 3.7, y * 9.1) > 0.72) disc(pen, left + cell * grain(x, 8), top + cell * (0.2 + 0.6 * grain(y, 5)), 2.6, dark ? "#44504a" : "#b4b89c");
}

/**
 * The line between the halves, and a frame around both.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 */
function drawBorder(pen, shot, { left, top, cell, columns, rows }) {
  const { dark } = shot.palette;
  const middle = WIDTH / 2;
  pen.fillStyle = dark ? "#1b2620" : "#b3bf98";
  pen.fillRect(middle - 4, top, 8, rows * cell);
  for (let y = top + 5; y < top + rows * cell - 2; y += 10) {
    slab(pen, middle - 3.5 + 2 * (grain(y, 1) - 0.5), y, 7, 7, 2.5, dark ? "#59635e" : "#e6e6d6");
  }
  pen.lineWidth = 2;
  pen.strokeStyle = faded(shot.palette.ink, 0.16);
  pen.strokeRect(left, top, columns * cell, rows * cell);
}

/**
 * Columns and rows as the owner of each half counts them.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 */
function drawRulers(pen, shot, field) {
  const { top, cell, columns, rows } = field;
  for (let x = 0; x < columns; x += 1) {
    const own = seatAt(shot, x) ? columns - 1 - x : x;
    label(pen, String(own), acrossOf(field, x), top + rows * cell + 15, 14, shot.palette.quiet, { align: "center" });
  }
  for (let y = 0; y < rows; y += 1) {
    for (const x of [field.left - 8, field.left + columns * cell + 8]) label(pen, String(y), x, downOf(field, y), 14, shot.palette.quiet, { align: "center" });
  }
}

// The strongholds

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 * @param {number} seat
 */
function drawBase(pen, shot, field, fight, seat) {
  const tall = field.rows * field.cell;
  const way = facing(shot, seat);
  const health = baseHealth(shot, fight, seat);
  const wounds = health <= 0 ? 6 : Math.ceil(5 * (1 - Math.min(1, health / shot.scene.health)));
  const image = picture(pen, shot, `base ${seat} ${wounds}`, BASE + 8, tall, (inner) => paintBase(inner, shot, seat, wounds, tall));
  const shake = (fight.bases[seat] ?? []).reduce((sum, blow) => sum + tremor(shot, blow.t), 0);
  pen.save();
  pen.translate(outerEdge(field, way), field.top);
  pen.scale(way, 1);
  pen.translate(-Math.abs(shake), 0);
  pen.drawImage(image, 0, 0, BASE + 8, tall);
  pen.restore();
  const middle = outerEdge(field, way) + way * (24 - Math.abs(shake));
  if (health > 0) label(pen, shot.seats[seat]?.letter ?? "", middle, field.top + tall / 2 + 1, 24, "#ffffff", { align: "center", weight: 800 });
}

/**
 * Where a stronghold begins, seen from outside.
 * @param {Field} field
 * @param {number} way
 */
function outerEdge({ left, cell, columns }, way) {
  return way > 0 ? left - BASE - GAP : left + columns * cell + BASE + GAP;
}

/**
 * @param {Shot} shot
 * @param {Fight} fight
 * @param {number} seat
 */
function baseHealth(shot, fight, seat) {
  if (!isMoving(shot)) return shot.to.players[seat][1];
  const lost = (fight.bases[seat] ?? []).reduce((sum, blow) => (blow.t <= shot.t ? sum + blow.damage : sum), 0);
  return Math.max(shot.to.players[seat][1], shot.from.players[seat][1] - lost);
}

/**
 * How far something trembles after a blow.
 * @param {Shot} shot
 * @param {number} begin
 */
function tremor(shot, begin) {
  const part = partOf(shot, begin, 0.3);
  return part === null ? 0 : 4 * Math.sin(part * 20) * (1 - part);
}

/**
 * A stronghold that looks to the right.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} wounds 0 to 5, or 6 in ruins
 * @param {number} tall
 */
function paintBase(pen, shot, seat, wounds, tall) {
  const { dark } = shot.palette;
  const stone = dark ? "#5d6068" : "#b9b4a8";
  const colour = wounds > 5 ? (dark ? "#3b3c40" : "#6d6963") : seatColour(seat);
  slab(pen, 4, 6, BASE - 2, tall - 8, 10, faded("#000000", 0.22));
  slab(pen, 0, 0, BASE - 8, tall - 6, 10, shade(stone, -0.28));
  slab(pen, 0, 0, BASE - 8, tall - 14, 10, stone);
  slab(pen, 7, 9, BASE - 30, tall - 32, 7, shade(stone, -0.14));
  for (let y = 8; y < tall - 28; y += 24) {
    slab(pen, BASE - 18, y, 18, 16, 3, shade(stone, -0.3));
    slab(pen, BASE - 18, y, 18, 12, 3, shade(stone, 0.16));
  }
  for (const y of [34, tall - 46]) paintTower(pen, 23, y, 16, stone, colour);
  paintTower(pen, 24, tall / 2, 23, stone, colour);
  for (let i = 0; i < 3 * wounds; i += 1) paintCrack(pen, 6 + 46 * grain(i, 4), 14 + (tall - 40) * grain(i, 9), 7 + 6 * grain(i, 2), i);
  if (wounds > 5) for (let i = 0; i < 9; i += 1) disc(pen, 6 + 44 * grain(i, 21), 20 + (tall - 40) * grain(i, 33), 7 + 9 * grain(i, 5), faded("#1d1b1a", 0.45));
}

/**
 * A round tower from above.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} stone
 * @param {string} colour
 */
function paintTower(pen, x, y, radius, stone, colour) {
  disc(pen, x + 1, y + 5, radius + 2, faded("#000000", 0.25));
  disc(pen, x, y + 3, radius, shade(stone, -0.35));
  disc(pen, x, y, radius, shade(stone, 0.22));
  disc(pen, x, y + 1.5, radius * 0.8, shade(colour, -0.35));
  disc(pen, x, y, radius * 0.78, colour);
  pen.fillStyle = faded("#ffffff", 0.2);
  pen.beginPath();
  pen.arc(x, y, radius * 0.78, Math.PI * 0.95, Math.PI * 1.75);
  pen.lineTo(x, y);
  pen.fill();
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} i
 */
function paintCrack(pen, x, y, size, i) {
  const lean = grain(i, 6) - 0.5;
  stroke(pen, [x - size * lean, y - size, x + size * 0.3, y - size * 0.3, x - size * 0.2, y + size * 0.2, x + size * lean, y + size], faded("#1a1715", 0.75), 1.6);
}

// Buildings

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 */
function drawBuildings(pen, shot, field, fight) {
  for (let y = 0; y < field.rows; y += 1) {
    for (let x = 0; x < field.columns; x += 1) {
      const before = /** @type {Cell} */ (shot.from.cells[y]?.[x] ?? 0);
      const after = /** @type {Cell} */ (shot.to.cells[y]?.[x] ?? 0);
      if (before || after) drawLot(pen, shot, field, fight, x, y, isMoving(shot) ? before : after, after);
    }
  }
}

/**
 * The building on a cell, while it comes, stands or goes.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 * @param {number} x
 * @param {number} y
 * @param {Cell} before
 * @param {Cell} after
 */
function drawLot(pen, shot, field, fight, x, y, before, after) {
  const shown = after || before;
  if (!shown) return;
  const number = y * field.columns + x;
  const blows = fight.cells.get(number) ?? [];
  const gone = after ? null : blows.length ? Math.max(...blows.map(({ t }) => t)) : -1;
  const fade = gone === null ? 0 : gone < 0 ? Math.min(1, shot.t / 0.35) : Math.max(0, Math.min(1, (shot.t - gone) / 0.12));
  if (fade >= 1) return;
  const grown = before ? 1 : ease(Math.min(1, shot.t / 0.3));
  const seat = seatAt(shot, x);
  const size = (field.cell / 100) * (0.6 + 0.4 * grown) * (gone === -1 ? 1 - 0.4 * fade : 1);
  pen.save();
  pen.globalAlpha = grown * (1 - fade);
  pen.translate(acrossOf(field, x) + blows.reduce((sum, { t }) => sum + tremor(shot, t), 0) * 0.6, downOf(field, y));
  pen.scale(size, size);
  const progress = lerp(before ? progressOf(shot, before, shot.from.round) : 0, progressOf(shot, shown, after ? shot.to.round : shot.from.round), ease(Math.min(1, shot.t / RISE)));
  if (progress < 1) drawSite(pen, shot, seat, shown[0], progress);
  else drawFinished(pen, shot, seat, shown[0], before, after);
  if (before && before[2] === shot.from.round && isMoving(shot)) dropScaffold(pen, shot);
  const health = before && isMoving(shot) ? Math.max(after ? after[1] : 0, healthAt(fight, number, before, shot.t)) : shown[1];
  if (health < shot.scene.full[shown[0]]) drawHealth(pen, health / shot.scene.full[shown[0]], shot.scene.full[shown[0]] / shot.scene.damage);
  pen.restore();
}

/**
 * How far a building is: 1 is finished.
 * @param {Shot} shot
 * @param {Building} cell
 * @param {number} round
 */
function progressOf(shot, [kind, , ready], round) {
  return ready < round ? 1 : 1 - (ready - round + 1) / (shot.scene.time[kind] + 1);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} kind
 */
function drawPicture(pen, shot, seat, kind) {
  const size = fieldOf(shot).cell / 100;
  const image = picture(pen, shot, `${kind} ${seat}`, BOX * size, BOX * size, (inner) => {
    inner.scale(size, size);
    inner.translate(BOX / 2, BOX / 2);
    PAINTERS[kind]?.(inner, seatColour(seat), shot.palette.dark);
  });
  pen.drawImage(image, -BOX / 2, -BOX / 2, BOX, BOX);
}

/** @type {Record<number, (pen: Pen, colour: string, dark: boolean) => void>} */
const PAINTERS = { [WALL]: paintWall, [TURRET]: paintTurret, [GENERATOR]: paintGenerator, [TESLA]: paintTesla };

/**
 * A building at work; it looks to the right.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} kind
 * @param {Cell} before
 * @param {Cell} after
 */
function drawFinished(pen, shot, seat, kind, before, after) {
  const loaded = lerp(loadOf(shot, before, shot.from.round), loadOf(shot, after || before, after ? shot.to.round : shot.from.round), shot.t);
  pen.save();
  pen.scale(facing(shot, seat), 1);
  drawPicture(pen, shot, seat, kind);
  if (kind === TURRET) drawGun(pen, shot, seat, before, loaded);
  if (kind === GENERATOR) drawGlow(pen, 0, -6, 30, SPARK, isMoving(shot) ? 0.55 * Math.sin(Math.PI * Math.max(0, (shot.t - 0.6) / 0.4)) : 0);
  if (kind === TESLA) drawGlow(pen, 0, -38, 24, LIGHTNING, 0.15 + 0.6 * loaded);
  pen.restore();
}

/**
 * How far a weapon is loaded: 1 shoots next.
 * @param {Shot} shot
 * @param {Cell} cell
 * @param {number} round
 */
function loadOf(shot, cell, round) {
  if (!cell || cell[2] >= round) return 1;
  return 1 - Math.max(0, cell[3] - round) / (shot.scene.cooldown[cell[0]] + 1);
}

/**
 * The barrel of a turret, which jumps back when it fires, and a ring that fills while it loads.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {Cell} before
 * @param {number} loaded
 */
function drawGun(pen, shot, seat, before, loaded) {
  const fires = before && isMoving(shot) && before[2] <= shot.from.round && (before[2] === shot.from.round || before[3] === shot.from.round);
  const kick = fires ? 10 * Math.max(0, 1 - shot.t / 0.45) * Math.min(1, shot.t / 0.05) : 0;
  const colour = seatColour(seat);
  const steel = shot.palette.dark ? "#8b919e" : "#5a606c";
  slab(pen, 2 - kick, -8, 42, 16, 5, shade(steel, -0.45));
  slab(pen, 2 - kick, -7, 42, 9, 4, steel);
  slab(pen, 36 - kick, -10, 9, 20, 4, shade(steel, -0.55));
  slab(pen, 37 - kick, -9, 6, 12, 3, shade(steel, -0.2));
  disc(pen, -4, 2, 21, shade(colour, -0.4));
  disc(pen, -4, -1, 21, colour);
  disc(pen, -10, -8, 7, faded("#ffffff", 0.35));
  pen.lineWidth = 5;
  pen.strokeStyle = faded("#ffffff", 0.85);
  pen.beginPath();
  pen.arc(-4, -1, 13, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * (fires && shot.t < 0.1 ? 1 : loaded));
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 * @param {number} strength
 */
function drawGlow(pen, x, y, radius, colour, strength) {
  if (strength <= 0.02) return;
  for (const [part, alpha] of /** @type {[number, number][]} */ ([[1, 0.22], [0.7, 0.3], [0.42, 0.6]])) disc(pen, x, y, radius * part, faded(colour, alpha * strength));
}

/**
 * @param {Pen} pen
 * @param {number} width
 * @param {number} y
 */
function paintShadow(pen, width, y) {
  pen.fillStyle = faded("#000000", 0.22);
  pen.beginPath();
  pen.ellipse(4, y, width, width * 0.42, 0, 0, 2 * Math.PI);
  pen.fill();
}

/**
 * A piece of rampart across the row.
 * @param {Pen} pen
 * @param {string} colour
 * @param {boolean} dark
 */
function paintWall(pen, colour, dark) {
  const stone = dark ? "#8d8b86" : "#c9c3b6";
  slab(pen, -18, -34, 46, 80, 6, faded("#000000", 0.2));
  slab(pen, -23, -42, 44, 84, 6, shade(stone, -0.42));
  slab(pen, -23, -42, 44, 70, 6, stone);
  slab(pen, -13, -36, 12, 58, 4, shade(colour, -0.3));
  slab(pen, -13, -36, 12, 55, 4, colour);
  for (let i = 0; i < 4; i += 1) {
    slab(pen, 5, -40 + 18 * i, 17, 14, 3, shade(stone, -0.36));
    slab(pen, 5, -42 + 18 * i, 17, 13, 3, shade(stone, 0.3));
  }
  for (let i = 0; i < 3; i += 1) stroke(pen, [-20 + 15 * i, 31, -20 + 15 * i, 39], shade(stone, -0.6), 1.6);
  stroke(pen, [-21, 35, 19, 35], shade(stone, -0.6), 1.6);
}

/**
 * The round bed of a turret; its gun is drawn over it.
 * @param {Pen} pen
 * @param {string} colour
 * @param {boolean} dark
 */
function paintTurret(pen, colour, dark) {
  const steel = dark ? "#6d727d" : "#8d929d";
  paintShadow(pen, 40, 14);
  disc(pen, -4, 6, 34, shade(steel, -0.5));
  disc(pen, -4, 0, 34, steel);
  disc(pen, -4, 0, 28, shade(steel, -0.22));
  for (let i = 0; i < 8; i += 1) {
    const angle = (Math.PI * (i + 0.5)) / 4;
    disc(pen, -4 + 31 * Math.cos(angle), 31 * Math.sin(angle), 2, shade(steel, 0.5));
  }
  pen.lineWidth = 3;
  pen.strokeStyle = faded(colour, 0.9);
  pen.beginPath();
  pen.arc(-4, 0, 27, 0, 2 * Math.PI);
  pen.stroke();
}

/**
 * A power house with a glowing core between two coloured coils.
 * @param {Pen} pen
 * @param {string} colour
 * @param {boolean} dark
 */
function paintGenerator(pen, colour, dark) {
  const steel = dark ? "#7a7f8a" : "#dcdad3";
  slab(pen, -32, -24, 74, 66, 14, faded("#000000", 0.2));
  slab(pen, -36, -34, 72, 72, 14, shade(steel, -0.42));
  slab(pen, -36, -34, 72, 60, 14, steel);
  for (const x of [-31, 20]) {
    slab(pen, x, -28, 11, 50, 5, shade(colour, -0.35));
    slab(pen, x, -28, 11, 46, 5, colour);
    for (let y = -20; y < 16; y += 9) stroke(pen, [x + 1, y, x + 10, y - 3], faded("#ffffff", 0.5), 1.8);
  }
  disc(pen, 0, -4, 19, shade(steel, -0.5));
  disc(pen, 0, -6, 18, "#3a3420");
  disc(pen, 0, -6, 15, "#ffc93c");
  disc(pen, -3, -9, 9, "#ffe391");
  paintFlash(pen, 0, -6, 12, "#7a4d00");
}

/**
 * The sign of energy.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
function paintFlash(pen, x, y, size, colour) {
  shape(pen, [x + 0.25 * size, y - size, x - 0.6 * size, y + 0.2 * size, x - 0.05 * size, y + 0.2 * size, x - 0.25 * size, y + size, x + 0.6 * size, y - 0.25 * size, x + 0.05 * size, y - 0.25 * size], colour);
}

/**
 * A mast with coils and a ball that holds the charge.
 * @param {Pen} pen
 * @param {string} colour
 * @param {boolean} dark
 */
function paintTesla(pen, colour, dark) {
  const steel = dark ? "#858a96" : "#6a6f7b";
  paintShadow(pen, 36, 34);
  slab(pen, -30, 16, 60, 28, 10, shade(colour, -0.45));
  slab(pen, -30, 12, 60, 24, 10, colour);
  shape(pen, [-15, 26, 15, 26, 7, -30, -7, -30], steel);
  shape(pen, [2, 26, 15, 26, 7, -30, 1, -30], shade(steel, -0.3));
  for (const [y, width] of /** @type {[number, number][]} */ ([[14, 40], [0, 34], [-13, 28]])) {
    slab(pen, -width / 2, y - 1, width, 9, 4.5, "#8a5a22");
    slab(pen, -width / 2, y - 2, width, 7, 3.5, "#e0a050");
  }
  disc(pen, 0, -38, 14, shade(steel, -0.4));
  disc(pen, 0, -39, 13, "#cfeaff");
  disc(pen, -4, -43, 5, "#ffffff");
}

/**
 * A building site: the building grows from below within a scaffold.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} kind
 * @param {number} progress
 */
function drawSite(pen, shot, seat, kind, progress) {
  const { dark } = shot.palette;
  const height = 16 + 72 * progress;
  slab(pen, -40, -40, 80, 82, 8, faded(dark ? "#7d6a4c" : "#8f7a55", 0.38));
  pen.save();
  pen.beginPath();
  pen.rect(-BOX / 2, 44 - height, BOX, height + 10);
  pen.clip();
  pen.globalAlpha *= 0.8;
  pen.scale(facing(shot, seat), 1);
  drawPicture(pen, shot, seat, kind);
  if (kind === TURRET) drawGun(pen, shot, seat, 0, 0);
  pen.restore();
  drawScaffold(pen, dark);
  slab(pen, -34, 34, 68, 9, 4.5, faded("#000000", 0.55));
  slab(pen, -32, 36, 64 * Math.max(0.06, progress), 5, 2.5, seatColour(seat));
}

/**
 * @param {Pen} pen
 * @param {boolean} dark
 */
function drawScaffold(pen, dark) {
  const wood = dark ? "#b08a52" : "#9a713a";
  for (const x of [-38, 38]) stroke(pen, [x, -40, x, 40], wood, 4);
  for (const y of [-32, 2]) stroke(pen, [-42, y, 42, y], wood, 3.5);
  stroke(pen, [-38, 2, 38, -32], faded(wood, 0.75), 2.5);
  stroke(pen, [-38, 36, 38, 2], faded(wood, 0.75), 2.5);
}

/**
 * A finished building loses its scaffold.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function dropScaffold(pen, shot) {
  const part = partOf(shot, RISE, 0.3);
  if (part === null) return;
  pen.save();
  pen.globalAlpha *= 1 - part;
  pen.translate(0, 10 * part);
  drawScaffold(pen, shot.palette.dark);
  pen.restore();
}

/**
 * The health that is left of a damaged building, with a piece for each missile that it stands.
 * @param {Pen} pen
 * @param {number} part
 * @param {number} pieces
 */
function drawHealth(pen, part, pieces) {
  slab(pen, -34, 38, 68, 9, 4.5, faded("#000000", 0.6));
  slab(pen, -32, 40, Math.max(3, 64 * part), 5, 2.5, part > 0.5 ? "#5fc46b" : part > 0.25 ? "#f0b429" : "#e5484d");
  for (let i = 1; i < pieces && pieces <= 12; i += 1) stroke(pen, [-32 + (64 * i) / pieces, 40, -32 + (64 * i) / pieces, 45], "#1b1d22", 1.5);
}

// Shots

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Flight} flight
 */
function drawMissile(pen, shot, field, { seat, row, from, to, end, fresh }) {
  if (shot.t >= end) return;
  const part = isMoving(shot) ? Math.min(1, shot.t / Math.min(1, end)) : 1;
  const way = facing(shot, seat);
  const column = lerp(fresh ? from + (seat ? -0.4 : 0.4) : from, to, part);
  const size = Math.max(0.62, field.cell / 100);
  pen.save();
  // Those of the two sides pass each other.
  pen.translate(acrossOf(field, column), downOf(field, row) + (seat ? 9 : -9) * size);
  pen.scale(way * size, size);
  pen.fillStyle = faded("#000000", 0.2);
  pen.beginPath();
  pen.ellipse(0, 26, 14, 4, 0, 0, 2 * Math.PI);
  pen.fill();
  const colour = seatColour(seat);
  for (let i = 0; i < 4; i += 1) disc(pen, -18 - 9 * i, 0, 7 - 1.5 * i, faded(i < 1 ? SPARK : colour, 0.5 - 0.11 * i));
  shape(pen, [-15, -8, -22, -13, -9, -8, -9, 8, -22, 13, -15, 8], shade(colour, -0.45));
  slab(pen, -17, -8, 26, 16, 6, shade(colour, -0.5));
  slab(pen, -17, -8, 26, 13, 6, colour);
  shape(pen, [8, -8, 18, -4, 22, -0.5, 18, 4, 8, 8], "#f4f2ec");
  stroke(pen, [-13, -4, 4, -4], faded("#ffffff", 0.6), 2.5);
  pen.restore();
}

/**
 * Everything that flashes: guns, lightning, bursts, and the numbers that they take.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 */
function drawFire(pen, shot, field, fight) {
  for (const flight of fight.flights) if (flight.fresh) drawMuzzle(pen, shot, field, flight);
  for (const bolt of shot.to.bolts) drawBolt(pen, shot, field, bolt);
  for (const [cell, blows] of fight.cells) drawBlows(pen, shot, field, cell, blows);
  fight.bases.forEach((blows, seat) => {
    const edge = outerEdge(field, facing(shot, seat)) + facing(shot, seat) * BASE;
    for (const { t, damage, row } of blows) drawBurst(pen, shot, field, edge, downOf(field, row), t, 1.1, `-${damage}`);
  });
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Flight} flight
 */
function drawMuzzle(pen, shot, field, { seat, row, from }) {
  const part = partOf(shot, 0, 0.3);
  if (part === null) return;
  const size = field.cell / 100;
  const x = acrossOf(field, from) + facing(shot, seat) * 50 * size;
  drawGlow(pen, x, downOf(field, row), 26 * size * (0.5 + part), SPARK, 1.2 * (1 - part));
  for (let i = 0; i < 3; i += 1) disc(pen, x + (grain(i, from) - 0.5) * 30 * size, downOf(field, row) + (grain(from, i) - 0.5) * 34 * size * part, 9 * size * part, faded("#9a9a9a", 0.45 * (1 - part)));
}

/**
 * Lightning from a tower to all that it strikes, from one to the next; the base is struck by a bolt of its own.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {number[]} bolt
 */
function drawBolt(pen, shot, field, [seat = 0, tower = 0, ...struck]) {
  const part = partOf(shot, BOLT - 0.2, 0.42);
  if (part === null) return;
  const at = (/** @type {number} */ cell) => ({ x: acrossOf(field, cell % field.columns), y: downOf(field, Math.floor(cell / field.columns)) });
  const begin = at(tower);
  begin.y -= 0.38 * field.cell;
  const way = facing(shot, seat);
  let last = begin;
  struck.forEach((cell, i) => {
    const goal = cell === ENEMY_BASE ? { x: way > 0 ? field.left + field.columns * field.cell + 30 : field.left - 30, y: begin.y } : at(cell);
    if (isStopped(shot, seat, cell)) goal.x = WIDTH / 2;
    drawArc(pen, cell === ENEMY_BASE ? begin : last, goal, Math.floor(shot.t * 30) + i, Math.min(1, 2 * (1 - part)), field.cell / 100);
    if (cell !== ENEMY_BASE) last = goal;
  });
  drawGlow(pen, begin.x, begin.y, 0.4 * field.cell, LIGHTNING, 1 - part);
}

/**
 * @param {Pen} pen
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 * @param {number} seed
 * @param {number} strength
 * @param {number} size
 */
function drawArc(pen, a, b, seed, strength, size) {
  const count = Math.max(3, Math.round(Math.hypot(b.x - a.x, b.y - a.y) / (22 * size)));
  const points = [];
  for (let i = 0; i <= count; i += 1) {
    const off = i === 0 || i === count ? 0 : (grain(i, seed) - 0.5) * 34 * size;
    points.push(lerp(a.x, b.x, i / count) + off * 0.4, lerp(a.y, b.y, i / count) + off);
  }
  stroke(pen, points, faded("#4aa8ff", 0.35 * strength), 12 * size);
  stroke(pen, points, faded(LIGHTNING, 0.9 * strength), 5 * size);
  stroke(pen, points, faded("#ffffff", strength), 2 * size);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {number} cell
 * @param {Blow[]} blows
 */
function drawBlows(pen, shot, field, cell, blows) {
  const [x, y] = [cell % field.columns, Math.floor(cell / field.columns)];
  const falls = !shot.to.cells[y]?.[x];
  const last = Math.max(...blows.map(({ t }) => t));
  const middle = acrossOf(field, x);
  const front = middle + facing(shot, seatAt(shot, x)) * 0.3 * field.cell;
  for (const { t, damage } of blows) {
    const dies = falls && t === last;
    drawBurst(pen, shot, field, dies ? middle : front, downOf(field, y), t, dies ? 1.5 : 0.8, damage ? `-${damage}` : "");
  }
}

/**
 * A flash, flying sparks and smoke, and what it cost.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {number} x
 * @param {number} y
 * @param {number} begin
 * @param {number} power
 * @param {string} words
 */
function drawBurst(pen, shot, field, x, y, begin, power, words) {
  const part = partOf(shot, begin, Math.max(0.15, 1 - begin));
  if (part === null) return;
  const size = (field.cell / 100) * power;
  for (let i = 0; i < 5; i += 1) {
    const angle = 2 * Math.PI * grain(i, x + y);
    const away = 30 * size * ease(part);
    disc(pen, x + away * Math.cos(angle), y + away * Math.sin(angle) - 12 * size * part, (10 + 12 * part) * size, faded("#57534e", 0.45 * (1 - part)));
  }
  drawGlow(pen, x, y, 46 * size * (0.4 + 0.6 * part), "#ff9a3d", 1.5 * (1 - part));
  drawGlow(pen, x, y, 24 * size, "#fff3c4", 1.6 * Math.max(0, 1 - 2.2 * part));
  for (let i = 0; i < 9; i += 1) {
    const angle = 2 * Math.PI * grain(x + i, y);
    const away = (14 + 44 * grain(i, 7)) * size * Math.sqrt(part);
    disc(pen, x + away * Math.cos(angle), y + away * Math.sin(angle), 3.4 * size * (1 - part), i % 2 ? SPARK : "#ff7a3d");
  }
  drawLoss(pen, shot, words, x, y - field.cell * (0.2 + 0.25 * part), Math.max(16, field.cell * 0.2), 1 - part * part);
}

/**
 * A number that rises and fades, readable on every ground.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} strength
 */
function drawLoss(pen, shot, words, x, y, size, strength) {
  const { dark } = shot.palette;
  pen.font = `800 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = size * 0.25;
  pen.strokeStyle = faded(dark ? "#2a0d0a" : "#fff6ea", 0.9 * strength);
  pen.strokeText(words, x, y);
  label(pen, words, x, y, size, faded(dark ? "#ff9c8f" : "#b21f1f", strength), { align: "center", weight: 800 });
}

// The iron curtain

/**
 * A wall of light before the first column of its owner's half.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {Fight} fight
 * @param {number} seat
 */
function drawCurtain(pen, shot, field, fight, seat) {
  const { from, to, scene } = shot;
  if (!scene.curtain) return;
  const is = (/** @type {Frame} */ frame) => (frame.round > 0 && (frame.players[seat]?.[5] ?? -1) >= 0 ? 1 : 0);
  const strength = isMoving(shot) ? lerp(is(from), is(to), ease(Math.min(1, shot.t / 0.25))) : is(to);
  if (strength <= 0) return;
  const way = facing(shot, seat);
  const tall = field.rows * field.cell;
  const image = picture(pen, shot, `curtain ${seat}`, 30, tall, (inner) => paintCurtain(inner, seatColour(seat), tall));
  pen.save();
  pen.globalAlpha = strength;
  pen.translate(WIDTH / 2, field.top + (tall * (1 - strength)) / 2);
  pen.scale(-way, strength);
  pen.drawImage(image, 0, 0, 30, tall);
  pen.restore();
  for (const { seat: whose, row, t } of fight.stopped) if (whose === seat) drawRipple(pen, shot, field, seat, row, t);
}

/**
 * @param {Pen} pen
 * @param {string} colour
 * @param {number} tall
 */
function paintCurtain(pen, colour, tall) {
  const light = pen.createLinearGradient(0, 0, 30, 0);
  light.addColorStop(0, faded(colour, 0.95));
  light.addColorStop(0.25, faded(colour, 0.5));
  light.addColorStop(1, faded(colour, 0));
  pen.fillStyle = light;
  pen.fillRect(0, 0, 30, tall);
  for (let y = 0; y < tall; y += 20) {
    stroke(pen, [3, y, 12, y + 5, 12, y + 15, 3, y + 20], faded("#ffffff", 0.65), 1.6);
    stroke(pen, [12, y + 5, 21, y, 21, y - 10], faded("#ffffff", 0.3), 1.3);
  }
  slab(pen, 0, 0, 4, tall, 2, faded("#ffffff", 0.9));
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Field} field
 * @param {number} seat
 * @param {number} row
 * @param {number} begin
 */
function drawRipple(pen, shot, field, seat, row, begin) {
  const part = isMoving(shot) ? partOf(shot, begin, Math.min(0.5, 1 - begin)) : null;
  if (part === null) return;
  const size = field.cell / 100;
  for (const delay of [0, 0.25]) {
    const age = Math.max(0, part - delay);
    pen.strokeStyle = faded(delay ? seatColour(seat) : "#ffffff", 1 - part);
    pen.lineWidth = 5 * size;
    pen.beginPath();
    pen.ellipse(WIDTH / 2, downOf(field, row), (6 + 20 * age) * size, (12 + 60 * age) * size, 0, 0, 2 * Math.PI);
    pen.stroke();
  }
  drawGlow(pen, WIDTH / 2, downOf(field, row), 34 * size, "#ffffff", 1 - part);
}

// Above the field

/**
 * A player's health, energy, score and curtain.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Fight} fight
 * @param {number} seat
 */
function drawPlayer(pen, shot, fight, seat) {
  const way = facing(shot, seat);
  const { palette, scene } = shot;
  const before = /** @type {Player} */ (shot.from.players[seat]);
  const after = /** @type {Player} */ (shot.to.players[seat]);
  const x = (/** @type {number} */ away) => (way > 0 ? away : WIDTH - away);
  const left = (/** @type {number} */ away, /** @type {number} */ width) => (way > 0 ? away : WIDTH - away - width);
  const align = way > 0 ? "left" : "right";
  const colour = seatColour(seat);
  pen.lineWidth = 1.5;
  slab(pen, left(4, 390), 4, 390, 92, 14, palette.raised, palette.line);
  slab(pen, left(16, 42), 16, 42, 68, 10, colour);
  label(pen, shot.seats[seat]?.letter ?? "", x(37), 51, 28, "#ffffff", { align: "center", weight: 800 });
  label(pen, shot.seats[seat]?.name ?? "", x(72), 25, 20, palette.ink, { align, weight: 650, most: 170 });
  label(pen, `score ${Math.round(lerp(before[2], after[2], shot.t))}`, x(380), 25, 20, palette.ink, { align: way > 0 ? "right" : "left", weight: 600, most: 130 });
  drawHealthBar(pen, shot, left(72, 308), 39, 308, baseHealth(shot, fight, seat), colour, way);
  paintFlash(pen, x(82), 77, 11, "#e8a800");
  const energy = String(Math.round(lerp(before[0], after[0], ease(shot.t))));
  label(pen, energy, x(98), 78, 24, palette.ink, { align, weight: 700 });
  const wide = pen.measureText(energy).width;
  label(pen, `+${scene.income[0] + scene.income[1] * after[3]}`, x(106 + wide), 79, 19, palette.quiet, { align });
  if (scene.curtain) drawCurtainSign(pen, shot, x, left, after, colour);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} health
 * @param {string} colour
 * @param {number} way
 */
function drawHealthBar(pen, shot, x, y, width, health, colour, way) {
  const part = Math.max(0, Math.min(1, health / shot.scene.health));
  const full = width * part;
  slab(pen, x, y, width, 20, 10, shot.palette.dark ? "#3a3e47" : "#e2ded3");
  if (full > 0) slab(pen, way > 0 ? x : x + width - full, y, full, 20, Math.min(10, full / 2), part > 0.25 ? colour : "#e5484d");
  const start = way > 0 ? x : x + width - full;
  for (const [left, wide, ink] of /** @type {[number, number, string][]} */ ([[start, full, "#ffffff"], [way > 0 ? x + full : x, width - full, shot.palette.ink]])) {
    pen.save();
    pen.beginPath();
    pen.rect(left, y, wide, 20);
    pen.clip();
    label(pen, String(health), x + width / 2, y + 11, 18, ink, { align: "center", weight: 700 });
    pen.restore();
  }
}

/**
 * Whether the iron curtain can be raised, or how long it stays.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {(away: number) => number} x
 * @param {(away: number, width: number) => number} left
 * @param {Player} player
 * @param {string} colour
 */
function drawCurtainSign(pen, shot, x, left, [, , , , available, rounds], colour) {
  const { palette } = shot;
  const active = shot.to.round > 0 && rounds >= 0;
  const stays = rounds ? `curtain: ${rounds} left` : "curtain ends";
  const words = active ? stays : available ? "curtain ready" : "no curtain";
  slab(pen, left(236, 144), 66, 144, 24, 12, active ? colour : available ? faded(colour, 0.25) : faded(palette.quiet, 0.12));
  label(pen, words, x(308), 79, 17, active ? "#ffffff" : available ? palette.ink : palette.quiet, { align: "center", weight: 600, most: 130 });
}

/**
 * Between the players: the round, and at the end who won.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawRound(pen, shot) {
  const { to, scene, palette, seats } = shot;
  const middle = WIDTH / 2;
  const over = to.winner !== null && !isMoving(shot);
  label(pen, `round ${to.round}`, middle, over ? 24 : 40, over ? 18 : 24, palette.ink, { align: "center", weight: 650, most: 150 });
  if (!over) {
    label(pen, `of ${scene.rounds}`, middle, 66, 18, palette.quiet, { align: "center", most: 150 });
    return;
  }
  const words = to.winner < 0 ? "a tie" : `${seats[to.winner]?.letter} wins`;
  slab(pen, middle - 66, 42, 132, 40, 20, to.winner < 0 ? palette.quiet : seatColour(to.winner));
  label(pen, words, middle, 63, 22, "#ffffff", { align: "center", weight: 800, most: 116 });
}
