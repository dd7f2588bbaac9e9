// What is on the cells of a frame, and what became different between two frames.

/** @typedef {import("./view.js").Frame} Frame */
/** @typedef {import("./view.js").Item} Item */
/** @typedef {import("./view.js").Part} Part */

const OWNERS = 15; // bits of a sign: who owns the cell, ...
const TRAIL = 16; // ... or whose trail hides that, ...
const WEED = 32; // ... and whether a weed grows there
export const UNSEEN = -1;

/**
 * The sign of a cell; undefined outside of what a frame shows.
 * @param {Part} part
 * @param {number} x
 * @param {number} y
 */
export function signAt({ left, top, width, land }, x, y) {
  return x < left || x >= left + width || y < top ? undefined : land[(y - top) * width + x - left];
}

/** @param {Part} part */
export function heightOf({ width, land }) {
  return land.length / width;
}

/** The lowest seat in a sum of bits, -1 if there is none. @param {number} bits */
function lowest(bits) {
  return bits ? 31 - Math.clz32(bits & -bits) : -1;
}

/** The seat whose land is seen, -1 if it is nobody's or hidden. @param {number} sign */
export function ownerOf(sign) {
  return sign === UNSEEN || sign & TRAIL ? -1 : lowest(sign & OWNERS);
}

/** The seat whose trail hides the ground, -1 if none does. @param {number} sign */
export function trailOf(sign) {
  return sign !== UNSEEN && sign & TRAIL ? lowest(sign & OWNERS) : -1;
}

/** Whether a weed grows on a cell. @param {number} sign */
export function isWeed(sign) {
  return sign !== UNSEEN && (sign & WEED) > 0;
}

/** A sign without the trail in it. @param {number} sign */
export function withoutTrail(sign) {
  return sign & TRAIL ? sign & WEED : sign;
}

/**
 * The cells of all weeds.
 * @param {Part} part
 * @param {number} cols
 */
export function weedCells({ left, top, width, land }, cols) {
  /** @type {number[]} */
  const cells = [];
  land.forEach((/** @type {number} */ sign, /** @type {number} */ i) => {
    if (isWeed(sign)) cells.push((top + Math.floor(i / width)) * cols + left + (i % width));
  });
  return cells;
}

/**
 * @param {Frame} frame
 * @param {number} cols
 * @returns {Item[]}
 */
export function itemsOf({ power_ups, supers }, cols) {
  return [power_ups, supers].flatMap(({ cells, kinds }) => {
    return Array.from(cells, (cell, i) => ({ x: cell % cols, y: Math.floor(cell / cols), kind: kinds[i] ?? 0 }));
  });
}

/**
 * Visit the cells that both of two frames show.
 * @param {Part} from
 * @param {Part} to
 * @param {(x: number, y: number, was: number, now: number) => void} visit
 */
function visitBoth(from, to, visit) {
  const right = Math.min(from.left + from.width, to.left + to.width);
  const bottom = Math.min(from.top + heightOf(from), to.top + heightOf(to));
  for (let y = Math.max(from.top, to.top); y < bottom; y += 1) {
    for (let x = Math.max(from.left, to.left); x < right; x += 1) {
      const was = signAt(from, x, y) ?? 0;
      const now = signAt(to, x, y) ?? 0;
      if (was !== now) visit(x, y, was, now);
    }
  }
}

/**
 * Land that changes hands: by seat the cells that it gets, and those that it loses to nobody.
 * @param {Part} from
 * @param {Part} to
 * @param {number} cols
 */
export function landChanges(from, to, cols) {
  /** @type {{gained: Map<number, number[]>, lost: Map<number, number[]>}} */
  const changes = { gained: new Map(), lost: new Map() };
  visitBoth(from, to, (x, y, was, now) => {
    const [loser, winner] = [ownerOf(was), ownerOf(now)];
    if (winner === loser || (winner < 0 && trailOf(now) >= 0)) return;
    const [cells, seat] = winner >= 0 ? [changes.gained, winner] : [changes.lost, loser];
    const known = cells.get(seat);
    if (known) known.push(y * cols + x);
    else cells.set(seat, [y * cols + x]);
  });
  return changes;
}

/**
 * The cells on which weeds have grown, and those from which they are gone.
 * @param {Part} from
 * @param {Part} to
 * @param {number} cols
 */
export function weedChanges(from, to, cols) {
  /** @type {{grown: number[], cleared: number[]}} */
  const changes = { grown: [], cleared: [] };
  visitBoth(from, to, (x, y, was, now) => {
    if (isWeed(was) !== isWeed(now)) changes[isWeed(now) ? "grown" : "cleared"].push(y * cols + x);
  });
  return changes;
}

/** Tells items apart. @param {Item} item */
export function nameOf({ x, y, kind }) {
  return `${x} ${y} ${kind}`;
}

/**
 * The items that are gone, and those that are new, on cells that both of two frames show.
 * @param {Frame} from
 * @param {Frame} to
 * @param {number} cols
 */
export function itemChanges(from, to, cols) {
  const [old, now] = [itemsOf(from, cols), itemsOf(to, cols)];
  const only = (/** @type {Item[]} */ items, /** @type {Item[]} */ others, /** @type {Part} */ seen) => {
    const names = new Set(others.map(nameOf));
    return items.filter((item) => !names.has(nameOf(item)) && signAt(seen, item.x, item.y) !== undefined);
  };
  return { picked: only(old, now, to), appeared: only(now, old, from) };
}
