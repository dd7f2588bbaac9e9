// A piece of road: grass on both sides, four lanes, and what lies on them.

import { disc, faded, grain, label, stroke } from "../../../../web/static/board/canvas.js";
import { drawSurface } from "./surfaces.js";
import { BLOCK, EMPTY, GAP, LANES, recalled, surface } from "./view.js";

/** @typedef {import("../../../../web/static/board/canvas.js").Shot} Shot */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {import("./view.js").Road} Road */

const MILESTONE = 10; // blocks from one number beside the road to the next
const TUFTED = 0.45; // of the grass has no tuft
const RECALLED = 0.5; // how dim the ground is that was seen before

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 */
export function drawRoad(pen, shot, road) {
  drawVerge(pen, shot, road);
  const [first, last] = shown(shot, road);
  for (let block = first; block <= last; block += 1) {
    for (let lane = 1; lane <= LANES; lane += 1) drawBlock(pen, shot, road, lane, block);
  }
  drawLines(pen, shot, road);
}

/**
 * The first and last block within the view.
 * @param {Shot} shot
 * @param {Road} road
 * @returns {[number, number]}
 */
function shown({ view }, { left }) {
  return [Math.floor(left + view.x / BLOCK) - 1, Math.ceil(left + (view.x + view.width) / BLOCK) + 1];
}

/** @param {Shot} shot */
function grassOf({ palette }) {
  return palette.dark ? "#1e2a22" : "#c9d8b6";
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 */
function drawVerge(pen, shot, road) {
  const { palette, width } = shot;
  const { top, lane, left } = road;
  const height = LANES * lane;
  pen.fillStyle = grassOf(shot);
  pen.fillRect(0, top - GAP, width, height + 2 * GAP);
  const [first, last] = shown(shot, road);
  for (let i = first; i <= last; i += 1) {
    for (const [row, y] of /** @type {[number, number][]} */ ([[1, top - GAP * 0.55], [2, top + height + GAP * 0.5]])) {
      if (grain(i, row) < TUFTED) continue;
      const x = (i - left + grain(row, i)) * BLOCK;
      disc(pen, x, y + 6 * (grain(i, 7) - 0.5), 2.5 + 4 * grain(i, 3), palette.dark ? "#2b3d31" : "#a9c192");
    }
  }
  pen.fillStyle = palette.dark ? "#33363d" : "#5d6169";
  pen.fillRect(0, top, width, height);
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 */
function drawLines(pen, shot, road) {
  const { palette, width } = shot;
  const { top, lane, left } = road;
  const [start, end] = [Math.max(0, (1 - left) * BLOCK), Math.min(width, (shot.scene.length + 1 - left) * BLOCK)];
  const light = palette.dark ? "#8d9099" : "#e9e6dd";
  for (const y of [top, top + LANES * lane]) stroke(pen, [start, y, end, y], light, 3);
  pen.setLineDash([BLOCK, BLOCK]);
  pen.lineDashOffset = (left % 2) * BLOCK + start;
  for (let i = 1; i < LANES; i += 1) {
    stroke(pen, [start, top + i * lane, end, top + i * lane], faded("#ffffff", 0.35), 2);
  }
  pen.setLineDash([]);
  const [first, last] = shown(shot, road);
  const ink = palette.dark ? "#a9b3a4" : "#4c5a3c";
  for (let block = Math.ceil(first / MILESTONE) * MILESTONE; block <= last; block += MILESTONE) {
    if (block < 1 || block > shot.scene.length) continue;
    label(pen, String(block), (block - left + 0.5) * BLOCK, top + LANES * lane + 13, 11, ink, { align: "center" });
  }
}

/**
 * @param {Pen} pen
 * @param {Shot} shot
 * @param {Road} road
 * @param {number} lane
 * @param {number} block
 */
function drawBlock(pen, shot, road, lane, block) {
  const x = (block - road.left) * BLOCK;
  const y = road.top + (lane - 1) * road.lane;
  const now = surface(shot, lane, block);
  const code = now ?? recalled(shot, lane, block);
  const isTrack = block >= 1 && block <= shot.scene.length;
  if (code !== null && code !== EMPTY) drawSurface(pen, code, x + BLOCK / 2, y + road.lane / 2, road.lane, block, lane);
  if (now !== null) return;
  pen.fillStyle = !isTrack ? grassOf(shot) : code === null ? shot.palette.fog : faded(shot.palette.fog, RECALLED);
  pen.fillRect(x, y, BLOCK + 0.5, road.lane);
}
