"""The loop of `lanista dev`: a save starts a new version, keys accept it or start over."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from lanista.bots.source.project import combined_digest
from lanista.core.errors import BotError
from lanista.core.text import MAX_QUOTED, inert
from lanista.tools.dev.child import RunningJob, StartJob
from lanista.tools.dev.job import Built, DevJob, FirstMatch, JobEnded, JobEvent, Watchable
from lanista.tools.dev.sources import BotSource
from lanista.tools.dev.store import ID_LENGTH, Line, VersionResult, VersionStore
from lanista.tools.dev.version import BotVersion
from lanista.tools.dev.watching import FilesSaved, NotWatched

MAX_REBUILDS = 3  # in a row because files changed during a build
KEYS = {
    "a": "accept this version",
    "r": "restart",
    "c": "compare despite a fault",
    "v": "how to watch lost matches",
    "q": "quit",
}


@dataclass(frozen=True)
class Pressed:
    """A key was pressed."""

    key: str


@dataclass(frozen=True)
class FromJob:
    """An event of a job; `number` distinguishes the current job from one that was ended."""

    number: int
    event: JobEvent


SessionEvent = FilesSaved | NotWatched | Pressed | FromJob


class DevScreen(Protocol):
    """Shows a session: on a terminal, as lines, or as JSON."""

    def begin(self, version: BotVersion, history: list[Line]) -> None:
        """A version was saved."""

    def update(self, version: BotVersion, event: JobEvent) -> None:
        """Show a new event of the version."""

    def accepted(self, version: BotVersion, line: Line) -> None:
        """The version was accepted; `line` is its line of the history."""

    def matches(self, matches: Sequence[Watchable]) -> None:
        """Say how to watch matches."""

    def note(self, text: str) -> None:
        """A remark for the person."""


@dataclass(frozen=True)
class DevPlan:
    """The work for every version of a session; the job's `base` is filled in for each."""

    source: BotSource
    store: VersionStore
    job: DevJob
    auto: bool = False  # accepts whatever the test accepts
    once: bool = False  # ends after the first version


