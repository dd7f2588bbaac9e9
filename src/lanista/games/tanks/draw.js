// Tanks: a landscape seen from above. In a turn the tanks drive, then shells fly and burst, then the radars sweep.

import { disc, ease, faded, grain, label, lerp, letterOf, seatColour, shade, shape, slab, stroke } from "../../web/static/canvas.js";

/** @typedef {import("../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("../../web/static/canvas.js").Palette} Palette */
/** @typedef {import("../../web/static/canvas.js").Tool} Tool */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{width: number, height: number, scan: number, reach: number, lob: number, health: number, damage: Record<"lake"|"forest"|"tank"|"direct"|"indirect", number>}} Scene */
/** @typedef {[x: number, y: number, orientation: number, health: number, mobile: number, action: number, way: number, targetX: number, targetY: number]} Row a tank of a frame */
/** @typedef {[x: number, y: number, orientation: number, alive: number, id: number]} Echo a tank of a scan */
/** @typedef {{x: number, y: number, rows: string[]}} Land */
/** @typedef {{turn: number, limit: number|null, land: Land|null, ids: (number|null)[], tanks: (Row|null)[], seen: Echo[]}} Frame */

const CELL = 20;
const EDGE = 15; // around the map, for its numbers
const COMFORT = 45; // columns from which on tanks and words are drawn larger than the map
const LARGEST = 2;
const EIGHTH = Math.PI / 4;

const [MOVE, SCAN_OMNI, SCAN_MONO, FIRE_CARDINAL, FIRE_POSITIONAL] = [1, 3, 4, 5, 6];
const DX = [0, 1, 1, 1, 0, -1, -1, -1];
const DY = [-1, -1, 0, 1, 1, 1, 0, -1];
const WAYS = ["NORTH", "NORTH_EAST", "EAST", "SOUTH_EAST", "SOUTH", "SOUTH_WEST", "WEST", "NORTH_WEST"];
const WAY_KEYS = ["w", "e", "d", "c", "x", "z", "a", "q"]; // as they lie around the key s

// Where a scanned square begins, in half squares from the scanner: by orientation, and last all around.
const SCAN_LEFT = [1, 0, 0, 0, 1, 2, 2, 2, 1];
const SCAN_ABOVE = [2, 2, 1, 0, 0, 0, 1, 2, 1];
const OMNI = 8;

// The phases of a turn
const CONTACT = 0.15; // when a tank runs into something
const ARRIVED = 0.32;
const FIRE = 0.34;
const LAST_BURST = 0.78;
const BURST = 0.2; // how long it lasts
const SWEEP = 0.62;
const FUSE = 3; // ticks
const LOB = 1;

const PUFFS = ["#fff0b8", "#ffd45c", "#ffc247", "#ffae36", "#ff9a2e", "#ff7f2a", "#f4692a", "#e2562b", "#8a5a48", "#6d5f58", "#e8702d", "#5f5852", "#c9552e", "#6a5f57"]; // from the middle outwards

/** @type {import("../../web/static/canvas.js").Board} */
export const board = {
  rate: 2.5,
  size: (scene) => ({ width: scene.width * CELL + 2 * edge(scene), height: scene.height * CELL + 2 * edge(scene) }),
  draw(pen, shot) {
    drawNumbers(pen, shot);
    const at = edge(shot.scene);
    pen.translate(at, at);
    pen.save();
    pen.beginPath();
    pen.roundRect(0, 0, shot.scene.width * CELL, shot.scene.height * CELL, 8);
    pen.clip();
    drawGround(pen, shot);
    drawBattle(pen, shot);
    pen.restore();
  },
  describe,
  place: (shot, x, y) => ({ x: edge(shot.scene) + x * CELL, y: edge(shot.scene) + y * CELL, width: CELL, height: CELL }),
  cell(shot, px, py) {
    const [x, y] = [Math.floor((px - edge(shot.scene)) / CELL), Math.floor((py - edge(shot.scene)) / CELL)];
    return isOnMap(shot.scene, x, y) ? { x, y } : null;
  },
  tools,
};

/**
 * How much larger than usual things are drawn, to be seen on a large map.
 * @param {Scene} scene
 */
function zoom(scene) {
  return Math.max(1, Math.min(LARGEST, scene.width / COMFORT));
}

/**
 * The same for what is drawn on the map; on a small screen it is larger still.
 * @param {Pen} pen
 * @param {Scene} scene
 */
function sizeOn(pen, scene) {
  const shown = pen.getTransform().a / (globalThis.devicePixelRatio || 1);
  return Math.max(zoom(scene), Math.min(LARGEST, 0.6 / shown));
}

/** @param {Scene} scene */
function edge(scene) {
  return EDGE * zoom(scene);
}

/**
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 */
function isOnMap(scene, x, y) {
  return x >= 0 && y >= 0 && x < scene.width && y < scene.height;
}

/** @param {number} cell */
function middle(cell) {
  return (cell + 0.5) * CELL;
}

// For those who do not see it, and those who play

/** @param {Shot} shot */
function describe(shot) {
  const frame = /** @type {Frame} */ (shot.to);
  const living = frame.tanks.flatMap((row, seat) => (row && row[3] > 0 ? [{ row, letter: letterOf(shot, seat) }] : []));
  const words = living.map(({ row, letter }) => `${letter} at ${row[0]}, ${row[1]} facing ${spoken(row[2])}, health ${row[3]}${row[4] ? "" : ", stuck"}`);
  const seen = frame.seen.map(([x, y, way, alive, id]) => `${alive ? "tank" : "wreck"} ${id} at ${x}, ${y} facing ${spoken(way)}`);
  const all = frame.tanks.filter((row) => row !== null).length;
  const start = shot.seat === null ? [`${living.length} of ${all} tanks alive`] : living.length === 0 ? ["your tank is destroyed"] : [];
  return [...start, ...words.slice(0, 12), ...seen].join("; ");
}

/** @param {number} way */
function spoken(way) {
  return (WAYS[way] ?? "").toLowerCase().replace("_", "-");
}

