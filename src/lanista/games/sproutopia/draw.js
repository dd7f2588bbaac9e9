// Sproutopia: a garden of beds, one colour per farmer. Everybody sees all of it; a farmer's own view follows it.

import { disc, ease, faded, grain, label, lerp, seatColour, shade, slab, stroke } from "../../web/static/canvas.js";

/** @typedef {import("../../web/static/canvas.js").Shot} Shot */
/** @typedef {import("../../web/static/canvas.js").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number, number?, number?, number?, number?, number?]} Farmer x, y, direction, power-up, ticks left of it, super power-up, ticks left of it */
/** @typedef {[number, number, ...string[]]|[]} Trail where it begins, and the ways it takes */
/** @typedef {[number, number, number]} Item x, y and kind */
/**
 * @typedef {object} Frame
 * @property {number} tick
 * @property {[number, number]} at the first cell of `land`
 * @property {string[]} land
 * @property {Trail[]} trails
 * @property {(Farmer|null)[]} farmers by seat, then strangers
 * @property {number[]} percent
 * @property {number[]} [cells]
 * @property {Item[]} items
 * @property {number[][]} weeds what each hides, and its cells
 */
/** @typedef {{left: number, top: number, cell: number, x: number, y: number, width: number, height: number}} View the part of the garden that is drawn (in cells), and where */
/** @typedef {{x: number, y: number}} Spot in cells */
/** @typedef {{seat: number, path: Path2D, middle: Spot, far: number}} Wave cells that change hands together */
/** @typedef {{x: number, y: number, way: number, size: number, alpha: number, steps: number}} Figure a farmer between two ticks */

const WIDE = 1000;
const NARROW = 480; // on a phone
const EDGE = 12;
const TOP = 22; // hats stand out
const SIDE = 176; // beside the garden: the leaderboard
const BAR = 66; // above the garden, on a phone
const TALLEST = WIDE - SIDE - 2 * EDGE;
const CARD = 112;
const LEGEND = 26; // a line of it
const AROUND = 3; // cells of fog that a farmer's view shows around its window

const UP = 1;
const DOWN = 2;
const LEFT = 3;
const RIGHT = 4;
const IMMUNITY = 1;
const UNPRUNABLE = 2;
const FREEZE = 3;
const TRAIL_PROTECTION = 4;
const SUPER_FERTILIZER = 5;
const ITEM_NAMES = ["", "Immunity", "Unprunable", "Freeze", "Trail Protection", "Super Fertilizer"];
const ITEM_COLOURS = ["", "#2f6fd0", "#c43d6b", "#1c9bc4", "#7a52c7", "#3f9142"];
const LETTERS = "ABCD";
const FARMER = 36; // so tall at least
const STRANGER = "#8a8578";

const BED_TILE = 64; // pixels of two cells' furrows
const GRASS_TILE = 384; // pixels of twelve cells
const GRASS_CELLS = 12;

/** @type {import("../../web/static/canvas.js").Board} */
export const board = {
  rate: 6,
  size(scene, room) {
    const width = room < 600 ? NARROW : WIDE;
    const { y, height } = areaOf(scene, width);
    return { width, height: Math.max(Math.round(y + height + EDGE), width === WIDE ? sideHeight(scene) : 0) };
  },
  draw(pen, shot) {
    if (shot.width === WIDE) drawSide(pen, shot);
    else drawBar(pen, shot);
    drawGarden(pen, shot.seat === null ? shot : inSight(shot));
  },
  describe(shot) {
    const { tick, farmers, percent } = /** @type {Frame} */ (shot.to);
    const words = shot.seats.map(({ letter }, seat) => `${letter} ${percent[seat]} percent${describeFarmer(farmers[seat])}`);
    return `Tick ${tick} of ${shot.scene.ticks}: ${words.join("; ")}`;
  },
  place(shot, x, y) {
    const { scene } = shot;
    if (x < 0 || y < 0 || x >= scene.cols || y >= scene.rows) return null;
    const view = viewOf(shot.seat === null ? shot : inSight(shot));
    return { x: view.x + (x - view.left) * view.cell, y: view.y + (y - view.top) * view.cell, width: view.cell, height: view.cell };
  },
  cell(shot, px, py) {
    const view = viewOf(shot.seat === null ? shot : inSight(shot));
    if (px < view.x || py < view.y || px >= view.x + view.width || py >= view.y + view.height) return null;
    const [x, y] = [Math.floor(view.left + (px - view.x) / view.cell), Math.floor(view.top + (py - view.y) / view.cell)];
    return x >= 0 && y >= 0 && x < shot.scene.cols && y < shot.scene.rows ? { x, y } : null;
  },
  tools(shot) {
    const own = shot.to.farmers[shot.seat ?? 0];
    const step = (/** @type {number} */ x, /** @type {number} */ y) => (own ? stepTo(x - own[0], y - own[1]) : "");
    return [
      { label: "up", move: "UP", key: "ArrowUp" }, { label: "down", move: "DOWN", key: "ArrowDown" },
      { label: "left", move: "LEFT", key: "ArrowLeft" }, { label: "right", move: "RIGHT", key: "ArrowRight" },
      { label: "go on", move: "IDLE", key: " " }, { label: "step to …", key: "s", at: step },
    ];
  },
};

/**
 * The command that leads to a neighbour.
 * @param {number} dx
 * @param {number} dy
 */
function stepTo(dx, dy) {
  if (Math.abs(dx) + Math.abs(dy) !== 1) return "";
  return dx ? (dx > 0 ? "RIGHT" : "LEFT") : dy > 0 ? "DOWN" : "UP";
}

/** @param {Farmer|null|undefined} farmer */
function describeFarmer(farmer) {
  if (!farmer) return "";
  const held = [farmer[3], farmer[5]].map((kind) => ITEM_NAMES[kind ?? 0]).filter(Boolean);
  return ` at ${farmer[0]}, ${farmer[1]}${held.length ? ` with ${held.join(" and ")}` : ""}`;
}

// Where things are

/**
 * Where the garden lies in a drawing so wide, and how large a cell of it is.
 * @param {any} scene
 * @param {number} width
 */
function areaOf(scene, width) {
  const room = width - 2 * EDGE - (width === WIDE ? SIDE : 0);
  const cell = Math.min(room / scene.cols, TALLEST / scene.rows);
  const [w, h] = [scene.cols * cell, scene.rows * cell];
  return { x: EDGE + (room - w) / 2, y: width === WIDE ? TOP : BAR, width: w, height: h, cell };
}

/** @param {any} scene */
function sideHeight(scene) {
  return scene.homes.length * CARD + 6 * LEGEND + TOP + EDGE;
}

/**
 * The whole garden, or the surroundings of the farmer whose view it is.
 * @param {Shot} shot
 * @returns {View}
 */
function viewOf(shot) {
  const { scene } = shot;
  const area = areaOf(scene, shot.width);
  const { width, height } = area;
  if (shot.seat === null) return { ...area, left: 0, top: 0 };
  const span = Math.min(Math.max(scene.cols, scene.rows), 2 * (scene.sight + AROUND) + 1);
  const cell = Math.min(width, height) / span;
  const own = figureOf(shot, shot.seat) ?? { x: 0, y: 0 };
  const first = (/** @type {number} */ at, /** @type {number} */ seen, /** @type {number} */ all) => (seen >= all ? (all - seen) / 2 : at + 0.5 - seen / 2);
  return { ...area, cell, left: first(own.x, width / cell, scene.cols), top: first(own.y, height / cell, scene.rows) };
}

