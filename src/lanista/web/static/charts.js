// Charts: the curves of a match, and the time that every turn took against the limit. A click goes to the turn.

import { faded } from "./canvas.js";
import { seatColour } from "./palette.js";

/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./canvas.js").Palette} Palette */

const HEIGHT = 84;
const LEFT = 40;
const TOP = 18;
const BOTTOM = 6;
const MIN_MS = 0.01;

/**
 * @typedef {object} Curve
 * @property {number} seat
 * @property {(number|null)[]} values one per turn, from turn 0
 * @property {boolean} dashed of the other future
 * @property {string} [name] what it shows, if a seat has several; such a curve is dotted
 */

/** @typedef {{turn: number, seat: number, value: number, doubtful?: boolean}} Mark */

/** One chart; `curves` and `marks` are asked for when it is drawn. */
export class Chart {
  /**
   * @param {string} title
   * @param {(film: Film) => Curve[]} curves
   * @param {{log?: boolean, limit?: (film: Film) => number|null, marks?: (film: Film) => Mark[]}} how
   */
  constructor(title, curves, how = {}) {
    this.title = title;
    this.curves = curves;
    this.how = how;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "chart";
    this.canvas.setAttribute("role", "img");
    this.last = 1;
  }

  /**
   * @param {Film} film
   * @param {Film|null} other
   * @param {number} at
   * @param {Palette} palette
   */
  draw(film, other, at, palette) {
    const width = Math.max(120, this.canvas.clientWidth || 300);
    const pixels = Math.min(globalThis.devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(width * pixels);
    this.canvas.height = Math.round(HEIGHT * pixels);
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    pen.setTransform(pixels, 0, 0, pixels, 0, 0);
    pen.clearRect(0, 0, width, HEIGHT);
    const curves = [...this.curves(film), ...(other ? this.curves(other).map((c) => ({ ...c, dashed: true })) : [])];
    this.last = Math.max(1, film.last, other?.last ?? 0);
    const scale = new Scale(curves, this.how.limit?.(film) ?? null, this.how.log ?? false, this.last, width);
    this.drawFrame(pen, scale, palette, width);
    for (const curve of curves) drawCurve(pen, scale, curve);
    for (const mark of this.how.marks?.(film) ?? []) drawMark(pen, scale, mark);
    pen.strokeStyle = palette.ink;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(scale.x(at), TOP - 2);
    pen.lineTo(scale.x(at), HEIGHT - BOTTOM);
    pen.stroke();
    this.describe(film, at);
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Scale} scale
   * @param {Palette} palette
   * @param {number} width
   */
  drawFrame(pen, scale, palette, width) {
    pen.font = "600 11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    pen.fillStyle = palette.quiet;
    pen.fillText(this.title, LEFT, 8);
    pen.font = "10px system-ui, sans-serif";
    pen.textAlign = "right";
    pen.strokeStyle = palette.line;
    pen.lineWidth = 1;
    for (const value of [scale.low, scale.high]) {
      pen.fillText(short(value), LEFT - 5, scale.y(value));
      pen.beginPath();
      pen.moveTo(LEFT, scale.y(value));
      pen.lineTo(width - 4, scale.y(value));
      pen.stroke();
    }
    if (scale.limit === null) return;
    pen.setLineDash([4, 3]);
    pen.strokeStyle = "#e5484d";
    pen.beginPath();
    pen.moveTo(LEFT, scale.y(scale.limit));
    pen.lineTo(width - 4, scale.y(scale.limit));
    pen.stroke();
    pen.setLineDash([]);
  }

  /**
   * The values at the cursor, for those who do not see the curve.
   * @param {Film} film
   * @param {number} at
   */
  describe(film, at) {
    const turn = Math.round(at);
    const values = this.curves(film).map((c) => `${film.data.seats[c.seat]?.letter} ${c.name ? `${c.name} ` : ""}${short(c.values[turn] ?? null)}`);
    this.canvas.setAttribute("aria-label", `${this.title}, turn ${turn}: ${values.join(", ")}`);
    this.canvas.title = `${this.title}: ${values.join(", ")} (click to go to a turn)`;
  }

  /**
   * The turn under the pointer.
   * @param {MouseEvent} event
   */
  turnAt(event) {
    const box = this.canvas.getBoundingClientRect();
    return Math.round(((event.clientX - box.left - LEFT) / Math.max(1, box.width - LEFT - 6)) * this.last);
  }
}

/** From turns and values to the chart's pixels. */
class Scale {
  /**
   * @param {Curve[]} curves
   * @param {number|null} limit
   * @param {boolean} log
   * @param {number} last
   * @param {number} width
   */
  constructor(curves, limit, log, last, width) {
    this.log = log;
    this.limit = limit;
    this.last = last;
    this.width = width;
    this.low = Infinity;
    this.high = -Infinity;
    for (const { values } of curves) {
      for (const value of values) {
        if (value === null || value === undefined) continue;
        if (value < this.low) this.low = value;
        if (value > this.high) this.high = value;
      }
    }
    if (this.low > this.high) [this.low, this.high] = [0, 1];
    if (log) [this.low, this.high] = [MIN_MS, Math.max(1, limit ?? 0, this.high)]; // real time may exceed the limit
    else if (this.low > 0 && this.low < this.high / 2) this.low = 0;
    if (this.low === this.high) this.high = this.low + 1;
  }

