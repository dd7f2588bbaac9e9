// Shows matches by a game's own rules: frames, lines of text, curves and moves in words, for everybody or for one seat.

import { seenEvents, seenNumbers } from "./audience.js";
import { MAX_SEATS, Model, NOTE } from "./model.js";
import { recordAt } from "./records.js";
import { linesOf } from "./templates.js";

/**
 * A state, and the turn that led to it.
 * @typedef {{bytes: Uint8Array, fixed: Uint8Array}} Moment
 * @typedef {{before: Moment, moves: any[], notes: number[][]}} PlayedTurn
 */

const EVERYBODY = -1;
const UNKNOWN = -(2 ** 31);

/** Runs the rules that show a match, in memory of their own. */
export class Projector {
  /** @param {import("./model.js").Rules} rules @param {Pick<import("./match.js").Pictures, "fill"|"stateOf">} game */
  constructor(rules, game) {
    this.model = new Model(rules);
    this.game = game;
    this.shown = /** @type {import("./model.js").Shown} */ (rules.layout.shown);
  }

  /** @param {Uint8Array} bytes @param {Uint8Array} fixed @returns {Moment} */
  stateOf(bytes, fixed) {
    return Object.assign(this.game.stateOf?.(bytes, fixed) ?? {}, { bytes, fixed });
  }

  /** @param {Moment} before @param {any[]} moves @param {number[][]} notes @returns {PlayedTurn} */
  played(before, moves, notes) {
    return { before, moves, notes };
  }

  /** @param {Moment} state @param {number|null} seat @param {PlayedTurn|null} played */
  frame(state, seat, played) {
    const { model, shown } = this;
    if (!model.entries["frame"]) return recordAt(shown.frame, new DataView(state.bytes.slice().buffer), 0);
    const { frame } = model.at;
    model.bytes.fill(0, frame, frame + shown.sizes.frame);
    this.run("frame", state, seat, played, frame);
    const copy = model.copy(frame, shown.sizes.frame);
    return recordAt(shown.frame, new DataView(copy.buffer), 0);
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
    this.game.fill([played.moves[seat]], model.bytes.subarray(move, move + model.layout.sizes.move));
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

/**
 * Shows a match by functions transcribed from Python.
 * @typedef {Projector|Transcribed} Showing
 */
class Transcribed {
  /** @param {import("./match.js").Pictures} game @param {boolean} nothingHidden */
  constructor(game, nothingHidden) {
    this.game = game;
    this.rules = { nothingHidden, secret: game.secretNumbers };
    this.stateOf = game.stateOf;
    this.played = game.played;
    this.frame = game.frame;
    this.words = game.words;
  }

  /** @param {any} state @param {any} played @param {number|null} seat */
  told(state, played, seat) {
    return seenEvents(this.game.events(state, played), seat);
  }

  /** @param {any} state @param {number|null} seat @param {number} _seats */
  curves(state, seat, _seats) {
    return seenNumbers(this.game.numbers(state), seat, this.rules);
  }
}

/**
 * What shows the matches of a game.
 * @param {import("./model.js").Rules} rules
 * @param {import("./match.js").Pictures} game
 * @param {boolean} nothingHidden
 */
export function showingOf(rules, game, nothingHidden) {
  return rules.layout.shown ? new Projector(rules, game) : new Transcribed(game, nothingHidden);
}
