// What a page needs to play a game by itself: the translated rules, and workers that think.

import { bytesOf } from "./records.js";
import { Workers } from "./thinker.js";

/** @typedef {import("./match.js").Start} Start */
/** @typedef {{rules: import("./model.js").Rules, about: import("./match.js").About, newWorker: () => Worker}} Parts */
/** @typedef {import("./match.js").Engine & {workers: Workers}} PageEngine */

/** @param {Parts} parts @returns {PageEngine} */
export function engineOf({ rules, about, newWorker }) {
  const workers = new Workers(rules, newWorker);
  return { rules, about, workers, think: (request) => workers.think(request) };
}

/**
 * A worker that runs the page's own script, which starts to serve where there is no document. It is no module:
 * browsers refuse those to pages that are files.
 */
export function pageAsWorker() {
  const script = document.getElementById("program")?.textContent ?? "";
  return new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
}

/**
 * A start as pages carry it.
 * @param {Omit<Start, "state"|"const"> & {state: string, const: string}} packed base64
 * @returns {Start}
 */
export function readStart(packed) {
  return { ...packed, state: bytesOf(packed.state), const: bytesOf(packed.const) };
}