  /** @param {number} turn */
  x(turn) {
    return LEFT + (turn / this.last) * (this.width - LEFT - 6);
  }

  /** @param {number} value */
  y(value) {
    const room = HEIGHT - TOP - BOTTOM;
    const part = this.log
      ? Math.log(Math.max(value, MIN_MS) / this.low) / Math.log(this.high / this.low)
      : (value - this.low) / (this.high - this.low);
    return TOP + room * (1 - Math.max(0, Math.min(1, part)));
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Scale} scale
 * @param {Curve} curve
 */
function drawCurve(pen, scale, curve) {
  const colour = seatColour(curve.seat);
  pen.strokeStyle = curve.dashed ? faded(colour, 0.55) : colour;
  pen.lineWidth = curve.dashed ? 1.2 : 1.6;
  pen.setLineDash(curve.name ? [1, 2] : curve.dashed ? [3, 3] : []);
  pen.lineJoin = "round";
  const stride = Math.max(1, Math.floor(curve.values.length / (2 * scale.width)));
  pen.beginPath();
  let pause = true;
  for (let turn = 0; turn < curve.values.length; turn += stride) {
    const value = curve.values[turn];
    if (value === null || value === undefined) {
      pause = true;
      continue;
    }
    if (pause) pen.moveTo(scale.x(turn), scale.y(value));
    else pen.lineTo(scale.x(turn), scale.y(value));
    pause = false;
  }
  pen.stroke();
  pen.setLineDash([]);
}

/**
 * A fault; a circle says that it is doubtful, because the machine was too busy.
 * @param {CanvasRenderingContext2D} pen
 * @param {Scale} scale
 * @param {Mark} mark
 */
function drawMark(pen, scale, mark) {
  const [x, y] = [scale.x(mark.turn), scale.y(mark.value)];
  drawCross(pen, x, y, seatColour(mark.seat));
  if (!mark.doubtful) return;
  pen.beginPath();
  pen.arc(x, y, 6, 0, 2 * Math.PI);
  pen.stroke();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function drawCross(pen, x, y, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  pen.beginPath();
  for (const side of [-1, 1]) {
    pen.moveTo(x - 3.5, y - 3.5 * side);
    pen.lineTo(x + 3.5, y + 3.5 * side);
  }
  pen.stroke();
}

/** @param {number|null} value */
function short(value) {
  if (value === null || value === undefined) return "-";
  if (Math.abs(value) >= 10_000) return `${Math.round(value / 1000)}k`;
  return Number.isInteger(value) ? String(value) : value.toPrecision(2);
}

/**
 * The charts of a film: one for each of its curves, and one for the time that the bots took if that matters.
 * @param {Film} film
 * @returns {Chart[]}
 */
export function chartsOf(film) {
  const charts = Object.keys(film.data.numbers).map(
    (title) => new Chart(title, (of) => of.data.seats.map((_, seat) => curveOf(of, title, seat))),
  );
  return film.timed ? [...charts, timeChart()] : charts;
}

/**
 * @param {Film} film
 * @param {string} title
 * @param {number} seat
 * @returns {Curve}
 */
function curveOf(film, title, seat) {
  const values = (film.data.numbers[title] ?? []).map((row) => row?.[seat] ?? null);
  return { seat, values, dashed: false };
}

/** Real time as a line and processor time, which decides where it is measured, as a dotted one. */
function timeChart() {
  return new Chart("ms, cpu dotted, limit dashed, ⊗ doubtful", timeCurves, {
    log: true,
    limit: (film) => film.data.limits.turn_ms,
    marks: faultsOf,
  });
}

/**
 * @param {Film} film
 * @returns {Curve[]}
 */
function timeCurves(film) {
  const { seats, turns } = film.data;
  const wall = seats.map((_, seat) => ({
    seat,
    values: [null, ...turns.map((turn) => turn.ms[seat] ?? null)],
    dashed: false,
  }));
  const cpu = seats.map((_, seat) => ({
    seat,
    values: [null, ...turns.map((turn) => turn.cpu_ms?.[seat] ?? null)],
    dashed: false,
    name: "cpu",
  }));
  return [...wall, ...cpu.filter(({ values }) => values.some((value) => value !== null))];
}

/** @param {Film} film */
export function faultsOf(film) {
  return film.data.turns.flatMap((turn, i) =>
    turn.verdicts.flatMap((verdict, seat) =>
      verdict && verdict !== "ok"
        ? [{ turn: i + 1, seat, value: turn.ms[seat] ?? 0, doubtful: Boolean(turn.starved?.[seat]) }]
        : [],
    ),
  );
}
