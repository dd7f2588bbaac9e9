// Any language: lines of JSON on standard input and output, see docs/bots.md.
//
// lanista play overdrive "node examples/bots/lines.js" random

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "start") console.log('{"type":"ready"}');
    if (message.type === "turn") {
      const move = message.view.player.damage > 1 ? "FIX" : "ACCELERATE";
      console.log(JSON.stringify({ turn: message.turn, move }));
    }
  });
