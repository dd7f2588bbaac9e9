// The page on which a game is played without a server: choose a start, sit down, play.

import { byId, element } from "../shared/elements.js";
import { readStart } from "../film/engine.js";
import { loadBlock } from "../film/film.js";
import { Viewer } from "../viewer/main.js";
import { MatchFilm } from "../film/match-film.js";
import { Match } from "../film/match.js";
import { Play } from "../person/play.js";
import { Table } from "../person/table.js";
import { seatLetter } from "../film/templates.js";

/**
 * @typedef {Omit<import("../film/match.js").Start, "state"|"const"> &
 *   {ruleset: string, map: string, seed: number, state: string, const: string}} Packed a start
 * @typedef {import("../film/engine.js").Parts} Parts
 */

const MEMBERS = /** @type {const} */ (["ruleset", "seats", "map"]);
const LABELS = { ruleset: "rules", seats: "seats", map: "map" };

/** @param {import("../board/canvas.js").Board} board @param {Parts} parts */
export async function start(board, parts) {
  try {
    /** @type {Packed[]} */
    const starts = await loadBlock("starts");
    const lobby = new Lobby(board, parts, starts);
    lobby.open();
    Object.assign(globalThis, { viewer: lobby.viewer, lobby });
  } catch (error) {
    byId("message", HTMLElement).textContent = `The game cannot be played: ${error instanceof Error ? error.message : error}`;
    throw error;
  }
}

/** Where a match is arranged. */
class Lobby {
  /** @param {import("../board/canvas.js").Board} board @param {Parts} parts @param {Packed[]} starts */
  constructor(board, parts, starts) {
    this.parts = parts;
    this.starts = starts;
    this.table = new Table(parts.rules.layout.policies, false);
    this.selects = Object.fromEntries(MEMBERS.map((member) => [member, /** @type {HTMLSelectElement} */ (element("select", ""))]));
    this.chosen = /** @type {Packed} */ (starts[0]);
    const source = { load: async () => this.preview(), live: false };
    this.viewer = new Viewer(board, this.preview(), source);
    this.play = new Play(this.viewer, parts);
  }

  open() {
    const box = byId("lobby", HTMLElement);
    const go = /** @type {HTMLButtonElement} */ (element("button", "main", "play"));
    go.type = "button";
    go.id = "begin";
    go.addEventListener("click", () => this.begin());
    const labels = MEMBERS.map((member) => element("label", member, `${LABELS[member]} `, /** @type {HTMLSelectElement} */ (this.selects[member])));
    const home = /** @type {HTMLAnchorElement} */ (element("a", "home", "all games"));
    home.href = "index.html";
    box.append(element("div", "row", ...labels), element("div", "row", this.table.box, go, element("span", "gap"), home));
    for (const member of MEMBERS) this.selects[member]?.addEventListener("change", () => this.choose());
    this.choose();
    box.hidden = false;
    this.viewer.open();
    this.unfold(true);
    byId("setup", HTMLElement).hidden = false;
    byId("copy", HTMLElement).hidden = true; // a match in the page has no address
    byId("page", HTMLElement).toggleAttribute("data-lobby", true);
  }

  /** Keep the choices possible: each offers what fits those before it. */
  choose() {
    let left = this.starts;
    for (const member of MEMBERS) {
      const select = /** @type {HTMLSelectElement} */ (this.selects[member]);
      const values = [...new Set(left.map((packed) => String(packed[member])))];
      const wanted = values.includes(select.value) ? select.value : values[0] ?? "";
      select.replaceChildren(...values.map((value) => new Option(value, value)));
      select.value = wanted;
      /** @type {HTMLElement} */ (select.parentElement).hidden = values.length < 2;
      left = left.filter((packed) => String(packed[member]) === wanted);
    }
    this.chosen = /** @type {Packed} */ (left[0]);
    if (this.table.selects.length !== this.chosen.seats) this.table.lay(Array.from({ length: this.chosen.seats }, (_, i) => seatLetter(i)), 0);
    if (!this.play.match) this.viewer.change(this.preview());
  }

  /** The start as a film of one frame. */
  preview() {
    const { ruleset, seed } = this.chosen;
    const opening = readStart(this.chosen);
    const engine = { ...this.parts, think: () => Promise.reject(new Error("nobody thinks before a match")) };
    const match = new Match(engine, opening, { kinds: Array(opening.seats).fill("random"), seed: 0, ms: 0 });
    const seats = match.kinds.map((_, i) => ({ name: "", letter: seatLetter(i) }));
    const seat = this.parts.about.nothingHidden ? null : 0;
    return new MatchFilm(match, seat, { seats, ruleset, seed });
  }

  begin() {
    const { ruleset, seed } = this.chosen;
    this.unfold(false);
    byId("page", HTMLElement).toggleAttribute("data-lobby", false);
    this.play.begin({ start: readStart(this.chosen), ruleset, seed }, this.table.kinds, this.table.ms);
    byId("stage", HTMLElement).focus({ preventScroll: true });
  }

  /** @param {boolean} open */
  unfold(open) {
    byId("setup", HTMLDetailsElement).open = open;
  }
}
