// A live match: what a server sends over a WebSocket, which is opened again whenever it breaks.

const FIRST_WAIT = 1; // seconds before the first new attempt; each further one waits twice as long
const LONGEST_WAIT = 30;
const JITTER = 0.2; // part of a wait that is random, so that pages do not come back all at once
const SILENCE_MS = 16_000; // a server without news sends a sign of life every 5 s
const SECOND_MS = 1000;
const NORMAL_CLOSE = 1000; // code of a WebSocket that is no longer needed
const REFUSED = [4400, 4499]; // codes of a server that will not send this match
const LOST = "The server does not answer";

/**
 * @typedef {"open"|"lost"|"ended"} LiveState
 * @typedef {object} LiveOptions
 * @property {string} [folder] of the match, relative to the page
 * @property {number|null} seat whose view
 * @property {string} [key] of a person's seat
 * @property {() => number} from how many turns the page has
 * @property {(message: any) => void} hear
 * @property {(state: LiveState, text: string) => void} state called when it changes; `text` is for a banner
 */

/**
 * Seconds to wait before an attempt.
 * @param {number} attempt how many have failed
 * @param {number} chance a random number from 0 to 1
 */
export function waitBefore(attempt, chance) {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, attempt - 1));
  return wait * (1 - JITTER + JITTER * chance);
}

/** Follows a match until it has ended. */
export class Live {
  /** @param {LiveOptions} options */
  constructor(options) {
    this.options = options;
    /** @type {LiveState|null} */
    this.now = null;
    this.failed = 0;
    this.retryAt = 0;
    this.timer = 0;
    this.watchdog = 0;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.hurry = () => this.retryNow();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.open();
  }

  /** Where the match is sent from. */
  get address() {
    const { folder = "", seat, key, from } = this.options;
    const query = new URLSearchParams({ from: String(from()) });
    if (seat !== null) query.set("seat", String(seat));
    if (key) query.set("key", key);
    const address = new URL(`${folder}live?${query}`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    return address.href;
  }

  open() {
    clearTimeout(this.timer);
    this.drop();
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.watch();
    socket.onopen = () => this.watch();
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = (event) => this.closed(event);
  }

  /** @param {any} message */
  take(message) {
    this.watch();
    this.failed = 0;
    this.tell("open", "");
    if (message.type === "beat") return;
    if (message.type === "end") this.close();
    this.options.hear(message);
    if (message.type === "end") this.tell("ended", "");
  }

  /** @param {CloseEvent} event */
  closed(event) {
    this.socket = null;
    const refused = event.code >= Number(REFUSED[0]) && event.code <= Number(REFUSED[1]);
    if (!refused && event.code !== NORMAL_CLOSE) {
      this.lost();
      return;
    }
    this.close();
    this.tell("ended", refused ? `The match cannot be followed: ${event.reason || event.code}` : "");
  }

  lost() {
    clearTimeout(this.watchdog);
    this.drop();
    this.failed += 1;
    this.retryAt = performance.now() + SECOND_MS * waitBefore(this.failed, Math.random());
    this.count();
  }

  /** Count the seconds to the next attempt down. */
  count() {
    clearTimeout(this.timer);
    const left = this.retryAt - performance.now();
    if (left <= 0) {
      this.tell("lost", `${LOST}; trying again now`);
      this.open();
      return;
    }
    this.tell("lost", `${LOST}; trying again in ${Math.ceil(left / SECOND_MS)} s`);
    this.timer = setTimeout(() => this.count(), Math.min(SECOND_MS, left));
  }

  /** The network is back, or somebody looks at the page again. */
  retryNow() {
    if (this.now === "lost" && !this.socket && document.visibilityState === "visible") this.open();
  }

  /** A connection that says nothing for long is broken. */
  watch() {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.lost(), SILENCE_MS);
  }

  /** @param {LiveState} state @param {string} text */
  tell(state, text) {
    if (state === this.now && state !== "lost") return;
    this.now = state;
    this.options.state(state, text);
  }

  /** Let go of the connection without listening to how it ends. */
  drop() {
    const { socket } = this;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Stop following. */
  close() {
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.drop();
  }
}

/**
 * A match has ended: show it as the replay that it is from now on.
 * @param {import("./main.js").Viewer} viewer
 */
export async function becomeReplay(viewer) {
  const film = await viewer.source.load(viewer.film.data.seat);
  const { following, playing, at } = viewer.playback;
  viewer.change(film);
  viewer.introduce();
  viewer.grown();
  viewer.playback.playing = playing && !following;
  viewer.playback.seek(following ? film.last : at);
  viewer.opened(viewer);
}
