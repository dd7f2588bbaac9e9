// The rounds of a league: the bracket of a knock-out, or who met whom in each round of a Swiss league.

import { button, byId, element } from "../shared/elements.js";
import { Bracket } from "./bracket.js";
import { count, percent } from "./data.js";
import { heading, paint } from "./parts.js";

/** @typedef {import("./data.js").League} League */
/** @typedef {import("./data.js").Match} Match */
/** @typedef {{score: number, matches: number, others: Set<number>}} Played what a bot did in a round */

const FIRST = 50; // rows that are shown at once
const MAX_NAMED = 9; // rounds; with more, opponents are given by rank only

/**
 * Show what the league's format has: a bracket, rounds, or neither.
 * @param {League} league
 */
export function showRounds(league) {
  if (!league.matches.length) return;
  if (league.data.format === "knockout") {
    byId("bracket", HTMLElement).hidden = false;
    new Bracket(league).draw();
  } else if (league.data.format === "swiss") {
    byId("rounds", HTMLElement).hidden = false;
    new Rounds(league).draw();
  }
}

/** Bots by rank, and their opponents in each round. */
class Rounds {
  /** @param {League} league */
  constructor(league) {
    this.league = league;
    this.numbers = [...new Set(league.matches.map(({ round }) => round))].sort((a, b) => a - b);
    /** @type {Map<string, Played>} by bot and round */
    this.played = new Map();
    for (const match of league.matches) this.add(match);
    this.all = league.ranked.length <= FIRST + 10;
    this.named = this.numbers.length <= MAX_NAMED;
  }

  /** @param {Match} match */
  add(match) {
    if (!match.counts) return;
    match.bots.forEach((bot, seat) => {
      const key = `${bot} ${match.round}`;
      const played = this.played.get(key) ?? { score: 0, matches: 0, others: new Set() };
      this.played.set(key, played);
      played.score += match.score(seat);
      played.matches += 1;
      for (const other of match.bots) if (other !== bot) played.others.add(other);
    });
  }

  draw() {
    const shown = this.all ? this.league.ranked : this.league.ranked.slice(0, FIRST);
    const titles = this.numbers.map((number) => heading("col", "", String(number)));
    const head = element("tr", "", heading("col", "bot", "Bot"), ...titles);
    const body = shown.map((bot) => element("tr", "", this.rowHead(bot), ...this.numbers.map((round) => this.cell(bot, round))));
    const caption = element("caption", "", this.league.seats === 2 ? "Each bot's opponent by round, with its rank now; the colour is the score" : "Each bot's score by round: the share of its opponents that it was ahead of");
    const box = byId("rounds-box", HTMLElement);
    const table = element("table", "rounds", caption, element("thead", "", head), element("tbody", "", ...body));
    table.classList.toggle("named", this.named);
    box.replaceChildren(table);
    const tools = byId("rounds-tools", HTMLElement);
    tools.replaceChildren(element("span", "scale", "loses", element("span", "ramp"), "wins"));
    if (shown.length === this.league.ranked.length) return;
    tools.prepend(button(`Show all ${count(this.league.ranked.length, "bot")}`, () => {
      this.all = true;
      this.draw();
    }));
  }

  /** @param {number} bot */
  rowHead(bot) {
    const name = element("span", "name", this.league.name(bot));
    name.title = this.league.name(bot);
    return heading("row", "bot", element("span", "rank", String(this.league.bots[bot]?.rank ?? "")), name);
  }

  /**
   * @param {number} bot
   * @param {number} round
   */
  cell(bot, round) {
    const played = this.played.get(`${bot} ${round}`);
    const cell = element("td", "");
    if (!played) {
      cell.className = "none";
      cell.textContent = "–";
      cell.title = "a bye, or not played";
      return cell;
    }
    const share = played.score / played.matches;
    const others = [...played.others];
    const [other] = others;
    if (others.length > 1 || other === undefined) cell.textContent = percent(share);
    else cell.append(String(this.league.bots[other]?.rank ?? "·"), ...(this.named ? [element("span", "name", this.league.name(other))] : []));
    paint(cell, share);
    cell.title = `${percent(share)} against ${others.slice(0, 12).map((other) => this.league.name(other)).join(", ")}`;
    cell.setAttribute("aria-label", cell.title);
    return cell;
  }
}
