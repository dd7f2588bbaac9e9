// The buttons and lists below the board.

import { byId } from "../shared/elements.js";
import { cut, NAME_LETTERS } from "../shared/excerpt.js";
import { isExported } from "../film/film.js";
import { Pinning } from "../pins/pinning.js";
import { SPEEDS } from "./playback.js";
import { AnimationButton, copyLink, savePicture } from "../picture/share.js";
import { takeOver } from "../person/takeover.js";

/** @typedef {import("./main.js").Viewer} Viewer */

const ZOOM = 1.6;

/** Listens to them, and shows how things stand. */
export class Controls {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.animation = new AnimationButton(viewer);
    this.pinning = new Pinning(viewer);
    byId("speed", HTMLSelectElement).replaceChildren(...SPEEDS.map((speed) => new Option(`${speed}×`, String(speed))));
    this.listenToButtons();
    this.listenToLists();
  }

  listenToButtons() {
    const { viewer } = this;
    const { playback, camera } = viewer;
    /** @type {Record<string, () => void>} */
    const actions = {
      play: () => playback.toggle(),
      back: () => playback.step(-1),
      forward: () => playback.step(1),
      first: () => playback.seek(0),
      last: () => playback.seek(playback.last),
      previous: () => viewer.jump(-1),
      next: () => viewer.jump(1),
      live: () => (playback.following = true),
      beside: () => viewer.futures.toggle(),
      swap: () => viewer.futures.swap(),
      theme: () => viewer.changeTheme(),
      full: () => viewer.changeFull(),
      fit: () => viewer.fit(),
      closer: () => void camera.zoomBy(ZOOM),
      farther: () => void camera.zoomBy(1 / ZOOM),
      png: () => savePicture(viewer),
      copy: () => copyLink(viewer),
      take: () => void this.takeOver(),
    };
    for (const [id, action] of Object.entries(actions)) {
      byId(id, HTMLElement).addEventListener("click", () => {
        action();
        viewer.lookedElsewhere();
      });
    }
  }

  listenToLists() {
    const { viewer } = this;
    byId("marks", HTMLInputElement).addEventListener("change", () => (viewer.stale = true));
    byId("speed", HTMLSelectElement).addEventListener("change", ({ target }) => {
      viewer.playback.speed = Number(/** @type {HTMLSelectElement} */ (target).value);
    });
    byId("view", HTMLSelectElement).addEventListener("change", ({ target }) => {
      const { value } = /** @type {HTMLSelectElement} */ (target);
      viewer.showTo(value === "" ? null : Number(value)).catch((error) => viewer.say(String(error.message ?? error)));
    });
  }

  async takeOver() {
    const seat = Number(byId("overseat", HTMLSelectElement).value);
    const bot = byId("overbot", HTMLInputElement).value.trim() || "human";
    await takeOver({ turn: this.viewer.playback.turn, seat, bot }, byId("message", HTMLElement));
  }

  get canChangeView() {
    return !byId("view", HTMLSelectElement).disabled;
  }

  nextView() {
    const select = byId("view", HTMLSelectElement);
    if (!this.canChangeView) return;
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    select.dispatchEvent(new Event("change"));
  }

  /** Offer what can be done with the film. */
  offer() {
    const { film, futures } = this.viewer;
    const { data } = film;
    const select = byId("view", HTMLSelectElement);
    const options = data.seats.map((seat, i) => new Option(`what ${seat.letter} sees`, String(i)));
    select.replaceChildren(new Option("everything", ""), ...options);
    select.value = data.seat === null ? "" : String(data.seat);
    select.disabled = data.can.play.length > 0 && data.live;
    const compare = byId("compare", HTMLAnchorElement);
    compare.hidden = isExported() || !data.branch || data.live || futures.other !== null;
    if (data.branch) compare.href = `?with=${encodeURIComponent(data.branch.of)}`;
    byId("takeover", HTMLElement).hidden = !data.can.takeover;
    byId("overseat", HTMLSelectElement).replaceChildren(
      ...data.seats.map((seat, i) => new Option(`${seat.letter} ${cut(seat.name, NAME_LETTERS)}`, String(i))),
    );
    this.pinning.offer();
  }

  /** Show how things stand. */
  draw() {
    const { playback, film, shown, futures, stage } = this.viewer;
    const { turn, last, playing, speed, following } = playback;
    const there = shown.shownAt(turn);
    const state = there === turn ? (film.data.live ? " live" : "") : `, loading ${turn}`;
    byId("where", HTMLElement).textContent = `${there} / ${last}${state}`;
    const play = byId("play", HTMLButtonElement);
    play.classList.toggle("playing", playing);
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.pinning.draw();
    byId("speed", HTMLSelectElement).value = String(speed);
    byId("live", HTMLButtonElement).hidden = !film.data.live || following;
    byId("fit", HTMLButtonElement).disabled = stage.camera.fits;
    byId("farther", HTMLButtonElement).disabled = stage.camera.fits;
    for (const [id, pressed] of /** @type {const} */ ([["beside", futures.isBeside], ["swap", futures.isSwapped]])) {
      const button = byId(id, HTMLButtonElement);
      button.hidden = futures.other === null;
      button.setAttribute("aria-pressed", String(pressed));
    }
  }
}
