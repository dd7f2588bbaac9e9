// A person at the table: the legal moves as buttons, keys and cells of the board.

import { Clock } from "./clock.js";
import { element } from "../shared/elements.js";
import { GoalCard } from "./goal-card.js";
import { Sending } from "./sending.js";

/** @typedef {import("../board/canvas.js").Tool} Tool */
/** @typedef {{turn: number, seat: number, legal: string[], left_ms: number|null}} Question */

const NOT_NOW = "not possible now";
const WAITING = "Waiting for the others.";

/** Asks the person for moves and sends them. */
export class Person {
  /**
   * @param {HTMLElement} box
   * @param {(legal: Set<string>) => Tool[]} toolsFor
   * @param {() => void} changed
   * @param {(seat: number) => string} [goalFor] what the person at a seat is to do
   */
  constructor(box, toolsFor, changed, goalFor = () => "") {
    this.box = box;
    this.toolsFor = toolsFor;
    this.changed = changed;
    this.goalFor = goalFor;
    /** @type {Question|null} */
    this.question = null;
    /** @type {Set<string>} */
    this.legal = new Set();
    /** @type {Tool[]} */
    this.tools = [];
    /** @type {Tool|null} */
    this.chosen = null;
    /** Whether a seat of the match is this page's. */
    this.playing = false;
    /** Whether the rules do not ask the seat any more. */
    this.isOut = false;
    /** Keys that belong to the game as long as one plays, asked or not. @type {Set<string>} */
    this.keys = new Set();
    this.clock = new Clock();
    this.word = element("p", "word");
    this.word.setAttribute("role", "status");
    this.hint = element("p", "hint");
    this.goal = new GoalCard();
    /** A move that is on its way. @type {Sending|null} */
    this.sending = null;
    /** Takes a move, and says why it is refused. @type {(question: Question, move: string) => Promise<string>} */
    this.deliver = (question, move) => this.sendToServer(question, move);
  }

  /** Somebody plays here from now on, or no longer. @param {boolean} playing */
  sit(playing) {
    if (playing === this.playing) return;
    this.playing = playing;
    this.isOut = false;
    this.keys.clear();
    if (playing) this.learnKeys(this.toolsFor(new Set()));
  }

  /** @param {Tool[]} tools */
  learnKeys(tools) {
    for (const { key } of tools) if (key) this.keys.add(key);
  }

  /** @param {Question} question */
  ask(question) {
    if (this.sending?.isAbout(question)) {
      this.sending.again(); // the server has come back, and did not hear the answer
      return;
    }
    this.question = question;
    this.isOut = false;
    this.legal = new Set(question.legal);
    this.tools = this.toolsFor(this.legal);
    this.learnKeys(this.tools);
    const again = this.tools.find((tool) => tool.at && tool.label === this.chosen?.label && this.can(tool));
    this.chosen = again ?? this.tools.find((tool) => tool.at && this.can(tool)) ?? null;
    this.goal.show(this.goalFor(question.seat));
    this.say(`Your move, turn ${question.turn}.`);
    this.clock.start(question.left_ms);
    this.show();
  }

  /** A turn was played: its question, if it is still open here, was answered elsewhere or too late. @param {number} turn */
  played(turn) {
    if (!this.question || this.question.turn > turn) return;
    this.rest();
    if (!this.sending) this.say(WAITING);
  }

  /**
   * How the seat stands, which other pages of it change too.
   * @param {{state: string, answered: number|null}} standing
   */
  stands({ state, answered }) {
    this.isOut = state === "out";
    if (this.isOut) {
      this.rest();
      this.say("You are out. The match continues without you.");
    } else if (state === "waiting" && this.question && !this.sending) {
      const said = this.question.turn === answered ? `Turn ${answered} was answered in another tab. ${WAITING}` : WAITING;
      this.rest();
      this.say(said);
    }
  }

  /** Nothing is asked any more. */
  rest() {
    this.question = null;
    this.clock.stop();
    this.hint.textContent = "";
    this.box.replaceChildren(this.word);
    this.changed();
  }

  /** The match is over, or somebody else's is shown. */
  leave() {
    this.sending?.stop();
    this.goal.hide();
    this.rest();
  }

