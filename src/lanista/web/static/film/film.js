// A film: one match for one audience.

import { recordAt } from "./records.js";

/**
 * @typedef {{name: string, letter: string}} Seat
 * @typedef {{turn: number, moves: (string|null)[], verdicts: (string|null)[], ms: (number|null)[],
 *   cpu_ms?: (number|null)[], starved?: ({waited_ms: number, of_ms: number, pressure: number, steal: number}|null)[],
 *   reasons?: (string|null)[], say?: (string|null)[], draw?: (any[]|null)[], log?: (string|null)[],
 *   events?: TurnEvent[], words?: (string|null)[]}} Turn `words` are the moves in plain words
 * @typedef {{text: string, kind?: string, at?: [number, number]}} TurnEvent a key event has a kind; `at` is the cell
 *   where it happened, as seat 0 names it
 * @typedef {{places: number[], scores: number[], reason: string, marks: string[], forfeits?: string[]}} Outcome `places`
 *   are those of the rules; see `ranksOf`
 * @typedef {{of: string, turn: number, seat: number}} Branch
 * @typedef {object} FilmData
 * @property {string} game
 * @property {string} title
 * @property {string} ruleset
 * @property {number|string} seed
 * @property {number|null} seat
 * @property {string[]} private members of a turn that hold something of each seat which the others must not see
 * @property {Seat[]} seats
 * @property {{start_ms: number|null, turn_ms: number|null}} limits
 * @property {any} scene
 * @property {Turn[]} turns
 * @property {Record<string, (number|null)[][]>} numbers
 * @property {Outcome|null} outcome
 * @property {string} void
 * @property {boolean} live
 * @property {Branch|null} branch
 * @property {import("../charts/chances.js").Analysis} [analysis] for those who see everything
 * @property {{takeover: boolean, pin?: boolean, play: number[], again?: string[]}} can
 */

/**
 * @typedef {{turn: number, kind: string, text: string, at?: [number, number]}} KeyEvent
 * @typedef {{layout: import("./records.js").Layout[], data: string}} PackedFrame
 */

const KEPT = 64; // frames that are kept ready

/**
 * The ranks that count: seats that forfeited come last, equally; the others keep their order.
 * @param {{places: number[], forfeits?: string[]}} outcome
 * @returns {number[]}
 */
export function ranksOf({ places, forfeits = [] }) {
  if (!forfeits.some(Boolean)) return places;
  const keys = places.map((rank, seat) => (forfeits[seat] ? Infinity : rank));
  return keys.map((own) => 1 + keys.filter((other) => other < own).length);
}

/** A match as one audience sees it, open at any turn; a live one grows. */
export class Film {
  /** @param {FilmData} data */
  constructor(data) {
    this.data = data;
    /** Called when there is more of the film. @type {() => void} */
    this.more = () => {};
    /** Whether the time of answers matters. */
    this.timed = true;
    /** Frames that are ready. @type {Map<number, any>} */
    this.kept = new Map();
    /** The start's bytes, if the page has them. @type {import("./match.js").Start|null} */
    this.start = null;
    /** @type {KeyEvent[]} */
    this.keyEvents = [];
    this.searched = 0; // turns in which key events were looked for
    /** The latest turn that was wanted before it was there. */
    this.wanted = 0;
    /** Why there will not be more of the film; "" if nothing is wrong. */
    this.trouble = "";
  }

  /** The number of the last turn that there is; turn 0 is the start. */
  get last() {
    return this.data.turns.length;
  }

  /** Up to which turn there are frames; those after it are being loaded. */
  get loaded() {
    return this.last;
  }

  /** The turn that is wanted and not there yet, or null. */
  get loading() {
    return this.wanted <= this.loaded || this.trouble ? null : this.wanted;
  }

  /** A turn is wanted that is not there; a drawing also wants the one before it. @param {number} turn */
  want(turn) {
    if (turn !== this.wanted - 1) this.wanted = turn;
  }

