// A film: one match for one audience. Frames are kept as patches with whole ones between, so that every seek
// costs the same.

import { ownKey } from "./requests.js";

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
 * @property {Seat[]} seats
 * @property {{start_ms: number|null, turn_ms: number|null}} limits
 * @property {any} scene
 * @property {{every: number, list: any[]}} frames
 * @property {Turn[]} turns
 * @property {Record<string, (number|null)[][]>} numbers
 * @property {number[]} [missing] blocks of `every` frames that are to be asked for
 * @property {Outcome|null} outcome
 * @property {string} void
 * @property {boolean} live
 * @property {Branch|null} branch
 * @property {import("./chances.js").Analysis} [analysis] for those who see everything
 * @property {{takeover: boolean, pin?: boolean, play: number[], again?: string[]}} can
 */

/**
 * @typedef {{turn: number, kind: string, text: string, at?: [number, number]}} KeyEvent
 * @typedef {{block: number, frames: any[], turns: Turn[], numbers: Record<string, (number|null)[][]>}} FilmPart
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

/**
 * Apply a patch to a JSON value without changing it; what did not change is shared.
 * @param {any} old
 * @param {any} change
 * @returns {any}
 */
export function patch(old, change) {
  if (Array.isArray(change)) return change[0];
  const keys = Object.keys(change);
  if (!keys.length) return old;
  const fresh = Array.isArray(old) ? old.slice() : { ...old };
  if (Array.isArray(fresh) && "#" in change) fresh.length = change["#"];
  for (const key of keys) {
    if (key === "#" && Array.isArray(fresh)) continue;
    if (change[key] === null) delete fresh[/** @type {any} */ (key)];
    else fresh[/** @type {any} */ (key)] = patch(fresh[/** @type {any} */ (key)], change[key]);
  }
  return fresh;
}

/** One film, open at any turn; a live one grows. */
export class Film {
  /**
   * @param {FilmData} data
   * @param {(block: number) => Promise<FilmPart>} [ask] for a block that is missing
   */
  constructor(data, ask = () => Promise.reject(new Error("the page lacks a part of the film; load it again"))) {
    this.data = data;
    this.ask = ask;
    /** The blocks that are not there yet. @type {Set<number>} */
    this.missing = new Set(data.missing);
    /** @type {Map<number, Promise<void>>} */
    this.asked = new Map();
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
    return this.data.frames.list.length - 1;
  }

  /** Up to which turn there are frames, but for blocks that are missing; those after it are being loaded. */
  get loaded() {
    return this.last;
  }

  /** The turn that is wanted and not there yet, or null. */
  get loading() {
    const isThere = this.wanted <= this.loaded && !this.missing.has(this.blockOf(this.wanted));
    return isThere || this.trouble ? null : this.wanted;
  }

  /** A turn is wanted that is not there; a drawing also wants the one before it. @param {number} turn */
  want(turn) {
    if (turn !== this.wanted - 1) this.wanted = turn;
  }

  /** @param {number} turn */
  blockOf(turn) {
    return Math.floor(turn / this.data.frames.every);
  }

  /**
   * Wait until a turn can be shown, or it is known that it never will.
   * @param {number} turn
   * @returns {Promise<void>}
   */
  async ready(turn) {
    const block = this.blockOf(nearestTurn(turn, this.last));
    if (this.missing.has(block)) await this.load(block);
  }

  /** Ask for a block, once. @param {number} block */
  load(block) {
    let asked = this.asked.get(block);
    if (!asked) {
      asked = this.ask(block).then((part) => this.fill(part), (error) => {
        this.trouble = error instanceof Error ? error.message : String(error);
        this.more();
      });
      this.asked.set(block, asked.finally(() => this.asked.delete(block)));
    }
    return asked;
  }

  /** Take over a block; what a live match has added to it since is there already. @param {FilmPart} part */
  fill({ block, frames, turns, numbers }) {
    if (!this.missing.delete(block)) return;
    const first = block * this.data.frames.every;
    frames.forEach((frame, i) => (this.data.frames.list[first + i] = frame));
    turns.forEach((line, i) => (this.data.turns[Math.max(0, first - 1) + i] = line));
    for (const [title, rows] of Object.entries(numbers)) {
      rows.forEach((row, i) => ((this.data.numbers[title] ??= [])[first + i] = row));
    }
    this.forget(0);
    this.more();
  }

