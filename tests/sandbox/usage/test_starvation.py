"""Whether a bot was starved, from two samples of the machine and the bot."""

from __future__ import annotations

import os
import sys

import pytest

from lanista.sandbox.usage import starvation
from lanista.sandbox.usage.starvation import (
    LoadSample,
    MachineTimes,
    Starved,
    Thread,
    judge,
    parse_pressure,
    parse_stat,
)

THREAD = 7


@pytest.fixture(autouse=True)
def _alike(monkeypatch):
    monkeypatch.setattr(starvation, "is_handicapped", lambda thread: thread < 0)


def samples(
    wall: float, waited: float = 0, busy: float = 0, steal: float = 0, *, thread: int = THREAD
) -> tuple[LoadSample, LoadSample]:
    """A second of the machine before it, so that differences count."""
    before = LoadSample(MachineTimes(100, 50, 5, 20), {thread: Thread(3.0)})
    after = MachineTimes(100 + wall, 50 + busy, 5 + steal, 20 + 0.63 * wall)
    return before, LoadSample(after, {thread: Thread(3.0 + waited, 1)})


# On two cores: seconds in which the bot wanted a core, work of all and of the bot, stolen time; is it starved?
CASES: dict[str, tuple[dict[str, float], float, bool]] = {
    "waits for a core that others use": ({"wall": 1, "waited": 0.412, "busy": 2}, 0.5, True),
    "sleeps on an idle machine": ({"wall": 3, "waited": 0.001, "busy": 0.1}, 0.02, False),
    "sleeps on a busy machine": ({"wall": 3, "waited": 0.2, "busy": 6}, 0.05, False),
    "computes alone": ({"wall": 1, "waited": 0.01, "busy": 1}, 1.0, False),
    "gets a third of a core": ({"wall": 3, "waited": 2, "busy": 6}, 1.0, True),
    "its own threads wait for each other": ({"wall": 3, "waited": 2, "busy": 1.0}, 1.0, False),
    "the hypervisor takes its core": ({"wall": 1, "waited": 0, "busy": 0.2, "steal": 1.6}, 0.2, True),
    "a little steal": ({"wall": 1, "waited": 0, "busy": 0.2, "steal": 0.1}, 0.9, False),
    "no time has passed": ({"wall": 0}, 0.0, False),
}


@pytest.mark.parametrize("name", CASES)
def test_who_is_starved(name):
    case, cpu, starved = CASES[name]
    wall, waited, busy, steal = (case.get(key, 0.0) for key in ("wall", "waited", "busy", "steal"))
    assert (judge(*samples(wall, waited, busy, steal), cpu, cores=2) is not None) is starved


def test_the_evidence_reads_as_a_sentence():
    found = judge(*samples(1, waited=0.412, busy=2), 0.5, cores=2)
    assert found == Starved(412.0, 1000.0, 63.0, 0.0)
    assert str(found) == "waited 412 of 1,000 ms for a core; pressure 63 %"
    assert str(Starved(412, 1000, 63, 12)) == "waited 412 of 1,000 ms for a core; pressure 63 %, steal 12 %"


def test_a_thread_that_lowered_its_chances_does_not_count():
    """Else a losing bot could make its timeouts doubtful."""
    assert judge(*samples(3, waited=2, busy=6, thread=-THREAD), 1.0, cores=2) is None


def test_a_thread_that_is_new_counts_from_its_start():
    before, after = samples(1, waited=0.5, busy=2)
    after.threads[8] = Thread(0.6)
    found = judge(before, after, 0.1, cores=2)
    assert found is not None
    assert found.waited_ms == 600


def with_others(count: int, waited: float, *, runnable: bool = True) -> tuple[LoadSample, LoadSample]:
    """Three seconds of a starved machine, in which as many more threads of the bot waited."""
    before, after = samples(3, waited=2.8, busy=6)
    for thread in range(10, 10 + count):
        before.threads[thread] = Thread(0.0, 1, runnable)
        after.threads[thread] = Thread(waited, 2, runnable)
    return before, after


# More threads of the bot, how long each waited, whether they want a core when they are looked at; is it starved?
OTHERS: dict[str, tuple[int, float, bool, bool]] = {
    "it has no others": (0, 0.0, False, True),
    "its others sleep": (30, 0.0, False, True),
    "one more computes on the second core": (1, 2.8, True, True),
    "many spin": (110, 2.8, True, False),
    "many spin, each so shortly that its waiting is not seen": (110, 0.0, True, False),
}


@pytest.mark.parametrize("name", OTHERS)
def test_load_of_its_own_excuses_no_bot(name):
    count, waited, runnable, starved = OTHERS[name]
    assert (judge(*with_others(count, waited, runnable=runnable), 0.1, cores=2) is not None) is starved


def test_a_wait_that_has_not_ended_counts():
    """The kernel adds it when the thread gets a core."""
    before, after = samples(1, waited=0, busy=2)
    for sample in (before, after):
        sample.threads[THREAD] = Thread(3.0, 1, is_runnable=True)
    found = judge(before, after, 0.0, cores=2)
    assert found is not None
    assert found.waited_ms == 1000


def test_a_wait_from_before_the_sample_does_not():
    found = judge(*samples(0.5, waited=9, busy=1), 0.0, cores=2)
    assert found is not None
    assert found.waited_ms == 500


# Seconds between the samples, waited in them, and unseen before them since the referee came late; is it starved?
LATE: dict[str, tuple[float, float, float, bool]] = {
    "after the deadline": (0.0, 0.0, 0.27, True),
    "for most of the turn, then the bot computes": (0.02, 0.0, 0.25, True),
    "a little, and the bot sleeps": (0.27, 0.0, 0.02, False),
    "a little, and the bot waits": (0.27, 0.2, 0.02, True),
    "never": (0.27, 0.0, 0.0, False),
}


@pytest.mark.parametrize("name", LATE)
def test_a_referee_that_was_late_itself_gives_the_bot_the_benefit_of_the_doubt(name):
    seen, waited, unseen, starved = LATE[name]
    found = judge(*samples(seen, waited=waited, busy=2 * seen), 0.01, 2, unseen)
    assert (found is not None) is starved


def test_it_says_that_it_was_late():
    found = judge(*samples(0.1, waited=0.1, busy=0.2), 0.0, 2, 0.2)
    assert str(found) == "waited 300 of 300 ms for a core; pressure 63 %, the referee came 200 ms late"


def test_spinning_children_do_not_excuse_by_delaying_the_referee():
    before, after = with_others(110, 2.8)
    assert judge(before, after, 0.1, 2, 5.0) is None


def test_reading_stat_and_pressure():
    text = b"cpu  100 200 300 4000 50 6 7 80 0 0\ncpu0 1 2 3\n"
    assert parse_stat(text) == pytest.approx((6.13, 0.8))
    assert parse_stat(b"") == (0.0, 0.0)
    assert parse_pressure(b"some avg10=0.11 avg60=2.26 avg300=1.2 total=20158452\nfull total=0\n") == 20.158452
    assert parse_pressure(b"") == 0.0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_sample_of_this_machine(monkeypatch):
    monkeypatch.undo()
    watch = starvation.Starvation(os.getpid())
    assert watch.find(0.0) is None, "nothing to compare with"
    watch.sample()
    assert starvation.machine_load().read().busy > 0
    assert not starvation.is_handicapped(os.getpid())