/**
 * A farmer that is put elsewhere sees the old place first, and then the new one, nothing between.
 * @param {Shot} shot
 * @returns {Shot}
 */
function inSight(shot) {
  const [from, to] = [shot.from.farmers[shot.seat ?? 0], shot.to.farmers[shot.seat ?? 0]];
  if (!isPutElsewhere(from, to)) return shot;
  return shot.t < 0.5 ? { ...shot, to: shot.from } : { ...shot, from: shot.to };
}

/**
 * @param {Farmer|null|undefined} from
 * @param {Farmer|null|undefined} to
 */
function isPutElsewhere(from, to) {
  return !!from && !!to && Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1]) > 1;
}

/**
 * Whether a farmer was pruned between two ticks: it begins anew at home. One that is only interrupted is Unprunable.
 * @param {Shot} shot
 * @param {number} seat
 */
function isPruned(shot, seat) {
  const [from, to] = [shot.from.farmers[seat], shot.to.farmers[seat]];
  const home = shot.scene.homes[seat];
  return isPutElsewhere(from, to) && !!home && to[0] === home[0] && to[1] === home[1] && !to[2] && to[3] !== UNPRUNABLE;
}

/**
 * A farmer between two ticks: walking, or gone from one place and come up at another.
 * @param {Shot} shot
 * @param {number} seat
 * @returns {Figure|null}
 */
function figureOf(shot, seat) {
  /** @type {Farmer|null|undefined} */
  const from = shot.from.farmers[seat];
  /** @type {Farmer|null|undefined} */
  const to = shot.to.farmers[seat];
  const { t } = shot;
  if (!to) return from && t < 0.5 ? { x: from[0], y: from[1], way: from[2] || DOWN, size: 1, alpha: 1 - 2 * t, steps: 0 } : null;
  const way = to[2] || (from ? wayOf(to[0] - from[0], to[1] - from[1]) : 0) || DOWN;
  if (!from) return { x: to[0], y: to[1], way, size: 1, alpha: t, steps: 0 };
  if (isPutElsewhere(from, to)) {
    if (t < 0.5) return { x: from[0], y: from[1], way: from[2] || DOWN, size: 1 - ease(2 * t), alpha: 1, steps: 0 };
    return { x: to[0], y: to[1], way, size: ease(2 * t - 1) * (1 + 0.3 * Math.sin(Math.PI * (2 * t - 1))), alpha: 1, steps: 0 };
  }
  const steps = from[0] !== to[0] || from[1] !== to[1] ? t : 0;
  return { x: lerp(from[0], to[0], t), y: lerp(from[1], to[1], t), way, size: 1, alpha: 1, steps };
}

/**
 * @param {number} dx
 * @param {number} dy
 */
function wayOf(dx, dy) {
  return dx > 0 ? RIGHT : dx < 0 ? LEFT : dy > 0 ? DOWN : dy < 0 ? UP : 0;
}

// The leaderboard

/**
 * Beside the garden: a card for each farmer, and what the signs mean.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawSide(pen, shot) {
  const x = WIDE - SIDE + 2;
  shot.seats.forEach((_, seat) => drawCard(pen, shot, seat, x, TOP - 5 + seat * CARD));
  drawLegend(pen, shot, x, shot.height - 6 * LEGEND - EDGE + 8);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 */
function drawCard(pen, shot, seat, x, y) {
  const { palette } = shot;
  const [width, share, colour] = [SIDE - EDGE - 2, shareOf(shot, seat), seatColour(seat)];
  pen.lineWidth = 1;
  slab(pen, x, y, width, CARD - 12, 10, palette.raised, palette.line);
  disc(pen, x + 24, y + 25, 14, colour);
  label(pen, shot.seats[seat]?.letter ?? "", x + 24, y + 26, 17, "#ffffff", { align: "center", weight: 800 });
  label(pen, `${shot.to.cells ? share.toFixed(1) : Math.floor(share)} %`, x + width - 12, y + 26, 22, palette.ink, { align: "right", weight: 650 });
  slab(pen, x + 12, y + 48, width - 24, 8, 4, palette.line);
  slab(pen, x + 12, y + 48, Math.max(8, ((width - 24) * share) / 100), 8, 4, colour);
  drawHeld(pen, shot, seat, x + 22, y + 78);
}

/**
 * The power-ups of a farmer and how many ticks are left of them, or the length of its trail.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 */
function drawHeld(pen, shot, seat, x, y) {
  const { palette } = shot;
  const held = heldBy(shot.to.farmers[seat]);
  held.forEach(([kind, left], i) => {
    drawIcon(pen, kind, x + i * 68, y, 11);
    if (left > 0) label(pen, String(left), x + i * 68 + 17, y + 1, 15, palette.ink, { weight: 600 });
  });
  if (held.length) return;
  const cells = pointsOf(shot.to.trails[seat]).length / 2;
  if (cells) label(pen, `trail of ${cells}`, x - 10, y + 1, 14, palette.quiet);
}

/**
 * The power-ups that a farmer has, and the ticks left of each.
 * @param {Farmer|null|undefined} farmer
 * @returns {[number, number][]}
 */
