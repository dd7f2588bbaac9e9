// The viewer: puts film, stage, charts and panels together, and listens to the person in front of it.

import { DARK, LIGHT } from "./canvas.js";
import { Charts } from "./charts.js";
import { faultsOf } from "./curves.js";
import { byId, element } from "./elements.js";
import { cut, NAME_LETTERS, SENTENCE_LETTERS } from "./excerpt.js";
import { isExported, loadFilm, reason } from "./film.js";
import { endingOf, TurnPanel } from "./panels.js";
import { Person } from "./person.js";
import { Playback, SPEEDS } from "./playback.js";
import { animation, renderAsked, save, still } from "./render.js";
import { Scoreboard } from "./scoreboard.js";
import { Stage, shotAt } from "./stage.js";

/** @typedef {import("./canvas.js").Board} Board */
/** @typedef {import("./film.js").Film} Film */

/**
 * Where the films of a match come from.
 * @typedef {{load: (seat: number|null) => Promise<Film>, has: (seat: number) => boolean, live: boolean}} Source `live`
 *   if a server sends what happens
 */

/** Films in the page itself or from its server. @type {Source} */
const PAGE = {
  load: loadFilm,
  has: (seat) => !isExported() || document.getElementById(`film-${seat}`) !== null,
  live: true,
};

const PANELS_EVERY = 1 / 12; // seconds between two drawings of charts and panels while it plays
const GIF_FRAMES = 120;
const WIDE = 1.5; // a board of this shape leaves room for words below it

/**
 * Open the page's film and show it on a game's board.
 * @param {Board} board
 * @param {(viewer: Viewer) => void} [opened] called when the match is shown
 * @param {Source} [source]
 */
export async function start(board, opened = () => {}, source = PAGE) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const query = new URLSearchParams(location.search);
  const whose = query.get("seat") ?? asked.get("seat");
  try {
    const film = await source.load(whose === null ? null : Number(whose));
    if (asked.has("png") || asked.has("gif")) {
      renderAsked(board, film, asked);
      return;
    }
    const other = query.get("with");
    const viewer = new Viewer(board, film, other === null ? null : await loadFilm(null, `../${encodeURIComponent(other)}/`));
    viewer.source = source;
    viewer.open(asked);
    opened(viewer);
    Object.assign(globalThis, { viewer });
  } catch (error) {
    byId("message", HTMLElement).textContent = `The match cannot be shown: ${error instanceof Error ? error.message : error}`;
    throw error;
  }
}

/** The page. */
export class Viewer {
  /**
   * @param {Board} board
   * @param {Film} film
   * @param {Film|null} other the other future, to compare with
   */
  constructor(board, film, other) {
    this.board = board;
    this.film = film;
    this.other = other;
    this.source = PAGE;
    /** Whether the other future is on the stage. */
    this.swapped = false;
    this.playback = new Playback(film.last, board.rate ?? 4);
    this.stage = new Stage(byId("stage", HTMLCanvasElement), board);
    this.charts = new Charts(byId("charts", HTMLElement), { seek: (turn) => this.scrub(turn) });
    this.scoreboard = new Scoreboard(byId("seats", HTMLElement), { follow: () => (this.stale = true) });
    this.turnPanel = new TurnPanel(byId("events", HTMLElement), byId("answers", HTMLElement), {
      show: () => this.scrub(this.playback.turn),
    });
    this.slow = matchMedia("(prefers-reduced-motion: reduce)");
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    /** @type {"light"|"dark"|null} */
    this.theme = null;
    this.before = 0;
    this.sincePanels = 0;
    this.stale = true;
    this.spoken = -1;
    this.frameTimes = new Float64Array(240);
    this.frames = 0;
    this.person = new Person(
      byId("person", HTMLElement),
      (legal) => board.tools(this.shot(), legal),
      () => (this.stale = true),
    );
  }

  get palette() {
    return (this.theme ?? (this.dark.matches ? "dark" : "light")) === "dark" ? DARK : LIGHT;
  }

  /** The film that is on the stage. */
  get shown() {
    return this.swapped && this.other ? this.other : this.film;
  }

  shot() {
    return shotAt(this.film, this.board, this.film.last, this.palette, { smooth: true, room: this.stage.canvas.clientWidth });
  }

