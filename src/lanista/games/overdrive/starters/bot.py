"""A bot for Overdrive: repairs, boosts on a clear lane, dodges obstacles. Change `move`."""

from lanista.bot import run
from lanista.games.overdrive.typed import Move, View

COSTS = {1: 1, 2: 1, 6: 2}  # mud, oil spill, wall
TRUCK = 2
FASTER = {0: 3, 3: 6, 5: 6, 6: 8, 8: 9, 9: 9, 15: 15}  # the speed after ACCELERATE
LANES = 4

AGAIN = True  # `move` remembers nothing, so one process can play many matches


def move(view: View) -> Move:
    """The command for one round."""
    car, other = view["player"], view["opponent"]
    lane, block, speed = car["position"]["y"], car["position"]["x"], car["speed"]
    if car["damage"] >= 2:
        return "FIX"
    if "BOOST" in car["powerups"] and not car["boosting"] and cost(view, lane, block + 1, block + 15) == 0:
        return "USE_BOOST"
    ahead = cost(view, lane, block + 1, block + FASTER[speed])
    if ahead > 0 and speed > 0:
        left, right = (cost(view, side, block, block + speed - 1) for side in (lane - 1, lane + 1))
        if min(left, right) < ahead:
            return "TURN_LEFT" if left <= right else "TURN_RIGHT"
        if "LIZARD" in car["powerups"]:
            return "USE_LIZARD"
    is_near = abs(other["position"]["y"] - lane) <= 1 and other["position"]["x"] > block
    if "EMP" in car["powerups"] and is_near:
        return "USE_EMP"
    return "ACCELERATE"


def cost(view: View, lane: int, first: int, last: int) -> int:
    """The cost of driving over these blocks; a lane off the track costs most."""
    if not 1 <= lane <= LANES:
        return 99
    blocks = [block for block in view["worldMap"][lane - 1] if first <= block["position"]["x"] <= last]
    trucks = sum(TRUCK for block in blocks if block["isOccupiedByCyberTruck"])
    return trucks + sum(COSTS.get(block["surfaceObject"], 0) for block in blocks)


if __name__ == "__main__":
    run(move)
