// A match that is played in the page: the states of all turns, who sits where, and the moves so far. It knows no
// document, so it runs in Node as well.

import { Model } from "./model.js";
import { showingOf } from "./showing.js";

/**
 * A game's pictures and moves, transcribed from Python; states and moves are opaque here.
 * @typedef {object} Pictures
 * @property {(state: Uint8Array, fixed: Uint8Array) => any} stateOf
 * @property {(before: any, moves: any[], notes: number[][]) => any} played
 * @property {(state: any) => any} scene
 * @property {(state: any, seat: number|null, played: any) => any} frame
 * @property {(state: any) => Record<string, number[]>} numbers
 * @property {(state: any, played: any) => import("./audience.js").KnownEvent[]} events
 * @property {(played: any, seat: number) => string} words the move of a seat in plain words
 * @property {string[]} secretNumbers
 * @property {(state: any, seat: number, text: string) => any} read throws an error with the `move` played instead
 * @property {(move: any) => string} write
 * @property {any} missing
 * @property {(state: any, verdicts: string[][]) => import("./film.js").Outcome|null} outcome
 * @property {(state: any) => number} turn
 * @property {(state: any) => number} maxTurns
 * @property {(state: any, seat: number) => boolean} asked
 * @property {(moves: any[], bytes: Uint8Array) => void} fill
 * @property {(bytes: Uint8Array) => any} take
 */

/**
 * What a page can play with.
 * @typedef {{name: string, title: string, nothingHidden: boolean, limit: number|null}} About `limit` is where the
 *   constant record keeps the turn limit
 * @typedef {{rules: import("./model.js").Rules, game: Pictures, about: About, think: Think}} Engine
 * @typedef {(request: import("./search.js").Request) => Promise<import("./search.js").Found>} Think
 */

/**
 * @typedef {{state: Uint8Array, const: Uint8Array, seats: number, scene: any}} Start `scene` is what never changes
 * @typedef {"person"|"recorded"|"search"|string} Kind otherwise the name of a policy
 * @typedef {{moves: (string|null)[], verdicts: (string|null)[]}} Recorded a recorded turn
 * @typedef {{kinds: Kind[], seed: number, ms: number, recorded?: Recorded[]}} Plan
 * @typedef {{turn: number, moves: (string|null)[], verdicts: string[], ms: number[]}} Line
 * @typedef {{move: Uint8Array, text: string|null, verdict: string, ms: number}} Answer
 * @typedef {{turn: number, seat: number, legal: string[], left_ms: null}} Question
 * @typedef {{turn: (number: number) => void, ask: (question: Question) => void, end: () => void,
 *   out?: (seat: number) => void}} Audience `out` is called while the rules do not ask the person
 */

export const PERSON = "person";
export const RECORDED = "recorded";
export const SEARCH = "search";
const VARIANTS = 8; // how often what is hidden from a searcher is drawn anew
const SLICE_MS = 12; // how long turns are played before the page may draw

