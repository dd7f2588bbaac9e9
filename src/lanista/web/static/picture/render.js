// A picture or an animation of a film, as a file: for posts, and for `lanista export --png` and `--gif`.

import { LIGHT, DARK } from "../board/canvas.js";
import { Caption } from "./caption.js";
import { newMaker } from "./gif-making.js";
import { shotAt } from "../board/stage.js";

/** @typedef {import("../board/canvas.js").Board} Board */
/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{from: number, to: number, step: number, fps: number, width: number, dark: boolean}} Span */

const DRAWING_PART = 0.7; // of the work on an animation; the rest is writing the file
const NEARLY = 1e-6; // of a turn
const REVOKE_MS = 10_000;
const CANCELLED = "The animation was cancelled.";

/**
 * The board at a moment on a new canvas, with a caption unless it is to be bare.
 * @param {Board} board
 * @param {Film} film
 * @param {number} at
 * @param {{width: number, dark: boolean, bare?: boolean}} how
 */
export function still(board, film, at, how) {
  const shot = shotAt(film, board, at, how.dark ? DARK : LIGHT, { smooth: true, room: how.width });
  const canvas = document.createElement("canvas");
  const pen = /** @type {Pen} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const caption = how.bare ? null : new Caption(pen, film, how.width);
  const scale = how.width / shot.width;
  const height = Math.round(scale * shot.height);
  canvas.width = how.width;
  canvas.height = height + (caption?.height ?? 0);
  shot.scale = scale;
  pen.fillStyle = shot.palette.ground;
  pen.fillRect(0, 0, canvas.width, height);
  pen.save();
  pen.scale(scale, scale);
  drawBoard(pen, board, shot);
  pen.restore();
  caption?.draw(pen, shot, height, Math.round(Math.min(at, film.last)));
  return canvas;
}

/**
 * The field in its part of the drawing, and what stands around it.
 * @param {Pen} pen
 * @param {Board} board
 * @param {import("../board/canvas.js").Shot} shot
 */
function drawBoard(pen, board, shot) {
  const field = board.field?.(shot) ?? shot.view;
  pen.save();
  pen.beginPath();
  pen.rect(field.x, field.y, field.width, field.height);
  pen.clip();
  board.draw(pen, { ...shot, view: field });
  pen.restore();
  board.panel?.(pen, shot);
}

/** An animation that is being made: frames are drawn between those of the page, and a worker writes the file. */
export class Animation {
  /**
   * @param {Board} board
   * @param {Film} film
   * @param {Span} how
   * @param {(part: number) => void} [progress] receives which part is done, from 0 to 1
   */
  constructor(board, film, how, progress = () => {}) {
    this.cancelled = false;
    /** @type {import("./gif-making.js").Maker|null} */
    this.maker = null;
    /** @type {(error: Error) => void} */
    this.stop = () => {};
    const stopped = new Promise((/** @type {(never: never) => void} */ _, failed) => {
      this.stop = failed;
    });
    /** The file. @type {Promise<Blob>} */
    this.done = Promise.race([this.make(board, film, how, progress), stopped]).finally(() => this.maker?.close());
  }

  /** Give up: `done` fails. */
  cancel() {
    this.cancelled = true;
    this.stop(new Error(CANCELLED));
  }

  /** @param {Board} board @param {Film} film @param {Span} how @param {(part: number) => void} progress */
  async make(board, film, how, progress) {
    progress(0);
    const maker = await newMaker();
    this.maker = maker;
    const moments = momentsOf(how, film.last);
    for (const [i, at] of moments.entries()) {
      await film.ready(Math.ceil(at));
      if (this.cancelled) break;
      maker.add(pixelsOf(still(board, film, at, how)));
      progress((DRAWING_PART * (i + 1)) / moments.length);
      await new Promise((done) => setTimeout(done));
    }
    if (this.cancelled) throw new Error(CANCELLED);
    const told = (/** @type {number} */ part) => progress(DRAWING_PART + (1 - DRAWING_PART) * part);
    const bytes = await maker.finish(1000 / how.fps, told);
    return new Blob([/** @type {BlobPart} */ (bytes)], { type: "image/gif" });
  }
}

/** @param {Span} how @param {number} last */
function momentsOf({ from, to, step }, last) {
  const count = Math.floor((Math.min(to, last) - from) / step + NEARLY);
  return Array.from({ length: Math.max(0, count) + 1 }, (_, i) => from + i * step);
}

/** @param {HTMLCanvasElement} canvas */
function pixelsOf(canvas) {
  const pen = /** @type {Pen} */ (canvas.getContext("2d"));
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

/**
 * Answer what the address asks for (#png=37, #gif=0-120) by a data address in the document.
 * @param {Board} board
 * @param {Film} film
 * @param {URLSearchParams} asked
 */
export async function renderAsked(board, film, asked) {
  const how = { width: Number(asked.get("width") ?? 960), dark: asked.get("theme") === "dark" };
  const result = document.createElement("pre");
  result.id = "result";
  const png = asked.get("png");
  if (png === null) {
    result.textContent = await addressOf(await askedAnimation(board, film, asked, how).done);
  } else {
    await film.ready(Math.ceil(Number(png)));
    if (film.trouble) throw new Error(film.trouble);
    result.textContent = still(board, film, Number(png), how).toDataURL("image/png");
  }
  document.body.append(result);
}

/**
 * @param {Board} board
 * @param {Film} film
 * @param {URLSearchParams} asked
 * @param {{width: number, dark: boolean}} how
 */
function askedAnimation(board, film, asked, how) {
  const [from, to] = (asked.get("gif") ?? "").split("-").map(Number);
  const times = { step: Number(asked.get("step") ?? 1), fps: Number(asked.get("fps") ?? 8) };
  const tell = (/** @type {number} */ part) => (document.body.dataset["progress"] = part.toFixed(2));
  return new Animation(board, film, { from: from || 0, to: to || film.last, ...times, ...how }, tell);
}

/** A file as a data address. @param {Blob} file @returns {Promise<string>} */
function addressOf(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error ?? new Error("the animation cannot be read"));
    reader.readAsDataURL(file);
  });
}

/**
 * Let the browser save a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
}
