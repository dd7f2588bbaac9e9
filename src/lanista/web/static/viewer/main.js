// The viewer: puts film, stage, charts and panels together, and lets time pass.

import { Broadcast } from "./broadcast.js";
import { DARK, LIGHT } from "../board/canvas.js";
import { Charts } from "../charts/charts.js";
import { Controls } from "./controls.js";
import { acceptDrops } from "../shared/drop.js";
import { byId } from "../shared/elements.js";
import { cut, NAME_LETTERS, SENTENCE_LETTERS } from "../shared/excerpt.js";
import { isExported, loadAsked } from "../film/film.js";
import { Futures } from "./futures.js";
import { Gestures } from "../board/gestures.js";
import { Inspector } from "../board/inspector.js";
import { keyLine, listenForKeys } from "./keys.js";
import { complaintsAbout, pointCamera, readLink, whole, writeLink } from "./link.js";
import { Minimap } from "../board/minimap.js";
import { endingOf, TurnPanel } from "./panels.js";
import { Person } from "../person/person.js";
import { Playback } from "./playback.js";
import { renderAsked } from "../picture/render.js";
import { offerRivals } from "./rivals.js";
import { Scoreboard } from "./scoreboard.js";
import { Stage, shotAt } from "../board/stage.js";
import { Timeline } from "../charts/timeline.js";
import { explained, forget, guarded } from "../shared/trouble.js";

/** @typedef {import("../board/canvas.js").Board} Board */
/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {import("../film/film.js").Source} Source */

const PANELS_EVERY = 1 / 12; // seconds between two drawings of charts and panels while it plays
const WIDE = 1.5; // a board of this shape leaves room for words below it
const LONGEST_STEP = 0.25; // seconds that pass between two drawings at most
const FOLLOWED_CELLS = 23; // across the view, when the camera begins to follow a seat
const TIMES_KEPT = 240;

/**
 * Open the page's film and show it on a game's board.
 * @param {Board} board
 * @param {Source} source
 * @param {(viewer: Viewer) => void} [opened] called when the match is shown
 */
export async function start(board, source, opened = () => {}) {
  const query = new URLSearchParams(location.search);
  const asked = new URLSearchParams(location.hash.slice(1));
  acceptDrops((text) => (byId("message", HTMLElement).textContent = text));
  try {
    if (!board) throw new Error("the game's draw.js exports no `board`");
    const film = await loadAsked(source, whole(query.get("seat")) ?? readLink(location.hash).seat);
    if (asked.has("png") || asked.has("gif")) {
      await renderAsked(board, film, asked);
      return;
    }
    const viewer = new Viewer(board, film, source);
    viewer.opened = opened;
    await viewer.compare(query.get("with"));
    viewer.open();
    opened(viewer);
    Object.assign(globalThis, { viewer });
  } catch (error) {
    byId("message", HTMLElement).textContent = `The match cannot be shown: ${await explained(error)}`;
    throw error;
  }
}

/** The page. */
export class Viewer {
  /**
   * @param {Board} board
   * @param {Film} film
   * @param {Source} source
   */
  constructor(board, film, source) {
    this.board = board;
    this.film = film;
    this.source = source;
    /** Called when a match that is over is shown. @type {(viewer: Viewer) => void} */
    this.opened = () => {};
    this.slow = matchMedia("(prefers-reduced-motion: reduce)");
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.touch = matchMedia("(hover: none)");
    /** @type {"light"|"dark"|null} */
    this.theme = null;
    this.before = 0;
    this.sincePanels = 0;
    this.stale = true;
    this.spoken = -1;
    this.refusal = ""; // why something that the address asks for is not shown
    this.frameTimes = new Float64Array(TIMES_KEPT);
    this.frames = 0;
    this.playback = new Playback(film.last, board.rate ?? 4);
    const redraw = () => this.lookedElsewhere();
    const canvas = byId("stage", HTMLCanvasElement);
    this.stage = new Stage(canvas, board);
    this.camera = this.stage.camera;
    this.futures = new Futures(this.stage, /** @type {HTMLElement} */ (canvas.parentElement), () => this.arranged());
    this.minimap = new Minimap(byId("minimap", HTMLCanvasElement), this.stage, redraw);
    this.inspector = new Inspector(byId("facts", HTMLElement), this.stage);
    const seek = (/** @type {number} */ turn) => this.scrub(turn);
    const show = (/** @type {{at?: [number, number]|null}} */ event) => this.pointAt(event.at);
    this.charts = new Charts(byId("charts", HTMLElement), { seek });
    this.scoreboard = new Scoreboard(byId("seats", HTMLElement), { follow: (seat) => this.followSeat(seat) });
    this.turnPanel = new TurnPanel(byId("events", HTMLElement), byId("answers", HTMLElement), { show });
    this.timeline = new Timeline(byId("strip", HTMLElement), { seek, show });
    this.person = this.invite();
    this.broadcast = new Broadcast(this);
    this.controls = new Controls(this);
  }

