// The curve under the timeline: how likely each seat was to win after each turn, as areas over one another. It is there
// only if the match was analysed.

import { badge } from "../shared/badge.js";
import { faded } from "../board/canvas.js";
import { chanceAt, toldPoint, turningPointsAt } from "./chances.js";
import { element } from "../shared/elements.js";
import { cut, SENTENCE_LETTERS } from "../shared/excerpt.js";
import { seatColour } from "../shared/palette.js";

/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {import("../board/canvas.js").Palette} Palette */
/** @typedef {import("./chances.js").Analysis} Analysis */
/** @typedef {CanvasRenderingContext2D} Pen */

const HEIGHT = 44;
const MAX_PIXELS = 2; // per CSS pixel
const MAX_TOLD = 4; // seats whose chances are shown as text
const AREA_ALPHA = 0.78;
const BAND_ALPHA = 0.32;
const EVEN_ALPHA = 0.5;
const DOT = 3.5; // radius of a turning point
const TITLE = { x: 5, y: 11 };
const BLUNDER = "blunder";
const FAULT = "#e5484d";

/** Its element is `box`. */
export class ChanceCurve {
  /** @param {(turn: number) => void} seek */
  constructor(seek) {
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.cursor = element("span", "chance-cursor");
    this.tip = element("span", "chart-tip");
    this.tip.hidden = true;
    this.box = element("div", "chances", this.canvas, this.cursor, this.tip);
    this.box.hidden = true;
    /** @type {Film|null} */
    this.film = null;
    /** @type {(turn: number) => number} */
    this.x = () => 0;
    /** @type {(x: number) => number} */
    this.turnAt = () => 0;
    /** The moment that is shown. */
    this.at = 0;
    /** The painted values. @type {unknown[]} */
    this.painted = [];
    this.box.addEventListener("pointermove", (event) => this.tell(event));
    this.box.addEventListener("pointerleave", () => this.explain());
    this.box.addEventListener("click", (event) => seek(this.turnOf(event)));
  }

  /**
   * @param {Film} film
   * @param {Palette} palette
   * @param {{width: number, inset: number, last: number}} room in CSS pixels, and the turn at the right end
   */
  show(film, palette, { width, inset, last }) {
    const { analysis } = film.data;
    this.film = film;
    this.box.hidden = !analysis;
    if (!analysis || !width) return;
    this.x = (turn) => inset + (turn / last) * (width - 2 * inset);
    this.turnAt = (x) => Math.max(0, Math.min(film.last, Math.round(((x - inset) / (width - 2 * inset)) * last)));
    const pixels = Math.min(globalThis.devicePixelRatio || 1, MAX_PIXELS);
    const now = [film, palette, width, last, pixels];
    if (now.every((part, i) => part === this.painted[i])) return;
    this.painted = now;
    this.paint(film, analysis, palette, { width, pixels });
  }

  /** The moment that is shown. @param {number} at */
  point(at) {
    if (this.box.hidden || at === this.at) return;
    this.at = at;
    this.cursor.style.transform = `translateX(${this.x(at)}px)`;
    this.explain();
  }

  /** Say why a chance turned at the moment that is shown. */
  explain() {
    const { film } = this;
    const points = film ? turningPointsAt(film, this.at) : [];
    this.tip.hidden = !points.length;
    this.tip.classList.add("above");
    const told = points.map((point) => toldPoint(point, film?.data.seats[point.seat]?.letter ?? ""));
    this.say(this.at, ...told.map((text) => element("span", "", cut(text, SENTENCE_LETTERS))));
  }

  /**
   * Words over a turn.
   * @param {number} turn
   * @param {...Node} words
   */
  say(turn, ...words) {
    this.tip.replaceChildren(...words);
    const room = this.box.clientWidth - this.tip.offsetWidth;
    this.tip.style.left = `${Math.max(0, Math.min(room, this.x(turn) - this.tip.offsetWidth / 2))}px`;
  }

  /**
   * @param {Film} film
   * @param {Analysis} analysis
   * @param {Palette} palette
   * @param {{width: number, pixels: number}} size
   */
  paint(film, analysis, palette, { width, pixels }) {
    this.canvas.width = Math.round(width * pixels);
    this.canvas.height = Math.round(HEIGHT * pixels);
    const seats = film.data.seats.length;
    const named = film.data.seats.slice(0, MAX_TOLD);
    const starts = named.map(({ letter }, seat) => `${letter} ${percent(chanceAt(analysis, seat, 0).now)}`);
    this.canvas.setAttribute("aria-label", `Chances to win; at the start ${starts.join(", ")}`);
    const pen = /** @type {Pen} */ (this.canvas.getContext("2d"));
    pen.setTransform(pixels, 0, 0, pixels, 0, 0);
    const [first, end] = [Math.floor(this.x(0)), Math.ceil(this.x(film.last))];
    for (let x = first; x < end; x += 1) paintColumn(pen, analysis, seats, x, this.exactTurn(x));
    if (seats === 2) paintBand(pen, analysis, palette, { first, end, turn: (x) => this.exactTurn(x) });
    paintEven(pen, palette, first, end);
    pen.font = "600 9px system-ui, sans-serif";
    pen.fillStyle = palette.raised;
    pen.fillText("chance to win", first + TITLE.x, TITLE.y);
    for (const moment of analysis.moments) this.paintMoment(pen, analysis, moment, palette);
  }

