// One chart: curves on a canvas that is painted only when they change, and over it the moment that is shown and the
// values at the pointer. Dragging scrubs, and so do the arrow keys while it has the focus.

import { badge } from "../shared/badge.js";
import { areaOf, endsOf, HEIGHT, NARROW, paintEnds, paintFrame, paintLine, paintMark } from "./chart-paint.js";
import { Scale } from "./chart-scale.js";
import { element } from "../shared/elements.js";

/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {import("../board/canvas.js").Palette} Palette */
/** @typedef {import("./curves.js").Columns} Columns */
/** @typedef {import("./curves.js").Fault} Fault */

/**
 * @typedef {"own"|"other"|"cpu"} Look of this future, of the other one, or processor time
 * @typedef {{seat: number, columns: Columns, look: Look}} Line
 *
 * @typedef {{palette: Palette, width: number, followed: number|null}} How the width is in CSS pixels; the curves of a
 *   followed seat stand out
 *
 * The description of a chart.
 * @typedef {object} About
 * @property {string} title
 * @property {(film: Film, other: Film|null) => Line[]} lines
 * @property {boolean} [log]
 * @property {boolean} [zero] whether zero is to be seen
 * @property {(film: Film) => number|null} [limit] a line that should not be crossed
 * @property {(film: Film) => Fault[]} [marks]
 */

const MAX_TOLD = 8; // seats whose values are shown as text
const PAGE = 10; // turns
const MAX_PIXELS = 2; // per CSS pixel
const GAP = 6; // between the pointer and the text

