"""Leagues are played to their end: each match counts once, whatever happens to runners, crews and machines."""

import shutil
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import text

from lanista.bots.source.archive_cache import stored_archives
from lanista.core.errors import FileError, StoreError, Terminated
from lanista.game import get_game
from lanista.league.archives import copy_of
from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.league import League
from lanista.league.progress import RunProgress
from lanista.league.runner import LeagueRunner
from lanista.league.store import LeagueStore, StoredResult
from lanista.league.trouble import MAX_IN_ROW, UnplayableError
from lanista.match.replay import read_replay, verify
from lanista.match.terms import MatchTerms
from lanista.series.crew import SoloCrew
from lanista.series.spec import MatchReport, MatchSpec
from tests.league.crews import FakeCrew, report_of
from tests.league.short_matches import FAST, IDLE, new_league, new_store, outcomes
from tests.short import SHORT


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as opened:
        yield opened


@pytest.fixture
def league(store: LeagueStore) -> League:
    """A round robin of three bots: six matches."""
    return new_league(store)


def play(league: League, crew: FakeCrew | None = None, **options) -> RunProgress:
    return LeagueRunner(league, crew or FakeCrew(), **options).run()


def expected(league: League) -> dict[int, tuple[int, ...]]:
    """The places that fake crews report."""
    return {
        match.number: (1, 2) if match.entries[0] < match.entries[1] else (2, 1) for match in league.history.matches
    }


def assert_whole(league: League) -> None:
    """Every match has the result it must have, and nothing is left behind."""
    assert outcomes(league) == expected(league)
    assert len(outcomes(league)) == len(league.history.matches) > 0
    assert league.store.runners(league.id) == []
    assert not list(league.store.replays.folder.glob(".run-*"))


# Whole leagues


def test_a_league_of_built_in_bots(store: LeagueStore, league: League):
    seen: list[RunProgress] = []
    progress = league.run(jobs=2, watch=seen.append)
    assert progress.is_over
    assert progress.recorded == progress.results == len(league.history.matches) == 6
    assert len(outcomes(league)) == 6
    assert sorted(result.number for each in seen for result in each.new) == list(range(6))
    for result in league.history.results.values():
        assert verify(read_replay(store.replays.path(result.replay))).identical


@pytest.mark.parametrize("game", [game for game in SHORT if game != "overdrive"])
def test_every_game_has_leagues(store: LeagueStore, game):
    conditions = LeagueTerms(matches=replace(LEAGUE_MATCHES, settings=dict.fromkeys(SHORT[game], 3)))
    league = new_league(store, get_game(game).bots[:3], game=game, conditions=conditions)
    assert LeagueRunner(league, SoloCrew()).run().is_over
    assert len(outcomes(league)) == len(league.history.matches) > 0


def test_programs_play_as_they_were_packed(store: LeagueStore, tmp_path):
    """The files are gone when the league is run: on another machine they never were."""
    (tmp_path / "alice.py").write_text(FAST)
    folder = tmp_path / "bob"
    folder.mkdir()
    (folder / "bot.py").write_text(f"import helper\n{IDLE}")
    (folder / "helper.py").write_text("")
    league = new_league(store, [str(tmp_path / "alice.py"), str(folder), "cruise"])
    (tmp_path / "alice.py").unlink()
    (folder / "bot.py").unlink()
    assert LeagueRunner(league, SoloCrew()).run().is_over
    assert len(outcomes(league)) == 6
    assert not any(sum(result.faults) for result in league.history.results.values())
    header = read_replay(store.replays.path(league.history.results[0].replay)).header
    assert {seat.name for seat in header.seats} <= {"alice", "bob", "cruise"}


def test_a_league_without_enough_bots_is_over(store: LeagueStore):
    assert play(new_league(store, ["random"])).matches == 0


# Reports in odd orders


@pytest.mark.parametrize(
    ("change", "pick"),
    {
        "in order": (lambda report: [report], min),
        "the last one first": (lambda report: [report], max),
        "twice": (lambda report: [report, report], min),
        "with one of a match that nobody has": (
            lambda report: [
                msgspec.structs.replace(report, spec=msgspec.structs.replace(report.spec, number=999)),
                report,
            ],
            min,
        ),
    }.values(),
)
def test_reports_count_once_in_any_order(league: League, change, pick):
    crew = FakeCrew(change=change, pick=lambda specs: pick(specs, key=lambda spec: spec.number))
    assert play(league, crew).recorded == 6
    assert_whole(league)


