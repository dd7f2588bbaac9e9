// The card that says at the start what a person is to do.

import { element } from "../shared/elements.js";

/** The person's goal, on a card over the board until the first move. */
export class GoalCard {
  constructor() {
    const ok = /** @type {HTMLButtonElement} */ (element("button", "main", "start"));
    ok.type = "button";
    ok.addEventListener("click", () => this.hide());
    this.text = element("p", "");
    this.box = element("div", "goal", this.text, ok);
    this.box.setAttribute("role", "note");
    this.box.hidden = true;
    this.seen = false;
  }

  /** @param {string} text */
  show(text) {
    if (this.seen || !text) return;
    this.seen = true;
    this.text.textContent = text;
    this.box.hidden = false;
  }

  hide() {
    this.box.hidden = true;
  }

  /** Another match begins. */
  reset() {
    this.seen = false;
    this.hide();
  }
}
