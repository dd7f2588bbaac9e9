"""How a match is played for somebody: with a progress bar, live in the browser, or by a person in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.common import error_console
from lanista.cli.options import refuse_both, refuse_given
from lanista.cli.progress import Progress, say
from lanista.cli.serving import load_web, open_page, serving, serving_options, wait_until_left
from lanista.errors import InputError, Terminated

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.bots.human import HumanInput
    from lanista.engine import State
    from lanista.match import MatchResult, Observer, Plan, Recorder, Setup, Turn
    from lanista.web.gallery import LiveShow, Show
    from lanista.web.server import Server

PACE = 8.0  # turns per second of a match between bots that is shown live
VIEWER_SECONDS = 5.0  # so long the first turn waits for somebody to look on


@dataclass(frozen=True)
class Way:
    """The options that `live_options` adds, and --json."""

    view: bool
    terminal: bool
    step: bool
    pace: float | None
    host: str
    port: int
    no_open: bool
    fail_on_fault: bool
    as_json: bool


@dataclass(frozen=True)
class Played:
    """A match that is over; `stopped` at the first fault of a strict one."""

    result: MatchResult
    stopped: bool

    def failed(self, way: Way) -> bool:
        """Whether the command exits with 1."""
        at_fault = way.fail_on_fault and any(seat.fault for seat in self.result.seats)
        return self.stopped or bool(self.result.void) or at_fault


def live_options(function: Any) -> Any:
    """Options of every verb that plays a match."""
    for option in (
        click.option("--fail-on-fault", is_flag=True, help="Exit with 1 if a bot had any fault."),
        click.option(
            "--pace", type=click.FloatRange(0), help="Turns per second at most.  [default: 8 with --view]"
        ),
        click.option("--step", is_flag=True, help="Show every turn here and wait for a key before the next."),
        click.option("--terminal", is_flag=True, help="A person plays here and not in the browser."),
        click.option("--view", is_flag=True, help="Show the match live in the browser."),
    ):
        function = option(function)
    return serving_options(function)


@contextmanager
def playing(plan: Plan, recorder: Recorder | None, way: Way) -> Iterator[Played]:
    """Play a match; what is shown of it stays up until the block is left and everybody has gone."""
    _check(plan, way)
    try:
        plan.gather(say)
        if way.step:
            yield _step_by_step(plan, recorder, way)
        elif way.terminal:
            yield _in_terminal(plan, recorder, way)
        elif plan.people or way.view:
            with _in_browser(plan, recorder, way) as played:
                yield played
        else:
            with Progress(way.as_json, plan.tick_ms) as progress:
                played = _play(plan, recorder, [progress, Pace(way.pace)])
            yield played
    finally:
        plan.close()


def _check(plan: Plan, way: Way) -> None:
    """Refuse what does not go together, and what would have no effect."""
    if way.terminal and not plan.people:
        raise InputError("--terminal is for a person; name `human` where a bot is named")
    if way.step and (plan.people or way.view):
        raise InputError("--step is for matches between bots in the terminal; leave out --view and `human`")
    refuse_both("terminal", "view", "a person plays here or in the browser")
    if not way.view and (way.terminal or not plan.people):
        refuse_given("host", "port", "no_open", because="is for pages in the browser; add --view")
    if way.step:
        refuse_given("pace", because="has no effect with --step, which waits for a key after every turn")


def _play(
    plan: Plan, recorder: Recorder | None, observers: Sequence[Observer], human_input: HumanInput | None = None
) -> Played:
    from lanista.match import StrictStop

    try:
        return Played(plan.play(observers, recorder, human_input), False)
    except StrictStop as stop:
        return Played(stop.result, True)
    except (KeyboardInterrupt, Terminated):
        error_console().print(f"\nstopped{_kept(recorder)}", markup=False, soft_wrap=True)
        raise


def _kept(recorder: Recorder | None) -> str:
    """Where a match that was stopped can be found."""
    there = recorder is not None and recorder.path.exists()
    return f"; the match so far is in {recorder.path}" if recorder is not None and there else ""


def _step_by_step(plan: Plan, recorder: Recorder | None, way: Way) -> Played:
    from lanista.cli.common import console
    from lanista.cli.step import Quit, Steps, single_keys

    out = error_console() if way.as_json else console()
    try:
        with single_keys() as read_key:
            return _play(plan, recorder, [Steps(out, read_key)])
    except Quit:
        error_console().print(f"stopped{_kept(recorder)}", markup=False, soft_wrap=True)
        sys.exit(0)


def _in_terminal(plan: Plan, recorder: Recorder | None, way: Way) -> Played:
    from lanista.cli.common import console
    from lanista.cli.terminal import Terminal

    terminal = Terminal(error_console() if way.as_json else console(), plan.names)
    return _play(plan, recorder, [terminal, Pace(way.pace)], terminal)


@contextmanager
def _in_browser(plan: Plan, recorder: Recorder | None, way: Way) -> Iterator[Played]:
    load_web()
    from lanista.cli.serving import keep_in_replays
    from lanista.web.gallery import Gallery, LiveShow

    live = LiveShow(recorder.path.name if recorder else "live", plan.seats, plan.people)
    gallery = Gallery(keep_in_replays)
    gallery.add(live)
    with serving(gallery, way.host, way.port) as server:
        _announce(server, live, way)
        pace = way.pace if way.pace is not None or plan.people else PACE
        yield _play(plan, recorder, [live, Pace(pace, None if way.no_open else live)], live)
        error_console().print("the pages stay until they are closed (Ctrl-C ends)", style="dim")
        wait_until_left(live)


def _announce(server: Server, live: Show, way: Way) -> None:
    out: Console = error_console()
    pages = [(f"seat {seat} plays at", server.page_url(live, f"seat={seat}")) for seat in live.people]
    for what, url in pages or [("watch it at", server.page_url(live))]:
        out.print(f"{what} {url}", markup=False, soft_wrap=True)
        open_page(url, no_open=way.no_open)


class Pace:
    """An observer that lets a match run no faster than it can be watched, and waits for somebody to look on."""

    def __init__(self, pace: float | None, awaited: LiveShow | None = None) -> None:
        self._seconds = 1 / pace if pace else 0.0
        self._awaited = awaited
        self._due = 0.0

    def begin(self, setup: Setup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Wait for a viewer, not for ever."""
        if self._awaited is not None:
            self._awaited.had_viewers.wait(VIEWER_SECONDS)
        self._due = time.monotonic()

    def turn(self, turn: Turn, state: State[Any, Any]) -> None:
        """Wait until the next turn is due; time lost is not made up for."""
        now = time.monotonic()
        self._due = max(self._due + self._seconds, now)
        if self._due > now:
            time.sleep(self._due - now)

    def end(self, result: MatchResult) -> None:
        """Nothing is waited for."""
