// A searcher for any game, an improvement of its policy: it tries its moves, lets everyone play on by the policy, and
// plays another move than the policy's only if that ended better beyond chance. Worse moves are dropped in stages
// (sequential halving), and all moves of a round meet the same luck. It sees only states in which everything hidden
// from its seat was drawn anew.
//
// Matches are long, and `reward` is known only at their end. So playouts pretend that the match ends after some turns:
// `limit` says where the constant record keeps the turn limit.

import { Model, RANDOM } from "./model.js";

/**
 * @typedef {import("./model.js").Moment} Moment
 * @typedef {{offset: number, turn: number, max: number}} Limit where the limit stands (32 bits), and the turn to be played
 * @typedef {object} Request
 * @property {Moment[]} moments the same moment, with what is hidden drawn several times
 * @property {number} seats
 * @property {number} seat whose move is wanted
 * @property {number} seed
 * @property {Limit|null} limit
 * @property {number} [ms] how long to think
 * @property {number} [playouts] or how many playouts: then the answer depends on nothing but the request
 * @typedef {{move: Uint8Array, playouts: number, value: number}} Found the value is from -1 to 1
 * @typedef {{move: Uint8Array, rounds: number, total: number, lead: number, square: number}} Candidate
 */

const MAX_CANDIDATES = 24;
const NOISE = 0.05; // share of random moves in playouts, so that no two are alike
const HORIZONS = [8, 24, 60]; // turns after which playouts pretend that the match ends
const CERTAINTY = 2; // standard errors by which a move must be better than the policy's
const LOOK_EVERY = 8; // turns between two looks at the clock
const LAST_RESORT = 5000; // turns of a playout whose match has no known limit

/** One search for one move: `run` it in parts until it is `done`, then take the `best`. */
export class Search {
  /**
   * @param {Model} model
   * @param {Request} request
   */
  constructor(model, request) {
    this.model = model;
    this.request = request;
    this.policy = model.layout.playouts;
    this.random = randomNumbers(request.seed);
    this.began = performance.now();
    this.playouts = 0;
    this.loaded = -1;
    this.use(0);
    this.candidates = this.chooseCandidates();
    this.stages = Math.max(1, Math.ceil(Math.log2(this.candidates.length)));
    this.stage = 0;
  }

  /** How much of the time or of the playouts is used up, from 0 to 1. */
  get progress() {
    const { ms, playouts } = this.request;
    if (this.candidates.length < 2) return 1;
    return Math.max(ms === undefined ? 0 : (performance.now() - this.began) / ms, playouts === undefined ? 0 : this.playouts / playouts);
  }

  get done() {
    return this.progress >= 1;
  }

  /** Go on, at most until a moment in time. @param {number} [until] as `performance.now` counts */
  run(until = Infinity) {
    while (!this.done && performance.now() < until) {
      if (this.progress > (this.stage + 1) / this.stages) this.halve();
      this.playRound();
    }
  }

  /** The best move so far; there is one at any time. @returns {Found} */
  best() {
    const [habit, ...others] = /** @type {[Candidate, ...Candidate[]]} */ (this.candidates);
    const better = others.filter((candidate) => certainLead(candidate) > 0);
    const best = better.reduce((a, b) => (mean(b) > mean(a) ? b : a), habit);
    return { move: best.move, playouts: this.playouts, value: mean(best) };
  }

  /** Drop the worse half of the moves; the policy's own always stays. */
  halve() {
    const [habit, ...others] = /** @type {[Candidate, ...Candidate[]]} */ (this.candidates);
    others.sort((a, b) => mean(b) - mean(a));
    this.candidates = [habit, ...others.slice(0, Math.ceil(others.length / 2))];
    this.stage += 1;
  }

