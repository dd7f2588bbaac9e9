// What all games draw with: the interface of a board, easing, mixed colours, and the simplest shapes.

/**
 * Everything that a game's `draw` gets: the moment between two frames, and for whom it is drawn.
 * @typedef {object} Shot
 * @property {any} scene
 * @property {any} from frame of the turn before
 * @property {any} to frame of the turn under way
 * @property {number} t how far it is from `from` (0) to `to` (1)
 * @property {number|null} seat whose view this is; null shows everything
 * @property {{name: string, letter: string}[]} seats
 * @property {Palette} palette
 * @property {number} width of the drawing, in its own units
 * @property {number} height
 * @property {Box} view the part of the drawing that is shown; what lies outside need not be drawn
 * @property {number} scale canvas pixels per unit of the drawing
 * @property {any} [memory] what the seat has seen of the ground so far, as the board's `remember` made it
 * @property {{until: number, missed: boolean}} [hurry] until when (as `performance.now` counts) grounds may be painted,
 *   and whether something was left for the next drawing
 *
 * @typedef {object} Palette
 * @property {boolean} dark
 * @property {string} ground behind everything
 * @property {string} raised a little above the ground
 * @property {string} ink
 * @property {string} quiet
 * @property {string} line
 * @property {string} fog
 *
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 *
 * A button of the person who plays: a move, or one that needs a cell of the board first.
 * @typedef {object} Tool
 * @property {string} label
 * @property {string} [key] as KeyboardEvent.key names it
 * @property {string} [move]
 * @property {(x: number, y: number) => string} [at] the move at a cell
 * @property {string} [group] buttons of one group stand together
 * @property {string} [title] what it does, where the label is only a sign
 * @property {string} [why] the reason why it cannot be used now
 *
 * A description of something: its numbers, and the rule that applies to it next.
 * @typedef {{title: string, lines: string[]}} Facts
 *
 * How a game is drawn. All but the first six are optional.
 * @typedef {object} Board
 * @property {number} [rate] turns per second at speed 1
 * @property {(scene: any, room: number) => {width: number, height: number}} size of the drawing in its own units;
 *   `room` is the width in CSS pixels that it is shown with
 * @property {(pen: CanvasRenderingContext2D, shot: Shot) => void} draw the field: all that a camera moves over
 * @property {(shot: Shot) => string} describe the moment in a sentence
 * @property {(shot: Shot, x: number, y: number, seat?: number) => Box|null} place where a cell lies in the drawing;
 *   `seat` names it, for games in which each seat has its own coordinates
 * @property {(shot: Shot, px: number, py: number) => {x: number, y: number}|null} cell the cell at a point
 * @property {(shot: Shot, legal: Set<string>) => Tool[]} tools
 * @property {(shot: Shot) => Box} [field] the part of the drawing in which the field is shown; else all of it
 * @property {(pen: CanvasRenderingContext2D, shot: Shot) => void} [panel] what stands still around the field
 * @property {(shot: Shot, seat: number) => {x: number, y: number}|null} [seatAt] the middle of a seat's unit in the
 *   drawing; null if it is dead or not visible
 * @property {(shot: Shot, seat: number) => {out: boolean, note: string}} [standing] whether a seat is out of the match,
 *   and a short note about it such as "3 HP"
 * @property {(shot: Shot, x: number, y: number) => Facts|null} [inspect] what is at a cell, as far as the frame says
 * @property {(shot: Shot, seat: number) => Facts|null} [inspectSeat] the same for a seat
 * @property {(scene: any, seat: number) => string} [goal] what a person is to do, in a sentence
 * @property {(memory: any, frame: any, scene: any) => any} [remember] folds the frames of a seat, from null at the
 *   start, into what it has seen of the ground; never changes `memory` in place
 */

/**
 * The name of a seat.
 * @param {Shot} shot
 * @param {number} seat
 */
