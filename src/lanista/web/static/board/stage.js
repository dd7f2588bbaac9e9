// The stage: a canvas on which a game's board is drawn at any size and under a camera, and what lies over it.

import { Camera } from "./camera.js";
import { cutNames } from "../shared/excerpt.js";
import { drawChoice, drawMarks, drawOffers, drawRing } from "./marks.js";

/** @typedef {import("./canvas.js").Board} Board */
/** @typedef {import("./canvas.js").Shot} Shot */
/** @typedef {import("./canvas.js").Box} Box */
/** @typedef {import("../film/film.js").Film} Film */

/**
 * Switches for drawings beside the board itself.
 * @typedef {object} How
 * @property {boolean} smooth between turns
 * @property {boolean} marks the bots' own
 * @property {any} [memory] what the seat remembers of the ground
 * @property {(x: number, y: number) => boolean} [offered] the cells that a person may choose
 * @property {{x: number, y: number}|null} [chosen] a cell that is looked at
 */

const MAX_PIXELS = 2; // per CSS pixel
const PATIENCE_MS = 12; // for painting a ground within one drawing

/** The canvas of the board. */
export class Stage {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Board} board
   * @param {Camera} [camera] shared by stages that show the same part of a field
   */
  constructor(canvas, board, camera = new Camera()) {
    this.canvas = canvas;
    this.board = board;
    this.camera = camera;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    /** @type {Shot|null} */
    this.shot = null;
    /** The cell of an event, and since when it is pointed at. @type {{x: number, y: number, since: number}|null} */
    this.ring = null;
    /** Whether something on it moves although time stands still. */
    this.moving = false;
    /** Milliseconds that the last drawing took. */
    this.took = 0;
  }

  /**
   * Draw a moment of a film.
   * @param {Film} film
   * @param {number} at turn and part of a turn
   * @param {import("./canvas.js").Palette} palette
   * @param {How} how
   */
  draw(film, at, palette, how) {
    const began = performance.now();
    const shot = shotAt(film, this.board, at, palette, { smooth: how.smooth, room: this.canvas.clientWidth });
    shot.memory = how.memory;
    shot.hurry = { until: began + PATIENCE_MS, missed: false };
    const scale = this.fit(shot);
    this.shot = shot;
    this.look(shot, scale);
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    this.pen.fillStyle = palette.ground;
    this.pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.pen.setTransform(scale, 0, 0, scale, 0, 0);
    this.paint(this.camera.field, () => {
      this.camera.aim(this.pen);
      this.drawField(film, Math.ceil(at - 1e-6), how);
    });
    const whole = { x: 0, y: 0, width: shot.width, height: shot.height };
    this.paint(whole, () => this.board.panel?.(this.pen, { ...shot, view: whole, scale }));
    this.took = performance.now() - began;
  }

  /** Point the camera at the field, or at the seat that it follows. @param {Shot} shot @param {number} scale */
  look(shot, scale) {
    const { board, camera } = this;
    camera.over(board.field?.(shot) ?? { x: 0, y: 0, width: shot.width, height: shot.height });
    const followed = camera.follow === null ? null : board.seatAt?.(shot, camera.follow);
    if (followed) camera.lookAt(followed);
    shot.view = camera.view;
    shot.scale = scale * camera.zoom;
  }

  /** @param {Film} film @param {number} turn @param {How} how */
  drawField(film, turn, how) {
    const { board, pen } = this;
    const shot = /** @type {Shot} */ (this.shot);
    this.keeping(() => board.draw(pen, shot));
    if (how.marks) this.keeping(() => drawMarks(pen, board, shot, film.turn(turn)?.draw ?? []));
    const { offered, chosen } = how;
    if (offered) this.keeping(() => drawOffers(pen, board, shot, offered));
    if (chosen) this.keeping(() => drawChoice(pen, board, shot, chosen, shot.palette.ink));
    this.moving = shot.hurry?.missed === true;
    const { ring } = this;
    if (ring) this.keeping(() => (this.moving = drawRing(pen, board, shot, ring, since(ring)) === true || this.moving));
  }

  /** Draw one part, then restore the pen. @param {() => void} drawing */
  keeping(drawing) {
    this.pen.save();
    try {
      drawing();
    } finally {
      this.pen.restore();
    }
  }

  /** Draw inside a box only. @param {Box} box @param {() => void} drawing */
  paint(box, drawing) {
    this.keeping(() => {
      this.pen.beginPath();
      this.pen.rect(box.x, box.y, box.width, box.height);
      this.pen.clip();
      drawing();
    });
  }

  /** Point at a cell, as the first seat names it. @param {{x: number, y: number}|null} cell */
  pointAtCell(cell) {
    this.ring = cell && { ...cell, since: performance.now() };
    const box = cell && this.shot && this.board.place(this.shot, cell.x, cell.y, 0);
    if (box) this.camera.reveal({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }

  /**
   * Give the canvas as many pixels as it is shown with.
   * @param {Shot} shot
   */
  fit(shot) {
    const pixels = Math.min(globalThis.devicePixelRatio || 1, MAX_PIXELS);
    const width = Math.max(1, Math.round(this.area(shot).width * pixels));
    const height = Math.max(1, Math.round((width * shot.height) / shot.width));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.canvas.style.aspectRatio = `${shot.width} / ${shot.height}`;
    }
    return width / shot.width;
  }

  /**
   * The part of the canvas that the drawing fills: as large as fits, in the middle.
   * @param {Shot} shot
   */
  area(shot) {
    const box = this.canvas.getBoundingClientRect();
    const width = Math.min(box.width || shot.width, ((box.height || Infinity) * shot.width) / shot.height);
    const height = (width * shot.height) / shot.width;
    return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
  }

  /** Units of the drawing for a CSS pixel. */
  get unitsPerPixel() {
    return this.shot ? this.shot.width / this.area(this.shot).width : 1;
  }

  /**
   * The point of the drawing under the pointer, without the camera.
   * @param {{clientX: number, clientY: number}} event
   */
  pointAt(event) {
    if (!this.shot) return { x: 0, y: 0 };
    const area = this.area(this.shot);
    const units = this.shot.width / area.width;
    return { x: (event.clientX - area.left) * units, y: (event.clientY - area.top) * units };
  }

  /**
   * The cell of the game under the pointer.
   * @param {{clientX: number, clientY: number}} event
   */
  cellAt(event) {
    const { field } = this.camera;
    const point = this.pointAt(event);
    const [dx, dy] = [point.x - field.x, point.y - field.y];
    if (!this.shot || dx < 0 || dy < 0 || dx >= field.width || dy >= field.height) return null;
    const { x, y } = this.camera.under(point);
    return this.board.cell(this.shot, x, y);
  }

  /**
   * Where a cell is on the screen, in CSS pixels from the canvas's corner.
   * @param {{x: number, y: number}} cell
   * @returns {Box|null}
   */
  screenBox(cell) {
    const box = this.shot && this.board.place(this.shot, cell.x, cell.y);
    if (!box || !this.shot) return null;
    const [area, canvas] = [this.area(this.shot), this.canvas.getBoundingClientRect()];
    const pixels = 1 / this.unitsPerPixel;
    const { x, y } = this.camera.shown(box);
    const size = pixels * this.camera.zoom;
    return {
      x: x * pixels + area.left - canvas.left, y: y * pixels + area.top - canvas.top,
      width: box.width * size, height: box.height * size,
    };
  }
}

/** @param {{since: number}} ring */
function since(ring) {
  return (performance.now() - ring.since) / 1000;
}

/**
 * The moment of a film as a game's board wants it.
 * @param {Film} film
 * @param {Board} board
 * @param {number} at
 * @param {import("./canvas.js").Palette} palette
 * @param {{smooth: boolean, room: number}} how
 * @returns {Shot}
 */
export function shotAt(film, board, at, palette, how) {
  const before = Math.floor(at + 1e-6);
  const part = Math.max(0, at - before);
  const to = film.frame(part > 1e-6 ? before + 1 : before);
  const from = part > 1e-6 ? film.frame(before) : film.frame(Math.max(0, before - 1));
  const { scene, seat } = film.data;
  const seats = cutNames(film.data.seats);
  const t = part > 1e-6 && how.smooth ? part : 1;
  const size = board.size(scene, how.room);
  return { scene, from, to, t, seat, seats, palette, ...size, view: { x: 0, y: 0, ...size }, scale: 1 };
}
