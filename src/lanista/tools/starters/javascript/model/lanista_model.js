// Asks the forward model: a process with the game's rules, which the bot may start. Do not change this file.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const NOT_ALLOWED =
  "the forward model is not allowed in this match, for there is no LANISTA_MODEL: a bot asks for it with " +
  "`model = true` in lanista.toml, and a league allows it with --forward-model";

/** The model's process; requests and answers are in the manual, on the page about the forward model. */
export class Model {
  #input;
  #waiting = []; // for answers, in the order of the requests

  constructor() {
    const command = process.env.LANISTA_MODEL;
    if (!command) throw new Error(NOT_ALLOWED);
    const child = spawn("sh", ["-c", `exec ${command}`], { stdio: ["pipe", "pipe", "inherit"] });
    this.#input = child.stdin;
    createInterface({ input: child.stdout }).on("line", (line) => this.#waiting.shift().resolve(JSON.parse(line)));
    child.on("close", () => {
      for (const { reject } of this.#waiting) reject(new Error("the forward model has ended; the bot's log says why"));
    });
    process.stdin.on("end", () => this.#input.end()); // the bot ends after its last match, and the model with it
  }

  /** The answer to a request, such as `(await ask("clone", { states: [3], count: 8 })).states`. */
  async ask(what, members = {}) {
    const answer = await new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#input.write(JSON.stringify({ do: what, ...members }) + "\n");
    });
    if (answer.error) throw new Error(`the forward model refuses "${what}": ${answer.error}`);
    return answer;
  }
}
