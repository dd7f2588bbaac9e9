// Ratings over time with their intervals, for some of the bots.

import { faded } from "../board/canvas.js";
import { button, byId, element } from "../shared/elements.js";
import { cut } from "../shared/excerpt.js";
import { count, signed, ticks } from "./data.js";
import { choice, drawn } from "./parts.js";
import { seatColour } from "../shared/palette.js";

/** @typedef {import("./data.js").League} League */
/** @typedef {import("./data.js").Curve} Curve */

const DEFAULT = 5;
const MAX_SHOWN = 16; // there are that many colours
const HEIGHT = 300;
const MARGIN = { left: 46, right: 12, top: 10, bottom: 34 };
const SETTLED = 0.25; // the part of the matches after which all must be seen
const LABEL = 15; // pixels from one name to the next

/** The section. */
export class CurvesSection {
  /** @param {League} league */
  constructor(league) {
    this.league = league;
    this.byBot = new Map(league.data.curves.map((curve) => [curve.bot, curve]));
    this.shown = league.ranked.filter((i) => this.byBot.has(i)).slice(0, DEFAULT);
    /** @type {Map<number, number>} a bot keeps its colour while it is shown */
    this.colours = new Map(this.shown.map((bot, i) => [bot, i]));
    /** @type {number|null} */
    this.cursor = null;
    this.width = 0;
  }

  start() {
    if (!this.shown.length) return;
    byId("curves", HTMLElement).hidden = false;
    const box = byId("curves-box", HTMLElement);
    this.draw();
    new ResizeObserver(() => box.clientWidth !== this.width && this.draw()).observe(box);
    box.addEventListener("pointermove", (event) => this.point(event));
    box.addEventListener("pointerleave", () => this.pointAt(null));
  }

  /** @param {number} bot */
  add(bot) {
    if (!this.shown.includes(bot) && this.byBot.has(bot)) {
      if (this.shown.length >= MAX_SHOWN) this.remove(/** @type {number} */ (this.shown[0]));
      const used = new Set(this.colours.values());
      let free = 0;
      while (used.has(free)) free += 1;
      this.colours.set(bot, free);
      this.shown.push(bot);
    }
    this.draw();
  }

  /** @param {number} bot */
  remove(bot) {
    this.shown = this.shown.filter((one) => one !== bot);
    this.colours.delete(bot);
    this.draw();
  }

  /** @param {number} bot */
  colour(bot) {
    return seatColour(this.colours.get(bot) ?? 0);
  }

  // Drawing

  draw() {
    this.tools();
    this.legend();
    const box = byId("curves-box", HTMLElement);
    this.width = box.clientWidth;
    const curves = this.shown.flatMap((bot) => this.byBot.get(bot) ?? []);
    this.scale = new Scale(curves, Math.max(280, this.width), this.nameRoom());
    const picture = drawn("svg", { class: "curves", role: "img", viewBox: `0 0 ${this.scale.width} ${HEIGHT}`, height: HEIGHT, "aria-label": this.spoken() });
    picture.append(...frame(this.scale));
    const inside = this.scale.inside();
    for (const curve of curves) inside.append(bandOf(curve, this.scale, this.colour(curve.bot)));
    for (const curve of curves) inside.append(lineOf(curve, this.scale, this.colour(curve.bot)));
    picture.append(inside);
    picture.append(...this.names(curves, this.scale));
    this.line = drawn("line", { class: "cursor", y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom, visibility: "hidden" });
    picture.append(this.line);
    box.replaceChildren(picture);
  }

  /** Room for names at the right; on a phone the legend is enough. */
  nameRoom() {
    return this.width < 560 ? MARGIN.right : 130;
  }

