// A match that is played in the page: the states of all turns, who sits where, and the moves so far. It knows no
// document, so it runs in Node as well.

import { Model } from "./model.js";
import { bytesOf } from "./records.js";
import { Projector } from "./showing.js";

/**
 * A game's facts for playing in a page.
 * @typedef {{name: string, title: string, nothingHidden: boolean, limit: number|null, missing: string,
 *   words: Record<number, string>, reasons: string[], private: string[]}} About `limit` is where the constant record keeps
 *   the turn limit, `missing` the move of a seat that gave none (base64), `words` those of moves that are one, `reasons`
 *   why matches end, `private` the members of a turn of which a seat sees its own part
 * @typedef {{rules: import("./model.js").Rules, about: About, think: Think}} Engine
 * @typedef {(request: import("./search.js").Request) => Promise<import("./search.js").Found>} Think
 */

/**
 * @typedef {{state: Uint8Array, const: Uint8Array, seats: number, scene: any, turn: number, maxTurns: number}} Start
 *   `scene` is what never changes, `turn` the number of the first turn
 * @typedef {"person"|"recorded"|"search"|string} Kind otherwise the name of a policy
 * @typedef {{moves: (string|null)[], verdicts: (string|null)[], records: Uint8Array[]}} Recorded a recorded turn; `records`
 *   are the moves that were played
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
    this.showing = new Projector(engine.rules);
    this.model.load(start.state, start.const, start.seats);
    /** @type {Uint8Array[]} the state before the first turn, and after each */
    this.states = [start.state];
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Uint8Array[][]} */
    this.moves = [];
    /** The rules' notes in each turn. @type {number[][][]} */
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

  /** The number of the turn about to be played. */
  get turn() {
    return this.start.turn + this.turns;
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
    const moves = this.moves[number - 1];
    return moves ? this.showing.played(this.state(number - 1), moves, this.notes[number - 1] ?? []) : null;
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
    const turn = this.turn;
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
    for (const line of lines) this.play(this.kinds.map((_, seat) => recordedAnswer(line, seat)));
  }

  judge() {
    if (!this.model.isOver()) return null;
    const { reasons } = this.engine.about;
    const byTurns = this.turn > this.start.maxTurns ? "turn limit" : "decided";
    return this.showing.outcome(this.state(), this.start.seats, (number) => reasons[number] ?? byTurns);
  }

  // Answers

  /** The answers of all seats; searchers think while the person does. @param {Audience} audience */
  async gather(audience) {
    const state = this.state();
    const waiting = this.kinds.map((kind, seat) => {
      const isAsked = this.showing.asked(state, seat);
      if (!isAsked && kind === PERSON) audience.out?.(seat);
      if (!isAsked) return this.silent();
      if (kind === PERSON) return this.askPerson(audience, seat);
      if (kind === SEARCH) return this.search(seat);
      return kind === RECORDED ? this.fromRecord(seat) : this.byPolicy(kind, seat);
    });
    return Promise.all(waiting);
  }

  /** @returns {Answer} */
  silent() {
    return { move: bytesOf(this.engine.about.missing), text: null, verdict: "ok", ms: 0 };
  }

  /** @param {string} name @param {number} seat */
  byPolicy(name, seat) {
    return this.told(this.model.policy(name, seat, this.seedFor(seat, 0)));
  }

  /** @param {number} seat */
  async search(seat) {
    const { about } = this.engine;
    const count = this.model.layout.hides ? VARIANTS : 1;
    const moments = Array.from({ length: count }, (_, i) => this.model.redrawn(seat, this.seedFor(seat, i + 1)));
    const limit = about.limit === null ? null : { offset: about.limit, turn: this.turn, max: this.start.maxTurns };
    const began = performance.now();
    const request = { moments, seats: this.start.seats, seat, seed: this.seedFor(seat, 0), limit, ms: this.plan.ms };
    const found = await this.engine.think(request);
    return { ...this.told(found.move), ms: performance.now() - began };
  }

  /** The recorded move while it can be played; from the first that cannot, the policy plays. @param {number} seat */
  fromRecord(seat) {
    const line = this.plan.recorded?.[this.turns];
    const answer = line && recordedAnswer(line, seat);
    if (answer && (this.followsRecord() || this.legalMoves(seat).some((move) => isSame(move, answer.move)))) return answer;
    this.kinds[seat] = this.policy;
    return this.byPolicy(this.policy, seat);
  }

  /** Whether all seats have played what was recorded. */
  followsRecord() {
    return this.moves.every((moves, i) => {
      const line = this.plan.recorded?.[i];
      return moves.every((move, seat) => line?.records[seat] && isSame(move, line.records[seat]));
    });
  }

  /** @param {Audience} audience @param {number} seat @returns {Promise<Answer>} */
  askPerson(audience, seat) {
    const began = performance.now();
    const legal = this.legalTexts(seat);
    return new Promise((done) => {
      const take = (/** @type {string} */ text) => {
        const move = legal.get(text.trim());
        if (!move) throw new Error(`no such move: ${text.trim() || "(nothing)"}`);
        this.question = null;
        done({ move, text: text.trim(), verdict: "ok", ms: performance.now() - began });
      };
      this.question = { take, leave: () => done(this.silent()) };
      audience.ask({ turn: this.turn, seat, legal: [...legal.keys()], left_ms: null });
    });
  }

  /** Take the person's move; throws an error with the rules' reason. @param {string} text */
  answer(text) {
    if (!this.question) throw new Error("no move is asked for now");
    this.question.take(text);
  }

  /** @param {number} seat */
  legalMoves(seat) {
    return this.model.legal(seat).map((action) => this.model.decode(seat, action));
  }

  /** All legal moves by their texts, sorted. @param {number} seat */
  legalTexts(seat) {
    const texts = this.legalMoves(seat).map((move) => /** @type {[string, Uint8Array]} */ ([this.text(move), move]));
    return new Map(texts.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  }

  // Moves

  /** A bot's move with its text. @param {Uint8Array} move @returns {Answer} */
  told(move) {
    return { move, text: this.text(move), verdict: "ok", ms: 0 };
  }

  /** @param {Uint8Array} move */
  text(move) {
    return this.showing.text(move, this.engine.about.words);
  }

  /** Random numbers differ by match, turn, seat and purpose. @param {number} seat @param {number} purpose */
  seedFor(seat, purpose) {
    return ((this.plan.seed % 2 ** 20) * 2 ** 32 + this.turns * 2 ** 16 + seat * 2 ** 8 + purpose) % 2 ** 53;
  }
}

/**
 * A recorded answer, as it was judged then.
 * @param {Recorded} line
 * @param {number} seat
 * @returns {Answer}
 */
function recordedAnswer({ moves, verdicts, records }, seat) {
  const move = /** @type {Uint8Array} */ (records[seat]);
  return { move, text: moves[seat] ?? null, verdict: verdicts[seat] ?? "ok", ms: 0 };
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function isSame(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
