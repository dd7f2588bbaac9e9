// Mouse and fingers on the board: wheel, pinch and drag move the camera; a click, a long press or a resting pointer
// asks about a cell.

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {{x: number, y: number}} Point */

const WHEEL = 0.0016; // zoom per unit of a wheel
const LINE = 16; // units of a wheel that counts lines
const SLIP = 6; // CSS pixels that a click may move
const PRESS_MS = 450; // a finger that rests this long asks
const LEAP = 2; // the zoom of a double click

/**
 * The page's reactions to gestures.
 * @typedef {object} Answers
 * @property {(event: PointerEvent|MouseEvent) => void} click
 * @property {(event: PointerEvent|null) => void} hover null when the pointer has left
 * @property {(event: PointerEvent) => void} press a long one
 * @property {() => boolean} plays whether a click is a move, so that two of them are no zoom
 * @property {() => void} moved the camera was moved
 */

/** Listens to one stage. */
export class Gestures {
  /**
   * @param {Stage} stage
   * @param {Answers} answers
   */
  constructor(stage, answers) {
    this.stage = stage;
    this.answers = answers;
    /** Pointers that are down. @type {Map<number, Point>} */
    this.down = new Map();
    this.travelled = 0;
    this.timer = 0;
    const { canvas } = stage;
    canvas.addEventListener("wheel", (event) => this.turnWheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      canvas.addEventListener(name, (event) => this.release(event));
    }
    canvas.addEventListener("pointerleave", () => answers.hover(null));
    canvas.addEventListener("dblclick", (event) => this.leap(event));
    canvas.addEventListener("contextmenu", (event) => {
      if (this.longPressed) event.preventDefault(); // a long press has answered already
    });
    this.longPressed = false;
    this.allowScrolling();
  }

  get camera() {
    return this.stage.camera;
  }

  /** A board that is shown whole lets fingers scroll the page. */
  allowScrolling() {
    this.stage.canvas.style.touchAction = this.camera.fits ? "pan-x pan-y" : "none";
  }

  moved() {
    this.allowScrolling();
    this.answers.moved();
  }

  /** @param {WheelEvent} event */
  turnWheel(event) {
    const units = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE);
    const point = this.camera.under(this.stage.pointAt(event));
    if (!this.camera.zoomBy(Math.exp(-units * WHEEL), point)) return; // the page may scroll
    event.preventDefault();
    this.moved();
  }

  /** @param {MouseEvent} event */
  leap(event) {
    if (this.answers.plays()) return;
    this.camera.zoomBy(event.shiftKey ? 1 / LEAP : LEAP, this.camera.under(this.stage.pointAt(event)));
    this.moved();
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.down.size === 1) {
      this.travelled = 0;
      this.longPressed = false;
    }
    clearTimeout(this.timer);
    if (event.pointerType !== "mouse" && this.down.size === 1) {
      this.timer = window.setTimeout(() => this.pressLong(event), PRESS_MS);
    }
  }

  /** @param {PointerEvent} event */
  pressLong(event) {
    this.longPressed = true;
    this.answers.press(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.down.get(event.pointerId);
    if (!before) {
      this.answers.hover(event);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    this.travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.travelled > SLIP) clearTimeout(this.timer);
    const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.pinch(before, now, other);
    else if (this.travelled > SLIP) this.drag(event, before, now);
    this.down.set(event.pointerId, now);
  }

  /** @param {Point} before @param {Point} now @param {Point} other */
  pinch(before, now, other) {
    const distance = (/** @type {Point} */ point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
    this.camera.zoomBy(distance(now) / distance(before), this.camera.under(this.stage.pointAt(middle)));
    this.shift((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  /** @param {PointerEvent} event @param {Point} before @param {Point} now */
  drag(event, before, now) {
    if (this.camera.fits) return;
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.shift(now.x - before.x, now.y - before.y);
  }

  /** Drag the board by a distance on the screen. @param {number} dx @param {number} dy */
  shift(dx, dy) {
    const units = this.stage.unitsPerPixel / this.camera.zoom;
    this.camera.moveBy(-dx * units, -dy * units);
    this.moved();
  }

  /** @param {PointerEvent} event */
  release(event) {
    clearTimeout(this.timer);
    if (!this.down.delete(event.pointerId) || event.type === "pointercancel") return;
    if (this.travelled <= SLIP && !this.longPressed && !this.down.size) this.answers.click(event);
  }
}