/** @returns {Tool[]} */
function tools() {
  const drive = [
    { label: "forward", key: "ArrowUp", move: "MOVE FORWARD" }, { label: "back", key: "ArrowDown", move: "MOVE BACKWARDS" },
    { label: "turn left", key: "ArrowLeft", move: "ROTATE COUNTER_CLOCKWISE" }, { label: "turn right", key: "ArrowRight", move: "ROTATE CLOCKWISE" },
    { label: "wait", key: ".", move: "IDLE" },
  ];
  const arrows = [..."↑↗→↘↓↙←↖"];
  const shots = WAYS.map((way, i) => ({ label: `fire ${arrows[i]}`, key: WAY_KEYS[i] ?? "", move: `FIRE CARDINAL ${way}` }));
  const scans = WAYS.map((way, i) => ({ label: `scan ${arrows[i]}`, key: (WAY_KEYS[i] ?? "").toUpperCase(), move: `SCAN MONO ${way}` }));
  const lob = { label: "fire at …", key: "s", at: (/** @type {number} */ x, /** @type {number} */ y) => `FIRE POSITIONAL ${x} ${y}` };
  const around = { label: "scan around", key: "S", move: "SCAN OMNI" };
  return [
    ...drive.map((tool) => ({ ...tool, group: "drive" })), { ...lob, group: "fire" }, ...shots.map((tool) => ({ ...tool, group: "fire" })),
    { ...around, group: "scan" }, ...scans.map((tool) => ({ ...tool, group: "scan" })),
  ];
}

// What happened within the turn, worked out from the frames on both sides of it

/** @typedef {{seat: number, at: number, amount: number, by: number|null}} Hurt */
/** @typedef {{seat: number, fromX: number, fromY: number, x: number, y: number, burst: number, lands: boolean, lob: boolean}} Shell */
/** @typedef {{hurts: Hurt[], shells: Shell[], bumps: Map<number, {x: number, y: number}>}} Story */
/** @typedef {{seat: number, x: number, y: number, health: number, row: Row}} Fighter */
/** @typedef {{seat: number, x: number, y: number, way: number, due: number, flown: number, lob: boolean}} Flight */

/** @type {WeakMap<Frame, {from: Frame, story: Story}>} */
const stories = new WeakMap();

/**
 * @param {Shot} shot
 * @returns {Story}
 */
function storyOf(shot) {
  const known = stories.get(shot.to);
  if (known && known.from === shot.from) return known.story;
  /** @type {Story} */
  const story = { hurts: [], shells: [], bumps: new Map() };
  if (shot.from.turn !== shot.to.turn) {
    if (shot.seat === null) retell(shot.scene, shot.from, shot.to, story);
    else guess(shot, shot.seat, story);
  }
  stories.set(shot.to, { from: shot.from, story });
  return story;
}

/**
 * The turn as the rules play it: the tanks in the order of their numbers, then the shells tick by tick.
 * @param {Scene} scene
 * @param {Frame} from
 * @param {Frame} to
 * @param {Story} story
 */
function retell(scene, from, to, story) {
  /** @type {Fighter[]} */
  const fighters = [];
  to.tanks.forEach((row, seat) => {
    const before = from.tanks[seat];
    if (row && before) fighters.push({ seat, x: before[0], y: before[1], health: before[3], row });
  });
  fighters.sort((a, b) => (to.ids[a.seat] ?? 0) - (to.ids[b.seat] ?? 0));
  const acting = fighters.filter(({ health }) => health > 0);
  for (const tank of acting) drive(scene, from, to, tank, fighters, story);
  fly(scene, acting.flatMap((tank) => launched(scene, tank)), fighters, story);
}

/**
 * @param {Story} story
 * @param {Fighter} tank
 * @param {number} at
 * @param {number} damage
 * @param {number|null} by
 */
function hurt(story, tank, at, damage, by) {
  const amount = Math.min(tank.health, damage);
  tank.health -= amount;
  if (amount > 0) story.hurts.push({ seat: tank.seat, at, amount, by });
}

/**
 * @param {Scene} scene
 * @param {Frame} from
 * @param {Frame} to
 * @param {Fighter} tank
 * @param {Fighter[]} all
 * @param {Story} story
 */
function drive(scene, from, to, tank, all, story) {
  if (tank.row[5] !== MOVE || !from.tanks[tank.seat]?.[4]) return;
  const { x, y } = aheadOf(tank.row, tank);
  const other = all.find((one) => one.x === x && one.y === y);
  const kind = terrainAt(to.land, x, y);
  const stays = !isOnMap(scene, x, y) || other || kind === "D" || kind === "E";
  if (stays) {
    story.bumps.set(tank.seat, { x, y });
    hurt(story, tank, CONTACT, kind === "D" || kind === "E" ? scene.damage.forest : scene.damage.tank, null);
    if (other) hurt(story, other, CONTACT, scene.damage.tank, tank.seat);
    return;
  }
  Object.assign(tank, { x, y });
  if (kind === "L") hurt(story, tank, ARRIVED, scene.damage.lake, null);
}

/**
 * The cell that a move goes to.
 * @param {Row} row
 * @param {{x: number, y: number}} place
 */
function aheadOf(row, place) {
  const sign = row[6] === 0 ? 1 : -1;
  return { x: place.x + sign * (DX[row[2]] ?? 0), y: place.y + sign * (DY[row[2]] ?? 0) };
}

/**
 * @param {Land|null} land
 * @param {number} x
 * @param {number} y
 */
function terrainAt(land, x, y) {
  return land?.rows[y - land.y]?.[x - land.x];
}

/**
 * @param {Scene} scene
 * @param {Fighter} tank
 * @returns {Flight[]}
 */
function launched(scene, { seat, x, y, row }) {
  const flight = { seat, x, y, way: row[6], due: 0, flown: 0, lob: false };
  if (row[5] === FIRE_CARDINAL) return [flight];
  const [targetX, targetY] = [row[7], row[8]];
  const away = Math.max(Math.abs(targetX - x), Math.abs(targetY - y));
  const isVoid = away === 0 || away > scene.lob || !isOnMap(scene, targetX, targetY);
  if (row[5] !== FIRE_POSITIONAL || isVoid) return [];
  return [{ ...flight, x: targetX, y: targetY, due: LOB + FUSE, lob: true }];
}

/**
 * @param {Scene} scene
 * @param {Flight[]} flights
 * @param {Fighter[]} all
 * @param {Story} story
 */
function fly(scene, flights, all, story) {
  for (let tick = 1; tick <= scene.reach + FUSE; tick += 1) {
    for (const flight of flights) {
      if (flight.due === 0) flyOn(scene, flight, all, tick, story);
      else if (flight.due === tick) explode(scene, flight, all, tick, story);
    }
  }
}

/**
 * @param {Scene} scene
 * @param {Flight} flight
 * @param {Fighter[]} all
 * @param {number} tick
 * @param {Story} story
 */
function flyOn(scene, flight, all, tick, story) {
  flight.x += DX[flight.way] ?? 0;
  flight.y += DY[flight.way] ?? 0;
  const isStopped = all.some((tank) => tank.health > 0 && tank.x === flight.x && tank.y === flight.y);
  if (!isOnMap(scene, flight.x, flight.y)) {
    flight.due = -1;
    story.shells.push(shellOf(scene, flight, all, tick + FUSE, false));
  } else if (isStopped || tick === scene.reach) {
    flight.due = tick + FUSE;
  }
}

