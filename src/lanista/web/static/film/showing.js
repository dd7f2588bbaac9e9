// Shows matches by a game's own rules: frames, lines of text, curves and moves in words, for everybody or for one seat.

import { MAX_SEATS, Model, NOTE } from "./model.js";
import { recordAt } from "./records.js";
import { linesOf } from "./templates.js";

/**
 * A state, and the turn that led to it.
 * @typedef {{bytes: Uint8Array, fixed: Uint8Array}} Moment
 * @typedef {{before: Moment, moves: Uint8Array[], notes: number[][]}} PlayedTurn
 */

const EVERYBODY = -1;
const UNKNOWN = -(2 ** 31);

/** Runs the rules that show a match, in separate memory. */
export class Projector {
  /** @param {import("./model.js").Rules} rules */
  constructor(rules) {
    this.model = new Model(rules);
    this.shown = /** @type {import("./model.js").Shown} */ (rules.layout.shown);
  }

  /** @param {Uint8Array} bytes @param {Uint8Array} fixed @returns {Moment} */
  stateOf(bytes, fixed) {
    return { bytes, fixed };
  }

  /** @param {Moment} before @param {Uint8Array[]} moves @param {number[][]} notes @returns {PlayedTurn} */
  played(before, moves, notes) {
    return { before, moves, notes };
  }

  /** @param {Moment} state @param {number|null} seat @param {PlayedTurn|null} played */
  frame(state, seat, played) {
    const { model, shown } = this;
    const layout = /** @type {import("./records.js").Layout[]} */ (shown.frame);
    if (!model.entries["frame"]) return recordAt(layout, new DataView(state.bytes.slice().buffer), 0);
    const { frame } = model.at;
    model.bytes.fill(0, frame, frame + shown.sizes.frame);
    this.run("frame", state, seat, played, frame);
    const copy = model.copy(frame, shown.sizes.frame);
    return recordAt(layout, new DataView(copy.buffer), 0);
  }

  /** @param {Moment} state @param {PlayedTurn} played @param {number|null} seat */
  told(state, played, seat) {
    if (!this.model.entries["tell"]) return [];
    this.clearTold();
    this.run("tell", state, seat, played, this.model.at.told);
    return linesOf(this.shown.words, this.toldRows());
  }

  /** @param {PlayedTurn} played @param {number} seat */
  words(played, seat) {
    if (!this.model.entries["describe"]) return "";
    const { model } = this;
    const { state, const: fixed, move, told } = model.at;
    this.load(state, played.before);
    this.clearTold();
    model.bytes.set(/** @type {Uint8Array} */ (played.moves[seat]), move);
    model.call("describe", state, fixed, seat, move, told);
    return linesOf(this.shown.words, this.toldRows()).map(({ text }) => text).join(" ");
  }

  /** @param {Moment} state @param {number|null} seat @param {number} seats */
  curves(state, seat, seats) {
    const { model, shown } = this;
    if (!shown.curves.length) return {};
    this.load(model.at.state, state);
    model.call("curves", model.at.state, model.at.const, seat ?? EVERYBODY, model.at.numbers);
    const numbers = new Int32Array(model.bytes.buffer, model.at.numbers, MAX_SEATS * shown.curves.length);
    const row = (/** @type {number} */ i) => [...numbers.subarray(i * MAX_SEATS, i * MAX_SEATS + seats)];
    const known = (/** @type {number} */ number) => (number === UNKNOWN ? null : number);
    return Object.fromEntries(shown.curves.map((title, i) => [title, row(i).map(known)]));
  }

  // Moves and results

  /**
   * The text of a move.
   * @param {Uint8Array} bytes
   * @param {Record<number, string>} words of moves that are one word
   */
  text(bytes, words) {
    const { model } = this;
    if (!model.entries["spell"]) return words[bytes.reduceRight((number, byte) => 256 * number + byte, 0)] ?? "";
    this.clearTold();
    model.bytes.set(bytes, model.at.move);
    model.call("spell", model.at.move, model.at.told);
    return linesOf(this.shown.texts, this.toldRows()).map(({ text }) => text).join("");
  }

  /** @param {Moment} state @param {number} seat */
  asked(state, seat) {
    if (!this.model.entries["asked"]) return true;
    this.load(this.model.at.state, state);
    return this.model.call("asked", this.model.at.state, this.model.at.const, seat) !== 0;
  }

  /**
   * How a match that is over has ended.
   * @param {Moment} state
   * @param {number} seats
   * @param {(number: number) => string} reasonOf
   * @returns {import("./film.js").Outcome}
   */
  outcome(state, seats, reasonOf) {
    const { model } = this;
    this.load(model.at.state, state);
    model.call("judge", model.at.state, model.at.const, model.at.judgement);
    const numbers = new Int32Array(model.bytes.buffer, model.at.judgement, 1 + 2 * MAX_SEATS);
    const row = (/** @type {number} */ first) => [...numbers.subarray(first, first + seats)];
    return { places: row(1), scores: row(1 + MAX_SEATS), reason: reasonOf(numbers[0] ?? 0), marks: [], forfeits: [] };
  }

  // Memory

  /** @param {string} rule @param {Moment} state @param {number|null} seat @param {PlayedTurn|null} played @param {number} made */
  run(rule, state, seat, played, made) {
    const { before, state: after, const: fixed, work } = this.model.at;
    this.load(after, state);
    this.load(before, played?.before ?? state);
    this.restoreLog(played?.notes ?? []);
    this.model.call(rule, before, after, fixed, work, seat ?? EVERYBODY, made);
  }

  /** @param {number} at @param {Moment} moment */
  load(at, { bytes, fixed }) {
    this.model.bytes.set(bytes, at);
    this.model.bytes.set(fixed, this.model.at.const);
  }

  /** @param {number[][]} notes */
  restoreLog(notes) {
    const { model } = this;
    if (model.layout.log === null) return;
    model.words.set([notes.length, 0], model.logAt);
    notes.forEach((row, i) => model.words.set(row, model.logAt + 2 + i * NOTE));
  }

  clearTold() {
    this.model.words.fill(0, this.model.at.told >> 2, (this.model.at.told >> 2) + 2);
  }

  toldRows() {
    const { model } = this;
    const at = model.at.told >> 2;
    const rows = new Int32Array(model.words.buffer, 4 * (at + 2));
    return Array.from({ length: model.words[at] ?? 0 }, (_, i) => [...rows.subarray(i * NOTE, (i + 1) * NOTE)]);
  }
}
