// The table of a league's report: sortable, with ratings and their intervals on a common scale.

import { button, byId, element } from "../shared/elements.js";
import { count, percent, points, signed, ticks } from "./data.js";
import { heading, outcomes, search, Span, track } from "./parts.js";

/** @typedef {import("./data.js").Bot} Bot */
/** @typedef {import("./data.js").League} League */

const FIRST = 50; // rows that are shown at once

/**
 * @typedef {object} Column
 * @property {string} id
 * @property {string} title
 * @property {(bot: Bot) => number|string} key what it is sorted by, ascending
 * @property {(bot: Bot, i: number) => HTMLElement} cell
 * @property {string} [hint]
 * @property {boolean} [wide] left out on a phone
 */

/** The section. */
export class TableSection {
  /**
   * @param {League} league
   * @param {(bot: number) => void} showMatches
   * @param {(bot: number) => void} showCurve
   */
  constructor(league, showMatches, showCurve) {
    this.league = league;
    this.showMatches = showMatches;
    this.showCurve = showCurve;
    this.sought = "";
    this.all = league.ranked.length <= FIRST + 10;
    this.earlier = false;
    /** @type {Set<number>} */
    this.open = new Set();
    const rated = league.bots.flatMap((bot) => bot.rating ?? []);
    this.span = new Span(Math.min(0, ...rated), Math.max(0, ...rated));
    this.narrow = matchMedia("(max-width: 700px)"); // as in league.css
    this.allColumns = this.makeColumns();
    this.by = "rank";
    this.down = false;
  }

  /** The columns that there is room for. */
  get columns() {
    return this.allColumns.filter((column) => !(column.wide && this.narrow.matches));
  }

  /** @returns {Column[]} */
  makeColumns() {
    const bots = this.league.bots;
    const number = (/** @type {string} */ text) => element("td", "number", text);
    /** @type {(Column|false)[]} */
    const columns = [
      { id: "rank", title: "#", hint: "Rank", key: (bot) => bot.rank ?? Infinity, cell: (bot) => element("td", "rank", bot.rank === null ? "–" : String(bot.rank)) },
      { id: "bot", title: "Bot", key: (bot) => bot.name.toLowerCase(), cell: (bot, i) => this.nameCell(bot, i) },
      { id: "rating", title: "Rating", hint: "Rating in Elo with its 95 % interval", key: (bot) => -(bot.rating?.[1] ?? -Infinity), cell: (bot) => this.ratingCell(bot) },
      this.league.data.format !== "ladder" && { id: "points", title: "Points", key: (bot) => -(bot.points ?? -Infinity), cell: (bot) => number(points(bot.points)) },
      { id: "outcomes", wide: true, title: this.league.seats > 2 ? "Opponents beaten" : "Won – drawn – lost", hint: "Mean share of opponents beaten; an equal rank counts half", key: (bot) => -(bot.score ?? -1), cell: (bot) => element("td", "", outcomes(bot, this.league.seats)) },
      { id: "played", wide: true, title: "Played", hint: "Matches that count", key: (bot) => -bot.matches, cell: (bot) => number(String(bot.matches)) },
      { id: "faults", wide: true, title: "Faults", hint: "Turns at fault: timeouts, crashes, invalid moves", key: (bot) => -bot.faults, cell: (bot) => element("td", bot.faults ? "number fault" : "number", String(bot.faults)) },
      bots.some((bot) => bot.remark) && { id: "remark", wide: true, title: "Remark", key: (bot) => bot.remark, cell: (bot) => element("td", "remark", bot.remark) },
    ];
    return columns.filter((column) => column !== false);
  }

  /**
   * @param {Bot} bot
   * @param {number} i
   */
  nameCell(bot, i) {
    const open = button(this.league.name(i), () => this.toggle(i), "name");
    open.setAttribute("aria-expanded", String(this.open.has(i)));
    open.title = bot.name;
    return heading("row", "bot", open, ...(this.narrow.matches ? [outcomes(bot, this.league.seats)] : []));
  }

  /** @param {Bot} bot */
  ratingCell(bot) {
    if (!bot.rating) return element("td", "rating", element("span", "quiet", "not rated yet"));
    const [low, value, high] = bot.rating;
    const text = element("span", "numbers", element("b", "", signed(value)), " ", element("small", "", `${signed(low)} … ${signed(high)}`));
    return element("td", "rating", element("div", "rated", text, track(this.span, bot.rating, 0)));
  }

  start() {
    const box = byId("table-tools", HTMLElement);
    if (this.league.ranked.length > 10) {
      box.append(search("Find a bot", (text) => {
        this.sought = text;
        this.draw();
      }));
    }
    const old = this.league.bots.length - this.league.ranked.length;
    if (old) box.append(this.earlierButton(old));
    this.narrow.addEventListener("change", () => this.draw());
    this.draw();
  }

  /** @param {number} old */
  earlierButton(old) {
    const made = button(`${count(old, "bot")} that left`, () => {
      this.earlier = !this.earlier;
      made.setAttribute("aria-pressed", String(this.earlier));
      this.draw();
    });
    made.title = "Earlier versions, and bots that were removed";
    made.setAttribute("aria-pressed", "false");
    return made;
  }

