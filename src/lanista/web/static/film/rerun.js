// A recorded match, played again by the game's rules: the state after every turn, compared with the recorded one.
// Its turns come in parts, so that the first can be shown while the others are on their way.

import { digestOf } from "./digest.js";
import { fetched, inflated, isExported, keepSome } from "./film.js";
import { Model } from "./model.js";
import { Projector } from "./showing.js";

/** @typedef {{line: import("./film.js").Turn, moves: Uint8Array, check: number|null, failed: boolean}} NewTurn */
/** @typedef {{rules: import("./model.js").Rules}} Parts what shows a match */

/**
 * The start of a match as a page gets it; bytes are base64 of gzip.
 * @typedef {object} PackedStart
 * @property {string} state
 * @property {string} const
 * @property {string} digest of the state, as recorded
 * @property {number} every turns from one state that is kept to the next
 * @property {number} last how many turns the match has
 * @property {any} scene what never changes
 * @property {number} turn the number of the first turn
 * @property {number} maxTurns
 */

/**
 * Some turns in a row.
 * @typedef {object} Part
 * @property {number} first how many turns there are before
 * @property {import("./film.js").Turn[]} turns
 * @property {string} moves the move records of all seats, turn by turn
 * @property {number[]} failed turns in which the engine failed, so that the state stayed
 * @property {string} checks the first bytes of the digests of the kept states
 * @property {string|null} lastDigest that of the last state of the match, if it is in this part
 * @typedef {Omit<import("./film.js").FilmData, "scene"|"frames"|"numbers"|"turns"> &
 *   {rerun: PackedStart, part: Part, origin?: import("../pins/pin-file.js").Origin}} RerunData
 */

const KEPT_TURNS = 64; // that are ready for all audiences
const OPENING_MS = 100; // how long turns are played before the match is shown
const AGAIN = "export the match again";
const DAMAGED = `the file was changed or is damaged: ${AGAIN}`;
const MAX_WAIT_MS = 8000; // before a server that does not answer is asked again

/** The states of a match; those between kept ones are played again when they are wanted. */
export class Rerun {
  /**
   * @param {Parts} parts
   * @param {RerunData} data
   * @param {{state: Uint8Array, const: Uint8Array}} start
   */
  constructor({ rules }, data, start) {
    this.data = data;
    const { scene, turn, maxTurns } = data.rerun;
    this.start = { ...start, seats: data.seats.length, scene, turn, maxTurns };
    this.showing = new Projector(rules);
    this.model = new Model(rules);
    this.model.load(start.state, start.const, data.seats.length);
    this.at = 0; // the turn after which the model stands
    this.known = 0; // the turn up to which states were played and compared
    /** @type {Uint8Array[]} */
    this.kept = [start.state];
    /** The turns that are here, as recorded. @type {import("./film.js").Turn[]} */
    this.lines = [];
    /** The moves of all seats in each of them. @type {Uint8Array[]} */
    this.moves = [];
    /** The first bytes of the digests of the kept states after the start. @type {number[]} */
    this.checks = [];
    /** Turns of a live match that came before those in front of them. @type {NewTurn[]} */
    this.ahead = [];
    /** The digest of the last state, once the match is over. @type {string|null} */
    this.lastDigest = null;
    /** @type {Set<number>} */
    this.failed = new Set();
    /** @type {Map<number, any>} */
    this.playedTurns = new Map();
    /** Called when there are more turns. @type {(() => void)|null} */
    this.listener = null;
    /** Why there will not be more turns. */
    this.trouble = "";
    this.compare(0, digestOf(start.state, start.const), data.rerun.digest);
  }

  /**
   * A match that the page itself holds, or that the server has sent the beginning of.
   * @param {Parts} parts
   * @param {RerunData} data
   * @param {string} [folder] of another match
   */
  static load(parts, data, folder = "") {
    return Rerun.open(parts, data, isExported() ? undefined : (first) => fetched(`${folder}turns.json?from=${first}`));
  }

  /**
   * @param {Parts} parts
   * @param {RerunData} data
   * @param {(first: number) => Promise<Part>} [more] asks for the turns after the first ones
   */
  static async open(parts, data, more) {
    const [state, fixed] = await Promise.all([inflated(data.rerun.state), inflated(data.rerun.const)]);
    const rerun = new Rerun(parts, data, { state, const: fixed });
    await rerun.add(data.part);
    const next = more && rerun.asked(more, rerun.lines.length);
    rerun.play(performance.now() + OPENING_MS);
    if (more) {
      void rerun.addAll(more, next);
    } else if (rerun.lines.length < rerun.last) {
      throw new Error(`the page holds ${rerun.lines.length} of ${rerun.last} turns; ${AGAIN}`);
    }
    return rerun;
  }

  /** How many turns the match has. */
  get last() {
    return this.data.rerun.last;
  }

  // Loading

  /**
   * Ask for all other turns, part after part.
   * @param {(first: number) => Promise<Part>} more
   * @param {Promise<Part>|null} [next] the next part, which the server makes while this one is taken over
   */
  async addAll(more, next = null) {
    let wait = 0;
    while (this.lines.length < this.last && !this.trouble) {
      try {
        const part = /** @type {Part} */ (await (next ?? more(this.lines.length)));
        next = this.asked(more, part.first + part.turns.length);
        await this.add(part);
        wait = 0;
      } catch (error) {
        next = null;
        if (error instanceof TypeError) wait = Math.min(MAX_WAIT_MS, 2 * wait || 1000); // the server does not answer
        else this.trouble = error instanceof Error ? error.message : String(error);
      }
      this.listener?.();
      if (wait) await new Promise((done) => setTimeout(done, wait));
    }
  }

