// A robot for Rampage: collects items, shoots at the opponent, avoids turrets. Change `move`.
import { run } from "./lanista.js";

const STEP = { UP: [0, -1], DOWN: [0, 1], LEFT: [-1, 0], RIGHT: [1, 0] };
const WAYS = Object.keys(STEP);
const key = ({ x, y }) => `${x},${y}`;

/** The move for one turn. */
function move(view, start) {
  const { map, seat } = start;
  const board = { map, solid: new Set([...map.walls, ...map.turrets].map(key)) };
  const [me, other] = [view.players[seat], view.players[1 - seat]];
  const range = start.config.laser_range;
  const beams = (chosen) =>
    new Set(map.turrets.filter(chosen).flatMap((t) => WAYS.flatMap((way) => line(board, t, way, range))));
  const covered = beams((_, i) => view.turrets[i].alive);
  const danger = beams((_, i) => view.turrets[i].fires_next);
  if (danger.has(key(me)) && me.items.shield > 0 && me.shield_left === 0) return "SHIELD";
  if (me.items.laser > 0 && WAYS.some((way) => line(board, me, way, range).includes(key(other)))) return "LASER";
  if (line(board, me, me.facing, 6).includes(key(other))) return "SHOOT";
  const goals = new Set((view.items.length > 0 ? view.items : [other]).map(key));
  const way = directionTo(board, me, goals, covered) || directionTo(board, me, goals, new Set());
  if (way && way !== me.facing) return `FACE_${way}`;
  return way && !danger.has(key(next(board.map, me, way))) ? "FORWARD" : "NONE";
}

/** The neighbouring square in a direction; the edges of the board wrap around. */
function next({ width, height }, { x, y }, way) {
  const [dx, dy] = STEP[way];
  return { x: (x + dx + width) % width, y: (y + dy + height) % height };
}

/** The squares in a direction up to the first wall or turret. */
function line({ map, solid }, from, way, reach) {
  const squares = [];
  let square = next(map, from, way);
  while (squares.length < reach && !solid.has(key(square))) {
    squares.push(key(square));
    square = next(map, square, way);
  }
  return squares;
}

/** The direction of a shortest path to the nearest goal that avoids some squares; empty if there is none. */
function directionTo({ map, solid }, from, goals, avoid) {
  const first = new Map([[key(from), ""]]);
  const waiting = [from];
  for (const square of waiting) {
    if (goals.has(key(square))) return first.get(key(square));
    for (const way of WAYS) {
      const beyond = next(map, square, way);
      if (first.has(key(beyond)) || solid.has(key(beyond)) || avoid.has(key(beyond))) continue;
      first.set(key(beyond), first.get(key(square)) || way);
      waiting.push(beyond);
    }
  }
  return "";
}

run((start) => (view) => move(view, start));