/**
 * @param {Scene} scene
 * @param {Flight} flight
 * @param {Fighter[]} all
 * @param {number} tick
 * @param {Story} story
 */
function explode(scene, flight, all, tick, story) {
  const shell = shellOf(scene, flight, all, tick, true);
  story.shells.push(shell);
  for (const tank of all) {
    const away = Math.max(Math.abs(tank.x - flight.x), Math.abs(tank.y - flight.y));
    if (tank.health > 0 && away <= 1) hurt(story, tank, shell.burst, away === 0 ? scene.damage.direct : scene.damage.indirect, flight.seat);
  }
}

/**
 * @param {Scene} scene
 * @param {Flight} flight
 * @param {{seat: number, x: number, y: number}[]} all
 * @param {number} tick
 * @param {boolean} lands
 * @returns {Shell}
 */
function shellOf(scene, { seat, x, y, lob }, all, tick, lands) {
  const shooter = all.find((tank) => tank.seat === seat);
  const burst = lerp(FIRE, LAST_BURST, Math.min(1, tick / (scene.reach + FUSE)));
  return { seat, fromX: shooter?.x ?? x, fromY: shooter?.y ?? y, x, y, burst, lands, lob };
}

/**
 * What a seat can tell of its own turn: whether it was stopped or hurt, and where it shot, not what came of that.
 * @param {Shot} shot
 * @param {number} seat
 * @param {Story} story
 */
function guess(shot, seat, story) {
  const [before, row] = [shot.from.tanks[seat], shot.to.tanks[seat]];
  if (!before || !row || before[3] === 0) return;
  const stays = before[0] === row[0] && before[1] === row[1];
  const isBump = row[5] === MOVE && before[4] && stays;
  if (isBump) story.bumps.set(seat, aheadOf(row, { x: row[0], y: row[1] }));
  const amount = before[3] - row[3];
  if (amount > 0) story.hurts.push({ seat, at: isBump ? CONTACT : LAST_BURST - 0.1, amount, by: null });
  const me = { seat, x: row[0], y: row[1], health: 0, row };
  for (const flight of launched(shot.scene, me)) {
    while (!flight.lob && flight.flown < shot.scene.reach && isOnMap(shot.scene, flight.x, flight.y)) {
      flight.x += DX[flight.way] ?? 0;
      flight.y += DY[flight.way] ?? 0;
      flight.flown += 1;
    }
    story.shells.push(shellOf(shot.scene, flight, [me], flight.lob ? LOB + FUSE : flight.flown + FUSE, flight.lob));
  }
}

// The ground

/** @typedef {{canvas: HTMLCanvasElement, rows: string[]}} Sheet a drawing that is kept */

/** @type {WeakMap<Scene, Map<string, Sheet>>} */
const sheets = new WeakMap();
const MAX_SHEETS = 4;

/**
 * A drawing that is made once and then kept, as sharp as the pen is.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {string} name
 * @param {string[]} rows what it shows
 * @param {number} width
 * @param {number} height
 * @param {(pen: Pen) => void} draw
 */
function sheetOf(pen, shot, name, rows, width, height, draw) {
  const scale = pen.getTransform().a;
  const kept = sheets.get(shot.scene) ?? new Map();
  sheets.set(shot.scene, kept);
  const key = `${name} ${shot.palette.dark} ${scale.toFixed(3)}`;
  const known = kept.get(key);
  kept.delete(key); // and to the end: the first is the one that has not been used for longest
  const isSame = known && (known.rows === rows || known.rows.every((/** @type {string} */ row, /** @type {number} */ i) => row === rows[i]));
  const sheet = isSame ? known : { rows, canvas: painted(width, height, scale, draw) };
  kept.set(key, sheet);
  if (kept.size > MAX_SHEETS) kept.delete(kept.keys().next().value);
  return sheet.canvas;
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} scale
 * @param {(pen: Pen) => void} draw
 */
function painted(width, height, scale, draw) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = /** @type {Pen} */ (canvas.getContext("2d"));
  pen.scale(canvas.width / width, canvas.height / height);
  draw(pen);
  return canvas;
}

/**
 * The whole map; or the fog, with what the last scan has shown in it.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawGround(pen, shot) {
  const { scene, from, to, t } = shot;
  const [width, height] = [scene.width * CELL, scene.height * CELL];
  if (shot.seat === null) {
    drawLand(pen, shot, to.land, "map", 1);
    return;
  }
  const fog = sheetOf(pen, shot, "fog", [], width, height, (on) => paintFog(on, shot));
  pen.drawImage(fog, 0, 0, width, height);
  if (from.land && t < SWEEP) drawLand(pen, shot, from.land, `scan ${from.turn % 2}`, 1 - ease(t / SWEEP));
  if (to.land && t > SWEEP) drawLand(pen, shot, to.land, `scan ${to.turn % 2}`, ease((t - SWEEP) / (1 - SWEEP)));
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Land} land
 * @param {string} name
 * @param {number} alpha
 */
function drawLand(pen, shot, land, name, alpha) {
  const [width, height] = [(land.rows[0]?.length ?? 0) * CELL, land.rows.length * CELL];
  const place = `${name} ${land.x} ${land.y}`;
  const sheet = sheetOf(pen, shot, place, land.rows, width, height, (on) => paintLand(on, shot, land));
  pen.globalAlpha = alpha;
  pen.drawImage(sheet, land.x * CELL, land.y * CELL, width, height);
  pen.globalAlpha = 1;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function paintFog(pen, { scene, palette }) {
  const [width, height] = [scene.width * CELL, scene.height * CELL];
  pen.fillStyle = palette.fog;
  pen.fillRect(0, 0, width, height);
  const most = Math.min(400, Math.round((scene.width * scene.height) / 9));
  for (let i = 0; i < most; i += 1) {
    const size = CELL * (2 + 4 * grain(i, 4));
    const tone = grain(i, 3) < 0.55 ? "#ffffff" : "#000000";
    pen.save();
    pen.translate(grain(i, 1) * width, grain(i, 2) * height);
    pen.scale(1.6, 0.7);
    const cloud = pen.createRadialGradient(0, 0, 0, 0, 0, size);
    cloud.addColorStop(0, faded(tone, palette.dark ? 0.035 : 0.065));
    cloud.addColorStop(1, faded(tone, 0));
    pen.fillStyle = cloud;
    pen.fillRect(-size, -size, 2 * size, 2 * size);
    pen.restore();
  }
}

const DAY = {
  grass: "#c6d5a0", meadow: "#d3dfb0", turf: "#b5c88d", blade: "#94ac6c", bloom: "#fdf8e4", grid: "#5d7040",
  mud: "#a39a68", bog: "#8a8659", pool: "#5d6f5c", reed: "#5a6a2c", lily: "#a9b56a", shore: "#e6d8ab", water: "#7fbfdc", deep: "#63abd0", wave: "#d9f0f8",
  floor: "#a9bd80", leaf: "#6f9f4a", crown: "#86b65b", shine: "#a5cd77", needle: "#2f6b4f", tip: "#428463", trunk: "#6a5638", shadow: "#2c3a1f",
};
const NIGHT = {
  grass: "#37452f", meadow: "#3e4d34", turf: "#303d2a", blade: "#53664a", bloom: "#a3a48a", grid: "#a4b592",
  mud: "#57523a", bog: "#48442e", pool: "#2c352d", reed: "#7f8252", lily: "#6f7a45", shore: "#7c7355", water: "#2b5f7c", deep: "#245370", wave: "#6d9fb8",
  floor: "#2f3c29", leaf: "#3f6332", crown: "#4f7a42", shine: "#669254", needle: "#1d4b3a", tip: "#2f6851", trunk: "#3a3122", shadow: "#0a0f0a",
};
/** @typedef {typeof DAY} Colours */

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Land} land
 */
