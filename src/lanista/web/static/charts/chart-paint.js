// How a chart is painted: its frame, the curves, the faults, and the last values at the right.

import { faded } from "../board/canvas.js";
import { reduced, spreadLabels } from "./chart-scale.js";
import { seatColour, seatDash } from "../shared/palette.js";

/** @typedef {import("../board/canvas.js").Palette} Palette */
/** @typedef {import("./chart.js").Line} Line */
/** @typedef {import("./chart.js").Look} Look */
/** @typedef {import("./chart-scale.js").Scale} Scale */
/** @typedef {import("./curves.js").Fault} Fault */
/** @typedef {CanvasRenderingContext2D} Pen */

export const HEIGHT = 84;
/** Charts that are narrower have no room for the last values. */
export const NARROW = 240;
const LEFT = 40;
const RIGHT = 56;
const EDGE = 6;
const TOP = 20;
const TITLE_Y = 8;
const LETTERS = "10px system-ui, sans-serif";
const LETTERS_HEIGHT = 12;
const MAX_ENDS = 5;
const SAMPLE = 11; // pixels of a line before its last value
const FAULT = "#e5484d";

/** @type {Record<Look, {width: number, alpha: number}>} */
const LOOKS = {
  own: { width: 1.7, alpha: 1 },
  other: { width: 1.1, alpha: 0.5 },
  cpu: { width: 1, alpha: 0.8 },
};
const CPU_DASH = [1, 2];
const PALE = 0.3; // curves of other seats than the followed one

/** Where the curves are. @param {number} width of the chart */
export function areaOf(width) {
  return { left: LEFT, right: width - (width >= NARROW ? RIGHT : EDGE), top: TOP, bottom: HEIGHT - EDGE };
}

/**
 * The title, the lowest and highest values, zero and the limit.
 * @param {Pen} pen
 * @param {Scale} scale
 * @param {Palette} palette
 * @param {string} title
 */
export function paintFrame(pen, scale, palette, title) {
  pen.font = "600 11px system-ui, sans-serif";
  pen.textBaseline = "middle";
  pen.fillStyle = palette.quiet;
  pen.fillText(title, scale.area.left, TITLE_Y);
  pen.font = LETTERS;
  pen.textAlign = "right";
  pen.lineWidth = 1;
  for (const value of levelsOf(scale)) {
    pen.fillText(short(value), scale.area.left - 5, scale.y(value));
    paintLevel(pen, scale, value, palette.line);
  }
  if (scale.limit === null) return;
  pen.setLineDash([4, 3]);
  paintLevel(pen, scale, scale.limit, FAULT);
  pen.setLineDash([]);
}

/** The values that are written at the left: zero too, where there is room for it. @param {Scale} scale */
function levelsOf(scale) {
  const [bottom, zero, top] = [scale.y(scale.low), scale.y(0), scale.y(scale.high)];
  const isFree = !scale.log && bottom - zero >= LETTERS_HEIGHT && zero - top >= LETTERS_HEIGHT;
  return isFree ? [scale.low, 0, scale.high] : [scale.low, scale.high];
}

/**
 * @param {Pen} pen
 * @param {Scale} scale
 * @param {number} value
 * @param {string} colour
 */
function paintLevel(pen, scale, value, colour) {
  pen.strokeStyle = colour;
  pen.beginPath();
  pen.moveTo(scale.area.left, scale.y(value));
  pen.lineTo(scale.area.right, scale.y(value));
  pen.stroke();
}

/**
 * @param {Pen} pen
 * @param {Scale} scale
 * @param {Line} line
 * @param {boolean} isPale
 */
