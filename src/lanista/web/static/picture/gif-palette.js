// The colours of an animation: one palette for all frames, of those colours that most pixels have.

export const COLOURS = 255; // one more is for pixels that stay as they are
const CELL_BITS = 6; // of each channel, for colours that are counted together
const CELLS = 1 << (3 * CELL_BITS);

/** The colours of all frames, and which one stands for a pixel. */
export class Palette {
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

/** How many pixels have which colour; colours that are all but the same are counted together. */
export class Census {
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
   * @param {Uint32Array|null} before
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

  /** The colours themselves if they are few, otherwise the best approximation. */
  palette() {
    return new Palette(this.colours.size <= COLOURS ? [...this.colours] : medianCut(this.cells()));
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
  const pixels = sorted.reduce((sum, cell) => sum + cell.count, 0);
  const mean = sorted.reduce((sum, cell) => sum + cell.count * value(cell), 0) / pixels;
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
