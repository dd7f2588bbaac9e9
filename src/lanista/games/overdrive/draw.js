// Overdrive: four lanes that scroll under the cars. Near each other they share one road, apart each has its own.

import { disc, ease, faded, grain, label, lerp, shade, shape, slab, stroke } from "../../web/static/canvas.js";
import { seatColour } from "../../web/static/palette.js";

/** @typedef {import("../../web/static/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{lane: number, block: number, speed: number, damage?: number, limit?: number, score?: number, boost?: number, items?: Record<string, number>, states?: string[]}} Car */
/** @typedef {{from: number, rows: string[]}} Track */
/** @typedef {[number, number, number[]]} Emp who fired it, from which block, and the lanes in which it hits */
/** @typedef {{top: number, lane: number, left: number, block: number, tracks: Track[]}} Road where a piece of track lies in the drawing */

const WIDE = 960;
const NARROW = 520; // on a phone
const HEIGHT = 532;
const BAR = 62; // above the road: the whole track
const BLOCK = 26;
const GAP = 26;
const ONE_LANE = 88;
const TWO_LANES = 45;
const BEHIND = 0.28; // of the road's length: behind a car that has it to itself
const MARGIN = 13; // blocks that the cars must leave free to share a road

const MUD = "1";
const OIL = "2";
const OIL_CAN = "3";
const FINISH = "4";
const BOOST = "5";
const WALL = "6";
const LIZARD = "7";
const TWEET = "8";
const EMP = "9";
const TRUCK = "T";

/** @type {Record<string, string>} */
const ITEM_SIGNS = { BOOST, OIL: OIL_CAN, LIZARD, TWEET, EMP };

/** @type {import("../../web/static/canvas.js").Board} */
export const board = {
  rate: 4,
  size: (_, room) => ({ width: room < 600 ? NARROW : WIDE, height: HEIGHT }),
  draw(pen, shot) {
    drawProgress(pen, shot);
    for (const road of roads(shot)) drawRoad(pen, shot, road);
  },
  describe: (shot) =>
    shot.to.cars.map((/** @type {Car} */ car, /** @type {number} */ i) => `${shot.seats[i]?.letter} in lane ${car.lane} at block ${car.block}, speed ${car.speed}`).join("; "),
  place(shot, x, y) {
    const road = roads(shot).find(({ left }) => x >= left && x <= left + seen(shot));
    return road ? { x: (x - road.left) * BLOCK, y: road.top + (y - 1) * road.lane, width: BLOCK, height: road.lane } : null;
  },
  cell(shot, px, py) {
    const road = roads(shot).find(({ top, lane }) => py >= top && py < top + 4 * lane);
    return road ? { x: Math.floor(road.left + px / BLOCK), y: 1 + Math.floor((py - road.top) / road.lane) } : null;
  },
  tools: (_, legal) => {
    const words = [
      ["faster", "ACCELERATE", "ArrowRight"], ["brake", "DECELERATE", "ArrowLeft"], ["left", "TURN_LEFT", "ArrowUp"],
      ["right", "TURN_RIGHT", "ArrowDown"], ["go on", "NOTHING", "n"], ["boost", "USE_BOOST", "b"], ["oil", "USE_OIL", "o"],
      ["jump", "USE_LIZARD", "j"], ["EMP", "USE_EMP", "e"], ["repair", "FIX", "r"],
    ];
    const tools = words.map(([name, move, key]) => ({ label: name ?? "", move: move ?? "", key: key ?? "" }));
    const trucks = [...legal].some((move) => move.startsWith("USE_TWEET"));
    const truck = { label: "truck …", key: "w", at: (/** @type {number} */ x, /** @type {number} */ y) => `USE_TWEET ${y} ${x}` };
    return trucks ? [...tools, truck] : tools;
  },
};

// Where things are

/**
 * How many blocks the drawing shows.
 * @param {Shot} shot
 */
