// Head to head as a heat map: rows against columns, by rank. Many bots are folded into groups of neighbours.

import { button, byId, element } from "../shared/elements.js";
import { count, percent } from "./data.js";
import { choice, heading, paint, replayLinks } from "./parts.js";

/** @typedef {import("./data.js").League} League */
/** @typedef {{name: string, rank: string, bots: number[]}} Group `rank` is the line in the table: ranks may be shared */
/** @typedef {{won: number, drawn: number, lost: number, low: number|null, high: number|null}} Score */

const MAX_BOTS = 40; // more are folded
const GROUPS = 20;
const MAX_LINKS = 12;

/** The section. */
export class PairsSection {
  /**
   * @param {League} league
   * @param {(first: number, second: number) => void} showMatches
   */
  constructor(league, showMatches) {
    this.league = league;
    this.showMatches = showMatches;
    /** @type {[Group[], Group[]]} rows and columns */
    this.shown = this.folded();
    this.at = [0, 1];
  }

  start() {
    if (!this.league.data.pairs.length || this.league.ranked.length < 2) return;
    byId("pairs", HTMLElement).hidden = false;
    this.tools();
    this.draw();
    this.about("Point at a cell, tap it, or move with the arrow keys.");
  }

  tools() {
    const scale = element("span", "scale", "loses", element("span", "ramp"), "wins");
    scale.title = "The row's bot against the column's";
    const box = byId("pairs-tools", HTMLElement);
    box.replaceChildren(scale);
    if (this.league.ranked.length <= MAX_BOTS) return;
    const options = this.league.ranked.map((i) => /** @type {[string, string]} */ ([String(i), this.league.name(i)]));
    box.prepend(choice("One bot against all", [["", "one bot against all …"], ...options], (value) => {
      if (value !== "") this.show([this.single([Number(value)]), this.folded()[1]]);
    }));
    if (this.isWhole()) return;
    box.prepend(button("All bots", () => this.show(this.folded())));
  }

  isWhole() {
    const bots = (/** @type {Group[]} */ groups) => groups.reduce((n, group) => n + group.bots.length, 0);
    return this.shown.every((groups) => bots(groups) === this.league.ranked.length);
  }

  /** @param {[Group[], Group[]]} shown */
  show(shown) {
    this.shown = shown;
    this.at = [0, 0];
    this.tools();
    this.draw();
    this.about("");
  }

  /**
   * Every bot on its own.
   * @param {number[]} bots
   * @returns {Group[]}
   */
  single(bots) {
    return bots.map((i) => ({ name: this.league.name(i), rank: String(this.league.ranked.indexOf(i) + 1), bots: [i] }));
  }

  /** @returns {[Group[], Group[]]} */
  folded() {
    const { ranked } = this.league;
    if (ranked.length <= MAX_BOTS) return [this.single(ranked), this.single(ranked)];
    const size = Math.ceil(ranked.length / GROUPS);
    const groups = [];
    for (let first = 0; first < ranked.length; first += size) {
      const bots = ranked.slice(first, first + size);
      const rank = `${first + 1}–${first + bots.length}`;
      groups.push({ name: this.league.name(bots[0] ?? 0), rank, bots });
    }
    return [groups, groups];
  }

  /**
   * The score of the bots of one group against those of another.
   * @param {Group} row
   * @param {Group} column
   * @returns {Score|null}
   */
  score(row, column) {
    /** @type {Score} */
    const sum = { won: 0, drawn: 0, lost: 0, low: null, high: null };
    for (const a of row.bots) {
      for (const b of column.bots) {
        const pair = a === b ? null : this.league.pair(a, b);
        if (!pair) continue;
        sum.won += pair.won;
        sum.drawn += pair.drawn;
        sum.lost += pair.lost;
        if (row.bots.length === 1 && column.bots.length === 1) [sum.low, sum.high] = [pair.low, pair.high];
      }
    }
    return sum.won + sum.drawn + sum.lost ? sum : null;
  }

  draw() {
    const [rows, columns] = this.shown;
    const caption = element("caption", "unseen", "Head to head: the score of the row's bot against the column's, in percent");
    const head = element("tr", "", element("td", ""), ...columns.map((column) => this.columnHead(column)));
    const body = rows.map((row, y) => element("tr", "", this.rowHead(row), ...columns.map((column, x) => this.cell(row, column, y, x))));
    const table = element("table", "heat", caption, element("thead", "", head), element("tbody", "", ...body));
    table.setAttribute("role", "grid");
    table.dataset["size"] = columns.length > 24 ? "small" : columns.length > 12 ? "middle" : "large";
    table.addEventListener("keydown", (event) => this.press(event));
    byId("pairs-box", HTMLElement).replaceChildren(table);
  }

  /** @param {Group} column */
  columnHead(column) {
    const cell = heading("col", "", column.rank);
    cell.title = column.bots.length > 1 ? `bots ${column.rank}` : column.name;
    cell.setAttribute("aria-label", cell.title);
    return cell;
  }

