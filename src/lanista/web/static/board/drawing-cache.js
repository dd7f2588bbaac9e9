// A cache of drawings that are painted once: grounds, buildings, tiles.

/** @typedef {import("./canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {import("./canvas.js").Box} Box */
/** @typedef {{canvas: HTMLCanvasElement, content: readonly (string|number)[]}} Drawing */
/** @typedef {Drawing & {ground: string, part: Box, scale: number}} Piece */
/** @typedef {Map<string, Map<string, Drawing>>} Looks drawings by name, for each look that was used lately */

const MAX_SIDE = 3072; // pixels of a cached drawing
const MAX_LOOKS = 3; // of one match: the board, its minimap, and the zoom before
const ZOOM_STEP = 1.25; // a drawing serves zooms up to this many times smaller
const PIECE = 512; // pixels of a side of a piece
const MAX_PIECES = 80; // of one match, unless more are in sight

/** @type {WeakMap<object, Looks>} */
const looks = new WeakMap();
/** @type {WeakMap<object, Map<string, Piece>>} pieces of grounds, those last that were shown last */
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
 * @param {readonly (string|number)[]} [content] what it shows, if that can change
 */
export function cachedDrawing(pen, shot, name, width, height, paint, content = []) {
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
  const canvas = cachedDrawing(pen, shot, name, 2 * reach, 2 * reach, (brush) => {
    brush.translate(reach, reach);
    paint(brush);
  });
  pen.drawImage(canvas, x - reach, y - reach, 2 * reach, 2 * reach);
}

/**
 * Draw a large ground from square pieces, each painted when it comes into sight and then cached. Neighbours overlap by a
 * pixel, so the ground must be opaque. In a hurry, pieces of another zoom stand in for those that are missing.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {string} name
 * @param {Box} area that the ground fills
 * @param {(pen: Pen, part: Box) => void} paint at least what lies in a part of the drawing
 * @param {(part: Box) => readonly (string|number)[]} [contentOf] what a part shows, if that can change
 */
export function drawPieces(pen, shot, name, area, paint, contentOf = () => []) {
  const scale = sharpness(pen, shot);
  const pieces = shown.get(shot.scene) ?? new Map();
  shown.set(shot.scene, pieces);
  const ground = `${name} ${shot.palette.dark} ${shot.seat}`;
  const parts = partsOf(area, shot.view, PIECE / scale);
  const wanted = parts.map((part) => ({ ground, part, scale, content: contentOf(part) }));
  const missing = wanted.filter((piece) => !cachedPiece(pieces, piece));
  const standIns = shot.hurry && missing.length ? drawOthers(pen, pieces.values(), ground, shot.view) : 0;
  if (shot.hurry && standIns) shot.hurry.missed = true; // the next frame has none, which would shine through at edges
  for (const piece of paintedInTime(missing, standIns ? shot.hurry : undefined, paint)) pieces.set(keyOf(piece), piece);
  for (const piece of wanted) {
    const known = cachedPiece(pieces, piece);
    if (known) drawPiece(pen, known);
  }
  const room = Math.max(MAX_PIECES, 2 * wanted.length);
  for (const old of pieces.keys()) if (pieces.size > room) pieces.delete(old);
}

/** @param {Omit<Piece, "canvas">} piece */
function keyOf({ ground, part, scale }) {
  return `${ground} ${part.x} ${part.y} ${scale}`;
}

/**
 * The cached piece with this content, or null; it becomes the latest one.
 * @param {Map<string, Piece>} pieces
 * @param {Omit<Piece, "canvas">} wanted
 */
function cachedPiece(pieces, wanted) {
  const key = keyOf(wanted);
  const piece = pieces.get(key);
  if (!piece || !isSame(piece.content, wanted.content)) return null;
  pieces.delete(key);
  pieces.set(key, piece);
  return piece;
}

/**
 * As many pieces as there is time for, and one in any case.
 * @param {Omit<Piece, "canvas">[]} missing
 * @param {Shot["hurry"]} hurry
 * @param {(pen: Pen, part: Box) => void} paint
 * @returns {Piece[]}
 */
function paintedInTime(missing, hurry, paint) {
  /** @type {Piece[]} */
  const made = [];
  for (const piece of missing) {
    if (hurry && made.length && performance.now() > hurry.until) {
      hurry.missed = true;
      break;
    }
    made.push({ ...piece, canvas: paintedPart(piece.part, piece.scale, paint) });
  }
  return made;
}

/** @param {Pen} pen @param {Piece} piece */
function drawPiece(pen, { canvas, part, scale }) {
  pen.drawImage(canvas, part.x, part.y, canvas.width / scale, canvas.height / scale);
}

/**
 * Draw pieces of other sizes, the sharpest last, until better ones are painted; returns how many there are.
 * @param {Pen} pen
 * @param {Iterable<Piece>} pieces
 * @param {string} ground
 * @param {Box} view
 */
function drawOthers(pen, pieces, ground, view) {
  const others = [...pieces].filter((piece) => piece.ground === ground && overlap(piece.part, view));
  for (const piece of others.sort((a, b) => a.scale - b.scale)) drawPiece(pen, piece);
  return others.length;
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
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
 * Pixels per unit of a cached drawing: those of the canvas, or under a camera a little more, so that it serves for some
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
 * @param {readonly (string|number)[]} a
 * @param {readonly (string|number)[]} b
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
