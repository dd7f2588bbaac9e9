// Plays recorded turns by translated rules and compares digests; reads a job, prints the first difference.
//
// node targets.mjs RULES JOB: RULES is a module that exports `layout` and `instantiate(memory)`, or the same with
// `load(memory)`, which returns a promise.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [rulesPath, jobPath] = process.argv.slice(2);
const rules = await import(pathToFileURL(rulesPath).href);
const { layout } = rules;
const job = JSON.parse(readFileSync(jobPath, "utf8"));

const aligned = (size) => Math.ceil(size / 8) * 8;
let end = 0;
const room = (size) => {
  const at = end;
  end += aligned(size);
  return at;
};
const { sizes } = layout;
const numbers = layout.observation.reduce((a, b) => a * b, 1);
const at = {
  state: room(sizes.state),
  const: room(sizes.const),
  moves: room(sizes.move * job.seats),
  work: room(sizes.work),
  generator: room(sizes.generator),
  row: room(2 * numbers),
  spareState: room(sizes.state),
  spareConst: room(sizes.const),
  spareMove: room(sizes.move),
};
const memory = new ArrayBuffer(end);
const entries = rules.load ? await rules.load(memory) : rules.instantiate(memory);
const bytes = new Uint8Array(memory);
const words = new DataView(memory);

const digest = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 16);
};
const part = (from, size) => bytes.subarray(from, from + size);
const clear = (from, size) => bytes.fill(0, from, from + size);
const put = (from, text) => bytes.set(Buffer.from(text, "base64"), from);
const seed = (position) => words.setBigUint64(at.generator, BigInt(position), true);

/** What every other rule answers, as `targets.py` asks the interpreted ones. */
function answers(question) {
  const found = { is_over: String(Number(entries.is_over(at.state, at.const))) };
  const add = (name, text) => (found[name] = digest(found[name] ?? "", text));
  for (const seat of question.seats) {
    add("reward", String(entries.reward(at.state, at.const, seat)));
    for (let action = 0; action < layout.actions; action++) {
      add("legal", entries.legal(at.state, at.const, seat, action) ? "1" : "0");
      clear(at.spareMove, sizes.move); // a rule may leave unused fields as they are
      entries.decode(at.state, at.const, seat, action, at.spareMove);
      add("decode", part(at.spareMove, sizes.move));
    }
    entries.observe(at.state, at.const, seat, at.row);
    add("observe", part(at.row, 2 * numbers));
    for (const name of layout.policies) {
      seed(question.position);
      clear(at.work, sizes.work);
      clear(at.spareMove, sizes.move);
      entries[`policy_${name}`](at.state, at.const, seat, at.generator, at.spareMove, at.work);
      add(`policy_${name}`, part(at.spareMove, sizes.move));
      add(`policy_${name}`, part(at.generator, sizes.generator));
    }
    if (layout.hides) {
      seed(question.position);
      bytes.copyWithin(at.spareState, at.state, at.state + sizes.state);
      bytes.copyWithin(at.spareConst, at.const, at.const + sizes.const);
      entries.redraw(at.spareState, at.spareConst, seat, at.generator);
      add("redraw", part(at.spareState, sizes.state));
      add("redraw", part(at.spareConst, sizes.const));
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