function paintLand(pen, { scene, palette }, land) {
  const colours = palette.dark ? NIGHT : DAY;
  paintGrass(pen, land, colours);
  paintGrid(pen, land, colours);
  paintSwamp(pen, land, colours);
  paintLake(pen, land, colours);
  paintForest(pen, land, colours);
  land.rows.forEach((_, y) => {
    for (let x = 0; x < (land.rows[0]?.length ?? 0); x += 1) {
      if (!isOnMap(scene, land.x + x, land.y + y)) pen.clearRect(x * CELL, y * CELL, CELL, CELL);
    }
  });
}

/**
 * Call for every cell of some kinds, with the numbers of its place on the map.
 * @param {Land} land
 * @param {string} kinds
 * @param {(x: number, y: number, column: number, row: number, kind: string) => void} call
 */
function eachCell(land, kinds, call) {
  land.rows.forEach((line, y) => {
    for (let x = 0; x < line.length; x += 1) {
      if (kinds.includes(line[x] ?? "#")) call(x * CELL, y * CELL, land.x + x, land.y + y, line[x] ?? "");
    }
  });
}

/**
 * The outline of all cells of some kinds with soft corners; beyond the edge the land goes on as it is there.
 * @param {Land} land
 * @param {string} kinds
 * @param {number} inset
 */
function outline(land, kinds, inset) {
  const [wide, high] = [land.rows[0]?.length ?? 0, land.rows.length];
  const near = (/** @type {number} */ n, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, n));
  const is = (/** @type {number} */ x, /** @type {number} */ y) => kinds.includes(land.rows[near(y, high)]?.[near(x, wide)] ?? "#");
  const path = new Path2D();
  for (let y = -1; y <= high; y += 1) {
    for (let x = -1; x <= wide; x += 1) {
      if (!is(x, y)) continue;
      const [px, py, bulge] = [(x + 0.3 + 0.4 * grain(x, y)) * CELL, (y + 0.3 + 0.4 * grain(y, x)) * CELL, CELL * (0.42 + 0.16 * grain(x + y, x))];
      path.moveTo(px + bulge - inset / 2, py);
      path.arc(px, py, bulge - inset / 2, 0, 2 * Math.PI);
      const [right, below] = [is(x + 1, y), is(x, y + 1)];
      const add = (/** @type {number} */ w, /** @type {number} */ h) => path.rect(x * CELL + inset, y * CELL + inset, w * CELL - 2 * inset, h * CELL - 2 * inset);
      if (right && below && is(x + 1, y + 1)) add(2, 2);
      else if (right) add(2, 1);
      else if (!below) add(1, 1);
      if (below) add(1, 2);
    }
  }
  return path;
}

/**
 * Fill an outline so that its corners are round.
 * @param {Pen} pen
 * @param {Path2D} path
 * @param {string} colour
 * @param {number} grow
 */
function paintOutline(pen, path, colour, grow) {
  pen.fillStyle = pen.strokeStyle = colour;
  pen.lineJoin = "round";
  pen.lineWidth = 2 * grow;
  pen.fill(path);
  pen.stroke(path);
}

/**
 * @param {Pen} pen
 * @param {Land} land
 * @param {Colours} colours
 */
function paintGrass(pen, land, colours) {
  pen.fillStyle = colours.grass;
  pen.fillRect(0, 0, (land.rows[0]?.length ?? 0) * CELL, land.rows.length * CELL);
  eachCell(land, ".", (x, y, column, row) => {
    const chance = grain(column, row);
    if (chance < 0.3) {
      pen.fillStyle = faded(chance < 0.15 ? colours.meadow : colours.turf, 0.5);
      pen.beginPath();
      pen.ellipse(x + CELL * grain(row, column), y + CELL / 2, 14 + 24 * grain(column, 5), 9 + 12 * grain(row, 6), grain(column, 7), 0, 2 * Math.PI);
      pen.fill();
    }
  });
  eachCell(land, ".", (x, y, column, row) => {
    const chance = grain(column + 31, row + 7);
    const [px, py] = [x + 3 + 14 * grain(column, 11), y + 5 + 12 * grain(row, 12)];
    if (chance < 0.28) for (const lean of [-2, 0, 2]) stroke(pen, [px + lean * 0.6, py, px + lean * 1.3, py - 3.4], colours.blade, 0.9);
    else if (chance > 0.97) disc(pen, px, py, 1.3, colours.bloom);
  });
}

/**
 * Every fifth line of the map, faint, to count cells by.
 * @param {Pen} pen
 * @param {Land} land
 * @param {Colours} colours
 */
function paintGrid(pen, land, colours) {
  const [wide, high] = [land.rows[0]?.length ?? 0, land.rows.length];
  for (let x = 0; x <= wide; x += 1) if ((land.x + x) % 5 === 0) stroke(pen, [x * CELL, 0, x * CELL, high * CELL], faded(colours.grid, 0.16), 0.8);
  for (let y = 0; y <= high; y += 1) if ((land.y + y) % 5 === 0) stroke(pen, [0, y * CELL, wide * CELL, y * CELL], faded(colours.grid, 0.16), 0.8);
}

/**
 * @param {Pen} pen
 * @param {Land} land
 * @param {Colours} colours
 */
