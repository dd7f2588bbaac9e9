// The bracket of a knock-out: rounds from left to right, each card a group of bots that play for their ranks.

import { button, byId, element } from "../shared/elements.js";
import { points } from "./data.js";
import { drawn, link } from "./parts.js";

/** @typedef {import("./data.js").League} League */
/** @typedef {import("./data.js").Match} Match */

const WIDTH = 190;
const GAP = 34;
const LINE = 25; // the height of a bot in a card
const EDGE = 26; // of a card's title and borders
const BETWEEN = 14;
const TOP = 30;
const MAX_LINKS = 5;
const THIRD_PLACE = "third place";
const FIRST = 5; // rounds that are shown at once, counted from the last

/** Bots that play for their ranks in a round. */
class Tie {
  /**
   * @param {number} round
   * @param {Match} match
   */
  constructor(round, match) {
    this.round = round;
    this.title = match.label;
    /** @type {Map<number, number>} by bot */
    this.points = new Map();
    /** @type {Match[]} */
    this.matches = [];
    this.y = 0;
  }

  /** @param {Match} match */
  add(match) {
    this.matches.push(match);
    match.bots.forEach((bot, seat) => this.points.set(bot, (this.points.get(bot) ?? 0) + (match.counts ? match.score(seat) : 0)));
  }

  get bots() {
    return [...this.points.keys()];
  }

  get height() {
    return EDGE + LINE * this.points.size;
  }
}

/** A knock-out, drawn. */
export class Bracket {
  /** @param {League} league */
  constructor(league) {
    this.league = league;
    this.rounds = roundsOf(league.matches);
    this.from = Math.max(0, this.rounds.length - FIRST);
  }

  draw() {
    const rounds = this.rounds.slice(this.from);
    const height = this.arrange(rounds);
    const width = rounds.length * (WIDTH + GAP) - GAP;
    const box = element("div", "bracket");
    box.style.width = `${width}px`;
    box.style.height = `${height}px`;
    box.append(this.lines(rounds, width, height), ...rounds.map((ties, x) => this.column(ties, x)));
    byId("bracket-box", HTMLElement).replaceChildren(box);
    this.tools();
  }

  tools() {
    const box = byId("bracket-tools", HTMLElement);
    box.replaceChildren();
    if (this.rounds.length <= FIRST) return;
    box.append(button(this.from ? "Earlier rounds" : `Last ${FIRST} rounds`, () => {
      this.from = this.from ? 0 : this.rounds.length - FIRST;
      this.draw();
    }));
  }

  /**
   * Put every card beside the middle of those that lead to it.
   * @param {Tie[][]} rounds
   */
  arrange(rounds) {
    let bottom = TOP;
    /** @type {Set<Tie>} */
    const done = new Set();
    const put = (/** @type {Tie} */ tie, /** @type {number} */ x) => {
      if (done.has(tie)) return;
      done.add(tie);
      const before = feeders(tie, rounds[x - 1]).filter((one) => !done.has(one));
      for (const one of before) put(one, x - 1);
      const first = before[0];
      const last = before.at(-1);
      if (tie.title === THIRD_PLACE) {
        tie.y = (rounds[x]?.[0]?.y ?? TOP) + 2 * tie.height;
      } else if (first && last) {
        tie.y = (first.y + first.height / 2 + last.y + last.height / 2) / 2 - tie.height / 2;
      } else {
        tie.y = bottom;
      }
      bottom = Math.max(bottom, tie.y + tie.height + BETWEEN);
    };
    for (let x = rounds.length - 1; x >= 0; x -= 1) for (const tie of rounds[x] ?? []) put(tie, x);
    spread(rounds);
    return Math.max(...rounds.flat().map((tie) => tie.y + tie.height), TOP) + 4;
  }

  /**
   * @param {Tie[][]} rounds
   * @param {number} width
   * @param {number} height
   */
  lines(rounds, width, height) {
    const picture = drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
    rounds.forEach((ties, x) => {
      for (const tie of ties) {
        for (const before of feeders(tie, rounds[x - 1])) {
          const left = (x - 1) * (WIDTH + GAP) + WIDTH;
          const [from, to, middle] = [before.y + before.height / 2, tie.y + tie.height / 2, left + GAP / 2];
          picture.append(drawn("path", { d: `M${left} ${from}H${middle}V${to}H${left + GAP}`, class: "way" }));
        }
      }
    });
    return picture;
  }

