// Small pictures of the last boards of matches, drawn by the games' own boards: only those in sight, one after another.

import { DARK, LIGHT } from "../board/canvas.js";
import { Stills, reason } from "../film/film.js";
import { shotAt } from "../board/stage.js";

/** @typedef {import("../board/canvas.js").Board} Board */
/** @typedef {{board: string, seats: {name: string, letter: string}[], scene: any, frame: import("../film/film.js").PackedFrame}} Thumb */
/** @typedef {{canvas: HTMLCanvasElement, address: string, drawn: string}} Work `drawn` is the address that it shows */

const AT_ONCE = 2; // pictures that are loaded at the same time
const KEPT = 60; // pictures that stay drawn when they are out of sight
const ROOM = 640; // boards lay themselves out as for a page of this width
const MAX_PIXELS = 2; // per CSS pixel
const MARGIN = "200px"; // how far out of sight a picture is drawn already

/** Draws the pictures of a list. */
export class Thumbnails {
  constructor() {
    /** @type {Map<Element, Work>} */
    this.works = new Map();
    /** Those in sight that are to be drawn. @type {Set<Work>} */
    this.queue = new Set();
    /** Those that are drawn, the oldest first. @type {Set<Work>} */
    this.drawn = new Set();
    /** @type {Set<Element>} */
    this.sight = new Set();
    this.loading = 0;
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", () => this.works.forEach((work) => this.renew(work)));
    this.observer = new IntersectionObserver((seen) => this.see(seen), { rootMargin: MARGIN });
  }

  /**
   * Show a match's board on a canvas while the canvas is in sight.
   * @param {HTMLCanvasElement} canvas
   * @param {string} address of the board's data
   */
  show(canvas, address) {
    const work = this.works.get(canvas);
    if (!work) {
      this.works.set(canvas, { canvas, address, drawn: "" });
      this.observer.observe(canvas);
    } else if (work.address !== address) {
      work.address = address;
      this.renew(work);
    }
  }

  /** @param {HTMLCanvasElement} canvas */
  remove(canvas) {
    const work = this.works.get(canvas);
    if (!work) return;
    this.observer.unobserve(canvas);
    this.works.delete(canvas);
    this.sight.delete(canvas);
    this.queue.delete(work);
    this.free(work);
  }

  /** @param {IntersectionObserverEntry[]} seen */
  see(seen) {
    for (const { target, isIntersecting } of seen) {
      const work = this.works.get(target);
      if (!work) continue;
      if (isIntersecting) this.sight.add(target);
      else this.sight.delete(target);
      if (isIntersecting && work.drawn !== work.address) this.queue.add(work);
      else if (!isIntersecting) this.queue.delete(work);
    }
    this.next();
  }

  /** Draw it again as soon as it is in sight. @param {Work} work */
  renew(work) {
    work.drawn = "";
    if (this.sight.has(work.canvas)) this.queue.add(work);
    this.next();
  }

  next() {
    for (const work of this.queue) {
      if (this.loading >= AT_ONCE) return;
      this.queue.delete(work);
      this.loading += 1;
      void this.make(work).finally(() => {
        this.loading -= 1;
        this.next();
      });
    }
  }

  /** @param {Work} work */
  async make(work) {
    const { address, canvas } = work;
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(await reason(answer));
      const thumb = /** @type {Thumb} */ (await answer.json());
      const board = await boardOf(thumb.board);
      const film = await Stills.unpack(thumb, [thumb.frame]);
      if (!this.works.has(canvas)) return;
      paint(canvas, board, film, this.dark.matches);
      canvas.dataset["state"] = "drawn";
      this.keep(work);
    } catch (error) {
      canvas.dataset["state"] = "failed";
      canvas.title = error instanceof Error ? error.message : String(error);
    }
    work.drawn = address;
  }

  /** @param {Work} work */
  keep(work) {
    this.drawn.delete(work);
    this.drawn.add(work);
    for (const old of this.drawn) {
      if (this.drawn.size <= KEPT) return;
      if (!this.sight.has(old.canvas)) this.free(old);
    }
  }

  /** Give a picture's memory back. @param {Work} work */
  free(work) {
    work.drawn = "";
    if (this.drawn.delete(work)) work.canvas.width = 0;
    delete work.canvas.dataset["state"];
  }
}

/** @type {Map<string, Promise<Board>>} */
const boards = new Map();

/**
 * The module that draws a game, loaded once.
 * @param {string} path
 */
function boardOf(path) {
  const known = boards.get(path) ?? import(`/lanista/${path}`).then((module) => /** @type {Board} */ (module.board));
  boards.set(path, known);
  known.catch(() => boards.delete(path));
  return known;
}

/**
 * Draw the field of a board as large as it fits, without what stands around it.
 * @param {HTMLCanvasElement} canvas
 * @param {Board} board
 * @param {Stills} film
 * @param {boolean} dark
 */
function paint(canvas, board, film, dark) {
  const pixels = Math.min(globalThis.devicePixelRatio || 1, MAX_PIXELS);
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * pixels));
  canvas.height = Math.max(1, Math.round(canvas.clientHeight * pixels));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const shot = shotAt(film, board, 0, dark ? DARK : LIGHT, { smooth: false, room: ROOM });
  const field = board.field?.(shot) ?? shot.view;
  const scale = Math.min(canvas.width / field.width, canvas.height / field.height);
  const left = (canvas.width - scale * field.width) / 2 - scale * field.x;
  const top = (canvas.height - scale * field.height) / 2 - scale * field.y;
  pen.fillStyle = shot.palette.ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, left, top);
  pen.beginPath();
  pen.rect(field.x, field.y, field.width, field.height);
  pen.clip();
  board.draw(pen, { ...shot, scale });
}