function paintSwamp(pen, land, colours) {
  paintOutline(pen, outline(land, "S", 9), colours.mud, 8.5);
  paintOutline(pen, outline(land, "S", 9), colours.bog, 6);
  eachCell(land, "S", (x, y, column, row) => {
    const [px, py] = [x + 4 + 12 * grain(column, row), y + 5 + 10 * grain(row, column)];
    if (grain(column, row + 50) < 0.6) {
      const wide = 4 + 4 * grain(column, 3);
      pen.fillStyle = faded(colours.pool, 0.8);
      pen.beginPath();
      pen.ellipse(px, py, wide, 2.2 + 2 * grain(row, 4), 0, 0, 2 * Math.PI);
      pen.fill();
      stroke(pen, [px - wide * 0.5, py - 0.8, px + wide * 0.1, py - 0.8], faded(colours.wave, 0.5), 0.8);
    }
    if (grain(column, row + 80) < 0.4) disc(pen, x + 16 * grain(row, 8) + 2, y + 16 * grain(column, 9) + 2, 1.4, colours.lily);
    if (grain(column + 9, row) < 0.5) for (const lean of [-2.4, -0.4, 1.8]) stroke(pen, [px + lean, py + 3, px + lean * 1.7, py - 4], colours.reed, 1);
  });
}

/**
 * @param {Pen} pen
 * @param {Land} land
 * @param {Colours} colours
 */
function paintLake(pen, land, colours) {
  paintOutline(pen, outline(land, "L", 9), colours.shore, 11.5);
  paintOutline(pen, outline(land, "L", 9), colours.water, 8);
  paintOutline(pen, outline(land, "L", 9), colours.deep, 4);
  eachCell(land, "L", (x, y, column, row) => {
    if (grain(column, row) > 0.45) return;
    const [px, py] = [x + 5 + 6 * grain(row, column), y + 5 + 10 * grain(column, row + 3)];
    stroke(pen, [px - 3.5, py, px - 1.5, py - 1.3, px + 1, py, px + 3, py - 1.3, px + 5, py], faded(colours.wave, 0.7), 1);
  });
}

/**
 * @param {Pen} pen
 * @param {Land} land
 * @param {Colours} colours
 */
function paintForest(pen, land, colours) {
  paintOutline(pen, outline(land, "DE", 9), colours.floor, 8);
  /** @type {{x: number, y: number, size: number, kind: string}[]} */
  const trees = [];
  eachCell(land, "DE", (x, y, column, row, kind) => {
    for (let i = 0; i < 3; i += 1) {
      const [across, down] = [grain(column + 17 * i, row), grain(column, row + 23 * i)];
      trees.push({ x: x + 2 + 16 * ((i + across) / 3), y: y + 4 + 13 * down, size: 0.8 + 0.35 * grain(row + i, column), kind });
    }
  });
  trees.sort((a, b) => a.y - b.y);
  for (const { x, y, size, kind } of trees) (kind === "D" ? paintLeafy : paintFir)(pen, x, y, size, colours);
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Colours} colours
 */
function paintLeafy(pen, x, y, size, colours) {
  disc(pen, x + 1.8, y + 2.4, 5.6 * size, faded(colours.shadow, 0.28));
  disc(pen, x, y, 5.6 * size, colours.leaf);
  disc(pen, x - 0.8, y - 1, 4.2 * size, colours.crown);
  disc(pen, x - 1.8, y - 2, 1.9 * size, colours.shine);
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Colours} colours
 */
function paintFir(pen, x, y, size, colours) {
  pen.fillStyle = faded(colours.shadow, 0.28);
  pen.beginPath();
  pen.ellipse(x + 2, y + 4.5 * size, 5 * size, 2.4 * size, 0, 0, 2 * Math.PI);
  pen.fill();
  shape(pen, [x - 0.8, y + 3, x + 0.8, y + 3, x + 0.8, y + 6 * size, x - 0.8, y + 6 * size], colours.trunk);
  shape(pen, [x, y - 5 * size, x + 5 * size, y + 4 * size, x - 5 * size, y + 4 * size], colours.needle);
  shape(pen, [x, y - 9 * size, x + 3.6 * size, y - 1.2 * size, x - 3.6 * size, y - 1.2 * size], colours.tip);
}

/**
 * The numbers of columns and rows around the map, and the clock.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawNumbers(pen, shot) {
  const { scene, palette } = shot;
  const [at, size] = [edge(scene), 10 * zoom(scene)];
  for (let x = 0; x < scene.width; x += 5) label(pen, String(x), at + middle(x), at / 2, size, palette.quiet, { align: "center" });
  for (let y = 0; y < scene.height; y += 5) label(pen, String(y), at - 3, at + middle(y), size, palette.quiet, { align: "right", most: at - 4 });
  const frame = /** @type {Frame} */ (shot.to);
  const alive = frame.tanks.filter((row) => row && row[3] > 0).length;
  const words = shot.seat === null ? `turn ${frame.turn} of ${frame.limit} · ${alive} of ${frame.tanks.filter(Boolean).length} tanks alive` : `turn ${frame.turn}`;
  label(pen, words, shot.width - at, shot.height - at / 2, size * 1.15, palette.quiet, { align: "right" });
}

// The battle

/** @typedef {{name: string, colour: string, x: number, y: number, angle: number, turret: number, health: number|null, alive: boolean, stuck: boolean, sunk: number, dying: number, alpha: number}} Look how a tank is drawn */

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawBattle(pen, shot) {
  const story = storyOf(shot);
  const looks = [...looksOfTanks(shot, story), ...looksOfEchoes(shot)];
  drawScans(pen, shot);
  for (const shell of story.shells) drawTrace(pen, shot, shell);
  for (const look of looks) if (!look.alive) drawWreck(pen, shot, look);
  for (const look of looks) if (look.alive) drawTank(pen, shot, look);
  drawBumps(pen, shot, story);
  for (const shell of story.shells) drawShell(pen, shot, shell);
  for (const shell of story.shells) drawBurst(pen, shot, shell);
  drawHurts(pen, shot, story, looks);
}

/**
 * @param {Shot} shot
 * @param {Story} story
 * @returns {Look[]}
 */
function looksOfTanks(shot, story) {
  const { from, to } = /** @type {{from: Frame, to: Frame}} */ (shot);
  /** @type {Look[]} */
  const looks = [];
  to.tanks.forEach((row, seat) => {
    if (row) looks.push(lookOf(shot, story, seat, from.tanks[seat] ?? row, row));
  });
  return looks;
}

/**
 * A tank on its way from one frame to the next.
 * @param {Shot} shot
 * @param {Story} story
 * @param {number} seat
 * @param {Row} before
 * @param {Row} row
 * @returns {Look}
 */