  /** Say what is shown, and offer its views. */
  introduce() {
    const { data } = this.film;
    document.title = cut(`${data.seats.map((seat) => cut(seat.name, NAME_LETTERS)).join(" - ")} · ${data.title}`, SENTENCE_LETTERS);
    byId("title", HTMLElement).textContent = data.title;
    byId("about", HTMLElement).textContent = `${data.ruleset} rules, seed ${data.seed}`;
    this.offerViews();
  }

  /** @param {URLSearchParams} asked */
  open(asked) {
    const { data } = this.film;
    this.introduce();
    this.offerSpeeds();
    this.listen();
    if (asked.has("turn")) this.playback.seek(Number(asked.get("turn")));
    else if (data.live) this.playback.following = true;
    else this.playback.playing = !this.slow.matches;
    if (data.live && this.source.live && !isExported()) this.follow();
    const { width, height } = this.board.size(data.scene, innerWidth);
    byId("page", HTMLElement).dataset["board"] = width > WIDE * height ? "wide" : "tall";
    byId("page", HTMLElement).hidden = false;
    byId("message", HTMLElement).textContent = "";
    this.grown();
    this.film.prepare(() => (this.stale = true));
    requestAnimationFrame((now) => this.tick(now));
  }

  // Time

  /** @param {number} now */
  tick(now) {
    const seconds = this.before ? Math.min(0.25, (now - this.before) / 1000) : 0;
    this.before = now;
    const moved = this.playback.advance(seconds);
    if (moved || this.stale) {
      const began = performance.now();
      this.draw(seconds);
      this.frameTimes[this.frames % this.frameTimes.length] = performance.now() - began;
      this.frames += 1;
    }
    requestAnimationFrame((next) => this.tick(next));
  }

  /** @param {number} seconds */
  draw(seconds) {
    const { at, playing } = this.playback;
    const shown = this.shown;
    const offered = this.person.question && at >= this.film.last - 1e-6 ? (/** @type {number} */ x, /** @type {number} */ y) => this.person.offered(x, y) : undefined;
    this.stage.draw(shown, Math.min(at, shown.last), this.palette, {
      smooth: !this.slow.matches, marks: byId("marks", HTMLInputElement).checked, ...(offered ? { offered } : {}),
    });
    this.sincePanels += seconds;
    if (this.stale || !playing || this.sincePanels >= PANELS_EVERY) {
      this.sincePanels = 0;
      this.drawPanels();
    }
    this.stale = false;
  }

  drawPanels() {
    const { at, turn, last } = this.playback;
    const shown = this.shown;
    const there = Math.min(turn, shown.last);
    this.charts.draw(this.film, this.other, at, this.palette);
    this.scoreboard.show(shown, this.stage.shot, this.board, there);
    this.turnPanel.show(shown, there);
    const range = byId("timeline", HTMLInputElement);
    range.max = String(last);
    range.value = String(Math.round(at));
    range.setAttribute("aria-valuetext", `turn ${turn} of ${last}`);
    byId("where", HTMLElement).textContent = `${turn} / ${last}${this.film.data.live ? " live" : ""}`;
    const play = byId("play", HTMLButtonElement);
    play.classList.toggle("playing", this.playback.playing);
    play.setAttribute("aria-label", this.playback.playing ? "Pause" : "Play");
    byId("speed", HTMLSelectElement).value = String(this.playback.speed);
    byId("live", HTMLButtonElement).hidden = !this.film.data.live || this.playback.following;
    this.speak(shown, there);
  }

  /**
   * Describe the board to screen readers once it stands still.
   * @param {Film} shown
   * @param {number} turn
   */
  speak(shown, turn) {
    if (this.playback.playing || turn === this.spoken) return;
    this.spoken = turn;
    const shot = this.stage.shot;
    if (shot) this.stage.canvas.setAttribute("aria-label", this.board.describe(shot));
    const events = (shown.turn(turn)?.events ?? []).map(({ text }) => cut(text, SENTENCE_LETTERS));
    byId("spoken", HTMLElement).textContent = `Turn ${turn}. ${events.join(". ")} ${turn === shown.last ? endingOf(shown) : ""}`;
    history.replaceState(null, "", this.link());
  }

  /** The address of this moment. */
  link() {
    const seat = this.film.data.seat;
    return `#turn=${this.playback.turn}${seat === null ? "" : `&seat=${seat}`}`;
  }

  // What can be chosen

