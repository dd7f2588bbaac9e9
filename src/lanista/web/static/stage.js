// The stage: a canvas on which a game's board is drawn at any size, with the bots' own marks on it.

import { faded, label } from "./canvas.js";
import { seatColour } from "./palette.js";

/** @typedef {import("./canvas.js").Board} Board */
/** @typedef {import("./canvas.js").Shot} Shot */
/** @typedef {import("./film.js").Film} Film */

const MAX_MARKS = 300;
const MAX_PIXELS = 2; // per CSS pixel

/** The canvas of the board. */
export class Stage {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Board} board
   */
  constructor(canvas, board) {
    this.canvas = canvas;
    this.board = board;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    /** @type {Shot|null} */
    this.shot = null;
    /** Milliseconds that the last drawing took. */
    this.took = 0;
  }

  /**
   * Draw a moment of a film.
   * @param {Film} film
   * @param {number} at turn and part of a turn
   * @param {import("./canvas.js").Palette} palette
   * @param {{smooth: boolean, marks: boolean, offered?: (x: number, y: number) => boolean}} how
   */
  draw(film, at, palette, how) {
    const began = performance.now();
    this.shot = shotAt(film, this.board, at, palette, { smooth: how.smooth, room: this.canvas.clientWidth });
    const scale = this.fit(this.shot);
    this.shot.scale = scale;
    this.pen.setTransform(scale, 0, 0, scale, 0, 0);
    this.pen.fillStyle = palette.ground;
    this.pen.fillRect(0, 0, this.shot.width, this.shot.height);
    this.paint(this.shot, () => this.board.draw(this.pen, /** @type {Shot} */ (this.shot)));
    this.paint(this.shot, () => this.board.panel?.(this.pen, /** @type {Shot} */ (this.shot)));
    if (how.marks) this.paint(this.shot, () => this.drawMarks(film, Math.ceil(at - 1e-6)));
    const { offered } = how;
    if (offered) this.paint(this.shot, () => this.drawOffers(offered));
    this.took = performance.now() - began;
  }

  /**
   * What one part draws leaves the pen as it was.
   * @param {Shot} shot
   * @param {() => void} drawing
   */
  paint(shot, drawing) {
    this.pen.save();
    this.pen.beginPath();
    this.pen.rect(0, 0, shot.width, shot.height);
    this.pen.clip();
    drawing();
    this.pen.restore();
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

  /**
   * What the bots drew themselves: cells, lines and words at their game's own coordinates.
   * @param {Film} film
   * @param {number} turn
   */
  drawMarks(film, turn) {
    const drawn = film.turn(turn)?.draw ?? [];
    drawn.forEach((marks, seat) => {
      if (Array.isArray(marks)) marks.slice(0, MAX_MARKS).forEach((mark) => this.drawMark(readMark(mark), seat));
    });
  }

  /**
   * @param {Mark|null} mark
   * @param {number} seat
   */
  drawMark(mark, seat) {
    const shot = /** @type {Shot} */ (this.shot);
    const box = mark && this.board.place(shot, mark.x, mark.y, seat);
    if (!mark || !box) return;
    const colour = mark.colour ?? seatColour(seat);
    const end = mark.to && this.board.place(shot, mark.to[0], mark.to[1], seat);
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = Math.max(1.5, box.width / 14);
    this.pen.setLineDash([box.width / 5, box.width / 8]);
    if (end) {
      this.pen.beginPath();
      this.pen.moveTo(box.x + box.width / 2, box.y + box.height / 2);
      this.pen.lineTo(end.x + end.width / 2, end.y + end.height / 2);
      this.pen.stroke();
    } else {
      this.pen.fillStyle = colour.startsWith("#") && colour.length === 7 ? faded(colour, 0.22) : "transparent";
      this.pen.fillRect(box.x, box.y, box.width, box.height);
      this.pen.strokeRect(box.x + 1, box.y + 1, box.width - 2, box.height - 2);
    }
    this.pen.setLineDash([]);
    const size = Math.max(9, Math.min(16, box.height * 0.45));
    if (mark.text) label(this.pen, mark.text, box.x + box.width / 2, box.y + box.height / 2, size, colour, { align: "center", weight: 700 });
  }

  /** @param {(x: number, y: number) => boolean} offered */
  drawOffers(offered) {
    const shot = /** @type {Shot} */ (this.shot);
    const seen = new Set();
    this.pen.lineWidth = 2;
    for (let py = 4; py < shot.height; py += 8) {
      for (let px = 4; px < shot.width; px += 8) {
        const cell = this.board.cell(shot, px, py);
        if (!cell || seen.has(`${cell.x},${cell.y}`)) continue;
        seen.add(`${cell.x},${cell.y}`);
        const box = offered(cell.x, cell.y) && this.board.place(shot, cell.x, cell.y);
        if (!box) continue;
        this.pen.strokeStyle = shot.palette.ink;
        this.pen.fillStyle = faded(shot.palette.ink, 0.1);
        this.pen.fillRect(box.x + 1, box.y + 1, box.width - 2, box.height - 2);
        this.pen.strokeRect(box.x + 2, box.y + 2, box.width - 4, box.height - 4);
      }
    }
  }

  /**
   * The cell of the game under the pointer.
   * @param {PointerEvent|MouseEvent} event
   */
  cellAt(event) {
    if (!this.shot) return null;
    const area = this.area(this.shot);
    const px = ((event.clientX - area.left) / area.width) * this.shot.width;
    const py = ((event.clientY - area.top) / area.height) * this.shot.height;
    return this.board.cell(this.shot, px, py);
  }
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
  const { scene, seat, seats } = film.data;
  const t = part > 1e-6 && how.smooth ? part : 1;
  const size = board.size(scene, how.room);
  return { scene, from, to, t, seat, seats, palette, ...size, view: { x: 0, y: 0, ...size }, scale: 1 };
}

/** @typedef {{x: number, y: number, to: [number, number]|null, colour: string|null, text: string}} Mark */

/**
 * A mark as bots write it: [x, y], [x, y, "text"] or {x, y, to: [x, y], color: "#rrggbb", text}.
 * @param {any} mark
 * @returns {Mark|null}
 */
function readMark(mark) {
  const object = Array.isArray(mark) ? { x: mark[0], y: mark[1], text: mark[2] } : mark;
  if (!object || !Number.isFinite(object.x) || !Number.isFinite(object.y)) return null;
  const to = Array.isArray(object.to) && object.to.slice(0, 2).every(Number.isFinite) ? object.to : null;
  const colour = /^#[0-9a-fA-F]{6}$/.test(object.color ?? "") ? object.color : null;
  return { x: object.x, y: object.y, to, colour, text: String(object.text ?? "").slice(0, 20) };
}
