// What happens within a turn, as games draw it: when an effect runs, and rings, lights and words that stand out.

import { disc, faded } from "./canvas.js";

/** @typedef {CanvasRenderingContext2D} Pen */

/** @type {[number, number][]} the circles of a light: parts of its radius, and how strong they are */
const HALOS = [[1, 0.22], [0.7, 0.3], [0.42, 0.6]];

/**
 * How far an effect has come, from 0 before its start to 1 after its end.
 * @param {number} t
 * @param {number} start
 * @param {number} end
 */
export function span(t, start, end) {
  return Math.max(0, Math.min(1, (t - start) / (end - start)));
}

/**
 * How far an effect has come; null before and after it.
 * @param {number} t
 * @param {number} start
 * @param {number} length
 */
export function during(t, start, length) {
  const part = (t - start) / length;
  return part >= 0 && part <= 1 ? part : null;
}

/**
 * Up to 1 at once, and down to 0 until the end.
 * @param {number} t
 * @param {number} start
 * @param {number} end
 */
export function flash(t, start, end) {
  return t <= start || t >= end ? 0 : 1 - span(t, start, end);
}

/**
 * An angle between two, the short way round.
 * @param {number} from
 * @param {number} to
 * @param {number} t
 */
export function turned(from, to, t) {
  return from + Math.atan2(Math.sin(to - from), Math.cos(to - from)) * t;
}

/**
 * A circle, or an arc of it.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 * @param {number} width
 * @param {number} [from] angle
 * @param {number} [to]
 */
export function ring(pen, x, y, radius, colour, width, from = 0, to = 2 * Math.PI) {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, radius), from, to);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.lineCap = "round";
  pen.stroke();
}

/**
 * The points of a star, for `shape` and `stroke`.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} points
 * @param {number} inner size of the notches, as a part of `size`
 */
export function star(x, y, size, points, inner) {
  const found = [];
  for (let i = 0; i < 2 * points; i += 1) {
    const far = i % 2 ? inner * size : size;
    found.push(x + far * Math.cos((i * Math.PI) / points), y + far * Math.sin((i * Math.PI) / points));
  }
  return found;
}

/**
 * A soft light.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour #rrggbb
 * @param {number} strength
 */
export function glow(pen, x, y, radius, colour, strength) {
  if (strength <= 0.02) return;
  for (const [part, alpha] of HALOS) disc(pen, x, y, radius * part, faded(colour, alpha * strength));
}

/**
 * Words with an outline, readable on every ground: numbers that rise from what they are about.
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {{outline: string, strength?: number, align?: CanvasTextAlign, width?: number}} how `width` of the outline,
 *   as a part of the size
 */
export function outlined(pen, text, x, y, size, colour, how) {
  pen.save();
  pen.globalAlpha *= Math.max(0, Math.min(1, how.strength ?? 1));
  pen.font = `800 ${size}px system-ui, sans-serif`;
  pen.textAlign = how.align ?? "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = size * (how.width ?? 0.22);
  pen.strokeStyle = how.outline;
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
  pen.restore();
}