  /** @param {string} text */
  say(text) {
    this.word.textContent = text;
  }

  /** Whether a tool can be used now. @param {Tool} tool */
  can(tool) {
    return !tool.why && (tool.move === undefined || this.legal.has(tool.move));
  }

  show() {
    const groups = new Map();
    for (const tool of this.tools) {
      const name = tool.group ?? "";
      if (!groups.has(name)) groups.set(name, element("div", "tools"));
      groups.get(name).append(this.button(tool));
    }
    const line = element("div", "asked", this.word, this.clock.box, this.hint);
    this.box.replaceChildren(line, element("div", "groups", ...groups.values()), this.goal.box);
    this.changed();
  }

  /** @param {Tool} tool */
  button(tool) {
    const key = tool.key ? element("kbd", "", tool.key === " " ? "space" : tool.key.replace("Arrow", "")) : "";
    const button = /** @type {HTMLButtonElement} */ (element("button", "tool", tool.label, key));
    button.type = "button";
    if (tool.at) button.setAttribute("aria-pressed", String(tool === this.chosen));
    if (tool.move !== undefined) button.dataset["move"] = tool.move;
    if (tool.title) {
      button.title = tool.title;
      button.setAttribute("aria-label", tool.title);
    }
    button.addEventListener("click", () => this.use(tool));
    if (!this.can(tool)) this.explain(button, tool);
    return button;
  }

  /** A button that cannot be used says why; it can still be reached. @param {HTMLButtonElement} button @param {Tool} tool */
  explain(button, tool) {
    const why = whyNot(tool);
    button.setAttribute("aria-disabled", "true");
    button.title = why;
    button.setAttribute("aria-label", why);
    for (const kind of ["mouseenter", "focus"]) button.addEventListener(kind, () => (this.hint.textContent = why));
    for (const kind of ["mouseleave", "blur"]) button.addEventListener(kind, () => (this.hint.textContent = ""));
  }

  /** @param {Tool} tool */
  use(tool) {
    if (!this.can(tool)) {
      this.hint.textContent = whyNot(tool);
    } else if (tool.at) {
      this.chosen = tool;
      this.say(`${tool.label}: choose a cell on the board.`);
      this.show();
    } else if (tool.move !== undefined) {
      void this.send(tool.move);
    }
  }

  /**
   * Whether the chosen tool can be used on a cell.
   * @param {number} x
   * @param {number} y
   */
  offered(x, y) {
    return this.question !== null && this.chosen?.at !== undefined && this.legal.has(this.chosen.at(x, y));
  }

  /** @param {{x: number, y: number}|null} cell */
  click(cell) {
    if (!cell || !this.question || !this.chosen?.at) return;
    const move = this.chosen.at(cell.x, cell.y);
    if (this.legal.has(move)) void this.send(move);
    else this.say(`${this.chosen.label} is not possible at ${cell.x}, ${cell.y}.`);
  }

  /**
   * Whether the key belonged to the game.
   * @param {KeyboardEvent} event
   */
  press(event) {
    const tool = this.question ? this.tools.find((candidate) => candidate.key === event.key) : undefined;
    if (tool) this.use(tool);
    return tool !== undefined || (this.playing && this.keys.has(event.key));
  }

  /** @param {string} move */
  async send(move) {
    const asked = this.question;
    if (!asked || this.sending) return;
    this.goal.hide();
    const refusal = await this.deliver(asked, move);
    if (refusal) {
      this.say(refusal);
      return;
    }
    if (this.question === asked) this.rest();
    if (!this.question) this.say(`${move || "nothing"} - waiting for the others.`);
  }

  /** @param {Question} question @param {string} move */
  async sendToServer(question, move) {
    this.sending = new Sending(question, move, (text) => this.say(text));
    const refusal = await this.sending.done();
    this.sending = null;
    return refusal;
  }

  /** The server is back: what it did not hear is sent again. */
  reconnected() {
    this.sending?.again();
  }
}

/** @param {Tool} tool */
function whyNot(tool) {
  return `${tool.title ?? tool.label}: ${tool.why ?? NOT_NOW}`;
}