  offerViews() {
    const { data } = this.film;
    const select = byId("view", HTMLSelectElement);
    const options = data.seats.map((seat, i) => new Option(`what ${seat.letter} sees`, String(i)));
    select.replaceChildren(new Option("everything", ""), ...options.filter((_, i) => this.source.has(i)));
    select.value = data.seat === null ? "" : String(data.seat);
    select.disabled = data.can.play.length > 0 && data.live;
    const swap = byId("swap", HTMLButtonElement);
    swap.hidden = this.other === null;
    const compare = byId("compare", HTMLAnchorElement);
    compare.hidden = isExported() || !data.branch || data.live || this.other !== null;
    if (data.branch) compare.href = `?with=${encodeURIComponent(data.branch.of)}`;
    const over = byId("takeover", HTMLElement);
    over.hidden = !data.can.takeover;
    byId("overseat", HTMLSelectElement).replaceChildren(...data.seats.map((seat, i) => new Option(`${seat.letter} ${cut(seat.name, NAME_LETTERS)}`, String(i))));
  }

  offerSpeeds() {
    byId("speed", HTMLSelectElement).replaceChildren(...SPEEDS.map((speed) => new Option(`${speed}×`, String(speed))));
  }

  /** @param {number|null} seat */
  async showTo(seat) {
    this.change(await this.source.load(seat));
    if (this.film.data.live && this.source.live) this.follow();
  }

  /** Show another film at the same turn. @param {Film} film */
  change(film) {
    this.film = film;
    this.playback.last = this.film.last;
    this.film.prepare(() => (this.stale = true));
    this.spoken = -1;
    this.stale = true;
  }

  /** The film has become longer: the timeline and its faults are drawn anew. */
  grown() {
    this.playback.last = Math.max(this.film.last, this.other?.last ?? 0);
    const strip = byId("faults", HTMLElement);
    const last = Math.max(1, this.playback.last);
    strip.replaceChildren(
      ...faultsOf(this.film).slice(0, 400).map(({ turn }) => {
        const tick = element("span", "tick");
        tick.style.left = `${(100 * turn) / last}%`;
        return tick;
      }),
    );
    this.stale = true;
  }

  // Live

