// The strip under pictures and animations: who plays, their points, and which turn it is.

import { label } from "../board/canvas.js";
import { cut } from "../shared/excerpt.js";
import { rankedSeats, standingsOf } from "../viewer/scoreboard.js";
import { badge } from "../board/shapes.js";

/** @typedef {import("../board/canvas.js").Shot} Shot */
/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{x: number, row: number, seat: number, words: string}} Entry */

const NAME_LETTERS = 18;
const MAX_ROWS = 2;
const LETTER_PART = 1 / 60; // of the width of the picture
const LETTER_SIZES = { least: 10, most: 26 };
const LISTED_SEATS = 4; // more of them are ranked
const ROW = 1.9; // heights of letters
const BADGE = 0.72;
const GAP = 1.1; // between two seats
const MORE = 2.5; // for the number of seats that find no room
const FONT = "system-ui, sans-serif";

/** The caption under a picture of some width. */
export class Caption {
  /**
   * @param {Pen} pen
   * @param {Film} film
   * @param {number} width
   */
  constructor(pen, film, width) {
    this.film = film;
    this.width = width;
    this.size = Math.max(LETTER_SIZES.least, Math.min(LETTER_SIZES.most, width * LETTER_PART));
    this.widest = this.titleWidth(pen);
    /** The same number of rows in every picture of a film. */
    this.rows = this.entries(pen, film.last).at(-1)?.row ? MAX_ROWS : 1;
  }

  get height() {
    return Math.ceil((this.rows + 0.35) * ROW * this.size);
  }

  /** @param {number} turn */
  title(turn) {
    const { data, last } = this.film;
    const seen = data.seat === null ? "" : ` · what ${data.seats[data.seat]?.letter} sees`;
    return `${data.title.replace(/ \(.*/, "")}${seen} · turn ${turn}/${last}`;
  }

  /** @param {Pen} pen */
  titleWidth(pen) {
    pen.font = `500 ${this.size}px ${FONT}`;
    return pen.measureText(this.title(this.film.last)).width;
  }

  /**
   * The seats that find room, best first, each in its row.
   * @param {Pen} pen
   * @param {number} turn
   * @returns {Entry[]}
   */
  entries(pen, turn) {
    const { film, size } = this;
    const standings = standingsOf(film, turn);
    /** @type {Entry[]} */
    const found = [];
    let [x, row] = [size, 0];
    pen.font = `600 ${size}px ${FONT}`;
    for (const seat of this.order(standings)) {
      const points = standings[seat]?.points ?? null;
      const words = `${cut(film.data.seats[seat]?.name ?? "", NAME_LETTERS)}${points === null ? "" : `  ${points}`}`;
      const wide = size * (2 * BADGE + 0.4) + pen.measureText(words).width;
      const end = this.width - 2 * size - (row === 0 ? this.widest : MORE * size);
      if (x + wide > end && found.length) [x, row] = [size, row + 1];
      if (row === MAX_ROWS) break;
      found.push({ x, row, seat, words });
      x += wide + GAP * size;
    }
    return found;
  }

  /**
   * Who is named first: the seat whose view it is, or the best of many.
   * @param {import("../viewer/scoreboard.js").Standing[]} standings
   */
  order(standings) {
    const { seats, seat } = this.film.data;
    const all = seats.length > LISTED_SEATS ? rankedSeats(standings) : seats.map((_, i) => i);
    return seat === null ? all : [seat, ...all.filter((other) => other !== seat)];
  }

  /**
   * @param {Pen} pen
   * @param {Shot} shot
   * @param {number} top
   * @param {number} turn
   */
  draw(pen, shot, top, turn) {
    const { size, width } = this;
    const { palette } = shot;
    pen.fillStyle = palette.raised;
    pen.fillRect(0, top, width, this.height);
    pen.fillStyle = palette.line;
    pen.fillRect(0, top, width, Math.max(1, size / 14));
    const middle = (/** @type {number} */ row) => top + (row + 0.68) * ROW * size;
    const entries = this.entries(pen, turn);
    for (const { x, row, seat, words } of entries) {
      badge(pen, shot, seat, x + BADGE * size, middle(row), BADGE * size);
      label(pen, words, x + (2 * BADGE + 0.4) * size, middle(row), size, palette.ink, { weight: 600 });
    }
    const left = this.film.data.seats.length - entries.length;
    if (left) label(pen, `+ ${left}`, width - size, middle(this.rows - 1), size, palette.quiet, { align: "right" });
    label(pen, this.title(turn), width - size, middle(0), size, palette.quiet, { align: "right" });
  }
}
