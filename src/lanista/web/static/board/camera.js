// The camera over a board: which part of the field is shown, and how large.

/** @typedef {import("./canvas.js").Box} Box */
/** @typedef {{x: number, y: number}} Point */

export const MAX_ZOOM = 24;
const FIT = 1;
const NEARLY = 1e-3; // a zoom this close to fitting is the fitting one

/**
 * The visible part of a field; `x` and `y` are the middle, as parts of the field's width and height, so that they mean the
 * same on every screen.
 */
export class Camera {
  constructor() {
    this.x = 0.5;
    this.y = 0.5;
    this.zoom = FIT;
    /** The seat that it follows. @type {number|null} */
    this.follow = null;
    /** @type {Box} */
    this.field = { x: 0, y: 0, width: 1, height: 1 };
  }

  /** Whether it shows the whole field. */
  get fits() {
    return this.zoom <= FIT + NEARLY;
  }

  /** The part of the drawing that is shown. @returns {Box} */
  get view() {
    const { field, zoom } = this;
    const [width, height] = [field.width / zoom, field.height / zoom];
    const x = field.x + this.x * field.width - width / 2;
    return { x, y: field.y + this.y * field.height - height / 2, width, height };
  }

  /** Look at a field. @param {Box} field */
  over(field) {
    this.field = field;
    this.stay();
  }

  /** Show everything. */
  fit() {
    this.zoom = FIT;
    this.follow = null;
    this.stay();
  }

  /**
   * Zoom while one point of the drawing stays where it is on the screen.
   * @param {number} factor
   * @param {Point} [point] else the middle
   */
  zoomBy(factor, point) {
    const before = this.zoom;
    this.zoom = between(FIT, before * factor, MAX_ZOOM);
    if (point) {
      const { x, y } = this.part(point);
      const kept = before / this.zoom;
      this.x = x + (this.x - x) * kept;
      this.y = y + (this.y - y) * kept;
    }
    this.stay();
    return this.zoom !== before;
  }

  /** Move by a distance in the drawing. @param {number} dx @param {number} dy */
  moveBy(dx, dy) {
    this.follow = null;
    this.x += dx / this.field.width;
    this.y += dy / this.field.height;
    this.stay();
  }

  /** Put a point of the drawing into the middle. @param {Point} point */
  lookAt(point) {
    Object.assign(this, this.part(point));
    this.stay();
  }

  /** Make sure that a point of the drawing can be seen. @param {Point} point */
  reveal(point) {
    const { view } = this;
    const [dx, dy] = [point.x - view.x, point.y - view.y];
    if (dx < 0 || dy < 0 || dx > view.width || dy > view.height) this.lookAt(point);
  }

  /** A point of the drawing as parts of the field. @param {Point} point */
  part({ x, y }) {
    return { x: (x - this.field.x) / this.field.width, y: (y - this.field.y) / this.field.height };
  }

  /** The view never leaves the field. */
  stay() {
    const half = 0.5 / this.zoom;
    this.x = between(half, this.x, 1 - half);
    this.y = between(half, this.y, 1 - half);
  }

  /** Where a point of the field is shown. @param {Point} point */
  shown({ x, y }) {
    const { field, view, zoom } = this;
    return { x: field.x + (x - view.x) * zoom, y: field.y + (y - view.y) * zoom };
  }

  /** The point of the field that is shown at a point of the drawing. @param {Point} point */
  under({ x, y }) {
    const { field, view, zoom } = this;
    return { x: view.x + (x - field.x) / zoom, y: view.y + (y - field.y) / zoom };
  }

  /** Let a pen draw the field as it is seen. @param {CanvasRenderingContext2D} pen */
  aim(pen) {
    const { field, view, zoom } = this;
    pen.translate(field.x - view.x * zoom, field.y - view.y * zoom);
    pen.scale(zoom, zoom);
  }
}

/** @param {number} low @param {number} value @param {number} high */
function between(low, value, high) {
  return Math.max(low, Math.min(high, value));
}
