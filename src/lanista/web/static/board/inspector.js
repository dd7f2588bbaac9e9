// A card that says what is at a cell, or how a seat is: beside the pointer while it rests, pinned by a click or a long
// press.

import { element } from "../shared/elements.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {{x: number, y: number}} Cell */
/** @typedef {{cell: Cell}|{seat: number}} Subject */

const GAP = 12; // CSS pixels between the card and its cell

/** Owns one card over the board. */
export class Inspector {
  /**
   * @param {HTMLElement} card
   * @param {Stage} stage
   */
  constructor(card, stage) {
    this.card = card;
    this.stage = stage;
    /** @type {Subject|null} */
    this.pinned = null;
    /** @type {Cell|null} */
    this.hovered = null;
    this.text = "";
  }

  /** The cell that is looked at. @returns {Cell|null} */
  get cell() {
    if (this.pinned) return "cell" in this.pinned ? this.pinned.cell : null;
    return this.hovered;
  }

  /** Keep a subject, or let it go if it is kept already. @param {Subject|null} subject */
  pin(subject) {
    this.pinned = subject && this.pinned && isSame(subject, this.pinned) ? null : subject;
  }

  /** The next seat after the pinned one, then none. @param {number} seats */
  pinNextSeat(seats) {
    const now = this.pinned && "seat" in this.pinned ? this.pinned.seat : -1;
    this.pinned = now + 1 < seats ? { seat: now + 1 } : null;
  }

  /** Say what is there now. */
  draw() {
    const facts = this.facts();
    this.card.hidden = !facts;
    if (!facts) return;
    const text = [facts.title, ...facts.lines].join("\n");
    if (text !== this.text) {
      this.text = text;
      this.card.replaceChildren(
        element("strong", "", facts.title), ...facts.lines.map((line) => element("p", "", line)),
      );
    }
    this.card.classList.toggle("pinned", this.pinned !== null);
    this.moveCard();
  }

  facts() {
    const { board, shot } = this.stage;
    if (!shot) return null;
    if (this.pinned && "seat" in this.pinned) return board.inspectSeat?.(shot, this.pinned.seat) ?? null;
    const { cell } = this;
    return cell ? board.inspect?.(shot, cell.x, cell.y) ?? null : null;
  }

  /** Where its subject is on the screen; null if it is nowhere on the board. */
  box() {
    const { pinned, stage } = this;
    if (!pinned || "cell" in pinned) return this.cell && stage.screenBox(this.cell);
    const middle = stage.shot && stage.board.seatAt?.(stage.shot, pinned.seat);
    if (!middle) return null;
    const cell = stage.board.cell(/** @type {import("./canvas.js").Shot} */ (stage.shot), middle.x, middle.y);
    return cell && stage.screenBox(cell);
  }

  /** Put the card beside its subject, within the board; a subject without a position has its card in a corner. */
  moveCard() {
    const { card, stage } = this;
    const box = this.box();
    const room = { width: stage.canvas.clientWidth, height: stage.canvas.clientHeight };
    let [left, top] = [GAP, GAP];
    if (box) {
      const right = box.x + box.width + GAP;
      left = right + card.offsetWidth <= room.width ? right : box.x - card.offsetWidth - GAP;
      top = box.y;
    }
    left = Math.max(0, Math.min(left, room.width - card.offsetWidth));
    top = Math.max(0, Math.min(top, room.height - card.offsetHeight));
    card.style.translate = `${Math.round(left + stage.canvas.offsetLeft)}px ${Math.round(top + stage.canvas.offsetTop)}px`;
  }
}

/** @param {Subject} a @param {Subject} b */
function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
