// A bot of 2020 in the contest's manner.
"use strict";
const fs = require("fs");
const readline = require("readline");

function choose(state) {
  const car = state.player;
  if (car.damage >= 3) return "FIX";
  if (car.powerups.includes("EMP") && state.opponent.position.x > car.position.x) return "USE_EMP";
  if (car.powerups.includes("TWEET")) {
    return `USE_TWEET ${state.opponent.position.y} ${Math.min(1500, state.opponent.position.x + state.opponent.speed + 3)}`;
  }
  return "ACCELERATE";
}

readline.createInterface({ input: process.stdin, output: process.stdout }).on("line", (number) => {
  const state = JSON.parse(fs.readFileSync(`rounds/${number}/state.json`));
  console.log(`debug: at ${state.player.position.x}`);
  console.log(`C;${number};${choose(state)}`);
});