function seen(shot) {
  return shot.width / BLOCK;
}

/**
 * A car between two rounds: it drives first and changes lanes on the way.
 * @param {Shot} shot
 * @param {number} seat
 */
function carAt(shot, seat) {
  const from = /** @type {Car} */ (shot.from.cars[seat]);
  const to = /** @type {Car} */ (shot.to.cars[seat]);
  const t = ease(shot.t);
  return { x: lerp(from.block, to.block, t), lane: lerp(from.lane, to.lane, ease(Math.min(1, shot.t * 1.6))), car: to, before: from };
}

/**
 * The pieces of road that are drawn: one if the cars are near each other, or if one seat watches.
 * @param {Shot} shot
 * @returns {Road[]}
 */
function roads(shot) {
  const positions = shot.to.cars.map((/** @type {Car} */ _, /** @type {number} */ seat) => carAt(shot, seat).x);
  const tracks = [...shot.from.tracks, ...shot.to.tracks];
  const wide = seen(shot);
  if (shot.seat !== null) return [road(positions[shot.seat] - 0.22 * wide, 0, 1, tracks)];
  const [rear, front] = [Math.min(...positions), Math.max(...positions)];
  if (front - rear <= wide - MARGIN) return [road(Math.min(rear - 5, front - BEHIND * wide), 0, 1, tracks)];
  return positions.map((/** @type {number} */ x, /** @type {number} */ i) => road(x - BEHIND * wide, i, 2, tracks));
}

/**
 * @param {number} left
 * @param {number} i
 * @param {number} of
 * @param {Track[]} tracks
 * @returns {Road}
 */
function road(left, i, of, tracks) {
  const lane = of === 1 ? ONE_LANE : TWO_LANES;
  const room = (HEIGHT - BAR) / of;
  return { left, lane, block: BLOCK, tracks, top: BAR + i * room + (room - 4 * lane) / 2 + (of === 1 ? 8 : 6) };
}

/**
 * What lies on a block, as far as it is known.
 * @param {Track[]} tracks the later ones know better
 * @param {number} lane
 * @param {number} block
 */
function surface(tracks, lane, block) {
  for (let i = tracks.length - 1; i >= 0; i -= 1) {
    const track = tracks[i];
    const mark = track?.rows[lane - 1]?.[block - track.from];
    if (mark !== undefined) return mark;
  }
  return null;
}

// Above: the whole track

/**
 * @param {Pen} pen
 * @param {Shot} shot
 */
function drawProgress(pen, shot) {
  const { palette, scene } = shot;
  const x = (/** @type {number} */ block) => 24 + (block / scene.length) * (shot.width - 48);
  slab(pen, 24, 29, shot.width - 48, 6, 3, palette.line);
  label(pen, `round ${shot.to.round} of ${scene.rounds}`, 24, 52, 12, palette.quiet);
  label(pen, "finish", shot.width - 24, 52, 12, palette.quiet, { align: "right" });
  shot.to.cars.forEach((/** @type {Car} */ _, /** @type {number} */ seat) => {
    const carX = x(carAt(shot, seat).x);
    slab(pen, 24, 29, carX - 24, 6, 3, faded(seatColour(seat), 0.45));
  });
  shot.to.cars.forEach((/** @type {Car} */ _, /** @type {number} */ seat) => {
    const carX = x(carAt(shot, seat).x);
    const y = seat === 0 ? 22 : 42;
    shape(pen, [carX - 7, y + (seat === 0 ? -4 : 4), carX + 7, y + (seat === 0 ? -4 : 4), carX, y + (seat === 0 ? 6 : -6)], seatColour(seat));
    label(pen, shot.seats[seat]?.letter ?? "", carX, seat === 0 ? 10 : 54, 11, seatColour(seat), { align: "center", weight: 700 });
  });
}