function lookOf(shot, story, seat, before, row) {
  const way = ease(Math.min(1, shot.t / ARRIVED));
  const lost = story.hurts.filter((one) => one.seat === seat && one.at <= shot.t);
  const health = shot.t < 1 ? Math.max(0, before[3] - lost.reduce((sum, one) => sum + one.amount, 0)) : row[3];
  const bump = story.bumps.get(seat);
  const push = bump && shot.t < ARRIVED ? 0.42 * Math.sin((Math.PI * Math.min(shot.t, 2 * CONTACT)) / (2 * CONTACT)) : 0;
  const x = lerp(before[0], row[0], way) + push * ((bump?.x ?? 0) - row[0]);
  const y = lerp(before[1], row[1], way) + push * ((bump?.y ?? 0) - row[1]);
  const died = story.hurts.filter((one) => one.seat === seat).at(-1)?.at ?? 0;
  const isSunk = health === 0 && terrainAt(shot.to.land, row[0], row[1]) === "L";
  return {
    name: letterOf(shot, seat), colour: seatColour(seat), x: middle(x), y: middle(y), health, alive: health > 0,
    angle: turned(before[2], row[2], way), turret: turned(turretOf(before), turretOf(row), way), stuck: !row[4] && (!before[4] || shot.t >= ARRIVED),
    sunk: isSunk ? (before[3] > 0 ? Math.min(1, (shot.t - died) / 0.3) : 1) : 0, dying: before[3] > 0 && health === 0 && shot.t < 1 ? shot.t - died : -1, alpha: 1,
  };
}

/**
 * The direction in which a tank's gun points: where it shot last, or ahead.
 * @param {Row} row
 */
function turretOf(row) {
  if (row[5] === FIRE_CARDINAL) return row[6];
  if (row[5] === FIRE_POSITIONAL) return Math.atan2(row[8] - row[1], row[7] - row[0]) / EIGHTH + 2;
  return row[2];
}

/**
 * An angle between two directions, the shorter way round.
 * @param {number} from in eighths, clockwise from north
 * @param {number} to
 * @param {number} t
 */
function turned(from, to, t) {
  const change = ((to - from + 20) % 8) - 4;
  return (from + change * t - 2) * EIGHTH;
}

/**
 * The tanks that a scan has shown, without names: whose they are it does not tell.
 * @param {Shot} shot
 * @returns {Look[]}
 */
function looksOfEchoes(shot) {
  const { from, to, t } = /** @type {{from: Frame, to: Frame, t: number}} */ (shot);
  const [gone, come] = [1 - ease(Math.min(1, t / SWEEP)), ease(Math.max(0, (t - SWEEP) / (1 - SWEEP)))];
  return [...from.seen.map((echo) => echoLook(shot, echo, gone)), ...to.seen.map((echo) => echoLook(shot, echo, come))].filter((look) => look.alpha > 0.02);
}

/**
 * @param {Shot} shot
 * @param {Echo} echo
 * @param {number} alpha
 * @returns {Look}
 */
function echoLook(shot, [x, y, way, alive, id], alpha) {
  const isSunk = !alive && terrainAt(shot.to.land, x, y) === "L";
  const angle = (way - 2) * EIGHTH;
  return {
    name: String(id), colour: "#8a857a", x: middle(x), y: middle(y), angle, turret: angle, health: null, alive: alive > 0, stuck: false, sunk: isSunk ? 1 : 0, dying: -1, alpha,
  };
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Look} look
 */
function drawTank(pen, shot, look) {
  const size = sizeOn(pen, shot.scene);
  pen.save();
  pen.globalAlpha = look.alpha;
  pen.translate(look.x, look.y);
  pen.scale(size, size);
  if (look.stuck) drawMire(pen);
  if (look.health !== null) drawHealth(pen, look.health / shot.scene.health, shot.palette);
  pen.fillStyle = faded("#000000", 0.3);
  pen.beginPath();
  pen.ellipse(1.4, 2.2, 10, 9, 0, 0, 2 * Math.PI);
  pen.fill();
  pen.save();
  pen.rotate(look.angle);
  drawHull(pen, look.colour);
  if (look.stuck) drawMud(pen);
  pen.rotate(look.turret - look.angle);
  drawTurret(pen, look.colour);
  pen.restore();
  label(pen, look.name, 0, 0.6, look.name.length > 1 ? 7.5 : 9, "#ffffff", { align: "center", weight: 800 });
  pen.restore();
}

/**
 * How healthy a tank is: a ring around it, full at the start.
 * @param {Pen} pen
 * @param {number} part
 * @param {Palette} palette
 */
function drawHealth(pen, part, palette) {
  pen.lineWidth = 2.6;
  pen.strokeStyle = palette.dark ? faded("#c8cfc0", 0.25) : faded("#2a2f24", 0.45);
  pen.beginPath();
  pen.arc(0, 0, 13.8, 0, 2 * Math.PI);
  pen.stroke();
  pen.strokeStyle = part > 0.6 ? "#43c463" : part > 0.3 ? "#f5b62e" : "#f0463c";
  pen.lineCap = "butt";
  pen.beginPath();
  pen.arc(0, 0, 13.8, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * part);
  pen.stroke();
}

/**
 * Tracks, body and bow; it looks to the right.
 * @param {Pen} pen
 * @param {string} colour
 */
function drawHull(pen, colour) {
  for (const side of [-1, 1]) {
    slab(pen, -10.2, side * 7 - 2.2, 20.4, 4.4, 1.8, "#23262b");
    pen.fillStyle = "#565c65";
    for (let i = -8.6; i <= 9; i += 2.9) pen.fillRect(i - 0.45, side * 7 - 1.5, 0.9, 3);
  }
  pen.lineWidth = 0.8;
  slab(pen, -9.4, -5.9, 18, 11.8, 2.4, colour, shade(colour, -0.45));
  shape(pen, [6, -5.4, 9.8, -3.4, 9.8, 3.4, 6, 5.4], shade(colour, 0.35));
  for (const x of [-8, -6.4]) shape(pen, [x, -3.6, x + 0.9, -3.6, x + 0.9, 3.6, x, 3.6], shade(colour, -0.45));
}

/**
 * @param {Pen} pen
 * @param {string} colour
 */
function drawTurret(pen, colour) {
  slab(pen, 4, -1.4, 11.4, 2.8, 1.2, shade(colour, -0.55));
  slab(pen, 13.4, -1.9, 2.6, 3.8, 1, shade(colour, -0.65));
  disc(pen, 0, 0, 6, shade(colour, -0.6));
  disc(pen, 0, 0, 5.3, shade(colour, -0.22));
}

/**
 * The mud in which a tank sits that will not get out any more: around it, and over its tracks.
 * @param {Pen} pen
 */
