// The tanks: where each is between two frames, and living tanks and wrecks.

import { disc, ease, faded, grain, label, lerp, letterOf, shade, shape, slab } from "../../../../web/static/board/canvas.js";
import { turned } from "../../../../web/static/board/effects.js";
import { cachedDrawing } from "../../../../web/static/board/drawing-cache.js";
import { inkOn, seatColour } from "../../../../web/static/shared/palette.js";
import { healthColour } from "../../../../web/static/board/shapes.js";
import { ARRIVED, CONTACT, EIGHTH, SWEEP, middle, tankOf, terrainAt } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {import("../../../../web/static/board/canvas.js").Palette} Palette */
/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Tank} Tank */
/** @typedef {import("./view.js").Echo} Echo */
/** @typedef {import("./view.js").Story} Story */
/** @typedef {CanvasRenderingContext2D} Pen */
/**
 * How a tank is drawn.
 * @typedef {object} Look
 * @property {string} key of its drawing, which is kept
 * @property {boolean} still whether it turns neither hull nor gun and does not sink
 * @property {string} name
 * @property {string} colour
 * @property {number} x
 * @property {number} y
 * @property {number} angle
 * @property {number} turret angle of the gun
 * @property {number|null} health
 * @property {boolean} alive
 * @property {boolean} stuck
 * @property {number} sunk from 0 to 1
 * @property {number} dying how long ago it died in this turn; -1 if it did not
 * @property {number} alpha
 */

const [FIRE_CARDINAL, FIRE_POSITIONAL] = [5, 6]; // actions
const REACH = 19; // of a tank or wreck, from its middle
const FINE = 2; // pixels of its drawing for one of the canvas, so that it stays sharp between pixels
const PLUME = { x: -8, y: -28, width: 23, height: 29 }; // its smoke
const PUFFS = 4;
const PHASES = 48; // of smoke that are painted
const HATCH = -0.4; // how much darker than the tank the plate with its letter is

/**
 * @param {Shot} shot
 * @param {Story} story
 * @returns {Look[]}
 */
export function looksOfTanks(shot, story) {
  const { from, to } = /** @type {{from: Frame, to: Frame}} */ (shot);
  /** @type {Look[]} */
  const looks = [];
  to.tanks.forEach((tank, seat) => {
    if (tank.id) looks.push(lookOf(shot, story, seat, tankOf(from, seat) ?? tank, tank));
  });
  return looks;
}

/**
 * A tank on its way from one frame to the next.
 * @param {Shot} shot
 * @param {Story} story
 * @param {number} seat
 * @param {Tank} before
 * @param {Tank} tank
 * @returns {Look}
 */
function lookOf(shot, story, seat, before, tank) {
  const way = ease(Math.min(1, shot.t / ARRIVED));
  const lost = story.hurts.filter((one) => one.seat === seat && one.at <= shot.t);
  const health = shot.t < 1 ? Math.max(0, before.health - lost.reduce((sum, one) => sum + one.amount, 0)) : tank.health;
  const died = story.hurts.filter((one) => one.seat === seat).at(-1)?.at ?? 0;
  const isSunk = health === 0 && terrainAt(shot.to.land, tank.x, tank.y) === "L";
  const sunk = isSunk ? (before.health > 0 ? Math.min(1, (shot.t - died) / 0.3) : 1) : 0;
  const [turret, aimed] = [turretOf(before), turretOf(tank)];
  const turns = shot.t < ARRIVED && (before.orientation !== tank.orientation || turret !== aimed);
  return {
    key: `tank ${seat}`, still: !turns && (sunk === 0 || sunk === 1), sunk,
    ...spotOf(shot, story, seat, before, tank),
    name: letterOf(shot, seat), colour: seatColour(seat), health, alive: health > 0, alpha: 1,
    angle: turned(angleOf(before.orientation), angleOf(tank.orientation), way),
    turret: turned(turret, aimed, way),
    stuck: !tank.mobile && (!before.mobile || shot.t >= ARRIVED),
    dying: before.health > 0 && health === 0 && shot.t < 1 ? shot.t - died : -1,
  };
}

