// Where an animation is made: in a worker beside the page, or in the page itself where workers are not allowed.

import { GifEncoder } from "./gif.js";
import { GIF_WORKER } from "./gif-worker.js";

const SCRIPT = "/lanista/web/static/picture/gif-start.js"; // of a served page's worker
const START_MS = 10_000; // how long a worker may take to start
const PAUSE_MS = 12; // how long the page works before it may draw

/**
 * @typedef {object} Maker
 * @property {(frame: ImageData) => void} add
 * @property {(delayMs: number, progress: (part: number) => void) => Promise<Uint8Array>} finish
 * @property {() => void} close
 */

/** @returns {Promise<Maker>} */
export async function newMaker() {
  try {
    return await started(newWorker());
  } catch {
    return new PageMaker();
  }
}

/** A worker; in a page that is one file it runs the page's own script, which serves where there is no document. */
function newWorker() {
  const script = document.getElementById("program")?.textContent;
  if (!script) return new Worker(SCRIPT, { type: "module" });
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(address, { name: GIF_WORKER });
}

/** @param {Worker} worker @returns {Promise<Maker>} */
function started(worker) {
  return new Promise((done, failed) => {
    const fail = () => {
      worker.terminate();
      failed(new Error("the worker did not start"));
    };
    const timer = setTimeout(fail, START_MS);
    worker.onerror = fail;
    worker.onmessage = () => {
      clearTimeout(timer);
      done(new WorkerMaker(worker));
    };
  });
}

/** Makes an animation in a worker. */
class WorkerMaker {
  /** @param {Worker} worker */
  constructor(worker) {
    this.worker = worker;
    /** The first thing that went wrong. @type {Promise<never>} */
    this.failure = new Promise((_, failed) => {
      this.fail = failed;
    });
    this.failure.catch(() => {}); // told when the file is wanted
    /** @type {(part: number) => void} */
    this.progress = () => {};
    worker.onerror = (event) => this.fail(new Error(`the worker failed: ${event.message}`));
    worker.onmessage = ({ data }) => this.hear(data);
  }

  /** @param {import("./gif-worker.js").GifAnswer} answer */
  hear(answer) {
    if ("part" in answer) this.progress(answer.part);
    else if ("error" in answer) this.fail(new Error(answer.error));
    else this.take?.(answer.bytes);
  }

  /** @param {ImageData} frame */
  add({ width, height, data }) {
    this.worker.postMessage({ frame: { width, height, data } }, [data.buffer]);
  }

  /** @param {number} delay @param {(part: number) => void} progress */
  finish(delay, progress) {
    this.progress = progress;
    const made = new Promise((/** @type {(bytes: Uint8Array) => void} */ done) => {
      this.take = done;
    });
    this.worker.postMessage({ delay });
    return Promise.race([made, this.failure]);
  }

  close() {
    this.worker.terminate();
  }
}

/** Makes an animation in the page, with pauses. */
class PageMaker {
  constructor() {
    this.encoder = new GifEncoder();
    this.closed = false;
  }

  /** @param {ImageData} frame */
  add(frame) {
    this.encoder.add(frame);
  }

  /** @param {number} delay @param {(part: number) => void} progress */
  async finish(delay, progress) {
    const making = this.encoder.finish(delay);
    let pause = performance.now() + PAUSE_MS;
    let step = making.next();
    for (; !step.done && !this.closed; step = making.next()) {
      if (performance.now() < pause) continue;
      progress(step.value);
      await new Promise((done) => setTimeout(done));
      pause = performance.now() + PAUSE_MS;
    }
    if (!step.done) throw new Error("the animation was cancelled");
    return step.value;
  }

  close() {
    this.closed = true;
  }
}