  /** The controls of a person who plays. */
  invite() {
    return new Person(
      byId("person", HTMLElement),
      (legal) => this.board.tools(this.shot(), legal),
      () => (this.stale = true),
      (seat) => this.goalOf(seat),
    );
  }

  /** Somebody plays on this page from now on, or no longer. @param {boolean} playing */
  sit(playing) {
    byId("page", HTMLElement).toggleAttribute("data-playing", playing);
    this.person.sit(playing);
    this.showKeys();
  }

  /** Say what keys do now. */
  showKeys() {
    const { playing, keys, isOut } = this.person;
    byId("keys", HTMLElement).textContent = keyLine(playing ? keys : null, playing && !isOut);
  }

  /** The goal of the person at a seat. @param {number} seat */
  goalOf(seat) {
    const goal = this.board.goal?.(this.film.data.scene, seat);
    return goal ? `You play ${this.film.data.seats[seat]?.letter}. ${goal}` : "";
  }

  get palette() {
    return (this.theme ?? (this.dark.matches ? "dark" : "light")) === "dark" ? DARK : LIGHT;
  }

  /** The other future, to compare with. */
  get other() {
    return this.futures.other;
  }

  /** The film that is on the stage. */
  get shown() {
    return this.futures.first(this.film);
  }

  shot() {
    const how = { smooth: true, room: this.stage.canvas.clientWidth };
    return shotAt(this.film, this.board, this.film.last, this.palette, how);
  }

  // Opening

  /** Compare with another match of the server. @param {string|null} name */
  async compare(name) {
    if (name === null) return;
    try {
      const other = await this.source.load(null, `../${encodeURIComponent(name)}/`);
      if (other.data.game !== this.film.data.game) {
        throw new Error(`expected a match of ${this.film.data.title}, got one of ${other.data.title}`);
      }
      this.futures.set(other);
    } catch (error) {
      this.refusal = `Cannot compare with ${cut(name, NAME_LETTERS)}: ${error instanceof Error ? error.message : error}`;
    }
  }

  /** Say what is shown, and offer its views. */
  introduce() {
    const { data } = this.film;
    const names = data.seats.map((seat) => cut(seat.name, NAME_LETTERS)).join(" - ");
    document.title = cut(`${names} · ${data.title}`, SENTENCE_LETTERS);
    byId("title", HTMLElement).textContent = data.title;
    byId("about", HTMLElement).textContent = `${data.ruleset} rules${data.seed === null ? "" : `, seed ${data.seed}`}`;
    this.controls.offer();
  }

  open() {
    const { data } = this.film;
    this.introduce();
    this.sit(false);
    this.listen();
    this.grown();
    const { width, height } = this.board.size(data.scene, innerWidth);
    byId("page", HTMLElement).dataset["board"] = width > WIDE * height ? "wide" : "tall";
    byId("page", HTMLElement).hidden = false;
    this.begin();
    const seat = new URLSearchParams(location.search).get("seat");
    const asked = (seat === null ? "" : `seat=${encodeURIComponent(seat)}&`) + location.hash.slice(1);
    this.say([this.refusal, ...this.complaints(asked)].filter(Boolean).join(" "));
    if (data.live && this.source.live && !isExported()) this.broadcast.follow();
    this.prepare();
    offerRivals(this);
    requestAnimationFrame((now) => this.tick(now));
  }

  /** Go where the address says, to the branch of a take-over, or play from the start. */
  begin() {
    const { data } = this.film;
    const target = readLink(location.hash);
    pointCamera(this.camera, target, data.seats.length);
    if (target.turn !== null) {
      this.playback.seek(target.turn);
    } else if (data.live && !this.other) {
      this.playback.following = true;
    } else {
      this.playback.seek(data.branch?.turn ?? 0);
      this.playback.playing = !this.slow.matches;
    }
  }