export function paintLine(pen, scale, { seat, columns, look }, isPale) {
  const { left, right } = scale.area;
  const points = reduced(/** @type {Float64Array} */ (columns.values[seat]), columns.length, scale.last, right - left);
  pen.strokeStyle = faded(seatColour(seat), LOOKS[look].alpha * (isPale ? PALE : 1));
  pen.lineWidth = LOOKS[look].width;
  pen.setLineDash(look === "cpu" ? CPU_DASH : seatDash(seat));
  pen.beginPath();
  let pause = true;
  for (let i = 0; i < points.length; i += 2) {
    const value = /** @type {number} */ (points[i + 1]);
    if (Number.isNaN(value)) {
      pause = true;
      continue;
    }
    const [x, y] = [scale.x(/** @type {number} */ (points[i])), scale.y(value)];
    if (pause) pen.moveTo(x, y);
    else pen.lineTo(x, y);
    pause = false;
  }
  pen.stroke();
}

/**
 * The last values at the right, moved apart.
 * @param {Pen} pen
 * @param {Scale} scale
 * @param {readonly {seat: number, value: number}[]} ends
 * @param {readonly {letter: string}[]} seats
 * @param {Palette} palette
 */
export function paintEnds(pen, scale, ends, seats, palette) {
  const heights = spreadLabels(ends.map(({ value }) => scale.y(value)), LETTERS_HEIGHT, TOP, HEIGHT - EDGE);
  const x = scale.area.right + 5;
  pen.font = LETTERS;
  pen.textAlign = "left";
  pen.fillStyle = palette.ink;
  pen.lineWidth = LOOKS.own.width;
  ends.forEach(({ seat, value }, i) => {
    const y = heights[i] ?? 0;
    paintSample(pen, seat, x, y);
    pen.fillText(`${seats[seat]?.letter ?? ""} ${short(value)}`, x + SAMPLE + 3, y, RIGHT - SAMPLE - EDGE);
  });
  pen.setLineDash([]);
}

/**
 * The last values that there is room for: of many the highest ones, the lowest, and that of a followed seat.
 * @param {readonly Line[]} lines
 * @param {number|null} followed
 */
export function endsOf(lines, followed) {
  const ends = lines.flatMap(({ seat, columns, look }) => {
    const value = look === "own" ? columns.at(seat, columns.length - 1) : null;
    return value === null ? [] : [{ seat, value }];
  });
  if (ends.length <= MAX_ENDS) return ends;
  ends.sort((a, b) => b.value - a.value);
  const others = ends.filter(({ seat }) => seat !== followed);
  const kept = ends.filter(({ seat }) => seat === followed);
  return [...kept, ...others.slice(0, MAX_ENDS - 1 - kept.length), ...others.slice(-1)];
}

/**
 * A piece of a seat's line.
 * @param {Pen} pen
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 */
function paintSample(pen, seat, x, y) {
  pen.strokeStyle = seatColour(seat);
  pen.setLineDash(seatDash(seat));
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x + SAMPLE, y);
  pen.stroke();
}

const CROSS = 3.5; // half of its width
const RING = 6;

/**
 * A fault is a cross; a circle says that it is doubtful, because the machine was too busy.
 * @param {Pen} pen
 * @param {Scale} scale
 * @param {Fault} fault
 */
export function paintMark(pen, scale, fault) {
  const [x, y] = [scale.x(fault.turn), scale.y(fault.value)];
  pen.strokeStyle = seatColour(fault.seat);
  pen.lineWidth = 2;
  pen.beginPath();
  for (const side of [-1, 1]) {
    pen.moveTo(x - CROSS, y - CROSS * side);
    pen.lineTo(x + CROSS, y + CROSS * side);
  }
  if (fault.doubtful) {
    pen.moveTo(x + RING, y);
    pen.arc(x, y, RING, 0, 2 * Math.PI);
  }
  pen.stroke();
}

/** A value in a few letters. @param {number} value */
function short(value) {
  const size = Math.abs(value);
  if (size >= 999_500) return `${(value / 1e6).toPrecision(3)}M`;
  if (size >= 10_000) return `${Math.round(value / 1000)}k`;
  if (Number.isInteger(value)) return String(value);
  return size >= 100 ? String(Math.round(value)) : value.toPrecision(2);
}
