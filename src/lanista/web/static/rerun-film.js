// The film of a match that is played again in the page: frames, events and curves are made when they are wanted, for
// everyone or as one seat sees them.

import { described, redact, seenNumbers } from "./audience.js";
import { Film, loadBlock } from "./film.js";
import { Rerun } from "./rerun.js";

/** @typedef {import("./film.js").Turn} Turn */

const SLICE_MS = 6; // how long curves are computed before the page may draw
const PRIVATE = /** @type {const} */ (["moves", "ms", "cpu_ms", "starved", "reasons", "say", "draw", "log"]);

/** What one audience sees of a rerun. */
export class RerunFilm extends Film {
  /** @param {Rerun} rerun @param {number|null} seat */
  constructor(rerun, seat) {
    const { rerun: _, ...known } = rerun.data;
    const seats = known.seats.length;
    if (seat !== null && !known.seats[seat]) throw new Error(`the match has seats 0 to ${seats - 1}, got seat ${seat}`);
    const scene = rerun.game.scene(rerun.state(0));
    const turns = known.turns.map((line) => seenLine(line, seat));
    super({ ...known, seat, scene, frames: { every: 1, list: [] }, turns, numbers: {} });
    this.rerun = rerun;
    this.start = rerun.start;
    this.counted = 0; // how many rows the curves have
    /** @type {Map<number, Turn>} */
    this.whole = new Map();
    this.count();
  }

  /** @override */
  get last() {
    return this.data.turns.length;
  }

  /** @override @param {number} turn */
  frame(turn) {
    const at = Math.max(0, Math.min(this.last, turn));
    const { rerun } = this;
    return this.ready.get(at) ?? this.keep(at, rerun.game.frame(rerun.state(at), this.data.seat, rerun.played(at)));
  }

  /** @override @param {number} turn */
  turn(turn) {
    const line = this.data.turns[turn - 1];
    if (!line) return null;
    let whole = this.whole.get(turn);
    if (!whole) {
      const { rerun } = this;
      whole = described(rerun.game, line, rerun.state(turn), rerun.played(turn), this.data.seat);
      this.whole.set(turn, whole);
    }
    return whole;
  }

  /** @override @param {number} turn */
  score(turn) {
    return Object.values(this.numbersAt(Math.min(turn, this.last)))[0];
  }

  /** @param {number} turn */
  numbersAt(turn) {
    const { game, data } = this.rerun;
    const rules = { nothingHidden: data.rerun.nothingHidden, secret: game.secretNumbers };
    return seenNumbers(game.numbers(this.rerun.state(turn)), this.data.seat, rules);
  }

  /** Add the next row to the curves. */
  count() {
    for (const [title, row] of Object.entries(this.numbersAt(this.counted))) (this.data.numbers[title] ??= []).push(row);
    this.counted += 1;
  }

  /** @override @param {() => void} more */
  prepare(more) {
    const until = performance.now() + SLICE_MS;
    while (this.counted <= this.last && performance.now() < until) this.count();
    more();
    if (this.counted <= this.last) setTimeout(() => this.prepare(more));
  }
}

/**
 * A turn as an audience may see it; members that are empty then are left out.
 * @param {Turn} line
 * @param {number|null} seat
 * @returns {Turn}
 */
function seenLine(line, seat) {
  const seen = /** @type {Record<string, any>} */ ({ turn: line.turn, verdicts: line.verdicts });
  for (const name of PRIVATE) {
    const values = redact(/** @type {any[]} */ (line[name] ?? []), seat);
    if (name === "moves" || name === "ms" || values.some(Boolean)) seen[name] = values;
  }
  return /** @type {Turn} */ (seen);
}

/**
 * Where the films of a page come from that plays its match again.
 * @param {import("./rerun.js").Parts} parts
 * @returns {import("./main.js").Source}
 */
export function rerunSource(parts) {
  /** @type {Promise<Rerun>|null} */
  let rerun = null;
  const load = async (/** @type {number|null} */ seat) => {
    rerun ??= loadBlock("rerun").then((data) => Rerun.open(parts, data));
    return new RerunFilm(await rerun, seat);
  };
  return { load, has: () => true, live: false };
}