class DevSession:
    """Develops a bot until the person quits. Events come from other threads through `put`."""

    def __init__(self, plan: DevPlan, screen: DevScreen, start_job: StartJob) -> None:
        self._plan = plan
        self._screen = screen
        self._start_job = start_job
        self._events: queue.SimpleQueue[SessionEvent] = queue.SimpleQueue()
        self._job: RunningJob | None = None
        self._number = 0
        self._digests: dict[str, str] = {}  # of the files as the current version began
        self._rebuilds = 0
        self._is_recorded = False
        self._asked_again = False  # whether to accept a version with a fault
        self._is_done = False
        self.version = BotVersion("")

    def put(self, event: SessionEvent) -> None:
        """Hand over an event, from any thread."""
        self._events.put(event)

    def run(self) -> BotVersion:
        """Run until the person quits, or with `once` until the first version is done; returns the last version."""
        try:
            self._begin()
            while not self._is_done:
                self._take(self._events.get())
        finally:
            self._end_version()
        return self.version

    def _take(self, event: SessionEvent) -> None:
        match event:
            case FilesSaved():
                self._take_save(event)
            case NotWatched():
                self._screen.note(f"saves are not noticed, trying again: {event.reason}")
            case Pressed():
                self._press(event.key)
            case FromJob() if event.number == self._number:
                self._take_report(event.event)
            case _:
                pass  # from a job that was ended

    # Versions

    def _begin(self, files: tuple[str, ...] = (), *, despite_fault: bool = False) -> None:
        """Start over with the files as they are now."""
        self._end_version()
        store, base = self._plan.store, self._plan.store.accepted()
        store.prune([base])
        self._digests = self._read_digests()
        self._number += 1
        self._is_recorded = self._asked_again = False
        self.version = BotVersion(base, files)
        self._screen.begin(self.version, store.history())
        job, number = self._job_for(base, despite_fault), self._number
        self._job = self._start_job(job, lambda event: self.put(FromJob(number, event)))

    def _job_for(self, base: str, despite_fault: bool) -> DevJob:
        job = self._plan.job
        old = self._plan.store.spec(base) if base else job.opponent
        return replace(job, base=base, question=replace(job.question, old=old), despite_fault=despite_fault)

    def _end_version(self) -> None:
        """End the job of the current version, and write its line of the history."""
        job, self._job = self._job, None
        if job is not None:
            job.stop()
        self.version.is_over = True
        if not self._is_recorded and self.version.is_worth_recording:
            self._is_recorded = True
            self._plan.store.record(self.version.line())

    def _read_digests(self) -> dict[str, str]:
        try:
            return self._plan.source.digests()
        except (OSError, BotError):  # the job reports what is wrong
            return {}

    # Events

    def _take_save(self, saved: FilesSaved) -> None:
        """Start over if the bot's files differ from those of the current version."""
        digests = self._read_digests()
        if self.version.id:
            if combined_digest(digests)[:ID_LENGTH] != self.version.id:
                self._rebuilds = 0
                self._begin(saved.files)
            return
        changed = tuple(name for name, digest in self._digests.items() if digests.get(name) != digest)
        is_new = digests != self._digests and not self.version.is_building
        if changed or is_new:  # new files during a build are its output
            self._rebuild(changed or saved.files)

    def _rebuild(self, files: tuple[str, ...]) -> None:
        """Start over with a version that is not built yet, unless its own build changes its files."""
        if self.version.is_building:
            self._rebuilds += 1
            if self._rebuilds > MAX_REBUILDS:
                names = inert(", ".join(files), MAX_QUOTED)
                self._screen.note(
                    f"{names} changed during {MAX_REBUILDS} builds in a row; if the build writes it, list the "
                    "bot's own files as `files` in lanista.toml"
                )
                return
        self._begin(files)

    def _take_report(self, event: JobEvent) -> None:
        self.version.take(event)
        self._screen.update(self.version, event)
        if isinstance(event, Built):
            self._plan.store.prune([self.version.base, self.version.id])
        if isinstance(event, FirstMatch) and not self.version.base and not event.is_faulty:
            self._accept("the first version; every later one is compared with the accepted one")
        if isinstance(event, JobEnded):
            self._finish()

    def _finish(self) -> None:
        """Nothing more will be known of the version."""
        if self._plan.auto and self.version.result is VersionResult.BETTER and not self.version.accepted:
            self._accept("the test accepted it (--auto)")
        self._is_done = self._plan.once

    # Keys

    def _press(self, key: str) -> None:
        actions: dict[str, Callable[[], None]] = {
            "q": self._quit,
            "r": self._begin,
            "c": self._compare_anyway,
            "a": self._press_accept,
            "v": self._show_matches,
        }
        if key in actions:
            actions[key]()

    def _quit(self) -> None:
        self._is_done = True

    def _compare_anyway(self) -> None:
        if self.version.result is VersionResult.FAULT and self.version.base:
            self._begin(despite_fault=True)

    def _press_accept(self) -> None:
        if why := self.version.why_not_acceptable():
            self._screen.note(why)
        elif self.version.first is not None and self.version.first.is_faulty and not self._asked_again:
            self._asked_again = True
            self._screen.note("it was at fault in its first match; press a again to accept it all the same")
        else:
            self._accept("as you asked")

    def _accept(self, why: str) -> None:
        """Make the current version the one to compare with."""
        self.version.accepted = True
        line = self.version.line(why)
        self._plan.store.record(line)
        self._is_recorded = True
        if self.version.base and self._job is not None:  # the first version's job ends by itself
            self._job.stop()
            self._job = None
            self.version.is_over = True
        self._screen.accepted(self.version, line)

    def _show_matches(self) -> None:
        version = self.version
        matches = list(version.watchable)
        if version.first is not None and version.first.replay:
            matches.append(Watchable("the first match", version.first.replay))
        if matches:
            self._screen.matches(matches)
        else:
            self._screen.note("no match was played yet")
