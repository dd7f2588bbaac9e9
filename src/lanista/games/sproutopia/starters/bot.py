"""A farmer for Sproutopia: walks small squares to claim new land. Change `Bot.move`."""

from lanista.bot import Start, run
from lanista.games.sproutopia.typed import Move, View

UP, DOWN, LEFT, RIGHT = 1, 2, 3, 4
NAMES = ("IDLE", "UP", "DOWN", "LEFT", "RIGHT")
REVERSE = (0, DOWN, UP, RIGHT, LEFT)
STEP = ((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0))
SIDES = ((), (LEFT, RIGHT), (LEFT, RIGHT), (UP, DOWN), (UP, DOWN))
OUTSIDE = 254
Spot = tuple[int, int]


class Bot:
    """Remembers the rest of its loop."""

    def __init__(self, start: Start) -> None:
        self.land, self.trail = start["seat"], 4 + start["seat"]
        self.plan: list[int] = []
        self.expected: Spot = (-1, -1)

    def move(self, view: View) -> Move:
        """The command for one tick."""
        if (view["x"], view["y"]) != self.expected or not self.plan:
            self.plan = self.loop(view) if self.code(view, 0, 0) == self.land else self.home(view)
        step = self.plan.pop(0) if self.plan else 0
        if not self.is_safe(view, step):
            self.plan = []
            step = next((way for way in (UP, RIGHT, DOWN, LEFT) if self.is_safe(view, way)), 0)
        self.expected = (view["x"] + STEP[step][0], view["y"] + STEP[step][1])
        return NAMES[step]

    def code(self, view: View, dx: int, dy: int) -> int:
        """The code of the cell at an offset from the farmer."""
        middle = len(view["heroWindow"]) // 2
        return view["heroWindow"][middle + dx][middle + dy]

    def is_safe(self, view: View, way: int) -> bool:
        """Whether a step stays on the map, off this farmer's trail, and does not double back."""
        is_back = way == 0 or REVERSE[way] == view["directionState"]
        return not is_back and self.code(view, *STEP[way]) not in (OUTSIDE, self.trail)

    def loop(self, view: View) -> list[int]:
        """The square that claims most; straight on if none claims anything."""
        best, size = 0, min(4, len(view["heroWindow"]) // 2)
        plan: list[int] = [view["directionState"]]
        for way in (UP, RIGHT, DOWN, LEFT):
            for side in SIDES[way]:
                (ax, ay), (bx, by) = STEP[way], STEP[side]
                square = [(i * ax + j * bx, i * ay + j * by) for i in range(size + 1) for j in range(size + 1)]
                codes = [self.code(view, *spot) for spot in square]
                gain = sum(code != self.land for code in codes)
                if gain > best and OUTSIDE not in codes and self.trail not in codes and self.is_safe(view, way):
                    legs = (way, side, REVERSE[way], REVERSE[side])
                    best, plan = gain, [leg for leg in legs for _ in range(size)]
        return plan

    def home(self, view: View) -> list[int]:
        """One step towards the nearest visible land of this farmer."""
        reach = range(-(len(view["heroWindow"]) // 2), len(view["heroWindow"]) // 2 + 1)
        own = [(abs(x) + abs(y), x, y) for x in reach for y in reach if self.code(view, x, y) == self.land]
        _, x, y = min(own, default=(0, 0, 0))
        ways = [RIGHT if x > 0 else LEFT] * (x != 0) + [DOWN if y > 0 else UP] * (y != 0)
        return [way for way in ways if self.is_safe(view, way)][:1]


if __name__ == "__main__":
    run(Bot)
