"""Tower Defence: build, shoot and defend the base (Entelect Challenge 2018)."""

from __future__ import annotations

from typing import ClassVar

from lanista.engine import Rules, State
from lanista.game import Config as Settings
from lanista.game import Game
from lanista.games.tower_defence import rules, settings
from lanista.games.tower_defence.moves import Move
from lanista.games.tower_defence.state import SEATS, Battle, Config

RULES = Rules.of(__package__)


class TowerDefence(Game[Battle, Config, Move]):
    """The game as the platform sees it."""

    name: ClassVar = "tower_defence"
    title: ClassVar = "Tower Defence (Entelect Challenge 2018)"
    seats: ClassVar = range(SEATS, SEATS + 1)
    behaviour: ClassVar = 2  # 2: switches are 1 for slips, and digests cover them
    nothing_hidden: ClassVar = True
    rules: ClassVar = RULES

    def turn_budget(self, ruleset: str) -> int:
        """5 s by the rules text, 2 s in the engine (D5)."""
        return 5_000 if ruleset == "standard" else 2_000

    def begin(self, config: Settings, seed: int, seats: int, map: str) -> State[Battle, Config]:  # noqa: A002
        """Two bases and an empty board, the same for every seed."""
        state = self.blank(config)
        for player in state.record.players:
            player.energy, player.health = config["start_energy"], config["start_health"]
            player.curtain_left = 0 if config["iron_curtain"] else -1  # 8.4 e
        return state

    def blank(self, config: Settings) -> State[Battle, Config]:
        """An empty board whose players have all values 0."""
        state: State[Battle, Config] = State.blank(RULES)
        settings.write_settings(state.const, config)
        return state

    def max_turns(self, state: State[Battle, Config]) -> int:
        """The number of rounds after which a match ends."""
        return rules.round_limit(state.const)


TOWER_DEFENCE = TowerDefence()
