// Shapes that several games share: health bars, explosions, muzzle flashes, rising numbers, badges and name plates.

import { disc, ease, faded, grain, label, letterOf, shape, slab, stroke } from "./canvas.js";
import { glow, outlined } from "./effects.js";
import { inkOn, seatColour } from "../shared/palette.js";

/** @typedef {import("./canvas.js").Palette} Palette */
/** @typedef {import("./canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */

// Health

const [GOOD, LOW, CRITICAL] = ["#5fc46b", "#f0b429", "#e5484d"];
const TROUGH = "rgba(20, 22, 26, 0.78)"; // behind a health bar
const MAX_PIECES = 12; // more would be too thin to see

/**
 * The colour of what is left of a health: green, yellow, red.
 * @param {number} part
 */
export function healthColour(part) {
  return part > 0.5 ? GOOD : part > 0.25 ? LOW : CRITICAL;
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

/**
 * The health of something on the board: a bar in a dark trough, in pieces where each stands for a hit.
 * @param {Pen} pen
 * @param {number} x the left end
 * @param {number} y the upper edge
 * @param {number} width
 * @param {number} height
 * @param {number} part of the health that is left
 * @param {number} [pieces]
 */
export function healthBar(pen, x, y, width, height, part, pieces = 1) {
  const edge = height * 0.22;
  const [inner, tall] = [width - 2 * edge, height - 2 * edge];
  const full = Math.max(part > 0 ? tall / 2 : 0, inner * Math.max(0, Math.min(1, part)));
  slab(pen, x, y, width, height, height / 2, TROUGH);
  if (full > 0) slab(pen, x + edge, y + edge, full, tall, Math.min(tall, full) / 2, healthColour(part));
  for (let i = 1; i < pieces && pieces <= MAX_PIECES; i += 1) {
    const at = x + edge + (inner * i) / pieces;
    stroke(pen, [at, y + edge, at, y + edge + tall], "#1b1d22", height / 6);
  }
}

// Fire

const [EMBER, GLARE, SMOKE] = ["#ff9a3d", "#fff3c4", "#57534e"];
const SPARKS = ["#ff7a3d", "#ffd75e"];

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
    const [sx, sy] = [x + away * Math.cos(angle), y + away * Math.sin(angle) - 12 * size * part];
    disc(pen, sx, sy, (10 + 12 * part) * size, faded(SMOKE, 0.45 * (1 - part)));
  }
  glow(pen, x, y, 46 * size * (0.4 + 0.6 * part), EMBER, 1.5 * (1 - part));
  glow(pen, x, y, 24 * size, GLARE, 1.6 * Math.max(0, 1 - 2.2 * part));
  for (let i = 0; i < 9; i += 1) {
    const angle = 2 * Math.PI * grain(x + i, y);
    const away = (14 + 44 * grain(i, 7)) * size * Math.sqrt(part);
    disc(pen, x + away * Math.cos(angle), y + away * Math.sin(angle), 3.4 * size * (1 - part), SPARKS[i % 2] ?? "");
  }
}

/**
 * A gun that fires: a flame ahead of the muzzle, and smoke that drifts away.
 * @param {Pen} pen
 * @param {number} x of the muzzle
 * @param {number} y
 * @param {number} size 1 is about 50 units long
 * @param {number} angle
 * @param {number} part of its time, 0 to 1
 */
export function muzzle(pen, x, y, size, angle, part) {
  if (part >= 1) return;
  const fade = 1 - part;
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  pen.scale(size, size);
  for (let i = 0; i < 3; i += 1) {
    const drift = 26 * part * (0.5 + grain(i, 5));
    disc(pen, drift, (grain(5, i) - 0.5) * 30 * part, 4 + 7 * part, faded("#9a9a9a", 0.4 * fade));
  }
  glow(pen, 6, 0, 24 * (0.5 + part), "#ffd75e", 1.1 * fade);
  shape(pen, [0, -8 * fade, 18 + 22 * fade, 0, 0, 8 * fade], faded("#ffd166", fade));
  disc(pen, 3, 0, 8 * fade, faded("#ffffff", fade));
  pen.restore();
}

// Numbers and names

const LOSS = { light: "#b21f1f", dark: "#ff9c8f" };

/**
 * A number that rises from what it is about and fades: health lost, points won.
 * @param {Pen} pen
 * @param {Palette} palette
 * @param {string} text
 * @param {number} x
 * @param {number} y where it begins
 * @param {number} size of the letters
 * @param {number} part of its time, 0 to 1
 * @param {string} [colour] else that of a loss
 */
export function risingNumber(pen, palette, text, x, y, size, part, colour) {
  if (part < 0 || part >= 1) return;
  outlined(pen, text, x, y - 1.2 * size * ease(part), size, colour ?? (palette.dark ? LOSS.dark : LOSS.light), {
    outline: faded(palette.dark ? "#14100f" : "#fffaf2", 0.9),
    strength: 1 - part * part,
    width: 0.25,
  });
}

/**
 * A seat's letter on its colour.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {number} x the middle
 * @param {number} y
 * @param {number} radius
 */
export function badge(pen, shot, seat, x, y, radius) {
  disc(pen, x, y, radius, seatColour(seat));
  lettered(pen, letterOf(shot, seat), x, y, radius, inkOn(seatColour(seat)));
}

/**
 * A letter, or a few, in a circle.
 * @param {Pen} pen
 * @param {string} letters
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} ink
 */
export function lettered(pen, letters, x, y, radius, ink) {
  const size = radius * (letters.length > 1 ? 1 : 1.25);
  label(pen, letters, x, y + 0.06 * size, size, ink, { align: "center", weight: 800, most: 1.7 * radius });
}

/**
 * A plate with a seat's badge and some words.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} seat
 * @param {string} words
 * @param {number} x the left end
 * @param {number} y the middle
 * @param {{height: number, width: number}} size
 */
export function namePlate(pen, shot, seat, words, x, y, { height, width }) {
  pen.lineWidth = height * 0.07;
  slab(pen, x, y - height / 2, width, height, height / 2, faded(shot.palette.raised, 0.94), seatColour(seat));
  badge(pen, shot, seat, x + height / 2, y, height * 0.4);
  const [left, most] = [x + height * 1.1, width - height * 1.4];
  label(pen, words, left, y + height * 0.03, height * 0.6, shot.palette.ink, { most });
}
