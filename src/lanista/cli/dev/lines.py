"""`lanista dev` without a terminal: plain lines, or a JSON object per event."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from lanista.cli.compare.screen import remarks
from lanista.cli.dev.text import first_match_text, headline, next_steps, watch_lines, with_names
from lanista.cli.shared.live_panel import LINE_SECONDS
from lanista.cli.shared.report import print_fault
from lanista.cli.shared.strength import plain_line, verdict_text, voided_text
from lanista.core.text import inert
from lanista.tools.dev.job import OURS, Broken, Built, ComparedSoFar, Failed, FirstMatch, JobEnded

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.tools.dev.job import JobEvent, Watchable
    from lanista.tools.dev.store import Line
    from lanista.tools.dev.version import BotVersion


class PlainScreen:
    """Prints a line per event."""

    def __init__(self, console: Console, now: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._now = now
        self._last = now()

    def begin(self, version: BotVersion, history: list[Line]) -> None:
        """Say that a version begins."""
        saved = f"saved {inert(', '.join(version.files), 200)}; " if version.files else ""
        against = f"compared with {version.base}" if version.base else "no accepted version yet"
        self._line(f"{version.began[-8:]} {saved}{against}")

    def update(self, version: BotVersion, event: JobEvent) -> None:
        """Print what happened."""
        match event:
            case Broken():
                for line in (*event.output, inert(event.reason, 600)):
                    self._line(line)
            case Built():
                self._line(f"built version {event.version} in {event.seconds:.1f} s")
            case FirstMatch():
                self._first_match(event)
            case ComparedSoFar():
                self._compared(version)
            case Failed():
                self._line(inert(event.reason, 600))
            case JobEnded():
                self._ended(version)
            case _:
                pass

    def accepted(self, version: BotVersion, line: Line) -> None:
        """Say that the version was accepted."""
        self._line(f"accepted {version.id}: {line.note}")

    def matches(self, matches: Sequence[Watchable]) -> None:
        """Print how to watch matches."""
        for line in watch_lines(matches):
            self._line(line)

    def note(self, text: str) -> None:
        """Print a remark."""
        self._line(text)

    def _first_match(self, first: FirstMatch) -> None:
        self._line(f"first match: {first_match_text(first)}")
        if (fault := first.seats[OURS].fault) is not None:
            print_fault(self._console, first.seats[OURS], OURS, fault)
            for label, command in next_steps(first):
                self._line(f"{label + ':':<11}{command}")

    def _compared(self, version: BotVersion) -> None:
        assert version.standing is not None
        now = self._now()
        if version.standing.matches and now - self._last >= LINE_SECONDS:
            self._last = now
            self._line(plain_line(version.standing))

    def _ended(self, version: BotVersion) -> None:
        if version.standing is not None:
            self._line(plain_line(version.standing))
            self._line(verdict_text(with_names(version.standing, version)))
            if version.standing.voided:
                self._line(f"doubtful: {voided_text(version.standing.voided)}")
            for remark in remarks(version.standing, same_bot=False):
                self._line(remark)
            self.matches(version.watchable)
        elif not version.accepted:
            self._line(headline(version, 0.0))

    def _line(self, text: str) -> None:
        self._console.print(text, markup=False, soft_wrap=True)
