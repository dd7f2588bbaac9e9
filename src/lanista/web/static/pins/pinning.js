// Pin the moment before a seat's move: a bot should play a move there, or should not. A server writes the file, or the
// page saves it.

import { byId } from "../shared/elements.js";
import { cut, MOVE_LETTERS, NAME_LETTERS } from "../shared/excerpt.js";
import { fetched } from "../film/film.js";
import { pinFile } from "./pin-file.js";
import { save } from "../picture/render.js";
import { post } from "../shared/requests.js";

/** @typedef {import("../viewer/main.js").Viewer} Viewer */
/** @typedef {import("./pin-file.js").Wish} Wish */

const MAX_OFFERED = 100; // moves that are offered without a server
const RUN = "To put all pins to a bot: lanista pins BOT";

/** Listens to the fields, and keeps them up with the turn that is shown. */
export class Pinning {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.seat = byId("pinseat", HTMLSelectElement);
    this.move = byId("pinmove", HTMLInputElement);
    this.offered = ""; // the move that was played, until somebody writes another one
    /** The shown values, so that the same is not written again. @type {unknown[]} */
    this.shown = [];
    this.seat.addEventListener("change", () => this.draw());
    this.move.addEventListener("focus", () => void this.offerMoves());
    byId("pin", HTMLButtonElement).addEventListener("click", () => void this.pin());
  }

  /** Whether the server takes pins of this match, or the page has its states. */
  get isPossible() {
    const { film } = this.viewer;
    return Boolean(film.data.can.pin) || film.before(1) !== null;
  }

  /** The turn that is shown; null for the start. */
  get line() {
    const { film, playback } = this.viewer;
    return film.data.turns[playback.turn - 1] ?? null;
  }

  /** Offer it for the film that is shown. */
  offer() {
    const { data } = this.viewer.film;
    const { value } = this.seat;
    this.seat.replaceChildren(
      ...data.seats.map((seat, i) => new Option(`${seat.letter} ${cut(seat.name, NAME_LETTERS)}`, String(i))),
    );
    this.seat.value = data.seat === null ? value || "0" : String(data.seat);
  }

  /** Say what is pinned. */
  draw() {
    const { viewer, line } = this;
    const now = [viewer.film, line, this.seat.value, this.isPossible];
    if (now.every((part, i) => part === this.shown[i])) return;
    this.shown = now;
    byId("pinning", HTMLElement).hidden = !this.isPossible;
    byId("pin", HTMLButtonElement).disabled = line === null;
    byId("pinned", HTMLElement).textContent = this.told();
    this.say("");
    const played = line?.moves[Number(this.seat.value)] ?? "";
    if (this.move.value === this.offered) this.move.value = played;
    this.offered = played;
  }

  /** The move that was played in the shown turn, in words. */
  told() {
    const { line } = this;
    if (!line) return "Go to a turn: the moment before its moves is pinned.";
    const letter = this.viewer.film.data.seats[Number(this.seat.value)]?.letter;
    const move = line.moves[Number(this.seat.value)] ?? null;
    const what = move === null ? "no move that is known here" : cut(move, MOVE_LETTERS) || "an empty line";
    return `In turn ${line.turn}, ${letter} played ${what}.`;
  }

  /** Suggest moves that the seat could have played; without a server, those that it has played in this match. */
  async offerMoves() {
    const { film } = this.viewer;
    const { line } = this;
    const seat = Number(this.seat.value);
    /** @type {string[]} */
    let moves = [...new Set(film.data.turns.flatMap((turn) => turn.moves[seat] ?? []))].slice(0, MAX_OFFERED);
    if (film.data.can.pin && line) moves = await fetched(`moves.json?turn=${line.turn}&seat=${seat}`).catch(() => moves);
    byId("pinmoves", HTMLDataListElement).replaceChildren(...moves.map((move) => new Option("", move)));
  }

  async pin() {
    const { line } = this;
    if (!line) return;
    /** @type {Wish} */
    const wish = {
      turn: line.turn,
      seat: Number(this.seat.value),
      move: this.move.value,
      avoid: byId("pinhow", HTMLSelectElement).value === "avoid",
      note: byId("pinnote", HTMLInputElement).value.trim(),
    };
    try {
      this.say(await (this.viewer.film.data.can.pin ? this.send(wish) : this.make(wish, line)));
    } catch (error) {
      this.say(`Not pinned: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Let the server write the pin, or make its file. @param {Wish} wish */
  async send(wish) {
    const { refusal, data } = await post("pin", { ...wish });
    if (refusal) return `Not pinned: ${refusal}`;
    if (data.file) return `Pinned in ${data.file}, where Lanista runs. ${RUN}`;
    return this.hand(data);
  }

  /** Make the file here. @param {Wish} wish @param {import("../film/film.js").Turn} line */
  async make(wish, line) {
    const { film, playback } = this.viewer;
    const before = film.before(playback.turn);
    if (!before) throw new Error("the turn is not played again yet; try again in a moment");
    return this.hand(await pinFile(film.data, line, before, wish));
  }

  /** @param {{name: string, text: string}} file */
  hand({ name, text }) {
    save(name, new Blob([text], { type: "application/json" }));
    return `Saved as ${name}; put it into a folder pins. ${RUN}`;
  }

  /** @param {string} text */
  say(text) {
    byId("pinsaid", HTMLElement).textContent = text;
  }
}
