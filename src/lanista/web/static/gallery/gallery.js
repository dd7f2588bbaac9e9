// The page that lists all matches of a server: loads the list as it grows, and shows what was asked for.

import { acceptDrops, openFiles } from "../shared/drop.js";
import { byId } from "../shared/elements.js";
import { reason } from "../film/film.js";
import { CardView } from "./card.js";
import { EVERYTHING, KINDS, ORDERS, choose, merge, readChoice, tally, writeChoice } from "./list.js";
import { Thumbnails } from "./thumbnail.js";

/** @typedef {import("./list.js").Card} Card */
/** @typedef {import("./list.js").Choice} Choice */

const CHUNK = 48; // cards that are added at a time
const BUSY_MS = 400; // between two looks while files are read
const LIVE_MS = 2000; // while a match is being played
const IDLE_MS = 5000;
const MAX_RETRY_MS = 30_000;
const AHEAD = { rootMargin: "400px" }; // how far before the end more cards are added
const KEPT = "gallery"; // where the tab remembers how far one was
const MAX_SHOWN = 5000;
const FIELDS = /** @type {const} */ (["game", "bot", "which", "sort"]);

/** The page. */
export class GalleryPage {
  constructor() {
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    /** @type {Map<string, CardView>} */
    this.views = new Map();
    this.thumbnails = new Thumbnails();
    this.choice = readChoice(location.hash);
    this.revision = "";
    this.waiting = 0;
    this.shown = CHUNK;
    this.loaded = false;
    this.failures = 0;
    this.timer = 0;
    /** Where to go when all matches are there. */
    this.scroll = 0;
  }

  start() {
    const text = byId("text", HTMLInputElement);
    text.addEventListener("input", () => this.change({ text: text.value }));
    for (const name of FIELDS) {
      const field = byId(name, HTMLSelectElement);
      field.addEventListener("change", () => this.change({ [name]: field.value }));
    }
    byId("filters", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
    byId("clear", HTMLButtonElement).addEventListener("click", () => this.change(EVERYTHING));
    byId("more", HTMLButtonElement).addEventListener("click", () => this.showMore());
    const near = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.showMore(), AHEAD);
    near.observe(byId("more", HTMLButtonElement));
    addEventListener("hashchange", () => this.goTo(readChoice(location.hash)));
    for (const event of ["visibilitychange", "focus", "online"]) addEventListener(event, () => void this.load());
    addEventListener("pagehide", () => sessionStorage.setItem(KEPT, JSON.stringify({ shown: this.shown, y: scrollY })));
    this.listenToFiles();
    this.comeBack();
    void this.load();
  }

