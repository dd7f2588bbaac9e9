// The cars, their plates beside the road, and EMPs.

import { faded, grain, label, lerp, letterOf, shade, shape, slab, stroke } from "../../../../web/static/board/canvas.js";
import { inkOn, seatColour } from "../../../../web/static/shared/palette.js";
import { lettered, namePlate } from "../../../../web/static/board/shapes.js";
import { drawItem } from "./surfaces.js";
import { BLOCK, GAP, HAPPENINGS, carAt, carOn, itemsOf, seen, turnPart } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {import("./view.js").Car} Car */
/** @typedef {import("./view.js").Emp} Emp */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Road} Road */

const MAX_SIZE = 22; // half a car's length is one and a half times this
const JUMP = 26; // how high a car jumps
const REACH = 34; // blocks that an EMP is seen to run

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 */
export function drawCars(pen, shot, road) {
  const { cars, emps } = /** @type {Frame} */ (shot.to);
  const seats = [...cars.keys()].filter((seat) => isOn(shot, road, seat));
  const order = (/** @type {number} */ seat) => (cars[seat]?.lane ?? 0) * shot.scene.length + (cars[seat]?.block ?? 0);
  seats.sort((a, b) => order(a) - order(b)); // the letter of a car that is close behind stays visible
  for (const emp of emps) drawEmp(pen, shot, road, emp);
  for (const seat of seats) drawCar(pen, shot, road, seat);
  drawPlates(pen, shot, road, seats);
}

/**
 * @param {Shot} shot
 * @param {Road} road
 * @param {number} seat
 */