  /**
   * Wait until a turn can be shown, or it is known that it never will.
   * @param {number} _turn
   * @returns {Promise<void>}
   */
  async ready(_turn) {}

  /**
   * The frame after a turn; while that is being loaded, the last one before it.
   * @param {number} turn
   * @returns {any}
   */
  frame(turn) {
    const at = this.reached(nearestTurn(turn, this.last));
    return this.kept.get(at) ?? this.keep(at, this.makeFrame(at));
  }

  /**
   * @param {number} _turn
   * @returns {any}
   */
  makeFrame(_turn) {
    throw new Error("this film has no frames");
  }

  /** The turn to show for a wanted one. @param {number} turn */
  reached(turn) {
    return turn;
  }

  /** The moment that the board shows for a wanted one, as long as that one is not there. @param {number} at */
  shownAt(at) {
    return at;
  }

  /**
   * @param {number} at
   * @param {any} frame
   */
  keep(at, frame) {
    return keepSome(this.kept, at, frame, KEPT);
  }

  /**
   * The state before a turn and what a pin says of the match; null if the page has no states.
   * @param {number} _turn
   * @returns {import("../pins/pin-file.js").Before|null}
   */
  before(_turn) {
    return null;
  }

  /**
   * The turns with the records of their moves, for a page that plays on.
   * @returns {import("./match.js").Recorded[]}
   */
  recorded() {
    throw new Error("the page cannot play on from this match");
  }

  /**
   * The record of a turn; null for the start.
   * @param {number} turn
   * @returns {Turn|null}
   */
  turn(turn) {
    return this.data.turns[turn - 1] ?? null;
  }

  /**
   * The events of a turn.
   * @param {number} turn
   * @returns {TurnEvent[]}
   */
  events(turn) {
    return this.turn(turn)?.events ?? [];
  }

  /** The key events that are known so far, in their order. */
  moments() {
    for (; this.searched < this.data.turns.length; this.searched += 1) this.noteEvents(this.searched + 1);
    return this.keyEvents;
  }

  /** Forget the key events after a turn. @param {number} turn */
  forget(turn) {
    this.keyEvents = this.keyEvents.filter((event) => event.turn <= turn);
    this.searched = Math.min(this.searched, turn);
  }

  /** @param {number} turn */
  noteEvents(turn) {
    for (const { kind, text, at } of this.events(turn)) {
      if (kind) this.keyEvents.push({ turn, kind, text, ...(at ? { at } : {}) });
    }
  }

  /**
   * The seats' points after a turn.
   * @param {number} turn
   * @returns {(number|null)[]|undefined}
   */
  score(turn) {
    return Object.values(this.data.numbers)[0]?.[turn];
  }

  /**
   * Make what the page shows at once, such as curves; `more` is called whenever there is more of it.
   * @param {() => void} more
   */
  prepare(more) {
    this.more = more;
  }

  /**
   * A live match played a turn; false if another one is missing before it.
   * @param {any} _message
   * @returns {Promise<boolean>}
   */
  async grow(_message) {
    return false;
  }
}

/** A few frames that were packed one by one. */
export class Stills extends Film {
  /** @param {Pick<FilmData, "scene"|"seats">} data @param {any[]} frames */
  constructor(data, frames) {
    super(/** @type {any} */ ({ ...data, seat: null, turns: [], numbers: {} }));
    this.frames = frames;
  }

  /** @override */
  get last() {
    return this.frames.length - 1;
  }

  /** @override @param {number} turn */
  makeFrame(turn) {
    return this.frames[turn];
  }

  /**
   * @param {Pick<FilmData, "scene"|"seats">} data
   * @param {PackedFrame[]} packed
   */
  static async unpack(data, packed) {
    const made = packed.map(async ({ layout, data }) => recordAt(layout, new DataView((await inflated(data)).buffer), 0));
    return new Stills(data, await Promise.all(made));
  }
}