  /** Let the films make what panels show, and load what is still on its way. */
  prepare() {
    const more = () => {
      this.stale = true;
      const trouble = this.film.trouble || this.other?.trouble;
      if (trouble) this.say(`The match cannot be shown any further: ${trouble}`);
    };
    this.film.prepare(more);
    this.other?.prepare(more);
  }

  // Time

  /** @param {number} now */
  tick(now) {
    requestAnimationFrame((next) => this.tick(next));
    const seconds = this.before ? Math.min(LONGEST_STEP, (now - this.before) / 1000) : 0;
    this.before = now;
    const moved = this.playback.advance(seconds, Math.max(this.film.loaded, this.other?.loaded ?? 0));
    if (!moved && !this.stale) return;
    const began = performance.now();
    guarded(`Turn ${this.playback.turn} cannot be drawn`, () => {
      this.draw(seconds);
      forget();
    });
    this.frameTimes[this.frames % this.frameTimes.length] = performance.now() - began;
    this.frames += 1;
  }

  /** @param {number} seconds */
  draw(seconds) {
    const isStale = this.stale;
    this.stale = false;
    const { at, playing } = this.playback;
    this.futures.draw(this.film, at, this.palette, this.how());
    this.minimap.draw();
    this.inspector.draw();
    this.sincePanels += seconds;
    if (isStale || !playing || this.sincePanels >= PANELS_EVERY) {
      this.sincePanels = 0;
      this.drawPanels();
    }
    this.stale ||= this.futures.isUnfinished(this.film);
  }

  /** The switches for drawings over the board. @returns {import("../board/stage.js").How} */
  how() {
    const { person, inspector, film } = this;
    const isAsked = person.question !== null && this.playback.at >= film.last - 1e-6;
    const offered = (/** @type {number} */ x, /** @type {number} */ y) => person.offered(x, y);
    const { cell } = inspector;
    const isChosen = cell && (inspector.pinned || (isAsked && offered(cell.x, cell.y)));
    return {
      smooth: !this.slow.matches,
      marks: byId("marks", HTMLInputElement).checked,
      chosen: isChosen ? cell : null,
      ...(isAsked && this.touch.matches ? { offered } : {}),
    };
  }

  drawPanels() {
    const { shown, palette } = this;
    const at = shown.shownAt(this.playback.at);
    const there = Math.min(shown.shownAt(this.playback.turn), shown.last);
    this.charts.draw(this.film, this.other, at, palette, this.camera.follow);
    this.scoreboard.followed = this.camera.follow;
    this.scoreboard.show(shown, this.stage.shot, this.board, there);
    this.turnPanel.show(shown, there);
    this.timeline.update(this.film, this.other, palette);
    this.timeline.at(at, this.film.loaded);
    this.controls.draw();
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
    const ending = turn === shown.last ? endingOf(shown) : "";
    byId("spoken", HTMLElement).textContent = `Turn ${turn}. ${events.join(". ")} ${ending}`;
    this.remember();
  }

  /** The address of this moment. */
  link() {
    return writeLink(this.playback.turn, this.film.data.seat, this.camera);
  }

  /** Put the moment into the address; that of a live match is the newest, so that a page loaded again follows on. */
  remember() {
    const { playback, film, camera } = this;
    history.replaceState(null, "", playback.following ? writeLink(null, film.data.seat, camera) : this.link());
  }

  // Films

  /** @param {number|null} seat */
  async showTo(seat) {
    this.change(await this.source.load(seat));
    this.controls.offer();
    if (this.film.data.live && this.source.live) this.broadcast.follow();
  }

  /** Show another film at the same turn. @param {Film} film */
  change(film) {
    this.film = film;
    this.inspector.pin(null);
    this.spoken = -1;
    this.grown();
    this.prepare();
  }

  /** The film has become longer or shorter. */
  grown() {
    this.playback.reach(this.futures.last(this.film));
    this.stale = true;
  }

  /** Other films are shown than before. */
  arranged() {
    this.spoken = -1;
    this.grown();
    this.lookedElsewhere();
  }

  /** Handle a message about a match that is being played. @param {any} message */
  hear(message) {
    this.broadcast.hear(message);
  }

  // The person in front

