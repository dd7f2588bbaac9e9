// The worker's side of an animation: it takes frames and makes the file.

import { GifEncoder } from "./gif.js";

/** The name by which a page starts this worker, if its script is also one for other work. */
export const GIF_WORKER = "gif";

/**
 * @typedef {{frame: import("./gif.js").Picture}|{delay: number}} GifRequest
 * @typedef {{part: number}|{bytes: Uint8Array}|{error: string}} GifAnswer
 */

/** Answer the page's requests. */
export function serve() {
  const encoder = new GifEncoder();
  const here = /** @type {{onmessage: any, postMessage: (data: GifAnswer|"ready") => void}} */ (
    /** @type {unknown} */ (globalThis)
  );
  here.onmessage = (/** @type {{data: GifRequest}} */ { data }) => {
    try {
      if ("frame" in data) encoder.add(data.frame);
      else finish(encoder, data.delay, (answer) => here.postMessage(answer));
    } catch (error) {
      here.postMessage({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  here.postMessage("ready");
}

/**
 * @param {GifEncoder} encoder
 * @param {number} delay
 * @param {(answer: GifAnswer) => void} answer
 */
function finish(encoder, delay, answer) {
  const making = encoder.finish(delay);
  let step = making.next();
  for (; !step.done; step = making.next()) answer({ part: step.value });
  answer({ bytes: step.value });
}
