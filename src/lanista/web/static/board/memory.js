// What a seat remembers of hidden ground: its frames are folded turn by turn, a part at each drawing.

/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {import("./canvas.js").Board} Board */

const EVERY = 50; // turns from one memory that is kept to the next
const SLICE_MS = 6; // for folding, in one drawing

/** The memory of one film. */
export class Memory {
  /**
   * @param {Film} film
   * @param {NonNullable<Board["remember"]>} remember
   */
  constructor(film, remember) {
    this.film = film;
    this.remember = remember;
    /** The memories before turns 0, 50, 100 and so on. @type {any[]} */
    this.kept = [null];
    this.turn = -1; // the last one that is folded in
    /** @type {any} */
    this.value = null;
    /** Whether a drawing had to do with less than the whole memory. */
    this.behind = false;
  }

  /** The memory of a film for one seat, where the game has any. @param {Film} film @param {Board} board */
  static of(film, board) {
    return film.data.seat !== null && board.remember ? new Memory(film, board.remember) : null;
  }

  /** The memory after a turn, or after as many of its turns as there was time for. @param {number} turn */
  at(turn) {
    if (turn < this.turn) this.goBack(turn);
    const until = performance.now() + SLICE_MS;
    while (this.turn < turn && performance.now() < until) this.fold();
    this.behind = this.turn < turn;
    return this.value;
  }

  fold() {
    this.turn += 1;
    const { frame, data } = { frame: this.film.frame(this.turn), data: this.film.data };
    if (this.turn % EVERY === 0) this.kept[this.turn / EVERY] = this.value;
    this.value = this.remember(this.value, frame, data.scene);
  }

  /** @param {number} turn */
  goBack(turn) {
    const known = Math.min(Math.floor(turn / EVERY), this.kept.length - 1);
    this.turn = known * EVERY - 1;
    this.value = this.kept[known];
  }
}
