// The list of matches as data: what the server sends, and which of it is shown in which order.

/**
 * @typedef {object} Summary
 * @property {string} [game]
 * @property {string} [ruleset]
 * @property {string} [map]
 * @property {string} [seed]
 * @property {string[]} [names] of the first seats
 * @property {number} [seats]
 * @property {number} [turns]
 * @property {Record<string, number>} [faults] by verdict
 * @property {boolean} [ended]
 * @property {number[]} [places] by seat; empty without a result
 * @property {number[]} [scores]
 * @property {string} [reason]
 * @property {boolean} [counts] only if it is false
 * @property {boolean} [branched] a take-over
 * @property {string} [error]
 *
 * A match; `open` ones have no end yet, or never got one.
 * @typedef {object} Card
 * @property {string} id
 * @property {string} file
 * @property {"live"|"over"|"open"|"broken"} kind
 * @property {number} at milliseconds since 1970
 * @property {Summary} summary
 * @property {string} [title] of the game
 * @property {string} [version] without one there is no picture
 * @property {boolean} [dropped]
 *
 * @typedef {{revision: string, whole: boolean, waiting: number, matches: Card[], gone: string[]}} Listing
 *
 * A person's choice of matches to list.
 * @typedef {{text: string, game: string, bot: string, which: string, sort: string}} Choice
 */

/** Which matches can be asked for. @type {Record<string, (card: Card) => boolean>} */
export const KINDS = {
  live: (card) => card.kind === "live",
  "with faults": (card) => faultsOf(card) > 0,
  drawn: (card) => (card.summary.places ?? []).filter((rank) => rank === 1).length > 1,
  "take-overs": (card) => card.summary.branched === true,
  "without a result": (card) => card.kind !== "live" && card.kind !== "broken" && !card.summary.places?.length,
  "not playable": (card) => card.kind === "broken",
};

/** Orders by name, the usual one first. @type {Record<string, (a: Card, b: Card) => number>} */
export const ORDERS = {
  newest: (a, b) => b.at - a.at,
  oldest: (a, b) => a.at - b.at,
  longest: (a, b) => (b.summary.turns ?? 0) - (a.summary.turns ?? 0),
  "most faults": (a, b) => faultsOf(b) - faultsOf(a),
};
const USUAL = "newest";
const MAX_TEXT = 200;

/** @type {Readonly<Choice>} */
export const EVERYTHING = { text: "", game: "", bot: "", which: "", sort: USUAL };

/**
 * How many answers of bots were faults.
 * @param {Card} card
 */
export function faultsOf(card) {
  return Object.values(card.summary.faults ?? {}).reduce((sum, n) => sum + n, 0);
}

/**
 * The choice in the address after #; any text gives one.
 * @param {string} hash
 * @returns {Choice}
 */
export function readChoice(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const value = (/** @type {string} */ name) => (asked.get(name) ?? "").slice(0, MAX_TEXT);
  const known = (/** @type {string} */ name, /** @type {object} */ options) =>
    Object.hasOwn(options, value(name)) ? value(name) : "";
  const sort = known("sort", ORDERS) || USUAL;
  return { text: value("text"), game: value("game"), bot: value("bot"), which: known("which", KINDS), sort };
}

/**
 * A choice for the address; empty if everything is shown as usual.
 * @param {Choice} choice
 */
export function writeChoice(choice) {
  const chosen = Object.entries(choice).filter(([name, value]) => value && !(name === "sort" && value === USUAL));
  return new URLSearchParams(chosen).toString();
}

/**
 * Apply what the server sent to the matches that are known.
 * @param {Map<string, Card>} known
 * @param {Listing} listing
 */
export function merge(known, listing) {
  if (listing.whole) known.clear();
  for (const id of listing.gone) known.delete(id);
  for (const card of listing.matches) known.set(card.id, card);
}

/** @type {WeakMap<Card, string>} */
const texts = new WeakMap();

/**
 * Everything that a search looks at.
 * @param {Card} card
 */
function textOf(card) {
  let text = texts.get(card);
  if (text === undefined) {
    const { names = [], game, ruleset, map, seed, reason, error } = card.summary;
    const words = [card.file, card.title, game, ruleset, map, seed && `seed ${seed}`, reason, error, ...names];
    text = words.filter(Boolean).join("\n").toLowerCase();
    texts.set(card, text);
  }
  return text;
}

/**
 * The matches that were asked for, live ones first and files that cannot be shown last.
 * @param {Iterable<Card>} cards
 * @param {Choice} choice
 */
export function choose(cards, choice) {
  const words = choice.text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = KINDS[choice.which] ?? (() => true);
  const found = [...cards].filter(
    (card) =>
      (!choice.game || card.summary.game === choice.game) &&
      (!choice.bot || (card.summary.names ?? []).some((name) => botOf(name) === choice.bot)) &&
      fits(card) &&
      words.every((word) => textOf(card).includes(word)),
  );
  const order = ORDERS[choice.sort] ?? ORDERS[USUAL];
  return found.sort((a, b) => rankOf(a) - rankOf(b) || order?.(a, b) || b.at - a.at || (a.id < b.id ? -1 : 1));
}

/** @param {Card} card */
function rankOf({ kind }) {
  return { live: 0, over: 1, open: 1, broken: 2 }[kind];
}

/**
 * The bot that plays under a name: the second copy of `greedy` in a match is called `greedy 2`.
 * @param {string} name
 */
export function botOf(name) {
  return name.replace(/ \d+$/, "");
}

/**
 * The games, bots and kinds of matches that there are, each with how many matches it has.
 * @param {Iterable<Card>} cards
 */
export function tally(cards) {
  /** @type {Map<string, {title: string, count: number}>} */
  const games = new Map();
  /** @type {Map<string, number>} */
  const bots = new Map();
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const card of cards) {
    const { summary, title } = card;
    if (summary.game) {
      const count = (games.get(summary.game)?.count ?? 0) + 1;
      games.set(summary.game, { title: title || summary.game, count });
    }
    for (const bot of new Set((summary.names ?? []).map(botOf))) bots.set(bot, (bots.get(bot) ?? 0) + 1);
    for (const [kind, fits] of Object.entries(KINDS)) kinds.set(kind, (kinds.get(kind) ?? 0) + Number(fits(card)));
  }
  return { games, bots, kinds };
}