function heldBy(farmer) {
  if (!farmer) return [];
  const held = /** @type {[number, number][]} */ ([[farmer[3] ?? 0, farmer[4] ?? 0], [farmer[5] ?? 0, farmer[6] ?? 0]]);
  return held.filter(([kind]) => kind > 0);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 */
function drawLegend(pen, shot, x, y) {
  ITEM_NAMES.forEach((name, kind) => {
    const at = y + (kind ? kind - 1 : 5) * LEGEND;
    if (kind) {
      drawIcon(pen, kind, x + 14, at, 9);
    } else {
      pen.save();
      pen.translate(x + 14, at);
      pen.scale(15, 15);
      drawTangle(pen, shot.palette, [{ x: 0, y: 0, key: 12 }], 1);
      pen.restore();
    }
    label(pen, name || "Weed", x + 34, at + 0.5, 13, shot.palette.quiet);
  });
}

/**
 * Above the garden, where there is no room beside it.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawBar(pen, shot) {
  const room = (shot.width - 2 * EDGE) / shot.seats.length;
  shot.seats.forEach((_, seat) => drawShare(pen, shot, seat, EDGE + seat * room, room));
  drawShares(pen, shot);
}

/**
 * How much of the garden is a farmer's, in percent.
 * @param {Shot} shot
 * @param {number} seat
 */
function shareOf(shot, seat) {
  const { scene } = shot;
  const share = (/** @type {Frame} */ frame) => (frame.cells ? (100 * (frame.cells[seat] ?? 0)) / (scene.cols * scene.rows) : (frame.percent[seat] ?? 0));
  return lerp(share(shot.from), share(shot.to), waveTime(shot.t));
}

/**
 * One farmer's share, and the power-ups that it has.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x
 * @param {number} room
 */
function drawShare(pen, shot, seat, x, room) {
  const { palette } = shot;
  const share = shareOf(shot, seat);
  slab(pen, x + 3, 8, room - 6, 34, 9, palette.raised, palette.line);
  disc(pen, x + 21, 25, 11, seatColour(seat));
  label(pen, shot.seats[seat]?.letter ?? "", x + 21, 25.5, 13, "#ffffff", { align: "center", weight: 800 });
  label(pen, `${shot.to.cells ? share.toFixed(1) : Math.floor(share)} %`, x + 38, 25.5, 15, palette.ink, { weight: 650, most: room - 46 });
  const held = heldBy(shot.to.farmers[seat]);
  held.forEach(([kind], i) => drawIcon(pen, kind, x + room - 15, held.length > 1 ? 17 + 16 * i : 25, 7.5));
}

/**
 * All shares in one bar.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawShares(pen, shot) {
  const width = shot.width - 2 * EDGE - 6;
  pen.save();
  pen.beginPath();
  pen.roundRect(EDGE + 3, 48, width, 8, 4);
  pen.clip();
  pen.fillStyle = shot.palette.line;
  pen.fillRect(EDGE, 48, width + 6, 8);
  let x = EDGE + 3;
  shot.seats.forEach((_, seat) => {
    const part = (width * shareOf(shot, seat)) / 100;
    pen.fillStyle = seatColour(seat);
    pen.fillRect(x, 48, part, 8);
    x += part;
  });
  pen.restore();
}

// The garden

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawGarden(pen, shot) {
  const view = viewOf(shot);
  drawFence(pen, shot, view);
  pen.save();
  pen.beginPath();
  pen.roundRect(view.x, view.y, view.width, view.height, 6);
  pen.clip();
  pen.translate(view.x, view.y);
  pen.scale(view.cell, view.cell);
  pen.translate(-view.left, -view.top);
  if (shot.seat !== null) drawFog(pen, shot, view);
  pen.save();
  if (shot.seat !== null) clipWindow(pen, shot);
  drawGround(pen, shot, view);
  pen.restore();
  if (shot.seat !== null) drawRim(pen, shot);
  pen.restore();
  pen.translate(view.x, view.y);
  pen.scale(view.cell, view.cell);
  pen.translate(-view.left, -view.top);
  drawFarmers(pen, shot, view);
  if (shot.seat !== null) drawOverview(pen, shot, view);
}

/**
 * All that a farmer sees of its surroundings, or everything.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawGround(pen, shot, view) {
  drawGrass(pen, shot, view);
  drawLand(pen, shot, view);
  drawHomes(pen, shot, view);
  if (shot.seat === null) drawTrails(pen, shot, view);
  else drawTrailCells(pen, shot, view);
  drawWeeds(pen, shot);
  drawItems(pen, shot, view);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawFence(pen, { palette }, { x, y, width, height }) {
  slab(pen, x - 5, y - 5, width + 10, height + 10, 9, palette.dark ? "#4a3c2c" : "#b08d5f");
  slab(pen, x - 2.5, y - 2.5, width + 5, height + 5, 7, palette.dark ? "#2b241b" : "#8a6b43");
}

/** Tiles that beds and grass are filled with, by name; there are few. @type {Map<string, HTMLCanvasElement>} */
const tiles = new Map();

/**
 * @param {string} name
 * @param {number} size
 * @param {(pen: Pen) => void} paint
 */
function tile(name, size, paint) {
  let canvas = tiles.get(name);
  if (!canvas) {
    canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    paint(/** @type {Pen} */ (canvas.getContext("2d")));
    tiles.set(name, canvas);
  }
  return canvas;
}

/**
 * A tile as a filling whose unit is a cell.
 * @param {Pen} pen
 * @param {HTMLCanvasElement} canvas
 * @param {number} cells that it is wide
 */
function filling(pen, canvas, cells) {
  const pattern = /** @type {CanvasPattern} */ (pen.createPattern(canvas, "repeat"));
  pattern.setTransform(new DOMMatrix().scale(cells / canvas.width));
  return pattern;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawGrass(pen, { palette }, { left, top, width, height, cell }) {
  pen.fillStyle = filling(pen, tile(`grass ${palette.dark}`, GRASS_TILE, (paper) => paintGrass(paper, palette)), GRASS_CELLS);
  pen.fillRect(left, top, width / cell, height / cell);
}

/**
 * @param {Pen} pen
 * @param {Palette} palette
 */
function paintGrass(pen, palette) {
  pen.fillStyle = palette.dark ? "#20281f" : "#e3e8cb";
  pen.fillRect(0, 0, GRASS_TILE, GRASS_TILE);
  for (let i = 0; i < 70; i += 1) {
    const [x, y] = [grain(i, 1) * GRASS_TILE, grain(i, 2) * GRASS_TILE];
    paintTwice(x, y, 50, (px, py) => paintPuff(pen, px, py, 18 + 30 * grain(i, 3), palette.dark ? "#34422e" : "#bece96", 0.3));
  }
  for (let i = 0; i < 190; i += 1) {
    const [x, y] = [grain(i, 4) * GRASS_TILE, grain(i, 5) * GRASS_TILE];
    const colour = palette.dark ? (i % 3 ? "#2c382a" : "#364632") : i % 3 ? "#cbd6a8" : "#b9c892";
    paintTwice(x, y, 8, (px, py) => {
      stroke(pen, [px, py, px - 2.5, py - 6 - 3 * grain(i, 6)], colour, 1.7);
      stroke(pen, [px + 1, py, px + 3, py - 5 - 3 * grain(i, 7)], colour, 1.7);
    });
  }
}

/**
 * What sticks out of one side of a tile comes in at the other.
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @param {(x: number, y: number) => void} paint
 */
function paintTwice(x, y, reach, paint) {
  for (const dx of x < reach ? [0, GRASS_TILE] : x > GRASS_TILE - reach ? [0, -GRASS_TILE] : [0]) {
    for (const dy of y < reach ? [0, GRASS_TILE] : y > GRASS_TILE - reach ? [0, -GRASS_TILE] : [0]) paint(x + dx, y + dy);
  }
}

// Beds

/**
 * The outlines of everybody's land, kept for as long as the land is.
 * @type {WeakMap<string[], Path2D[]>}
 */
const outlines = new WeakMap();

/**
 * @param {Frame} frame
 * @param {number} seats
 * @param {boolean} goesOn whether land on the rim goes on beyond it
 * @returns {Path2D[]}
 */
function outlinesOf(frame, seats, goesOn) {
  let paths = outlines.get(frame.land);
  if (!paths) {
    paths = Array.from({ length: seats }, (_, seat) => outline(frame.land, LETTERS[seat] ?? "", goesOn));
    outlines.set(frame.land, paths);
  }
  return paths;
}

const STEP_X = [1, 0, -1, 0];
const STEP_Y = [0, 1, 0, -1];

/**
 * The outline of all cells with a letter, with round corners. Its edges run clockwise around the cells; where cells
 * meet at a corner only, it stays with the one it is at.
 * @param {string[]} land
 * @param {string} letter
 * @param {boolean} goesOn
 */
function outline(land, letter, goesOn) {
  const [width, rows] = [(land[0]?.length ?? 0) + 3, land.length];
  const edges = new Uint8Array(width * (rows + 3)); // by corner, the ways that lead on; one column and row of rim
  const pad = (/** @type {string} */ row) => (goesOn ? row[0] + row + row[row.length - 1] : `.${row}.`);
  const padded = land.map((row) => (row.includes(letter) ? pad(row) : ""));
  padded.unshift(goesOn ? (padded[0] ?? "") : "");
  padded.push(goesOn ? (padded[rows] ?? "") : "");
  padded.forEach((row, y) => {
    if (!row) return;
    const [above, below] = [padded[y - 1] ?? "", padded[y + 1] ?? ""];
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] === letter) addEdges(edges, y * width + x, width, above[x] !== letter, row[x + 1] !== letter, below[x] !== letter, row[x - 1] !== letter);
    }
  });
  const path = new Path2D();
  for (let corner = 0; corner < edges.length; corner += 1) {
    while (edges[corner]) addLoop(path, loopFrom(edges, corner, width), width);
  }
  return path;
}

/**
 * @param {Uint8Array} edges
 * @param {number} corner top left
 * @param {number} width
 * @param {boolean} top
 * @param {boolean} right
 * @param {boolean} bottom
 * @param {boolean} left
 */
