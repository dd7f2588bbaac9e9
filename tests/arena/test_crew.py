"""Crews take matches as they are sent."""

import os
import signal

import pytest

from lanista.arena import Crew, LocalCrew, MatchSpec, SoloCrew


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
