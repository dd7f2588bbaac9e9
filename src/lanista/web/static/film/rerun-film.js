// The film of a match that is played again in the page: frames, events and curves are made when they are wanted, for
// everyone or as one seat sees them.

import { described, seenLine } from "./audience.js";
import { Film, SeatFilm, inflated, isExported, keepSome, loadBlock, nearestTurn } from "./film.js";
import { ownKey } from "../shared/requests.js";
import { Rerun } from "./rerun.js";

/** @typedef {import("./film.js").Turn} Turn */

const SLICE_MS = 6; // how long turns, curves and moments are computed before the page may draw
const AWAITED_MS = 24; // the same while somebody waits for a turn: a browser rests some milliseconds in between
const TOLD_EVERY_MS = 100; // how often the page learns that there is more
const SEEK_MS = 20; // how long the page plays turns to show one that was not played yet
const KEPT_TURNS = 64; // turns whose events are kept ready

/** A rerun as one audience sees it. */
export class RerunFilm extends Film {
  /** @param {Rerun} rerun @param {number|null} seat */
  constructor(rerun, seat) {
    const { rerun: _, part: __, origin: ___, analysis, ...known } = rerun.data;
    const seats = known.seats.length;
    if (seat !== null && !known.seats[seat]) throw new Error(`the match has seats 0 to ${seats - 1}, got seat ${seat}`);
    const { scene } = rerun.start;
    const analysed = seat === null && analysis ? { analysis } : {};
    super({ ...known, ...analysed, seat, scene, turns: [], numbers: {} });
    this.rerun = rerun;
    this.start = rerun.start;
    this.counted = 0; // how many rows the curves have
    /** @type {Map<number, Turn>} */
    this.whole = new Map();
    /** @type {{turn: number, done: () => void}[]} */
    this.waiting = [];
    this.toldAt = 0;
    this.working = false;
    this.wake = () => this.work();
    this.takeTurns();
    this.count();
  }

  /** @override */
  get last() {
    return this.rerun.last;
  }

  /** @override */
  get loaded() {
    return this.rerun.known;
  }

  /** @override @param {number} turn */
  makeFrame(turn) {
    const { rerun } = this;
    const played = rerun.played(turn); // first, so that the model then stands after the turn
    return rerun.showing.frame(rerun.state(turn), this.data.seat, played);
  }

  /** @override @param {any} message */
  async grow(message) {
    const isNext = await this.rerun.grow(message);
    if (isNext) this.attempt(() => this.takeTurns());
    this.work();
    return isNext;
  }

  /**
   * The turn to show for a wanted one: if it takes long to play up to it, the last that is there.
   * @override
   * @param {number} turn
   */
  reached(turn) {
    const { rerun } = this;
    const at = nearestTurn(turn, this.last);
    if (at > rerun.known && !this.trouble) {
      this.want(at);
      this.attempt(() => {
        const until = performance.now() + SEEK_MS;
        while (rerun.known < at && rerun.known < rerun.lines.length && performance.now() < until) rerun.playNext();
      });
    }
    return this.shownAt(at);
  }

  /** @override @param {number} at */
  shownAt(at) {
    return Math.min(at, this.rerun.known);
  }

  /** @override @param {number} turn */
  turn(turn) {
    const line = turn <= this.loaded ? this.data.turns[turn - 1] : undefined;
    if (!line) return null;
    let whole = this.whole.get(turn);
    if (!whole) {
      const { rerun } = this;
      const played = rerun.played(turn); // first, so that the model then stands after the turn
      whole = described(rerun.showing, line, rerun.state(turn), played, this.data.seat);
      keepSome(this.whole, turn, whole, KEPT_TURNS);
    }
    return whole;
  }

  /** @override @param {number} turn */
  before(turn) {
    const { data, start } = this.rerun;
    if (!data.origin || turn < 1 || turn > this.loaded) return null;
    return { state: this.rerun.bytesAt(turn - 1), const: start.const, origin: data.origin };
  }

  /** @override */
  recorded() {
    const { rerun } = this;
    return rerun.lines.map((line, i) => ({ ...line, records: rerun.movesOf(i + 1) }));
  }

  /** @override */
  moments() {
    return this.keyEvents;
  }

  /** @override @param {number} turn */
  score(turn) {
    return Object.values(this.numbersAt(Math.min(nearestTurn(turn, this.last), this.loaded)))[0];
  }

  /** @param {number} turn */
  numbersAt(turn) {
    const { rerun } = this;
    return rerun.showing.curves(rerun.state(turn), this.data.seat, rerun.start.seats);
  }

