// All matches of a league, with filters and links to replays.

import { button, byId, element } from "../shared/elements.js";
import { count } from "./data.js";
import { choice, heading, replayLinks } from "./parts.js";

/** @typedef {import("./data.js").League} League */
/** @typedef {import("./data.js").Match} Match */

const PAGE = 25;
const MAX_SEATS = 8; // with more, the best are shown and the others unfold
const BEST = 5;

/** @type {Record<string, (match: Match) => boolean>} */
const KINDS = {
  "with faults": (match) => match.faults.some((n) => n > 0),
  drawn: (match) => match.places.filter((rank) => rank === 1).length > 1,
  "without a result": (match) => !match.counts,
};

/** The section. */
export class MatchesSection {
  /** @param {League} league */
  constructor(league) {
    this.league = league;
    /** @type {(number|null)[]} */
    this.bots = [null, null];
    this.map = "";
    this.kind = "";
    this.newest = false;
    this.page = 0;
    /** @type {HTMLSelectElement[]} */
    this.fields = [];
  }

  start() {
    const { league } = this;
    const names = league.bots.map((_, i) => /** @type {[string, string]} */ ([String(i), league.name(i)]));
    names.sort((a, b) => (a[1].toLowerCase() < b[1].toLowerCase() ? -1 : 1));
    this.fields = [0, 1].map((which) => choice(which ? "Against" : "Bot", [["", which ? "against anyone" : "any bot"], ...names], (value) => {
      this.bots[which] = value === "" ? null : Number(value);
      this.restart();
    }));
    const tools = byId("matches-tools", HTMLElement);
    tools.append(...this.fields);
    const maps = league.data.maps.filter(Boolean);
    if (maps.length > 1) tools.append(choice("Map", [["", "any map"], ...maps.map((map) => /** @type {[string, string]} */ ([map, map]))], (value) => {
      this.map = value;
      this.restart();
    }));
    const kinds = Object.keys(KINDS).filter((kind) => league.matches.some(/** @type {(match: Match) => boolean} */ (KINDS[kind])));
    if (kinds.length) tools.append(choice("Which", [["", "all matches"], ...kinds.map((kind) => /** @type {[string, string]} */ ([kind, kind]))], (value) => {
      this.kind = value;
      this.restart();
    }));
    tools.append(choice("Order", [["", "first to last"], ["newest", "last to first"]], (value) => {
      this.newest = value !== "";
      this.restart();
    }));
    this.draw();
  }

  /**
   * Show the matches of a bot, or of a pair, and go there.
   * @param {number} first
   * @param {number|null} second
   */
  show(first, second = null) {
    this.bots = [first, second];
    this.fields.forEach((field, i) => (field.value = String(this.bots[i] ?? "")));
    this.restart();
    byId("matches", HTMLElement).scrollIntoView();
    this.fields[0]?.focus({ preventScroll: true });
  }

  restart() {
    this.page = 0;
    this.draw();
  }

  /** The matches that were asked for. */
  found() {
    const [a, b] = this.bots;
    const fits = KINDS[this.kind] ?? (() => true);
    const found = this.league.matches.filter(
      (match) =>
        (a === null || a === undefined || match.bots.includes(a)) &&
        (b === null || b === undefined || match.bots.includes(b)) &&
        (!this.map || match.map === this.map) &&
        fits(match),
    );
    return this.newest ? found.reverse() : found;
  }

  draw() {
    const found = this.found();
    const shown = found.slice(this.page * PAGE, (this.page + 1) * PAGE);
    const hasMaps = this.league.data.maps.some(Boolean);
    const titles = ["Match", "Result", ...(hasMaps ? ["Map"] : []), "Replay"];
    const head = element("tr", "", ...titles.map((title) => heading("col", "", title)));
    const body = shown.map((match) => this.row(match, hasMaps));
    const caption = element("caption", "", `${count(found.length, "match", "matches")}${found.length > PAGE ? `, ${this.page * PAGE + 1} to ${this.page * PAGE + shown.length}` : ""}`);
    byId("matches-box", HTMLElement).replaceChildren(element("table", "matches", caption, element("thead", "", head), element("tbody", "", ...body)));
    this.drawPages(found.length);
  }

  /**
   * @param {Match} match
   * @param {boolean} hasMaps
   */
  row(match, hasMaps) {
    const number = heading("row", "", String(match.number));
    if (match.label) number.append(element("small", "", match.label));
    const cells = [number, this.result(match)];
    if (hasMaps) cells.push(element("td", "map", match.map));
    cells.push(element("td", "links", ...replayLinks(this.league, match)));
    return element("tr", match.counts ? "" : "void", ...cells);
  }

  /** @param {Match} match */
  result(match) {
    const seats = match.order().map((seat) => this.seat(match, seat));
    const first = seats.length > MAX_SEATS ? seats.slice(0, BEST) : seats;
    const cell = element("td", "", element("ol", "result", ...first));
    if (first.length < seats.length) cell.append(element("details", "", element("summary", "", `${seats.length - BEST} more`), element("ol", "result", ...seats.slice(BEST))));
    if (match.remark) cell.append(element("p", "quiet", match.remark));
    return cell;
  }

  /**
   * @param {Match} match
   * @param {number} seat
   */
  seat(match, seat) {
    const rank = match.places[seat];
    const faults = match.faults[seat] ?? 0;
    const item = element("li", rank === 1 ? "first" : "", element("span", "place", rank === undefined ? "·" : String(rank)), element("span", "name", this.league.name(match.bots[seat] ?? 0)));
    const score = match.scores[seat];
    if (score !== undefined) item.append(element("small", "numbers", score.toLocaleString("en").replace("-", "−")));
    if (faults) item.append(element("small", "fault", count(faults, "fault")));
    return item;
  }

  /** @param {number} all */
  drawPages(all) {
    const last = Math.ceil(all / PAGE) - 1;
    const go = (/** @type {string} */ text, /** @type {number} */ page) => {
      const made = button(text, () => {
        this.page = page;
        this.draw();
        byId("matches", HTMLElement).scrollIntoView();
      });
      made.disabled = page < 0 || page > last || page === this.page;
      return made;
    };
    const box = byId("matches-pages", HTMLElement);
    box.replaceChildren();
    if (last > 0) box.append(go("First", 0), go("Back", this.page - 1), element("span", "quiet", `page ${this.page + 1} of ${last + 1}`), go("Next", this.page + 1), go("Last", last));
  }
}