  /**
   * What is to be drawn after a turn; while that is being loaded, what is there before it.
   * @param {number} turn
   * @returns {any}
   */
  frame(turn) {
    const at = this.reached(nearestTurn(turn, this.last));
    const kept = this.kept.get(at);
    if (kept !== undefined) return kept;
    const { every, list } = this.data.frames;
    let known = at;
    while (known % every !== 0 && !this.kept.has(known)) known -= 1;
    let frame = this.kept.get(known) ?? list[known];
    for (let i = known + 1; i <= at; i += 1) frame = i % every === 0 ? list[i] : patch(frame, list[i]);
    return this.keep(at, frame);
  }

  /**
   * The turn to show for a wanted one: if that is missing, the nearest before it, else after it.
   * @param {number} turn
   */
  reached(turn) {
    if (this.missing.has(this.blockOf(turn))) {
      this.want(turn);
      void this.load(this.blockOf(turn));
    }
    return this.shownAt(turn);
  }

  /**
   * The moment that the board shows for a wanted one, as long as that one is not there.
   * @param {number} at
   */
  shownAt(at) {
    const { every } = this.data.frames;
    const wanted = this.blockOf(nearestTurn(Math.ceil(at), this.last));
    if (!this.missing.has(wanted)) return at;
    let block = wanted;
    while (block >= 0 && this.missing.has(block)) block -= 1;
    if (block >= 0) return (block + 1) * every - 1;
    for (block = wanted; this.missing.has(block); ) block += 1;
    return block * every;
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
   * @returns {import("./pin-file.js").Before|null}
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
   * What happened in a turn; null for the start.
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
    if (this.missing.size) void this.loadMissing();
  }

  /** Ask for all missing blocks one by one, those that were played last first. */
  async loadMissing() {
    while (this.missing.size && !this.trouble) await this.load(Math.max(...this.missing));
  }

  /**
   * A live match played a turn.
   * @param {{line: Turn, patch: any, numbers: Record<string, (number|null)[]>}} message
   */
  grow(message) {
    if (message.line.turn !== this.last + 1) return false;
    const { every, list } = this.data.frames;
    const frame = patch(this.frame(this.last), message.patch);
    list.push(list.length % every === 0 ? frame : message.patch);
    this.data.turns.push(message.line);
    for (const [title, row] of Object.entries(message.numbers)) (this.data.numbers[title] ??= []).push(row);
    this.keep(this.last, frame);
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

/**
 * The film for an audience: from the page itself (an export), or from the server.
 * @param {number|null} seat
 * @param {string} [folder]
 * @returns {Promise<Film>}
 */
export async function loadFilm(seat, folder = "") {
  const block = document.getElementById(seat === null ? "film" : `film-${seat}`);
  if (block) return new Film(await unpack(block.textContent ?? ""));
  const query = new URLSearchParams(seat === null ? {} : { seat: String(seat) });
  if (ownKey()) query.set("key", ownKey());
  const data = await fetched(`${folder}film.json?${query}`);
  const unknown = data.seats.map(() => null);
  for (const [title, rows] of Object.entries(data.numbers)) {
    data.numbers[title] = rows.map((/** @type {(number|null)[]|null} */ row) => row ?? unknown);
  }
  return new Film(data, (block) => fetched(`${folder}film-part.json?${query}&block=${block}`));
}

/** Whether the page carries its film with it. */
export function isExported() {
  return document.getElementById("film") !== null || document.getElementById("rerun") !== null;
}

/**
 * What a server's refusal says.
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
 * What a block of the page holds.
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

/** What a block of the page holds, or what the server sends. @param {string} name @param {string} [folder] */
export async function loadBlock(name, folder = "") {
  const block = folder ? null : document.getElementById(name);
  return block ? unpack(block.textContent ?? "") : fetched(`${folder}${name}.json`);
}

/** What a server answers; an error with its reason if it refuses. @param {string} address */
export async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(await reason(answer));
  return answer.json();
}

/**
 * Where the films of a match come from.
 * @typedef {object} Source
 * @property {(seat: number|null, folder?: string) => Promise<Film>} load `folder` is that of another match
 * @property {(seat: number) => boolean} has
 * @property {boolean} live if a server sends what happens
 */

/** Films in the page itself or from its server. @type {Source} */
export const PAGE = {
  load: loadFilm,
  has: (seat) => !isExported() || document.getElementById(`film-${seat}`) !== null,
  live: true,
};

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
