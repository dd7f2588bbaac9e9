// A seat's letter on its colour, as lists and forms show it.

import { element } from "./elements.js";
import { inkOn, seatColour } from "./palette.js";

/**
 * @param {number} seat
 * @param {string} letter
 */
export function badge(seat, letter) {
  const made = element("span", "dot", letter);
  made.style.background = seatColour(seat);
  made.style.color = inkOn(seatColour(seat));
  return made;
}