function isOn(shot, road, seat) {
  const { x } = carAt(shot, seat);
  return x >= road.left - 2 && x <= road.left + seen(shot) + 1;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 * @param {number} seat
 */
function drawCar(pen, shot, road, seat) {
  const car = /** @type {Car} */ (shot.to.cars[seat]);
  const { states } = car;
  const { x, y } = carOn(shot, road, seat);
  const size = Math.min(road.lane * 0.34, MAX_SIZE);
  const jump = states.includes(HAPPENINGS.jump) ? JUMP * Math.sin(Math.PI * shot.t) : 0;
  const isHit = states.some((state) => state >= HAPPENINGS.firstHit && state <= HAPPENINGS.lastHit) && shot.t < 1;
  const tremble = isHit ? Math.sin(shot.t * 40) * 2 * (1 - shot.t) : 0;
  if (jump > 0) drawShadow(pen, x, y + size, size);
  pen.save();
  pen.translate(x, y - jump + tremble);
  pen.rotate((carTurn(shot, seat) * Math.PI) / 9);
  if (car.boost || states.includes(HAPPENINGS.boost)) drawFlame(pen, size, shot.t, 1);
  else if (states.includes(HAPPENINGS.accelerating) && shot.t < 1) drawFlame(pen, size, shot.t, 0.45);
  drawBody(pen, size, seatColour(seat), car.damage);
  pen.restore();
  const roof = shade(seatColour(seat), ROOF);
  lettered(pen, letterOf(shot, seat), x - 0.64 * size, y - jump + tremble, 0.62 * size, inkOn(roof));
}

/**
 * How far a car is turned while it changes lanes.
 * @param {Shot} shot
 * @param {number} seat
 */
function carTurn(shot, seat) {
  const change = shot.to.cars[seat].lane - shot.from.cars[seat].lane;
  return shot.t < 1 ? change * Math.sin(Math.PI * turnPart(shot)) : 0;
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
  const back = -size * 1.5;
  shape(pen, [back, -size * 0.45, back - long, 0, back, size * 0.45], "#ff8a1e");
  shape(pen, [back, -size * 0.25, back - long * 0.6, 0, back, size * 0.25], "#ffe08a");
}

/** @type {[number, number][]} */
const WHEELS = [[-0.95, -0.78], [-0.95, 0.5], [0.75, -0.78], [0.75, 0.5]];
const ROOF = -0.3; // how much darker it is than the car

/**
 * @param {Pen} pen
 * @param {number} size
 * @param {string} colour
 * @param {number} damage
 */
function drawBody(pen, size, colour, damage) {
  for (const [x, y] of WHEELS) slab(pen, x * size, y * size, size * 0.5, size * 0.28, 2, "#101216");
  pen.lineWidth = 1.5;
  slab(pen, -size * 1.5, -size * 0.6, size * 3, size * 1.2, size * 0.42, colour, shade(colour, -0.45));
  for (let i = 0; i < damage; i += 1) {
    const [x, y] = [-size * 1.2 + grain(i, 1) * size * 2.2, 3 * i];
    const crack = [x - 4, -size * 0.5 + y, x + 1, -size * 0.3 + y, x - 2, -size * 0.1 + y, x + 4, size * 0.1 + y];
    stroke(pen, crack, "#1a1a1a", 1.6);
  }
  slab(pen, -size * 1.2, -size * 0.46, size * 1.5, size * 0.92, size * 0.25, shade(colour, ROOF));
  slab(pen, 0, -size * 0.38, size * 0.3, size * 0.76, 2, "#dff0ff");
  pen.fillStyle = faded("#ffffff", 0.85);
  pen.fillRect(size * 0.5, -size * 0.07, size * 0.9, size * 0.14);
}

// Beside the road: what the cars are at

const PLATE = { height: 20, words: 94, item: 28, most: 12 };

/**
 * The plates stand on the grass over their cars, where they cover neither cars nor what lies on the road.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 * @param {number[]} seats
 */
function drawPlates(pen, shot, road, seats) {
  const plates = seats.map((seat) => plateOf(shot, road, seat)).sort((a, b) => a.left - b.left);
  let free = 4;
  for (const plate of plates) {
    plate.left = Math.max(plate.left, free);
    free = plate.left + plate.width + 4;
  }
  let end = shot.width - 4;
  for (const plate of plates.reverse()) {
    plate.left = Math.min(plate.left, end - plate.width);
    end = plate.left - 4;
  }
  for (const plate of plates) drawPlate(pen, shot, road.top - GAP / 2 - 0.5, plate);
}

/** @typedef {{seat: number, words: string, items: ReturnType<typeof itemsOf>, left: number, width: number}} Plate */

/**
 * @param {Shot} shot
 * @param {Road} road
 * @param {number} seat
 * @returns {Plate}
 */
function plateOf(shot, road, seat) {
  const { car, before } = carAt(shot, seat);
  const speed = Math.round(lerp(before.speed, car.speed, shot.t));
  const words = car.known ? `speed ${speed}/${car.limit}` : `speed ${speed}`;
  const items = itemsOf(car);
  const width = PLATE.height + PLATE.words + items.length * PLATE.item;
  return { seat, words, items, width, left: carOn(shot, road, seat).x - width / 2 };
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} y
 * @param {Plate} plate
 */
function drawPlate(pen, shot, y, { seat, words, items, left, width }) {
  const room = { height: PLATE.height, width };
  namePlate(pen, shot, seat, words, left, y, room);
  items.forEach(({ code, count }, i) => {
    const x = left + PLATE.height + PLATE.words - 4 + i * PLATE.item;
    drawItem(pen, code, x, y, 0.62);
    if (count > 1) label(pen, `${count}`, x + 8, y + 4, 10, shot.palette.ink, { weight: 700, most: PLATE.most });
  });
}

// EMPs

/**
 * An EMP runs ahead over the lanes that it hits.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 * @param {Emp} emp
 */
function drawEmp(pen, shot, road, { block, first_lane, last_lane }) {
  if (shot.t >= 1) return;
  const from = (block - road.left + 1) * BLOCK;
  const to = Math.min(shot.width, from + shot.t * REACH * BLOCK);
  for (let lane = first_lane; lane <= last_lane; lane += 1) {
    const y = road.top + (lane - 0.5) * road.lane;
    const points = [];
    for (let px = from; px < to; px += 12) points.push(px, y + (grain(px, shot.t * 9 + lane) - 0.5) * road.lane * 0.5);
    stroke(pen, points, faded("#b78bff", 1 - shot.t), 3);
  }
}
