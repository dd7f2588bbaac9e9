// Where searchers think: in workers beside the page, or in the page itself where there are no workers.

import { Model } from "./model.js";
import { Search } from "./search.js";

/** @typedef {import("./search.js").Request} Request */
/** @typedef {import("./search.js").Found} Found */

const PAUSE_EVERY = 25; // milliseconds after which a search listens whether it should stop
const MAX_WORKERS = 4;

/** Think about one request at a time, in pieces. */
export class Thinker {
  /** @param {import("./model.js").Rules} rules */
  constructor(rules) {
    this.model = new Model(rules);
    /** @type {Promise<any>} */
    this.last = Promise.resolve();
    this.era = 0;
  }

  /** The best move that is found in the time of the request, or until `stop`. @param {Request} request @returns {Promise<Found>} */
  think(request) {
    const { era } = this;
    this.last = this.last.then(() => this.search(request, era));
    return this.last;
  }

  /** Answer everything at once. */
  stop() {
    this.era += 1;
  }

  /** @param {Request} request @param {number} era */
  async search(request, era) {
    const search = new Search(this.model, request);
    while (!search.done && era === this.era) {
      search.run(performance.now() + PAUSE_EVERY);
      await new Promise((done) => setTimeout(done));
    }
    return search.best();
  }
}

/** Workers that share the requests. */
export class Workers {
  /** @param {import("./model.js").Rules} rules for when workers are not allowed here @param {() => Worker} newWorker */
  constructor(rules, newWorker) {
    this.rules = rules;
    this.newWorker = newWorker;
    /** @type {Promise<Worker|Thinker>[]} */
    this.made = [];
    /** @type {Map<number, (found: Found) => void>} */
    this.waiting = new Map();
    this.asked = 0;
  }

  /** @param {Request} request @returns {Promise<Found>} */
  async think(request) {
    this.asked += 1;
    const id = this.asked;
    const slot = request.seat % Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency || 2) - 1));
    const worker = await (this.made[slot] ??= this.make());
    if (worker instanceof Thinker) return worker.think(request);
    return new Promise((done) => {
      this.waiting.set(id, done);
      worker.postMessage({ id, request });
    });
  }

  /** Let everyone answer at once; what they answer no longer counts. */
  async stop() {
    for (const worker of await Promise.all(this.made.filter(Boolean))) {
      if (worker instanceof Thinker) worker.stop();
      else worker.postMessage("stop");
    }
  }

  /** @returns {Promise<Worker|Thinker>} */
  async make() {
    try {
      const worker = this.newWorker();
      await new Promise((done, failed) => {
        worker.onmessage = done; // it says that it is there
        worker.onerror = () => failed(new Error("the worker did not start"));
      });
      worker.onmessage = ({ data }) => {
        this.waiting.get(data.id)?.(data.found);
        this.waiting.delete(data.id);
      };
      return worker;
    } catch {
      return new Thinker(this.rules);
    }
  }
}
