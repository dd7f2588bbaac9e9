// The charts of a match: one for each of a game's numbers, one for the time that the bots took if that matters, and the
// difference to another future. Charts in which nothing ever changes are named in a line instead.

import { Chart } from "./chart.js";
import { differenceOf, faultsOf, numbersOf, timesOf } from "./curves.js";
import { element } from "../shared/elements.js";

/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {import("../board/canvas.js").Palette} Palette */
/** @typedef {import("./chart.js").About} About */
/** @typedef {import("./chart.js").Line} Line */

const MIN_LIVE_TURNS = 20; // before them nothing of a live match is called flat
const MIN_WIDTH = 120;

/** The list of charts. */
export class Charts {
  /**
   * @param {HTMLElement} box
   * @param {{seek: (turn: number) => void}} on
   */
  constructor(box, { seek }) {
    this.box = box;
    this.seek = seek;
    /** @type {Chart[]} */
    this.charts = [];
    this.flat = element("p", "flat");
    /** The key of the current charts: their titles and options. */
    this.made = "";
    /** @type {[Film, Film|null, number, Palette, number|null]|null} */
    this.drawn = null;
    this.width = 0;
    new ResizeObserver(() => this.resize()).observe(box);
  }

  /**
   * @param {Film} film
   * @param {Film|null} other the other future, to compare with
   * @param {number} at
   * @param {Palette} palette
   * @param {number|null} [followed] a seat whose curves stand out
   */
  draw(film, other, at, palette, followed = null) {
    this.drawn = [film, other, at, palette, followed];
    this.make(film, other);
    this.width ||= Math.max(MIN_WIDTH, this.box.clientWidth);
    for (const chart of this.charts) {
      chart.show(film, other, { palette, width: this.width, followed });
      chart.point(at);
    }
    this.collapse(film);
  }

  /** New charts, if the film has others than the last one. @param {Film} film @param {Film|null} other */
  make(film, other) {
    const titles = Object.keys(film.data.numbers);
    const made = JSON.stringify([titles, film.timed, other !== null]);
    if (made === this.made) return;
    this.made = made;
    this.charts = chartsOf(titles, film.timed, other !== null).map((about) => new Chart(about, this.seek));
    this.box.replaceChildren(...this.charts.map((chart) => chart.box), this.flat);
  }

  /** Hide the charts in which nothing ever changes. @param {Film} film */
  collapse(film) {
    /** @type {string[]} */
    const flat = [];
    for (const chart of this.charts) {
      const isFlat = chart.flat && isSettled(film);
      if (isFlat && chart.lines.length) flat.push(`${chart.about.title} ${constantOf(chart)}`);
      if (chart.box.hidden !== isFlat) chart.box.hidden = isFlat;
    }
    const text = flat.length ? `Flat: ${flat.join(" · ")}` : "";
    if (this.flat.textContent !== text) this.flat.textContent = text;
  }

  resize() {
    const width = Math.max(MIN_WIDTH, this.box.clientWidth);
    if (width === this.width) return;
    this.width = width;
    if (this.drawn) this.draw(...this.drawn);
  }
}

/**
 * Whether enough is known of a film to say what never changes in it.
 * @param {Film} film
 */
function isSettled(film) {
  const rows = Math.max(0, ...Object.values(film.data.numbers).map(({ length }) => length));
  return rows > film.last && (!film.data.live || film.last >= MIN_LIVE_TURNS);
}

/**
 * The values of a flat chart: one, or from the lowest to the highest.
 * @param {Chart} chart
 */
function constantOf({ lines }) {
  const values = lines.map(({ seat, columns }) => columns.low[seat] ?? 0);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? String(low) : `${low} to ${high}`;
}

/**
 * The charts of a film.
 * @param {string[]} titles of its numbers
 * @param {boolean} timed
 * @param {boolean} compared
 * @returns {About[]}
 */
function chartsOf(titles, timed, compared) {
  const differences = compared ? titles.slice(0, 1).map(differenceChart) : [];
  return [...differences, ...titles.map(numberChart), ...(timed ? [TIMES] : [])];
}

/** @param {string} title @returns {About} */
function numberChart(title) {
  return {
    title,
    lines: (film, other) => [
      ...linesOf(numbersOf(film, title), "own"),
      ...(other ? linesOf(numbersOf(other, title), "other") : []),
    ],
  };
}

/** @param {string} title @returns {About} */
function differenceChart(title) {
  return {
    title: `${title}: more than in the other future`,
    zero: true,
    lines: (film, other) => (other ? linesOf(differenceOf(film, other, title), "own") : []),
  };
}

/** Real time, and processor time, which decides where it is measured. @type {About} */
const TIMES = {
  title: "ms, cpu dotted, limit dashed, ⊗ doubtful",
  log: true,
  limit: (film) => film.data.limits.turn_ms,
  marks: faultsOf,
  lines: (film, other) => [
    ...linesOf(timesOf(film, "ms"), "own"),
    ...linesOf(timesOf(film, "cpu_ms"), "cpu"),
    ...(other ? linesOf(timesOf(other, "ms"), "other") : []),
  ],
};

/**
 * A line for each seat.
 * @param {import("./curves.js").Columns} columns
 * @param {import("./chart.js").Look} look
 * @returns {Line[]}
 */
function linesOf(columns, look) {
  return Array.from({ length: columns.seats }, (_, seat) => ({ seat, columns, look }));
}