  /** Try every move once, under the same circumstances. */
  playRound() {
    const { moments } = this.request;
    const luck = Math.floor(this.random() * 2 ** 32);
    const variant = Math.floor(this.random() * moments.length);
    const horizon = HORIZONS[Math.floor(this.random() * HORIZONS.length)] ?? LAST_RESORT;
    /** @type {number[]} */
    const results = [];
    for (const { move } of this.candidates) {
      const result = this.done ? null : this.playOut(move, variant, horizon, luck);
      if (result === null) return; // a round counts as a whole or not at all
      results.push(result);
    }
    const habit = results[0] ?? 0;
    this.candidates.forEach((candidate, i) => note(candidate, results[i] ?? 0, habit));
  }

  /**
   * Play out a move; null if the time is up before the result is known.
   * @param {Uint8Array} move
   * @param {number} variant
   * @param {number} horizon
   * @param {number} luck
   */
  playOut(move, variant, horizon, luck) {
    const { seat } = this.request;
    const chance = randomNumbers(luck);
    this.use(variant);
    const turns = this.setHorizon(horizon);
    this.model.seed(luck);
    this.setMoves(chance);
    this.model.setMove(seat, move);
    this.model.advance();
    for (let turn = 1; turn < turns && !this.model.isOver(); turn += 1) {
      if (turn % LOOK_EVERY === 0 && this.done) return null;
      this.setMoves(chance);
      this.model.advance();
    }
    this.playouts += 1;
    return this.model.reward(seat) / 1000;
  }

  /** Everyone moves by the policy, or sometimes by chance. @param {() => number} chance */
  setMoves(chance) {
    for (let seat = 0; seat < this.request.seats; seat += 1) {
      this.model.setByPolicy(seat, chance() < NOISE ? RANDOM : this.policy);
    }
  }

  // What can be done

  /** The policy's move first, then other legal moves: all of them, or a sample. */
  chooseCandidates() {
    const { seat, seed } = this.request;
    const legal = this.model.legal(seat);
    const found = new Map();
    const add = (/** @type {Uint8Array} */ move) => found.set(move.join(), { move, rounds: 0, total: 0, lead: 0, square: 0 });
    add(this.model.policy(this.policy, seat, seed));
    while (legal.length && found.size < MAX_CANDIDATES) {
      const i = Math.floor(this.random() * legal.length);
      const move = this.model.decode(seat, /** @type {number} */ (legal[i]));
      if (!found.has(move.join())) add(move);
      legal[i] = /** @type {number} */ (legal.at(-1));
      legal.pop();
    }
    return /** @type {Candidate[]} */ ([...found.values()]);
  }

  // Memory

  /** Go back to the beginning, in one of its variants. @param {number} variant */
  use(variant) {
    if (this.loaded === variant) {
      this.model.restore(0);
      return;
    }
    const moment = /** @type {Moment} */ (this.request.moments[variant]);
    this.model.load(moment.state, moment.const, this.request.seats);
    this.model.keep(0);
    this.loaded = variant;
  }

  /** Pretend that the match ends soon; returns the turns until then. @param {number} horizon */
  setHorizon(horizon) {
    const { limit } = this.request;
    if (!limit) return LAST_RESORT;
    const turns = Math.min(limit.max - limit.turn + 1, horizon);
    this.model.words[(this.model.at.const + limit.offset) >> 2] = limit.turn - 1 + turns;
    return turns;
  }
}

/** @param {Candidate} candidate @param {number} result @param {number} habit the result of the policy's move */
function note(candidate, result, habit) {
  candidate.rounds += 1;
  candidate.total += result;
  candidate.lead += result - habit;
  candidate.square += (result - habit) ** 2;
}

/** @param {Candidate} candidate */
function mean({ rounds, total }) {
  return rounds ? total / rounds : 0;
}

/** By how much a move is better than the policy's, at least. @param {Candidate} candidate */
function certainLead({ rounds, lead, square }) {
  if (rounds < 2) return 0;
  const average = lead / rounds;
  const variance = Math.max(0, square / rounds - average * average) + 1 / (rounds * rounds);
  return average - CERTAINTY * Math.sqrt(variance / rounds);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} seed */
export function randomNumbers(seed) {
  let at = seed >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