def test_a_late_report_of_a_match_that_was_taken_away_changes_nothing(store: LeagueStore, league: League):
    """Another runner has taken this one for dead, and has played its match."""

    def steal(report: MatchReport) -> list[MatchReport]:
        if report.spec.number == 0:
            thief = store.begin_runner("thief")
            places = tuple(reversed(report.outcome.rule_ranks)) if report.outcome else ()
            result = msgspec.structs.replace(first_result(), ranks=places)
            store.record(league.id, thief, [result])
            store.end_runner(thief)
        return [report]

    progress = play(league, FakeCrew(change=steal))
    assert progress.recorded == 5
    assert outcomes(league)[0] != expected(league)[0]
    assert len(outcomes(league)) == 6


def first_result() -> StoredResult:
    """A result of the first match, as another runner reports it."""
    return StoredResult(0, (1, 2), (0, 0), "made up")


@pytest.mark.parametrize(
    "wrong",
    [{"seed": 1}, {"entrants": (7, 8)}, {"terms": MatchTerms(map="elsewhere")}],
)
def test_the_report_of_another_match_is_void_and_played_again(league: League, wrong):
    mistaken: list[int] = []

    def confuse(report: MatchReport) -> list[MatchReport]:
        if report.spec.number == 2 and not mistaken:
            mistaken.append(2)
            return [msgspec.structs.replace(report, spec=msgspec.structs.replace(report.spec, **wrong))]
        return [report]

    assert play(league, FakeCrew(change=confuse)).voided == 1
    assert_whole(league)


@pytest.mark.parametrize(
    ("format", "options"),
    [
        ("round-robin", {}),
        ("gauntlet", {}),
        ("swiss", {}),
        ("knockout", {"best_of": 3}),
        ("ladder", {"max_matches": 60}),
    ],
)
def test_the_order_in_which_matches_end_changes_no_schedule(tmp_path, format, options):
    """One match after the other, or several at once of which the last one ends first."""
    played = []
    for name, crew in (("one", FakeCrew(1)), ("many", FakeCrew(7, pick=lambda specs: specs[-1]))):
        with new_store(tmp_path, name) as store:
            bots = [f"b{number}=random" for number in range(7)]
            league = new_league(store, bots, format=format, options=options)
            assert play(league, crew).is_over
            played.append((league.history.matches, outcomes(league)))
    assert played[0] == played[1]
    assert len(played[0][0]) > 6


# Void matches


def void(report: MatchReport, why: str = "the engine failed at turn 2: a fault of ours") -> MatchReport:
    return msgspec.structs.replace(report, outcome=None, void=why)


def failing(numbers: set[int], times: int, fail: Callable[[MatchReport], MatchReport]) -> FakeCrew:
    """A crew in which some matches fail a few times."""
    failed = Counter[int]()

    def change(report: MatchReport) -> list[MatchReport]:
        number = report.spec.number
        if number in numbers and failed[number] < times:
            failed[number] += 1
            return [fail(report)]
        return [report]

    return FakeCrew(change=change)


def test_a_void_match_is_played_again_twice(league: League):
    crew = failing({1, 4}, 2, void)
    assert play(league, crew).voided == 4
    assert Counter(spec.number for spec in crew.sent) == {0: 1, 1: 3, 2: 1, 3: 1, 4: 3, 5: 1}
    assert_whole(league)


def doubtful(report: MatchReport) -> MatchReport:
    return msgspec.structs.replace(report, doubtful="turn 2: it waited 412 of 1,000 ms for a core")


def test_a_doubtful_match_is_played_again_alone_and_counts_no_attempt(league: League):
    beside: dict[int, int] = {}
    crew = failing({1, 4}, 1, doubtful)
    send = crew.send

    def watched(spec: MatchSpec) -> None:
        if spec.alone:
            beside[spec.number] = crew.pending
        elif any(other.alone for other in crew.held):
            beside[spec.number] = -1
        send(spec)

    crew.send = watched  # type: ignore[method-assign]
    progress = play(league, crew)
    assert beside == {1: 0, 4: 0}, "nothing else is played at the same time"
    assert progress.voided == 2
    assert Counter(spec.number for spec in crew.sent) == {0: 1, 1: 2, 2: 1, 3: 1, 4: 2, 5: 1}
    assert_whole(league)


