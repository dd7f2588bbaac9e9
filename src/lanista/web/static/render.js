// A picture or an animation of a film, as a file: for posts, and for `lanista export --png` and `--gif`.

import { LIGHT, DARK } from "./canvas.js";
import { encodeGif } from "./gif.js";
import { shotAt } from "./stage.js";

/** @typedef {import("./canvas.js").Board} Board */
/** @typedef {import("./film.js").Film} Film */

/**
 * The board at a moment on a canvas of its own.
 * @param {Board} board
 * @param {Film} film
 * @param {number} at
 * @param {{width: number, dark: boolean}} how
 */
export function still(board, film, at, how) {
  const shot = shotAt(film, board, at, how.dark ? DARK : LIGHT, { smooth: true, room: how.width });
  const canvas = document.createElement("canvas");
  canvas.width = how.width;
  canvas.height = Math.round((how.width * shot.height) / shot.width);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const scale = canvas.width / shot.width;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.fillStyle = shot.palette.ground;
  pen.fillRect(0, 0, shot.width, shot.height);
  shot.scale = scale;
  board.draw(pen, shot);
  board.panel?.(pen, shot);
  return canvas;
}

/**
 * @param {Board} board
 * @param {Film} film
 * @param {{from: number, to: number, step: number, fps: number, width: number, dark: boolean}} how
 */
export function animation(board, film, how) {
  const frames = [];
  for (let at = how.from; at <= Math.min(how.to, film.last) + 1e-6; at += how.step) {
    const canvas = still(board, film, at, how);
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    frames.push(pen.getImageData(0, 0, canvas.width, canvas.height));
  }
  return encodeGif(frames, 1000 / how.fps);
}

/**
 * Answer what the address asks for (#png=37, #gif=0-120) by a data address in the document.
 * @param {Board} board
 * @param {Film} film
 * @param {URLSearchParams} asked
 */
export function renderAsked(board, film, asked) {
  const width = Number(asked.get("width") ?? 960);
  const dark = asked.get("theme") === "dark";
  const result = document.createElement("pre");
  result.id = "result";
  const png = asked.get("png");
  if (png !== null) {
    result.textContent = still(board, film, Number(png), { width, dark }).toDataURL("image/png");
  } else {
    const [from, to] = (asked.get("gif") ?? "").split("-").map(Number);
    const step = Number(asked.get("step") ?? 1);
    const fps = Number(asked.get("fps") ?? 8);
    const bytes = animation(board, film, { from: from || 0, to: to || film.last, step, fps, width, dark });
    result.textContent = `data:image/gif;base64,${base64(bytes)}`;
  }
  document.body.append(result);
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
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
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
