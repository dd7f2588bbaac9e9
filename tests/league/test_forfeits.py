"""The coward's league: a bot that gives up whenever it is behind gains nothing by it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.reports import Ruling, judge, result_of, void_result
from lanista.league.runner import LeagueRunner
from lanista.league.store import LeagueStore
from lanista.league.table import make_table
from lanista.series.crew import SoloCrew
from lanista.series.spec import MatchReport
from tests.league.crews import FakeCrew, report_of
from tests.league.short_matches import new_league, new_store

RACER = "def move(view):\n    return 'ACCELERATE' if view['player']['damage'] < 3 else 'FIX'\n"
COWARD = """
def move(view):
    behind = view["player"]["position"]["x"] <= view["opponent"]["position"]["x"]
    if view["currentRound"] >= 60 and behind:
        return "GIVE_UP"
    return "ACCELERATE"
"""


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as opened:
        yield opened


def test_a_coward_loses_what_it_gives_up(store: LeagueStore, tmp_path: Path):
    for name, source in (("coward", COWARD), ("racer", RACER)):
        (tmp_path / f"{name}.py").write_text(source)
    bots = (str(tmp_path / "coward.py"), str(tmp_path / "racer.py"), "greedy")
    league = new_league(
        store,
        bots,
        conditions=LeagueTerms(matches=replace(LEAGUE_MATCHES, settings={"max_rounds": 90}, turn_ms=5_000)),
    )
    LeagueRunner(league, SoloCrew()).run()
    league.refresh()
    table = make_table(league.history, league.format)
    assert (table.progress.counted, table.progress.void, table.progress.cancelled) == (5, 0, 1)
    assert "coward" not in [row.bot for row in table.rows]
    (coward,) = table.left
    assert coward.quarantined.startswith("it failed 3 of its first 3 matches; the last time it failed: ")
    assert (coward.won, coward.lost) == (0, 3)
    assert coward.faults >= 30
    forfeited = [match for match in table.matches if 0 in match.entries and match.places]
    assert all(match.places[match.entries.index(0)] == 2 for match in forfeited)


def test_faults_of_a_void_match_stay_in_the_store_and_the_table(store: LeagueStore):
    def fail(report: MatchReport) -> list[MatchReport]:
        report.outcome, report.void = None, "the engine failed"
        report.faults, report.first_faults = [3, 0], ["invalid in turn 1: no such move", ""]
        return [report]

    league = new_league(store, ("cruise", "random"), options={"rounds": 1})
    LeagueRunner(
        league, FakeCrew(change=lambda report: fail(report) if report.spec.number == 0 else [report])
    ).run()
    league.refresh()
    result = league.history.results[0]
    assert (result.void, result.faults) == ("the engine failed", (3, 0))
    assert result.first_faults[0] == "invalid in turn 1: no such move"
    first = league.history.matches[0].entries[0]
    row = next(row for row in make_table(league.history, league.format).rows if row.entry == first)
    assert (row.void, row.faults, row.faulty_matches) == (1, 3, 1)


def test_only_our_fault_makes_a_match_void(store: LeagueStore):
    league = new_league(store, ("cruise", "random"))
    LeagueRunner(league, FakeCrew(), max_matches=1).run()
    spec = league.specs.match(league.history.matches[0], list(league.history.entries.values()), "")
    report = report_of(spec)
    assert report.outcome is not None
    for forfeits in (("", "gave up"), ("gave up", "gave up")):
        report.outcome = type(report.outcome)((2, 1), (0, 0), "over", ("a remark",), forfeits)
        assert judge(report, spec) == (Ruling.JUDGED, "")
        assert result_of(report, "").ranks == report.outcome.ranks
    report.doubtful = "turn 3: was starved"
    assert judge(report, spec)[0] is Ruling.DOUBTFUL
    report.faults = [1, 2]
    assert void_result(0, report, "why", "").faults == (1, 2)
