// The scoreboard: who plays, ranked, with points and how each seat is. A click follows a seat with the camera. Rows
// stay the same elements in the order of the seats, and are ordered by rank in the style: the focus is never lost.

import { badge } from "../shared/badge.js";
import { element } from "../shared/elements.js";
import { cut, NAME_LETTERS } from "../shared/excerpt.js";
import { ranksOf } from "../film/film.js";

/** @typedef {import("../board/canvas.js").Board} Board */
/** @typedef {import("../board/canvas.js").Shot} Shot */
/** @typedef {import("../film/film.js").Film} Film */

const MAX_OPEN = 8; // more seats are collapsed
const FIRST = 6; // ranks that are shown then
const TITLE_LETTERS = 400;

/** @typedef {{points: number|null, rank: number|null, out: boolean, note: string, winner: boolean}} Standing */

/** The list. */
export class Scoreboard {
  /**
   * @param {HTMLElement} list
   * @param {{follow: (seat: number|null) => void}} on a click on a row
   */
  constructor(list, { follow }) {
    this.list = list;
    this.follow = follow;
    /** The seat that the camera follows; the owner says which. @type {number|null} */
    this.followed = null;
    this.isOpen = false;
    /** @type {readonly import("../film/film.js").Seat[]} */
    this.seats = [];
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Standing[]} */
    this.standings = [];
    this.toggle = /** @type {HTMLButtonElement} */ (element("button", "all-seats"));
    this.toggle.type = "button";
    this.toggle.addEventListener("click", () => this.open(!this.isOpen));
    this.end = element("li", "seat-toggle", this.toggle);
  }

  /**
   * @param {Film} film
   * @param {Shot|null} shot
   * @param {Board} board
   * @param {number} turn
   */
  show(film, shot, board, turn) {
    this.seat(film.data.seats);
    const standings = standingsOf(film, turn);
    standings.forEach((standing, seat) => {
      if (shot && board.standing) Object.assign(standing, board.standing(shot, seat));
      this.rows[seat]?.show(standing, seat === this.followed);
    });
    this.arrange(standings);
  }

  /** Rows for some seats, unless they are there. @param {readonly import("../film/film.js").Seat[]} seats */
  seat(seats) {
    const isSame = seats.length === this.seats.length && seats.every((seat, i) => isEqual(seat, this.seats[i]));
    this.seats = seats;
    if (isSame) return;
    this.rows = seats.map(({ name, letter }, seat) => new Row(seat, letter, name, () => this.choose(seat)));
    this.isOpen = false;
    this.list.classList.toggle("crowded", this.isCrowded);
    this.list.replaceChildren(...this.rows.map(({ item }) => item), ...(this.isCrowded ? [this.end] : []));
  }

  /** Follow a seat, or no longer. @param {number} seat */
  choose(seat) {
    this.follow(seat === this.followed ? null : seat);
  }

  get isCrowded() {
    return this.seats.length > MAX_OPEN;
  }

  /** Order the rows by rank, and hide the last ones of many. @param {Standing[]} standings */
  arrange(standings) {
    const order = rankedSeats(standings);
    order.forEach((seat, position) => {
      const { item } = /** @type {Row} */ (this.rows[seat]);
      if (item.style.order !== String(position)) item.style.order = String(position);
      const isHidden = this.isCrowded && !this.isOpen && position >= FIRST && seat !== this.followed;
      if (item.hidden !== isHidden) item.hidden = isHidden;
    });
    this.end.style.order = String(this.isOpen ? -1 : order.length);
    const text = this.isOpen ? "fewer" : `all ${order.length}`;
    if (this.toggle.textContent !== text) this.toggle.textContent = text;
    this.toggle.setAttribute("aria-expanded", String(this.isOpen));
    this.standings = standings;
  }

  /** @param {boolean} isOpen */
  open(isOpen) {
    this.isOpen = isOpen;
    this.list.classList.toggle("open", isOpen);
    this.arrange(this.standings);
  }
}

/** One seat's row. */
class Row {
  /**
   * @param {number} seat
   * @param {string} letter
   * @param {string} name
   * @param {() => void} choose
   */
  constructor(seat, letter, name, choose) {
    this.rank = element("span", "rank");
    this.note = element("span", "note");
    this.points = element("span", "points");
    const shown = element("span", "name", cut(name, NAME_LETTERS));
    this.button = /** @type {HTMLButtonElement} */ (
      element("button", "seat-row", this.rank, badge(seat, letter), shown, this.note, this.points)
    );
    this.button.type = "button";
    this.button.title = `${cut(name, TITLE_LETTERS)}: follow with the camera`;
    this.button.addEventListener("click", choose);
    this.item = element("li", "seat", this.button);
  }

  /** @param {Standing} standing @param {boolean} isFollowed */
  show({ rank, points, out, note, winner }, isFollowed) {
    this.button.setAttribute("aria-pressed", String(isFollowed));
    write(this.rank, rank === null ? "" : `${rank}.`);
    write(this.note, out && !note ? "out" : note);
    write(this.points, points === null ? "" : String(points));
    this.item.classList.toggle("out", out);
    this.item.classList.toggle("winner", winner);
  }
}

/** @param {import("../film/film.js").Seat} a @param {import("../film/film.js").Seat|undefined} b */
function isEqual(a, b) {
  return a === b || (a.letter === b?.letter && a.name === b.name);
}

/** Write a text if it is another one. @param {HTMLElement} box @param {string} text */
function write(box, text) {
  if (box.textContent !== text) box.textContent = text;
}

/**
 * Points and ranks after a turn: those of the outcome at the end, before that by the points so far.
 * @param {Film} film
 * @param {number} turn
 * @returns {Standing[]}
 */
export function standingsOf(film, turn) {
  const ended = turn === film.last ? film.data.outcome : null;
  const score = ended ? ended.scores : film.score(turn);
  const ranks = ended ? ranksOf(ended) : null;
  const points = film.data.seats.map((_, seat) => score?.[seat] ?? null);
  const isKnown = !points.includes(null); // a seat may not see the points of others
  return points.map((own, seat) => {
    const rank = ranks ? ranks[seat] : isKnown ? 1 + points.filter((other) => isMore(other, own)).length : null;
    return { points: own, rank: rank ?? null, out: false, note: "", winner: ended !== null && rank === 1 };
  });
}

/** @param {number|null} a @param {number|null} b */
function isMore(a, b) {
  return a !== null && b !== null && a > b;
}

/**
 * The seats, best first; those without a rank last.
 * @param {readonly Standing[]} standings
 * @returns {number[]}
 */
export function rankedSeats(standings) {
  const rank = (/** @type {number} */ seat) => standings[seat]?.rank ?? Infinity;
  const seats = standings.map((_, seat) => seat);
  return seats.sort((a, b) => (rank(a) === rank(b) ? a - b : rank(a) - rank(b)));
}