  /** The turn at a pixel, with its fraction. @param {number} x */
  exactTurn(x) {
    const start = this.x(0);
    return (x - start) / (this.x(1) - start);
  }

  /**
   * A dot where a chance turned.
   * @param {Pen} pen
   * @param {Analysis} analysis
   * @param {import("./chances.js").TurningPoint} moment
   * @param {Palette} palette
   */
  paintMoment(pen, analysis, { turn, seat, kind }, palette) {
    let below = 0;
    for (let other = 0; other <= seat; other += 1) below += chanceAt(analysis, other, turn).now;
    const edge = seat === (this.film?.data.seats.length ?? 0) - 1 ? below - chanceAt(analysis, seat, turn).now : below;
    pen.beginPath();
    pen.arc(this.x(turn), Math.max(DOT, Math.min(HEIGHT - DOT, edge * HEIGHT)), DOT, 0, 2 * Math.PI);
    pen.fillStyle = kind === BLUNDER ? FAULT : palette.ink;
    pen.strokeStyle = palette.raised;
    pen.lineWidth = 1.5;
    pen.fill();
    pen.stroke();
  }

  // The person in front

  /** @param {MouseEvent} event */
  turnOf(event) {
    return this.turnAt(event.clientX - this.box.getBoundingClientRect().left);
  }

  /** Say the chances at the pointer. @param {MouseEvent} event */
  tell(event) {
    const analysis = this.film?.data.analysis;
    if (!this.film || !analysis) return;
    const { seats } = this.film.data;
    const turn = this.turnOf(event);
    const known = seats.map((_, seat) => ({ seat, chance: chanceAt(analysis, seat, turn) }));
    const told = known.sort((a, b) => b.chance.now - a.chance.now).slice(0, MAX_TOLD).sort((a, b) => a.seat - b.seat);
    const words = told.map(({ seat, chance }) =>
      element("span", "", badge(seat, seats[seat]?.letter ?? ""), ` ${percent(chance.now)}${rangeText(chance)}`),
    );
    this.tip.hidden = false;
    this.tip.classList.remove("above");
    this.say(turn, element("b", "", String(turn)), ...words);
  }
}

/**
 * The chances at one pixel, from the first seat's at the top.
 * @param {Pen} pen
 * @param {Analysis} analysis
 * @param {number} seats
 * @param {number} x
 * @param {number} turn
 */
function paintColumn(pen, analysis, seats, x, turn) {
  let top = 0;
  for (let seat = 0; seat < seats; seat += 1) {
    const height = chanceAt(analysis, seat, turn).now * HEIGHT;
    pen.fillStyle = faded(seatColour(seat), AREA_ALPHA);
    pen.fillRect(x, top, 1, height);
    top += height;
  }
}

/**
 * Within which the border between two seats lies, and the border itself.
 * @param {Pen} pen
 * @param {Analysis} analysis
 * @param {Palette} palette
 * @param {{first: number, end: number, turn: (x: number) => number}} span
 */
function paintBand(pen, analysis, palette, { first, end, turn }) {
  pen.fillStyle = faded(palette.raised, BAND_ALPHA);
  for (let x = first; x < end; x += 1) {
    const { low, high } = chanceAt(analysis, 0, turn(x));
    pen.fillRect(x, low * HEIGHT, 1, (high - low) * HEIGHT);
  }
  pen.beginPath();
  for (let x = first; x < end; x += 1) pen.lineTo(x + 0.5, chanceAt(analysis, 0, turn(x)).now * HEIGHT);
  pen.strokeStyle = palette.raised;
  pen.lineWidth = 1.5;
  pen.stroke();
}

/**
 * The line at one half.
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {number} first
 * @param {number} end
 */
function paintEven(pen, palette, first, end) {
  pen.strokeStyle = faded(palette.ink, EVEN_ALPHA);
  pen.lineWidth = 1;
  pen.setLineDash([3, 4]);
  pen.beginPath();
  pen.moveTo(first, HEIGHT / 2);
  pen.lineTo(end, HEIGHT / 2);
  pen.stroke();
  pen.setLineDash([]);
}

/** @param {number} part */
function percent(part) {
  return `${Math.round(part * 100)} %`;
}

/** The interval, unless it is nothing. @param {import("./chances.js").Chance} chance */
function rangeText({ low, high }) {
  const [from, to] = [Math.round(low * 100), Math.round(high * 100)];
  return from === to ? "" : ` (${from}-${to})`;
}
