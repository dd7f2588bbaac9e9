"""A farmer for Sproutopia: walks to the edge of its land and claims more in small squares. Change `Bot.move`."""

from lanista.bot import Start, run
from lanista.games.sproutopia.typed import Move, View

UP, DOWN, LEFT, RIGHT = 1, 2, 3, 4
WAYS = (UP, RIGHT, DOWN, LEFT)
NAMES = ("IDLE", "UP", "DOWN", "LEFT", "RIGHT")
REVERSE = (0, DOWN, UP, RIGHT, LEFT)
STEP = ((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0))
SIDES = ((), (LEFT, RIGHT), (LEFT, RIGHT), (UP, DOWN), (UP, DOWN))
SIZE, MIN_GAIN = 4, 8  # of a square: steps per side, and cells without which it is not worth the way
BLOCKED = 254  # outside the map, or a weed
Spot = tuple[int, int]


class Bot:
    """Remembers the rest of its square."""

    def __init__(self, start: Start) -> None:
        self.land, self.trail = start["seat"], 4 + start["seat"]
        self.plan: list[int] = []
        self.expected: Spot = (-1, -1)
        self.was_home = True

    def move(self, view: View) -> Move:
        """The command for one tick."""
        is_home = self.code(view, 0, 0) == self.land
        has_returned, self.was_home = is_home and not self.was_home, is_home
        if (view["x"], view["y"]) != self.expected or not self.plan or has_returned:
            self.plan = self.square(view) if is_home else self.towards(view, own=True)
        step = self.plan.pop(0) if self.plan else 0
        if not self.is_safe(view, step):
            self.plan = []
            step = next((way for way in WAYS if self.is_safe(view, way)), 0)
        self.expected = (view["x"] + STEP[step][0], view["y"] + STEP[step][1])
        return NAMES[step]

    def code(self, view: View, dx: int, dy: int) -> int:
        """The code of the cell at an offset from the farmer."""
        x, y = (len(view["heroWindow"]) // 2 + offset for offset in (dx, dy))
        return BLOCKED if view["weeds"][x][y] else view["heroWindow"][x][y]

    def is_free(self, view: View, dx: int, dy: int) -> bool:
        """Whether the farmer can stand there: neither blocked nor on its trail."""
        return self.code(view, dx, dy) not in (BLOCKED, self.trail)

    def is_safe(self, view: View, way: int) -> bool:
        """Whether a step leads to a free cell, does not double back, and can be followed by another one."""
        if way == 0 or REVERSE[way] == view["directionState"]:
            return False
        x, y = STEP[way]
        onward = [(x + STEP[then][0], y + STEP[then][1]) for then in WAYS if then != REVERSE[way]]
        return self.is_free(view, x, y) and any(self.is_free(view, *spot) for spot in onward)

    def square(self, view: View) -> list[int]:
        """The square that claims most; a step towards other land if none claims enough."""
        best, plan = MIN_GAIN, self.towards(view, own=False)
        for way in WAYS:
            for side in SIDES[way]:
                (ax, ay), (bx, by) = STEP[way], STEP[side]
                cells = [(i * ax + j * bx, i * ay + j * by) for i in range(SIZE + 1) for j in range(SIZE + 1)]
                gain = sum(self.code(view, *spot) != self.land for spot in cells)
                if gain > best and self.is_safe(view, way) and all(self.is_free(view, *spot) for spot in cells):
                    legs = (way, side, REVERSE[way], REVERSE[side])
                    best, plan = gain, [leg for leg in legs for _ in range(SIZE)]
        return plan

    def towards(self, view: View, own: bool) -> list[int]:
        """A step towards the nearest visible land of this farmer, or of others; straight on if there is none."""
        far = len(view["heroWindow"]) // 2
        spots = [(abs(x) + abs(y), x, y) for x in range(-far, far + 1) for y in range(-far, far + 1)]
        _, x, y = min((s for s in spots if self.is_wanted(self.code(view, *s[1:]), own)), default=(0, 0, 0))
        ways = [RIGHT if x > 0 else LEFT] * (x != 0) + [DOWN if y > 0 else UP] * (y != 0)
        return [way for way in ways or [view["directionState"]] if self.is_safe(view, way)][:1]

    def is_wanted(self, code: int, own: bool) -> bool:
        """Whether a cell is land of this farmer, or else free ground of anyone else."""
        return code == self.land if own else code not in (self.land, self.trail, BLOCKED)


if __name__ == "__main__":
    run(Bot)
