// A person's move on its way to the server.

import { NoAnswer, ownKey, post } from "../shared/requests.js";

/** @typedef {import("./person.js").Question} Question */

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000]; // before a move that did not arrive is sent again
const CONFLICT = 409; // the server is not waiting for this move

/** A move that is sent again until the server has answered. */
export class Sending {
  /** @param {Question} question @param {string} move @param {(text: string) => void} say */
  constructor(question, move, say) {
    this.question = question;
    this.move = move;
    this.say = say;
    this.tries = 0;
    this.stopped = false;
    this.wake = () => {};
  }

  /** @param {Question} question */
  isAbout(question) {
    return this.question.turn === question.turn && this.question.seat === question.seat;
  }

  /** Why the move is refused; empty if the server has it. */
  async done() {
    const { seat, turn } = this.question;
    while (!this.stopped) {
      try {
        const { status, refusal } = await post("move", { seat, turn, move: this.move, key: ownKey() });
        return status === CONFLICT && this.tries ? "" : refusal; // an earlier attempt had arrived
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
      }
      this.say(`The server does not answer. Your move ${this.move} is kept and sent again.`);
      await this.pause();
      this.tries += 1;
    }
    return "";
  }

  pause() {
    const wait = RETRY_MS[Math.min(this.tries, RETRY_MS.length - 1)];
    return new Promise((done) => {
      const timer = setTimeout(done, wait);
      this.wake = () => {
        clearTimeout(timer);
        done(undefined);
      };
    });
  }

  again() {
    this.wake();
  }

  stop() {
    this.stopped = true;
    this.wake();
  }
}
