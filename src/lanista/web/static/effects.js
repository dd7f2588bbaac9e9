// What happens within a turn, as games draw it: when an effect runs, and flashes, bursts, bars and rising numbers.

import { disc, ease, faded, grain, slab } from "./canvas.js";

/** @typedef {CanvasRenderingContext2D} Pen */

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
  for (const [part, alpha] of /** @type {[number, number][]} */ ([[1, 0.22], [0.7, 0.3], [0.42, 0.6]])) disc(pen, x, y, radius * part, faded(colour, alpha * strength));
}

/**
 * An explosion: smoke, a flash and flying sparks.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size 1 is about 50 units wide
 * @param {number} part of its time, 0 to 1
 */
export function burst(pen, x, y, size, part) {
  for (let i = 0; i < 5; i += 1) {
    const angle = 2 * Math.PI * grain(i, x + y);
    const away = 30 * size * ease(part);
    disc(pen, x + away * Math.cos(angle), y + away * Math.sin(angle) - 12 * size * part, (10 + 12 * part) * size, faded("#57534e", 0.45 * (1 - part)));
  }
  glow(pen, x, y, 46 * size * (0.4 + 0.6 * part), "#ff9a3d", 1.5 * (1 - part));
  glow(pen, x, y, 24 * size, "#fff3c4", 1.6 * Math.max(0, 1 - 2.2 * part));
  for (let i = 0; i < 9; i += 1) {
    const angle = 2 * Math.PI * grain(x + i, y);
    const away = (14 + 44 * grain(i, 7)) * size * Math.sqrt(part);
    disc(pen, x + away * Math.cos(angle), y + away * Math.sin(angle), 3.4 * size * (1 - part), i % 2 ? "#ffd75e" : "#ff7a3d");
  }
}

/**
 * Words with an outline, readable on every ground: numbers that rise from what they are about.
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {{outline: string, strength?: number, align?: CanvasTextAlign, width?: number}} how `width` of the outline, as a part of the size
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

/**
 * The colour of what is left of a health: green, yellow, red.
 * @param {number} part
 */
export function healthColour(part) {
  return part > 0.5 ? "#5fc46b" : part > 0.25 ? "#f0b429" : "#e5484d";
}

/**
 * A bar that is filled from the left.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} part
 * @param {string} colour
 * @param {string} ground
 */
export function bar(pen, x, y, width, height, part, colour, ground) {
  const full = width * Math.max(0, Math.min(1, part));
  slab(pen, x, y, width, height, height / 2, ground);
  if (full > 0) slab(pen, x, y, full, height, Math.min(height, full) / 2, colour);
}
