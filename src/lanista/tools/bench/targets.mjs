// Random playouts by translated rules; prints turns per second.
// node targets.mjs RULES JOB SECONDS: RULES is the module of a kit, as `lanista rules` writes it.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [rulesPath, jobPath, seconds] = process.argv.slice(2);
const { createMatch } = await import(pathToFileURL(rulesPath).href);
const { seats, start, fixed } = JSON.parse(readFileSync(jobPath, "utf8"));
const { entries, bytes, at, layout } = await createMatch();
const { step, is_over, random_move } = entries;
const { state, const: constant, moves, generator, work } = at;
const { sizes } = layout;
const first = Buffer.from(start, "base64");
bytes.set(Buffer.from(fixed, "base64"), constant);

function play(milliseconds) {
  let turns = 0;
  const began = performance.now();
  while (performance.now() - began < milliseconds) {
    bytes.set(first, state);
    while (!is_over(state, constant)) {
      for (let seat = 0; seat < seats; seat++) random_move(state, constant, seat, generator, moves + seat * sizes.move);
      step(state, moves, seats, constant, work);
      turns++;
    }
  }
  return (1000 * turns) / (performance.now() - began);
}

play(300);
console.log(Math.max(...[1, 2, 3].map(() => play((1000 * Number(seconds)) / 3))));