function drawMire(pen) {
  pen.fillStyle = faded("#4a4527", 0.8);
  pen.beginPath();
  pen.ellipse(0, 1, 16.5, 15.5, 0, 0, 2 * Math.PI);
  pen.fill();
}

/** @param {Pen} pen */
function drawMud(pen) {
  for (const side of [-1, 1]) {
    for (let i = 0; i < 6; i += 1) disc(pen, -9.5 + 3.8 * i, side * (8.4 + grain(i, 1)), 1.6 + 1.2 * grain(i, side + 2), i % 2 ? "#7d7447" : "#5d5633");
  }
}

/**
 * What is left of a tank: burnt out and smoking, or under water.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Look} look
 */
function drawWreck(pen, shot, look) {
  const size = sizeOn(pen, shot.scene);
  pen.save();
  pen.globalAlpha = look.alpha * (1 - 0.55 * look.sunk);
  pen.translate(look.x, look.y);
  pen.scale(size, size);
  if (look.sunk === 0) disc(pen, 0, 0.5, 13, faded(shot.palette.dark ? "#0a0908" : "#1a1712", 0.45));
  pen.save();
  pen.rotate(look.angle);
  pen.scale(1 - 0.12 * look.sunk, 1 - 0.12 * look.sunk);
  drawHull(pen, shot.palette.dark ? "#5f5a52" : "#4a4640");
  pen.translate(1.5, -1.5);
  pen.rotate(look.turret - look.angle + 0.5);
  drawTurret(pen, shot.palette.dark ? "#716b61" : "#57524a");
  pen.restore();
  label(pen, look.name, 0, 0.6, look.name.length > 1 ? 7 : 8.5, look.health === null ? "#d8d4ca" : shade(look.colour, 0.45), { align: "center", weight: 800 });
  pen.globalAlpha = look.alpha;
  if (look.sunk > 0) drawRipples(pen, shot.t, look.dying);
  else drawSmoke(pen, shot.t, look);
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {number} t
 * @param {Look} look
 */
function drawSmoke(pen, t, { x, y, dying }) {
  if (dying >= 0) disc(pen, 0, 0, 15 * Math.max(0, 1 - dying / 0.3), faded("#ffb238", 0.8));
  for (let i = 0; i < 4; i += 1) {
    const rise = (t + i / 4 + grain(x, y)) % 1;
    disc(pen, 2 * Math.sin(4 * rise + i) + 5 * rise, -3 - 17 * rise, 2.4 + 4.4 * rise, faded("#34322f", 0.72 * (1 - rise)));
  }
}

/**
 * @param {Pen} pen
 * @param {number} t
 * @param {number} dying
 */
function drawRipples(pen, t, dying) {
  const strength = dying >= 0 ? 0.9 : 0.4;
  for (let i = 0; i < 2; i += 1) {
    const wide = (t + i / 2) % 1;
    pen.strokeStyle = faded("#e8f6fb", strength * (1 - wide));
    pen.lineWidth = 1.2;
    pen.beginPath();
    pen.ellipse(0, 1, 7 + 9 * wide, 5.5 + 7 * wide, 0, 0, 2 * Math.PI);
    pen.stroke();
  }
}

// Radar

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawScans(pen, shot) {
  shot.to.tanks.forEach((/** @type {Row|null} */ row, /** @type {number} */ seat) => {
    if (row && row[3] > 0 && (row[5] === SCAN_OMNI || row[5] === SCAN_MONO) && shot.from.turn !== shot.to.turn) drawScan(pen, shot, row, seatColour(seat));
  });
}

/**
 * The scanned square: a wave runs over it, and its corners stay.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Row} row
 * @param {string} colour
 */
function drawScan(pen, shot, row, colour) {
  const part = Math.max(0, (shot.t - SWEEP) / (1 - SWEEP));
  if (part === 0) return;
  const { scan } = shot.scene;
  const way = row[5] === SCAN_OMNI ? OMNI : row[6];
  const half = (scan - 1) / 2;
  const [x, y] = [(row[0] - (SCAN_LEFT[way] ?? 0) * half) * CELL, (row[1] - (SCAN_ABOVE[way] ?? 0) * half) * CELL];
  const side = scan * CELL;
  pen.save();
  pen.beginPath();
  pen.rect(x, y, side, side);
  pen.clip();
  pen.fillStyle = faded(colour, shot.seat === null ? 0.1 * part : 0);
  pen.fillRect(x, y, side, side);
  if (part < 1) drawWave(pen, middle(row[0]), middle(row[1]), side, part, colour);
  pen.restore();
  drawCorners(pen, x, y, side, faded(colour, 0.75 * ease(part)), 1.6 * sizeOn(pen, shot.scene));
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {number} part
 * @param {string} colour
 */
function drawWave(pen, x, y, side, part, colour) {
  const angle = 2 * Math.PI * part - Math.PI / 2;
  for (let i = 0; i < 5; i += 1) {
    pen.fillStyle = faded(colour, 0.11 * (1 - 0.5 * part));
    pen.beginPath();
    pen.moveTo(x, y);
    pen.arc(x, y, 1.5 * side, angle - 0.22 * (i + 1), angle);
    pen.fill();
  }
  for (let i = 0; i < 3; i += 1) {
    pen.strokeStyle = faded(colour, 0.6 * (1 - part));
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(x, y, Math.max(0, part * 1.3 * side - i * 26), 0, 2 * Math.PI);
    pen.stroke();
  }
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {string} colour
 * @param {number} width
 */
function drawCorners(pen, x, y, side, colour, width) {
  const long = CELL * 0.9;
  for (const [cx, cy, dx, dy] of /** @type {[number, number, number, number][]} */ ([[x, y, 1, 1], [x + side, y, -1, 1], [x, y + side, 1, -1], [x + side, y + side, -1, -1]])) {
    stroke(pen, [cx + dx * long, cy + dy, cx + dx, cy + dy, cx + dx, cy + dy * long], colour, width);
  }
}

// Shells

/**
 * How far a shell is on its way: from 0 at the gun to 1 where it lands.
 * @param {Shell} shell
 * @param {number} t
 */
function flown(shell, t) {
  return Math.max(0, Math.min(1, (t - FIRE) / (shell.burst - FIRE)));
}

/**
 * Where a shell is, and how far above the ground.
 * @param {Shell} shell
 * @param {number} part
 */
function shellAt(shell, part) {
  const [x, y] = [middle(lerp(shell.fromX, shell.x, part)), middle(lerp(shell.fromY, shell.y, part))];
  const far = Math.hypot(shell.x - shell.fromX, shell.y - shell.fromY);
  const up = 4 * part * (1 - part) * (8 + 5 * far);
  return { x, y, up: shell.lob ? Math.min(up, Math.max(0, y - 4)) : 0 };
}

/**
 * The line on which a shell has come, and after the turn the ground that its blast covered.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Shell} shell
 */
function drawTrace(pen, shot, shell) {
  const part = flown(shell, shot.t);
  if (part === 0) return;
  const colour = seatColour(shell.seat);
  const points = [];
  for (let i = 0; i <= 12; i += 1) {
    const { x, y, up } = shellAt(shell, (part * i) / 12);
    points.push(x, y - up);
  }
  pen.setLineDash([5, 5]);
  stroke(pen, points, faded(colour, 0.65), 1.8 * sizeOn(pen, shot.scene));
  pen.setLineDash([]);
  if (part === 1 && shell.lands) drawScorch(pen, shell, colour);
}

/**
 * @param {Pen} pen
 * @param {Shell} shell
 * @param {string} colour
 */
function drawScorch(pen, { x, y }, colour) {
  pen.lineWidth = 1.4;
  slab(pen, (x - 1) * CELL + 1, (y - 1) * CELL + 1, 3 * CELL - 2, 3 * CELL - 2, 9, faded("#2a1d10", 0.22), faded(colour, 0.7));
  for (let i = 0; i < 9; i += 1) {
    const [angle, far] = [i * 0.7 + grain(x, y), CELL * (0.3 + 0.8 * grain(x + i, y))];
    disc(pen, middle(x) + far * Math.cos(angle), middle(y) + far * Math.sin(angle), 1.5 + 2.5 * grain(i, x), faded("#1c130a", 0.35));
  }
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Shell} shell
 */
function drawShell(pen, shot, shell) {
  const part = flown(shell, shot.t);
  if (part === 0 || part === 1) return;
  const size = sizeOn(pen, shot.scene);
  const { x, y, up } = shellAt(shell, part);
  if (part < 0.25) drawMuzzle(pen, shell, part / 0.25, size);
  disc(pen, x + 1, y + 2, 2.6 * size, faded("#000000", 0.35));
  for (let i = 3; i > 0; i -= 1) {
    const tail = shellAt(shell, Math.max(0, part - 0.025 * i));
    disc(pen, tail.x, tail.y - tail.up, (3.2 - 0.7 * i) * size, faded("#ffcf6b", 0.6 - 0.13 * i));
  }
  disc(pen, x, y - up, 3.4 * size, seatColour(shell.seat));
  disc(pen, x, y - up, 2 * size, "#fff6d8");
}

/**
 * @param {Pen} pen
 * @param {Shell} shell
 * @param {number} part
 * @param {number} size
 */
function drawMuzzle(pen, shell, part, size) {
  const angle = Math.atan2(shell.y - shell.fromY, shell.x - shell.fromX);
  const [x, y] = [middle(shell.fromX) + 18 * size * Math.cos(angle), middle(shell.fromY) + 18 * size * Math.sin(angle)];
  disc(pen, x, y, 7 * size * (1 - part), faded("#ffd27a", 0.85));
  disc(pen, x, y, (3 + 6 * part) * size, faded("#b9b4a8", 0.4 * (1 - part)));
}

/**
 * A blast over nine cells.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Shell} shell
 */
function drawBurst(pen, shot, shell) {
  const part = (shot.t - shell.burst) / BURST;
  if (!shell.lands || part < 0 || part >= 1) return;
  const [x, y] = [middle(shell.x), middle(shell.y)];
  const [fade, grown] = [1 - part, ease(Math.min(1, part * 2))];
  for (let i = 0; i < PUFFS.length; i += 1) {
    const [angle, far] = [i * 2.4 + grain(shell.x, shell.y), CELL * 1.2 * grown * Math.sqrt(i / PUFFS.length)];
    const size = CELL * (0.35 + 0.3 * grain(i, shell.x)) * (0.4 + 0.6 * grown) * (0.35 + 0.65 * fade);
    disc(pen, x + far * Math.cos(angle), y + far * Math.sin(angle), size, faded(PUFFS[i] ?? "", 0.9 * Math.min(1, 2 * fade)));
  }
  disc(pen, x, y, CELL * 0.9 * (1 - grown), faded("#fffbe8", 0.95));
  pen.lineWidth = 0.5 + 3 * fade;
  pen.strokeStyle = faded("#fff3cf", 0.9 * fade);
  pen.beginPath();
  pen.arc(x, y, CELL * (0.4 + 1.3 * ease(part)), 0, 2 * Math.PI);
  pen.stroke();
}

// Collisions and damage

/**
 * A star where a tank ran into something.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Story} story
 */
function drawBumps(pen, shot, { bumps }) {
  const part = (shot.t - CONTACT + 0.03) / 0.25;
  if (part < 0 || part >= 1) return;
  for (const [seat, { x, y }] of bumps) {
    const row = /** @type {Row} */ (shot.to.tanks[seat]);
    const [px, py] = [middle((x + row[0]) / 2), middle((y + row[1]) / 2)];
    const size = sizeOn(pen, shot.scene) * 15 * (0.6 + part);
    shape(pen, starOf(px, py, size), faded("#f08a24", 0.9 * (1 - part)));
    shape(pen, starOf(px, py, size * 0.65), faded("#fff3c4", 0.95 * (1 - part)));
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function starOf(x, y, size) {
  const points = [];
  for (let i = 0; i < 14; i += 1) {
    const far = i % 2 ? 0.5 * size : size;
    points.push(x + far * Math.cos((i * Math.PI) / 7), y + far * Math.sin((i * Math.PI) / 7));
  }
  return points;
}

/**
 * The health that was lost, rising from the tank in the colour of who took it.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Story} story
 * @param {Look[]} looks
 */
function drawHurts(pen, shot, story, looks) {
  const size = 11 * sizeOn(pen, shot.scene);
  for (const one of story.hurts) {
    const { seat, at, amount, by } = one;
    const part = Math.min(1, (shot.t - at) / 0.22);
    const look = looks.find(({ name }) => name === letterOf(shot, seat));
    if (part < 0 || !look) continue;
    const beside = story.hurts.slice(0, story.hurts.indexOf(one)).filter((other) => other.seat === seat).length;
    const [x, y] = [look.x + size * (0.9 + 0.2 * part), look.y - size * (0.9 + 0.5 * ease(part) + 0.95 * beside)];
    pen.font = `800 ${size}px system-ui, sans-serif`;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    pen.lineWidth = 3.2;
    pen.lineJoin = "round";
    pen.strokeStyle = faded(shot.palette.dark ? "#101210" : "#ffffff", 0.9);
    pen.strokeText(`−${amount}`, x, y);
    label(pen, `−${amount}`, x, y, size, by === null ? "#d92d20" : seatColour(by), { weight: 800 });
  }
}
