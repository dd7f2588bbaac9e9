// A recorded match, played again by the game's rules: the state after every turn, compared with the recorded one.

import { checksum } from "./checksum.js";
import { inflated } from "./film.js";
import { Model } from "./model.js";

/**
 * A game's pictures, transcribed from Python; states and moves are opaque here.
 * @typedef {Pick<import("./match.js").Pictures, "stateOf"|"played"|"scene"|"frame"|"numbers"|"events"|"words"|"secretNumbers"|"take">} Pictures
 * @typedef {{rules: import("./model.js").Rules, game: Pictures}} Parts what shows a match
 */

/**
 * A match as a page carries it; bytes are base64 of gzip.
 * @typedef {object} Packed
 * @property {string} state
 * @property {string} const
 * @property {string} moves the move records of all seats, turn by turn
 * @property {number[]} failed turns in which the engine failed, so that the state stayed
 * @property {number} every turns from one state that is kept to the next
 * @property {string} checks the lowest bytes of the checksums of the kept states
 * @property {number} lastCheck the checksum of the last state
 * @property {boolean} nothingHidden
 * @typedef {Omit<import("./film.js").FilmData, "scene"|"frames"|"numbers"> & {rerun: Packed}} RerunData
 * @typedef {Record<"state"|"const"|"moves"|"checks", Uint8Array>} Unpacked
 */

const KEPT_TURNS = 64; // that are ready for all audiences

/** The states of a match; those between kept ones are played again when they are wanted. */
export class Rerun {
  /**
   * @param {Parts} parts
   * @param {RerunData} data
   * @param {Unpacked} bytes
   */
  constructor({ rules, game }, data, bytes) {
    this.game = game;
    this.data = data;
    this.start = { state: bytes.state, const: bytes.const, seats: data.seats.length };
    this.moves = bytes.moves;
    this.failed = new Set(data.rerun.failed);
    this.model = new Model(rules);
    this.model.load(bytes.state, bytes.const, data.seats.length);
    this.at = 0; // the turn after which the model stands
    /** @type {Uint8Array[]} */
    this.kept = [bytes.state];
    /** @type {Map<number, any>} */
    this.playedTurns = new Map();
    this.playAll(bytes.checks);
  }

  /** @param {Parts} parts @param {RerunData} data */
  static async open(parts, data) {
    const { state, const: fixed, moves, checks } = data.rerun;
    const [a, b, c, d] = await Promise.all([state, fixed, moves, checks].map(inflated));
    return new Rerun(parts, data, /** @type {Unpacked} */ ({ state: a, const: b, moves: c, checks: d }));
  }

  /** How many turns were played. */
  get turns() {
    return this.data.turns.length;
  }

  /** Play the whole match, keep some states, and make sure that they are the recorded ones. @param {Uint8Array} checks */
  playAll(checks) {
    const { every, lastCheck } = this.data.rerun;
    const expected = this.turns * this.turnSize;
    if (this.moves.length !== expected) throw new Error(`expected ${expected} bytes of moves for ${this.turns} turns, got ${this.moves.length}; export the match again`);
    this.compare(0, checksum(this.start.state) & 0xff, checks[0]);
    while (this.at < this.turns) {
      this.advance();
      if (this.at % every === 0) {
        const state = this.model.state;
        this.kept.push(state);
        this.compare(this.at, checksum(state) & 0xff, checks[this.at / every]);
      }
    }
    this.compare(this.turns, checksum(this.model.state), lastCheck);
  }

  /** @param {number} turn @param {number} found @param {number|undefined} recorded */
  compare(turn, found, recorded) {
    if (found === recorded) return;
    const since = this.data.rerun.every > 1 && turn > 0 ? "up to turn" : "in turn";
    throw new Error(`the re-simulated state differs from the recording ${since} ${turn}; the file was changed or is damaged: export the match again`);
  }

  /** The bytes of all moves of a turn. */
  get turnSize() {
    return this.start.seats * this.model.layout.sizes.move;
  }

  /** Play the next turn. */
  advance() {
    this.at += 1;
    if (this.failed.has(this.at)) return;
    this.movesOf(this.at).forEach((move, seat) => this.model.setMove(seat, move));
    this.model.advance();
  }

  /** The moves that led to a state, as records. @param {number} turn */
  movesOf(turn) {
    const { move } = this.model.layout.sizes;
    const from = (turn - 1) * this.turnSize;
    return Array.from({ length: this.start.seats }, (_, seat) => this.moves.subarray(from + seat * move, from + (seat + 1) * move));
  }

  /** The state after a turn, for the game's pictures. @param {number} turn */
  state(turn) {
    return this.game.stateOf(this.bytesAt(turn), this.start.const);
  }

  /** @param {number} turn */
  bytesAt(turn) {
    const { every } = this.data.rerun;
    const before = Math.floor(turn / every);
    const kept = /** @type {Uint8Array} */ (this.kept[before]);
    if (turn % every === 0) return kept;
    if (this.at > turn || this.at < before * every) {
      this.model.state = kept;
      this.at = before * every;
    }
    while (this.at < turn) this.advance();
    return this.model.state;
  }

  /** The turn that led to a state, the same for all audiences; null for the start. @param {number} turn */
  played(turn) {
    if (turn < 1) return null;
    let found = this.playedTurns.get(turn);
    if (!found) {
      found = this.game.played(this.state(turn - 1), this.movesOf(turn).map((move) => this.game.take(move)));
      this.playedTurns.set(turn, found);
      if (this.playedTurns.size > KEPT_TURNS) this.playedTurns.delete(/** @type {number} */ (this.playedTurns.keys().next().value));
    }
    return found;
  }
}
