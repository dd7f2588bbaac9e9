// Take over any seat of the match on the stage, at any turn, in the page itself.

import { byId, element } from "./elements.js";
import { loadBlock, readStart } from "./engine.js";
import { Play } from "./play.js";
import { Table } from "./table.js";

/**
 * @typedef {import("./main.js").Viewer} Viewer
 * @typedef {import("./film.js").Film} Film
 */

/**
 * Offer to play on from the turn that is shown.
 * @param {Viewer} viewer
 * @param {import("./engine.js").Parts} parts
 */
export function offerPlaying(viewer, parts) {
  if (viewer.film.data.live) return;
  const { film, source } = viewer;
  const table = new Table(parts.rules.layout.policies, true);
  table.lay(film.data.seats.map(({ letter }) => letter), 0);
  const go = /** @type {HTMLButtonElement} */ (element("button", "main", "play from this turn"));
  const back = /** @type {HTMLButtonElement} */ (element("button", "", "back to the recorded match"));
  go.type = back.type = "button";
  back.hidden = true;
  const play = new Play(viewer, parts);
  /** @type {{turn: number, recorded: import("./film.js").Turn[]}|null} */
  let kept = null;

  go.addEventListener("click", async () => {
    const turn = kept && viewer.playback.turn > kept.turn ? kept.turn : viewer.playback.turn;
    try {
      const everything = await source.load(null);
      const start = readStart(await loadBlock("start"));
      kept = { turn, recorded: everything.data.turns };
      const { ruleset, seed, seats } = film.data;
      play.begin({ start, ruleset, seed, recorded: kept.recorded, turn, names: seats.map(({ name }) => name) }, table.kinds, table.ms);
      back.hidden = false;
    } catch (error) {
      viewer.say(`The match cannot be played on here: ${error instanceof Error ? error.message : error}`);
    }
  });
  back.addEventListener("click", () => {
    play.leave();
    Object.assign(viewer, { source });
    viewer.change(film);
    viewer.introduce();
    viewer.grown();
    viewer.playback.seek(kept?.turn ?? 0);
    byId("desk", HTMLElement).hidden = back.hidden = true;
    kept = null;
  });
  byId("whatif", HTMLElement).hidden = false;
  byId("whatif", HTMLElement).append(table.box, element("div", "row", go, back));
}