/**
 * Where a tank is on the map, in units of the drawing: driving, or pushed back by what it ran into.
 * @param {Shot} shot
 * @param {Story} story
 * @param {number} seat
 * @param {Tank} before
 * @param {Tank} tank
 */
export function spotOf(shot, story, seat, before, tank) {
  const way = ease(Math.min(1, shot.t / ARRIVED));
  const bump = story.bumps.get(seat) ?? tank;
  const push = shot.t < ARRIVED ? 0.42 * Math.sin((Math.PI * Math.min(shot.t, 2 * CONTACT)) / (2 * CONTACT)) : 0;
  const x = lerp(before.x, tank.x, way) + push * (bump.x - tank.x);
  const y = lerp(before.y, tank.y, way) + push * (bump.y - tank.y);
  return { x: middle(x), y: middle(y) };
}

/**
 * The angle of a direction: north is up.
 * @param {number} way
 */
function angleOf(way) {
  return (way - 2) * EIGHTH;
}

/**
 * The angle at which a tank's gun points: where it shot last, or ahead.
 * @param {Tank} tank
 */
function turretOf({ x, y, orientation, action, way, target_x, target_y }) {
  if (action === FIRE_CARDINAL) return angleOf(way);
  return action === FIRE_POSITIONAL ? Math.atan2(target_y - y, target_x - x) : angleOf(orientation);
}

/**
 * The tanks that a scan has shown, without names: a scan does not say whose they are.
 * @param {Shot} shot
 * @returns {Look[]}
 */
export function looksOfEchoes(shot) {
  const { from, to, t } = /** @type {{from: Frame, to: Frame, t: number}} */ (shot);
  const [gone, come] = [1 - ease(Math.min(1, t / SWEEP)), ease(Math.max(0, (t - SWEEP) / (1 - SWEEP)))];
  const looks = [
    ...from.seen.map((echo) => echoLook(shot, echo, gone, from.turn)),
    ...to.seen.map((echo) => echoLook(shot, echo, come, to.turn)),
  ];
  return looks.filter((look) => look.alpha > 0.02);
}

/**
 * @param {Shot} shot
 * @param {Echo} echo
 * @param {number} alpha
 * @param {number} turn
 * @returns {Look}
 */
function echoLook(shot, { x, y, orientation, alive, id }, alpha, turn) {
  const isSunk = !alive && terrainAt(shot.to.land, x, y) === "L";
  const angle = angleOf(orientation);
  return {
    key: `echo ${id} ${turn % 2}`, still: true, name: String(id), colour: "#8a857a", x: middle(x), y: middle(y), angle, turret: angle, health: null,
    alive: alive > 0, stuck: false, sunk: isSunk ? 1 : 0, dying: -1, alpha,
  };
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Look} look
 * @param {number} size
 */
export function drawTank(pen, shot, look, size) {
  pen.globalAlpha = look.alpha;
  drawBody(pen, shot, look, size, paintTank);
  pen.globalAlpha = 1;
}

/**
 * A tank or wreck: while it looks the same, it is painted once and kept.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Look} look
 * @param {number} size
 * @param {(pen: Pen, shot: Shot, look: Look) => void} paint around 0, 0
 */
function drawBody(pen, shot, look, size, paint) {
  if (!look.still) {
    pen.save();
    pen.translate(look.x, look.y);
    pen.scale(size, size);
    paint(pen, shot, look);
    pen.restore();
    return;
  }
  const reach = REACH * size;
  const shown = `${look.alive} ${look.angle} ${look.turret} ${look.health} ${look.stuck} ${look.sunk}`;
  const content = [look.name, shown];
  const side = 2 * reach * FINE;
  const drawing = cachedDrawing(pen, shot, look.key, side, side, (brush) => {
    brush.scale(size * FINE, size * FINE);
    brush.translate(REACH, REACH);
    paint(brush, shot, look);
  }, content);
  pen.drawImage(drawing, look.x - reach, look.y - reach, 2 * reach, 2 * reach);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Look} look
 */
