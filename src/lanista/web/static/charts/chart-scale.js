// From turns and values to the pixels of a chart, and curves with no more points than there are pixels.

/** @typedef {{seat: number, columns: import("./curves.js").Columns}} Line a seat's curve */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Area in pixels */

const MIN_MS = 0.01; // the bottom of a logarithmic scale
const POINTS = 4; // of a curve in one column of pixels: first, lowest, highest, last

/** One chart's scale. */
export class Scale {
  /**
   * @param {readonly Line[]} lines
   * @param {number} last the last turn
   * @param {Area} area
   * @param {{log?: boolean, limit?: number|null, zero?: boolean}} how `zero` is to be seen
   */
  constructor(lines, last, area, how = {}) {
    this.log = how.log ?? false;
    this.limit = how.limit ?? null;
    this.last = Math.max(1, last);
    this.area = area;
    let [low, high] = rangeOf(lines);
    if (how.zero) [low, high] = [Math.min(0, low), Math.max(0, high)];
    if (low > high) [low, high] = [0, 1];
    if (this.log) [low, high] = [MIN_MS, Math.max(1, this.limit ?? 0, high)]; // real time may exceed the limit
    else if (low > 0 && low < high / 2) low = 0;
    this.low = low;
    this.high = low === high ? low + 1 : high;
  }

  /** @param {number} turn */
  x(turn) {
    const { left, right } = this.area;
    return left + (turn / this.last) * (right - left);
  }

  /** @param {number} value */
  y(value) {
    const { top, bottom } = this.area;
    const part = this.log
      ? Math.log(Math.max(value, MIN_MS) / this.low) / Math.log(this.high / this.low)
      : (value - this.low) / (this.high - this.low);
    return top + (bottom - top) * (1 - Math.max(0, Math.min(1, part)));
  }

  /** The turn at a pixel. @param {number} x */
  turnAt(x) {
    const { left, right } = this.area;
    const turn = Math.round(((x - left) / Math.max(1, right - left)) * this.last);
    return Math.max(0, Math.min(this.last, turn));
  }
}

/**
 * The lowest and highest value of some curves.
 * @param {readonly Line[]} lines
 * @returns {[number, number]}
 */
function rangeOf(lines) {
  let [low, high] = [Infinity, -Infinity];
  for (const { seat, columns } of lines) {
    low = Math.min(low, columns.low[seat] ?? Infinity);
    high = Math.max(high, columns.high[seat] ?? -Infinity);
  }
  return [low, high];
}

/**
 * A curve with at most four points per column of pixels, which are its first, lowest, highest and last one there: it
 * looks like the whole curve. The points are turn and value in turn; a value of NaN is a gap.
 * @param {Float64Array} values
 * @param {number} length how many of the values count
 * @param {number} last the chart's last turn
 * @param {number} pixels its width
 * @returns {number[]}
 */
export function reduced(values, length, last, pixels) {
  const stride = Math.ceil((last + 1) / Math.max(1, pixels)); // turns in a column
  /** @type {number[]} */
  const points = [];
  if (stride <= POINTS) {
    for (let turn = 0; turn < length; turn += 1) points.push(turn, /** @type {number} */ (values[turn]));
    return points;
  }
  for (let from = 0; from < length; from += stride) addColumn(points, values, from, Math.min(length, from + stride));
  return points;
}

/**
 * @param {number[]} points
 * @param {Float64Array} values
 * @param {number} from
 * @param {number} to
 */
function addColumn(points, values, from, to) {
  let [low, high] = [from, from];
  for (let turn = from; turn < to; turn += 1) {
    const value = /** @type {number} */ (values[turn]);
    // A comparison with NaN is false: a gap at the beginning gives way to the first value.
    if (!(value >= /** @type {number} */ (values[low])) && !Number.isNaN(value)) low = turn;
    if (!(value <= /** @type {number} */ (values[high])) && !Number.isNaN(value)) high = turn;
  }
  const [early, late] = [Math.min(low, high), Math.max(low, high)];
  points.push(from, /** @type {number} */ (values[from]));
  if (early > from) points.push(early, /** @type {number} */ (values[early]));
  if (late > early) points.push(late, /** @type {number} */ (values[late]));
  if (to - 1 > late) points.push(to - 1, /** @type {number} */ (values[to - 1]));
}

/**
 * Labels moved apart: the positions nearest to the wanted ones at which none covers another.
 * @param {readonly number[]} wanted
 * @param {number} height of a label
 * @param {number} top where the first may be
 * @param {number} bottom where the last may be
 * @returns {number[]} in the order of the wanted ones
 */
export function spreadLabels(wanted, height, top, bottom) {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const positions = [...wanted];
  let above = top - height;
  for (const i of order) positions[i] = above = Math.max(positions[i] ?? 0, above + height);
  let below = bottom + height;
  for (const i of order.reverse()) positions[i] = below = Math.min(positions[i] ?? 0, below - height);
  return positions;
}
