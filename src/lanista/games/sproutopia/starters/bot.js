// A farmer for Sproutopia: walks to the edge of its land and claims more in small squares. Change `move`.
import { run } from "./lanista.js";

const [UP, DOWN, LEFT, RIGHT] = [1, 2, 3, 4];
const NAMES = ["IDLE", "UP", "DOWN", "LEFT", "RIGHT"];
const REVERSE = [0, DOWN, UP, RIGHT, LEFT];
const STEP = [[0, 0], [0, -1], [0, 1], [-1, 0], [1, 0]];
const SIDES = [[], [LEFT, RIGHT], [LEFT, RIGHT], [UP, DOWN], [UP, DOWN]];
const WAYS = [UP, RIGHT, DOWN, LEFT];
const [SIZE, MIN_GAIN] = [4, 8]; // of a square: steps per side, and cells without which it is not worth the way
const BLOCKED = 254; // outside the map, or a weed

/** The command for one tick; `bot` remembers the rest of its square and where the farmer should be next. */
function move(view, bot) {
  const { land } = bot;
  const trail = 4 + land;
  const isHome = code(view, 0, 0) === land;
  const hasReturned = isHome && !bot.wasHome;
  bot.wasHome = isHome;
  if (`${view.x},${view.y}` !== bot.expected || bot.plan.length === 0 || hasReturned) {
    bot.plan = isHome ? square(view, land, trail) : towards(view, land, trail, true);
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
  const [x, y] = [dx, dy].map((offset) => (view.heroWindow.length - 1) / 2 + offset);
  return view.weeds[x][y] ? BLOCKED : view.heroWindow[x][y];
}

/** Whether the farmer can stand there: neither blocked nor on its trail. */
function isFree(view, dx, dy, trail) {
  return ![BLOCKED, trail].includes(code(view, dx, dy));
}

/** Whether a step leads to a free cell, does not double back, and can be followed by another one. */
function isSafe(view, way, trail) {
  if (way === 0 || REVERSE[way] === view.directionState) return false;
  const [x, y] = STEP[way];
  const onward = WAYS.filter((next) => next !== REVERSE[way]).map((next) => STEP[next]);
  return isFree(view, x, y, trail) && onward.some(([dx, dy]) => isFree(view, x + dx, y + dy, trail));
}

/** The square that claims most; a step towards other land if none claims enough. */
function square(view, land, trail) {
  let best = MIN_GAIN;
  let found = towards(view, land, trail, false);
  for (const way of WAYS) {
    for (const side of SIDES[way]) {
      const [[ax, ay], [bx, by]] = [STEP[way], STEP[side]];
      const cells = [];
      for (let i = 0; i <= SIZE; i++) {
        for (let j = 0; j <= SIZE; j++) cells.push([i * ax + j * bx, i * ay + j * by]);
      }
      const gain = cells.filter(([x, y]) => code(view, x, y) !== land).length;
      if (gain <= best || !isSafe(view, way, trail) || !cells.every(([x, y]) => isFree(view, x, y, trail))) continue;
      best = gain;
      found = [way, side, REVERSE[way], REVERSE[side]].flatMap((leg) => Array(SIZE).fill(leg));
    }
  }
  return found;
}

/** A step towards the nearest visible land of this farmer, or of others; straight on if there is none. */
function towards(view, land, trail, own) {
  const far = (view.heroWindow.length - 1) / 2;
  const isWanted = own ? (cell) => cell === land : (cell) => ![land, trail, BLOCKED].includes(cell);
  let nearest = [0, 0];
  let least = Infinity;
  for (let x = -far; x <= far; x++) {
    for (let y = -far; y <= far; y++) {
      const distance = Math.abs(x) + Math.abs(y);
      if (isWanted(code(view, x, y)) && distance < least) [nearest, least] = [[x, y], distance];
    }
  }
  const [x, y] = nearest;
  const ways = [...(x ? [x > 0 ? RIGHT : LEFT] : []), ...(y ? [y > 0 ? DOWN : UP] : [])];
  return (ways.length ? ways : [view.directionState]).filter((way) => isSafe(view, way, trail)).slice(0, 1);
}

run((start) => {
  const bot = { land: start.seat, plan: [], expected: "", wasHome: true };
  return (view) => move(view, bot);
});
