// A person's seat in a match on a server: resign, and afterwards watch it again, play again or swap seats.

import { button, byId } from "../shared/elements.js";
import { cut, NAME_LETTERS } from "../shared/excerpt.js";
import { ownKey, post } from "../shared/requests.js";

const SURE_MS = 5000; // how long the question before a resignation stands

/** The buttons below the board of a person's match. */
export class ServedSeat {
  /** @param {import("../viewer/main.js").Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.left = false;
    /** The others who resigned. @type {Set<number>} */
    this.gone = new Set();
    this.buttons = {
      resign: confirmed("resign", "resign for good?", () => void this.resign()),
      watch: button("watch again", () => this.watch()),
      again: button("play again", () => void this.again(false)),
      swap: button("swap seats", () => void this.again(true)),
    };
    if (ownKey()) byId("desk", HTMLElement).replaceChildren(...Object.values(this.buttons));
  }

  /** Show the buttons that make sense now. */
  offer() {
    if (!ownKey()) return;
    const { live, can } = this.viewer.film.data;
    this.buttons.resign.hidden = !live || this.left;
    this.buttons.watch.hidden = live;
    this.buttons.again.hidden = live || !can.again?.includes("again");
    this.buttons.swap.hidden = live || !can.again?.includes("swap");
    byId("desk", HTMLElement).hidden = false;
    this.viewer.sit(live && !this.left);
  }

  async resign() {
    const { viewer } = this;
    await this.ask("resign", { seat: viewer.film.data.seat, key: ownKey() }, () => this.leave());
  }

  /** The person resigned, on this page or on another one. */
  leave() {
    if (this.left) return;
    this.left = true;
    this.viewer.person.leave();
    this.viewer.person.say("You resigned; the others play on.");
    this.offer();
  }

  /** How the seat stands, and who of the others left. @param {{state: string, answered: number|null, resigned: number[]}} standing */
  stands(standing) {
    const { person, film } = this.viewer;
    if (standing.state === "resigned") this.leave();
    else person.stands(standing);
    const left = standing.resigned.filter((seat) => seat !== film.data.seat && !this.gone.has(seat));
    if (!left.length) return;
    left.forEach((seat) => this.gone.add(seat));
    const names = left.map((seat) => `${film.data.seats[seat]?.letter} ${cut(film.data.seats[seat]?.name ?? "", NAME_LETTERS)}`);
    this.viewer.say(`${names.join(" and ")} resigned and does nothing from now on.`);
  }

  watch() {
    this.viewer.playback.seek(0);
    this.viewer.playback.playing = true;
    this.viewer.stale = true;
  }

  /** The same match once more. @param {boolean} swapped with the person at the next seat */
  async again(swapped) {
    await this.ask("again", { swap: swapped, key: ownKey() }, ({ id, seat, key }) => {
      location.href = `../${encodeURIComponent(id)}/?${new URLSearchParams({ seat: String(seat), key })}`;
    });
  }

  /** @param {string} what @param {Record<string, unknown>} body @param {(data: any) => void} done */
  async ask(what, body, done) {
    try {
      const { refusal, data } = await post(what, body);
      if (refusal) this.viewer.say(refusal);
      else done(data);
    } catch (error) {
      this.viewer.say(`${error instanceof Error ? error.message : error}; try again later.`);
    }
  }
}

/**
 * A button that asks whether it is meant.
 * @param {string} label
 * @param {string} question
 * @param {() => void} action
 */
export function confirmed(label, question, action) {
  let timer = 0;
  const calm = () => {
    clearTimeout(timer);
    timer = 0;
    made.textContent = label;
    made.classList.remove("sure");
  };
  const made = button(label, () => {
    if (timer) {
      calm();
      action();
      return;
    }
    made.textContent = question;
    made.classList.add("sure");
    timer = setTimeout(calm, SURE_MS);
  });
  return made;
}
