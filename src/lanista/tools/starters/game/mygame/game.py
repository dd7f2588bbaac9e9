"""The game as the platform sees it: what is true of every match, and how one begins."""

from typing import ClassVar

from lanista.engine import Rules, State, derive
from lanista.game import Config as Settings
from lanista.game import Game
from mygame.moves import Move
from mygame.rules import drop_gem
from mygame.state import MAX_SEATS, STARTS, Board, Config


class MyGame(Game[Board, Config, Move]):
    """Runners that collect gems."""

    name: ClassVar = "mygame"
    title: ClassVar = "My game"
    seats: ClassVar = range(2, MAX_SEATS + 1)
    rules: ClassVar = Rules.of(__package__)

    def begin(self, config: Settings, seed: int, seats: int, map: str) -> State[Board, Config]:  # noqa: A002
        """Runners start in the corners; the first gem comes from the seed."""
        state = self.empty(config, seats)
        for runner, (x, y) in zip(state.record.runners, STARTS[:seats], strict=False):
            runner.x, runner.y = x, y
        state.record.generator.position = derive(seed, "mygame")
        drop_gem(state.record)
        return state


MYGAME = MyGame()