  listen() {
    listenForKeys(this);
    const answers = {
      click: (/** @type {MouseEvent} */ event) => this.click(event),
      hover: (/** @type {PointerEvent|null} */ event) => this.hover(event),
      press: (/** @type {PointerEvent} */ event) => this.inspect(event),
      plays: () => this.person.question !== null,
      moved: () => this.lookedElsewhere(),
    };
    for (const stage of [this.stage, this.futures.second]) new Gestures(stage, answers);
    addEventListener("resize", () => (this.stale = true));
    addEventListener("hashchange", () => this.goTo(location.hash));
    for (const query of [this.dark, this.slow]) query.addEventListener("change", () => (this.stale = true));
  }

  /** @param {string} hash */
  goTo(hash) {
    const target = readLink(hash);
    const { seat, seats } = this.film.data;
    pointCamera(this.camera, target, seats.length);
    if (target.turn !== null) this.scrub(target.turn);
    this.stale = true;
    this.say(this.complaints(hash).join(" "));
    const isOther = target.seat !== null && target.seat !== seat && target.seat < seats.length;
    if (isOther && this.controls.canChangeView) this.showTo(target.seat).catch((error) => this.sayError(error));
  }

  /** Complaints about an address. @param {string} hash */
  complaints(hash) {
    return complaintsAbout(hash, { seats: this.film.data.seats.length, last: this.playback.last });
  }

  /** Stand still at a turn. @param {number} turn */
  scrub(turn) {
    this.playback.playing = false;
    this.playback.seek(turn);
    this.stage.ring = null;
    this.stale = true;
  }

  /** Go to the next key event, or to the one before. @param {1|-1} way */
  jump(way) {
    const { turn } = this.playback;
    const moment = way > 0 ? this.timeline.next(turn) : this.timeline.previous(turn);
    if (!moment) return;
    this.scrub(moment.turn);
    this.pointAt(moment.at);
  }

  /** Show where something happened. @param {[number, number]|null} [at] */
  pointAt(at) {
    this.playback.playing = false;
    for (const stage of [this.stage, this.futures.second]) stage.pointAtCell(at ? { x: at[0], y: at[1] } : null);
    this.stale = true;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const isAsked = this.person.question !== null && this.playback.at >= this.film.last - 1e-6;
    if (isAsked) this.person.click(this.stage.cellAt(event));
    else this.inspect(event);
  }

  /** @param {MouseEvent} event */
  inspect(event) {
    this.inspector.stage = this.futures.stageOf(event);
    const cell = this.inspector.stage.cellAt(event);
    this.inspector.pin(cell && { cell });
    this.stale = true;
  }

  /** @param {PointerEvent|null} event */
  hover(event) {
    const before = this.inspector.hovered;
    const isMouse = event?.pointerType === "mouse";
    if (isMouse && !this.inspector.pinned) this.inspector.stage = this.futures.stageOf(event);
    const cell = isMouse ? this.futures.stageOf(event).cellAt(event) : null;
    this.inspector.hovered = cell;
    if (cell?.x !== before?.x || cell?.y !== before?.y) this.stale = true;
  }

  /** Keep a seat in the middle of the view, or let it go. @param {number|null} seat */
  followSeat(seat) {
    const { camera, stage } = this;
    camera.follow = seat === camera.follow ? null : seat;
    const cell = stage.shot && this.board.place(stage.shot, 0, 0);
    if (camera.follow !== null && camera.fits && cell) camera.zoomBy(camera.field.width / (FOLLOWED_CELLS * cell.width));
    this.inspector.pinned = camera.follow === null ? null : { seat: camera.follow };
    this.lookedElsewhere();
  }

  /** Show the whole board. */
  fit() {
    this.camera.fit();
    this.lookedElsewhere();
  }

  /** The camera was moved. */
  lookedElsewhere() {
    this.stale = true;
    if (!this.playback.playing && this.frames) this.remember();
  }

  changeTheme() {
    this.theme = this.palette.dark ? "light" : "dark";
    document.documentElement.dataset["theme"] = this.theme;
    this.stale = true;
  }

  changeFull() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void byId("theatre", HTMLElement).requestFullscreen();
  }

  /** @param {string} text */
  say(text) {
    byId("message", HTMLElement).textContent = text;
  }

  /** @param {unknown} error */
  sayError(error) {
    this.say(error instanceof Error ? error.message : String(error));
  }
}
