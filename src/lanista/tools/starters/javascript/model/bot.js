// A bot for {{title}} that looks ahead with the forward model. Change `choose`.
// It imagines what it cannot see, tries the moves that the game proposes in several such worlds, lets all sides play
// on by a policy of the rules, and takes the move that ends best. From time to time it drops the weaker half.
import { run } from "./lanista.js";
import { Model } from "./lanista_model.js";

const WIDTH = 16; // moves that are tried
const PLAYOUTS = { count: 4, turns: 24, wild: 100 }; // of each move in each world; of 1000 moves 100 are random
const ROUNDS = 2; // in which every move is tried once, before the weaker half is dropped
const SHARE = 0.3; // of the time for a turn, of which at most a second counts
const model = new Model(); // one process for all matches

/** Try moves until the time is up; the one with the best mean. */
async function choose(match, worlds, moves, deadline) {
  const totals = new Map(moves.map((move) => [move, 0]));
  let took = 0;
  for (let tried = 1; moves.length > 1 && performance.now() + took < deadline; tried += 1) {
    const began = performance.now();
    const found = await results(match, worlds[tried % worlds.length], moves);
    moves.forEach((move, i) => totals.set(move, totals.get(move) + found[i]));
    if (tried % (ROUNDS * worlds.length) === 0) {
      const ranked = [...moves].sort((a, b) => totals.get(b) - totals.get(a));
      moves = ranked.slice(0, Math.max(2, moves.length >> 1));
    }
    took = performance.now() - began;
  }
  return moves.reduce((best, move) => (totals.get(move) > totals.get(best) ? move : best));
}

/** The result of each move in one world, from -1 (lost) to 1 (won). */
async function results({ seat, seats }, world, moves) {
  const { states } = await model.ask("clone", { states: [world], count: moves.length });
  const everybody = Array.from({ length: seats }, (_, i) => i);
  const turns = moves.map((move) => [everybody.map((other) => (other === seat ? move : null))]); // null: the policy's
  await model.ask("step", { states, moves: turns });
  const { means } = await model.ask("playouts", { states, ...PLAYOUTS });
  await model.ask("free", { states });
  return means.map((row) => row[seat]);
}

run(async (start) => {
  const { worlds: count } = await model.ask("begin", { start });
  const budget = SHARE * Math.min(start.limits.turn_ms ?? 1000, 1000);
  return async (view) => {
    const deadline = performance.now() + budget;
    const { states: worlds } = await model.ask("load", { view, count });
    const { moves, sent } = await model.ask("propose", { state: worlds[0], seat: start.seat, count: WIDTH });
    const best = await choose(start, worlds, moves, deadline);
    await model.ask("free");
    return sent[moves.indexOf(best)]; // a plan is sent turn by turn
  };
});