def test_a_match_that_stays_void_is_recorded_with_the_reason(league: League):
    crew = failing({1}, 3, void)
    assert play(league, crew).recorded == 5
    assert league.history.results[1].void == "the engine failed at turn 2: a fault of ours"
    assert not league.history.results[1].counts
    assert league.is_over


def interrupt(_: RunProgress) -> None:
    raise KeyboardInterrupt


def test_attempts_are_counted_over_all_runners(league: League):
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            play(league, failing({0}, 1, void), watch=interrupt)
    crew = failing({0}, 1, void)
    play(league, crew)
    assert [spec.number for spec in crew.sent].count(0) == 1
    assert league.history.results[0].void


def test_a_result_without_its_replay_is_void(league: League):
    def lose(report: MatchReport) -> MatchReport:
        Path(report.spec.replay).unlink()
        return report

    play(league, failing({3}, 1, lose))
    assert_whole(league)


# Machines that cannot play


def unplayable(report: MatchReport) -> MatchReport:
    Path(report.spec.replay).unlink()
    return MatchReport(report.spec, error="bot 'x' needs 'java', which is not installed", unplayable=True)


def test_a_passing_trouble_of_the_machine_costs_nothing(league: League):
    crew = failing({0, 1, 2, 3, 4, 5}, 1, unplayable)
    assert play(league, crew).voided == 0
    assert_whole(league)


def test_a_match_that_this_machine_cannot_play_is_left_to_others(store: LeagueStore, league: League):
    """All others are played, no attempt is counted, and another machine plays it."""
    crew = failing({2}, 99, unplayable)
    with pytest.raises(UnplayableError) as stopped:
        play(league, crew)
    assert "1 match cannot be played here" in str(stopped.value)
    assert "needs 'java', which is not installed" in str(stopped.value)
    assert [spec.number for spec in crew.sent].count(2) == 2
    assert len(outcomes(league)) == 5
    claim, *_ = store.claim(league.id, store.begin_runner("other"), 1)
    assert (claim.match.number, claim.attempt) == (2, 0)


def test_a_machine_that_can_play_nothing_stops_at_once(store: LeagueStore):
    league = new_league(store, ["random", "greedy", "cruise", "planner"])
    crew = failing(set(range(99)), 99, unplayable)
    with pytest.raises(
        UnplayableError, match=f"{MAX_IN_ROW} matches in a row had no result|cannot be played here"
    ):
        play(league, crew)
    assert len(crew.sent) <= MAX_IN_ROW + 3
    assert outcomes(league) == {}
    assert not league.history.results
    play(league)
    assert_whole(league)


def test_engine_faults_in_a_row_stop_a_runner_before_they_void_the_league(store: LeagueStore):
    league = new_league(store, ["random", "greedy", "cruise", "planner"])
    with pytest.raises(UnplayableError, match="matches in a row had no result, the last one because: match"):
        play(league, failing(set(range(99)), 99, void))
    league.refresh()
    assert sum(bool(result.void) for result in league.history.results.values()) <= 3


def test_a_damaged_archive_is_nobodys_fault(store: LeagueStore, tmp_path):
    (tmp_path / "alice.py").write_text(IDLE)
    league = new_league(store, [str(tmp_path / "alice.py"), "random", "cruise"])
    entry = league.entry("alice")
    assert entry is not None
    damage(store, entry.digest)
    with pytest.raises(UnplayableError, match=r"4 matches cannot be played here.*'.*' in the store is damaged"):
        play(League.open(store))
    assert len(outcomes(league)) == 2, "the other bots have played"
    assert len(league.history.results) == 2
    assert store.runners(league.id) == []


def test_a_damaged_copy_of_an_archive_is_mended(store: LeagueStore, tmp_path):
    (tmp_path / "alice.py").write_text(IDLE)
    league = new_league(store, [str(tmp_path / "alice.py"), "random"])
    entry = league.entry("alice")
    assert entry is not None
    copy = copy_of(store, entry.digest)

    def spoil(report: MatchReport) -> MatchReport:
        copy.write_bytes(b"damaged")
        return unplayable(report)

    play(league, failing({0}, 1, spoil))
    assert copy.read_bytes() == store.archive(entry.digest)
    assert_whole(league)


