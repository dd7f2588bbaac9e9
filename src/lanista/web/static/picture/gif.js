// Animations as GIF files: one palette for all frames, only what changed in each, packed by LZW.

import { Census, COLOURS } from "./gif-palette.js";

/** @typedef {{width: number, height: number, data: Uint8ClampedArray|Uint8Array}} Picture */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const LOWEST_DELAY = 20; // milliseconds; browsers slow down what is quicker

/** Collects frames of one size, and makes an animation of them that repeats for ever. */
export class GifEncoder {
  constructor() {
    /** @type {Uint32Array[]} */
    this.pictures = [];
    this.census = new Census();
    this.width = 0;
    this.height = 0;
  }

  /** @param {Picture} frame */
  add({ width, height, data }) {
    if (!this.pictures.length) [this.width, this.height] = [width, height];
    if (width !== this.width || height !== this.height) {
      throw new Error(`all frames must be ${this.width} x ${this.height}, got one of ${width} x ${height}`);
    }
    const picture = packed(data);
    this.census.count(picture, this.pictures.at(-1) ?? null);
    this.pictures.push(picture);
  }

  /**
   * Write the file; yields which part of it is done, and returns its bytes.
   * @param {number} delayMs how long each frame is shown
   * @returns {Generator<number, Uint8Array, void>}
   */
  *finish(delayMs) {
    const { width, height, pictures } = this;
    if (!pictures.length) throw new Error("an animation needs at least one frame");
    const palette = this.census.palette();
    const out = new Bytes();
    writeStart(out, width, height, palette.colours);
    const delay = Math.round(Math.max(LOWEST_DELAY, delayMs) / 10);
    const packer = new Packer();
    /** @type {Uint32Array|null} */
    let before = null;
    for (const [i, picture] of pictures.entries()) {
      const box = before ? changedBox(before, picture, width, height) : { x: 0, y: 0, width, height };
      writeFrame(out, picture, before, box, width, delay, palette, packer);
      before = picture;
      yield (i + 1) / pictures.length;
    }
    out.byte(0x3b);
    return out.done();
  }
}

/**
 * Pixels as numbers 0xBBGGRR; see-through ones are shown on white.
 * @param {Uint8ClampedArray|Uint8Array} data
 */
function packed(data) {
  const pixels = new Uint32Array(data.length >> 2);
  for (let i = 0, at = 0; i < pixels.length; i += 1, at += 4) {
    let r = data[at] ?? 0;
    let g = data[at + 1] ?? 0;
    let b = data[at + 2] ?? 0;
    const a = data[at + 3] ?? 255;
    if (a !== 255) {
      r = (r * a + 255 * (255 - a)) / 255 | 0;
      g = (g * a + 255 * (255 - a)) / 255 | 0;
      b = (b * a + 255 * (255 - a)) / 255 | 0;
    }
    pixels[i] = r | (g << 8) | (b << 16);
  }
  return pixels;
}

// The file

/** Bytes that grow. */
class Bytes {
  constructor() {
    this.buffer = new Uint8Array(1 << 16);
    this.length = 0;
  }