/** The chart's element is `box`. */
export class Chart {
  /**
   * @param {About} about
   * @param {(turn: number) => void} seek
   */
  constructor(about, seek) {
    this.about = about;
    this.seek = seek;
    this.canvas = document.createElement("canvas");
    this.cursor = element("span", "chart-cursor");
    this.tip = element("span", "chart-tip");
    this.tip.hidden = true;
    this.box = element("div", "chart", this.canvas, this.cursor, this.tip);
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "slider");
    this.box.setAttribute("aria-label", about.title);
    this.box.setAttribute("aria-valuemin", "0");
    /** The painted values. @type {unknown[]} */
    this.painted = [];
    /** The painted values when they were last said. @type {unknown[]|null} */
    this.said = null;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Film|null} */
    this.film = null;
    /** @type {number|null} */
    this.followed = null;
    this.turn = 0;
    this.scale = new Scale([], 1, areaOf(NARROW));
    this.listen();
  }

  // What it shows

  /**
   * @param {Film} film
   * @param {Film|null} other
   * @param {How} how
   */
  show(film, other, how) {
    const { palette, width, followed } = how;
    this.film = film;
    this.followed = followed;
    this.lines = this.about.lines(film, other).filter(({ seat, columns }) => columns.has(seat));
    const last = Math.max(film.last, other?.last ?? 0);
    const pixels = Math.min(globalThis.devicePixelRatio || 1, MAX_PIXELS);
    const marks = this.about.marks?.(film) ?? [];
    const columns = this.lines.flatMap((line) => [line.columns, line.columns.version]);
    const now = [film, last, palette, width, followed, pixels, marks.length, ...columns];
    if (now.length === this.painted.length && now.every((part, i) => part === this.painted[i])) return;
    this.painted = now;
    const { log = false, zero = false } = this.about;
    this.scale = new Scale(this.lines, last, areaOf(width), { log, zero, limit: this.about.limit?.(film) ?? null });
    this.paint(how, pixels, marks);
    this.box.setAttribute("aria-valuemax", String(last));
  }

  /** Whether nothing in it ever changed. */
  get flat() {
    return this.lines.every(({ seat, columns }) => columns.low[seat] === columns.high[seat]);
  }

  /** The moment that is shown. @param {number} at */
  point(at) {
    this.cursor.style.transform = `translateX(${this.scale.x(at)}px)`;
    const turn = Math.round(at);
    if (turn === this.turn && this.said === this.painted) return;
    this.turn = turn;
    this.said = this.painted;
    this.box.setAttribute("aria-valuenow", String(turn));
    this.box.setAttribute("aria-valuetext", `turn ${turn}: ${this.told(turn).map(({ text }) => text).join(", ")}`);
  }

  /**
   * The values after a turn in words; if there are many, that of the followed seat and the highest.
   * @param {number} turn
   */
  told(turn) {
    const seats = this.film?.data.seats ?? [];
    const told = this.lines.flatMap(({ seat, columns, look }) => {
      const value = columns.at(seat, turn);
      if (value === null) return [];
      const letter = seats[seat]?.letter ?? "";
      return [{ seat, letter, look, value, text: `${letter} ${NAMES[look]}${exact(value)}` }];
    });
    if (told.length <= MAX_TOLD) return told;
    const first = (/** @type {number} */ seat) => (seat === this.followed ? 1 : 0);
    return told.sort((a, b) => first(b.seat) - first(a.seat) || b.value - a.value).slice(0, MAX_TOLD);
  }

  // Painting

  /**
   * @param {How} how
   * @param {number} pixels per CSS pixel
   * @param {Fault[]} marks
   */
  paint({ palette, width, followed }, pixels, marks) {
    this.canvas.width = Math.round(width * pixels);
    this.canvas.height = Math.round(HEIGHT * pixels);
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    pen.setTransform(pixels, 0, 0, pixels, 0, 0);
    paintFrame(pen, this.scale, palette, this.about.title);
    pen.lineJoin = "round";
    for (const line of onTop(this.lines, followed)) paintLine(pen, this.scale, line, isPale(line, followed));
    pen.setLineDash([]);
    for (const mark of marks) paintMark(pen, this.scale, mark);
    if (width < NARROW) return;
    paintEnds(pen, this.scale, endsOf(this.lines, followed), this.film?.data.seats ?? [], palette);
  }

  // The person in front

  listen() {
    this.box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.box.setPointerCapture(event.pointerId);
      this.seek(this.turnAt(event));
    });
    this.box.addEventListener("pointermove", (event) => {
      this.tell(event);
      if (this.box.hasPointerCapture(event.pointerId)) this.seek(this.turnAt(event));
    });
    for (const name of ["pointerleave", "pointercancel"]) {
      this.box.addEventListener(name, () => (this.tip.hidden = true));
    }
    this.box.addEventListener("keydown", (event) => this.press(event));
  }

  /** The turn under the pointer. @param {MouseEvent} event */
  turnAt(event) {
    return this.scale.turnAt(event.clientX - this.box.getBoundingClientRect().left);
  }

  /** Say the values at the pointer. @param {MouseEvent} event */
  tell(event) {
    const turn = this.turnAt(event);
    const told = this.told(turn);
    const values = told.map(({ seat, letter, look, value }) =>
      element("span", "told", badge(seat, letter), ` ${NAMES[look]}${exact(value)}`),
    );
    const rest = this.lines.filter(({ seat, columns }) => columns.at(seat, turn) !== null).length - told.length;
    this.tip.replaceChildren(element("b", "", `turn ${turn}`), ...values, ...(rest > 0 ? [`and ${rest} more`] : []));
    this.tip.hidden = false;
    const x = this.scale.x(turn);
    const room = this.box.clientWidth - this.tip.offsetWidth;
    const left = x + GAP > room ? x - GAP - this.tip.offsetWidth : x + GAP; // beside the pointer
    this.tip.style.left = `${Math.max(0, Math.min(room, left))}px`;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const many = event.shiftKey ? PAGE : 1;
    /** @type {Record<string, number>} */
    const turns = {
      ArrowLeft: this.turn - many, ArrowRight: this.turn + many, PageDown: this.turn - PAGE, PageUp: this.turn + PAGE,
      Home: 0, End: this.scale.last,
    };
    const turn = turns[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the page has the same keys
    this.seek(Math.max(0, Math.min(this.scale.last, turn)));
  }
}

/** The prefix of a value, in words. @type {Record<Look, string>} */
const NAMES = { own: "", other: "other ", cpu: "cpu " };

/**
 * Lines in the order in which they are painted: the first seats on top, and a followed one above all.
 * @param {readonly Line[]} lines
 * @param {number|null} followed
 */
function onTop(lines, followed) {
  const isFollowed = (/** @type {Line} */ { seat }) => seat === followed;
  return [...lines.filter(isFollowed), ...lines.filter((line) => !isFollowed(line))].reverse();
}

/** @param {Line} line @param {number|null} followed */
function isPale({ seat }, followed) {
  return followed !== null && seat !== followed;
}

/** A value as the tip at the pointer shows it. @param {number} value */
function exact(value) {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}
