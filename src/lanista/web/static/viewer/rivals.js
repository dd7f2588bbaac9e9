// Other matches of the same game and seed, to compare with: the server's list is asked when somebody wants to choose.

import { byId } from "../shared/elements.js";
import { cut, NAME_LETTERS } from "../shared/excerpt.js";
import { fetched } from "../film/film.js";

/** @typedef {import("./main.js").Viewer} Viewer */
/** @typedef {{game: string, seed: string, names: string[], turns: number}} Summary */
/** @typedef {{id: string, file: string, summary?: Summary}} Listed */

const NONE = "no other match with this seed";

/** Offer the choice on pages of a server that has several matches. @param {Viewer} viewer */
export function offerRivals(viewer) {
  const select = byId("rivals", HTMLSelectElement);
  const count = Number(document.querySelector("meta[name=matches]")?.getAttribute("content") ?? 0);
  if (count < 2 || viewer.other || viewer.film.data.live) return;
  select.replaceChildren(new Option("compare with …", ""));
  select.hidden = false;
  for (const name of ["pointerdown", "focus"]) {
    select.addEventListener(name, () => void fill(select, viewer).catch((error) => viewer.sayError(error)), { once: true });
  }
  select.addEventListener("change", () => {
    if (select.value) location.href = `?with=${encodeURIComponent(select.value)}${viewer.link()}`;
  });
}

/** @param {HTMLSelectElement} select @param {Viewer} viewer */
async function fill(select, viewer) {
  if (select.options.length > 1) return;
  const { game, seed } = viewer.film.data;
  const { matches } = /** @type {{matches: Listed[]}} */ (await fetched("/matches.json"));
  const own = location.pathname.split("/").filter(Boolean).at(-1);
  const fitting = matches.filter(({ id, summary }) => id !== own && summary?.game === game && summary.seed === String(seed));
  const options = fitting.map(({ id, summary, file }) => new Option(labelOf(summary, file), id));
  select.append(...(options.length ? options : [noneOf()]));
}

/** @param {Summary|undefined} summary @param {string} file */
function labelOf(summary, file) {
  const names = (summary?.names ?? []).map((name) => cut(name, NAME_LETTERS)).join(" - ");
  return cut(`${names}, ${summary?.turns ?? 0} turns (${file})`, 3 * NAME_LETTERS);
}

function noneOf() {
  const option = new Option(NONE, "");
  option.disabled = true;
  return option;
}
