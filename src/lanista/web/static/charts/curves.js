// The curves of a film as columns of numbers, one per seat. They are kept, and extended as the film grows: a match may
// have 12,000 turns.

/** @typedef {import("../film/film.js").Film} Film */
/** @typedef {readonly (number|null)[]|undefined} Row the seats' values after a turn */
/** @typedef {{turn: number, seat: number, value: number, doubtful: boolean}} Fault */

const FIRST_ROOM = 256; // turns; doubled whenever they are full

/** A value per seat and turn, from turn 0; NaN where there is none. */
export class Columns {
  /** @param {number} seats */
  constructor(seats) {
    this.seats = seats;
    /** How many turns are known. */
    this.length = 0;
    /** Changes whenever the values do. */
    this.version = 0;
    this.values = Array.from({ length: seats }, () => new Float64Array(FIRST_ROOM));
    /** The smallest and largest value of each seat; the smallest is infinite if there is none. */
    this.low = new Float64Array(seats).fill(Infinity);
    this.high = new Float64Array(seats).fill(-Infinity);
    /** @type {Row} */
    this.latest = undefined;
  }

  clear() {
    this.length = 0;
    this.version += 1;
    this.low.fill(Infinity);
    this.high.fill(-Infinity);
  }

  /**
   * Take over the rows that are new. If turns were taken back and played anew, all are read again.
   * @param {number} count
   * @param {(turn: number) => Row} rowAt
   */
  follow(count, rowAt) {
    if (count < this.length || (this.length && rowAt(this.length - 1) !== this.latest)) this.clear();
    if (count === this.length) return this;
    this.makeRoom(count);
    for (let turn = this.length; turn < count; turn += 1) this.put(turn, rowAt(turn));
    this.latest = rowAt(count - 1);
    this.length = count;
    this.version += 1;
    return this;
  }

  /** @param {number} count */
  makeRoom(count) {
    let room = this.values[0]?.length ?? count;
    if (room >= count) return;
    while (room < count) room *= 2;
    this.values = this.values.map((old) => {
      const column = new Float64Array(room);
      column.set(old);
      return column;
    });
  }

  /** @param {number} turn @param {Row} row */
  put(turn, row) {
    for (let seat = 0; seat < this.seats; seat += 1) {
      const value = row?.[seat] ?? NaN;
      /** @type {Float64Array} */ (this.values[seat])[turn] = value;
      if (value < /** @type {number} */ (this.low[seat])) this.low[seat] = value;
      if (value > /** @type {number} */ (this.high[seat])) this.high[seat] = value;
    }
  }

  /**
   * A seat's value after a turn; null where there is none.
   * @param {number} seat
   * @param {number} turn
   */
  at(seat, turn) {
    const value = turn < this.length ? this.values[seat]?.[turn] : undefined;
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /** Whether a seat has any value. @param {number} seat */
  has(seat) {
    return /** @type {number} */ (this.low[seat]) <= /** @type {number} */ (this.high[seat]);
  }
}

/** @type {WeakMap<Film, Map<string, Columns>>} */
const known = new WeakMap();

/**
 * The columns of a film by a name; new ones if there are none yet.
 * @param {Film} film
 * @param {string} name
 */
function keptColumns(film, name) {
  let columns = known.get(film);
  if (!columns) known.set(film, (columns = new Map()));
  let found = columns.get(name);
  if (!found) columns.set(name, (found = new Columns(film.data.seats.length)));
  return found;
}

/**
 * One of the numbers that a game gives after every turn.
 * @param {Film} film
 * @param {string} title
 */
export function numbersOf(film, title) {
  const rows = film.data.numbers[title] ?? [];
  return keptColumns(film, `numbers ${title}`).follow(rows.length, (turn) => rows[turn]);
}

/**
 * The seats' points, which are the first of a game's numbers; null if it has none.
 * @param {Film} film
 */
export function pointsOf(film) {
  const [title] = Object.keys(film.data.numbers);
  return title === undefined ? null : numbersOf(film, title);
}

/**
 * The time that answers took: real time, or processor time where it was measured.
 * @param {Film} film
 * @param {"ms"|"cpu_ms"} which
 */
export function timesOf(film, which) {
  const { turns } = film.data;
  const count = turns.length ? turns.length + 1 : 0; // nobody was asked before the first turn
  return keptColumns(film, which).follow(count, (turn) => turns[turn - 1]?.[which]);
}

/** @type {WeakMap<Columns, {theirs: Columns, versions: string, columns: Columns}>} */
const differences = new WeakMap();

/**
 * By how much a number is higher than in another future of the match, as far as both go.
 * @param {Film} film
 * @param {Film} other
 * @param {string} title
 */
export function differenceOf(film, other, title) {
  const [ours, theirs] = [numbersOf(film, title), numbersOf(other, title)];
  const versions = `${ours.version} ${theirs.version}`;
  const kept = differences.get(ours);
  if (kept?.theirs === theirs && kept.versions === versions) return kept.columns;
  const seats = Array.from({ length: ours.seats }, (_, seat) => seat);
  const columns = new Columns(ours.seats).follow(Math.min(ours.length, theirs.length), (turn) =>
    seats.map((seat) => minus(ours.at(seat, turn), theirs.at(seat, turn))),
  );
  differences.set(ours, { theirs, versions, columns });
  return columns;
}

/** @param {number|null} a @param {number|null} b */
function minus(a, b) {
  return a === null || b === null ? null : a - b;
}

/** @type {WeakMap<Film, {count: number, latest: unknown, faults: Fault[]}>} */
const faultsKnown = new WeakMap();

/**
 * The answers that were not fine: too late, against the rules, missing.
 * @param {Film} film
 * @returns {Fault[]}
 */
export function faultsOf(film) {
  const { turns } = film.data;
  let kept = faultsKnown.get(film);
  if (!kept || turns.length < kept.count || (kept.count && turns[kept.count - 1] !== kept.latest)) {
    faultsKnown.set(film, (kept = { count: 0, latest: undefined, faults: [] }));
  }
  for (; kept.count < turns.length; kept.count += 1) kept.faults.push(...faultsIn(turns[kept.count], kept.count + 1));
  kept.latest = turns.at(-1);
  return kept.faults;
}

/**
 * @param {import("../film/film.js").Turn|undefined} line
 * @param {number} turn
 * @returns {Fault[]}
 */
function faultsIn(line, turn) {
  return (line?.verdicts ?? []).flatMap((verdict, seat) =>
    verdict && verdict !== "ok"
      ? [{ turn, seat, value: line?.ms[seat] ?? 0, doubtful: Boolean(line?.starved?.[seat]) }]
      : [],
  );
}
