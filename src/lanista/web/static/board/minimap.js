// The whole board in a corner while the camera shows a part of it; a click or a drag moves the camera.

/** @typedef {import("./stage.js").Stage} Stage */

const SIDE = 168; // CSS pixels of its longer side, at most
const PART = 0.27; // of the stage's width, at most
const EVERY_MS = 300; // between two drawings of the board
const FRAME = 2;

/** Owns one small canvas. */
export class Minimap {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Stage} stage
   * @param {() => void} moved the camera was moved
   */
  constructor(canvas, stage, moved) {
    this.canvas = canvas;
    this.stage = stage;
    this.moved = moved;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.whole = document.createElement("canvas");
    this.drawnAt = -Infinity;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.point(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons) this.point(event);
    });
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const { camera } = this.stage;
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    camera.follow = null;
    camera.lookAt({ x: camera.field.x + x * camera.field.width, y: camera.field.y + y * camera.field.height });
    this.moved();
  }

  /** Show it, or hide it while the whole board is on the stage. */
  draw() {
    const { camera, shot } = this.stage;
    this.canvas.hidden = camera.fits || !shot;
    if (camera.fits || !shot) return;
    const now = performance.now();
    if (now - this.drawnAt > EVERY_MS) {
      this.drawnAt = now;
      this.drawBoard(shot);
    }
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    this.pen.drawImage(this.whole, 0, 0);
    this.drawFrame(shot.palette.ink);
  }

  /** @param {import("./canvas.js").Shot} shot */
  drawBoard(shot) {
    const { field } = this.stage.camera;
    const pixels = Math.min(globalThis.devicePixelRatio || 1, 2);
    const side = Math.min(SIDE, PART * this.stage.canvas.clientWidth);
    const scale = (side * pixels) / Math.max(field.width, field.height);
    for (const canvas of [this.canvas, this.whole]) {
      canvas.width = Math.max(1, Math.round(field.width * scale));
      canvas.height = Math.max(1, Math.round(field.height * scale));
    }
    this.canvas.style.width = `${this.canvas.width / pixels}px`;
    const pen = /** @type {CanvasRenderingContext2D} */ (this.whole.getContext("2d"));
    pen.setTransform(scale, 0, 0, scale, -field.x * scale, -field.y * scale);
    this.stage.board.draw(pen, { ...shot, view: field, scale });
  }

  /** Where the camera looks. @param {string} colour */
  drawFrame(colour) {
    const { field, view } = this.stage.camera;
    const scale = this.canvas.width / field.width;
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = FRAME * (globalThis.devicePixelRatio || 1);
    this.pen.strokeRect((view.x - field.x) * scale, (view.y - field.y) * scale, view.width * scale, view.height * scale);
  }
}
