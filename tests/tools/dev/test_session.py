"""Saves, keys and reports, with jobs that do as the test says."""

from collections.abc import Sequence

import pytest

from lanista.series.stats import SprtDecision
from lanista.tools.dev.child import Report
from lanista.tools.dev.job import (
    Broken,
    BuildStarted,
    Built,
    ComparedSoFar,
    DevJob,
    Failed,
    JobEnded,
    JobEvent,
    Watchable,
)
from lanista.tools.dev.session import DevPlan, DevSession, FromJob, Pressed, SessionEvent
from lanista.tools.dev.store import Line, VersionResult
from lanista.tools.dev.version import BotVersion, Light
from lanista.tools.dev.watching import FilesSaved, NotWatched
from tests.tools.dev.made import first_match, make_job, standing, write


class Running:
    """A job that reports what the test says."""

    def __init__(self, job: DevJob, report: Report) -> None:
        self.job, self.report, self.stopped = job, report, False

    def stop(self) -> None:
        self.stopped = True


class Recorded:
    """A screen that keeps what it was given."""

    def __init__(self) -> None:
        self.begun: list[tuple[object, ...]] = []
        self.notes: list[str] = []
        self.accepted_lines: list[Line] = []
        self.shown: list[list[Watchable]] = []

    def begin(self, version: BotVersion, history: list[Line]) -> None:
        self.begun.append((version.files, version.base, [line.result for line in history]))

    def update(self, version: BotVersion, event: JobEvent) -> None:
        pass

    def accepted(self, version: BotVersion, line: Line) -> None:
        self.accepted_lines.append(line)

    def matches(self, matches: Sequence[Watchable]) -> None:
        self.shown.append(list(matches))

    def note(self, text: str) -> None:
        self.notes.append(text)


class Developing:
    """A session that is driven event by event."""

    def __init__(self, *, auto: bool = False) -> None:
        self.source, self.store, job = make_job()
        self.screen = Recorded()
        self.jobs: list[Running] = []
        self.version = ""
        self.session = DevSession(DevPlan(self.source, self.store, job, auto=auto), self.screen, self.start)
        self.session._begin()

    def start(self, job: DevJob, report: Report) -> Running:
        self.jobs.append(Running(job, report))
        return self.jobs[-1]

    def take(self, *events: SessionEvent) -> None:
        for event in events:
            self.session._take(event)

    def report(self, *events: JobEvent) -> None:
        for event in events:
            self.jobs[-1].report(event)
            self.take(self.session._events.get_nowait())

    def press(self, *keys: str) -> None:
        self.take(*map(Pressed, keys))

    def save(self, text: str, file: str = "mybot.py") -> None:
        write(file, text)
        self.take(FilesSaved((file,)))

    def build(self) -> None:
        self.version = self.store.keep(self.source)
        self.report(BuildStarted(), Built(self.version, self.store.spec(self.version), 0.5))

    @property
    def lines(self) -> list[tuple[VersionResult, bool]]:
        return [(line.result, line.accepted) for line in self.store.history()]