function paintTank(pen, shot, look) {
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
  const ink = inkOn(shade(look.colour, HATCH));
  label(pen, look.name, 0, 0.6, look.name.length > 1 ? 7.5 : 9, ink, { align: "center", weight: 800 });
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
  pen.strokeStyle = healthColour(part);
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
  disc(pen, 0, 0, 5.3, shade(colour, HATCH));
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
    for (let i = 0; i < 6; i += 1) {
      const size = 1.6 + 1.2 * grain(i, side + 2);
      disc(pen, -9.5 + 3.8 * i, side * (8.4 + grain(i, 1)), size, i % 2 ? "#7d7447" : "#5d5633");
    }
  }
}

/**
 * What is left of a tank: burnt out and smoking, or under water.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Look} look
 * @param {number} size
 */
export function drawWreck(pen, shot, look, size) {
  pen.globalAlpha = look.alpha;
  drawBody(pen, shot, look, size, paintWreck);
  if (look.sunk === 0) drawSmoke(pen, shot, look, size);
  else drawRipples(pen, shot.t, look, size);
  pen.globalAlpha = 1;
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Look} look
 */
function paintWreck(pen, shot, look) {
  pen.globalAlpha *= 1 - 0.55 * look.sunk;
  if (look.sunk === 0) disc(pen, 0, 0.5, 13, faded(shot.palette.dark ? "#0a0908" : "#1a1712", 0.45));
  pen.save();
  pen.rotate(look.angle);
  pen.scale(1 - 0.12 * look.sunk, 1 - 0.12 * look.sunk);
  drawHull(pen, shot.palette.dark ? "#5f5a52" : "#4a4640");
  pen.translate(1.5, -1.5);
  pen.rotate(look.turret - look.angle + 0.5);
  drawTurret(pen, shot.palette.dark ? "#716b61" : "#57524a");
  pen.restore();
  const ink = look.health === null ? "#d8d4ca" : shade(look.colour, 0.55);
  label(pen, look.name, 0, 0.6, look.name.length > 1 ? 7 : 8.5, ink, { align: "center", weight: 800 });
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Look} look
 * @param {number} size
 */
function drawSmoke(pen, shot, { x, y, dying }, size) {
  if (dying >= 0) disc(pen, x, y, 15 * size * Math.max(0, 1 - dying / 0.3), faded("#ffb238", 0.8));
  const phase = Math.floor(PHASES * ((shot.t + grain(x, y)) % 1));
  const [width, height] = [PLUME.width * size, PLUME.height * size];
  const smoke = cachedDrawing(pen, shot, `smoke ${phase}`, width, height, (brush) => {
    brush.scale(size, size);
    brush.translate(-PLUME.x, -PLUME.y);
    paintSmoke(brush, phase / PHASES);
  });
  pen.drawImage(smoke, x + PLUME.x * size, y + PLUME.y * size, width, height);
}

/**
 * @param {Pen} pen
 * @param {number} phase
 */
function paintSmoke(pen, phase) {
  for (let i = 0; i < PUFFS; i += 1) {
    const rise = (phase + i / PUFFS) % 1;
    const smoke = faded("#34322f", 0.72 * (1 - rise));
    disc(pen, 2 * Math.sin(4 * rise + i) + 5 * rise, -3 - 17 * rise, 2.4 + 4.4 * rise, smoke);
  }
}

/**
 * @param {Pen} pen
 * @param {number} t
 * @param {Look} look
 * @param {number} size
 */
function drawRipples(pen, t, { x, y, dying }, size) {
  const strength = dying >= 0 ? 0.9 : 0.4;
  pen.save();
  pen.translate(x, y);
  pen.scale(size, size);
  for (let i = 0; i < 2; i += 1) {
    const wide = (t + i / 2) % 1;
    pen.strokeStyle = faded("#e8f6fb", strength * (1 - wide));
    pen.lineWidth = 1.2;
    pen.beginPath();
    pen.ellipse(0, 1, 7 + 9 * wide, 5.5 + 7 * wide, 0, 0, 2 * Math.PI);
    pen.stroke();
  }
  pen.restore();
}
