// The timeline: the slider over a strip that tells who is ahead, above it the moments of the match as icons, on one
// canvas however long the match is; and below it the chances of the seats, if the match was analysed.

import { faded } from "../board/canvas.js";
import { ChanceCurve } from "./chance-curve.js";
import { momentsOf } from "./chances.js";
import { faultsOf, pointsOf } from "./curves.js";
import { element } from "../shared/elements.js";
import { cut } from "../shared/excerpt.js";
import { leadStrip, NOBODY } from "./lead.js";
import { clustersOf, mainMoment, momentAfter, momentBefore, paintIcon } from "./moments.js";
import { seatColour } from "../shared/palette.js";

/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {import("../board/canvas.js").Palette} Palette */
/** @typedef {import("./moments.js").Moment} Moment */
/** @typedef {import("./moments.js").Cluster} Cluster */
/** @typedef {CanvasRenderingContext2D} Pen */

const LANE = 22; // height of the icons
const STRIP = 14; // height of the strip below
const INSET = 10; // from the edge to the first turn: the slider's margin and half of its thumb, see panels.css
const GAP = 22; // between two icons
const REACH = 16; // how far from an icon a click still means it
const MIN_HEIGHT = 3; // of the strip where somebody is ahead
const TIE_HEIGHT = 1.5;
const STRIP_ALPHA = 0.9;
const TICK = { width: 2, height: 4 };
const FAULT = "#e5484d";
const COUNT_X = 5; // of the number of moments in a group, from its middle
const COUNT_Y = -6;
const MAX_TOLD = 4; // moments of a group
const TOLD_LETTERS = 180;
const MAX_PIXELS = 2; // per CSS pixel

/** Fills an element that has the slider in it. */
export class Timeline {
  /**
   * @param {HTMLElement} box
   * @param {{seek: (turn: number) => void, show: (moment: Moment) => void}} on `show` rings the cell of a moment
   */
  constructor(box, { seek, show }) {
    this.box = box;
    this.seek = seek;
    this.show = show;
    this.range = /** @type {HTMLInputElement} */ (box.querySelector("input[type=range]"));
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.tip = element("div", "moment-tip");
    this.tip.hidden = true;
    box.prepend(this.canvas);
    box.append(this.tip);
    this.chances = new ChanceCurve(seek);
    box.after(this.chances.box);
    /** @type {readonly Moment[]} */
    this.moments = [];
    /** @type {Cluster[]} */
    this.clusters = [];
    this.last = 1;
    this.turn = 0;
    this.loaded = 0;
    this.width = 0;
    /** @type {[Film, Film|null, Palette]|null} */
    this.shown = null;
    /** The painted values. @type {unknown[]} */
    this.painted = [];
    this.listen();
  }

  listen() {
    new ResizeObserver(() => this.resize()).observe(this.box);
    this.range.addEventListener("input", () => this.seek(Number(this.range.value)));
    this.canvas.addEventListener("pointermove", (event) => this.tell(this.clusterAt(event)));
    this.canvas.addEventListener("pointerleave", () => this.tell(null));
    this.canvas.addEventListener("click", (event) => this.choose(this.clusterAt(event)));
  }

  // What it shows

  /**
   * @param {Film} film
   * @param {Film|null} other the other future, to compare with
   * @param {Palette} palette
   */
  update(film, other, palette) {
    this.shown = [film, other, palette];
    this.moments = momentsOf(film);
    this.last = Math.max(1, film.last, other?.last ?? 0);
    this.range.max = String(this.last);
    this.box.classList.toggle("bare", !this.moments.length);
    this.width ||= this.box.clientWidth;
    this.chances.show(film, palette, { width: this.width, inset: INSET, last: this.last });
    const pixels = Math.min(globalThis.devicePixelRatio || 1, MAX_PIXELS);
    const points = pointsOf(film);
    const now = [
      film, other, palette, film.last, this.last, this.width, pixels, this.moments.length, points?.version, this.loaded,
      faultsOf(film).length,
    ];
    if (now.every((part, i) => part === this.painted[i])) return;
    this.painted = now;
    this.clusters = clustersOf(this.moments, (turn) => this.x(turn), GAP);
    this.canvas.setAttribute("aria-label", `${this.moments.length} moments of the match`);
    this.paint(pixels);
  }

  /**
   * The moment that is shown, and how many turns there are already.
   * @param {number} turn
   * @param {number} [loaded]
   */
  at(turn, loaded = this.last) {
    this.turn = Math.round(turn);
    this.chances.point(turn);
    const value = String(this.turn);
    if (this.range.value !== value) this.range.value = value;
    const text = `turn ${this.turn} of ${this.last}`;
    if (this.range.getAttribute("aria-valuetext") !== text) this.range.setAttribute("aria-valuetext", text);
    if (loaded === this.loaded) return;
    this.loaded = loaded;
    if (this.shown) this.update(...this.shown);
  }

  /** The next moment after a turn. @param {number} turn */
  next(turn) {
    return momentAfter(this.moments, turn);
  }

  /** The last moment before a turn. @param {number} turn */
  previous(turn) {
    return momentBefore(this.moments, turn);
  }

  /** @param {number} turn */
  x(turn) {
    return INSET + (turn / this.last) * (this.width - 2 * INSET);
  }

  resize() {
    this.width = this.box.clientWidth;
    if (this.shown) this.update(...this.shown);
  }

  // Painting

