// Drawings that are painted once and kept: grounds, buildings, tiles.

/** @typedef {import("./canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {import("./canvas.js").Box} Box */
/** @typedef {{canvas: HTMLCanvasElement, content: readonly string[]}} Drawing */
/** @typedef {Map<string, Map<string, Drawing>>} Looks drawings by name, for each look that was used lately */

const MAX_SIDE = 3072; // pixels of a kept drawing
const MAX_LOOKS = 3; // of one match: the board, its minimap, and the zoom before
const ZOOM_STEP = 1.25; // a drawing serves zooms up to this many times smaller
const PIECE = 512; // pixels of a side of a piece
const MAX_PIECES = 80; // of one match

/** @type {WeakMap<object, Looks>} */
const looks = new WeakMap();
/** @type {WeakMap<object, Map<string, Drawing>>} pieces of grounds, those last that were shown last */
const shown = new WeakMap();

/**
 * A canvas with a drawing, as sharp as the pen's canvas. It is painted again when the zoom, the palette, the seat or
 * its content changes; only the last one of each name is kept.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {string} name
 * @param {number} width in the units of the shot
 * @param {number} height
 * @param {(pen: Pen) => void} paint
 * @param {readonly string[]} [content] what it shows, if that can change
 */
export function kept(pen, shot, name, width, height, paint, content = []) {
  const scale = sharpness(pen, shot);
  const drawings = drawingsOf(shot, `${scale} ${shot.palette.dark} ${shot.seat}`);
  let drawing = drawings.get(name);
  if (!drawing || !isSame(drawing.content, content)) {
    drawing = { canvas: painted(width, height, Math.min(scale, MAX_SIDE / Math.max(width, height)), paint), content };
    drawings.set(name, drawing);
  }
  return drawing.canvas;
}

/**
 * Draw a small thing that is on the board many times: it is painted once for each name, around 0, 0, and then stamped.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {string} name
 * @param {number} x its middle
 * @param {number} y
 * @param {number} reach from its middle to its sides
 * @param {(pen: Pen) => void} paint
 */
export function stamp(pen, shot, name, x, y, reach, paint) {
  const canvas = kept(pen, shot, name, 2 * reach, 2 * reach, (brush) => {
    brush.translate(reach, reach);
    paint(brush);
  });
  pen.drawImage(canvas, x - reach, y - reach, 2 * reach, 2 * reach);
}

/**
 * Draw a large ground from square pieces, each painted when it comes into sight and then kept. Neighbours overlap by a
 * pixel, so the ground must be opaque.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {string} name
 * @param {Box} area that the ground fills
 * @param {(pen: Pen, part: Box) => void} paint at least what lies in a part of the drawing
 * @param {(part: Box) => readonly string[]} [contentOf] what a part shows, if that can change
 */
export function drawPieces(pen, shot, name, area, paint, contentOf = () => []) {
  const scale = sharpness(pen, shot);
  const pieces = shown.get(shot.scene) ?? new Map();
  shown.set(shot.scene, pieces);
  for (const part of partsOf(area, shot.view, PIECE / scale)) {
    const key = `${name} ${part.x} ${part.y} ${scale} ${shot.palette.dark} ${shot.seat}`;
    const content = contentOf(part);
    let piece = pieces.get(key);
    if (!piece || !isSame(piece.content, content)) piece = { canvas: paintedPart(part, scale, paint), content };
    pieces.delete(key);
    pieces.set(key, piece);
    pen.drawImage(piece.canvas, part.x, part.y, piece.canvas.width / scale, piece.canvas.height / scale);
  }
  for (const old of pieces.keys()) if (pieces.size > MAX_PIECES) pieces.delete(old);
}

/**
 * The squares of an area that are in sight.
 * @param {Box} area
 * @param {Box} view
 * @param {number} side
 * @returns {Box[]}
 */
function partsOf(area, view, side) {
  const parts = [];
  const first = (/** @type {number} */ from, /** @type {number} */ start) => {
    return Math.max(0, Math.floor((from - start) / side));
  };
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  for (let y = area.y + side * first(view.y, area.y); y < Math.min(bottom, view.y + view.height); y += side) {
    for (let x = area.x + side * first(view.x, area.x); x < Math.min(right, view.x + view.width); x += side) {
      parts.push({ x, y, width: Math.min(side, right - x), height: Math.min(side, bottom - y) });
    }
  }
  return parts;
}

/**
 * A piece and one more pixel to the right and below.
 * @param {Box} part
 * @param {number} scale
 * @param {(pen: Pen, part: Box) => void} paint
 */
function paintedPart(part, scale, paint) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(part.width * scale) + 1;
  canvas.height = Math.ceil(part.height * scale) + 1;
  const pen = /** @type {Pen} */ (canvas.getContext("2d"));
  pen.scale(scale, scale);
  pen.translate(-part.x, -part.y);
  paint(pen, { ...part, width: canvas.width / scale, height: canvas.height / scale });
  return canvas;
}

/**
 * Pixels per unit of a kept drawing: those of the canvas, or under a camera a little more, so that it serves for some
 * zooms.
 * @param {Pen} pen
 * @param {Shot} shot
 */
function sharpness(pen, shot) {
  const plain = pen.canvas.width / shot.width;
  const scale = shot.scale || plain;
  return Math.abs(scale - plain) < 1e-6 ? plain : ZOOM_STEP ** Math.ceil(Math.log(scale) / Math.log(ZOOM_STEP));
}

/**
 * The drawings of a look, which becomes the latest one.
 * @param {Shot} shot
 * @param {string} look
 */
function drawingsOf(shot, look) {
  let known = looks.get(shot.scene);
  if (!known) looks.set(shot.scene, (known = new Map()));
  const drawings = known.get(look) ?? new Map();
  known.delete(look);
  known.set(look, drawings);
  for (const old of known.keys()) if (known.size > MAX_LOOKS) known.delete(old);
  return drawings;
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
