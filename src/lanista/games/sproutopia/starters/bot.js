// A farmer for Sproutopia: walks small squares to claim new land. Change `move`.
import { run } from "./lanista.js";

const [UP, DOWN, LEFT, RIGHT] = [1, 2, 3, 4];
const NAMES = ["IDLE", "UP", "DOWN", "LEFT", "RIGHT"];
const REVERSE = [0, DOWN, UP, RIGHT, LEFT];
const STEP = [[0, 0], [0, -1], [0, 1], [-1, 0], [1, 0]];
const SIDES = [[], [LEFT, RIGHT], [LEFT, RIGHT], [UP, DOWN], [UP, DOWN]];
const WAYS = [UP, RIGHT, DOWN, LEFT];
const OUTSIDE = 254;

/** The command for one tick; `bot` remembers the rest of its loop and where the farmer should be next. */
function move(view, bot) {
  const { land } = bot;
  const trail = 4 + land;
  if (`${view.x},${view.y}` !== bot.expected || bot.plan.length === 0) {
    bot.plan = code(view, 0, 0) === land ? loop(view, land, trail) : home(view, land, trail);
  }
  let step = bot.plan.shift() ?? 0;
  if (!isSafe(view, step, trail)) {
    bot.plan = [];
    step = WAYS.find((way) => isSafe(view, way, trail)) ?? 0;
  }
  bot.expected = `${view.x + STEP[step][0]},${view.y + STEP[step][1]}`;
  return NAMES[step];
}

/** The code of the cell at an offset from the farmer. */
function code(view, dx, dy) {
  const middle = (view.heroWindow.length - 1) / 2;
  return view.heroWindow[middle + dx][middle + dy];
}

/** Whether a step stays on the map, off this farmer's trail, and does not double back. */
function isSafe(view, way, trail) {
  if (way === 0 || REVERSE[way] === view.directionState) return false;
  return ![OUTSIDE, trail].includes(code(view, ...STEP[way]));
}

/** The square that claims most; straight on if none claims anything. */
function loop(view, land, trail) {
  const size = Math.min(4, (view.heroWindow.length - 1) / 2);
  let best = 0;
  let found = [view.directionState];
  for (const way of WAYS) {
    for (const side of SIDES[way]) {
      const [[ax, ay], [bx, by]] = [STEP[way], STEP[side]];
      const codes = [];
      for (let i = 0; i <= size; i++) {
        for (let j = 0; j <= size; j++) codes.push(code(view, i * ax + j * bx, i * ay + j * by));
      }
      const gain = codes.filter((cell) => cell !== land).length;
      if (gain <= best || codes.includes(OUTSIDE) || codes.includes(trail) || !isSafe(view, way, trail)) continue;
      best = gain;
      found = [way, side, REVERSE[way], REVERSE[side]].flatMap((leg) => Array(size).fill(leg));
    }
  }
  return found;
}

/** One step towards the nearest visible land of this farmer. */
function home(view, land, trail) {
  const far = (view.heroWindow.length - 1) / 2;
  let nearest = [0, 0];
  let least = Infinity;
  for (let x = -far; x <= far; x++) {
    for (let y = -far; y <= far; y++) {
      const distance = Math.abs(x) + Math.abs(y);
      if (code(view, x, y) === land && distance < least) [nearest, least] = [[x, y], distance];
    }
  }
  const [x, y] = nearest;
  const ways = [...(x ? [x > 0 ? RIGHT : LEFT] : []), ...(y ? [y > 0 ? DOWN : UP] : [])];
  return ways.filter((way) => isSafe(view, way, trail)).slice(0, 1);
}

run((start) => {
  const bot = { land: start.seat, plan: [], expected: "" };
  return (view) => move(view, bot);
});