def damage(store: LeagueStore, digest: str) -> None:
    shutil.rmtree(stored_archives() / digest)
    store._database.write(lambda connection: connection.execute(text("UPDATE archives SET data = x'00'")))


# Bots that come and go while the league runs


def test_a_bot_that_joins_is_noticed_within_one_match(store: LeagueStore, league: League):
    added: list[int] = []

    def join(report: MatchReport) -> list[MatchReport]:
        if report.spec.number == 1:
            added.append(League.open(store).add("planner").entry.id)
        return [report]

    crew = FakeCrew(1, change=join)
    play(league, crew)
    assert len(league.history.matches) == 12
    assert_whole(league)


def test_a_bot_that_leaves_cancels_its_matches(store: LeagueStore, league: League):
    def leave(report: MatchReport) -> list[MatchReport]:
        if report.spec.number == 0:
            League.open(store).remove("random")
        return [report]

    crew = FakeCrew(1, change=leave)
    play(league, crew)
    gone = next(entry.id for entry in league.history.entries.values() if entry.bot == "random")
    cancelled = [result for result in league.history.results.values() if result.is_cancelled]
    assert cancelled
    assert all(gone in league.history.matches[result.number].entries for result in cancelled)
    assert len(league.history.results) == len(league.history.matches)
    assert not any(gone in spec.entrants for spec in crew.sent[1:])


def test_a_new_version_plays_and_the_results_of_the_former_stay(store: LeagueStore, tmp_path):
    (tmp_path / "alice.py").write_text(IDLE)
    league = new_league(store, [str(tmp_path / "alice.py"), "random", "cruise"])
    play(league)
    before = outcomes(league)
    (tmp_path / "alice.py").write_text(FAST)
    league.add(str(tmp_path / "alice.py"))
    play(league)
    after = outcomes(league)
    assert {number: after[number] for number in before} == before
    assert len(after) == len(before) + 4
    versions = {entry.version for entry in league.history.entries.values() if entry.bot == "alice"}
    assert versions == {1, 2}


# Ends


def test_a_run_ends_after_its_matches(league: League):
    assert play(league, max_matches=2).recorded == 2
    assert len(outcomes(league)) == 2
    play(league)
    assert_whole(league)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, Terminated])
def test_an_interrupted_run_loses_nothing_and_continues(store: LeagueStore, league: League, stop):
    class Interrupted(FakeCrew):
        def collect(self, seconds):
            if seconds == 0:
                yield report_of(self._specs.pop())  # it was over when the signal came
            elif len(self.sent) > 3:
                raise stop
            else:
                yield from super().collect(seconds)

    crew = Interrupted(2)
    with pytest.raises(stop):
        play(league, crew)
    assert crew.ended == 1
    done = outcomes(league)
    assert 0 < len(done) < 6
    assert store.runners(league.id) == []
    play(league)
    assert_whole(league)
    assert {number: outcomes(league)[number] for number in done} == done


def test_a_run_can_be_stopped_from_another_thread(league: League):
    runner = LeagueRunner(league, FakeCrew(1), watch=lambda progress: runner.stop() if progress.recorded else None)
    assert 0 < runner.run().recorded < 6


def test_a_store_that_fails_ends_the_run_and_the_bots(league: League, monkeypatch):
    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(league.store, "record", full)
    crew = FakeCrew()
    with pytest.raises(StoreError, match="the disk is full"):
        play(league, crew)
    assert crew.ended == 1
    monkeypatch.undo()
    play(league)
    assert_whole(league)


def test_a_full_disk_for_replays_ends_the_run(league: League, monkeypatch):
    def full(_: Path) -> str:
        raise FileError("cannot write: No space left on device")

    monkeypatch.setattr(league.store.replays, "put", full)
    with pytest.raises(FileError, match="No space left"):
        play(league)
    monkeypatch.undo()
    play(league)
    assert_whole(league)


# Several runners