  /** @param {number} value */
  byte(value) {
    if (this.length === this.buffer.length) {
      const larger = new Uint8Array(2 * this.buffer.length);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.buffer[this.length++] = value;
  }

  /** @param {number} value */
  short(value) {
    this.byte(value & 255);
    this.byte((value >> 8) & 255);
  }

  /** @param {string} text */
  text(text) {
    for (const letter of text) this.byte(letter.charCodeAt(0));
  }

  done() {
    return this.buffer.slice(0, this.length);
  }
}

/**
 * @param {Bytes} out
 * @param {number} width
 * @param {number} height
 * @param {number[]} colours
 */
function writeStart(out, width, height, colours) {
  out.text("GIF89a");
  out.short(width);
  out.short(height);
  out.byte(0xf7); // a palette of 256 colours
  out.byte(0);
  out.byte(0);
  for (let i = 0; i < 256; i += 1) {
    const colour = colours[i] ?? 0;
    out.byte(colour & 255);
    out.byte((colour >> 8) & 255);
    out.byte((colour >> 16) & 255);
  }
  out.byte(0x21);
  out.byte(0xff);
  out.byte(11);
  out.text("NETSCAPE2.0");
  out.byte(3);
  out.byte(1);
  out.short(0); // for ever
  out.byte(0);
}

/**
 * The smallest box that holds every changed pixel; one pixel if none changed.
 * @param {Uint32Array} before
 * @param {Uint32Array} now
 * @param {number} width
 * @param {number} height
 * @returns {Box}
 */
function changedBox(before, now, width, height) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let from = 0;
    while (from < width && before[row + from] === now[row + from]) from += 1;
    if (from === width) continue;
    let to = width - 1;
    while (before[row + to] === now[row + to]) to -= 1;
    left = Math.min(left, from);
    right = Math.max(right, to);
    top = Math.min(top, y);
    bottom = y;
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * @param {Bytes} out
 * @param {Uint32Array} picture
 * @param {Uint32Array|null} before
 * @param {Box} box
 * @param {number} width of the whole picture
 * @param {number} delay hundredths of a second
 * @param {import("./gif-palette.js").Palette} palette
 * @param {Packer} packer
 */
function writeFrame(out, picture, before, box, width, delay, palette, packer) {
  out.byte(0x21);
  out.byte(0xf9);
  out.byte(4);
  out.byte(0x05); // leave what was drawn; one colour is see-through
  out.short(delay);
  out.byte(COLOURS);
  out.byte(0);
  out.byte(0x2c);
  out.short(box.x);
  out.short(box.y);
  out.short(box.width);
  out.short(box.height);
  out.byte(0);
  packer.pack(out, indices(picture, before, box, width, palette));
}

/**
 * @param {Uint32Array} picture
 * @param {Uint32Array|null} before
 * @param {Box} box
 * @param {number} width
 * @param {import("./gif-palette.js").Palette} palette
 */
function indices(picture, before, box, width, palette) {
  const found = new Uint8Array(box.width * box.height);
  let [colour, index] = [-1, 0];
  for (let y = 0, i = 0; y < box.height; y += 1) {
    const row = (box.y + y) * width + box.x;
    for (let at = row; at < row + box.width; at += 1, i += 1) {
      const pixel = /** @type {number} */ (picture[at]);
      if (before && before[at] === pixel) {
        found[i] = COLOURS;
        continue;
      }
      if (pixel !== colour) {
        colour = pixel;
        index = palette.indexOf(pixel);
      }
      found[i] = index;
    }
  }
  return found;
}

const CLEAR = 256;
const END = 257;
const CODES = 4096;

/** LZW as GIF wants it: codes of growing width, in blocks of at most 255 bytes. */
class Packer {
  constructor() {
    this.next = new Uint16Array(CODES * 256); // code and colour -> longer code, 0 if there is none
    this.block = new Uint8Array(255);
    this.filled = 0;
    this.bits = 0;
    this.held = 0;
  }

  /**
   * @param {Bytes} out
   * @param {Uint8Array} colours
   */
  pack(out, colours) {
    out.byte(8);
    this.filled = this.bits = this.held = 0;
    this.next.fill(0);
    let size = 9;
    let free = END + 1;
    this.write(out, CLEAR, size);
    let code = colours[0] ?? 0;
    for (let i = 1; i < colours.length; i += 1) {
      const colour = /** @type {number} */ (colours[i]);
      const at = (code << 8) | colour;
      const longer = /** @type {number} */ (this.next[at]);
      if (longer) {
        code = longer;
        continue;
      }
      this.write(out, code, size);
      code = colour;
      if (free < CODES) {
        if (free === 1 << size) size += 1;
        this.next[at] = free++;
      } else {
        this.write(out, CLEAR, size);
        this.next.fill(0);
        size = 9;
        free = END + 1;
      }
    }
    this.write(out, code, size);
    // A reader has learnt one more code by now: the end may need another bit.
    this.write(out, END, free === 1 << size && size < 12 ? size + 1 : size);
    if (this.held) this.put(out, this.bits & 255);
    this.flush(out);
    out.byte(0);
  }

  /**
   * @param {Bytes} out
   * @param {number} code
   * @param {number} size
   */
  write(out, code, size) {
    this.bits |= code << this.held;
    this.held += size;
    while (this.held >= 8) {
      this.put(out, this.bits & 255);
      this.bits >>>= 8;
      this.held -= 8;
    }
  }

  /**
   * @param {Bytes} out
   * @param {number} byte
   */
  put(out, byte) {
    this.block[this.filled++] = byte;
    if (this.filled === 255) this.flush(out);
  }

  /** @param {Bytes} out */
  flush(out) {
    if (!this.filled) return;
    out.byte(this.filled);
    for (let i = 0; i < this.filled; i += 1) out.byte(/** @type {number} */ (this.block[i]));
    this.filled = 0;
  }
}