  /**
   * The names at the ends of the curves, moved apart.
   * @param {Curve[]} curves
   * @param {Scale} scale
   */
  names(curves, scale) {
    if (scale.right <= MARGIN.right) return [];
    const ends = curves.map((curve) => ({ bot: curve.bot, y: scale.y(curve.points.at(-1)?.[2] ?? 0) }));
    ends.sort((a, b) => a.y - b.y);
    ends.forEach((end, i) => (end.y = Math.max(end.y, (ends[i - 1]?.y ?? -Infinity) + LABEL)));
    for (let i = ends.length - 1; i >= 0; i -= 1) {
      const end = ends[i];
      if (end) end.y = Math.min(end.y, (ends[i + 1]?.y ?? HEIGHT - MARGIN.bottom + LABEL / 2) - LABEL);
    }
    return ends.map(({ bot, y }) => drawn("text", { x: scale.width - scale.right + 8, y: y + 4, fill: this.colour(bot), class: "end" }, cut(this.league.name(bot), 16)));
  }

  tools() {
    const rest = this.league.data.curves.map(({ bot }) => bot).filter((bot) => !this.shown.includes(bot)).sort((a, b) => a - b);
    const options = rest.map((bot) => /** @type {[string, string]} */ ([String(bot), this.league.name(bot)]));
    const box = byId("curves-tools", HTMLElement);
    box.replaceChildren();
    if (!options.length) return;
    box.append(choice("Add a bot", [["", "add a bot …"], ...options], (value) => {
      if (value !== "") this.add(Number(value));
    }));
  }

  legend() {
    const items = this.shown.map((bot) => {
      const dot = element("span", "dot");
      dot.style.background = this.colour(bot);
      const value = element("span", "numbers");
      value.dataset["bot"] = String(bot);
      const close = button("×", () => this.remove(bot), "close");
      close.setAttribute("aria-label", `Hide ${this.league.name(bot)}`);
      return element("li", "chip", dot, element("span", "name", this.league.name(bot)), value, ...(this.shown.length > 1 ? [close] : []));
    });
    byId("curves-legend", HTMLElement).replaceChildren(...items);
    this.values();
  }

  /** Write the legend: the values at the cursor, or the last ones. */
  values() {
    for (const slot of byId("curves-legend", HTMLElement).querySelectorAll("[data-bot]")) {
      const bot = Number(/** @type {HTMLElement} */ (slot).dataset["bot"]);
      const point = pointAt(this.byBot.get(bot), this.cursor);
      slot.textContent = point ? `${signed(point[2])} (${signed(point[1])} … ${signed(point[3])})` : "–";
    }
  }

  spoken() {
    const parts = this.shown.map((bot) => {
      const last = this.byBot.get(bot)?.points.at(-1);
      return last ? `${this.league.name(bot)} ${signed(last[2])} (${signed(last[1])} to ${signed(last[3])})` : "";
    });
    return `Ratings after ${count(this.league.data.played, "match", "matches")}: ${parts.join(", ")}`;
  }

  // Pointing

  /** @param {PointerEvent} event */
  point(event) {
    if (!this.scale) return;
    const box = byId("curves-box", HTMLElement).getBoundingClientRect();
    this.pointAt(this.scale.match(((event.clientX - box.left) / box.width) * this.scale.width));
  }

  /** @param {number|null} match */
  pointAt(match) {
    this.cursor = match;
    if (this.line && this.scale) {
      this.line.setAttribute("visibility", match === null ? "hidden" : "visible");
      const x = this.scale.x(match ?? 0);
      this.line.setAttribute("x1", String(x));
      this.line.setAttribute("x2", String(x));
    }
    this.values();
  }
}

