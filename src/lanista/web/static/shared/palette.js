// The seats' colours, and what tells seats apart without colour: dashes of curves and patterns on land.

import { painted } from "../board/drawing-cache.js";

/** @typedef {CanvasRenderingContext2D} Pen */

// The first eight differ from one another by at least 25 in CIE Lab, and by 15 to eyes without green cones.
const SEAT_COLOURS = [
  "#3d8bfd", "#fd9a3d", "#34b27b", "#e5484d", "#6f45d0", "#12a5b8", "#e0559b", "#7f9415",
  "#7c6f64", "#4263eb", "#c77d0a", "#0f8f6b", "#b5383c", "#a58bf7", "#0b7a89", "#b03777",
];
const GOLDEN_ANGLE = 137.5; // degrees: hues that follow one another are far apart
const SATURATION = 0.55;
const LIGHTNESS = 0.52;

const BLACK = "#000000";
const WHITE = "#ffffff";
const MIN_CONTRAST = 4.5; // of letters, as WCAG 2 asks

/** Dashes in units of a line's width of about 2; the first seat's line is whole. */
const DASHES = [[], [9, 4], [2, 4], [12, 4, 2, 4], [5, 3], [12, 3, 2, 3, 2, 3], [3, 2], [16, 6]];

/**
 * A seat's colour, the same everywhere.
 * @param {number} seat
 * @returns {string} #rrggbb
 */
export function seatColour(seat) {
  return SEAT_COLOURS[seat] ?? hueColour((seat * GOLDEN_ANGLE) % 360);
}

/**
 * @param {number} hue degrees
 * @returns {string} #rrggbb
 */
function hueColour(hue) {
  const part = (/** @type {number} */ n) => {
    const k = (n + hue / 30) % 12;
    const value = LIGHTNESS - SATURATION * Math.min(LIGHTNESS, 1 - LIGHTNESS) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value).toString(16).padStart(2, "0");
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/**
 * How bright a colour is to the eye, from 0 (black) to 1 (white): the relative luminance of WCAG 2.
 * @param {string} colour #rrggbb
 */
function luminance(colour) {
  const n = parseInt(colour.slice(1), 16);
  const part = (/** @type {number} */ shift) => {
    const value = ((n >> shift) & 255) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0);
}

/**
 * How well one colour is read on another, from 1 to 21.
 * @param {string} a #rrggbb
 * @param {string} b #rrggbb
 */
export function contrast(a, b) {
  const [light, dark] = [Math.max(luminance(a), luminance(b)), Math.min(luminance(a), luminance(b))];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The colour of letters on a colour: black or white, whichever is read better, which is at least 4.5:1 on any.
 * @param {string} colour #rrggbb
 */
export function inkOn(colour) {
  return contrast(WHITE, colour) >= MIN_CONTRAST ? WHITE : BLACK;
}

/**
 * The dashes of a seat's curve, as `setLineDash` and `stroke-dasharray` take them.
 * @param {number} seat
 * @returns {number[]}
 */
export function seatDash(seat) {
  return DASHES[seat % DASHES.length] ?? [];
}

// Patterns

const TILE = 12; // drawing units after which a pattern repeats
const MARK = 2; // width of a line in it
const MAX_TILES = 200;

/** @typedef {(pen: Pen) => void} Marks */

/** @type {(Marks|null)[]} the first seat's land is plain */
const MARKS = [
  null,
  (pen) => lines(pen, [[-3, 9, 9, -3], [3, 15, 15, 3]]),
  (pen) => dots(pen, [[3, 3], [9, 9]], 1.7),
  (pen) => lines(pen, [[0, 3, TILE, 3], [0, 9, TILE, 9]]),
  (pen) => lines(pen, [[3, 0, 3, TILE], [9, 0, 9, TILE]]),
  (pen) => lines(pen, [[-3, 3, 9, 15], [3, -3, 15, 9]]),
  (pen) => lines(pen, [[1, 4, 7, 4], [4, 1, 4, 7], [7, 10, 13, 10], [-5, 10, 1, 10], [10, 7, 10, 13], [10, -5, 10, 1]]),
  (pen) => lines(pen, [[0, 0, TILE, TILE], [0, TILE, TILE, 0]]),
];

/** @type {Map<string, HTMLCanvasElement>} */
const tiles = new Map();

/**
 * The pattern that distinguishes a seat's land without colour: marks over a ground that shows through. They are as
 * sharp as the pen's canvas. Null for seats whose land is plain.
 * @param {Pen} pen
 * @param {number} seat
 * @param {string} colour of the marks
 * @param {number} [unit] how many of the pen's units the drawing's unit has
 * @returns {CanvasPattern|null}
 */
export function patternOf(pen, seat, colour, unit = 1) {
  const kind = seat % MARKS.length;
  const marks = MARKS[kind];
  if (!marks) return null;
  const pixels = Math.max(TILE, Math.round(TILE * unit * pen.getTransform().a));
  const pattern = pen.createPattern(tileOf(kind, colour, pixels, marks), "repeat");
  pattern?.setTransform({ a: (TILE * unit) / pixels, d: (TILE * unit) / pixels });
  return pattern;
}

/**
 * @param {number} kind
 * @param {string} colour
 * @param {number} pixels
 * @param {Marks} marks
 */
function tileOf(kind, colour, pixels, marks) {
  const name = `${kind} ${colour} ${pixels}`;
  let tile = tiles.get(name);
  if (!tile) {
    if (tiles.size >= MAX_TILES) tiles.clear();
    tile = painted(TILE, TILE, pixels / TILE, (pen) => {
      pen.strokeStyle = colour;
      pen.fillStyle = colour;
      pen.lineWidth = MARK;
      marks(pen);
    });
    tiles.set(name, tile);
  }
  return tile;
}

/**
 * @param {Pen} pen
 * @param {[number, number, number, number][]} ends
 */
function lines(pen, ends) {
  pen.beginPath();
  for (const [x, y, toX, toY] of ends) {
    pen.moveTo(x, y);
    pen.lineTo(toX, toY);
  }
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {[number, number][]} middles
 * @param {number} radius
 */
function dots(pen, middles, radius) {
  for (const [x, y] of middles) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  }
}