export function letterOf(shot, seat) {
  return shot.seats[seat]?.letter ?? "";
}

/**
 * How many times larger than without a camera the field is shown.
 * @param {CanvasRenderingContext2D} pen
 * @param {Shot} shot
 */
export function zoomOf(pen, shot) {
  return (shot.scale * shot.width) / pen.canvas.width;
}

/** @type {Palette} */
export const LIGHT = {
  dark: false, ground: "#f4f2ec", raised: "#ffffff", ink: "#22252b", quiet: "#7b7f87", line: "#d9d5ca", fog: "#cfcbc0",
};
/** @type {Palette} */
export const DARK = {
  dark: true, ground: "#17191e", raised: "#22252c", ink: "#e8e6e1", quiet: "#8b8f98", line: "#343841", fog: "#0d0e11",
};

/**
 * @param {number} a
 * @param {number} b
 * @param {number} t
 */
export function lerp(a, b, t) {
  return a + (b - a) * t;
}

/**
 * Slow at both ends.
 * @param {number} t
 */
export function ease(t) {
  return t * t * (3 - 2 * t);
}

/**
 * A number between 0 and 1 that is always the same for the same two numbers: for grass, gravel and waves.
 * @param {number} a
 * @param {number} b
 */
export function grain(a, b) {
  const x = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return x - Math.floor(x);
}

/**
 * A colour with transparency.
 * @param {string} colour #rrggbb
 * @param {number} alpha
 */
export function faded(colour, alpha) {
  if (!colour.startsWith("#")) return `color-mix(in srgb, ${colour} ${Math.round(alpha * 100)}%, transparent)`;
  const n = parseInt(colour.slice(1), 16);
  return `rgba(${n >> 16}, ${(n >> 8) & 255}, ${n & 255}, ${alpha})`;
}

/**
 * A colour made lighter (amount > 0) or darker (< 0).
 * @param {string} colour #rrggbb
 * @param {number} amount -1 to 1
 */
export function shade(colour, amount) {
  return colour.startsWith("#") ? blend(colour, amount > 0 ? "#ffffff" : "#000000", Math.abs(amount)) : colour;
}

/**
 * A colour between two.
 * @param {string} from #rrggbb
 * @param {string} to #rrggbb
 * @param {number} t
 * @returns {string} #rrggbb
 */
export function blend(from, to, t) {
  const [a, b] = [parseInt(from.slice(1), 16), parseInt(to.slice(1), 16)];
  const part = (/** @type {number} */ shift) => Math.round(lerp((a >> shift) & 255, (b >> shift) & 255, t)) << shift;
  return `#${(part(16) | part(8) | part(0)).toString(16).padStart(6, "0")}`;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} radius
 * @param {string} fill
 * @param {string} [stroke]
 */
export function slab(pen, x, y, width, height, radius, fill, stroke) {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
  pen.fillStyle = fill;
  pen.fill();
  if (stroke) {
    pen.strokeStyle = stroke;
    pen.stroke();
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} fill
 */
export function disc(pen, x, y, radius, fill) {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, radius), 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number[]} points x and y in turn
 * @param {string} fill
 */
export function shape(pen, points, fill) {
  pen.beginPath();
  for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  pen.closePath();
  pen.fillStyle = fill;
  pen.fill();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number[]} points x and y in turn
 * @param {string} colour
 * @param {number} width
 */
export function stroke(pen, points, colour, width) {
  pen.beginPath();
  for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.stroke();
}

/**
 * Text that fits: it is made narrower where it would be too wide.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {{align?: CanvasTextAlign, weight?: number, most?: number}} [how]
 */
export function label(pen, text, x, y, size, colour, how = {}) {
  pen.font = `${how.weight ?? 500} ${size}px system-ui, sans-serif`;
  pen.textAlign = how.align ?? "left";
  pen.textBaseline = "middle";
  pen.fillStyle = colour;
  pen.fillText(text, x, y, how.most);
}
