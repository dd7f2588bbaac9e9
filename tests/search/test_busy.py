"""The search keeps its budget on a busy machine: no turn is lost to a timeout."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest

from lanista.bots.player import Budgets
from lanista.core.verdict import Verdict
from lanista.game import game_names
from lanista.match.planning import plan_match
from lanista.match.referee import ObserverError
from lanista.match.terms import MatchTerms

TURNS = 25  # in each game
BUDGET = Budgets(start_ms=60_000, turn_ms=100)
BURNER = "print(flush=True)\nwhile True: pass"


class Burners:
    """Two processes that use all the time they get, from `start` to the end of the block."""

    def __init__(self) -> None:
        self.started: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Burners:
        return self

    def start(self) -> None:
        """Make the machine busy; returns when both processes burn."""
        command = [sys.executable, "-I", "-S", "-c", BURNER]
        self.started += [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
        for burner in self.started:
            assert burner.stdout is not None
            burner.stdout.readline()

    def __exit__(self, *_: object) -> None:
        for burner in self.started:
            burner.kill()
            burner.communicate()


class Verdicts:
    """Notes the verdicts of the first seat in turns on a busy machine, and stops the match after some."""

    def __init__(self, burners: Burners) -> None:
        self.burners = burners
        self.found: list[Verdict] = []

    def begin(self, setup: Any, names: Sequence[str], state: Any) -> None:
        """All bots are ready."""
        self.burners.start()

    def turn(self, turn: Any, state: Any) -> None:
        """A turn was played."""
        self.found.append(turn.verdicts[0])
        if len(self.found) == TURNS:
            raise ObserverError("enough")

    def end(self, result: Any) -> None:
        """The match is over."""


@pytest.mark.parametrize("game", game_names())
def test_no_turn_times_out(game: str) -> None:
    bots = ["search:ms=20", "random"]
    with Burners() as burners, suppress(ObserverError):
        verdicts = Verdicts(burners)
        plan_match(game, bots, MatchTerms().with_budgets(BUDGET), seed=7).play([verdicts])
    assert len(verdicts.found) > TURNS // 2
    assert set(verdicts.found) == {Verdict.OK}
