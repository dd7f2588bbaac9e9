"""The search keeps its budget on a busy machine: no turn is lost to a timeout."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest

from lanista.bots.player import Limits
from lanista.game import game_names
from lanista.match import arrange
from lanista.match.referee import ObserverError
from lanista.verdict import Verdict

TURNS = 40  # in each game
BUDGET = Limits(start_ms=60_000, turn_ms=100)
BURNER = "while True: pass"


class Verdicts:
    """Notes the verdicts of the first seat, and stops the match after some turns."""

    def __init__(self) -> None:
        self.found: list[Verdict] = []

    def begin(self, setup: Any, names: Sequence[str], state: Any) -> None:
        """Nothing is known yet."""

    def turn(self, turn: Any, state: Any) -> None:
        """A turn was played."""
        self.found.append(turn.verdicts[0])
        if len(self.found) == TURNS:
            raise ObserverError("enough")

    def end(self, result: Any) -> None:
        """The match is over."""


@pytest.fixture(scope="module", autouse=True)
def busy_machine() -> Iterator[None]:
    """Two processes that use all the time they get."""
    burners = [subprocess.Popen([sys.executable, "-I", "-S", "-c", BURNER]) for _ in range(2)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


@pytest.mark.parametrize("game", game_names())
def test_no_turn_times_out(game: str) -> None:
    bots = ["search:ms=20", "random"]
    verdicts = Verdicts()
    with suppress(ObserverError):
        arrange(game, bots, seed=7, limits=BUDGET).play([verdicts])
    assert len(verdicts.found) > TURNS // 2
    assert set(verdicts.found) == {Verdict.OK}
