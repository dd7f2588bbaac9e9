// The moments of a match: its key events and turning points, in groups where they are too close to distinguish, and
// their icons.

/**
 * @typedef {import("../film/film.js").KeyEvent} Moment
 * @typedef {{x: number, moments: Moment[]}} Cluster
 * @typedef {import("../board/canvas.js").Palette} Palette
 * @typedef {{path: string, colour: string|null}} Icon drawn in a square of 16; without a colour it has the ink's
 */

/** The kinds, those that tell most about a match first; unknown ones come last. @type {Record<string, Icon>} */
const ICONS = {
  end: { path: "M5 3v10M5 3.5h6.5l-1.6 2.3 1.6 2.3H5", colour: null },
  death: { path: "M4.5 4.5l7 7M11.5 4.5l-7 7", colour: null },
  blunder: { path: "M5.8 6a2.2 2.2 0 1 1 3.4 1.9c-.8.5-1.2 1-1.2 1.9M8 12.4v.2", colour: "#c92a2a" },
  turning: { path: "M3.5 6l3 5 3-6 3 4.5", colour: "#364fc7" },
  fault: { path: "M8 3.5v5.5M8 11.6v.6", colour: "#c92a2a" },
  capture: { path: "M4.5 12.5v-9l7 3-7 3", colour: "#6741d9" },
  loss: { path: "M8 3.5v8.5M4.5 8.7 8 12.2l3.5-3.5", colour: "#a8470b" },
  attack: { path: "M9.2 2.8 5 8.8h5.6l-3.8 4.6", colour: "#a61e4d" },
  hit: { path: "M8 3v10M3.7 5.5l8.6 5M12.3 5.5l-8.6 5", colour: "#c2410c" },
  build: { path: "M3.8 8 8 4.2 12.2 8M5.2 8v4.4h5.6V8", colour: "#1864ab" },
  gain: { path: "M8 4v8M4 8h8", colour: "#216e39" },
};
/** @type {Icon} */
const OTHER = { path: "M8 7.9v.2", colour: "#5c5f66" };

const ORDER = Object.keys(ICONS);
const SQUARE = 16; // of an icon's path
const RADIUS = 8;
const SHRUNK = 0.85; // the path in its disc
const ON_COLOUR = "#ffffff";

/** How much a kind tells about a match: 0 is most. @param {string} kind */
function weight(kind) {
  const found = ORDER.indexOf(kind);
  return found < 0 ? ORDER.length : found;
}

/** The moment of a group that tells most. @param {readonly Moment[]} moments */
export function mainMoment(moments) {
  return moments.reduce((best, moment) => (weight(moment.kind) < weight(best.kind) ? moment : best));
}

/**
 * Moments in groups that are at least a gap apart.
 * @param {readonly Moment[]} moments by turn
 * @param {(turn: number) => number} x
 * @param {number} gap
 * @returns {Cluster[]}
 */
export function clustersOf(moments, x, gap) {
  /** @type {Cluster[]} */
  const clusters = [];
  for (const moment of moments) {
    let next = { x: x(moment.turn), moments: [moment] };
    for (let last = clusters.at(-1); last && next.x - last.x < gap; last = clusters.at(-1)) {
      next = merged(last, next);
      clusters.pop();
    }
    clusters.push(next);
  }
  return clusters;
}

/** @param {Cluster} a @param {Cluster} b @returns {Cluster} */
function merged(a, b) {
  const moments = [...a.moments, ...b.moments];
  return { x: (a.x * a.moments.length + b.x * b.moments.length) / moments.length, moments };
}

/**
 * The next moment after a turn.
 * @param {readonly Moment[]} moments
 * @param {number} turn
 */
export function momentAfter(moments, turn) {
  return moments.find((moment) => moment.turn > turn) ?? null;
}

/**
 * The last moment before a turn.
 * @param {readonly Moment[]} moments
 * @param {number} turn
 */
export function momentBefore(moments, turn) {
  return moments.filter((moment) => moment.turn < turn).at(-1) ?? null;
}

/**
 * An icon on a disc.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {Palette} palette
 */
export function paintIcon(pen, kind, x, y, palette) {
  const { path, colour } = ICONS[kind] ?? OTHER;
  pen.save();
  pen.translate(x, y);
  pen.beginPath();
  pen.arc(0, 0, RADIUS, 0, 2 * Math.PI);
  pen.fillStyle = colour ?? palette.ink;
  pen.fill();
  pen.scale(SHRUNK, SHRUNK);
  pen.translate(-SQUARE / 2, -SQUARE / 2);
  pen.strokeStyle = colour ? ON_COLOUR : palette.raised;
  pen.lineWidth = 2;
  pen.lineCap = pen.lineJoin = "round";
  pen.stroke(new Path2D(path));
  pen.restore();
}
