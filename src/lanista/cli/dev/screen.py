"""The screen of `lanista dev`: output of a build or first match, and below it the comparison."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Group
from rich.live import Live
from rich.text import Text

from lanista.cli.compare.screen import opponents_table, remarks
from lanista.cli.dev.text import first_match_text, headline, next_steps, watch_lines, with_names
from lanista.cli.shared.layout import new_table
from lanista.cli.shared.report import print_fault
from lanista.cli.shared.strength import estimate_text, standing_lines
from lanista.core.text import inert
from lanista.series.stats import EloEstimate
from lanista.tools.dev.first_error import is_diagnostic
from lanista.tools.dev.job import OURS, Broken, Built, Failed, FirstMatch
from lanista.tools.dev.session import KEYS
from lanista.tools.dev.store import Line, VersionResult
from lanista.tools.dev.version import BotVersion, Light

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from lanista.match.referee import FirstFault
    from lanista.series.compare import ComparisonStanding
    from lanista.tools.dev.job import JobEvent, Watchable

STYLES = {Light.GREEN: "bold white on green", Light.RED: "bold white on red", Light.GREY: "bold white on grey37"}
RESULT_STYLES = {
    VersionResult.BETTER: "green",
    VersionResult.NOT_BETTER: "red",
    VersionResult.FAULT: "red",
    VersionResult.BROKEN: "red",
    VersionResult.STOPPED: "red",
}
HISTORY_ROWS = 5
MIN_LOG_LINES = 8
OTHER_LINES = 24  # of a screen with a fault, besides the bot's log
REFRESHES = 4  # per second


class TerminalScreen:
    """Draws a session on a terminal; a new version clears it."""

    def __init__(self, console: Console, title: str) -> None:
        self._console = console
        self._title = title
        self._version = BotVersion("")
        self._history: list[Line] = []
        self._note = ""
        self._is_over = False  # keys have no effect any more
        self._began = time.monotonic()
        self._live = Live(
            console=console, get_renderable=self._panel, refresh_per_second=REFRESHES, vertical_overflow="crop"
        )

    @contextmanager
    def shown(self) -> Iterator[TerminalScreen]:
        """Keep the panel on the terminal; the last one stays there."""
        with self._live:
            try:
                yield self
            finally:
                self._is_over = True

    # Called by the session

    def begin(self, version: BotVersion, history: list[Line]) -> None:
        """Clear the screen for a new version."""
        self._version, self._history, self._note = version, history, ""
        self._began = time.monotonic()
        self._console.clear()
        self._print(self._heading(version))
        if version.files:
            self._print(Text(f"{version.began[-8:]} saved {inert(', '.join(version.files), 80)}", style="dim"))
        self._live.refresh()

    def update(self, version: BotVersion, event: JobEvent) -> None:
        """Print final facts; the panel shows the rest."""
        match event:
            case Broken():
                self._print_broken(event)
            case Built():
                self._print(_label("built", f"version {event.version} in {event.seconds:.1f} s"))
            case FirstMatch():
                self._print_first_match(event)
            case Failed():
                self._print(_label("stopped", inert(event.reason, 600), "red"))
            case _:
                return
        self._live.refresh()

    def accepted(self, version: BotVersion, line: Line) -> None:
        """Say that the version was accepted."""
        self._note = f"accepted {version.id}: {line.note}"
        self._history = [*self._history, line]
        self._live.refresh()

    def matches(self, matches: Sequence[Watchable]) -> None:
        """Print how to watch matches; not in the panel, where a long command would be cut."""
        for line in watch_lines(matches):
            self._print(Text(line, style="cyan"))

    def note(self, text: str) -> None:
        """Show a remark below the panel."""
        self._note = text
        self._live.refresh()

    # Printed once

    def _heading(self, version: BotVersion) -> Text:
        text = Text(self._title, style="bold")
        against = f"  compared with {version.base}" if version.base else "  no accepted version yet"
        return text.append(against, style="dim not bold")

    def _print_broken(self, broken: Broken) -> None:
        """The compiler's message comes first: it names the file and the line."""
        for line in broken.output:
            self._print(Text(line, style="bold" if is_diagnostic(line) else ""))
        self._print(Text(inert(broken.reason, 600), style="red"))

    def _print_first_match(self, first: FirstMatch) -> None:
        self._print(_label("first match", first_match_text(first), "red" if first.is_faulty else ""))
        fault = first.seats[OURS].fault
        if fault is not None:
            self._console.print()
            print_fault(self._console, first.seats[OURS], OURS, self._cut(fault))
            self._console.print()
        for label, command in next_steps(first):
            self._print(_label(label, command, "cyan"))

    def _cut(self, fault: FirstFault) -> FirstFault:
        """A fault with its log cut to leave room for the rest of the screen."""
        rows = max(MIN_LOG_LINES, self._console.height - OTHER_LINES)
        log = fault.evidence.log_tail[-rows:]
        return replace(fault, evidence=replace(fault.evidence, log_tail=log))

    def _print(self, text: Text) -> None:
        self._console.print(text, soft_wrap=True)

    # The panel

    def _panel(self) -> RenderableType:
        version = self._version
        parts: list[RenderableType] = [Text(), self._banner()]
        if version.standing is not None:
            parts += self._standing(with_names(version.standing, version))
        rows = min(HISTORY_ROWS, self._console.height - OTHER_LINES)
        if self._history and rows > 0 and version.result not in (VersionResult.FAULT, VersionResult.BROKEN):
            parts += [Text(), history_table(latest(self._history)[-rows:])]
        if self._note:
            parts += [Text(), Text(self._note, style="yellow")]
        return Group(*parts) if self._is_over else Group(*parts, Text(), self._keys())

    def _standing(self, standing: ComparisonStanding) -> list[RenderableType]:
        """The comparison, as `lanista compare` shows it."""
        parts: list[RenderableType] = [Text(), standing_lines(standing, self._console.width)]
        if standing.opponents:
            parts += [Text(), opponents_table(standing)]
        return [*parts, *(Text(remark, style="yellow") for remark in remarks(standing, same_bot=False))]

    def _banner(self) -> Text:
        """The status of the version in one line of its colour."""
        text = f" {headline(self._version, time.monotonic() - self._began)}"
        width = self._console.width
        return Text(text.ljust(width)[:width], style=STYLES[self._version.light], no_wrap=True)

    def _keys(self) -> Text:
        line = Text()
        for key, what in KEYS.items():
            if key != "c" or self._version.result is VersionResult.FAULT:
                line.append(f" {key} ", style="bold").append(f"{what}  ", style="dim")
        return line


def _label(label: str, text: str, style: str = "") -> Text:
    return Text().append(f"{label + ':':<13}", style="dim").append(text, style=style)


def latest(history: Sequence[Line]) -> list[Line]:
    """The history, with only the last line of a restarted version."""
    last = {(line.version or line.time, line.base): number for number, line in enumerate(history)}
    return [history[number] for number in sorted(last.values())]


def history_table(history: list[Line]) -> Table:
    """The latest versions and their results."""
    titles = ("time", "version", "compared with", "result", "Elo", "pairs", "")
    table = new_table(*titles, left=("time", "version", "compared with", "result", ""))
    for line in history:
        result = Text(line.result.value, style=RESULT_STYLES.get(line.result, ""))
        accepted = "accepted" if line.accepted else ""
        when, pairs = line.time[5:16], str(line.units or "-")
        table.add_row(when, line.version or "-", line.base or "-", result, elo_of_line(line), pairs, accepted)
    return table


def elo_of_line(line: Line) -> str:
    """The Elo difference in a line of the history."""
    if line.elo is None or line.elo_low is None or line.elo_high is None:
        return "-"
    return estimate_text(EloEstimate(line.elo, line.elo_low, line.elo_high))
