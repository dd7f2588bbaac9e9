"""Coins: two or three runners on a line. A whole game in one folder, as a stranger would write it.

Coins fall on the line. A runner sees three cells to either side, and nobody's purse but its own. Runners move
at once; runners who would meet on a cell stay where they are. After thirty turns the fullest purse wins.
"""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from lanista.engine import Rules, State, derive
from lanista.game import Config as Settings
from lanista.game import Game, Setting
from tests.coins import rules
from tests.coins.moves import Move
from tests.coins.state import STARTS, Config, Line

RULES = Rules.of(__package__)


class Reason(Enum):
    """Why a match ended."""

    TURN_LIMIT = "turn limit"


class Coins(Game[Line, Config, Move]):
    """The game as the platform sees it."""

    name: ClassVar = "coins"
    title: ClassVar = "Coins on a line"
    seats: ClassVar = range(2, 4)
    settings: ClassVar = {"max_turns": Setting(30, 1, 1000)}
    rulesets: ClassVar = {"standard": {"max_turns": 30}, "short": {"max_turns": 8}}
    rules: ClassVar = RULES

    def begin(self, config: Settings, seed: int, seats: int, map: str) -> State[Line, Config]:
        """Runners stand apart; five coins lie on the line."""
        state = self.empty(config, seats)
        state.record.generator.position = derive(seed, "coins")
        for runner, place in zip(state.record.runners, STARTS[:seats], strict=False):
            runner.place = place
        for _ in range(5):
            rules.drop_coin(state.record)
        return state


COINS = Coins()