  follow() {
    this.stream?.close();
    const seat = this.film.data.seat;
    this.stream = new EventSource(`live?from=${this.film.last}${seat === null ? "" : `&seat=${seat}`}`);
    this.stream.onmessage = (event) => this.hear(JSON.parse(event.data));
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "turn") {
      if (this.film.grow(message)) this.grown();
      else if (message.line.turn > this.film.last) void this.catchUp();
    } else if (message.type === "ask") {
      this.playback.following = true;
      this.person.ask(message);
    } else if (message.type === "end") {
      Object.assign(this.film.data, { live: false, outcome: message.outcome, void: message.void });
      this.person.rest();
      this.person.say(endingOf(this.film) || "The match was stopped.");
      this.offerViews();
      this.grown();
    }
  }

  /** A turn was missed: the whole film again. */
  async catchUp() {
    const fresh = await this.source.load(this.film.data.seat);
    if (fresh.last > this.film.last) {
      this.film = fresh;
      this.grown();
    }
  }

  // The person in front

  listen() {
    const on = (/** @type {string} */ id, /** @type {() => void} */ action) =>
      byId(id, HTMLElement).addEventListener("click", () => {
        action();
        this.stale = true;
      });
    on("play", () => this.playback.toggle());
    on("back", () => this.playback.step(-1));
    on("forward", () => this.playback.step(1));
    on("first", () => this.playback.seek(0));
    on("last", () => this.playback.seek(this.playback.last));
    on("live", () => (this.playback.following = true));
    on("swap", () => this.swap());
    on("theme", () => this.changeTheme());
    on("full", () => this.changeFull());
    on("png", () => this.savePng());
    on("gif", () => this.saveGif());
    on("copy", () => this.copyLink());
    on("take", () => void this.takeOver());
    byId("marks", HTMLInputElement).addEventListener("change", () => (this.stale = true));
    byId("timeline", HTMLInputElement).addEventListener("input", (event) => {
      this.playback.playing = false;
      this.playback.seek(Number(/** @type {HTMLInputElement} */ (event.target).value));
      this.stale = true;
    });
    byId("speed", HTMLSelectElement).addEventListener("change", (event) => {
      this.playback.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    });
    byId("view", HTMLSelectElement).addEventListener("change", (event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      this.showTo(value === "" ? null : Number(value)).catch((error) => this.say(String(error.message ?? error)));
    });
    this.stage.canvas.addEventListener("click", (event) => this.person.click(this.stage.cellAt(event)));
    addEventListener("keydown", (event) => this.press(event));
    addEventListener("resize", () => (this.stale = true));
    addEventListener("hashchange", () => this.goTo(new URLSearchParams(location.hash.slice(1))));
    for (const query of [this.dark, this.slow]) query.addEventListener("change", () => (this.stale = true));
  }

  /** @param {URLSearchParams} asked */
  goTo(asked) {
    if (!asked.has("turn")) return;
    this.playback.playing = false;
    this.playback.seek(Number(asked.get("turn")));
    this.stale = true;
  }

  /** Stand still at a turn. @param {number} turn */
  scrub(turn) {
    this.playback.playing = false;
    this.playback.seek(turn);
    this.stale = true;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    const typing = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== "range");
    if (typing || (target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter"))) return;
    if (this.person.press(event) || this.command(event)) {
      event.preventDefault();
      this.stale = true;
    }
  }

  /** @param {KeyboardEvent} event */
  command(event) {
    const many = event.shiftKey ? 10 : 1;
    /** @type {Record<string, () => void>} */
    const commands = {
      " ": () => this.playback.toggle(),
      ArrowLeft: () => this.playback.step(-many),
      ArrowRight: () => this.playback.step(many),
      ArrowUp: () => this.playback.faster(1),
      ArrowDown: () => this.playback.faster(-1),
      Home: () => this.playback.seek(0),
      End: () => this.playback.seek(this.playback.last),
      c: () => this.swap(),
      f: () => this.changeFull(),
      t: () => this.changeTheme(),
      v: () => this.nextView(),
    };
    const action = commands[event.key];
    action?.();
    return action !== undefined;
  }

  nextView() {
    const select = byId("view", HTMLSelectElement);
    if (select.disabled) return;
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    select.dispatchEvent(new Event("change"));
  }

  swap() {
    if (!this.other) return;
    this.swapped = !this.swapped;
    this.spoken = -1;
    byId("swap", HTMLButtonElement).setAttribute("aria-pressed", String(this.swapped));
  }

  changeTheme() {
    this.theme = this.palette.dark ? "light" : "dark";
    document.documentElement.dataset["theme"] = this.theme;
  }

  changeFull() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void byId("theatre", HTMLElement).requestFullscreen();
  }

  /** @param {string} text */
  say(text) {
    byId("message", HTMLElement).textContent = text;
  }

  copyLink() {
    const address = `${location.href.replace(/#.*/, "")}${this.link()}`;
    history.replaceState(null, "", this.link());
    const done = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error("no clipboard"));
    done.then(() => this.say("The link to this turn is copied."), () => this.say(`The link to this turn: ${address}`));
  }

  savePng() {
    const name = `${this.film.data.game}-${this.playback.turn}.png`;
    const picture = still(this.board, this.shown, this.playback.at, { width: 1280, dark: this.palette.dark });
    picture.toBlob((blob) => blob && save(name, blob));
  }

  saveGif() {
    const { at, last } = this.playback;
    const step = Math.max(0.5, (last - at) / GIF_FRAMES);
    const how = { from: at, to: last, step, fps: 10, width: 640, dark: this.palette.dark };
    const bytes = animation(this.board, this.shown, how);
    save(`${this.film.data.game}.gif`, new Blob([/** @type {BlobPart} */ (bytes)], { type: "image/gif" }));
  }

  async takeOver() {
    const seat = Number(byId("overseat", HTMLSelectElement).value);
    const bot = byId("overbot", HTMLInputElement).value.trim() || "human";
    const body = JSON.stringify({ turn: this.playback.turn, seat, bot });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("takeover", { method: "POST", body, headers });
    if (!answer.ok) {
      this.say(await reason(answer));
      return;
    }
    const { id } = await answer.json();
    const here = location.pathname.split("/").filter(Boolean).at(-1) ?? "";
    const query = bot === "human" ? `?seat=${seat}` : `?with=${encodeURIComponent(here)}`;
    location.href = `../${encodeURIComponent(id)}/${query}`;
  }
}