@pytest.fixture
def dev(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write("mybot.py", "a = 1\n")
    return Developing()


@pytest.fixture
def second(dev):
    """A session whose first version was accepted, and whose second one is built."""
    dev.build()
    dev.report(first_match(), JobEnded())
    dev.save("a = 2\n")
    dev.build()
    return dev


def test_the_first_version_becomes_the_accepted_one(dev):
    dev.build()
    assert dev.jobs[0].job.base == ""
    dev.report(first_match())
    assert dev.store.accepted() == dev.version
    assert dev.session.version.light is Light.GREEN
    assert dev.lines == [(VersionResult.FIRST, True)]


@pytest.mark.parametrize("event", [first_match(faulty=True), Broken("no")])
def test_a_first_version_that_fails_is_not_accepted(dev, event):
    dev.build()
    dev.report(event, JobEnded())
    assert dev.store.accepted() == ""
    assert dev.session.version.light is Light.RED


def test_a_save_starts_over_with_the_new_version(second):
    base = second.store.accepted()
    assert [job.stopped for job in second.jobs] == [True, False]
    assert second.jobs[1].job.base == base
    assert second.jobs[1].job.question.old == second.store.spec(base)
    assert second.screen.begun[1] == (("mybot.py",), base, [VersionResult.FIRST])
    second.report(first_match(), ComparedSoFar(standing()))
    assert second.session.version.light is Light.GREY
    second.save("a = 3\n")
    assert second.jobs[1].stopped
    assert second.lines == [(VersionResult.FIRST, True), (VersionResult.UNDECIDED, False)]
    assert second.store.history()[-1].units == 20


def test_reports_of_a_job_that_was_ended_are_ignored(second):
    second.take(FromJob(1, Broken("late")))
    assert second.session.version.broken is None


def test_changes_that_are_not_the_bots_are_ignored(second):
    second.take(FilesSaved(("mybot.py",)), FilesSaved())
    second.save("anything", "notes.md")
    assert len(second.jobs) == 2


def test_restoring_a_file_after_an_error_starts_over(second):
    second.save("broken\n")
    second.report(Broken("it does not build"), JobEnded())
    assert second.session.version.light is Light.RED
    second.save("a = 2\n")
    assert len(second.jobs) == 4
    assert second.lines[-1] == (VersionResult.BROKEN, False)


def test_a_build_that_changes_its_sources_does_not_loop(dev):
    for number in range(8):
        dev.save(f"a = {number}0\n")
    assert len(dev.jobs) == 4
    assert "mybot.py changed during 3 builds in a row" in dev.screen.notes[0]
    dev.build()
    dev.save("a = 5\n")
    assert len(dev.jobs) == 5


@pytest.mark.parametrize(
    ("decision", "light", "result"),
    [
        (SprtDecision.ACCEPTED, Light.GREEN, VersionResult.BETTER),
        (SprtDecision.REJECTED, Light.RED, VersionResult.NOT_BETTER),
        (SprtDecision.UNDECIDED, Light.GREY, VersionResult.UNDECIDED),
    ],
)
def test_green_red_and_grey(second, decision, light, result):
    second.report(first_match(), ComparedSoFar(standing(decision)), JobEnded())
    assert (second.session.version.light, second.session.version.result) == (light, result)
    assert second.store.accepted() != second.version  # not before it is asked for


def test_a_accepts_the_version_and_ends_its_comparison(second):
    second.report(first_match(), ComparedSoFar(standing()))
    second.press("a")
    assert second.store.accepted() == second.version
    assert second.jobs[-1].stopped
    assert second.screen.accepted_lines[-1].elo is not None
    second.press("a")
    assert second.screen.notes == ["this is the accepted version already"]
    assert second.lines == [(VersionResult.FIRST, True), (VersionResult.UNDECIDED, True)]


def test_a_version_with_a_fault_is_accepted_only_when_asked_twice(second):
    second.report(first_match(faulty=True), JobEnded())
    second.press("a")
    assert "press a again" in second.screen.notes[-1]
    assert second.store.accepted() != second.version
    second.press("a")
    assert second.store.accepted() == second.version


def test_what_cannot_be_accepted(second):
    second.press("a")
    assert second.screen.notes[-1] == "its first match is not over yet"
    second.report(Failed("no"), JobEnded())
    second.press("a")
    assert second.screen.notes[-1] == "its first match was not played"
    second.save("broken\n")
    second.report(Broken("no"), JobEnded())
    second.press("a")
    assert second.screen.notes[-1] == "this version does not build: save one that does"


def test_r_restarts_and_c_compares_despite_a_fault(second):
    second.press("c")
    assert len(second.jobs) == 2  # there is no fault
    second.report(first_match(faulty=True), JobEnded())
    second.press("c")
    assert second.jobs[-1].job.despite_fault
    second.press("r")
    assert not second.jobs[-1].job.despite_fault
    assert second.jobs[-2].stopped


def test_v_says_how_to_watch(second):
    second.press("v")
    assert second.screen.notes == ["no match was played yet"]
    lost = Watchable("the last loss", "lost.gz")
    second.report(first_match(), ComparedSoFar(standing(), (lost,)))
    second.press("v")
    assert second.screen.shown == [[lost, Watchable("the first match", "first/a.gz")]]


def test_auto_accepts_what_the_test_accepts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write("mybot.py", "a = 1\n")
    dev = Developing(auto=True)
    dev.build()
    dev.report(first_match(), JobEnded())
    for decision, is_accepted in ((SprtDecision.REJECTED, False), (SprtDecision.ACCEPTED, True)):
        dev.save(f"a = '{decision}'\n")
        dev.build()
        dev.report(first_match(), ComparedSoFar(standing(decision)), JobEnded())
        assert (dev.store.accepted() == dev.version) is is_accepted


def test_an_unchanged_version_leaves_no_line(second):
    second.save("a = 1\n")
    second.build()
    second.report(first_match(), JobEnded())
    assert second.session.version.result is VersionResult.SAME
    second.save("a = 4\n")
    second.save("a = 1\n")
    second.build()  # is superseded before its first match
    second.save("a = 5\n")
    assert second.lines == [(VersionResult.FIRST, True), (VersionResult.UNDECIDED, False)]


def test_q_ends_the_job_and_writes_the_history(second):
    second.report(first_match(), ComparedSoFar(standing()))
    second.session.put(Pressed("x"))  # nothing
    second.session.put(Pressed("q"))
    while not second.session._is_done:
        second.take(second.session._events.get_nowait())
    second.session._end_version()
    assert second.jobs[-1].stopped
    assert second.lines[-1] == (VersionResult.UNDECIDED, False)


def test_once_ends_with_the_job(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write("mybot.py", "a = 1\n")
    source, store, job = make_job()

    def start(job: DevJob, report: Report) -> Running:
        events: list[JobEvent] = [BuildStarted(), Broken("no"), JobEnded()]
        for event in events:
            report(event)
        return Running(job, report)

    version = DevSession(DevPlan(source, store, job, once=True), Recorded(), start).run()
    assert version.result is VersionResult.BROKEN
    assert [line.result for line in store.history()] == [VersionResult.BROKEN]


def test_a_folder_that_cannot_be_watched_is_noted(dev):
    dev.take(NotWatched("too many watches"))
    assert dev.screen.notes == ["saves are not noticed, trying again: too many watches"]
