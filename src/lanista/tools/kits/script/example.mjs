// Which first move of seat 0 wins most often if everybody then plays at random?
import { readFileSync } from "node:fs";
import { RANDOM, createMatch } from "./{{game}}.mjs";

const PLAYOUTS = 20;
const match = await createMatch();
match.loadJson(readFileSync(new URL("start.json", import.meta.url), "utf-8"));
match.keep(0); // the current state, in slot 0
match.seed(1);

/** Play to the end; seat 0 begins with a flat action. */
function playout(action) {
  match.restore(0);
  for (let seat = 0; seat < match.seats; seat += 1) match.setByPolicy(seat, RANDOM);
  match.setAction(0, action);
  match.advance();
  match.playout(() => RANDOM, Infinity);
  return match.reward(0);
}

const tried = match.legal(0).slice(0, 10);
let [best, most] = [-1, -Infinity];
for (const action of tried) {
  let total = 0;
  for (let n = 0; n < PLAYOUTS; n += 1) total += playout(action);
  if (total > most) [best, most] = [action, total];
}
console.log(`best of the first ${tried.length} legal actions: ${best}, ${(most / 1000 / PLAYOUTS).toFixed(3)} per match`);
