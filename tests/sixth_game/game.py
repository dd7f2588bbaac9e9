"""The game as the platform sees it."""

from typing import ClassVar

from lanista.engine import Rules, State, TurnLimit, derive, rand_below
from lanista.game import Config, Game, Setting
from tests.sixth_game.rules import Move
from tests.sixth_game.state import LENGTH, Line


class Fruit(Game[Line, TurnLimit, Move]):
    """Two walkers on a line."""

    name: ClassVar = "fruit"
    title: ClassVar = "Fruit on a line"
    seats: ClassVar = range(2, 3)
    rules: ClassVar = Rules.of("tests.sixth_game", "fruit")
    nothing_hidden: ClassVar = True
    settings: ClassVar = {"max_turns": Setting(40, 1, 1000)}

    def begin(self, config: Config, seed: int, seats: int, map: str) -> State[Line, TurnLimit]:
        """Walkers at both ends; the first fruit is drawn from the seed."""
        state = self.empty(config, seats)
        state.record.generator.position = derive(seed, "fruit")
        state.record.fruit = rand_below(state.record.generator, LENGTH)
        state.record.cells[1] = LENGTH - 1
        return state


FRUIT = Fruit()
