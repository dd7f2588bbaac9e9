// A league as its report holds it, and what the report's sections look up in it.

/**
 * @typedef {[low: number, value: number, high: number]} Interval
 *
 * One version of a bot. Current ones come first, by rank; earlier versions have no rank.
 * @typedef {object} Bot
 * @property {number|null} rank
 * @property {string} name
 * @property {number} version
 * @property {Interval|null} rating null until it has played
 * @property {number|null} points
 * @property {number} matches
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 * @property {number|null} score mean share of opponents beaten, 0 to 1
 * @property {number} faults turns at fault
 * @property {number} faulty matches with faults
 * @property {number} void matches that could not be judged
 * @property {string} remark
 * @property {string} digest
 * @property {string} builtin
 * @property {[seat: string, score: number][]} seats its score by seat, 0 to 1
 *
 * @typedef {[first: number, second: number, won: number, drawn: number, lost: number, low: number, high: number]} Pair
 *
 * How much more a seat scores than the ratings of those who sat there promise; 0 is fair.
 * @typedef {{name: string, bias: Interval, matches: number}} SeatBias
 * @typedef {{name: string, matches: number, seats: SeatBias[]}} MapBias
 * @typedef {{bot: number, points: [match: number, low: number, value: number, high: number][]}} Curve
 * @typedef {[number: number, round: number, map: number, label: string, bots: number[], places: number[],
 *   scores: number[], faults: number[], remark: string, replay: string]} MatchRow
 *
 * @typedef {object} LeagueData
 * @property {string} name
 * @property {string} about
 * @property {string} format
 * @property {string} sentence how far it is
 * @property {number} played
 * @property {number|null} total
 * @property {boolean} ended
 * @property {[name: string, value: string][]} facts
 * @property {Bot[]} bots
 * @property {Pair[]} pairs
 * @property {number} seats of a match
 * @property {SeatBias[]} seatBias
 * @property {MapBias[]} mapBias
 * @property {Curve[]} curves
 * @property {string[]} maps
 * @property {MatchRow[]} matches
 * @property {{files: string, pages: string, shown: string[]}} replays patterns of addresses; empty if there are none
 */

/** A match as the sections use it. */
export class Match {
  /**
   * @param {MatchRow} row
   * @param {LeagueData} data
   */
  constructor(row, data) {
    const [number, round, map, label, bots, places, scores, faults, remark, replay] = row;
    this.number = number;
    this.round = round;
    this.map = data.maps[map] ?? "";
    this.label = label;
    this.bots = bots;
    this.places = places;
    this.scores = scores;
    this.faults = faults;
    this.remark = remark;
    this.replay = replay;
  }

  /** Whether it was judged. */
  get counts() {
    return this.places.length > 0;
  }

  /**
   * A seat's score: how many of the others it beat, 0 to 1; an equal rank is half.
   * @param {number} seat
   */
  score(seat) {
    const own = this.places[seat] ?? 0;
    const won = this.places.filter((rank) => rank > own).length;
    const even = this.places.filter((rank) => rank === own).length - 1;
    return (won + even / 2) / Math.max(1, this.places.length - 1);
  }

  /** The seats by rank. */
  order() {
    const seats = this.bots.map((_, seat) => seat);
    return this.counts ? seats.sort((a, b) => (this.places[a] ?? 0) - (this.places[b] ?? 0) || a - b) : seats;
  }
}

/** The league of a report. */
export class League {
  /** @param {LeagueData} data */
  constructor(data) {
    this.data = data;
    this.bots = data.bots;
    /** The indexes of the bots that are in the league now, by rank. */
    this.ranked = data.bots.flatMap((bot, i) => (bot.rank === null ? [] : [i]));
    this.matches = data.matches.map((row) => new Match(row, data));
    this.byPair = new Map(data.pairs.map((pair) => [pair[0] * data.bots.length + pair[1], pair]));
    this.shown = new Set(data.replays.shown);
    this.versions = new Map();
    for (const { name } of data.bots) this.versions.set(name, (this.versions.get(name) ?? 0) + 1);
    this.seats = data.seats;
  }

  /**
   * A bot's name, with its version where there are several.
   * @param {number} i
   */
  name(i) {
    const bot = this.bots[i];
    if (!bot) return "";
    return this.versions.get(bot.name) > 1 ? `${bot.name} v${bot.version}` : bot.name;
  }

  /**
   * The score of one bot against another.
   * @param {number} a
   * @param {number} b
   */
  pair(a, b) {
    const there = this.byPair.get(a * this.bots.length + b);
    if (there) return { won: there[2], drawn: there[3], lost: there[4], low: there[5], high: there[6] };
    const back = this.byPair.get(b * this.bots.length + a);
    if (!back) return null;
    return { won: back[4], drawn: back[3], lost: back[2], low: 1 - back[6], high: 1 - back[5] };
  }

  /**
   * The addresses of a match's replay: a page that shows it, and the file.
   * @param {Match} match
   */
  links({ replay }) {
    const { files, pages } = this.data.replays;
    const fill = (/** @type {string} */ pattern) =>
      replay && pattern ? pattern.replaceAll("{folder}", replay.slice(0, 2)).replaceAll("{digest}", replay) : "";
    return { page: this.shown.has(replay) ? fill(pages) : "", file: fill(files) };
  }
}

/**
 * A rating with its sign.
 * @param {number} elo
 */
export function signed(elo) {
  const whole = Math.round(elo);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

/** @param {number} part */
export function percent(part) {
  return `${Math.round(100 * part)} %`;
}

/**
 * A number of things.
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function count(n, one, many = `${one}s`) {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

/**
 * Points without a fraction that says nothing.
 * @param {number|null} value
 */
export function points(value) {
  return value === null ? "" : Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/**
 * Round numbers that span a range, about `wanted` of them.
 * @param {number} low
 * @param {number} high
 * @param {number} wanted
 */
export function ticks(low, high, wanted) {
  const rough = Math.max(1e-9, (high - low) / Math.max(1, wanted));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((n) => n * power >= rough) ?? 10) * power;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + 1e-9; value += step) found.push(Math.round(value / step) * step);
  return found;
}
