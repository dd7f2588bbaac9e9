// Plays recorded turns by translated rules and compares digests; prints the first difference, or how many were equal.
// node targets.mjs RULES JOB: RULES is the module of a kit, as `lanista rules` writes it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [rulesPath, jobPath] = process.argv.slice(2);
const { createMatch } = await import(pathToFileURL(rulesPath).href);
const job = JSON.parse(readFileSync(jobPath, "utf8"));
const { entries, bytes, at, layout } = await createMatch();
const { sizes } = layout;
const numbers = layout.observation.reduce((a, b) => a * b, 1);
const words = new DataView(bytes.buffer);

const digest = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 16);
};
const part = (from, size) => bytes.subarray(from, from + size);
const clear = (from, size) => bytes.fill(0, from, from + size);
const put = (from, text) => bytes.set(Buffer.from(text, "base64"), from);
const seed = (position) => words.setBigUint64(at.generator, BigInt(position), true);

/** Answers of all other rules, as `targets.py` asks the interpreted ones. */
function answers(question) {
  const found = { is_over: String(Number(entries.is_over(at.state, at.const))) };
  const add = (name, text) => (found[name] = digest(found[name] ?? "", text));
  for (const seat of question.seats) {
    add("reward", String(entries.reward(at.state, at.const, seat)));
    for (let action = 0; action < layout.actions; action++) {
      add("legal", entries.legal(at.state, at.const, seat, action) ? "1" : "0");
      clear(at.move, sizes.move); // a rule may leave unused fields as they are
      entries.decode(at.state, at.const, seat, action, at.move);
      add("decode", part(at.move, sizes.move));
    }
    entries.observe(at.state, at.const, seat, at.row);
    add("observe", part(at.row, 2 * numbers));
    for (const name of layout.policies) {
      seed(question.position);
      clear(at.work, sizes.work);
      clear(at.move, sizes.move);
      clear(at.memories, layout.memories[name]);
      entries[`policy_${name}`](at.state, at.const, seat, at.generator, at.move, at.work, at.memories);
      add(`policy_${name}`, part(at.move, sizes.move));
      add(`policy_${name}`, part(at.generator, sizes.generator));
      add(`policy_${name}`, part(at.memories, layout.memories[name]));
    }
    if (layout.hides) {
      seed(question.position);
      const kept = [part(at.state, sizes.state).slice(), part(at.const, sizes.const).slice()];
      entries.redraw(at.state, at.const, seat, at.generator);
      add("redraw", part(at.state, sizes.state));
      add("redraw", part(at.const, sizes.const));
      bytes.set(kept[0], at.state);
      bytes.set(kept[1], at.const);
    }
  }
  return found;
}

function compare(match) {
  put(at.state, match.start);
  put(at.const, match.const);
  clear(at.work, sizes.work);
  for (const [number, turn] of match.turns.entries()) {
    if (turn.question) {
      const found = answers(turn.question);
      for (const [name, expected] of Object.entries(turn.question.answers)) {
        if (found[name] !== expected) return { turn: number + 1, what: name, got: found[name], expected };
      }
      clear(at.work, sizes.work);
    }
    put(at.moves, turn.moves);
    entries.step(at.state, at.moves, job.seats, at.const, at.work);
    const got = digest(part(at.state, sizes.state), part(at.const, sizes.const));
    if (got !== turn.digest) return { turn: number + 1, what: "step", got, expected: turn.digest };
  }
  return null;
}

for (const [number, match] of job.matches.entries()) {
  let difference;
  try {
    difference = compare(match);
  } catch (error) {
    difference = { turn: 0, what: String(error.message), got: "an error", expected: "none" };
  }
  if (difference) {
    console.log(JSON.stringify({ match: number, seed: match.seed, ...difference }));
    process.exit(0);
  }
}
console.log(JSON.stringify({ turns: job.matches.reduce((sum, match) => sum + match.turns.length, 0) }));
