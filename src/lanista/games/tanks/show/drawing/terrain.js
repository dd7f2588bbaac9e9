// The terrain as it is painted: grass, swamps, lakes and forests.

import { disc, faded, grain, shape, stroke } from "../../../../web/static/board/canvas.js";
import { CELL } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("./view.js").Land} Land */
/** @typedef {CanvasRenderingContext2D} Pen */

const FINE = 7; // pixels of a cell from which on blades, reeds and waves can be seen
const FIFTH = 5; // cells from one line of the grid to the next

const DAY = {
  grass: "#c6d5a0", meadow: "#d3dfb0", turf: "#b5c88d", blade: "#94ac6c", bloom: "#fdf8e4", grid: "#5d7040",
  mud: "#a39a68", bog: "#8a8659", pool: "#5d6f5c", reed: "#5a6a2c", lily: "#a9b56a",
  shore: "#e6d8ab", water: "#7fbfdc", deep: "#63abd0", wave: "#d9f0f8",
  floor: "#a9bd80", leaf: "#6f9f4a", crown: "#86b65b", shine: "#a5cd77",
  needle: "#2f6b4f", tip: "#428463", trunk: "#6a5638", shadow: "#2c3a1f",
};
const NIGHT = {
  grass: "#37452f", meadow: "#3e4d34", turf: "#303d2a", blade: "#53664a", bloom: "#a3a48a", grid: "#a4b592",
  mud: "#57523a", bog: "#48442e", pool: "#2c352d", reed: "#7f8252", lily: "#6f7a45",
  shore: "#7c7355", water: "#2b5f7c", deep: "#245370", wave: "#6d9fb8",
  floor: "#2f3c29", leaf: "#3f6332", crown: "#4f7a42", shine: "#669254",
  needle: "#1d4b3a", tip: "#2f6851", trunk: "#3a3122", shadow: "#0a0f0a",
};
/** @typedef {typeof DAY} Colours */

/**
 * A piece of land, from its own corner; what lies beyond the map stays as it is.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Land} land
 */
export function paintLand(pen, { palette }, land) {
  const colours = palette.dark ? NIGHT : DAY;
  const isFine = pen.getTransform().a * CELL >= FINE;
  paintGrass(pen, land, colours);
  if (isFine) paintBlades(pen, land, colours);
  paintGrid(pen, land, colours);
  paintSwamp(pen, land, colours);
  if (isFine) paintReeds(pen, land, colours);
  paintLake(pen, land, colours);
  if (isFine) paintWaves(pen, land, colours);
  paintForest(pen, land, colours);
}

/**
 * Call for every cell of some kinds, with its column and row.
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
 * The outline of all cells of some kinds with soft corners; beyond the edge the land continues as it is there.
 * @param {Land} land
 * @param {string} kinds
 * @param {number} inset
 */
function outline(land, kinds, inset) {
  const [wide, high] = [land.rows[0]?.length ?? 0, land.rows.length];
  const near = (/** @type {number} */ n, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, n));
  const is = (/** @type {number} */ x, /** @type {number} */ y) => {
    return kinds.includes(land.rows[near(y, high)]?.[near(x, wide)] ?? "#");
  };
  const path = new Path2D();
  for (let y = -1; y <= high; y += 1) {
    for (let x = -1; x <= wide; x += 1) {
      if (!is(x, y)) continue;
      const [column, row] = [land.x + x, land.y + y];
      const [px, py] = [(x + 0.3 + 0.4 * grain(column, row)) * CELL, (y + 0.3 + 0.4 * grain(row, column)) * CELL];
      const radius = CELL * (0.42 + 0.16 * grain(column + row, column)) - inset / 2;
      path.moveTo(px + radius, py);
      path.arc(px, py, radius, 0, 2 * Math.PI);
      const [right, below] = [is(x + 1, y), is(x, y + 1)];
      const add = (/** @type {number} */ w, /** @type {number} */ h) => {
        path.rect(x * CELL + inset, y * CELL + inset, w * CELL - 2 * inset, h * CELL - 2 * inset);
      };
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
      const [wide, high] = [14 + 24 * grain(column, 5), 9 + 12 * grain(row, 6)];
      pen.ellipse(x + CELL * grain(row, column), y + CELL / 2, wide, high, grain(column, 7), 0, 2 * Math.PI);
      pen.fill();
    }
  });
}

/**
 * @param {Pen} pen
 * @param {Land} land
 * @param {Colours} colours
 */
function paintBlades(pen, land, colours) {
  eachCell(land, ".", (x, y, column, row) => {
    const chance = grain(column + 31, row + 7);
    const [px, py] = [x + 3 + 14 * grain(column, 11), y + 5 + 12 * grain(row, 12)];
    if (chance > 0.97) disc(pen, px, py, 1.3, colours.bloom);
    if (chance >= 0.28) return;
    for (const lean of [-2, 0, 2]) stroke(pen, [px + lean * 0.6, py, px + lean * 1.3, py - 3.4], colours.blade, 0.9);
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
  const colour = faded(colours.grid, 0.16);
  for (let x = 0; x <= wide; x += 1) {
    if ((land.x + x) % FIFTH === 0) stroke(pen, [x * CELL, 0, x * CELL, high * CELL], colour, 0.8);
  }
  for (let y = 0; y <= high; y += 1) {
    if ((land.y + y) % FIFTH === 0) stroke(pen, [0, y * CELL, wide * CELL, y * CELL], colour, 0.8);
  }
}

/**
 * @param {Pen} pen
 * @param {Land} land
 * @param {Colours} colours
 */
function paintSwamp(pen, land, colours) {
  const swamp = outline(land, "S", 9);
  paintOutline(pen, swamp, colours.mud, 8.5);
  paintOutline(pen, swamp, colours.bog, 6);
}

/**
 * @param {Pen} pen
 * @param {Land} land
 * @param {Colours} colours
 */
function paintReeds(pen, land, colours) {
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
    const isLily = grain(column, row + 80) < 0.4;
    if (isLily) disc(pen, x + 16 * grain(row, 8) + 2, y + 16 * grain(column, 9) + 2, 1.4, colours.lily);
    if (grain(column + 9, row) >= 0.5) return;
    for (const lean of [-2.4, -0.4, 1.8]) stroke(pen, [px + lean, py + 3, px + lean * 1.7, py - 4], colours.reed, 1);
  });
}

/**
 * @param {Pen} pen
 * @param {Land} land
 * @param {Colours} colours
 */
function paintLake(pen, land, colours) {
  const lake = outline(land, "L", 9);
  paintOutline(pen, lake, colours.shore, 11.5);
  paintOutline(pen, lake, colours.water, 8);
  paintOutline(pen, lake, colours.deep, 4);
}

/**
 * @param {Pen} pen
 * @param {Land} land
 * @param {Colours} colours
 */
function paintWaves(pen, land, colours) {
  eachCell(land, "L", (x, y, column, row) => {
    if (grain(column, row) > 0.45) return;
    const [px, py] = [x + 5 + 6 * grain(row, column), y + 5 + 10 * grain(column, row + 3)];
    const crest = [px - 3.5, py, px - 1.5, py - 1.3, px + 1, py, px + 3, py - 1.3, px + 5, py];
    stroke(pen, crest, faded(colours.wave, 0.7), 1);
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
      const size = 0.8 + 0.35 * grain(row + i, column);
      trees.push({ x: x + 2 + 16 * ((i + across) / 3), y: y + 4 + 13 * down, size, kind });
    }
  });
  trees.sort((a, b) => a.y - b.y || a.x - b.x);
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
