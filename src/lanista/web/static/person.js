// A person at the table: the legal moves as buttons, keys and cells of the board, and the clock.

import { element } from "./elements.js";
import { reason } from "./film.js";

/** @typedef {import("./canvas.js").Tool} Tool */
/** @typedef {{turn: number, seat: number, legal: string[], left_ms: number|null}} Question */

/** Asks the person for moves and sends them. */
export class Person {
  /**
   * @param {HTMLElement} box
   * @param {(legal: Set<string>) => Tool[]} toolsFor
   * @param {() => void} changed
   */
  constructor(box, toolsFor, changed) {
    this.box = box;
    this.toolsFor = toolsFor;
    this.changed = changed;
    /** @type {Question|null} */
    this.question = null;
    /** @type {Set<string>} */
    this.legal = new Set();
    /** @type {Tool[]} */
    this.tools = [];
    /** @type {Tool|null} */
    this.chosen = null;
    this.clock = element("span", "clock");
    this.word = element("p", "word");
    this.word.setAttribute("role", "status");
    this.deadline = 0;
    this.timer = 0;
    /** Takes a move, and says why it is refused. @type {(question: Question, move: string) => Promise<string>} */
    this.deliver = sendToServer;
  }

  /** @param {Question} question */
  ask(question) {
    this.question = question;
    this.legal = new Set(question.legal);
    this.tools = this.toolsFor(this.legal);
    const again = this.tools.find((tool) => tool.at && tool.label === this.chosen?.label);
    this.chosen = again ?? this.tools.find((tool) => tool.at) ?? null;
    this.deadline = question.left_ms === null ? 0 : performance.now() + question.left_ms;
    this.say(`Your move, turn ${question.turn}.`);
    this.show();
    this.tick();
  }

  /** Nothing is asked any more. */
  rest() {
    this.question = null;
    clearTimeout(this.timer);
    this.box.replaceChildren(this.word);
    this.changed();
  }

  /** @param {string} text */
  say(text) {
    this.word.textContent = text;
  }

  tick() {
    clearTimeout(this.timer);
    const left = Math.max(0, this.deadline - performance.now());
    this.clock.textContent = this.deadline ? `${(left / 1000).toFixed(1)} s` : "";
    if (this.deadline && this.question) this.timer = window.setTimeout(() => this.tick(), 100);
  }

  show() {
    const groups = new Map();
    for (const tool of this.tools) {
      const name = tool.group ?? "";
      if (!groups.has(name)) groups.set(name, element("div", "tools"));
      groups.get(name).append(this.button(tool));
    }
    this.box.replaceChildren(this.word, this.clock, ...groups.values());
    this.changed();
  }

  /** @param {Tool} tool */
  button(tool) {
    const key = tool.key ? element("kbd", "", tool.key === " " ? "space" : tool.key.replace("Arrow", "")) : "";
    const button = /** @type {HTMLButtonElement} */ (element("button", "tool", tool.label, key));
    button.type = "button";
    button.disabled = tool.move !== undefined && !this.legal.has(tool.move);
    if (tool.at) button.setAttribute("aria-pressed", String(tool === this.chosen));
    if (tool.move !== undefined) button.dataset["move"] = tool.move;
    button.addEventListener("click", () => this.use(tool));
    return button;
  }

  /** @param {Tool} tool */
  use(tool) {
    if (tool.at) {
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
    if (!this.question) return false;
    const tool = this.tools.find((candidate) => candidate.key === event.key);
    if (!tool) return false;
    if (tool.move !== undefined && !this.legal.has(tool.move)) this.say(`${tool.label} is not possible now.`);
    else this.use(tool);
    return true;
  }

  /** @param {string} move */
  async send(move) {
    const asked = this.question;
    if (!asked) return;
    const refusal = await this.deliver(asked, move);
    if (refusal) {
      this.say(refusal);
      return;
    }
    if (this.question === asked) this.rest();
    if (!this.question) this.say(`${move || "nothing"} - waiting for the others.`);
  }
}

/** @param {Question} asked @param {string} move */
async function sendToServer(asked, move) {
  const body = JSON.stringify({ seat: asked.seat, turn: asked.turn, move });
  const headers = { "content-type": "application/json" };
  const answer = await fetch("move", { method: "POST", body, headers });
  return answer.ok ? "" : (await reason(answer)) || answer.statusText;
}
