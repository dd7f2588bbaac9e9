// A form about a match in the page: who sits where, and how long searchers think.

import { badge } from "../shared/badge.js";
import { element } from "../shared/elements.js";
import { PERSON, RECORDED, SEARCH } from "../film/match.js";

const TIMES = [100, 300, 1000, 3000]; // milliseconds to think
const USUAL_TIME = 300;
const FEW = 4; // seats that are shown one by one

/** @typedef {import("../film/match.js").Kind} Kind */

/** The form; `kinds` and `ms` are what was chosen. */
export class Table {
  /**
   * @param {string[]} policies of the game, weakest first
   * @param {boolean} recorded whether seats can play as they did
   */
  constructor(policies, recorded) {
    const bots = [...[...policies].reverse(), SEARCH];
    /** @type {[Kind, string][]} */
    this.options = [[PERSON, "you"], ...(recorded ? [/** @type {[Kind, string]} */ ([RECORDED, "as recorded"])] : []), ...bots.map(sayBot)];
    this.usual = recorded ? RECORDED : policies.at(-1) ?? "random";
    this.seats = element("div", "table");
    this.time = /** @type {HTMLSelectElement} */ (element("select", ""));
    this.time.append(...TIMES.map((ms) => new Option(`${ms / 1000} s`, String(ms))));
    this.time.value = String(USUAL_TIME);
    this.thinking = element("label", "", "search thinks for ", this.time);
    this.box = element("div", "seating", this.seats, this.thinking);
    /** @type {HTMLSelectElement[]} */
    this.selects = [];
  }

  /** Lay the table for some seats; the person sits at one of them. @param {string[]} letters @param {number} person */
  lay(letters, person) {
    this.selects = letters.map((letter, seat) => this.choice(`who plays ${letter}`, seat === person ? PERSON : this.usual));
    this.selects.forEach((select, seat) => select.addEventListener("change", () => this.changed(seat)));
    const rows = letters.map((letter, seat) => seatRow(letter, seat, /** @type {HTMLSelectElement} */ (this.selects[seat])));
    this.seats.replaceChildren(...(letters.length > FEW ? [this.others(), details(rows)] : rows));
    this.changed(person);
  }

  /** @returns {Kind[]} */
  get kinds() {
    return this.selects.map(({ value }) => value);
  }

  /** @param {Kind[]} kinds */
  set kinds(kinds) {
    kinds.forEach((kind, seat) => {
      const select = this.selects[seat];
      if (select) select.value = kind;
    });
    this.changed(kinds.indexOf(PERSON));
  }

  get ms() {
    return Number(this.time.value);
  }

  /** At most one person sits here. @param {number} seat whose choice changed */
  changed(seat) {
    this.selects.forEach((select, i) => {
      if (i !== seat && select.value === PERSON && this.selects[seat]?.value === PERSON) select.value = this.usual;
    });
    this.thinking.hidden = !this.kinds.includes(SEARCH);
  }

  /** One choice for all seats but the person's. */
  others() {
    const select = this.choice("who plays the others", this.usual);
    for (const option of [...select.options]) if (option.value === PERSON) option.remove();
    select.addEventListener("change", () => {
      for (const other of this.selects) if (other.value !== PERSON) other.value = select.value;
      this.changed(-1);
    });
    return element("label", "", "all others ", select);
  }

  /** @param {string} name @param {Kind} kind */
  choice(name, kind) {
    const select = /** @type {HTMLSelectElement} */ (element("select", "kind"));
    select.append(...this.options.map(([value, label]) => new Option(label, value)));
    select.value = kind;
    select.setAttribute("aria-label", name);
    return select;
  }
}

/** @param {string} name @returns {[Kind, string]} */
function sayBot(name) {
  return [name, name];
}

/** @param {string} letter @param {number} seat @param {HTMLSelectElement} select */
function seatRow(letter, seat, select) {
  return element("label", "place", badge(seat, letter), select);
}

/** @param {HTMLElement[]} rows */
function details(rows) {
  return element("details", "places", element("summary", "", "seat by seat"), element("div", "table", ...rows));
}
