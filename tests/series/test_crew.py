"""Crews take matches as they are sent."""

import os
import signal

import pytest

from lanista.series.crew import Crew, SoloCrew, run
from lanista.series.pool import LocalCrew
from lanista.series.spec import MatchReport, MatchSpec
from tests.league.crews import FakeCrew


def spec(number: int) -> MatchSpec:
    return MatchSpec(number, "tower_defence", ("random", "turtle"), (0, 1), seed=number)


@pytest.fixture(params=[SoloCrew, lambda: LocalCrew(2)], ids=["solo", "local"])
def crew(request):
    crew: Crew = request.param()
    yield crew
    crew.end()


def collect_all(crew: Crew) -> list[int]:
    numbers = []
    while crew.pending:
        numbers += [report.spec.number for report in crew.collect(60)]
    return numbers


def test_a_crew_without_matches_has_no_reports(crew):
    assert crew.pending == 0
    assert list(crew.collect(None)) == []


def test_matches_can_be_sent_after_a_pause(crew):
    for number in (1, 2):
        assert crew.wanted() > 0
        crew.send(spec(number))
        assert crew.pending == 1
        assert collect_all(crew) == [number]


def test_a_busy_crew_wants_no_more_matches(crew):
    sent = 0
    while crew.wanted():
        crew.send(spec(sent))
        sent += 1
    assert crew.pending == sent
    assert sorted(collect_all(crew)) == list(range(sent))


def test_a_match_whose_worker_died_while_it_was_idle_is_played():
    crew = LocalCrew(1)
    try:
        crew.send(spec(0))
        assert collect_all(crew) == [0]
        os.kill(crew._workers[0].pid, signal.SIGKILL)
        crew.send(spec(1))
        assert collect_all(crew) == [1]
    finally:
        crew.end()


def test_doubtful_matches_are_played_again_alone():
    """As soon as the matches that are being played are over, and before any other one begins."""
    at_once: list[tuple[int, bool, int]] = []  # the matches that were played beside each

    def change(report: MatchReport) -> list[MatchReport]:
        at_once.append((report.spec.number, report.spec.alone, fake.pending))
        report.doubtful = "late" if report.spec.number in (1, 2) and not report.spec.alone else ""
        return [report]

    fake = FakeCrew(jobs=3, change=change)
    reports = list(run(fake, map(spec, range(6))))
    assert [number for number, alone, _ in at_once if not alone] == [0, 1, 2, 3, 4, 5]
    assert [(number, beside) for number, alone, beside in at_once if alone] == [(1, 0), (2, 0)]
    assert [entry[:2] for entry in at_once].index((2, True)) < [entry[0] for entry in at_once].index(5)
    assert sorted(report.spec.number for report in reports) == list(range(6))
    assert {report.spec.number: report.voided for report in reports if report.voided} == {1: ["late"], 2: ["late"]}