  /**
   * @param {Tie[]} ties
   * @param {number} x
   */
  column(ties, x) {
    const title = element("h3", "", titleOf(ties, this.from + x, this.rounds.length));
    const list = element("ol", "", ...[...ties].sort((a, b) => a.y - b.y).map((tie) => this.card(tie)));
    const column = element("div", "column", title, list);
    column.style.left = `${x * (WIDTH + GAP)}px`;
    column.style.width = `${WIDTH}px`;
    return column;
  }

  /** @param {Tie} tie */
  card(tie) {
    const through = this.through(tie);
    const bots = [...tie.bots].sort((a, b) => (tie.points.get(b) ?? 0) - (tie.points.get(a) ?? 0));
    const lines = bots.map((bot) => {
      const name = element("span", "name", this.league.name(bot));
      name.title = this.league.name(bot);
      return element("li", through.has(bot) ? "through" : "", name, element("span", "numbers", points(tie.points.get(bot) ?? 0)));
    });
    const head = element("p", "", element("span", "name", tie.title), ...this.links(tie));
    const card = element("li", "tie", head, element("ul", "", ...lines));
    card.style.top = `${tie.y}px`;
    return card;
  }

  /**
   * Its replays, by their numbers in the card.
   * @param {Tie} tie
   */
  links(tie) {
    return tie.matches.slice(0, MAX_LINKS).flatMap((match, i) => {
      const { page, file } = this.league.links(match);
      if (!page && !file) return [];
      const made = link(String(i + 1), page || file);
      made.title = `${page ? "Watch" : "The replay of"} match ${match.number}`;
      made.setAttribute("aria-label", made.title);
      return [made];
    });
  }

  /**
   * The bots that advance; of the last round, the best one.
   * @param {Tie} tie
   */
  through(tie) {
    const later = this.rounds.slice(tie.round + 1).flat().filter(({ title }) => title !== THIRD_PLACE);
    if (later.length) return new Set(tie.bots.filter((bot) => later.some((one) => one.points.has(bot))));
    const rank = (/** @type {number} */ bot) => this.league.bots[bot]?.rank ?? Infinity;
    const best = Math.min(...tie.bots.map(rank));
    return new Set(this.league.data.ended ? tie.bots.filter((bot) => rank(bot) === best) : []);
  }
}

/**
 * @param {Match[]} matches
 * @returns {Tie[][]}
 */
function roundsOf(matches) {
  const numbers = [...new Set(matches.map(({ round }) => round))].sort((a, b) => a - b);
  return numbers.map((number, i) => {
    /** @type {Map<string, Tie>} */
    const ties = new Map();
    for (const match of matches) {
      if (match.round !== number) continue;
      const key = match.label || [...match.bots].sort((a, b) => a - b).join(" ");
      const tie = ties.get(key) ?? new Tie(i, match);
      ties.set(key, tie);
      tie.add(match);
    }
    return [...ties.values()];
  });
}

/**
 * The cards of the round before whose winners are in a card.
 * @param {Tie} tie
 * @param {Tie[]|undefined} before
 */
function feeders(tie, before = []) {
  return tie.title === THIRD_PLACE ? [] : before.filter((one) => one.bots.some((bot) => tie.points.has(bot)));
}

/**
 * Cards of a round must not overlap, whatever leads to them.
 * @param {Tie[][]} rounds
 */
function spread(rounds) {
  for (const ties of rounds) {
    let bottom = TOP;
    for (const tie of [...ties].sort((a, b) => a.y - b.y)) {
      tie.y = Math.max(tie.y, bottom);
      bottom = tie.y + tie.height + BETWEEN;
    }
  }
}

/**
 * @param {Tie[]} ties
 * @param {number} index
 * @param {number} all
 */
function titleOf(ties, index, all) {
  const named = ties[0]?.title.replace(/, heat \d+$/, "").replace(/(-final) \d+$/, "$1") ?? "";
  return named || (index === all - 1 && ties.length === 1 ? "final" : `round ${index + 1}`);
}