function addEdges(edges, corner, width, top, right, bottom, left) {
  if (top) edges[corner] = (edges[corner] ?? 0) | 1;
  if (right) edges[corner + 1] = (edges[corner + 1] ?? 0) | 2;
  if (bottom) edges[corner + width + 1] = (edges[corner + width + 1] ?? 0) | 4;
  if (left) edges[corner + width] = (edges[corner + width] ?? 0) | 8;
}

/**
 * The corners at which a closed line turns; its edges are used up.
 * @param {Uint8Array} edges
 * @param {number} start
 * @param {number} width
 */
function loopFrom(edges, start, width) {
  const turns = [];
  let way = 31 - Math.clz32((edges[start] ?? 0) & -(edges[start] ?? 0));
  const first = way;
  let corner = start;
  for (;;) {
    edges[corner] = (edges[corner] ?? 0) & ~(1 << way);
    corner += (STEP_X[way] ?? 0) + width * (STEP_Y[way] ?? 0);
    const out = edges[corner] ?? 0;
    const next = [(way + 1) % 4, way, (way + 3) % 4].find((turn) => out & (1 << turn));
    if (next === undefined) {
      if (way !== first) turns.push(corner);
      return turns;
    }
    if (next !== way) turns.push(corner);
    way = next;
  }
}

/**
 * @param {Path2D} path
 * @param {number[]} turns
 * @param {number} width
 */
function addLoop(path, turns, width) {
  const spots = turns.map((corner) => ({ x: (corner % width) - 1, y: Math.floor(corner / width) - 1 }));
  spots.forEach((spot, i) => {
    const before = spots[(i + spots.length - 1) % spots.length] ?? spot;
    const after = spots[(i + 1) % spots.length] ?? spot;
    const enter = towards(spot, before);
    const leave = towards(spot, after);
    if (i) path.lineTo(enter.x, enter.y);
    else path.moveTo(enter.x, enter.y);
    path.quadraticCurveTo(spot.x, spot.y, leave.x, leave.y);
  });
  path.closePath();
}

/**
 * The point at which the round corner begins.
 * @param {Spot} spot
 * @param {Spot} other
 */
