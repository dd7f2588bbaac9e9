// A bot for Overdrive: repairs, boosts on a clear lane, dodges obstacles. Change `move`.
import { run } from "./lanista.js";

const COSTS = { 1: 1, 2: 1, 6: 2 }; // mud, oil spill, wall
const TRUCK = 2;
const FASTER = { 0: 3, 3: 6, 5: 6, 6: 8, 8: 9, 9: 9, 15: 15 }; // the speed after ACCELERATE
const LANES = 4;

/** The command for one round. */
function move(view) {
  const { player: car, opponent: other } = view;
  const { y: lane, x: block } = car.position;
  const speed = car.speed;
  const holds = (powerup) => car.powerups.includes(powerup);
  if (car.damage >= 2) return "FIX";
  if (holds("BOOST") && !car.boosting && cost(view, lane, block + 1, block + 15) === 0) return "USE_BOOST";
  const ahead = cost(view, lane, block + 1, block + FASTER[speed]);
  if (ahead > 0 && speed > 0) {
    const left = cost(view, lane - 1, block, block + speed - 1);
    const right = cost(view, lane + 1, block, block + speed - 1);
    if (Math.min(left, right) < ahead) return left <= right ? "TURN_LEFT" : "TURN_RIGHT";
    if (holds("LIZARD")) return "USE_LIZARD";
  }
  const isNear = Math.abs(other.position.y - lane) <= 1 && other.position.x > block;
  return holds("EMP") && isNear ? "USE_EMP" : "ACCELERATE";
}

/** The cost of driving over these blocks; a lane off the track costs most. */
function cost(view, lane, first, last) {
  if (lane < 1 || lane > LANES) return 99;
  let sum = 0;
  for (const block of view.worldMap[lane - 1]) {
    if (block.position.x < first || block.position.x > last) continue;
    sum += (COSTS[block.surfaceObject] ?? 0) + (block.isOccupiedByCyberTruck ? TRUCK : 0);
  }
  return sum;
}

run(() => move);
