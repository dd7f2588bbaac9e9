// The report of a league: puts its sections together.

import { byId, element } from "../shared/elements.js";
import { unpack } from "../film/film.js";
import { showBias } from "./bias.js";
import { CurvesSection } from "./curves.js";
import { count, League, signed } from "./data.js";
import { MatchesSection } from "./matches.js";
import { PairsSection } from "./pairs.js";
import { link, outcomes } from "./parts.js";
import { showRounds } from "./rounds.js";
import { TableSection } from "./table.js";

/** Open the league that the page holds. */
export async function start() {
  try {
    const league = new League(await unpack(byId("league", HTMLElement).textContent ?? ""));
    show(league);
    Object.assign(globalThis, { league });
  } catch (error) {
    byId("message", HTMLElement).textContent = `The league cannot be shown: ${error instanceof Error ? error.message : error}`;
    throw error;
  }
}

/** @param {League} league */
function show(league) {
  const page = byId("page", HTMLElement);
  page.hidden = false; // sections measure how much room they have
  showHead(league);
  showPodium(league);
  const matches = new MatchesSection(league);
  const curves = new CurvesSection(league);
  const table = new TableSection(league, (bot) => matches.show(bot), (bot) => {
    curves.add(bot);
    byId("curves", HTMLElement).scrollIntoView();
  });
  table.start();
  showRounds(league);
  new PairsSection(league, (first, second) => matches.show(first, second)).start();
  curves.start();
  showBias(league);
  matches.start();
  showFacts(league);
  showSections();
  byId("theme", HTMLButtonElement).addEventListener("click", changeTheme);
  byId("message", HTMLElement).textContent = "";
}

/** @param {League} league */
function showHead({ data }) {
  document.title = `${data.name} · league`;
  byId("title", HTMLElement).textContent = data.name;
  byId("about", HTMLElement).textContent = data.about;
  const done = data.total === null ? `${count(data.played, "match", "matches")} played` : `${data.played.toLocaleString("en")} of ${count(data.total, "match", "matches")} played`;
  const lines = [element("p", "far", data.ended ? `Ended, ${done}` : done)];
  if (data.sentence) lines.unshift(element("p", "sure", data.sentence));
  byId("outlook", HTMLElement).replaceChildren(...lines);
}

/**
 * The first three, where three have a rank.
 * @param {League} league
 */
function showPodium(league) {
  const first = league.ranked.slice(0, 3);
  const podium = byId("podium", HTMLElement);
  podium.hidden = league.ranked.length < 4 || !league.data.played;
  podium.replaceChildren(...first.map((i) => stepOf(league, i)));
}

/**
 * @param {League} league
 * @param {number} i
 */
function stepOf(league, i) {
  const bot = /** @type {import("./data.js").Bot} */ (league.bots[i]);
  const name = element("span", "name", league.name(i));
  name.title = bot.name;
  const rating = element("span", "numbers");
  if (bot.rating) rating.append(element("b", "", signed(bot.rating[1])), " ", element("small", "", `${signed(bot.rating[0])} … ${signed(bot.rating[2])}`));
  const made = element("li", "", element("span", "medal", String(bot.rank)), name, rating, outcomes(bot, league.seats));
  made.dataset["step"] = String(Math.min(bot.rank ?? 3, 3)); // ranks may be shared
  return made;
}

/** @param {League} league */
function showFacts({ data }) {
  byId("facts-box", HTMLElement).replaceChildren(...data.facts.flatMap(([name, value]) => [element("dt", "", name), element("dd", "", value)]));
}

function showSections() {
  const links = [...document.querySelectorAll("main > section")].flatMap((section) => {
    const title = section.querySelector("h2")?.textContent ?? "";
    return section instanceof HTMLElement && !section.hidden ? [element("li", "", link(title, `#${section.id}`))] : [];
  });
  byId("sections", HTMLElement).replaceChildren(...links);
}

function changeTheme() {
  const root = document.documentElement;
  const dark = (root.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.dataset["theme"] = dark ? "light" : "dark";
}
