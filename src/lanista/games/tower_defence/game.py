"""Tower Defence: build, shoot and defend the base (Entelect Challenge 2018)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import ClassVar

from lanista.engine import Rules, State
from lanista.game import Config as Settings
from lanista.game import Game, Outcome
from lanista.games.tower_defence import invariants, moves, rules, settings, views
from lanista.games.tower_defence.moves import Move
from lanista.games.tower_defence.state import SEATS, Battle, Config, Ending, Order, Work
from lanista.verdict import Verdict

RULES = Rules.of(
    "tower_defence",
    state=Battle,
    const=Config,
    move=Order,
    work=Work,
    rules=rules,
    moves=moves,
    views=views,
)


class Reason(Enum):
    """Why a match ended, in words."""

    BASE_DESTROYED = "base destroyed"
    MAX_ROUNDS = "round limit"
    DO_NOTHINGS = "too many bad commands"


class TowerDefence(Game[Battle, Config, Move]):
    """The game as the platform sees it."""

    name: ClassVar = "tower_defence"
    title: ClassVar = "Tower Defence (Entelect Challenge 2018)"
    seats: ClassVar = range(SEATS, SEATS + 1)
    behaviour: ClassVar = 1
    rulesets: ClassVar = {
        "standard": settings.STANDARD,
        "classic": settings.CLASSIC,
        "extended": settings.EXTENDED,
    }
    bots: ClassVar = ("random", "turtle", "builder", "greedy")
    nothing_hidden: ClassVar = True
    rules: ClassVar = RULES
    missing = moves.NOTHING

    read = staticmethod(moves.read)
    write = staticmethod(moves.write)
    take_move = staticmethod(moves.take_move)
    view_json = staticmethod(views.view_json)
    broken_invariants = staticmethod(invariants.broken_invariants)

    def turn_budget(self, ruleset: str) -> int:
        """5 s by the text, 2 s in the engine (D5)."""
        return 5_000 if ruleset == "standard" else 2_000

    def start(self, config: Settings, seed: int, seats: int = SEATS, map: str = "") -> State[Battle, Config]:  # noqa: A002
        """Two bases and an empty board; there is no randomness, so every seed gives the same."""
        self.check_seats(seats)
        state = self.blank(config)
        for player in state.record.players:
            player.energy, player.health = config["start_energy"], config["start_health"]
            player.curtain_left = 0 if config["iron_curtain"] else -1  # 8.4 e
        return state

    def blank(self, config: Settings) -> State[Battle, Config]:
        """A board without players' numbers, to be filled."""
        settings.check(config)
        state: State[Battle, Config] = State.blank(RULES)
        settings.write_settings(state.const, config)
        return state

    def turn(self, state: State[Battle, Config]) -> int:
        """The round about to be played, from 1; the contest counts from 0."""
        return state.record.round + 1

    def max_turns(self, state: State[Battle, Config]) -> int:
        """The round limit."""
        return rules.rounds_at_most(state.const)

    def outcome(self, state: State[Battle, Config], verdicts: Sequence[Sequence[Verdict]] = ()) -> Outcome | None:
        """Whose base stands, or who scored more."""
        battle, config = state.record, state.const
        if not battle.ending:
            return None
        lead = rules.lead(battle, config)
        return Outcome(
            places=(2 if lead < 0 else 1, 2 if lead > 0 else 1),
            scores=tuple(rules.final_score(player, config) for player in battle.players),
            reason=Reason[Ending(battle.ending).name].value,
        )


TOWER_DEFENCE = TowerDefence()