  /** @param {number} pixels per CSS pixel */
  paint(pixels) {
    const [film, , palette] = /** @type {[Film, Film|null, Palette]} */ (this.shown);
    const lane = this.moments.length ? LANE : 0;
    this.canvas.width = Math.round(this.width * pixels);
    this.canvas.height = Math.round((lane + STRIP) * pixels);
    const pen = /** @type {Pen} */ (this.canvas.getContext("2d"));
    pen.setTransform(pixels, 0, 0, pixels, 0, lane * pixels);
    this.paintGround(pen, film, palette);
    this.paintLead(pen, film, palette);
    this.paintFaults(pen, film);
    if (film.data.branch) this.paintBranch(pen, film.data.branch.turn, lane, palette);
    pen.translate(0, -lane);
    for (const { x, moments } of this.clusters) paintCluster(pen, x, moments, palette);
  }

  /**
   * The strip's ground: paler where turns are still to come, none after the end of this future.
   * @param {Pen} pen
   * @param {Film} film
   * @param {Palette} palette
   */
  paintGround(pen, film, palette) {
    const [start, end, loaded] = [this.x(0), this.x(film.last), this.x(Math.min(this.loaded, film.last))];
    pen.fillStyle = faded(palette.line, 0.45);
    pen.fillRect(start, 0, end - start, STRIP);
    pen.fillStyle = palette.line;
    pen.fillRect(start, 0, loaded - start, STRIP);
  }

  /**
   * Who is ahead: the leader's colour, the higher the larger the lead.
   * @param {Pen} pen
   * @param {Film} film
   * @param {Palette} palette
   */
  paintLead(pen, film, palette) {
    const points = pointsOf(film);
    if (!points) return;
    const start = Math.round(this.x(0));
    leadStrip(points, film.last, Math.round(this.x(film.last)) - start).forEach(({ seat, part }, i) => {
      const isTie = seat === NOBODY;
      const height = isTie ? TIE_HEIGHT : MIN_HEIGHT + Math.sqrt(part) * (STRIP - MIN_HEIGHT);
      pen.fillStyle = isTie ? palette.quiet : faded(seatColour(seat), STRIP_ALPHA);
      pen.fillRect(start + i, STRIP - height, 1, height);
    });
  }

  /** @param {Pen} pen @param {Film} film */
  paintFaults(pen, film) {
    const columns = new Set(faultsOf(film).map(({ turn }) => Math.round(this.x(turn))));
    pen.fillStyle = FAULT;
    for (const x of columns) pen.fillRect(x - TICK.width / 2, 0, TICK.width, TICK.height);
  }

  /**
   * Where this future left the other one.
   * @param {Pen} pen
   * @param {number} turn
   * @param {number} lane
   * @param {Palette} palette
   */
  paintBranch(pen, turn, lane, palette) {
    pen.strokeStyle = palette.ink;
    pen.lineWidth = 1.5;
    pen.setLineDash([3, 2]);
    pen.beginPath();
    pen.moveTo(this.x(turn), -lane);
    pen.lineTo(this.x(turn), STRIP);
    pen.stroke();
    pen.setLineDash([]);
  }

  // The person in front

  /** The group of moments at the pointer. @param {MouseEvent} event */
  clusterAt(event) {
    const x = event.clientX - this.canvas.getBoundingClientRect().left;
    const away = (/** @type {Cluster} */ cluster) => Math.abs(cluster.x - x);
    const nearest = this.clusters.reduce(
      (/** @type {Cluster|null} */ best, cluster) => (best && away(best) <= away(cluster) ? best : cluster), null,
    );
    return nearest && away(nearest) <= REACH ? nearest : null;
  }

  /** Go to a moment of a group: the first, or the next one if one of them is shown. @param {Cluster|null} cluster */
  choose(cluster) {
    if (!cluster) return;
    const [first] = cluster.moments;
    const isInside = cluster.moments.some(({ turn }) => turn === this.turn);
    const moment = (isInside && momentAfter(cluster.moments, this.turn)) || first;
    if (!moment) return;
    this.seek(moment.turn);
    this.show(moment);
  }

  /** Say what happened in a group. @param {Cluster|null} cluster */
  tell(cluster) {
    this.canvas.style.cursor = cluster ? "pointer" : "";
    this.tip.hidden = !cluster;
    if (!cluster) return;
    const told = cluster.moments.slice(0, MAX_TOLD).map(({ turn, text }) =>
      element("div", "", element("b", "", String(turn)), ` ${cut(text, TOLD_LETTERS)}`),
    );
    const rest = cluster.moments.length - told.length;
    this.tip.replaceChildren(...told, ...(rest > 0 ? [element("div", "quiet", `and ${rest} more`)] : []));
    const room = this.width - this.tip.offsetWidth;
    this.tip.style.left = `${Math.max(0, Math.min(room, cluster.x - this.tip.offsetWidth / 2))}px`;
  }
}

/**
 * The icon of a group, and how many it stands for.
 * @param {Pen} pen
 * @param {number} x
 * @param {readonly Moment[]} moments
 * @param {Palette} palette
 */
function paintCluster(pen, x, moments, palette) {
  const y = LANE / 2;
  paintIcon(pen, mainMoment(moments).kind, x, y, palette);
  if (moments.length < 2) return;
  const isAtEnd = x + GAP > pen.canvas.width / pen.getTransform().a;
  const left = isAtEnd ? x - COUNT_X : x + COUNT_X;
  pen.textAlign = isAtEnd ? "right" : "left";
  pen.font = "700 9px system-ui, sans-serif";
  pen.textBaseline = "middle";
  pen.lineWidth = 3;
  pen.lineJoin = "round";
  pen.strokeStyle = palette.raised;
  pen.strokeText(String(moments.length), left, y + COUNT_Y);
  pen.fillStyle = palette.ink;
  pen.fillText(String(moments.length), left, y + COUNT_Y);
}
