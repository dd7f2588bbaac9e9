"""One bad bot does not stop a league: a version that fails too often is quarantined, and the run continues."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lanista.core.errors import InputError
from lanista.game import Outcome
from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.history import LeagueHistory
from lanista.league.league import Joined, League
from lanista.league.progress import RunProgress
from lanista.league.quarantine import why_quarantined
from lanista.league.runner import LeagueRunner
from lanista.league.store import LeagueStore
from lanista.league.store.records import LeagueEntry, LeagueMatch, StoredResult
from lanista.league.table import make_table
from lanista.league.trouble import UnplayableError
from lanista.series.crew import SoloCrew
from lanista.series.spec import MatchReport
from tests.league.crews import FakeCrew
from tests.league.short_matches import IDLE, new_league, new_store
from tests.rows import every_row

BAD = 0  # the entry that fails


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as opened:
        yield opened


def history_of(failures: str) -> LeagueHistory:
    """A history of two bots; a letter per match: the first one fails (x), plays (.), or the match is void (v)."""
    history = LeagueHistory([LeagueEntry(0, "bad", 1, "a"), LeagueEntry(1, "good", 1, "b")])
    for number, letter in enumerate(failures):
        history.add_match(LeagueMatch(number, number, 0, (0, 1), 1))
        why = ("crashed", "") if letter == "x" else ()
        history.add_result(
            StoredResult(number, void="our fault") if letter == "v" else StoredResult(number, (2, 1), failures=why)
        )
    return history


FAILING = [
    ("", ""),
    ("xx", ""),
    ("xxx", "3 of its first 3 matches"),
    ("x.x.x", "3 of its first 5 matches"),
    ("x.x..x", ""),
    ("..xx", ""),
    ("..xxx", "3 of its first 5 matches"),
    ("vvvxxx", "3 of its first 3 matches"),  # a void match is our fault
    ("vvvvvvvvvvvv", ""),
    ("....." + "x" * 9, ""),
    ("....." + "x" * 10, "10 matches in a row"),
    ("....." + "x" * 9 + "." + "x" * 9, ""),
    ("....." + "x" * 5 + "v" + "x" * 5, "10 matches in a row"),
    ("....." + "x" * 10 + ".", ""),
]


@every_row(("failures", "why"), FAILING)
def test_a_version_that_fails_too_often(failures: str, why: str):
    found = why_quarantined(history_of(failures), BAD)
    assert why in found
    assert bool(found) == bool(why)
    assert why_quarantined(history_of(failures), 1) == ""


def crashing(report: MatchReport) -> list[MatchReport]:
    """The bad bot crashes in all its matches."""
    if BAD in report.spec.entrants:
        seat = report.spec.entrants.index(BAD)
        report.failures = ["crashed" if one == seat else "" for one in range(2)]
        places = tuple(2 if one == seat else 1 for one in range(2))
        report.outcome = Outcome(places, (0, 0), "made up")
    return [report]


def play(league: League, change=crashing) -> RunProgress:
    return LeagueRunner(league, FakeCrew(jobs=1, change=change)).run()


BOTS = ("bad=cruise", "random", "greedy", "planner")


@pytest.mark.parametrize("form", ["round-robin", "gauntlet", "swiss", "knockout"])
def test_the_run_goes_on_without_it_in_every_format(store: LeagueStore, form: str):
    options = (
        {"rounds": 4} if form in ("round-robin", "gauntlet") else {"best_of": 5} if form == "knockout" else {}
    )
    league = new_league(store, BOTS, format=form, options=options)
    assert play(league).is_over
    assert league.is_over
    entry = league.history.entries[BAD]
    assert (entry.left is not None) == (entry.quarantined != "")
    failed = [result for match, result in league.history.judged() if BAD in match.entries]
    assert bool(entry.quarantined) == (len(failed) >= 3)
    if form in ("round-robin", "gauntlet", "knockout"):
        assert "of its first" in entry.quarantined
        assert entry.quarantined.endswith("the last time it failed: crashed")
        assert len(failed) <= 5, "one more may have been under way"


def test_its_other_matches_are_cancelled_and_nobody_gains_by_them(store: LeagueStore):
    league = new_league(store, BOTS)
    play(league)
    cancelled = [result.void for result in league.history.results.values() if result.is_cancelled]
    assert cancelled
    assert set(cancelled) == {"cancelled: bad is quarantined"}
    table = make_table(league.history, league.format)
    assert [row.bot for row in table.rows] == ["random", "greedy", "planner"]
    assert [row.points for row in table.rows] == [4.0, 2.0, 0.0], "points against it count for nobody"
    (row,) = table.left
    assert row.bot == "bad"
    assert 3 <= row.lost == row.matches <= 5, "one more may have been under way"
    assert row.quarantined in row.remark


def test_a_quarantined_bot_can_be_released(store: LeagueStore):
    league = new_league(store, BOTS)
    play(league)
    with pytest.raises(InputError, match="not quarantined in the league 'cup': 'random'; quarantined are: 'bad'"):
        league.release("random")
    assert league.add("cruise", "bad").joined is Joined.QUARANTINED
    entry = league.release("bad")
    assert (entry.version, entry.left, entry.builtin) == (2, None, "cruise")
    assert league.history.quarantined() == []
    assert not league.is_over
    assert play(league, lambda report: [report]).is_over
    assert [row.bot for row in make_table(league.history, league.format).rows][-1] == "bad"


def test_a_new_version_needs_no_release(store: LeagueStore):
    league = new_league(store, BOTS)
    play(league)
    assert league.add("random", "bad").joined is Joined.NEW
    assert league.history.quarantined() == []


def test_two_runners_quarantine_a_bot_once(store: LeagueStore):
    league = new_league(store, BOTS)
    assert store.quarantine(league.id, BAD, "why") is not None
    assert store.quarantine(league.id, BAD, "why else") is None
    league.refresh()
    assert league.history.entries[BAD].quarantined == "why"


def void(report: MatchReport) -> list[MatchReport]:
    report.outcome, report.void = None, "the engine failed"
    return [report]


def test_void_matches_of_one_bot_do_not_stop_the_others(store: LeagueStore):
    league = new_league(store, BOTS)
    play(league, lambda report: void(report) if BAD in report.spec.entrants else [report])
    assert league.is_over
    judged = {match.number for match, _ in league.history.judged()}
    assert judged == {match.number for match in league.history.matches if BAD not in match.entries}


def test_the_run_stops_if_no_match_can_be_played(store: LeagueStore):
    league = new_league(store, BOTS)
    with pytest.raises(UnplayableError, match=r"matches in a row had no result.*the engine failed"):
        play(league, void)
    assert not league.is_over


def test_the_run_of_two_bots_stops_if_they_cannot_play(store: LeagueStore):
    league = new_league(store, BOTS[:2], options={"rounds": 9})
    with pytest.raises(UnplayableError, match="6 matches in a row had no result"):
        play(league, void)


CRASHES = (
    "import os\ndef move(view):\n    os._exit(1) if view['currentRound'] == 2 else None\n    return 'NOTHING'\n"
)


def test_a_real_bot_that_crashes_is_quarantined(store: LeagueStore, tmp_path):
    for name, source in (("bad", CRASHES), ("good", IDLE)):
        (tmp_path / f"{name}.py").write_text(source)
    conditions = LeagueTerms(matches=replace(LEAGUE_MATCHES, settings={"max_rounds": 3}, turn_ms=5_000))
    league = new_league(store, (), conditions=conditions, options={"rounds": 3})
    league.add(str(tmp_path / "bad.py"), tried=False)
    league.add(str(tmp_path / "good.py"))
    league.add("cruise")
    assert LeagueRunner(league, SoloCrew()).run().is_over
    (entry,) = league.history.quarantined()
    assert entry.bot == "bad"
    assert "crashed" in entry.quarantined
    rows = make_table(league.history, league.format).rows
    assert {row.bot: row.matches for row in rows} == pytest.approx({"good": 6, "cruise": 6}, abs=3)
