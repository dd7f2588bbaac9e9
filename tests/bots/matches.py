"""What the tests of both protocols share: a match, and who watches it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lanista.bots.player import Limits
from lanista.match import MatchResult, Turn, arrange
from lanista.replay import read_replay, verify

USED = r"( \(it used [\d,]+ ms of processor time(, and [\d,]+ ms have passed)?\))?"  # where it is measured
PATIENT = Limits(60_000, 60_000)  # nobody is late because the machine is busy


class Watcher:
    """An observer that keeps the turns."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []

    def begin(self, *_: object) -> None:
        pass

    def turn(self, turn: Turn, state: object) -> None:
        self.turns.append(turn)

    def end(self, *_: object) -> None:
        pass

    def texts(self, seat: int = 0) -> list[str | None]:
        return [turn.answers[seat].text for turn in self.turns]


def play(
    game: str, *bots: str, limits: Limits = PATIENT, ruleset: str = "standard", seed: int = 4, **changes: int
) -> tuple[MatchResult, Watcher]:
    """A match, and its turns."""
    seen = Watcher()
    result = arrange(game, bots, seed=seed, ruleset=ruleset, changes=changes, limits=limits).play([seen])
    return result, seen


def play_and_verify(path: Path, game: str, *bots: str, **changes: Any) -> MatchResult:
    """A match whose replay gives the same states again."""
    result = arrange(game, bots, seed=4, changes=changes, limits=PATIENT).play(replay=path)
    assert verify(read_replay(path)).identical
    return result
