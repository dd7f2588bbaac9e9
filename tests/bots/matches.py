"""A match and observers for the tests of both protocols."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lanista.bots.player import Budgets
from lanista.match.planning import plan_match
from lanista.match.referee import MatchResult, PlayedTurn
from lanista.match.replay import read_replay, verify
from lanista.match.terms import MatchTerms

USED = r"( \(it used [\d,]+ ms of processor time(, and [\d,]+ ms have passed)?\))?"  # where it is measured
PATIENT = Budgets(60_000, 60_000)  # nobody is late because the machine is busy


class Watcher:
    """An observer that keeps the turns."""

    def __init__(self) -> None:
        self.turns: list[PlayedTurn] = []

    def begin(self, *_: object) -> None:
        pass

    def turn(self, turn: PlayedTurn, state: object) -> None:
        self.turns.append(turn)

    def end(self, *_: object) -> None:
        pass

    def texts(self, seat: int = 0) -> list[str | None]:
        return [turn.answers[seat].text for turn in self.turns]


def play(
    game: str, *bots: str, limits: Budgets = PATIENT, ruleset: str = "standard", seed: int = 4, **changes: int
) -> tuple[MatchResult, Watcher]:
    """A match, and its turns."""
    seen = Watcher()
    result = plan_match(
        game, bots, MatchTerms(ruleset=ruleset, settings=changes).with_budgets(limits), seed=seed
    ).play([seen])
    return result, seen


def play_and_verify(path: Path, game: str, *bots: str, **changes: Any) -> MatchResult:
    """A match whose replay gives the same states again."""
    result = plan_match(game, bots, MatchTerms(settings=changes).with_budgets(PATIENT), seed=4).play(replay=path)
    assert verify(read_replay(path)).identical
    return result
