// The clock of a person who plays.

import { element } from "../shared/elements.js";

const CLOCK_MS = 100; // between two drawings of the clock
const SHORT_PART = 0.25; // of the time, from which on the clock is shown as urgent

/** The time that is left for a move: a bar and a number. */
export class Clock {
  constructor() {
    this.bar = element("span", "left");
    this.number = element("span", "number");
    this.box = element("span", "clock", element("span", "track", this.bar), this.number);
    this.box.setAttribute("role", "timer");
    this.deadline = 0;
    this.whole = 1;
    this.timer = 0;
  }

  /** @param {number|null} ms null without a time limit */
  start(ms) {
    this.box.hidden = ms === null;
    this.whole = Math.max(1, ms ?? 1);
    this.deadline = performance.now() + (ms ?? 0);
    this.stop();
    if (ms !== null) this.tick();
  }

  tick() {
    const left = Math.max(0, this.deadline - performance.now());
    this.number.textContent = `${(left / 1000).toFixed(1)} s`;
    this.bar.style.width = `${(100 * left) / this.whole}%`;
    this.box.classList.toggle("short", left < SHORT_PART * this.whole);
    this.timer = left ? setTimeout(() => this.tick(), CLOCK_MS) : 0;
  }

  stop() {
    clearTimeout(this.timer);
  }
}
