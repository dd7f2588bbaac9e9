// A match in the page, on the viewer's stage: the viewer receives what happens as if from a server.

import { button, byId } from "../shared/elements.js";
import { engineOf } from "../film/engine.js";
import { MatchFilm } from "../film/match-film.js";
import { Match, PERSON, RECORDED, SEARCH } from "../film/match.js";
import { seatLetter } from "../film/templates.js";

/**
 * @typedef {import("../viewer/main.js").Viewer} Viewer
 * @typedef {import("../film/match.js").Kind} Kind
 * @typedef {import("../film/match.js").Recorded} Recorded
 * @typedef {object} Opening how a match in the page begins
 * @property {import("../film/match.js").Start} start
 * @property {string} ruleset
 * @property {number|string} seed
 * @property {Recorded[]} [recorded] the match that is played on
 * @property {number} [turn] from which turn on
 * @property {string[]} [names] of the recorded seats
 */

/** Plays matches; one at a time. */
export class Play {
  /**
   * @param {Viewer} viewer
   * @param {import("../film/engine.js").Parts} parts
   */
  constructor(viewer, parts) {
    this.viewer = viewer;
    this.engine = engineOf(parts);
    /** @type {Match|null} */
    this.match = null;
    /** @type {{opening: Opening, kinds: Kind[], ms: number}|null} */
    this.asked = null;
    /** Called when a match is over. */
    this.ended = () => {};
    this.buttons = {
      undo: button("take back", () => this.undo()),
      swap: button("swap seats", () => this.swap()),
      resign: button("resign", () => this.resign()),
      watch: button("watch again", () => this.watch()),
      again: button("play again", () => this.again()),
    };
    byId("desk", HTMLElement).replaceChildren(...Object.values(this.buttons));
    viewer.person.deliver = async (_, move) => this.take(move);
  }

  /**
   * Begin a match.
   * @param {Opening} opening
   * @param {Kind[]} kinds
   * @param {number} ms how long searchers think
   * @param {number} [seed] of the bots' random numbers
   */
  begin(opening, kinds, ms, seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1) {
    this.leave();
    this.asked = { opening, kinds, ms };
    const recorded = opening.recorded ?? [];
    this.match = new Match(this.engine, opening.start, { kinds, seed, ms, recorded });
    this.match.replay(recorded.slice(0, opening.turn ?? 0));
    this.show(this.match);
    this.go();
  }

  /** Stop the match that is under way. */
  leave() {
    this.match?.stop();
    this.viewer.sit(false);
    void this.engine.workers.stop();
    this.viewer.person.leave();
    this.viewer.person.goal.reset();
    this.viewer.person.say("");
  }

  /** Put a match on the stage, seen by its person. @param {Match} match */
  show(match) {
    const { viewer } = this;
    viewer.source = { load: async (seat) => this.film(match, seat), live: false };
    viewer.change(this.film(match, match.person));
    viewer.introduce();
    viewer.playback.seek(match.turns);
    viewer.playback.playing = false;
  }

  /** @param {Match} match @param {number|null} seat */
  film(match, seat) {
    const { opening, kinds } = /** @type {NonNullable<Play["asked"]>} */ (this.asked);
    const seats = kinds.map((kind, i) => ({ name: nameOf(kind, opening.names?.[i]), letter: seatLetter(i) }));
    return new MatchFilm(match, seat, { seats, ruleset: opening.ruleset, seed: opening.seed });
  }

  /** Play on. */
  go() {
    const { match, viewer } = this;
    if (!match) return;
    viewer.playback.following = match.person !== null || match.kinds.includes(SEARCH);
    viewer.playback.playing = !viewer.playback.following;
    this.offer();
    match.run({
      turn: () => this.grow(),
      ask: (question) => viewer.hear({ type: "ask", ...question }),
      out: () => viewer.person.stands({ state: "out", answered: null }),
      end: () => this.end(),
    }).catch((error) => {
      viewer.say(`The match cannot continue: ${error instanceof Error ? error.message : error}`);
      throw error;
    });
  }

  grow() {
    const film = /** @type {MatchFilm} */ (this.viewer.film);
    film.catchUp();
    this.viewer.grown();
    this.offer();
  }

  end() {
    const { match, viewer } = this;
    viewer.hear({ type: "end", outcome: match?.outcome ?? null, void: "" });
    this.offer();
    this.ended();
  }

  /** Which buttons make sense now. */
  offer() {
    const { match, buttons } = this;
    const alone = match === null || match.plan.kinds.indexOf(PERSON) < 0;
    buttons.undo.hidden = buttons.swap.hidden = alone;
    buttons.undo.disabled = this.earlier() === null;
    buttons.resign.hidden = match === null || match.person === null || match.outcome !== null;
    buttons.again.hidden = match === null;
    buttons.watch.hidden = match === null || match.outcome === null;
    byId("desk", HTMLElement).hidden = match === null;
    this.viewer.sit(match !== null && match.person !== null && match.outcome === null);
  }

  // The person

  /** @param {string} move @returns {string} why the move is refused */
  take(move) {
    try {
      this.match?.answer(move);
      return "";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** The number of turns before the person's last move; null if there is none to take back. */
  earlier() {
    const { match, asked } = this;
    const seat = match?.person;
    if (!match || seat === null || seat === undefined) return null;
    for (let turns = match.turns - 1; turns >= (asked?.opening.turn ?? 0); turns -= 1) {
      if (match.lines[turns]?.moves[seat] !== null) return turns;
    }
    return null;
  }

  /** Take the last move back. */
  undo() {
    const turns = this.earlier();
    if (turns === null || !this.match) return;
    void this.engine.workers.stop();
    this.match.rewind(turns);
    this.grow();
    this.viewer.playback.seek(turns);
    this.go();
  }

  /** Leave the seat to the game's policy and look at how it ends, with nothing hidden. */
  resign() {
    const { match } = this;
    if (!match) return;
    match.resign();
    void this.engine.workers.stop();
    this.viewer.person.rest();
    this.viewer.person.say("You left; the bots play on.");
    this.grow();
    this.viewer.controls.offer();
    this.go();
  }

  /** Look at the match from where it began. */
  watch() {
    const { playback } = this.viewer;
    playback.seek(this.asked?.opening.turn ?? 0);
    playback.playing = true;
    this.viewer.stale = true;
  }

  /** The same match from where it began. */
  again() {
    if (this.asked) this.begin(this.asked.opening, this.asked.kinds, this.asked.ms);
  }

  /** The same match with the person at the next seat. */
  swap() {
    if (!this.asked) return;
    const { opening, kinds, ms } = this.asked;
    this.begin(opening, [...kinds.slice(-1), ...kinds.slice(0, -1)], ms);
  }
}

/** @param {Kind} kind @param {string} [recorded] */
function nameOf(kind, recorded) {
  if (kind === PERSON) return "you";
  return kind === RECORDED && recorded ? recorded : kind;
}
