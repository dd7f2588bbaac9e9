"""The game as the platform sees it."""

from typing import ClassVar

from lanista.engine import Rules, State, derive, rand_below
from lanista.game import Config as Settings
from lanista.game import Game, Setting
from lightcycles.rules import Move
from lightcycles.state import HEIGHT, MAX_SEATS, WIDTH, Arena, Config

COLUMNS = (4, WIDTH - 5, 9, WIDTH - 10)  # by seat: the first two face each other
RIGHT, LEFT = 1, 3  # headings


class LightCycles(Game[Arena, Config, Move]):
    """Riders whose trails are walls."""

    name: ClassVar = "lightcycles"
    title: ClassVar = "Light cycles"
    seats: ClassVar = range(2, MAX_SEATS + 1)
    rules: ClassVar = Rules.of(__package__)
    nothing_hidden: ClassVar = True
    settings: ClassVar = {"max_turns": Setting(200, 10, 384, "turns of a match")}

    def begin(self, config: Settings, seed: int, seats: int, map: str) -> State[Arena, Config]:  # noqa: A002
        """Pairs face each other, at heights that come from the seed and are the same for both."""
        state = self.empty(config, seats)
        arena = state.record
        arena.generator.position = derive(seed, "lightcycles")
        above = 2 + rand_below(arena.generator, HEIGHT // 2 - 2)
        for seat, rider in enumerate(arena.riders[:seats]):
            rider.x = COLUMNS[seat]
            rider.y = above if seat in (0, 3) else HEIGHT - 1 - above
            rider.heading = LEFT if seat % 2 else RIGHT
            arena.trails[rider.y, rider.x] = seat + 1
        return state


LIGHTCYCLES = LightCycles()
