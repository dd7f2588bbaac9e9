// A tank for Tanks: scans, fires at the nearest tank in sight, drives across open fields. Change `move`.
import { run } from "./lanista.js";

const WAYS = {
  North: [0, -1],
  "North-East": [1, -1],
  East: [1, 0],
  "South-East": [1, 1],
  South: [0, 1],
  "South-West": [-1, 1],
  West: [-1, 0],
  "North-West": [-1, -1],
};

/** The action for one turn: scan every other turn, and act on the result in between. */
function move(view) {
  const { scan } = view;
  if (scan === null) return "SCAN OMNI";
  const middle = (scan.rows.length - 1) / 2;
  const tanks = scan.tanks.map((tank) => ({ ...tank, dx: tank.col - middle, dy: tank.row - middle }));
  const targets = tanks.filter((tank) => tank.alive && tank.id !== view.player_id);
  if (targets.length > 0) {
    targets.sort((a, b) => distance(a) - distance(b));
    return fire(view, targets[0]);
  }
  const [dx, dy] = WAYS[view.orientation];
  const isTaken = tanks.some((tank) => tank.dx === dx && tank.dy === dy);
  if (!view.mobile) return "SCAN OMNI";
  return scan.rows[middle + dy][middle + dx] === "." && !isTaken ? "MOVE FORWARD" : "ROTATE CLOCKWISE";
}

/** How far away a tank is, in moves. */
function distance({ dx, dy }) {
  return Math.max(Math.abs(dx), Math.abs(dy));
}

/** A shot at a tank at an offset: cardinal if it is in line, otherwise positional. */
function fire(view, { dx, dy }) {
  if (dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy)) {
    const way = Object.keys(WAYS).find((name) => WAYS[name][0] === Math.sign(dx) && WAYS[name][1] === Math.sign(dy));
    return `FIRE CARDINAL ${way.toUpperCase().replace("-", "_")}`;
  }
  return `FIRE POSITIONAL ${view.position.x + dx} ${view.position.y + dy}`;
}

run(() => move);