  /** @param {Group} row */
  rowHead(row) {
    const folded = row.bots.length > 1;
    const name = element("span", "name", folded ? `${row.name} …` : row.name);
    const cell = heading("row", "", element("span", "rank", row.rank), name);
    cell.title = folded ? row.bots.slice(0, 12).map((i) => this.league.name(i)).join(", ") : row.name;
    return cell;
  }

  /**
   * @param {Group} row
   * @param {Group} column
   * @param {number} y
   * @param {number} x
   */
  cell(row, column, y, x) {
    const cell = element("td", "");
    cell.tabIndex = y === this.at[0] && x === this.at[1] ? 0 : -1;
    const score = this.score(row, column);
    const label = `${row.name} against ${column.name}`;
    if (!score) {
      cell.className = row.bots[0] === column.bots[0] ? "self" : "none";
      cell.setAttribute("aria-label", `${label}: none`);
    } else {
      const part = shareOf(score);
      paint(cell, part);
      cell.textContent = String(Math.round(100 * part));
      cell.setAttribute("aria-label", `${label}: ${percent(part)}`);
    }
    const point = () => this.describe(row, column, score);
    cell.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && !this.pinned && point());
    cell.addEventListener("focus", point);
    cell.addEventListener("click", () => this.choose(cell, y, x));
    return cell;
  }

  /**
   * A click keeps the text about a pair until the next one; it unfolds groups.
   * @param {HTMLElement} cell
   * @param {number} y
   * @param {number} x
   */
  choose(cell, y, x) {
    const row = this.shown[0][y];
    const column = this.shown[1][x];
    if (!row || !column) return;
    if (row.bots.length > 1 || column.bots.length > 1) {
      this.pinned = null;
      this.show([this.single(row.bots), this.single(column.bots)]);
      return;
    }
    this.pinned?.classList.remove("pinned");
    this.pinned = this.pinned === cell ? null : cell;
    this.pinned?.classList.add("pinned");
    this.move(y, x);
  }

  /** @type {HTMLElement|null} */
  pinned = null;

  /** @param {KeyboardEvent} event */
  press(event) {
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });
    const step = steps[event.key];
    const [y = 0, x = 0] = this.at;
    if (step) this.move(y + step[0], x + step[1]);
    else if ((event.key === "Enter" || event.key === " ") && event.target instanceof HTMLElement) this.choose(event.target, y, x);
    else return;
    event.preventDefault();
  }

  /**
   * @param {number} y
   * @param {number} x
   */
  move(y, x) {
    const rows = byId("pairs-box", HTMLElement).querySelectorAll("tbody tr");
    const next = rows[y]?.querySelectorAll("td")[x];
    if (!next) return;
    const [oldY = 0, oldX = 0] = this.at;
    const old = rows[oldY]?.querySelectorAll("td")[oldX];
    if (old) old.tabIndex = -1;
    this.at = [y, x];
    next.tabIndex = 0;
    next.focus();
  }

  /** @param {...(string|Node)} inside */
  about(...inside) {
    byId("pairs-about", HTMLElement).replaceChildren(...inside);
  }

  /**
   * @param {Group} row
   * @param {Group} column
   * @param {Score|null} score
   */
  describe(row, column, score) {
    const names = element("p", "names", element("b", "", nameOf(row)), " against ", element("b", "", nameOf(column)));
    if (!score) {
      this.about(names, element("p", "quiet", row.bots[0] === column.bots[0] ? "The same bot." : "They have not met."));
      return;
    }
    const n = score.won + score.drawn + score.lost;
    const how = this.league.seats > 2 ? ["ahead", "equal", "behind"] : ["won", "drawn", "lost"];
    const share = element("p", "share", percent(shareOf(score)));
    if (score.low !== null && score.high !== null) share.append(element("small", "", ` ${percent(score.low)} … ${percent(score.high)}`));
    const inside = [names, share, element("p", "", `${score.won} ${how[0]}, ${score.drawn} ${how[1]}, ${score.lost} ${how[2]} in ${count(n, "match", "matches")}`)];
    const [a, b] = [row.bots[0], column.bots[0]];
    if (row.bots.length > 1 || column.bots.length > 1) inside.push(element("p", "quiet", "Select it to see these bots one by one."));
    else if (a !== undefined && b !== undefined) inside.push(...this.replays(a, b));
    this.about(...inside);
  }

  /**
   * @param {number} a
   * @param {number} b
   */
  replays(a, b) {
    const both = this.league.matches.filter((match) => match.bots.includes(a) && match.bots.includes(b));
    const linked = both.filter((match) => match.replay).slice(0, MAX_LINKS).map((match) => {
      const links = replayLinks(this.league, match);
      return links.length ? element("li", "", `match ${match.number} `, ...links) : element("li", "", `match ${match.number}`);
    });
    return [element("ul", "links", ...linked), button(`All ${count(both.length, "match", "matches")} of this pair`, () => this.showMatches(a, b))];
  }
}

/** @param {Score} score */
function shareOf(score) {
  return (score.won + score.drawn / 2) / (score.won + score.drawn + score.lost);
}

/** @param {Group} group */
function nameOf(group) {
  return group.bots.length > 1 ? `bots ${group.rank}` : group.name;
}