function towards(spot, other) {
  return { x: spot.x + 0.42 * Math.sign(other.x - spot.x), y: spot.y + 0.42 * Math.sign(other.y - spot.y) };
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawLand(pen, shot, view) {
  const { from, to, t } = shot;
  if (shot.seat !== null) {
    drawPart(pen, shot, view, to);
    if (t < 1) drawPart(pen, shot, view, from);
  } else {
    drawBeds(pen, shot, view, t < 1 ? from : to);
  }
  if (t < 1) for (const wave of wavesOf(from, to)) drawWave(pen, shot, view, wave);
}

/**
 * The window that a frame holds, over what was drawn before.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {Frame} frame
 */
function drawPart(pen, shot, view, frame) {
  pen.save();
  pen.beginPath();
  pen.rect(frame.at[0], frame.at[1], frame.land[0]?.length ?? 0, frame.land.length);
  pen.clip();
  drawGrass(pen, shot, view);
  drawBeds(pen, shot, view, frame);
  pen.restore();
}

/**
 * Everybody's beds, a little raised; flat where they come over others, whose rims would show through.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {Frame} frame
 * @param {boolean} isRaised
 */
function drawBeds(pen, { palette, seats, seat: own }, { cell }, frame, isRaised = true) {
  const paths = outlinesOf(frame, seats.length, own !== null);
  pen.save();
  pen.translate(frame.at[0], frame.at[1]);
  if (isRaised) {
    pen.translate(0, 0.2);
    paths.forEach((path, seat) => {
      pen.fillStyle = palette.dark ? "rgba(0, 0, 0, 0.45)" : shade(seatColour(seat), -0.35);
      pen.fill(path);
    });
    pen.translate(0, -0.2);
  }
  paths.forEach((path, seat) => {
    pen.fillStyle = cell < 7 ? bedColour(palette, seat) : filling(pen, bedTile(palette, seat), 2);
    pen.fill(path);
    pen.strokeStyle = palette.dark ? shade(seatColour(seat), -0.12) : shade(seatColour(seat), 0.08);
    pen.lineWidth = Math.max(0.13, 1.6 / cell);
    pen.stroke(path);
    if (frame.farmers[seat]?.[3] === IMMUNITY) drawHedge(pen, path, cell);
  });
  pen.restore();
}

/**
 * Land that nobody else may enter.
 * @param {Pen} pen
 * @param {Path2D} path
 * @param {number} cell
 */
function drawHedge(pen, path, cell) {
  pen.strokeStyle = "#ffffff";
  pen.lineWidth = Math.max(0.16, 2 / cell);
  pen.setLineDash([0.35, 0.4]);
  pen.stroke(path);
  pen.setLineDash([]);
}

/**
 * @param {Palette} palette
 * @param {number} seat
 */
function bedColour(palette, seat) {
  return palette.dark ? shade(seatColour(seat), -0.48) : shade(seatColour(seat), 0.46);
}

/**
 * Furrows with seedlings.
 * @param {Palette} palette
 * @param {number} seat
 */
function bedTile(palette, seat) {
  return tile(`bed ${seat} ${palette.dark}`, BED_TILE, (pen) => {
    pen.fillStyle = bedColour(palette, seat);
    pen.fillRect(0, 0, BED_TILE, BED_TILE);
    const dark = faded(seatColour(seat), palette.dark ? 0.13 : 0.14);
    const leaf = palette.dark ? shade(seatColour(seat), -0.2) : shade(seatColour(seat), 0.16);
    for (const row of [0, 1]) {
      pen.fillStyle = dark;
      pen.fillRect(0, row * 32 + 19, BED_TILE, 8);
      paintSeedling(pen, row * 32 + 16, row * 32 + 20, leaf);
    }
  });
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function paintSeedling(pen, x, y, colour) {
  stroke(pen, [x - 5, y - 6, x, y + 2, x + 5, y - 7], colour, 3.4);
  stroke(pen, [x, y + 2, x, y - 5], colour, 2.6);
}

/**
 * The waves of the latest tick that was drawn: frames come back in every picture of it.
 * @type {WeakMap<Frame, {from: Frame, waves: Wave[]}>}
 */
const waves = new WeakMap();

/**
 * What changes hands between two frames, by who gets it.
 * @param {Frame} from
 * @param {Frame} to
 */
function wavesOf(from, to) {
  const known = waves.get(to);
  if (known?.from === from) return known.waves;
  const found = findWaves(from, to);
  waves.set(to, { from, waves: found });
  return found;
}

/**
 * @param {Frame} from
 * @param {Frame} to
 * @returns {Wave[]}
 */
function findWaves(from, to) {
  /** @type {Map<string, Spot[]>} */
  const groups = new Map();
  if (from.land === to.land && from.at[0] === to.at[0] && from.at[1] === to.at[1]) return [];
  to.land.forEach((row, i) => {
    const y = to.at[1] + i;
    const old = from.land[y - from.at[1]];
    if (old === undefined || (old === row && from.at[0] === to.at[0])) return;
    for (let j = 0; j < row.length; j += 1) {
      const x = to.at[0] + j;
      const was = old[x - from.at[0]];
      const now = row[j] ?? ".";
      if (was === undefined || was === now || (now === "." && was !== was.toUpperCase())) continue;
      const name = now === "." ? `${was.toUpperCase()}.` : now;
      const cells = groups.get(name) ?? [];
      cells.push({ x, y });
      groups.set(name, cells);
    }
  });
  return [...groups].filter(([name]) => name === name.toUpperCase()).map(([name, cells]) => waveOf(from, to, name, cells));
}

/**
 * @param {Frame} from
 * @param {Frame} to
 * @param {string} name letter of who gets the cells, or letter and point of who loses them to nobody
 * @param {Spot[]} cells
 * @returns {Wave}
 */
function waveOf(from, to, name, cells) {
  const seat = LETTERS.indexOf(name[0] ?? "");
  const first = /** @type {Spot} */ (cells[0]);
  const farmer = name.length > 1 ? from.farmers[seat] : to.farmers[seat];
  const middle = farmer ? { x: farmer[0] + 0.5, y: farmer[1] + 0.5 } : first;
  const path = new Path2D();
  let far = 0;
  for (const { x, y } of cells) {
    path.rect(x - 0.12, y - 0.12, 1.24, 1.34); // with the rims of the beds
    far = Math.max(far, Math.hypot(x + 0.5 - middle.x, y + 0.5 - middle.y));
  }
  return { seat: name.length > 1 ? -1 : seat, path, middle, far: far + 1 };
}

/**
 * Land changes hands when the farmers have moved.
 * @param {number} t
 */
function waveTime(t) {
  return ease(Math.max(0, Math.min(1, (t - 0.2) / 0.8)));
}

/**
 * Land changes hands from the farmer who closed its trail outwards.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {Wave} wave
 */
function drawWave(pen, shot, view, { seat, path, middle, far }) {
  const radius = far * waveTime(shot.t);
  if (radius <= 0) return;
  pen.save();
  pen.clip(path);
  pen.beginPath();
  pen.arc(middle.x, middle.y, radius, 0, 2 * Math.PI);
  pen.save();
  pen.clip();
  if (seat < 0) drawGrass(pen, shot, view);
  drawBeds(pen, shot, view, shot.to, false);
  pen.restore();
  pen.strokeStyle = seat < 0 ? "rgba(120, 90, 50, 0.5)" : faded("#ffffff", 0.75);
  pen.lineWidth = 0.45;
  pen.stroke();
  pen.restore();
}

/**
 * Where each farmer comes up.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawHomes(pen, shot, { cell }) {
  shot.seats.forEach(({ letter }, seat) => {
    const [x, y] = shot.scene.homes[seat];
    pen.strokeStyle = faded(shot.palette.dark ? "#ffffff" : "#3b2f1c", 0.28);
    pen.lineWidth = Math.max(0.09, 1 / cell);
    pen.setLineDash([0.3, 0.3]);
    pen.beginPath();
    pen.roundRect(x - 0.88, y - 0.88, 2.76, 2.76, 0.5);
    pen.stroke();
    pen.setLineDash([]);
    pen.save();
    pen.translate(x + 0.5, y + 0.55);
    pen.scale(0.1, 0.1);
    label(pen, letter, 0, 0, 15, faded(shot.palette.dark ? "#ffffff" : "#3b2f1c", 0.3), { align: "center", weight: 800 });
    pen.restore();
  });
}

// Trails

/**
 * The middles of a trail's cells, x and y in turn.
 * @param {Trail|undefined} trail
 */
function pointsOf(trail) {
  if (!trail?.length) return [];
  let x = (trail[0] ?? 0) + 0.5;
  let y = (trail[1] ?? 0) + 0.5;
  const points = [x, y];
  for (const way of trail.slice(2).join("")) {
    if (way === "L") x -= 1;
    else if (way === "R") x += 1;
    else y += way === "D" ? 1 : -1;
    points.push(x, y);
  }
  return points;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawTrails(pen, shot, view) {
  shot.seats.forEach((_, seat) => {
    const [before, after] = [pointsOf(shot.from.trails[seat]), pointsOf(shot.to.trails[seat])];
    const figure = figureOf(shot, seat);
    const isGuarded = shot.to.farmers[seat]?.[5] === TRAIL_PROTECTION;
    if (after.length) {
      const grew = after.length > before.length && shot.t < 1;
      const points = grew && figure ? [...after.slice(0, -2), figure.x + 0.5, figure.y + 0.5] : after;
      drawRibbon(pen, view, points, seatColour(seat), isGuarded);
    } else if (before.length && shot.t < 1) {
      drawEnding(pen, shot, view, seat, before, figure);
    }
  });
}

/**
 * A trail that becomes land, or withers.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {number} seat
 * @param {number[]} points
 * @param {Figure|null} figure
 */
function drawEnding(pen, shot, view, seat, points, figure) {
  const withers = isPutElsewhere(shot.from.farmers[seat], shot.to.farmers[seat]);
  const home = figure && !withers ? [figure.x + 0.5, figure.y + 0.5] : [];
  pen.save();
  pen.globalAlpha = 1 - ease(withers ? shot.t : Math.max(0, 2 * shot.t - 1));
  drawRibbon(pen, view, [...points, ...home], withers ? dried(seatColour(seat), shot.t) : seatColour(seat), false);
  pen.restore();
}

/**
 * A colour on its way to that of dry leaves.
 * @param {string} colour #rrggbb
 * @param {number} t
 */
function dried(colour, t) {
  const [a, b] = [parseInt(colour.slice(1), 16), 0x9a8a6a];
  const part = (/** @type {number} */ shift) => Math.round(lerp((a >> shift) & 255, (b >> shift) & 255, t));
  return `#${((part(16) << 16) | (part(8) << 8) | part(0)).toString(16).padStart(6, "0")}`;
}

/**
 * @param {Pen} pen
 * @param {View} view
 * @param {number[]} points
 * @param {string} colour
 * @param {boolean} isGuarded
 */
function drawRibbon(pen, view, points, colour, isGuarded) {
  const path = new Path2D();
  for (let i = 0; i < points.length; i += 2) path.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  if (points.length === 2) path.lineTo((points[0] ?? 0) + 0.01, points[1] ?? 0);
  drawRibbonAlong(pen, view, path, colour, isGuarded);
}

/**
 * @param {Pen} pen
 * @param {View} view
 * @param {Path2D} path
 * @param {string} colour
 * @param {boolean} isGuarded
 */
function drawRibbonAlong(pen, { cell }, path, colour, isGuarded) {
  const line = (/** @type {string} */ ink, /** @type {number} */ width) => {
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    pen.stroke(path);
  };
  pen.lineCap = pen.lineJoin = "round";
  if (isGuarded) line("#ffd75e", 0.86);
  line(shade(colour, -0.42), 0.66);
  line(colour, 0.46);
  if (cell >= 7) {
    pen.setLineDash([0.01, 0.5]);
    line(shade(colour, 0.6), 0.17);
    pen.setLineDash([]);
  }
}

/**
 * Trails in a farmer's window: cells side by side belong together, for all that it knows.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawTrailCells(pen, shot, view) {
  /** @type {Frame} */
  const frame = shot.t < 0.5 ? shot.from : shot.to;
  shot.seats.forEach((_, seat) => {
    const path = new Path2D();
    const mark = (LETTERS[seat] ?? "").toLowerCase();
    const isLaying = addStep(path, shot, seat, mark);
    const found = addTrailCells(path, frame, mark, isLaying ? shot.to.farmers[seat] : null);
    if (found || isLaying) drawRibbonAlong(pen, view, path, seatColour(seat), seat === shot.seat && shot.to.farmers[seat]?.[5] === TRAIL_PROTECTION);
  });
}

/**
 * @param {Path2D} path
 * @param {Frame} frame
 * @param {string} mark
 * @param {Farmer|null} without the cell that its farmer is stepping on
 */
function addTrailCells(path, { land, at }, mark, without) {
  let found = false;
  const is = (/** @type {number} */ x, /** @type {number} */ y) => land[y - at[1]]?.[x - at[0]] === mark && !(without && x === without[0] && y === without[1]);
  land.forEach((row, i) => {
    for (let j = row.indexOf(mark); j >= 0; j = row.indexOf(mark, j + 1)) {
      const [x, y] = [at[0] + j, at[1] + i];
      if (!is(x, y)) continue;
      found = true;
      path.moveTo(x + 0.5, y + 0.5);
      path.lineTo(x + (is(x + 1, y) ? 1.5 : 0.51), y + 0.5);
      path.moveTo(x + 0.5, y + 0.5);
      path.lineTo(x + 0.5, y + (is(x, y + 1) ? 1.5 : 0.51));
    }
  });
  return found;
}

/**
 * The piece of trail that a farmer is laying now, if it is.
 * @param {Path2D} path
 * @param {Shot} shot
 * @param {number} seat
 * @param {string} mark
 */
function addStep(path, shot, seat, mark) {
  const [from, to] = [shot.from.farmers[seat], shot.to.farmers[seat]];
  const figure = figureOf(shot, seat);
  if (!from || !to || !figure || shot.t >= 1 || isPutElsewhere(from, to) || (from[0] === to[0] && from[1] === to[1])) return false;
  if (shot.to.land[to[1] - shot.to.at[1]]?.[to[0] - shot.to.at[0]] !== mark) return false;
  path.moveTo(from[0] + 0.5, from[1] + 0.5);
  path.lineTo(figure.x + 0.5, figure.y + 0.5);
  return true;
}

// Weeds

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawWeeds(pen, shot) {
  const [from, to] = [weedCells(shot.from), weedCells(shot.to)];
  const all = [...new Set([...from, ...to])];
  const spots = (/** @type {(cell: number) => boolean} */ test) => all.filter(test).map((key) => ({ x: (key % shot.scene.cols) + 0.5, y: Math.floor(key / shot.scene.cols) + 0.5, key }));
  drawTangle(pen, shot.palette, spots((cell) => to.has(cell) && (from.has(cell) || shot.t >= 1)), 1);
  if (shot.t >= 1) return;
  drawTangle(pen, shot.palette, spots((cell) => !from.has(cell)), ease(shot.t));
  drawTangle(pen, shot.palette, spots((cell) => !to.has(cell)), 1 - ease(shot.t));
}

/**
 * @param {Frame} frame
 * @returns {Set<number>}
 */
function weedCells(frame) {
  return new Set(frame.weeds.flatMap((weed) => weed.slice(1)));
}

/**
 * Dark leaves, winding stems with thorns, and a few flowers.
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {{x: number, y: number, key: number}[]} spots
 * @param {number} grown
 */
function drawTangle(pen, palette, spots, grown) {
  if (!spots.length || grown <= 0) return;
  const [leaves, stems] = [new Path2D(), new Path2D()];
  for (const { key: cell, x, y } of spots) {
    for (let i = 0; i < 5; i += 1) {
      const [dx, dy] = [(grain(cell, i) - 0.5) * 0.7, (grain(i, cell) - 0.5) * 0.7];
      leaves.moveTo(x + dx * grown + 0.34 * grown, y + dy * grown);
      leaves.arc(x + dx * grown, y + dy * grown, 0.34 * grown, 0, 2 * Math.PI);
    }
    addStems(stems, cell, x, y, grown);
  }
  pen.fillStyle = palette.dark ? "#2a4d2b" : "#2f5130";
  pen.fill(leaves);
  pen.lineCap = "round";
  for (const [colour, width] of /** @type {[string, number][]} */ ([[palette.dark ? "#12250f" : "#1c3520", 0.2], [palette.dark ? "#77b863" : "#6fae57", 0.1]])) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke(stems);
  }
  for (const { key: cell, x, y } of spots) {
    if (grain(cell, 9) > 0.62) drawFlower(pen, x + grain(cell, 7) * 0.4 - 0.2, y + grain(7, cell) * 0.4 - 0.2, 0.2 * grown);
  }
}

/**
 * @param {Path2D} path
 * @param {number} cell
 * @param {number} x
 * @param {number} y
 * @param {number} grown
 */
function addStems(path, cell, x, y, grown) {
  for (let i = 0; i < 3; i += 1) {
    const turn = 2 * Math.PI * grain(cell, i + 11);
    const [dx, dy] = [Math.cos(turn) * 0.55 * grown, Math.sin(turn) * 0.55 * grown];
    path.moveTo(x - dx, y - dy);
    path.bezierCurveTo(x - dy, y + dx, x + dy, y - dx, x + dx, y + dy);
    path.moveTo(x + dx * 0.4, y + dy * 0.4);
    path.lineTo(x + dx * 0.4 - dy * 0.3, y + dy * 0.4 + dx * 0.3);
  }
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function drawFlower(pen, x, y, size) {
  for (let i = 0; i < 5; i += 1) disc(pen, x + Math.cos(1.257 * i) * size * 0.75, y + Math.sin(1.257 * i) * size * 0.75, size * 0.55, "#d59be0");
  disc(pen, x, y, size * 0.5, "#ffe08a");
}

// Power-ups

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawItems(pen, shot, { cell }) {
  const size = Math.max(0.62, 11 / cell);
  const has = (/** @type {Frame} */ frame, /** @type {Item} */ item) => frame.items.some((other) => other[0] === item[0] && other[1] === item[1] && other[2] === item[2]);
  for (const item of /** @type {Item[]} */ (shot.to.items)) {
    const grown = shot.t >= 1 || has(shot.from, item) ? 1 : ease(shot.t) * (1 + 0.35 * Math.sin(Math.PI * shot.t));
    drawIcon(pen, item[2], item[0] + 0.5, item[1] + 0.5, size * grown);
  }
  if (shot.t >= 1) return;
  for (const item of /** @type {Item[]} */ (shot.from.items)) {
    if (!has(shot.to, item)) drawTaken(pen, item, size, shot.t);
  }
}

/**
 * A power-up that somebody picks up.
 * @param {Pen} pen
 * @param {Item} item
 * @param {number} size
 * @param {number} t
 */
function drawTaken(pen, [x, y, kind], size, t) {
  const late = ease(Math.max(0, 2 * t - 1));
  pen.save();
  pen.globalAlpha = 1 - late;
  drawIcon(pen, kind, x + 0.5, y + 0.5 - 1.6 * late, size * (1 + 0.8 * late));
  pen.restore();
}

/**
 * A power-up on its plate; super power-ups lie on a golden blossom.
 * @param {Pen} pen
 * @param {number} kind
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function drawIcon(pen, kind, x, y, radius) {
  const colour = ITEM_COLOURS[kind] ?? "#555555";
  pen.save();
  pen.translate(x, y);
  pen.scale(radius / 10, radius / 10);
  disc(pen, 0, 1.6, 10.4, "rgba(0, 0, 0, 0.25)");
  if (kind >= TRAIL_PROTECTION) drawBlossom(pen);
  else disc(pen, 0, 0, 10, "#fffdf6");
  disc(pen, 0, 0, kind >= TRAIL_PROTECTION ? 7.6 : 8.3, colour);
  ICONS[kind]?.(pen);
  pen.restore();
}

/** @param {Pen} pen */
function drawBlossom(pen) {
  for (let i = 0; i < 8; i += 1) disc(pen, Math.cos((i * Math.PI) / 4) * 7.6, Math.sin((i * Math.PI) / 4) * 7.6, 3.8, "#ffc93c");
  disc(pen, 0, 0, 8.6, "#fff3c4");
}

/** @type {Record<number, (pen: Pen) => void>} */
const ICONS = {
  [IMMUNITY]: drawShield, [UNPRUNABLE]: drawShears, [FREEZE]: drawSnowflake, [TRAIL_PROTECTION]: drawGuardedTrail, [SUPER_FERTILIZER]: drawSprout,
};

/** @param {Pen} pen */
function drawShield(pen) {
  pen.fillStyle = "#ffffff";
  pen.beginPath();
  pen.moveTo(0, -6);
  pen.quadraticCurveTo(3, -4.4, 5, -4.4);
  pen.quadraticCurveTo(5.4, 3, 0, 6);
  pen.quadraticCurveTo(-5.4, 3, -5, -4.4);
  pen.quadraticCurveTo(-3, -4.4, 0, -6);
  pen.fill();
  stroke(pen, [-2.2, 0, -0.5, 1.8, 2.4, -2], "#2f6fd0", 1.7);
}

/**
 * Shears that cannot cut.
 * @param {Pen} pen
 */
function drawShears(pen) {
  stroke(pen, [-3, -5.4, 2, 2], "#ffffff", 1.8);
  stroke(pen, [3, -5.4, -2, 2], "#ffffff", 1.8);
  pen.strokeStyle = "#ffffff";
  pen.lineWidth = 1.5;
  for (const x of [-2.8, 2.8]) {
    pen.beginPath();
    pen.arc(x, 3.8, 1.9, 0, 2 * Math.PI);
    pen.stroke();
  }
  stroke(pen, [-6, 4.6, 6, -4.6], "#ffd75e", 1.8);
}

/** @param {Pen} pen */
function drawSnowflake(pen) {
  for (let i = 0; i < 6; i += 1) {
    const [x, y] = [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3)];
    stroke(pen, [0, 0, x * 6.2, y * 6.2], "#ffffff", 1.4);
    stroke(pen, [x * 5.6 - y * 2, y * 5.6 + x * 2, x * 3.6, y * 3.6, x * 5.6 + y * 2, y * 5.6 - x * 2], "#ffffff", 1.2);
  }
}

/** @param {Pen} pen */
function drawGuardedTrail(pen) {
  stroke(pen, [-4.6, 3.6, -1, 3.6, -1, -0.6, 2.6, -0.6, 2.6, -4.2], "#ffffff", 2.1);
  disc(pen, -4.4, 3.6, 1.9, "#ffd75e");
  stroke(pen, [0.4, -2.8, 2.6, -5, 4.8, -2.8], "#ffffff", 1.7);
}

/** @param {Pen} pen */
function drawSprout(pen) {
  stroke(pen, [0, 5.4, 0, -1], "#ffffff", 1.8);
  pen.fillStyle = "#ffffff";
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.quadraticCurveTo(side * 0.6, -5.4, side * 5.4, -5);
    pen.quadraticCurveTo(side * 5.2, -0.4, 0, 0);
    pen.fill();
  }
  stroke(pen, [-3.4, 5.4, 3.4, 5.4], "#ffd75e", 1.8);
}

