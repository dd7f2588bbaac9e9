// Plays the recorded match of expected.txt by the rules, and compares a digest after every turn.
import { readFileSync } from "node:fs";
import { RANDOM, createMatch } from "./{{game}}.mjs";

const SEATS = {{seats}};
const read = (name) => readFileSync(new URL(name, import.meta.url));
const [head, ...digests] = read("expected.txt").toString().trim().split("\n");

function fnv(start, ...parts) {
  let digest = start;
  for (const part of parts) for (const byte of part) digest = Math.imul(digest ^ byte, 16777619);
  return (digest >>> 0).toString(16).padStart(8, "0");
}

const match = await createMatch();
match.loadJson(read("start.json").toString());
const isSame = Buffer.compare(match.state, read("start.bin")) === 0 && Buffer.compare(match.fixed, read("const.bin")) === 0;
if (!isSame || match.dumpJson() !== read("start.json").toString().trim()) throw new Error("start.json and start.bin differ");
match.seed(Number(head.split(" ")[1]));
digests.forEach((expected, turn) => {
  for (let seat = 0; seat < SEATS; seat += 1) match.setByPolicy(seat, RANDOM);
  match.advance();
  const seen = turn % SEATS, legal = new Uint8Array(match.layout.actions);
  for (const action of match.legal(seen)) legal[action] = 1;
  const parts = [match.state, new Uint8Array(match.observe(seen).buffer), legal];
  if (fnv(2166136261, ...parts) + fnv(84696351, ...parts) !== expected) throw new Error(`turn ${turn + 1} differs`);
});
if (digests.length === 0) throw new Error("expected.txt holds no turns");
console.log(`${digests.length} turns equal`);
