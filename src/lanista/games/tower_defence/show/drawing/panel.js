// Above the field: the players' numbers and the round.

import { ease, faded, label, lerp, letterOf, slab } from "../../../../web/static/board/canvas.js";
import { inkOn, seatColour } from "../../../../web/static/shared/palette.js";
import { lettered } from "../../../../web/static/board/shapes.js";
import { TIE, UNDECIDED, WIDTH, facing, isMoving } from "./field.js";
import { baseHealth } from "./ground.js";
import { paintFlash } from "./pictures.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {import("./field.js").Player} Player */
/** @typedef {import("./fight.js").Fight} Fight */

const CRITICAL = 0.25; // part of the health from which on the bar alarms
const ALARM = "#e5484d";

/**
 * A player's health, energy, score and curtain.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Fight} fight
 * @param {number} seat
 */
export function drawPlayer(pen, shot, fight, seat) {
  const way = facing(shot, seat);
  const { palette, scene } = shot;
  const before = /** @type {Player} */ (shot.from.players[seat]);
  const after = /** @type {Player} */ (shot.to.players[seat]);
  const x = (/** @type {number} */ away) => (way > 0 ? away : WIDTH - away);
  const left = (/** @type {number} */ away, /** @type {number} */ width) => (way > 0 ? away : WIDTH - away - width);
  const align = way > 0 ? "left" : "right";
  const colour = seatColour(seat);
  pen.lineWidth = 1.5;
  slab(pen, left(4, 390), 4, 390, 92, 14, palette.raised, palette.line);
  slab(pen, left(16, 42), 16, 42, 68, 10, colour);
  lettered(pen, letterOf(shot, seat), x(37), 50, 21, inkOn(colour));
  label(pen, shot.seats[seat]?.name ?? "", x(72), 25, 20, palette.ink, { align, weight: 650, most: 170 });
  const score = `score ${Math.round(lerp(before.score, after.score, shot.t))}`;
  label(pen, score, x(380), 25, 20, palette.ink, { align: way > 0 ? "right" : "left", weight: 600, most: 130 });
  drawHealthBar(pen, shot, left(72, 308), 39, 308, baseHealth(shot, fight, seat), colour, way);
  paintFlash(pen, x(82), 77, 11, "#e8a800");
  const energy = String(Math.round(lerp(before.energy, after.energy, ease(shot.t))));
  label(pen, energy, x(98), 78, 24, palette.ink, { align, weight: 700 });
  const wide = pen.measureText(energy).width;
  label(pen, `+${after.income}`, x(106 + wide), 79, 19, palette.quiet, { align });
  if (scene.curtain) drawCurtainSign(pen, shot, x, left, after, colour);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} health
 * @param {string} colour
 * @param {number} way
 */
function drawHealthBar(pen, shot, x, y, width, health, colour, way) {
  const part = Math.max(0, Math.min(1, health / shot.scene.health));
  const full = width * part;
  slab(pen, x, y, width, 20, 10, shot.palette.dark ? "#3a3e47" : "#e2ded3");
  const fill = part > CRITICAL ? colour : ALARM;
  const start = way > 0 ? x : x + width - full;
  if (full > 0) slab(pen, start, y, full, 20, Math.min(10, full / 2), fill);
  /** @type {[number, number, string][]} the number is read on both parts of the bar */
  const parts = [[start, full, inkOn(fill)], [way > 0 ? x + full : x, width - full, shot.palette.ink]];
  for (const [left, wide, ink] of parts) {
    pen.save();
    pen.beginPath();
    pen.rect(left, y, wide, 20);
    pen.clip();
    label(pen, String(health), x + width / 2, y + 11, 18, ink, { align: "center", weight: 700 });
    pen.restore();
  }
}

/**
 * Whether the iron curtain can be raised, or how long it stays.
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {(away: number) => number} x
 * @param {(away: number, width: number) => number} left
 * @param {Player} player
 * @param {string} colour
 */
function drawCurtainSign(pen, shot, x, left, player, colour) {
  const { palette } = shot;
  const { curtain_available: available, curtain_left: rounds } = player;
  const active = rounds >= 0;
  const stays = rounds ? `curtain: ${rounds} left` : "curtain ends";
  const words = active ? stays : available ? "curtain ready" : "no curtain";
  const none = { fill: faded(palette.quiet, 0.12), ink: palette.quiet };
  const idle = available ? { fill: faded(colour, 0.25), ink: palette.ink } : none;
  const { fill, ink } = active ? { fill: colour, ink: inkOn(colour) } : idle;
  slab(pen, left(236, 144), 66, 144, 24, 12, fill);
  label(pen, words, x(308), 79, 17, ink, { align: "center", weight: 600, most: 130 });
}

/**
 * Between the players: the round, and at the end who won.
 * @param {Pen} pen
 * @param {Shot} shot
 */
export function drawRound(pen, shot) {
  const { to, scene, palette, seats } = shot;
  const middle = WIDTH / 2;
  const over = to.winner !== UNDECIDED && !isMoving(shot);
  const [y, size] = over ? [24, 18] : [40, 24];
  label(pen, `round ${to.round}`, middle, y, size, palette.ink, { align: "center", weight: 650, most: 150 });
  if (!over) {
    label(pen, `of ${scene.rounds}`, middle, 66, 18, palette.quiet, { align: "center", most: 150 });
    return;
  }
  const words = to.winner === TIE ? "a tie" : `${seats[to.winner]?.letter} wins`;
  const fill = to.winner === TIE ? palette.quiet : seatColour(to.winner);
  slab(pen, middle - 66, 42, 132, 40, 20, fill);
  label(pen, words, middle, 63, 22, inkOn(fill), { align: "center", weight: 800, most: 116 });
}
