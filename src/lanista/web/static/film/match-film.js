// The film of a match that is played in the page: its frames are made when they are shown, for everyone or as one
// seat sees them. It holds nothing that its audience may not see.

import { described, seenLine } from "./audience.js";
import { Film } from "./film.js";

/** @typedef {import("./match.js").Match} Match */

const FORMAT = 1;

/** A film that grows with its match. */
export class MatchFilm extends Film {
  /**
   * @param {Match} match
   * @param {number|null} seat
   * @param {Partial<import("./film.js").FilmData>} about the members that the match does not know
   */
  constructor(match, seat, about) {
    const { about: game } = match.engine;
    super(/** @type {import("./film.js").FilmData} */ ({
      format: FORMAT, game: game.name, title: game.title, ruleset: "", seed: 0, seat, seats: [],
      private: game.private,
      limits: { start_ms: null, turn_ms: null }, scene: match.start.scene,
      turns: [], numbers: {}, outcome: null, void: "", live: true, branch: null, can: { takeover: false, play: [] },
      ...about,
    }));
    this.match = match;
    this.timed = false;
    this.catchUp();
  }

  /** @override @param {number} turn */
  makeFrame(turn) {
    const { match, data } = this;
    return match.showing.frame(match.state(turn), data.seat, match.played(turn));
  }

  /** Take over what the match has played, or taken back, since the last call. */
  catchUp() {
    const { data, match } = this;
    const kept = Math.min(this.last, match.turns);
    if (kept < this.last) this.cut(kept);
    if (!Object.keys(data.numbers).length) this.addNumbers(0);
    for (let number = kept + 1; number <= match.turns; number += 1) {
      data.turns.push(this.line(number));
      this.addNumbers(number);
    }
    const { person, outcome } = match;
    const can = { takeover: false, play: person === null ? [] : [person] };
    Object.assign(data, { live: outcome === null, outcome, can });
  }

  /** Forget later turns. @param {number} turns */
  cut(turns) {
    const { data } = this;
    data.turns.length = turns;
    this.forget(turns);
    for (const rows of Object.values(data.numbers)) rows.length = turns + 1;
    for (const at of [...this.kept.keys()]) if (at > turns) this.kept.delete(at);
  }

  /** A turn as this audience may see it. @param {number} number @returns {import("./film.js").Turn} */
  line(number) {
    const { match } = this;
    const { seat } = this.data;
    const played = /** @type {import("./match.js").Line} */ (match.lines[number - 1]);
    const { turn, verdicts, moves, ms } = played;
    const line = seenLine({ turn, verdicts, moves, ms }, seat, this.data.private);
    return described(match.showing, line, match.state(number), match.played(number), seat);
  }

  /** @param {number} number */
  addNumbers(number) {
    const { match } = this;
    const rows = match.showing.curves(match.state(number), this.data.seat, match.start.seats);
    for (const [title, row] of Object.entries(rows)) (this.data.numbers[title] ??= []).push(row);
  }
}
