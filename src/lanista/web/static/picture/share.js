// What people take away from a moment: its link, a picture, an animation.

import { byId } from "../shared/elements.js";
import { Animation, save, still } from "./render.js";

/** @typedef {import("../viewer/main.js").Viewer} Viewer */

const PICTURE_WIDTH = 1280;
const ANIMATION = { width: 640, fps: 10, frames: 120, leastStep: 0.5 };

/** Copy the address of the moment. @param {Viewer} viewer */
export function copyLink(viewer) {
  const page = new URL(location.href);
  page.searchParams.delete("key"); // a person's secret
  page.hash = viewer.link();
  const address = page.href;
  history.replaceState(null, "", viewer.link());
  const done = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error("no clipboard"));
  done.then(
    () => viewer.say("The link to this turn is copied."),
    () => viewer.say(`The link to this turn: ${address}`),
  );
}

/** Save the board as a picture. @param {Viewer} viewer */
export function savePicture(viewer) {
  const name = `${viewer.film.data.game}-${viewer.playback.turn}.png`;
  const how = { width: PICTURE_WIDTH, dark: viewer.palette.dark };
  still(viewer.board, viewer.shown, viewer.playback.at, how).toBlob((blob) => blob && save(name, blob));
}

/** Makes one animation at a time; the button that began it cancels it. */
export class AnimationButton {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.button = byId("gif", HTMLButtonElement);
    this.label = this.button.textContent ?? "";
    /** @type {Animation|null} */
    this.running = null;
    this.button.addEventListener("click", () => void this.press());
  }

  async press() {
    if (this.running) {
      this.running.cancel();
      return;
    }
    const { board, shown, palette } = this.viewer;
    try {
      this.running = new Animation(board, shown, { ...this.span(), dark: palette.dark }, (part) => this.show(part));
      save(`${shown.data.game}.gif`, await this.running.done);
      this.viewer.say("The animation is saved.");
    } catch (error) {
      this.viewer.say(error instanceof Error ? error.message : String(error));
    } finally {
      this.running = null;
      this.button.textContent = this.label;
    }
  }

  /** From this turn to the end; from the start if this is the end. */
  span() {
    const { at, last } = this.viewer.playback;
    const from = at >= last ? 0 : at;
    const step = Math.max(ANIMATION.leastStep, (last - from) / ANIMATION.frames);
    return { from, to: last, step, fps: ANIMATION.fps, width: ANIMATION.width };
  }

  /** @param {number} part that is done */
  show(part) {
    this.button.textContent = `cancel (${Math.floor(100 * part)} %)`;
  }
}
