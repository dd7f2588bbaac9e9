// Tells the server that a page is still open although no connection stays: it stops when all pages are closed.

const EVERY_MS = 20_000;
const ID_NUMBERS = 4;

/** A page that is open. */
export class Presence {
  /** @param {string} [folder] of the match, relative to the page */
  constructor(folder = "") {
    this.address = `${folder}here`;
    this.page = [...crypto.getRandomValues(new Uint32Array(ID_NUMBERS))].map((number) => number.toString(16)).join("-");
    this.timer = setInterval(() => this.tell(), EVERY_MS);
    addEventListener("pagehide", () => navigator.sendBeacon(this.address, this.body(false)));
    addEventListener("pageshow", () => this.tell());
    this.tell();
  }

  /** @param {boolean} open */
  body(open) {
    return JSON.stringify({ page: this.page, open });
  }

  tell() {
    const stop = () => clearInterval(this.timer); // the server has gone, and this page continues alone
    fetch(this.address, { method: "POST", body: this.body(true) }).catch(stop);
  }
}