/** A running match as the person at a seat sees it. */
export class SeatFilm extends Film {
  /**
   * @param {FilmData & {seen: any}} sent
   * @param {import("./records.js").Layout[]} layout of a frame
   * @param {Uint8Array} frames one after the other
   */
  constructor({ seen, ...data }, layout, frames) {
    super({ ...data, scene: seen.scene, turns: seen.turns, numbers: seen.numbers });
    this.layout = layout;
    const size = frames.length / (seen.turns.length + 1);
    /** @type {Uint8Array[]} */
    this.frames = Array.from({ length: seen.turns.length + 1 }, (_, i) => frames.slice(i * size, (i + 1) * size));
  }

  /** @override @param {number} turn */
  makeFrame(turn) {
    return recordAt(this.layout, new DataView(/** @type {Uint8Array} */ (this.frames[turn]).buffer), 0);
  }

  /**
   * @override
   * @param {{line: Turn, frame: string, numbers: Record<string, (number|null)[]>}} message
   */
  async grow({ line, frame, numbers }) {
    const bytes = await inflated(frame);
    if (line.turn !== this.last + 1) return false;
    this.frames.push(bytes);
    this.data.turns.push(line);
    for (const [title, row] of Object.entries(numbers)) (this.data.numbers[title] ??= []).push(row);
    return true;
  }
}

/**
 * The turn of a film that a number stands for; what is no number stands for the start.
 * @param {number} wanted
 * @param {number} last
 */
export function nearestTurn(wanted, last) {
  return Math.max(0, Math.min(last, Math.floor(wanted))) || 0;
}

/**
 * Remember a value, and forget the oldest if there are too many.
 * @template T
 * @param {Map<number, T>} kept
 * @param {number} key
 * @param {T} value
 * @param {number} most
 */
export function keepSome(kept, key, value, most) {
  kept.set(key, value);
  if (kept.size > most) kept.delete(/** @type {number} */ (kept.keys().next().value));
  return value;
}

/** Whether the page carries its film with it. */
export function isExported() {
  return document.getElementById("rerun") !== null;
}

/**
 * The reason in a server's refusal.
 * @param {Response} answer
 */
export async function reason(answer) {
  const text = await answer.text();
  try {
    const answer = JSON.parse(text);
    return String(answer.error ?? answer.detail ?? text);
  } catch {
    return text || answer.statusText;
  }
}

/**
 * The content of a block of the page.
 * @param {string} text base64 of gzip of JSON
 * @returns {Promise<any>}
 */
export async function unpack(text) {
  return JSON.parse(new TextDecoder().decode(await inflated(text)));
}

/**
 * Bytes that stand in the page as text.
 * @param {string} text base64 of gzip
 */
export async function inflated(text) {
  try {
    const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error("data of this page are damaged; make or load the page again");
  }
}

/**
 * The content of a block of the page, or the server's answer.
 * @param {string} name
 * @param {string} [address]
 * @param {string} [folder] of another match, which is not in the page
 */
export async function loadBlock(name, address = `${name}.json`, folder = "") {
  const block = folder ? null : document.getElementById(name);
  return block ? unpack(block.textContent ?? "") : fetched(address);
}

/** Fetch an answer of the server; throws the reason of a refusal. @param {string} address */
export async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(await reason(answer));
  return answer.json();
}

/**
 * Where the films of a match come from.
 * @typedef {object} Source
 * @property {(seat: number|null, folder?: string) => Promise<Film>} load `folder` is that of another match
 * @property {boolean} live if a server sends what happens
 */

/**
 * The film that the address asks for; if the match does not have that seat, the film of everything.
 * @param {Source} source
 * @param {number|null} seat
 */
export async function loadAsked(source, seat) {
  try {
    return await source.load(seat);
  } catch (error) {
    const film = seat === null ? null : await source.load(null).catch(() => null);
    if (!film || film.data.seats[/** @type {number} */ (seat)]) throw error;
    return film;
  }
}
