// Animations as GIF files: one palette for all frames, only what changed in each, packed by LZW.

/** @typedef {{width: number, height: number, data: Uint8ClampedArray|Uint8Array}} Picture */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const COLOURS = 255; // one more is for pixels that stay as they are
const CELL_BITS = 6; // of each channel, for colours that are counted together
const CELLS = 1 << (3 * CELL_BITS);
const LOWEST_DELAY = 20; // milliseconds; browsers slow down what is quicker

/**
 * An animation that repeats for ever.
 * @param {Picture[]} frames all of one size
 * @param {number} delayMs how long each is shown
 * @returns {Uint8Array}
 */
export function encodeGif(frames, delayMs) {
  const first = frames[0];
  if (!first) throw new Error("an animation needs at least one frame");
  const { width, height } = first;
  const odd = frames.find((frame) => frame.width !== width || frame.height !== height);
  if (odd) throw new Error(`all frames must be ${width} x ${height}, got one of ${odd.width} x ${odd.height}`);
  const pictures = frames.map((frame) => packed(frame.data));
  const palette = paletteOf(pictures);
  const out = new Bytes();
  writeStart(out, width, height, palette.colours);
  const delay = Math.round(Math.max(LOWEST_DELAY, delayMs) / 10);
  const packer = new Packer();
  /** @type {Uint32Array|null} */
  let before = null;
  for (const picture of pictures) {
    const box = before ? changedBox(before, picture, width, height) : { x: 0, y: 0, width, height };
    writeFrame(out, picture, before, box, width, delay, palette, packer);
    before = picture;
  }
  out.byte(0x3b);
  return out.done();
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

// Colours

/** The colours of all frames, and which one stands for a pixel. */
class Palette {
  /** @param {number[]} colours */
  constructor(colours) {
    this.colours = colours;
    /** @type {Map<number, number>} */
    this.exact = new Map(colours.map((colour, i) => [colour, i]));
    this.near = new Int16Array(CELLS).fill(-1);
  }

  /** @param {number} pixel */
  indexOf(pixel) {
    const exact = this.exact.get(pixel);
    if (exact !== undefined) return exact;
    const cell = cellOf(pixel);
    const known = /** @type {number} */ (this.near[cell]);
    return known >= 0 ? known : (this.near[cell] = this.nearest(pixel));
  }

  /** @param {number} pixel */
  nearest(pixel) {
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < this.colours.length; i += 1) {
      const distance = distanceOf(pixel, /** @type {number} */ (this.colours[i]));
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    return best;
  }
}

/** @param {number} pixel */
function cellOf(pixel) {
  const drop = 8 - CELL_BITS;
  const r = (pixel & 255) >> drop;
  const g = ((pixel >> 8) & 255) >> drop;
  const b = ((pixel >> 16) & 255) >> drop;
  return (r << (2 * CELL_BITS)) | (g << CELL_BITS) | b;
}

/**
 * How different two colours look: the eye distinguishes greens best, blues worst.
 * @param {number} one
 * @param {number} other
 */
function distanceOf(one, other) {
  const r = (one & 255) - (other & 255);
  const g = ((one >> 8) & 255) - ((other >> 8) & 255);
  const b = ((one >> 16) & 255) - ((other >> 16) & 255);
  return 3 * r * r + 6 * g * g + b * b;
}

/**
 * The colours themselves if they are few, else the best that stand for them.
 * @param {Uint32Array[]} pictures
 */
function paletteOf(pictures) {
  const census = new Census();
  pictures.forEach((picture, i) => census.count(picture, pictures[i - 1]));
  if (census.colours.size <= COLOURS) return new Palette([...census.colours]);
  return new Palette(medianCut(census.cells()));
}

/** How many pixels have which colour; colours that are all but the same are counted together. */
class Census {
  constructor() {
    /** All colours, as long as they are few. @type {Set<number>} */
    this.colours = new Set();
    this.pixels = new Uint32Array(CELLS);
    this.leader = new Uint32Array(CELLS); // the colour that most pixels of a cell have, if one has the majority
    this.votes = new Int32Array(CELLS);
  }

  /**
   * Count the pixels that are new.
   * @param {Uint32Array} picture
   * @param {Uint32Array|undefined} before
   */
  count(picture, before) {
    let [colour, cell] = [-1, 0];
    for (let i = 0; i < picture.length; i += 1) {
      const pixel = /** @type {number} */ (picture[i]);
      if (before && before[i] === pixel) continue;
      if (pixel !== colour) {
        colour = pixel;
        cell = cellOf(pixel);
        if (this.colours.size <= COLOURS) this.colours.add(pixel);
      }
      this.pixels[cell] = (this.pixels[cell] ?? 0) + 1;
      const votes = this.votes[cell] ?? 0;
      if (votes === 0) this.leader[cell] = pixel;
      this.votes[cell] = this.leader[cell] === pixel ? votes + 1 : votes - 1;
    }
  }

  cells() {
    /** @type {{colour: number, count: number}[]} */
    const found = [];
    this.pixels.forEach((count, cell) => {
      if (count) found.push({ colour: /** @type {number} */ (this.leader[cell]), count });
    });
    return found;
  }
}

/**
 * Cut the box of colours that errs most where its weight is halved, until there are enough boxes.
 * @param {{colour: number, count: number}[]} cells
 * @returns {number[]}
 */
function medianCut(cells) {
  const boxes = [boxOf(cells)];
  while (boxes.length < COLOURS) {
    let worst = boxes[0];
    for (const box of boxes) if (worst && box.error > worst.error) worst = box;
    if (!worst || worst.error <= 0) break;
    const [low, high] = halves(worst);
    boxes.splice(boxes.indexOf(worst), 1, boxOf(low), boxOf(high));
  }
  return boxes.map((box) => commonest(box.cells));
}

/** @param {{colour: number, count: number}[]} cells */
function boxOf(cells) {
  let best = { shift: 0, error: 0 };
  for (const [shift, weight] of /** @type {[number, number][]} */ ([[0, 3], [8, 6], [16, 1]])) {
    let total = 0;
    let sum = 0;
    let squares = 0;
    for (const { colour, count } of cells) {
      const value = (colour >> shift) & 255;
      total += count;
      sum += count * value;
      squares += count * value * value;
    }
    const error = weight * (squares - (sum * sum) / total);
    if (error > best.error + 1e-6) best = { shift, error };
  }
  return { cells, ...best };
}

/** @param {{cells: {colour: number, count: number}[], shift: number}} box */
function halves(box) {
  const value = (/** @type {{colour: number}} */ cell) => (cell.colour >> box.shift) & 255;
  const sorted = [...box.cells].sort((a, b) => value(a) - value(b));
  const mean = sorted.reduce((sum, cell) => sum + cell.count * value(cell), 0) / sorted.reduce((sum, cell) => sum + cell.count, 0);
  let cut = sorted.findIndex((cell) => value(cell) > mean);
  cut = Math.min(sorted.length - 1, Math.max(1, cut));
  return /** @type {const} */ ([sorted.slice(0, cut), sorted.slice(cut)]);
}

/**
 * The mean of a box, or the one colour that makes up most of it: flat areas keep their exact colour.
 * @param {{colour: number, count: number}[]} cells
 */
function commonest(cells) {
  let total = 0;
  let [r, g, b] = [0, 0, 0];
  let top = { colour: 0, count: -1 };
  for (const cell of cells) {
    total += cell.count;
    r += cell.count * (cell.colour & 255);
    g += cell.count * ((cell.colour >> 8) & 255);
    b += cell.count * ((cell.colour >> 16) & 255);
    if (cell.count > top.count) top = cell;
  }
  if (2 * top.count > total) return top.colour;
  return Math.round(r / total) | (Math.round(g / total) << 8) | (Math.round(b / total) << 16);
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
 * @param {Palette} palette
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
 * @param {Palette} palette
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