  /** The part after some turns, on its way; null after the last. @param {(first: number) => Promise<Part>} more @param {number} first */
  asked(more, first) {
    const next = first < this.last ? more(first) : null;
    next?.catch(() => {}); // what is wrong is said when it is wanted
    return next;
  }

  /** @param {Part} part */
  async add({ turns, moves, failed, checks, lastDigest }) {
    const [bytes, sums] = await Promise.all([inflated(moves), inflated(checks)]);
    const size = this.start.seats * this.model.layout.sizes.move;
    const expected = turns.length * size;
    if (bytes.length !== expected) {
      const what = `${expected} bytes of moves for ${turns.length} turns`;
      throw new Error(`expected ${what}, got ${bytes.length}; ${AGAIN}`);
    }
    for (let i = 0; i < turns.length; i += 1) this.moves.push(bytes.subarray(i * size, (i + 1) * size));
    this.lines.push(...turns);
    this.checks.push(...sums);
    for (const turn of failed) this.failed.add(turn);
    this.lastDigest = lastDigest;
    this.takeAhead();
  }

  /**
   * A live match played a turn; false if another one is missing before it and not on its way.
   * @param {Omit<NewTurn, "moves"> & {moves: string}} message
   */
  async grow(message) {
    const moves = await inflated(message.moves);
    this.ahead.push({ ...message, moves });
    this.ahead.sort((a, b) => a.line.turn - b.line.turn);
    this.takeAhead();
    return !this.ahead.length || this.lines.length < this.last;
  }

  /** Take over turns that came before the others were loaded. */
  takeAhead() {
    const next = () => this.data.rerun.turn + this.lines.length;
    while (this.ahead[0] && this.ahead[0].line.turn <= next()) {
      const { line, moves, check, failed } = /** @type {NewTurn} */ (this.ahead.shift());
      if (line.turn < next()) continue;
      this.lines.push(line);
      this.moves.push(moves);
      if (check !== null) this.checks.push(check);
      if (failed) this.failed.add(this.lines.length);
    }
    this.data.rerun.last = Math.max(this.last, this.lines.length);
  }

  // Playing

  /**
   * Play the next turns that are here, keep some states, and make sure that they are the recorded ones.
   * @param {number} until
   */
  play(until) {
    while (this.known < this.lines.length && performance.now() < until) this.playNext();
  }

  /** Play the next turn. @param {boolean} [noted] whether what happens in it will be wanted soon */
  playNext(noted = false) {
    const { every } = this.data.rerun;
    this.goTo(this.known);
    if (this.model.isOver()) throw new Error(`turn ${this.known + 1} comes after the end of the match; ${DAMAGED}`);
    const before = noted ? this.state(this.known) : null;
    this.advance(noted);
    const turn = this.known + 1;
    if (before) keepSome(this.playedTurns, turn, this.showing.played(before, this.movesOf(turn), this.model.notes), KEPT_TURNS);
    if (turn % every === 0 || turn === this.last) {
      const state = this.model.state;
      const digest = digestOf(state, this.start.const);
      if (turn % every === 0) this.compare(turn, parseInt(digest.slice(0, 2), 16), this.checks[turn / every - 1]);
      if (turn === this.last && this.lastDigest !== null) this.compare(turn, digest, this.lastDigest);
      if (turn % every === 0) this.kept.push(state);
    }
    this.known = turn;
  }

  /** @param {number} turn @param {string|number} found @param {string|number|undefined} recorded */
  compare(turn, found, recorded) {
    if (found === recorded) return;
    const since = this.data.rerun.every > 1 && turn > 0 ? "up to turn" : "in turn";
    throw new Error(`the re-simulated state differs from the recording ${since} ${turn}; ${DAMAGED}`);
  }

  /** Play the next turn. @param {boolean} [noted] whether the rules note what happens */
  advance(noted = false) {
    this.at += 1;
    this.model.clearLog();
    if (this.failed.has(this.at)) return;
    this.movesOf(this.at).forEach((move, seat) => this.model.setMove(seat, move));
    this.model.advance({ noted });
  }

  /** The moves that led to a state, as records. @param {number} turn */
  movesOf(turn) {
    const { move } = this.model.layout.sizes;
    const all = /** @type {Uint8Array} */ (this.moves[turn - 1]);
    return Array.from({ length: this.start.seats }, (_, seat) => all.subarray(seat * move, (seat + 1) * move));
  }

  // States

  /** The state after a turn that is known, for the game's pictures. @param {number} turn */
  state(turn) {
    return this.showing.stateOf(this.bytesAt(turn), this.start.const);
  }

  /** @param {number} turn */
  bytesAt(turn) {
    const { every } = this.data.rerun;
    const kept = turn % every === 0 ? this.kept[turn / every] : undefined;
    if (kept) return kept;
    this.goTo(turn);
    return this.model.state;
  }

  /** Let the model stand after a turn. @param {number} turn */
  goTo(turn) {
    const { every } = this.data.rerun;
    const before = Math.floor(turn / every);
    if (this.at > turn || this.at < before * every) {
      this.model.state = /** @type {Uint8Array} */ (this.kept[before]);
      this.at = before * every;
    }
    while (this.at < turn) this.advance();
  }

  /** The notes of the rules in a turn. @param {number} turn */
  notesOf(turn) {
    this.goTo(turn - 1);
    this.advance(true);
    return this.model.notes;
  }

  /** The turn that led to a state, the same for all audiences; null for the start. @param {number} turn */
  played(turn) {
    if (turn < 1) return null;
    const made = () => {
      return this.showing.played(this.state(turn - 1), this.movesOf(turn), this.notesOf(turn));
    };
    return this.playedTurns.get(turn) ?? keepSome(this.playedTurns, turn, made(), KEPT_TURNS);
  }
}
