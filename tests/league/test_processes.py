"""Runners as real processes, which are interrupted and killed: the table is the one of an undisturbed league."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lanista.bots.source.archive_cache import unpacked
from lanista.league.archives import copy_of
from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.league import League
from lanista.league.runner import LeagueRunner
from lanista.league.store import LeagueStore, open_store
from lanista.series.crew import SoloCrew
from tests.league.short_matches import SHORT, new_league, new_store, outcomes
from tests.postgres import PostgresServer
from tests.processes import SECONDS, eventually, running


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LeagueStore]:
    address = str(tmp_path / "league.db")
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        address = server.new_store()
    with open_store(address) as opened:
        opened.keep_replays_in(tmp_path / "replays")
        yield opened


def start(league: League, jobs: int = 1) -> subprocess.Popen[bytes]:
    """Run a league in its own process."""
    command = [sys.executable, "-m", "tests.league.run_league", league.store.address, str(jobs)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)


def wait_for_results(league: League, count: int, runners: list[subprocess.Popen[bytes]]) -> None:
    """Wait until some matches have results, while all runners run."""

    def has_results() -> bool:
        league.refresh()
        dead = next((runner for runner in runners if runner.poll()), None)
        assert dead is None, dead.communicate()[1].decode()
        return len(league.history.results) >= count

    eventually(has_results)


def undisturbed(folder: Path, **changes: Any) -> dict[int, tuple[int, ...]]:
    """The outcomes of the same league, played by one runner to its end."""
    with new_store(folder, "undisturbed") as store:
        league = new_league(store, **changes)
        LeagueRunner(league, SoloCrew()).run()
        return outcomes(league)


def test_killed_and_interrupted_runners_change_nothing(store: LeagueStore, tmp_path):
    """Two at once; one is killed, the other one gets Ctrl-C, and a third one plays the rest."""
    league = new_league(store, options={"rounds": 5})
    runners = [start(league) for _ in range(2)]
    try:
        eventually(lambda: len(store.runners(league.id)) == 2)  # one that still imports ends otherwise
        wait_for_results(league, 3, runners)
        runners[0].send_signal(signal.SIGKILL)
        runners[1].send_signal(signal.SIGINT)
    finally:
        for runner in runners:
            runner.communicate(timeout=SECONDS)
    assert runners[1].returncode in (0, -signal.SIGINT)  # it may have been faster
    before = outcomes(league)
    LeagueRunner(league, SoloCrew()).run()
    assert {number: outcomes(league)[number] for number in before} == before
    assert outcomes(league) == undisturbed(tmp_path, options={"rounds": 5})
    assert len(outcomes(league)) == len(league.history.matches) == 30
    assert store.runners(league.id) == []


def test_ctrl_c_ends_the_bots_and_gives_their_matches_back(tmp_path):
    (tmp_path / "alice.py").write_text("import time\ndef move(view):\n    time.sleep(600)\n")
    with new_store(tmp_path) as store:
        league = new_league(
            store,
            ["random"],
            conditions=LeagueTerms(matches=replace(LEAGUE_MATCHES, settings=SHORT, turn_ms=600_000)),
        )
        alice = league.add(str(tmp_path / "alice.py"), tried=False).entry
        script = unpacked(copy_of(store, alice.digest)) / "alice.py"
        runner = start(league, 2)
        try:
            eventually(lambda: len(running(script)) >= 2)
        finally:
            runner.send_signal(signal.SIGTERM)
            runner.communicate(timeout=SECONDS)
        assert runner.returncode
        eventually(lambda: running(script) == [])
        assert store.runners(league.id) == []
        assert store.counts(league.id).results == 0