// The road

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 */
function drawRoad(pen, shot, road) {
  drawVerge(pen, shot, road);
  const first = Math.floor(road.left);
  for (let block = first; block <= first + seen(shot) + 1; block += 1) {
    for (let lane = 1; lane <= 4; lane += 1) drawBlock(pen, shot, road, lane, block);
  }
  drawLines(pen, shot, road);
  const order = shot.to.cars.map((/** @type {Car} */ car, /** @type {number} */ seat) => ({ seat, lane: car.lane }));
  order.sort((/** @type {{lane: number}} */ a, /** @type {{lane: number}} */ b) => a.lane - b.lane);
  for (const emp of shot.to.emps) drawEmp(pen, shot, road, emp);
  for (const { seat } of order) drawCar(pen, shot, road, seat);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 */
function drawVerge(pen, { palette, width }, { top, lane, left }) {
  const height = 4 * lane;
  pen.fillStyle = palette.dark ? "#1e2a22" : "#c9d8b6";
  pen.fillRect(0, top - GAP, width, height + 2 * GAP);
  for (let i = Math.floor(left) - 1; i < left + width / BLOCK + 1; i += 1) {
    for (const [row, y] of /** @type {[number, number][]} */ ([[1, top - GAP * 0.55], [2, top + height + GAP * 0.5]])) {
      if (grain(i, row) < 0.45) continue;
      const x = (i - left + grain(row, i)) * BLOCK;
      disc(pen, x, y + 6 * (grain(i, 7) - 0.5), 2.5 + 4 * grain(i, 3), palette.dark ? "#2b3d31" : "#a9c192");
    }
  }
  pen.fillStyle = palette.dark ? "#33363d" : "#5d6169";
  pen.fillRect(0, top, width, height);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 */
function drawLines(pen, { palette, width }, { top, lane, left }) {
  const light = palette.dark ? "#8d9099" : "#e9e6dd";
  stroke(pen, [0, top, width, top], light, 3);
  stroke(pen, [0, top + 4 * lane, width, top + 4 * lane], light, 3);
  pen.setLineDash([BLOCK, BLOCK]);
  pen.lineDashOffset = (left % 2) * BLOCK;
  for (let i = 1; i < 4; i += 1) stroke(pen, [0, top + i * lane, width, top + i * lane], faded("#ffffff", 0.35), 2);
  pen.setLineDash([]);
  for (let block = Math.ceil(left / 10) * 10; block < left + width / BLOCK; block += 10) {
    label(pen, String(block), (block - left + 0.5) * BLOCK, top + 4 * lane + 12, 11, palette.quiet, { align: "center" });
  }
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 * @param {number} lane
 * @param {number} block
 */
function drawBlock(pen, shot, road, lane, block) {
  const x = (block - road.left) * BLOCK;
  const y = road.top + (lane - 1) * road.lane;
  const mark = surface(road.tracks, lane, block);
  if (mark === null) {
    pen.fillStyle = block < 1 || block > shot.scene.length ? (shot.palette.dark ? "#1e2a22" : "#c9d8b6") : shot.palette.fog;
    pen.fillRect(x, y, BLOCK + 1, road.lane);
    return;
  }
  if (mark === "0") return;
  const middle = { x: x + BLOCK / 2, y: y + road.lane / 2 };
  const draw = SURFACES[mark];
  if (draw) draw(pen, middle.x, middle.y, road.lane, block, lane);
}

/** @typedef {(pen: Pen, x: number, y: number, lane: number, block: number, row: number) => void} Sign */

/** @type {Record<string, Sign>} */
const SURFACES = {
  [MUD]: drawMud, [OIL]: drawOil, [OIL_CAN]: drawOilCan, [FINISH]: drawFinish, [BOOST]: drawBoost, [WALL]: drawWall,
  [LIZARD]: drawLizard, [TWEET]: drawTweet, [EMP]: drawEmpItem, [TRUCK]: drawTruck,
};

/** @type {Sign} */
function drawMud(pen, x, y, lane, block, row) {
  pen.fillStyle = "#6d4f33";
  pen.beginPath();
  pen.ellipse(x, y, BLOCK * 0.62, lane * 0.4, 0, 0, 2 * Math.PI);
  pen.fill();
  for (let i = 0; i < 4; i += 1) {
    disc(pen, x + (grain(block, i) - 0.5) * BLOCK * 0.8, y + (grain(i, block + row) - 0.5) * lane * 0.55, 2 + 3 * grain(i, row), i % 2 ? "#523a25" : "#86643f");
  }
}

/** @type {Sign} */
function drawOil(pen, x, y, lane) {
  pen.fillStyle = "#14161b";
  pen.beginPath();
  pen.ellipse(x, y, BLOCK * 0.58, lane * 0.34, 0.3, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = "#5b6fd8";
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.ellipse(x - 2, y - lane * 0.08, BLOCK * 0.3, lane * 0.14, 0.3, 3, 5.6);
  pen.stroke();
}

/** @type {Sign} */
function drawFinish(pen, x, y, lane) {
  const size = BLOCK / 3;
  for (let row = 0; row * size < lane; row += 1) {
    for (let i = 0; i < 3; i += 1) {
      pen.fillStyle = (row + i) % 2 ? "#17191e" : "#f4f2ec";
      pen.fillRect(x - BLOCK / 2 + i * size, y - lane / 2 + row * size, size, Math.min(size, lane - row * size));
    }
  }
}

/** @type {Sign} */
function drawWall(pen, x, y, lane) {
  slab(pen, x - BLOCK * 0.42, y - lane * 0.42, BLOCK * 0.84, lane * 0.84, 3, "#b8503c");
  pen.strokeStyle = "#f0c9b8";
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (let i = 1; i < 4; i += 1) {
    const at = y - lane * 0.42 + (lane * 0.84 * i) / 4;
    pen.moveTo(x - BLOCK * 0.42, at);
    pen.lineTo(x + BLOCK * 0.42, at);
    pen.moveTo(x + (i % 2 ? 0.16 : -0.12) * BLOCK, at);
    pen.lineTo(x + (i % 2 ? 0.16 : -0.12) * BLOCK, at - lane * 0.21);
  }
  pen.stroke();
}

/**
 * A power-up lies on a round plate of its own colour.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function drawPlate(pen, x, y, colour) {
  disc(pen, x, y, BLOCK * 0.46, "#f6f3ea");
  disc(pen, x, y, BLOCK * 0.39, colour);
}

/** @type {Sign} */
function drawBoost(pen, x, y) {
  drawPlate(pen, x, y, "#e0a100");
  for (const dx of [-4, 2]) stroke(pen, [x + dx - 2, y - 5, x + dx + 3, y, x + dx - 2, y + 5], "#ffffff", 2.4);
}

/** @type {Sign} */
function drawOilCan(pen, x, y) {
  drawPlate(pen, x, y, "#3c4250");
  shape(pen, [x, y - 6.5, x + 4.6, y + 1, x - 4.6, y + 1], "#ffffff");
  disc(pen, x, y + 2, 4.6, "#ffffff");
}

/** @type {Sign} */
function drawLizard(pen, x, y) {
  drawPlate(pen, x, y, "#2f9e58");
  stroke(pen, [x - 6, y + 3, x - 2, y - 1, x + 2, y + 1, x + 6, y - 4], "#ffffff", 2.6);
  for (const [a, b] of [[-3, -4], [-1, 4], [3, -3], [4, 3]]) stroke(pen, [x + (a ?? 0) * 0.7, y, x + (a ?? 0), y + (b ?? 0)], "#ffffff", 1.6);
}

/** @type {Sign} */
function drawTweet(pen, x, y) {
  drawPlate(pen, x, y, "#2a8fd8");
  slab(pen, x - 6, y - 4, 8, 7, 1.5, "#ffffff");
  shape(pen, [x + 2.6, y - 2.5, x + 5, y - 2.5, x + 6.8, y + 0.4, x + 6.8, y + 3, x + 2.6, y + 3], "#ffffff");
  disc(pen, x - 3, y + 4, 1.8, "#ffffff");
  disc(pen, x + 4, y + 4, 1.8, "#ffffff");
}

/** @type {Sign} */
function drawEmpItem(pen, x, y) {
  drawPlate(pen, x, y, "#8e4fd6");
  shape(pen, [x + 2, y - 7, x - 5, y + 1.4, x - 0.6, y + 1.4, x - 2.4, y + 7, x + 5, y - 1.6, x + 0.4, y - 1.6], "#ffffff");
}

/** @type {Sign} */
function drawTruck(pen, x, y, lane) {
  const height = lane * 0.62;
  slab(pen, x - BLOCK * 0.5, y - height / 2 - 3, BLOCK, height + 6, 2, "#15171b");
  shape(pen, [x - BLOCK * 0.5, y + height / 2, x - BLOCK * 0.5, y - height / 2, x + BLOCK * 0.18, y - height / 2, x + BLOCK * 0.56, y - height * 0.28, x + BLOCK * 0.56, y + height * 0.28, x + BLOCK * 0.18, y + height / 2], "#c4c9d2");
  shape(pen, [x + BLOCK * 0.08, y - height * 0.38, x + BLOCK * 0.34, y - height * 0.22, x + BLOCK * 0.34, y + height * 0.22, x + BLOCK * 0.08, y + height * 0.38], "#39424f");
}

// The cars

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 * @param {number} seat
 */
function drawCar(pen, shot, road, seat) {
  const { x, lane, car, before } = carAt(shot, seat);
  if (x < road.left - 2 || x > road.left + seen(shot) + 1) return;
  const colour = seatColour(seat);
  const states = car.states ?? [];
  const jump = states.includes("USED_LIZARD") ? Math.sin(Math.PI * shot.t) : 0;
  const px = (x - road.left + 0.5) * BLOCK;
  const py = road.top + (lane - 0.5) * road.lane - 26 * jump;
  const size = Math.min(road.lane * 0.34, 22);
  const hit = states.some((state) => state.startsWith("HIT_")) && shot.t < 1 ? Math.sin(shot.t * 40) * 2 * (1 - shot.t) : 0;
  if (jump > 0) drawShadow(pen, px, py + 26 * jump + size, size);
  pen.save();
  pen.translate(px, py + hit);
  pen.rotate((carTurn(shot, seat) * Math.PI) / 9);
  if (car.boost || states.includes("USED_BOOST")) drawFlame(pen, size, shot.t, 1);
  else if (states.includes("ACCELERATING") && shot.t < 1) drawFlame(pen, size, shot.t, 0.45);
  drawBody(pen, size, colour, car.damage ?? 0);
  pen.restore();
  drawPlateOf(pen, shot, road, seat, px, py - size - 12, before);
}

/**
 * How far a car is turned while it changes lanes.
 * @param {Shot} shot
 * @param {number} seat
 */
function carTurn(shot, seat) {
  const change = shot.to.cars[seat].lane - shot.from.cars[seat].lane;
  return shot.t < 1 ? change * Math.sin(Math.PI * Math.min(1, shot.t * 1.6)) : 0;
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function drawShadow(pen, x, y, size) {
  pen.fillStyle = faded("#000000", 0.3);
  pen.beginPath();
  pen.ellipse(x, y, size * 1.5, size * 0.4, 0, 0, 2 * Math.PI);
  pen.fill();
}

/**
 * @param {Pen} pen
 * @param {number} size
 * @param {number} t
 * @param {number} strength
 */
function drawFlame(pen, size, t, strength) {
  const long = size * (1.5 + 0.5 * Math.sin(t * 60)) * strength;
  shape(pen, [-size * 1.5, -size * 0.45, -size * 1.5 - long, 0, -size * 1.5, size * 0.45], "#ff8a1e");
  shape(pen, [-size * 1.5, -size * 0.25, -size * 1.5 - long * 0.6, 0, -size * 1.5, size * 0.25], "#ffe08a");
}

/**
 * @param {Pen} pen
 * @param {number} size
 * @param {string} colour
 * @param {number} damage
 */
function drawBody(pen, size, colour, damage) {
  for (const [x, y] of [[-0.95, -0.78], [-0.95, 0.5], [0.75, -0.78], [0.75, 0.5]]) {
    slab(pen, (x ?? 0) * size, (y ?? 0) * size, size * 0.5, size * 0.28, 2, "#101216");
  }
  slab(pen, -size * 1.5, -size * 0.6, size * 3, size * 1.2, size * 0.42, colour, shade(colour, -0.45));
  slab(pen, -size * 0.85, -size * 0.42, size * 1.35, size * 0.84, size * 0.25, shade(colour, -0.3));
  slab(pen, size * 0.1, -size * 0.38, size * 0.34, size * 0.76, 2, "#dff0ff");
  pen.fillStyle = faded("#ffffff", 0.85);
  pen.fillRect(size * 0.62, -size * 0.07, size * 0.8, size * 0.14);
  for (let i = 0; i < damage; i += 1) {
    const x = -size * 1.2 + grain(i, 1) * size * 2.2;
    stroke(pen, [x - 4, -size * 0.5 + 3 * i, x + 1, -size * 0.3 + 3 * i, x - 2, -size * 0.1 + 3 * i, x + 4, size * 0.1 + 3 * i], "#1a1a1a", 1.6);
  }
}

/**
 * The name plate over a car: letter, speed, damage, and what it holds.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 * @param {number} seat
 * @param {number} px
 * @param {number} py
 * @param {Car} before
 */
function drawPlateOf(pen, shot, road, seat, px, py, before) {
  const car = /** @type {Car} */ (shot.to.cars[seat]);
  const speed = Math.round(lerp(before.speed, car.speed, shot.t));
  const words = car.limit === undefined ? `speed ${speed}` : `speed ${speed}/${car.limit}`;
  const items = Object.entries(car.items ?? {}).filter(([, count]) => count > 0);
  const width = 98 + items.length * 28;
  const left = Math.max(4, Math.min(shot.width - width - 4, px - 30));
  slab(pen, left, py - 10, width, 20, 6, faded(shot.palette.raised, 0.92), faded(seatColour(seat), 0.9));
  label(pen, shot.seats[seat]?.letter ?? "", left + 8, py, 13, seatColour(seat), { weight: 800 });
  label(pen, words, left + 22, py, 12, shot.palette.ink, { most: 64 });
  items.forEach(([name, count], i) => {
    const x = left + 106 + i * 28;
    pen.save();
    pen.translate(x, py);
    pen.scale(0.62, 0.62);
    SURFACES[ITEM_SIGNS[name] ?? ""]?.(pen, 0, 0, road.lane, 0, 0);
    pen.restore();
    if (count > 1) label(pen, String(count), x + 8, py + 4, 9, shot.palette.ink, { weight: 700 });
  });
}

/**
 * An EMP runs ahead over the lanes that it hits.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 * @param {Emp} emp
 */
function drawEmp(pen, shot, road, [, block, lanes]) {
  if (shot.t >= 1) return;
  const from = (block - road.left + 1) * BLOCK;
  const to = Math.min(shot.width, from + shot.t * 34 * BLOCK);
  for (const lane of lanes) {
    const y = road.top + (lane - 0.5) * road.lane;
    const points = [];
    for (let px = from; px < to; px += 12) points.push(px, y + (grain(px, shot.t * 9 + lane) - 0.5) * road.lane * 0.5);
    stroke(pen, points, faded("#b78bff", 1 - shot.t), 3);
  }
}
