// The file of a pin, made by a page without a server: the moment as the state of the match before a turn.
// `lanista pins` works out what the bot sees, and refuses moves that the rules do not allow.

/**
 * A pin's facts about its match that the page does not show.
 * @typedef {{lanista: string, behaviour: number, config: Record<string, number>}} Origin
 * @typedef {{state: Uint8Array, const: Uint8Array, origin: Origin}} Before the state before a turn
 * @typedef {{turn: number, seat: number, move: string, avoid: boolean, note: string}} Wish
 */

const FORMAT = 1;
const PROTOCOL = 1;
const JUDGED = ["ok", "invalid"]; // verdicts on moves that the rules received
const CHUNK = 0x8000; // bytes that become text at once

/**
 * The name and the text of the file.
 * @param {import("../film/film.js").FilmData} data
 * @param {import("../film/film.js").Turn} line the turn
 * @param {Before} before
 * @param {Wish} wish
 */
export async function pinFile(data, line, before, { turn, seat, move, avoid, note }) {
  const { origin } = before;
  const counts = JUDGED.includes(line.verdicts[seat] ?? "");
  const pin = {
    pin: FORMAT,
    note,
    turn,
    expect: avoid ? [] : [move],
    avoid: avoid ? [move] : [],
    source: { played: counts ? (line.moves[seat] ?? null) : null },
    lanista: origin.lanista,
    behaviour: origin.behaviour,
    start: startMessage(data, origin, seat),
    state: await packed(before.state),
    const: await packed(before.const),
  };
  return {
    name: `${data.game}-turn-${turn}-${data.seats[seat]?.letter}.pin.json`,
    text: `${JSON.stringify(pin, null, 2)}\n`,
  };
}

/**
 * The start message that the bot received, but for the map, which is in the state.
 * @param {import("../film/film.js").FilmData} data
 * @param {Origin} origin
 * @param {number} seat
 */
function startMessage({ game, ruleset, seats, limits }, { config }, seat) {
  const names = seats.map(({ name }) => name);
  return { type: "start", protocol: PROTOCOL, game, ruleset, seat, seats: seats.length, names, config, limits };
}

/** Bytes as base64 of gzip. @param {Uint8Array} bytes */
async function packed(bytes) {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream("gzip"));
  const small = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let i = 0; i < small.length; i += CHUNK) text += String.fromCharCode(...small.subarray(i, i + CHUNK));
  return btoa(text);
}