  /** Add the next row to the curves. */
  count() {
    const rows = Object.entries(this.numbersAt(this.counted));
    for (const [title, row] of rows) (this.data.numbers[title] ??= []).push(row);
    this.counted += 1;
  }

  // Work beside the drawing

  /** @override @param {() => void} more */
  prepare(more) {
    this.more = more;
    this.work();
  }

  /** @override @param {number} turn */
  async ready(turn) {
    const at = nearestTurn(turn, this.last);
    if (at <= this.loaded || this.trouble) return;
    await new Promise((done) => {
      this.waiting.push({ turn: at, done: () => done(undefined) });
      this.work();
    });
  }

  /** Work in slices as long as there is something to do; the last film of a match that wanted to, does. */
  work() {
    this.rerun.listener = this.wake;
    if (this.working) return;
    this.working = true;
    this.slice();
  }

  /** Do what there is to do, for some milliseconds. */
  slice() {
    const until = performance.now() + (this.isAwaited ? AWAITED_MS : SLICE_MS);
    let busy = this.rerun.listener === this.wake;
    this.attempt(() => {
      this.takeTurns();
      while (busy && performance.now() < until) busy = this.doNext();
    });
    this.working = busy && !this.trouble;
    this.tell();
    if (this.working) setTimeout(() => this.slice());
  }

  /** Whether somebody waits for a turn that is not there yet. */
  get isAwaited() {
    return this.loading !== null || this.waiting.length > 0;
  }

  /**
   * Play a turn, count it or look for its key events; false if all of that is done. Events are looked for right after a
   * turn was played, so that it is played once, unless somebody waits for a later one.
   */
  doNext() {
    const { rerun } = this;
    const isMore = rerun.known < rerun.lines.length;
    if (isMore && this.isAwaited) {
      rerun.playNext();
    } else if (this.counted <= this.loaded) {
      this.count();
    } else if (this.searched < this.loaded) {
      this.searched += 1;
      this.noteEvents(this.searched);
    } else if (isMore) {
      rerun.playNext(true);
    } else {
      return false;
    }
    return true;
  }

  /** Note why something that makes the film fails. @param {() => void} action */
  attempt(action) {
    try {
      action();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
    this.trouble ||= this.rerun.trouble;
  }

  /** Notify the page, and those who wait for a turn, of the loaded turns. */
  tell() {
    const isThere = (/** @type {{turn: number}} */ { turn }) => turn <= this.loaded || this.trouble !== "";
    this.waiting.filter(isThere).forEach(({ done }) => done());
    this.waiting = this.waiting.filter((waiting) => !isThere(waiting));
    const now = performance.now();
    if (this.working && now - this.toldAt < TOLD_EVERY_MS) return;
    this.toldAt = now;
    this.more();
  }

  /** Take over the turns that have come. */
  takeTurns() {
    const { data, rerun } = this;
    while (data.turns.length < rerun.lines.length) {
      data.turns.push(seenLine(/** @type {Turn} */ (rerun.lines[data.turns.length]), data.seat, data.private));
    }
  }
}

/**
 * Where the films of a page come from, which plays its matches again. A match of the same game in another folder has
 * its own rules, for the sizes of its records; the person at a seat gets only what the seat sees until the match is over.
 * @param {import("./rerun.js").Parts} parts
 * @param {(folder: string) => Promise<import("./model.js").Rules>} [rulesIn] loads those of another match
 * @returns {import("../viewer/main.js").Source}
 */
export function rerunSource(parts, rulesIn = async () => parts.rules) {
  /** @type {Map<string, Rerun>} */
  const reruns = new Map();
  const load = async (/** @type {number|null} */ seat, folder = "") => {
    const known = reruns.get(folder);
    if (known && !known.data.live) return new RerunFilm(known, seat);
    const sent = await loadMatch(seat, folder);
    const layout = parts.rules.layout.shown?.frame;
    if (sent.seen && layout) return new SeatFilm(sent, layout, await inflated(sent.seen.frames));
    const rerun = await Rerun.load(folder ? { rules: await rulesIn(folder) } : parts, sent, folder);
    reruns.set(folder, rerun);
    return new RerunFilm(rerun, seat);
  };
  return { load, live: !isExported() };
}

/** @param {number|null} seat @param {string} folder */
function loadMatch(seat, folder) {
  const query = new URLSearchParams(seat === null ? {} : { seat: String(seat) });
  if (ownKey()) query.set("key", ownKey());
  return loadBlock("rerun", `${folder}match.json?${query}`, folder);
}
