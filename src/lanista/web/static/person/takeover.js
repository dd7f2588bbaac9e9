// Take over a seat of the match on the stage: the server plays the match on, and the page goes there.

import { element } from "../shared/elements.js";
import { post } from "../shared/requests.js";

/**
 * @typedef {{turn: number, seat: number, bot: string}} Point
 * @typedef {{id: string, name: string, turns: number, watched: boolean}} Running a match that is being played
 */

const HUMAN = "human";

/**
 * Start the match and go to its page, or say in a box why not.
 * @param {Point} point
 * @param {HTMLElement} box
 */
export async function takeOver(point, box) {
  try {
    const { refusal, data } = await post("takeover", { ...point });
    if (!refusal) location.href = addressOf(point, data);
    else box.replaceChildren(refusal, ...offers(point, box, data?.running ?? []));
  } catch (error) {
    box.textContent = `${error instanceof Error ? error.message : error}; the match cannot be taken over.`;
  }
}

/** @param {Point} point @param {{id: string, key: string|null}} made */
function addressOf({ seat, bot }, { id, key }) {
  const here = location.pathname.split("/").filter(Boolean).at(-1) ?? "";
  const query = bot === HUMAN ? { seat: String(seat), key: key ?? "" } : { with: here };
  return `../${encodeURIComponent(id)}/?${new URLSearchParams(query)}`;
}

/**
 * Buttons that end matches which nobody watches, to make room.
 * @param {Point} point
 * @param {HTMLElement} box
 * @param {Running[]} running
 */
function offers(point, box, running) {
  if (!running.length) return [];
  const rows = running.map((match) => {
    const link = /** @type {HTMLAnchorElement} */ (element("a", "", `match ${match.id}`));
    link.href = `../${encodeURIComponent(match.id)}/`;
    const told = element("span", "", link, `, turn ${match.turns} `);
    if (match.watched) return element("li", "", told, element("span", "quiet", "is being watched"));
    const end = /** @type {HTMLButtonElement} */ (element("button", "", "end it"));
    end.type = "button";
    end.addEventListener("click", () => void endAndGoOn(match.id, point, box));
    return element("li", "", told, end);
  });
  return [element("ul", "running", ...rows)];
}

/** @param {string} id @param {Point} point @param {HTMLElement} box */
async function endAndGoOn(id, point, box) {
  try {
    const { refusal } = await post(`../${encodeURIComponent(id)}/stop`, {});
    if (refusal) box.textContent = refusal;
    else await takeOver(point, box);
  } catch (error) {
    box.textContent = `${error instanceof Error ? error.message : error}; the match continues.`;
  }
}
