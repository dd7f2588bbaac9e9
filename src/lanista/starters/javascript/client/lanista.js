// Speaks Lanista's lines protocol: one JSON object per line. There is no need to change this file.
import { createInterface } from "node:readline";

/**
 * Play one match: `move(view, start)` returns the move for a turn.
 * Write logs with console.error; standard output belongs to the protocol.
 */
export async function run(move) {
  let start;
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === "start") {
      start = message;
      send({ type: "ready" });
    } else if (message.type === "turn") {
      send({ turn: message.turn, move: move(message.view, start) });
    } else if (message.type === "end") {
      process.exit(0);
    }
  }
}

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}