/** From matches and ratings to pixels. */
class Scale {
  /**
   * @param {Curve[]} curves
   * @param {number} width
   * @param {number} right
   */
  constructor(curves, width, right) {
    this.width = width;
    this.right = right;
    const all = curves.flatMap(({ points }) => points);
    const spread = (/** @type {number[]} */ values) => (values.length ? [Math.min(...values), Math.max(...values)] : [0, 1]);
    [this.first = 0, this.last = 1] = spread(all.map(([match]) => match));
    // The first ratings are far off and their intervals wide: they are cut rather than the curves made flat
    const settled = all.filter(([match]) => match >= this.first + SETTLED * (this.last - this.first));
    const core = spread(settled.map(([, , value]) => value));
    const whole = spread(settled.flatMap(([, low, , high]) => [low, high]));
    const room = Math.max(40, 0.3 * ((core[1] ?? 0) - (core[0] ?? 0)));
    this.low = Math.max(whole[0] ?? 0, (core[0] ?? 0) - room);
    this.high = Math.min(whole[1] ?? 1, (core[1] ?? 0) + room);
    if (this.high - this.low < 1) [this.low, this.high] = [this.low - 1, this.high + 1];
    if (this.last <= this.first) this.last = this.first + 1;
  }

  /** @param {number} match */
  x(match) {
    return MARGIN.left + ((match - this.first) / (this.last - this.first)) * (this.width - MARGIN.left - this.right);
  }

  /** @param {number} value */
  y(value) {
    const room = HEIGHT - MARGIN.top - MARGIN.bottom;
    return MARGIN.top + room * (1 - (value - this.low) / (this.high - this.low));
  }

  /** A drawing that ends at the frame. */
  inside() {
    const [width, height] = [this.width - MARGIN.left - this.right, HEIGHT - MARGIN.top - MARGIN.bottom];
    return drawn("svg", { x: MARGIN.left, y: MARGIN.top, width, height, viewBox: `${MARGIN.left} ${MARGIN.top} ${width} ${height}` });
  }

  /**
   * The match at a pixel.
   * @param {number} x
   */
  match(x) {
    const part = (x - MARGIN.left) / (this.width - MARGIN.left - this.right);
    return this.first + Math.max(0, Math.min(1, part)) * (this.last - this.first);
  }
}

/** @param {Scale} scale */
function frame(scale) {
  const right = scale.width - scale.right;
  const lines = ticks(scale.low, scale.high, 5).flatMap((value) => [
    drawn("line", { class: value === 0 ? "rule zero" : "rule", x1: MARGIN.left, x2: right, y1: scale.y(value), y2: scale.y(value) }),
    drawn("text", { class: "tick", x: MARGIN.left - 6, y: scale.y(value) + 4, "text-anchor": "end" }, signed(value)),
  ]);
  const wanted = Math.max(4, Math.floor((right - MARGIN.left) / 110));
  const below = ticks(scale.first, scale.last, wanted).map((value) =>
    drawn("text", { class: "tick", x: scale.x(value), y: HEIGHT - MARGIN.bottom + 14, "text-anchor": "middle" }, value.toLocaleString("en")),
  );
  const title = drawn("text", { class: "tick", x: right, y: HEIGHT - 4, "text-anchor": "end" }, "matches of the league");
  return [...lines, ...below, title];
}

/**
 * @param {Curve} curve
 * @param {Scale} scale
 * @param {string} colour
 */
function bandOf({ points }, scale, colour) {
  const above = points.map(([match, , , high]) => `${scale.x(match).toFixed(1)},${scale.y(high).toFixed(1)}`);
  const below = points.map(([match, low]) => `${scale.x(match).toFixed(1)},${scale.y(low).toFixed(1)}`).reverse();
  return drawn("polygon", { points: [...above, ...below].join(" "), fill: faded(colour, 0.13) });
}

/**
 * @param {Curve} curve
 * @param {Scale} scale
 * @param {string} colour
 */
function lineOf({ points }, scale, colour) {
  const along = points.map(([match, , value]) => `${scale.x(match).toFixed(1)},${scale.y(value).toFixed(1)}`);
  return drawn("polyline", { points: along.join(" "), fill: "none", stroke: colour, "stroke-width": 2, "stroke-linejoin": "round" });
}

/**
 * The last point that is not after a match; the last of all without one.
 * @param {Curve|undefined} curve
 * @param {number|null} match
 */
function pointAt(curve, match) {
  if (!curve) return undefined;
  return match === null ? curve.points.at(-1) : curve.points.filter(([at]) => at <= match + 1e-9).at(-1);
}