  listenToFiles() {
    const say = (/** @type {string} */ text) => this.warn(text);
    const file = byId("file", HTMLInputElement);
    byId("open", HTMLButtonElement).addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      void openFiles([...(file.files ?? [])], say);
      file.value = "";
    });
    acceptDrops(say);
  }

  /** After going back from a match, show as much as before. */
  comeBack() {
    const [way] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    const kept = way?.type === "back_forward" ? sessionStorage.getItem(KEPT) : null;
    if (!kept) return;
    const { shown, y } = JSON.parse(kept);
    this.shown = Math.min(MAX_SHOWN, shown);
    this.scroll = y;
  }

  // Loading

  /** Ask for what is new, now and again and again while somebody looks. */
  async load() {
    clearTimeout(this.timer);
    if (document.hidden || this.asking) return;
    this.asking = true;
    try {
      const answer = await fetch(`/matches.json?since=${encodeURIComponent(this.revision)}`);
      if (!answer.ok) throw new Error(await reason(answer));
      this.receive(await answer.json());
      if (this.failures) this.warn("");
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      const why = error instanceof Error ? error.message : error;
      this.warn(`The server does not answer; trying again in ${Math.round(this.pause() / 1000)} s (${why}).`);
    } finally {
      this.asking = false;
      this.timer = setTimeout(() => void this.load(), this.pause());
    }
  }

  /** How long to wait before the next look, in milliseconds. */
  pause() {
    if (this.failures) return Math.min(MAX_RETRY_MS, 1000 * 2 ** (this.failures - 1));
    if (this.waiting || !this.loaded) return BUSY_MS;
    return [...this.cards.values()].some((card) => card.kind === "live") ? LIVE_MS : IDLE_MS;
  }

  /** @param {import("./list.js").Listing} listing */
  receive(listing) {
    merge(this.cards, listing);
    this.revision = listing.revision;
    const changed = listing.whole || listing.matches.length > 0 || listing.gone.length > 0;
    const finished = this.waiting > 0 && !listing.waiting;
    this.waiting = listing.waiting;
    if (!changed && this.loaded && !finished) return;
    this.loaded = true;
    this.offer();
    this.draw();
    if (this.scroll && !this.waiting) {
      scrollTo(0, this.scroll);
      this.scroll = 0;
    }
  }

  // Choosing

  /** @param {Partial<Choice>} part */
  change(part) {
    this.goTo({ ...this.choice, ...part });
    const said = writeChoice(this.choice);
    history.replaceState(null, "", said ? `#${said}` : location.pathname);
  }

  /** @param {Choice} choice */
  goTo(choice) {
    this.choice = choice;
    this.shown = CHUNK;
    this.offer();
    this.draw();
  }

  /** Offer what there is to choose, and show what is chosen. */
  offer() {
    const { games, bots, kinds } = tally(this.cards.values());
    const { choice } = this;
    const counted = (/** @type {string} */ name, /** @type {number} */ n) => `${name} (${n})`;
    const byName = (/** @type {string[]} */ a, /** @type {string[]} */ b) => ((a[1] ?? "") < (b[1] ?? "") ? -1 : 1);
    const gameOptions = [...games].map(([name, { title, count }]) => [name, counted(title, count)]);
    const botOptions = [...bots].map(([name, count]) => [name, counted(name, count)]);
    const kindOptions = Object.keys(KINDS).filter((kind) => kinds.get(kind) || kind === choice.which);
    offer("game", "all games", gameOptions.sort(byName), choice.game);
    offer("bot", "all bots", botOptions.sort(byName), choice.bot);
    offer("which", "all matches", kindOptions.map((kind) => [kind, counted(kind, kinds.get(kind) ?? 0)]), choice.which);
    offer("sort", null, Object.keys(ORDERS).map((name) => [name, name]), choice.sort);
    const text = byId("text", HTMLInputElement);
    if (text.value !== this.choice.text) text.value = this.choice.text;
    byId("clear", HTMLButtonElement).hidden = !writeChoice(this.choice);
  }

  // Showing

  draw() {
    const found = choose(this.cards.values(), this.choice);
    const shown = found.slice(0, this.shown);
    const list = byId("cards", HTMLElement);
    const wanted = new Set(shown.map((card) => card.id));
    const gone = [...this.views].filter(([id]) => !wanted.has(id));
    if (gone.length > CHUNK) list.replaceChildren(); // far quicker than one after the other
    for (const [id, view] of gone) {
      view.remove();
      this.views.delete(id);
    }
    shown.forEach((card, i) => {
      const view = this.views.get(card.id) ?? new CardView(this.thumbnails);
      this.views.set(card.id, view);
      if (list.children[i] !== view.element) list.insertBefore(view.element, list.children[i] ?? null);
      view.show(card);
    });
    byId("more", HTMLButtonElement).hidden = shown.length === found.length;
    this.say(found.length);
  }

  showMore() {
    if (byId("more", HTMLButtonElement).hidden) return;
    this.shown += CHUNK;
    this.draw();
  }

  /** How many matches there are. @param {number} found */
  say(found) {
    const all = this.cards.size;
    const many = `${all.toLocaleString("en")} ${all === 1 ? "match" : "matches"}`;
    const of = found === all ? many : `${found.toLocaleString("en")} of ${many}`;
    const reading = this.waiting ? `, reading ${this.waiting.toLocaleString("en")} more …` : "";
    byId("about", HTMLElement).textContent = `${of}${reading}`;
    const none = byId("none", HTMLElement);
    none.hidden = found > 0 || this.waiting > 0;
    none.textContent = all ? "No match is like that; show all, or search for something else."
      : "There are no replays here yet: `lanista play` saves them in the folder replays. Or drop a file on this page.";
  }

  /** @param {string} text */
  warn(text) {
    const banner = byId("banner", HTMLElement);
    banner.textContent = text;
    banner.hidden = !text;
  }
}

/**
 * Fill a field with what can be chosen; the first option means anything.
 * @param {string} id
 * @param {string|null} any
 * @param {string[][]} options values and texts
 * @param {string} chosen
 */
function offer(id, any, options, chosen) {
  const field = byId(id, HTMLSelectElement);
  const known = options.some(([value]) => value === chosen);
  const all = [...(any === null ? [] : [["", any]]), ...options, ...(chosen && !known ? [[chosen, chosen]] : [])];
  const same = all.length === field.options.length && all.every(([value, text], i) => {
    return field.options[i]?.value === value && field.options[i]?.text === text;
  });
  if (!same) field.replaceChildren(...all.map(([value, text]) => new Option(text, value)));
  field.value = chosen;
}

const gallery = new GalleryPage();
gallery.start();
Object.assign(globalThis, { gallery });