/** One match, turn by turn. */
export class Match {
  /**
   * @param {Engine} engine
   * @param {Start} start
   * @param {Plan} plan
   */
  constructor(engine, start, plan) {
    this.engine = engine;
    this.start = start;
    this.plan = plan;
    this.kinds = [...plan.kinds];
    this.model = new Model(engine.rules);
    this.showing = showingOf(engine.rules, engine.game, engine.about.nothingHidden);
    this.model.load(start.state, start.const, start.seats);
    /** @type {Uint8Array[]} the state before the first turn, and after each */
    this.states = [start.state];
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Uint8Array[][]} */
    this.moves = [];
    /** What the rules noted in each turn. @type {number[][][]} */
    this.notes = [];
    /** @type {import("./film.js").Outcome|null} */
    this.outcome = this.judge();
    this.era = 0; // grows when what is under way no longer counts
    /** @type {{take: (text: string) => void, leave: () => void}|null} the person's open question */
    this.question = null;
    this.resigned = false;
  }

  /** How many turns were played. */
  get turns() {
    return this.lines.length;
  }

  /** The person's seat, or null. */
  get person() {
    const seat = this.kinds.indexOf(PERSON);
    return seat < 0 ? null : seat;
  }

  /** The state after some turns, for the game's pictures. @param {number} [number] */
  state(number = this.turns) {
    return this.showing.stateOf(/** @type {Uint8Array} */ (this.states[number]), this.start.const);
  }

  /** The turn that led to a state; null for the start. @param {number} number */
  played(number) {
    const { game } = this.engine;
    const moves = this.moves[number - 1];
    const notes = this.notes[number - 1] ?? [];
    return moves ? this.showing.played(this.state(number - 1), moves.map((move) => game.take(move)), notes) : null;
  }

  // Playing

  /** Play until the match is over or something else was wanted. @param {Audience} audience */
  async run(audience) {
    const era = this.era;
    let pause = performance.now() + SLICE_MS;
    while (!this.outcome) {
      const answers = await this.gather(audience);
      if (era !== this.era) return;
      this.play(answers);
      audience.turn(this.turns);
      if (performance.now() > pause) {
        await new Promise((done) => setTimeout(done));
        if (era !== this.era) return;
        pause = performance.now() + SLICE_MS;
      }
    }
    audience.end();
  }

  /** Stop what is under way; `run` may be called again. */
  stop() {
    this.era += 1;
    this.question?.leave();
    this.question = null;
  }

  /** The person leaves: a policy plays on. */
  resign() {
    this.stop();
    this.resigned = true;
    this.kinds = this.kinds.map((kind) => (kind === PERSON ? this.policy : kind));
  }

  /** Go back to an earlier turn. @param {number} turns how many turns stay */
  rewind(turns) {
    this.stop();
    this.states.length = turns + 1;
    this.lines.length = this.moves.length = this.notes.length = turns;
    this.model.state = /** @type {Uint8Array} */ (this.states[turns]);
    this.outcome = this.judge();
  }

  /** The strongest policy of the game. */
  get policy() {
    return this.engine.rules.layout.policies.at(-1) ?? "random";
  }

  /** Play a turn. @param {Answer[]} answers of all seats */
  play(answers) {
    const turn = this.engine.game.turn(this.state());
    const moves = answers.map(({ move }) => move);
    this.model.step(moves, { noted: true });
    this.moves.push(moves);
    this.notes.push(this.model.notes);
    this.states.push(this.model.state);
    this.lines.push({
      turn, moves: answers.map(({ text }) => text), verdicts: answers.map(({ verdict }) => verdict), ms: answers.map(({ ms }) => ms),
    });
    this.outcome = this.judge();
  }

  /** Play recorded turns again. @param {Recorded[]} lines */
  replay(lines) {
    for (const line of lines) {
      const state = this.state();
      this.play(this.kinds.map((_, seat) => this.recorded(state, seat, line)));
    }
  }

  judge() {
    return this.model.isOver() ? this.engine.game.outcome(this.state(), this.lines.map(({ verdicts }) => verdicts)) : null;
  }

  // Answers

  /** The answers of all seats; searchers think while the person does. @param {Audience} audience */
  async gather(audience) {
    const state = this.state();
    const waiting = this.kinds.map((kind, seat) => {
      const isAsked = this.engine.game.asked(state, seat);
      if (!isAsked && kind === PERSON) audience.out?.(seat);
      if (!isAsked) return this.silent();
      if (kind === PERSON) return this.askPerson(audience, state, seat);
      if (kind === SEARCH) return this.search(state, seat);
      return kind === RECORDED ? this.fromRecord(state, seat) : this.byPolicy(kind, seat);
    });
    return Promise.all(waiting);
  }

  /** @returns {Answer} */
  silent() {
    return { move: this.bytesOf(this.engine.game.missing), text: null, verdict: "ok", ms: 0 };
  }

  /** @param {string} name @param {number} seat */
  byPolicy(name, seat) {
    return this.told(this.model.policy(name, seat, this.seedFor(seat, 0)));
  }

  /** @param {any} state @param {number} seat */
  async search(state, seat) {
    const { about, game } = this.engine;
    const count = this.model.layout.hides ? VARIANTS : 1;
    const moments = Array.from({ length: count }, (_, i) => this.model.redrawn(seat, this.seedFor(seat, i + 1)));
    const limit = about.limit === null ? null : { offset: about.limit, turn: game.turn(state), max: game.maxTurns(state) };
    const began = performance.now();
    const request = { moments, seats: this.start.seats, seat, seed: this.seedFor(seat, 0), limit, ms: this.plan.ms };
    const found = await this.engine.think(request);
    return { ...this.told(found.move), ms: performance.now() - began };
  }

  /** The recorded move while it is legal; from the first that is not, the policy plays. @param {any} state @param {number} seat */
  fromRecord(state, seat) {
    const line = this.plan.recorded?.[this.turns];
    if (line) {
      const answer = this.recorded(state, seat, line);
      if (answer.verdict === (line.verdicts[seat] ?? "ok")) return answer;
    }
    this.kinds[seat] = this.policy;
    return this.byPolicy(this.policy, seat);
  }

  /**
   * A recorded answer as the rules take it now.
   * @param {any} state
   * @param {number} seat
   * @param {Recorded} line
   * @returns {Answer}
   */
  recorded(state, seat, line) {
    const [text, verdict] = [line.moves[seat] ?? null, line.verdicts[seat] ?? "ok"];
    if (text === null || (verdict !== "ok" && verdict !== "invalid")) return { ...this.silent(), text, verdict };
    try {
      return { move: this.bytesOf(this.engine.game.read(state, seat, text)), text, verdict: "ok", ms: 0 };
    } catch (error) {
      const { move } = /** @type {{move?: any}} */ (error);
      if (move === undefined) throw error;
      return { move: this.bytesOf(move), text, verdict: "invalid", ms: 0 };
    }
  }

  /** @param {Audience} audience @param {any} state @param {number} seat @returns {Promise<Answer>} */
  askPerson(audience, state, seat) {
    const { game } = this.engine;
    const began = performance.now();
    return new Promise((done) => {
      const take = (/** @type {string} */ text) => {
        const move = this.bytesOf(game.read(state, seat, text));
        this.question = null;
        done({ move, text, verdict: "ok", ms: performance.now() - began });
      };
      this.question = { take, leave: () => done(this.silent()) };
      audience.ask({ turn: game.turn(state), seat, legal: this.legalTexts(seat), left_ms: null });
    });
  }

  /** Take the person's move; throws an error with the rules' reason. @param {string} text */
  answer(text) {
    if (!this.question) throw new Error("no move is asked for now");
    this.question.take(text);
  }

  /** The texts of all legal moves, sorted. @param {number} seat */
  legalTexts(seat) {
    const { game } = this.engine;
    const texts = this.model.legal(seat).map((action) => game.write(game.take(this.model.decode(seat, action))));
    return [...new Set(texts)].sort();
  }

  // Moves

  /** A bot's move with its text. @param {Uint8Array} move @returns {Answer} */
  told(move) {
    const { game } = this.engine;
    return { move, text: game.write(game.take(move)), verdict: "ok", ms: 0 };
  }

  /** @param {any} move */
  bytesOf(move) {
    const bytes = new Uint8Array(this.model.layout.sizes.move);
    this.engine.game.fill([move], bytes);
    return bytes;
  }

  /** Random numbers differ by match, turn, seat and purpose. @param {number} seat @param {number} purpose */
  seedFor(seat, purpose) {
    return ((this.plan.seed % 2 ** 20) * 2 ** 32 + this.turns * 2 ** 16 + seat * 2 ** 8 + purpose) % 2 ** 53;
  }
}
