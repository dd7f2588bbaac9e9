// Take over any seat of the match on the stage, at any turn, in the page itself.

import { button, byId, element } from "../shared/elements.js";
import { readStart } from "../film/engine.js";
import { loadBlock } from "../film/film.js";
import { Play } from "./play.js";
import { Table } from "./table.js";

/**
 * @typedef {import("../viewer/main.js").Viewer} Viewer
 * @typedef {import("../film/film.js").Film} Film
 */

/**
 * Offer it by a button; the engine is loaded when somebody wants to play.
 * @param {Viewer} viewer
 * @param {() => Promise<import("../film/engine.js").Parts>} load
 */
export function offerLater(viewer, load) {
  if (viewer.film.data.live) return;
  const open = button("play on in this page", async () => {
    try {
      await loadBlock("start"); // says why a page cannot play this game
      offerPlaying(viewer, await load());
      open.remove();
    } catch (error) {
      viewer.say(sayWhy(error));
    }
  }, "main");
  byId("whatif", HTMLElement).hidden = false;
  byId("whatif", HTMLElement).append(open);
}

/**
 * Offer to play on from the turn that is shown.
 * @param {Viewer} viewer
 * @param {import("../film/engine.js").Parts} parts
 */
export function offerPlaying(viewer, parts) {
  const table = new Table(parts.rules.layout.policies, true);
  table.lay(viewer.film.data.seats.map(({ letter }) => letter), 0);
  const other = new OtherFuture(viewer, new Play(viewer, parts), table);
  Object.assign(globalThis, { whatIf: other });
  const box = byId("whatif", HTMLElement);
  box.hidden = false;
  box.append(table.box, element("div", "row", button("play from this turn", () => void other.begin(), "main"), other.back));
}

/** An alternative course of a match. */
class OtherFuture {
  /** @param {Viewer} viewer @param {Play} play @param {Table} table */
  constructor(viewer, play, table) {
    this.viewer = viewer;
    this.play = play;
    this.table = table;
    this.recorded = { film: viewer.film, source: viewer.source };
    this.turn = 0;
    this.back = button("back to the recorded match", () => this.end());
    this.back.hidden = true;
    play.ended = () => viewer.futures.set(this.recorded.film);
  }

  /** Play on from the turn that is shown; later turns of another future are none of the recorded match. */
  async begin() {
    const { viewer, table } = this;
    const { turn } = viewer.playback;
    this.turn = this.back.hidden ? turn : Math.min(turn, this.turn);
    viewer.futures.set(null);
    try {
      const { film, source } = this.recorded;
      const { ruleset, seed, seats } = film.data;
      const recorded = (await source.load(null)).recorded();
      const start = film.start ?? readStart(await loadBlock("start"));
      const names = seats.map(({ name }) => name);
      this.play.begin({ start, ruleset, seed, recorded, turn: this.turn, names }, table.kinds, table.ms);
      this.back.hidden = false;
    } catch (error) {
      viewer.say(sayWhy(error));
    }
  }

  /** Go back to what was recorded. */
  end() {
    const { viewer, recorded } = this;
    this.play.leave();
    viewer.futures.set(null);
    viewer.source = recorded.source;
    viewer.change(recorded.film);
    viewer.introduce();
    viewer.grown();
    viewer.playback.playing = false;
    viewer.playback.seek(this.turn);
    byId("desk", HTMLElement).hidden = this.back.hidden = true;
  }
}

/** @param {unknown} error */
function sayWhy(error) {
  return `The match cannot be played on here: ${error instanceof Error ? error.message : error}`;
}
