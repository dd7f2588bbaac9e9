// The index of a site: a picture of every game, drawn by its own board, and links to matches.

import { byId, element } from "../shared/elements.js";
import { Stills, loadBlock } from "../film/film.js";
import { still } from "../picture/render.js";

/**
 * @typedef {{name: string, title: string, film: import("../film/film.js").FilmData & {frames: import("../film/film.js").PackedFrame[]}}} GameEntry
 * @typedef {{page: string, title: string, names: string[], turns: number}} MatchEntry
 */

const WIDTH = 720; // pixels of a thumbnail

/** @param {Record<string, import("../board/canvas.js").Board>} boards by the names of games */
export async function start(boards) {
  /** @type {{games: GameEntry[], matches: MatchEntry[]}} */
  const { games, matches } = await loadBlock("site");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const films = await Promise.all(games.map(({ film }) => Stills.unpack(film, film.frames)));
  const cards = () => games.map((game, i) => card(game, /** @type {Stills} */ (films[i]), boards[game.name], dark.matches));
  const draw = () => byId("games", HTMLElement).replaceChildren(...cards());
  draw();
  dark.addEventListener("change", draw);
  byId("matches", HTMLElement).append(...matches.map(link));
  byId("watch", HTMLElement).hidden = matches.length === 0;
  byId("page", HTMLElement).hidden = false;
  byId("message", HTMLElement).textContent = "";
}

/** @param {GameEntry} game @param {Stills} film @param {import("../board/canvas.js").Board|undefined} board @param {boolean} dark */
function card(game, film, board, dark) {
  const inside = board ? [still(board, film, 1, { width: WIDTH, dark, bare: true })] : [];
  const line = element("span", "line", element("span", "name", game.title), element("span", "play", "play"));
  const made = /** @type {HTMLAnchorElement} */ (element("a", "game", ...inside, line));
  made.href = `${encodeURIComponent(game.name)}.html`;
  return element("li", "", made);
}

/** @param {MatchEntry} match */
function link(match) {
  const made = /** @type {HTMLAnchorElement} */ (element("a", "", match.names.join(" - ")));
  made.href = encodeURI(match.page);
  return element("li", "", made, " ", element("span", "quiet", `${match.title}, ${match.turns} turns`));
}
