"""A few faults; `make chaos` does a hundred."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.chaos.chaos import PLANS, RESTART, Chaos, Outcome, run, tally
from tests.chaos.league import Plan
from tests.postgres import PostgresServer

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc"),
    pytest.mark.timeout(900),  # runners are started several times
]
SMALL = Plan(
    bots=(("greedy", "greedy"), ("cruise", "cruise"), ("random", "random"), ("fast", "fast")),
    settings=(("max_rounds", 5),),
    jobs=1,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Shared, so that the undisturbed league is played once."""
    return tmp_path_factory.mktemp("chaos")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLANS, "round robin", SMALL)


def check(outcome: Outcome, *kinds: str) -> None:
    assert outcome.is_well, outcome
    assert outcome.matches == 12
    assert set(kinds) <= set(outcome.faults), outcome


@pytest.mark.long
def test_runners_and_their_parts_are_killed(folder: Path) -> None:
    chaos = Chaos(folder, seed=1, per_league=0, server=None)
    check(chaos.play(0, ["late and repeated reports", "kill a worker", "kill everything"]), "kill a worker")


@pytest.mark.long
def test_the_database_restarts_and_runners_are_killed(folder: Path, postgres: PostgresServer) -> None:
    chaos = Chaos(folder, seed=2, per_league=0, server=postgres)
    check(chaos.play(9, ["kill the runner", RESTART]))  # league 9 is a round robin in PostgreSQL


def test_faults_are_counted_and_continued() -> None:
    class Leagues(Chaos):
        def __init__(self) -> None:
            pass

        def play(self, number: int, kinds: list[str] | None = None) -> Outcome:
            return Outcome(number, "round robin", "SQLite", {"kill a bot": 3}, equal=number != 1, lost=number)

    done = [Outcome(4, "Swiss", "SQLite", {"kill the runner": 2}, equal=True)]
    run(Leagues(), 8, done, lambda _: True)
    assert [outcome.number for outcome in done] == [4, 5, 6]
    rows = {kind: row for kind, *row in tally(done)}
    assert rows["kill a bot"] == [6, 11, 0, 2, 2]
    assert rows["kill the runner"] == [2, 0, 0, 1, 1]
