// A bot for {{title}} that looks ahead with the game's own rules. It tries every move, lets both sides play on by a
// policy of the rules, and takes the move that ends best. Change `choose`, or `value` in position.js.
import { run } from "./lanista.js";
import { Position } from "./position.js";
import { createMatch } from "./rules/{{game}}.mjs";

const POLICY = "{{policy}}"; // how both sides are thought to play on
const DEPTH = 30; // turns
const SHARE = 0.3; // of the time for a turn, of which at most a second counts
const MAX_ROUNDS = 20;
const match = await createMatch();

/** The best move for one turn. */
function choose(position, view, budget) {
  const deadline = performance.now() + SHARE * Math.min(budget ?? 1000, 1000);
  const { seat } = position;
  match.load(position.state(view), position.fixed, 2);
  match.keep(0);
  const planned = match.policy(POLICY, seat, 1);
  const moves = [planned, ...match.legal(seat).map((action) => match.decode(seat, action))];
  const totals = moves.map(() => 0);
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const found = moves.map((move) => (performance.now() < deadline ? tryOut(position, move, round) : null));
    if (found.includes(null)) break; // rounds count only if every move was tried
    found.forEach((value, i) => (totals[i] += value));
  }
  return position.text(moves[totals.indexOf(Math.max(...totals))]);
}

/** The worth of a move, if both sides play on by the policy. */
function tryOut(position, move, seed) {
  match.restore(0);
  match.seed(seed);
  for (let seat = 0; seat < match.seats; seat += 1) match.setByPolicy(seat, POLICY);
  match.setMove(position.seat, move);
  match.advance();
  match.playout(() => POLICY, DEPTH - 1);
  return position.value();
}

run((start) => {
  const position = new Position(match, start);
  return (view) => choose(position, view, start.limits.turn_ms);
});
