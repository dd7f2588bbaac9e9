// Speaks Lanista's lines protocol: one JSON object per line. There is no need to change this file.
import { createInterface } from "node:readline";

/**
 * Play match after match: `begin(start)` gets each start message and returns the function that answers that match's views.
 * Write logs with console.error; standard output belongs to the protocol.
 */
export async function run(begin) {
  let move;
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === "start") {
      move = await begin(message);
      send({ type: "ready", again: true });
    } else if (message.type === "turn") {
      send({ turn: message.turn, move: await move(message.view) });
    }
  }
}

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}
