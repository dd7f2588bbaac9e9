// A match that is still being played: what the viewer does with what it hears, from a server or from a match in the page.

import { byId } from "../shared/elements.js";
import { Live, becomeReplay } from "./live.js";
import { matches } from "../shared/drop.js";
import { endingOf } from "./panels.js";
import { Presence } from "./presence.js";
import { ownKey } from "../shared/requests.js";
import { ServedSeat } from "../person/served-seat.js";

/** @typedef {import("./main.js").Viewer} Viewer */

/** Keeps the viewer's film up to date. */
export class Broadcast {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    /** @type {Live|null} */
    this.live = null;
    /** @type {ServedSeat|null} */
    this.seat = null;
  }

  /** Follow the match on the server. */
  follow() {
    const { viewer } = this;
    this.live?.close();
    this.seat ??= new ServedSeat(viewer);
    this.live = new Live({
      seat: viewer.film.data.seat,
      key: ownKey(),
      from: () => viewer.film.last,
      hear: (message) => this.hear(message),
      state: (state, text) => this.connected(state, text),
    });
    this.seat.offer();
  }

  /** @param {import("./live.js").LiveState} state @param {string} text */
  connected(state, text) {
    const banner = byId("banner", HTMLElement);
    banner.textContent = text;
    banner.hidden = !text;
    if (state === "open") this.viewer.person.reconnected();
  }

  /** @param {any} message */
  hear(message) {
    const { viewer } = this;
    if (message.type === "turn") {
      viewer.person.played(message.line.turn);
      this.grow(message).catch((error) => viewer.sayError(error));
    } else if (message.type === "ask") {
      viewer.playback.following = true;
      viewer.person.ask(message);
      viewer.showKeys();
    } else if (message.type === "seat") {
      (this.seat ?? viewer.person).stands(message);
      viewer.showKeys();
    } else if (message.type === "end") {
      this.end(message);
    }
  }

  /** @param {any} message */
  async grow(message) {
    const { viewer } = this;
    const { film } = viewer;
    if (await film.grow(message)) viewer.grown();
    else if (film === viewer.film && message.line.turn > film.last) await this.catchUp();
  }

  /** @param {any} message */
  end(message) {
    const { viewer } = this;
    Object.assign(viewer.film.data, { live: false, outcome: message.outcome, void: message.void });
    viewer.person.leave();
    viewer.person.say(endingOf(viewer.film) || "The match was stopped.");
    viewer.controls.offer();
    viewer.grown();
    if (!viewer.source.live) return;
    if (message.id) history.replaceState(null, "", `../${encodeURIComponent(message.id)}/${location.search}${location.hash}`);
    if (matches()) new Presence();
    becomeReplay(viewer).catch((error) => viewer.sayError(error)).finally(() => this.seat?.offer());
  }

  /** A turn was missed: the whole film again. */
  async catchUp() {
    const { viewer } = this;
    const fresh = await viewer.source.load(viewer.film.data.seat);
    if (fresh.last <= viewer.film.last) return;
    viewer.film = fresh;
    viewer.grown();
  }
}
