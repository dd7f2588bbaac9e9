// What strangers wrote, cut for display: a name of a megabyte must not make the page wide, nor slow. The whole of it is
// there on demand.

import { element } from "./elements.js";

/** Letters that are shown of a seat's name. */
export const NAME_LETTERS = 40;
/** Letters that are shown of a sentence: an event, a reason, a saying. */
export const SENTENCE_LETTERS = 280;
/** Letters that are shown of a move. */
export const MOVE_LETTERS = 80;
/** Letters that are shown of a bot's log of one turn. */
export const LOG_LETTERS = 2000;

/**
 * The beginning of a text, with … where something is left out. A long text costs no more than a short one.
 * @param {string} text
 * @param {number} limit letters that are left, … included
 */
export function cut(text, limit) {
  if (text.length <= limit) return text;
  const letters = Array.from(text.slice(0, 2 * limit + 2)); // a letter has at most two code units
  return letters.length > limit ? `${letters.slice(0, limit - 1).join("")}…` : text;
}

/** @typedef {{name: string, letter: string}} Seat */

/** @type {WeakMap<readonly Seat[], Seat[]>} */
const shownSeats = new WeakMap();

/**
 * The seats with names for display: for captions and boards, at every frame.
 * @param {readonly Seat[]} seats
 * @returns {Seat[]}
 */
export function cutNames(seats) {
  let shown = shownSeats.get(seats);
  if (!shown) shownSeats.set(seats, (shown = seats.map((seat) => ({ ...seat, name: cut(seat.name, NAME_LETTERS) }))));
  return shown;
}

/**
 * An element with a text that is cut; a button in it shows the whole.
 * @param {string} tag
 * @param {string} name
 * @param {string} text
 * @param {number} limit
 */
export function excerpt(tag, name, text, limit) {
  const shown = cut(text, limit);
  const made = element(tag, name, shown);
  if (shown === text) return made;
  const more = /** @type {HTMLButtonElement} */ (element("button", "more", `all ${text.length} characters`));
  more.type = "button";
  more.addEventListener("click", () => {
    made.textContent = text;
    made.classList.add("whole");
  });
  made.append(" ", more);
  return made;
}