def test_two_runners_share_the_matches(tmp_path, store: LeagueStore, league: League):
    crews, threads = [FakeCrew(1), FakeCrew(1)], []
    errors: list[BaseException] = []

    def run(crew: FakeCrew) -> None:
        try:
            with new_store(tmp_path) as own:
                play(League.open(own), crew)
        except BaseException as error:  # noqa: BLE001 - shown by the test
            errors.append(error)

    for crew in crews:
        threads.append(threading.Thread(target=run, args=(crew,)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    assert not errors
    assert Counter(spec.number for crew in crews for spec in crew.sent) == dict.fromkeys(range(6), 1)
    assert_whole(league)


def test_a_runner_waits_for_the_matches_of_others_and_shows_it(store: LeagueStore, league: League, monkeypatch):
    """Another runner holds the first match, and reports it later."""
    monkeypatch.setattr("lanista.league.runner.POLL_SECONDS", 0.01)
    league.extend()
    other = store.begin_runner("other")
    store.claim(league.id, other, 1)
    seen: list[RunProgress] = []

    def watch(progress: RunProgress) -> None:
        seen.append(progress)
        if progress.is_waiting and progress.others:
            store.record(league.id, other, [first_result()])

    assert play(league, watch=watch).recorded == 5
    assert any(progress.others == ("other",) and progress.is_waiting for progress in seen)
    assert outcomes(league).keys() == set(range(6))


def test_the_matches_of_a_runner_that_is_gone_are_played(store: LeagueStore, league: League, monkeypatch):
    monkeypatch.setattr("lanista.league.runner.POLL_SECONDS", 0.01)
    league.extend()
    store.claim(league.id, store.begin_runner("gone"), 2)
    monkeypatch.setattr("lanista.league.store.runners.is_gone", lambda runner: runner.label == "gone")
    play(league)
    assert_whole(league)


def test_a_match_that_comes_back_while_it_is_played_is_not_sent_twice(store: LeagueStore, league: League):
    """This runner seemed gone, its match was freed, and it claims the match again."""
    freed: list[int] = []

    def free(report: MatchReport) -> list[MatchReport]:
        if not freed:
            freed.extend(store.release(league.id, store.runners(league.id)[0], [1, 2]))
        return [report]

    crew = FakeCrew(3, change=free)
    play(league, crew)
    assert freed == [1, 2]
    assert Counter(spec.number for spec in crew.sent) == dict.fromkeys(range(6), 1)
    assert_whole(league)


def test_what_a_killed_runner_left_is_removed(store: LeagueStore, league: League):
    left = store.replays.folder / ".run-killed"
    left.mkdir(parents=True)
    (left / "owner").touch()
    (left / "3-1.jsonl.gz").touch()
    play(league)
    assert_whole(league)


# Ending a run without losing what is played


def test_a_run_that_drains_finishes_what_was_sent_and_gives_the_rest_back(store: LeagueStore):
    league = new_league(store, options={"rounds": 5})
    crew = FakeCrew(3)

    def watch(progress: RunProgress) -> None:
        if progress.recorded >= 4 and not runner.is_draining:
            sent.extend(spec.number for spec in crew.sent)
            runner.drain(60)

    sent: list[int] = []
    runner = LeagueRunner(league, crew, watch=watch)
    progress = runner.run()
    assert sorted(outcomes(league)) == sorted(sent)
    assert progress.recorded == len(sent) < 30
    assert store.runners(league.id) == []
    assert store.counts(league.id).claimed == 0
    play(league)
    assert_whole(league)


def test_a_run_that_drains_does_not_wait_for_ever(store: LeagueStore):
    """A match that does not end is given back after the deadline, and counts once."""
    league, now = new_league(store), [0.0]
    crew = FakeCrew(2, lambda report: [] if report.spec.number == 1 else [report])

    def watch(progress: RunProgress) -> None:
        now[0] += 1
        if progress.recorded == 2:
            runner.drain(20)

    runner = LeagueRunner(league, crew, watch=watch, clock=lambda: now[0])
    runner.run()
    assert 20 < now[0] < 40
    assert 1 not in outcomes(league)
    assert store.counts(league.id).claimed == 0
    play(league)
    assert_whole(league)


def test_a_limit_of_matches_a_day_holds_over_runs(store: LeagueStore):
    """The run waits; what was played stays, and the next run may play as many as are left."""
    league = new_league(store, options={"rounds": 2})

    def stop(progress: RunProgress) -> None:
        if progress.is_waiting and progress.recorded:
            runner.stop()

    for per_day, results in ((4, 4), (7, 7)):
        runner = LeagueRunner(league, FakeCrew(), per_day=per_day, watch=stop)
        runner.run()
        assert len(outcomes(league)) == results
    play(league)
    assert_whole(league)
