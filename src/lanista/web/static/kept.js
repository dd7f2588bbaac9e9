// Drawings that are painted once and kept: grounds, buildings, tiles.

/** @typedef {import("./canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{canvas: HTMLCanvasElement, content: readonly string[]}} Drawing */

/** @type {WeakMap<object, {look: string, drawings: Map<string, Drawing>}>} */
const drawings = new WeakMap();

/**
 * A canvas with a drawing, as sharp as the pen's canvas. It is painted again when the size, the palette, the seat or its
 * content changes; only the last one of each name is kept.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {string} name
 * @param {number} width in the units of the shot
 * @param {number} height
 * @param {(pen: Pen) => void} paint
 * @param {readonly string[]} [content] what it shows, if that can change
 */
export function kept(pen, shot, name, width, height, paint, content = []) {
  const scale = pen.canvas.width / shot.width;
  const look = `${scale} ${shot.palette.dark} ${shot.seat}`;
  let known = drawings.get(shot.scene);
  if (known?.look !== look) drawings.set(shot.scene, (known = { look, drawings: new Map() }));
  let drawing = known.drawings.get(name);
  if (!drawing || !isSame(drawing.content, content)) {
    drawing = { canvas: painted(width, height, scale, paint), content };
    known.drawings.set(name, drawing);
  }
  return drawing.canvas;
}

/**
 * @param {readonly string[]} a
 * @param {readonly string[]} b
 */
function isSame(a, b) {
  return a === b || (a.length === b.length && a.every((line, i) => line === b[i]));
}

/**
 * A new canvas with a drawing.
 * @param {number} width in the units that `paint` draws in
 * @param {number} height
 * @param {number} scale pixels per unit
 * @param {(pen: Pen) => void} paint
 */
export function painted(width, height, scale, paint) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.ceil(width * scale));
  canvas.height = Math.max(1, Math.ceil(height * scale));
  const pen = /** @type {Pen} */ (canvas.getContext("2d"));
  pen.scale(canvas.width / width, canvas.height / height); // it fills its canvas
  paint(pen);
  return canvas;
}

/** @type {Map<string, HTMLCanvasElement>} */
const tiles = new Map();

/**
 * A square that patterns are filled with, the same at every size; there should be few names.
 * @param {string} name
 * @param {number} size in pixels
 * @param {(pen: Pen) => void} paint
 */
export function tile(name, size, paint) {
  let canvas = tiles.get(name);
  if (!canvas) tiles.set(name, (canvas = painted(size, size, 1, paint)));
  return canvas;
}
