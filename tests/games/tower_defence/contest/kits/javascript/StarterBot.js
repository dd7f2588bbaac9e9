// A bot of 2018 in the contest's manner: defend rows that are under attack, otherwise save up for generators.
"use strict";
const fs = require("fs");

const state = JSON.parse(fs.readFileSync("state.json"));
const me = state.players.find((player) => player.playerType === "A");
const price = (type) => state.gameDetails.buildingPrices[type];

function freeCell(y, from) {
  const half = state.gameMap[y].filter((cell) => cell.cellOwner === "A" && cell.buildings.length === 0);
  return from === "front" ? half[half.length - 1] : half[0];
}

function choose() {
  for (let y = 0; y < state.gameDetails.mapHeight; y++) {
    const buildings = state.gameMap[y].flatMap((cell) => cell.buildings);
    const attacked = buildings.some((b) => b.playerType === "B" && b.buildingType === "ATTACK");
    const defended = buildings.some((b) => b.playerType === "A" && b.buildingType === "DEFENSE");
    const cell = freeCell(y, attacked ? "front" : "back");
    if (attacked && !defended && cell && me.energy >= price("DEFENSE")) return `${cell.x},${cell.y},0`;
    if (!attacked && cell && me.energy >= price("ENERGY")) return `${cell.x},${cell.y},2`;
  }
  return "do nothing";
}

console.log("energy", me.energy);
fs.writeFile("./command.txt", choose(), (error) => error && console.log(error));