// Farmers

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawFarmers(pen, shot, view) {
  const seats = Math.max(shot.from.farmers.length, shot.to.farmers.length);
  const all = Array.from({ length: seats }, (_, seat) => ({ seat, figure: figureOf(shot, seat) }));
  for (const { seat } of all) drawPruning(pen, shot, view, seat);
  all.sort((a, b) => (a.figure?.y ?? 0) - (b.figure?.y ?? 0));
  for (const { seat, figure } of all) if (figure) drawFarmer(pen, shot, view, seat, figure);
}

/**
 * Leaves fly from where a farmer was pruned, and a ring shows where it comes up.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {number} seat
 */
function drawPruning(pen, shot, { cell }, seat) {
  const [from, to] = [shot.from.farmers[seat], shot.to.farmers[seat]];
  if (shot.t >= 1 || !isPutElsewhere(from, to)) return;
  const size = Math.max(1, 22 / cell);
  const colour = seatColour(seat);
  if (isPruned(shot, seat)) {
    drawLeaves(pen, from[0] + 0.5, from[1] + 0.5, size, colour, shot.t);
  } else {
    pen.setLineDash([0.3, 0.5]);
    stroke(pen, [from[0] + 0.5, from[1] + 0.5, to[0] + 0.5, to[1] + 0.5], faded(colour, 0.7 * (1 - shot.t)), 0.2);
    pen.setLineDash([]);
  }
  pen.strokeStyle = faded(colour, 1 - shot.t);
  pen.lineWidth = 0.2 * size;
  pen.beginPath();
  pen.arc(to[0] + 0.5, to[1] + 0.5, size * 2.6 * shot.t, 0, 2 * Math.PI);
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {number} t
 */
function drawLeaves(pen, x, y, size, colour, t) {
  for (let i = 0; i < 14; i += 1) {
    const turn = i * 2.4;
    const way = size * (0.4 + 2.4 * grain(i, 5)) * ease(Math.min(1, t * 1.3));
    const long = size * 0.32 * (1 - 0.6 * t);
    pen.fillStyle = faded(i % 3 ? colour : "#6fae57", 1 - t);
    pen.beginPath();
    pen.ellipse(x + Math.cos(turn) * way, y + Math.sin(turn) * way, long, long / 2, turn + 4 * t, 0, 2 * Math.PI);
    pen.fill();
  }
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 * @param {number} seat
 * @param {Figure} figure
 */
function drawFarmer(pen, shot, { cell }, seat, figure) {
  const size = Math.max(1.6, FARMER / cell);
  const isKnown = seat < shot.seats.length;
  const colour = isKnown ? seatColour(seat) : STRANGER;
  /** @type {Farmer} */
  const farmer = shot.to.farmers[seat] ?? [0, 0];
  const hop = Math.abs(Math.sin(figure.steps * 2 * Math.PI));
  pen.save();
  pen.globalAlpha = figure.alpha;
  pen.translate(figure.x + 0.5, figure.y + 0.5);
  pen.scale((size * figure.size) / 24, (size * figure.size) / 24);
  pen.fillStyle = "rgba(0, 0, 0, 0.28)";
  pen.beginPath();
  pen.ellipse(0, 8.5, 8.5, 3.4, 0, 0, 2 * Math.PI);
  pen.fill();
  if (farmer[5] === SUPER_FERTILIZER) drawSparkles(pen, shot.t);
  pen.translate(0, -3 - 1.2 * hop);
  drawBoots(pen, figure);
  drawBody(pen, colour, isKnown ? (shot.seats[seat]?.letter ?? "") : "?", figure.way);
  drawHead(pen, colour, figure.way);
  if (isHeld(shot, seat)) drawIce(pen);
  drawBadges(pen, shot, farmer);
  pen.restore();
}

/**
 * Whether another farmer's Freeze holds one.
 * @param {Shot} shot
 * @param {number} seat
 */
function isHeld(shot, seat) {
  return shot.to.farmers.some((/** @type {Farmer|null} */ other, /** @type {number} */ i) => i !== seat && other?.[3] === FREEZE);
}

/**
 * @param {Pen} pen
 * @param {Figure} figure
 */
function drawBoots(pen, { steps, way }) {
  const swing = Math.sin(steps * 2 * Math.PI) * 2.6;
  const across = way === LEFT || way === RIGHT;
  for (const side of [-1, 1]) {
    const x = across ? side * swing : side * 3;
    const y = 9.4 - (across ? 0 : side * swing * 0.6);
    slab(pen, x - 2.3, y - 1.6, 4.6, 4, 1.7, "#4a3320");
  }
}

/**
 * Overalls with the seat's letter.
 * @param {Pen} pen
 * @param {string} colour
 * @param {string} letter
 * @param {number} way
 */
function drawBody(pen, colour, letter, way) {
  pen.lineWidth = 1.1;
  slab(pen, -6.6, -1.6, 13.2, 12, 4.6, colour, shade(colour, -0.5));
  if (way === LEFT || way === RIGHT) slab(pen, way === LEFT ? -8.2 : 5, 1.4, 3.2, 5.6, 1.6, "#f0c39a");
  else for (const side of [-1, 1]) slab(pen, side * 6.8 - 1.5, 1, 3, 6, 1.5, "#f0c39a");
  label(pen, letter, 0, 5.4, 9.5, "#ffffff", { align: "center", weight: 800 });
}

/**
 * A head under a straw hat; from behind one sees the hat alone.
 * @param {Pen} pen
 * @param {string} colour
 * @param {number} way
 */
function drawHead(pen, colour, way) {
  const look = way === LEFT ? -1 : way === RIGHT ? 1 : 0;
  disc(pen, 0, -4.4, 5.6, way === UP ? "#8a5a34" : "#f4cba4");
  if (way !== UP) for (const side of [-1, 1]) disc(pen, look * 2.6 + side * 1.8, -3, 0.95, "#3a2a1c");
  pen.fillStyle = "#e9c46a";
  pen.strokeStyle = "#a67c2e";
  pen.lineWidth = 0.9;
  pen.beginPath();
  pen.ellipse(look * 0.8, -6.8 + (way === UP ? 1.4 : 0), 9.2, 3.5, 0, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  slab(pen, look * 0.5 - 4.8, -12.6, 9.6, 6.4, 3.6, "#f1d38a", "#a67c2e");
  pen.fillStyle = colour;
  pen.fillRect(look * 0.5 - 4.9, -8.4, 9.8, 2.3);
}

/** @param {Pen} pen */
function drawIce(pen) {
  slab(pen, -9.5, -13.5, 19, 26, 4, "rgba(176, 226, 248, 0.5)", "rgba(255, 255, 255, 0.9)");
  stroke(pen, [-6, -9, -6, -3], "rgba(255, 255, 255, 0.9)", 1.5);
  stroke(pen, [-3.2, -9.6, -3.2, -7], "rgba(255, 255, 255, 0.9)", 1.3);
}

/**
 * @param {Pen} pen
 * @param {number} t
 */
function drawSparkles(pen, t) {
  for (let i = 0; i < 6; i += 1) {
    const turn = i * 1.05 + 2 * t;
    disc(pen, Math.cos(turn) * 13, 2 + Math.sin(turn) * 9, 1.3 + 0.9 * grain(i, Math.floor(t * 8)), i % 2 ? "#7bd36b" : "#ffd75e");
  }
}

/**
 * The power-ups that a farmer has, with what is left of their time around them.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Farmer} farmer
 */
function drawBadges(pen, shot, [, , , kind, left, kindOfSuper, superLeft]) {
  const held = /** @type {[number, number, number][]} */ ([[10, kind ?? 0, left ?? 0], [-10, kindOfSuper ?? 0, superLeft ?? 0]]);
  for (const [x, what, ticks] of held) {
    if (!what) continue;
    drawIcon(pen, what, x, -11, 6.2);
    const all = shot.scene.lifespans[what];
    if (ticks <= 0 || !all) continue;
    pen.strokeStyle = "#1d2a1a";
    pen.lineWidth = 1.7;
    pen.beginPath();
    pen.arc(x, -11, 7.2, -Math.PI / 2, -Math.PI / 2 + (2 * Math.PI * Math.min(ticks, all)) / all);
    pen.stroke();
  }
}

// Fog

/**
 * What the farmer sees now, in cells.
 * @param {Shot} shot
 */
function windowOf(shot) {
  const { sight, cols, rows } = shot.scene;
  const own = figureOf(shot, shot.seat ?? 0) ?? { x: 0, y: 0 };
  const [left, top] = [Math.max(0, own.x - sight), Math.max(0, own.y - sight)];
  return { x: left, y: top, width: Math.min(cols, own.x + sight + 1) - left, height: Math.min(rows, own.y + sight + 1) - top };
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function clipWindow(pen, shot) {
  const { x, y, width, height } = windowOf(shot);
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawFog(pen, { palette, scene }, { left, top, width, height, cell }) {
  const canvas = tile(`fog ${palette.dark}`, GRASS_TILE, (paper) => {
    paper.fillStyle = palette.fog;
    paper.fillRect(0, 0, GRASS_TILE, GRASS_TILE);
    for (let i = 0; i < 60; i += 1) {
      const [x, y] = [grain(i, 21) * GRASS_TILE, grain(i, 22) * GRASS_TILE];
      const light = palette.dark ? "#464c58" : "#ffffff";
      paintTwice(x, y, 80, (px, py) => paintPuff(paper, px, py, 30 + 50 * grain(i, 23), light, palette.dark ? 0.12 : 0.22));
    }
  });
  pen.fillStyle = palette.ground;
  pen.fillRect(left, top, width / cell, height / cell);
  pen.fillStyle = palette.dark ? "#4a3c2c" : "#b08d5f";
  pen.fillRect(-0.2, -0.2, scene.cols + 0.4, scene.rows + 0.4);
  pen.fillStyle = filling(pen, canvas, GRASS_CELLS);
  pen.fillRect(0, 0, scene.cols, scene.rows);
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 * @param {number} alpha
 */
function paintPuff(pen, x, y, radius, colour, alpha) {
  const light = pen.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, faded(colour, alpha));
  light.addColorStop(1, faded(colour, 0));
  disc(pen, x, y, radius, /** @type {any} */ (light));
}

/**
 * The fog begins softly.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawRim(pen, shot) {
  const { x, y, width, height } = windowOf(shot);
  for (const [reach, alpha] of /** @type {[number, number][]} */ ([[1.1, 0.12], [0.9, 0.14], [0.7, 0.16], [0.5, 0.2], [0.25, 0.3]])) {
    pen.strokeStyle = faded(shot.palette.fog, alpha);
    pen.lineWidth = reach;
    pen.strokeRect(x, y, width, height);
  }
}

/**
 * The whole garden small: the homes, and where the farmer is.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {View} view
 */
function drawOverview(pen, shot, view) {
  const { scene, palette } = shot;
  const seen = windowOf(shot);
  const size = (0.155 * Math.min(view.width, view.height)) / Math.max(scene.cols, scene.rows);
  const [width, height] = [scene.cols * size, scene.rows * size];
  pen.save();
  pen.translate(view.left, view.top);
  pen.scale(1 / view.cell, 1 / view.cell);
  pen.translate(view.width - width - 10, 10);
  slab(pen, -4, -4, width + 8, height + 8, 6, faded(palette.raised, 0.85), palette.line);
  slab(pen, seen.x * size, seen.y * size, seen.width * size, seen.height * size, 2, palette.dark ? "#364632" : "#cbd6a8", palette.quiet);
  shot.seats.forEach((_, seat) => {
    const [hx, hy] = scene.homes[seat];
    slab(pen, (hx - 1) * size, (hy - 1) * size, 3 * size, 3 * size, 1, seatColour(seat));
  });
  disc(pen, (seen.x + seen.width / 2) * size, (seen.y + seen.height / 2) * size, 4, seatColour(shot.seat ?? 0));
  pen.restore();
}