  /** The bots to show, in order. */
  rows() {
    const key = this.allColumns.find(({ id }) => id === this.by)?.key ?? (() => 0);
    const found = this.league.bots.flatMap((bot, i) => {
      const fits = (bot.rank !== null || this.earlier) && (!this.sought || this.league.name(i).toLowerCase().includes(this.sought));
      return fits ? [{ bot, i, key: key(bot) }] : [];
    });
    found.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.i - b.i));
    return this.down ? found.reverse() : found;
  }

  draw() {
    const rows = this.rows();
    const shown = this.all ? rows : rows.slice(0, FIRST);
    const body = element("tbody", "");
    for (const { bot, i } of shown) {
      body.append(element("tr", bot.rank === null ? "left" : "", ...this.columns.map((column) => this.marked(column, column.cell(bot, i)))));
      if (this.open.has(i)) body.append(this.detail(bot, i));
    }
    const caption = element("caption", "unseen", `Table of ${this.league.data.name}: ratings in Elo with 95 % intervals`);
    const table = element("table", "standings", caption, this.head(), body);
    const box = byId("table-box", HTMLElement);
    box.replaceChildren(table);
    if (!rows.length) box.append(element("p", "quiet", this.sought ? `No bot is called “${this.sought}”.` : "No bot has joined yet."));
    if (shown.length < rows.length) {
      box.append(button(`Show all ${count(rows.length, "bot")}`, () => {
        this.all = true;
        this.draw();
      }, "more"));
    }
  }

  /**
   * @param {Column} column
   * @param {HTMLElement} cell
   */
  marked(column, cell) {
    cell.dataset["column"] = column.id;
    return cell;
  }

  head() {
    const cells = this.columns.map((column) => {
      const sort = button(column.title, () => this.sort(column.id), "sort");
      if (column.hint) sort.title = column.hint;
      const inside = column.id === "rating" ? element("div", "rated", sort, this.axis()) : sort;
      const cell = this.marked(column, heading("col", "", inside));
      if (column.id === this.by) cell.setAttribute("aria-sort", this.down ? "descending" : "ascending");
      return cell;
    });
    return element("thead", "", element("tr", "", ...cells));
  }

  axis() {
    const axis = element("span", "axis");
    axis.setAttribute("aria-hidden", "true");
    for (const value of ticks(this.span.low, this.span.high, this.narrow.matches ? 2 : 4).filter((one) => this.span.at(one) > 4 && this.span.at(one) < 93)) {
      const tick = element("span", "", signed(value));
      tick.style.left = `${this.span.at(value)}%`;
      axis.append(tick);
    }
    return axis;
  }

  /** @param {string} id */
  sort(id) {
    this.down = this.by === id && !this.down;
    this.by = id;
    this.draw();
    this.focus(`thead [data-column="${id}"] button`);
  }

  /** @param {number} i */
  toggle(i) {
    if (!this.open.delete(i)) this.open.add(i);
    this.draw();
    const at = this.rows().findIndex((row) => row.i === i);
    const names = byId("table-box", HTMLElement).querySelectorAll("button.name");
    if (names[at] instanceof HTMLElement) names[at].focus();
  }

  /** @param {string} selector */
  focus(selector) {
    const found = byId("table-box", HTMLElement).querySelector(selector);
    if (found instanceof HTMLElement) found.focus();
  }

  /**
   * More about a bot, below its row.
   * @param {Bot} bot
   * @param {number} i
   */
  detail(bot, i) {
    const seats = bot.seats.map(([seat, score]) => `${seat} ${percent(score)}`);
    const facts = [
      bot.builtin ? `built-in bot ${bot.builtin}` : "",
      bot.digest ? `digest ${bot.digest.slice(0, 16)}` : "",
      `version ${bot.version}`,
      bot.void ? `${count(bot.void, "match", "matches")} void` : "",
      `${bot.won} won, ${bot.drawn} drawn, ${bot.lost} lost`,
      bot.faults ? `${count(bot.faults, "turn")} at fault in ${count(bot.faulty, "match", "matches")}` : "no faults",
    ].filter(Boolean);
    const inside = [element("p", "", facts.join(" · "))];
    if (bot.remark) inside.push(element("p", "", bot.remark));
    if (seats.length) inside.push(element("p", "", `Score by seat: ${seats.join(" · ")}`));
    inside.push(...this.extremes(i));
    const buttons = element("div", "row", button("Its matches", () => this.showMatches(i)));
    if (this.league.data.curves.some((curve) => curve.bot === i)) buttons.append(button("Its rating over time", () => this.showCurve(i)));
    const cell = element("td", "", ...inside, buttons);
    cell.setAttribute("colspan", String(this.columns.length));
    return element("tr", "detail", cell);
  }

  /**
   * The opponents it does best and worst against.
   * @param {number} i
   */
  extremes(i) {
    const met = this.league.ranked.flatMap((other) => {
      const pair = other === i ? null : this.league.pair(i, other);
      const n = pair ? pair.won + pair.drawn + pair.lost : 0;
      return pair && n ? [{ other, score: (pair.won + pair.drawn / 2) / n }] : [];
    });
    if (met.length < 4) return [];
    met.sort((a, b) => b.score - a.score);
    const say = (/** @type {typeof met} */ some) => some.map(({ other, score }) => `${this.league.name(other)} ${percent(score)}`).join(", ");
    return [element("p", "", `Best against ${say(met.slice(0, 3))}; worst against ${say(met.slice(-3).reverse())}.`)];
  }
}
