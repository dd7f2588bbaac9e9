// Two futures of one match side by side: the one on the stage, and another one on a second stage under the same camera.
// Each keeps its own length.

import { element } from "../shared/elements.js";
import { Memory } from "../board/memory.js";
import { Stage } from "../board/stage.js";

/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {import("../board/stage.js").How} How */

/** Which films are shown, and where. */
export class Futures {
  /**
   * @param {Stage} stage of the first film
   * @param {HTMLElement} box that holds the stages
   * @param {() => void} changed
   */
  constructor(stage, box, changed) {
    this.stage = stage;
    this.box = box;
    this.changed = changed;
    /** @type {Film|null} */
    this.other = null;
    this.isSwapped = false;
    this.isBeside = true;
    this.second = new Stage(this.makeCanvas(), stage.board, stage.camera);
    this.captions = [element("p", "future"), element("p", "future")];
    /** @type {WeakMap<Film, Memory|null>} */
    this.memories = new WeakMap();
  }

  makeCanvas() {
    const canvas = document.createElement("canvas");
    canvas.className = "stage";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The other future");
    return canvas;
  }

  /** Compare with another film, or with none. @param {Film|null} other */
  set(other) {
    this.other = other;
    this.isSwapped = false;
    this.arrange();
  }

  /** Show both, or one. */
  toggle() {
    this.isBeside = !this.isBeside;
    this.arrange();
  }

  /** Swap the two stages. */
  swap() {
    this.isSwapped = !this.isSwapped && this.other !== null;
    this.arrange();
  }

  arrange() {
    const both = this.other !== null && this.isBeside;
    const [first, second] = this.captions;
    this.box.classList.toggle("two", both);
    this.box.classList.toggle("compared", this.other !== null);
    if (both) this.box.append(this.second.canvas);
    else this.second.canvas.remove();
    for (const [caption, isShown] of /** @type {const} */ ([[first, this.other !== null], [second, both]])) {
      if (caption && isShown) this.box.append(caption);
      else caption?.remove();
    }
    this.changed();
  }

  /** The film on the first stage. @param {Film} film */
  first(film) {
    return this.isSwapped && this.other ? this.other : film;
  }

  /** The last turn of what is shown. @param {Film} film */
  last(film) {
    const both = this.other && this.isBeside ? Math.max(film.last, this.other.last) : 0;
    return both || this.first(film).last;
  }

  /** The stage that an event is meant for. @param {Event} event */
  stageOf(event) {
    return event.target === this.second.canvas ? this.second : this.stage;
  }

  /**
   * Draw the films at a moment; one that has ended shows its end.
   * @param {Film} film
   * @param {number} at
   * @param {import("../board/canvas.js").Palette} palette
   * @param {How} how
   */
  draw(film, at, palette, how) {
    const [shown, beside] = this.isSwapped && this.other ? [this.other, film] : [film, this.other];
    this.drawOn(this.stage, shown, at, palette, how);
    this.say(0, shown, film, at);
    if (!beside || !this.isBeside) return;
    this.drawOn(this.second, beside, at, palette, { smooth: how.smooth, marks: how.marks });
    this.say(1, beside, film, at);
  }

  /**
   * @param {Stage} stage
   * @param {Film} film
   * @param {number} at
   * @param {import("../board/canvas.js").Palette} palette
   * @param {How} how
   */
  drawOn(stage, film, at, palette, how) {
    const turn = Math.min(at, film.last);
    const memory = this.memoryOf(film)?.at(Math.floor(turn + 1e-6));
    stage.draw(film, turn, palette, { ...how, memory });
  }

  /** @param {Film} film */
  memoryOf(film) {
    if (!this.memories.has(film)) this.memories.set(film, Memory.of(film, this.stage.board));
    return this.memories.get(film) ?? null;
  }

  /** Whether a drawing is to be repeated, because something is still on its way. @param {Film} film */
  isUnfinished(film) {
    return this.stage.moving || (this.memoryOf(this.first(film))?.behind ?? false);
  }

  /**
   * Write the caption below a stage.
   * @param {number} index of the stage
   * @param {Film} film
   * @param {Film} own the film of this page
   * @param {number} at
   */
  say(index, film, own, at) {
    const caption = this.captions[index];
    if (!caption || !this.other) return;
    const name = film === own ? "this match" : "the other future";
    const text = at > film.last ? `${name}, over since turn ${film.last}` : name;
    if (caption.textContent !== text) caption.textContent = text;
  }
}
