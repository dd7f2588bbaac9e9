"""Plays a match while showing it: with a progress bar, live in the browser, or in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.common import FAILED, JSON_REQUESTED, error_console, stop_status
from lanista.cli.shared.options import option, option_group, refuse_both, refuse_given
from lanista.cli.shared.progress import ProgressBar, say
from lanista.cli.shared.serving import ServingOptions, open_page, serving, wait_for_viewers_to_leave
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.bots.human import HumanInput
    from lanista.engine import State
    from lanista.match.planning import PlannedMatch
    from lanista.match.recorder import Recorder
    from lanista.match.referee import MatchResult, MatchSetup, Observer, PlayedTurn
    from lanista.web.live_show import LiveShow
    from lanista.web.server import ViewerServer
    from lanista.web.show import Show

PACE = 8.0  # turns per second of a live match between bots
VIEWER_SECONDS = 5.0  # seconds that the first turn waits for a viewer


@option_group
class LiveOptions(ServingOptions):
    """Options of every verb that plays a match."""

    as_json: bool
    view: bool = option("--view", is_flag=True, help="Show the match live in the browser.")
    terminal: bool = option("--terminal", is_flag=True, help="People play in the terminal instead of the browser.")
    step: bool = option(
        "--step", is_flag=True, help="Show every turn in the terminal and wait for a key before the next."
    )
    pace: float | None = option(
        "--pace",
        type=click.FloatRange(0),
        help="Maximum turns per second; 0 is unlimited.  [default: 8 with --view]",
    )
    fail_on_fault: bool = option("--fail-on-fault", is_flag=True, help="Exit with 1 if any bot had a fault.")


@dataclass(frozen=True)
class FinishedMatch:
    """The result of a match; `stopped` if --strict ended it at a fault, or a bot crashed before turn 1."""

    result: MatchResult
    stopped: bool
    status: int = 0  # the exit status if Ctrl-C or SIGTERM ended it

    def exit_status(self, options: LiveOptions) -> int:
        """The exit status of the command."""
        at_fault = options.fail_on_fault and any(seat.fault for seat in self.result.seats)
        return self.status or (FAILED if self.stopped or self.result.void or at_fault else 0)


@contextmanager
def playing(plan: PlannedMatch, recorder: Recorder | None, options: LiveOptions) -> Iterator[FinishedMatch]:
    """Play a match; on leaving the block, its pages stay up until all viewers have left."""
    _check(plan, options)
    plan.setup = replace(plan.setup, needs_all=True)
    try:
        plan.gather(say)
        if options.step:
            yield _step_by_step(plan, recorder, options)
        elif options.terminal:
            yield _in_terminal(plan, recorder, options)
        elif plan.people or options.view:
            with _in_browser(plan, recorder, options) as played:
                yield played
        else:
            with ProgressBar(options.as_json, plan.tick_ms) as progress:
                played = _play(plan, recorder, [progress, Pace(options.pace)])
            yield played
    finally:
        plan.close()


def _check(plan: PlannedMatch, options: LiveOptions) -> None:
    """Reject options that contradict each other or have no effect."""
    if options.terminal and not plan.people:
        raise InputError("--terminal is for a person; name `human` as one of the bots")
    if options.step and (plan.people or options.view):
        raise InputError("--step is for matches between bots in the terminal; leave out --view and `human`")
    refuse_both("terminal", "view", "a person plays here or in the browser")
    if not options.view and (options.terminal or not plan.people):
        refuse_given("host", "port", "no_open", because="is for pages in the browser; add --view")
    if options.step:
        refuse_given("pace", because="has no effect with --step, which waits for a key after every turn")


def _play(
    plan: PlannedMatch,
    recorder: Recorder | None,
    observers: Sequence[Observer],
    human_input: HumanInput | None = None,
) -> FinishedMatch:
    from lanista.match.referee import StrictStop

    last = Last()
    try:
        return FinishedMatch(plan.play([*observers, last], recorder, human_input), False)
    except StrictStop as stop:
        return FinishedMatch(stop.result, True)
    except KeyboardInterrupt as stop:
        error_console().print(f"\nstopped{_where_saved(recorder)}", markup=False, soft_wrap=True)
        if last.result is None or not JSON_REQUESTED.get():
            raise
        return FinishedMatch(last.result, True, stop_status(stop))


def _where_saved(recorder: Recorder | None) -> str:
    """Print the replay of a stopped match, if there is one."""
    if recorder is None or not recorder.path.exists():
        return ""
    return f"; the match so far is in {recorder.path}"


def _step_by_step(plan: PlannedMatch, recorder: Recorder | None, options: LiveOptions) -> FinishedMatch:
    from lanista.cli.play.step import Quit, Steps, single_keys
    from lanista.cli.shared.common import console

    out = error_console() if options.as_json else console()
    try:
        with single_keys() as read_key:
            return _play(plan, recorder, [Steps(out, read_key)])
    except Quit:
        error_console().print(f"stopped{_where_saved(recorder)}", markup=False, soft_wrap=True)
        sys.exit(0)


def _in_terminal(plan: PlannedMatch, recorder: Recorder | None, options: LiveOptions) -> FinishedMatch:
    from lanista.cli.play.terminal import Terminal
    from lanista.cli.shared.common import console

    terminal = Terminal(error_console() if options.as_json else console(), plan.names)
    return _play(plan, recorder, [terminal, Pace(options.pace)], terminal)


@contextmanager
def _in_browser(plan: PlannedMatch, recorder: Recorder | None, options: LiveOptions) -> Iterator[FinishedMatch]:
    from lanista.cli.shared.saving import new_recorder
    from lanista.web.gallery import Gallery
    from lanista.web.live_show import LiveShow

    path = recorder.path if recorder else None
    live = LiveShow(path.name if path else "live", plan.seats, plan.people, path)
    live.plan = plan
    gallery = Gallery(new_recorder)
    gallery.add(live)
    with serving(gallery, options) as server:
        _announce(server, live, options)
        pace = options.pace if options.pace is not None or plan.people else PACE
        played = _play(plan, recorder, [live, Pace(pace, None if options.no_open else live)], live)
        yield played
        if played.status:
            return
        error_console().print("the pages stay up until you close them (or press Ctrl-C)", style="dim")
        wait_for_viewers_to_leave(gallery)


def _announce(server: ViewerServer, live: Show, options: LiveOptions) -> None:
    """Print the page of the match, or a secret one for each person, and open it."""
    out: Console = error_console()
    pages = [(f"seat {seat} plays at", server.person_url(live, seat)) for seat in live.people]
    for what, url in pages or [("watch it at", server.page_url(live))]:
        out.print(f"{what} {url}", markup=False, soft_wrap=True)
        open_page(url, options)


class Last:
    """An observer that keeps the result, even of a stopped match."""

    def __init__(self) -> None:
        self.result: MatchResult | None = None

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Nothing to do."""

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Nothing to do."""

    def end(self, result: MatchResult) -> None:
        """Keep the result."""
        self.result = result


class Pace:
    """An observer that limits the turns per second, and delays the first turn until there is a viewer."""

    def __init__(self, pace: float | None, awaited: LiveShow | None = None) -> None:
        self._seconds = 1 / pace if pace else 0.0
        self._awaited = awaited
        self._due = 0.0

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Wait for a viewer, up to a limit."""
        if self._awaited is not None:
            self._awaited.had_viewers.wait(VIEWER_SECONDS)
        self._due = time.monotonic()

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Wait until the next turn is due; a late turn is not made up for."""
        now = time.monotonic()
        self._due = max(self._due + self._seconds, now)
        if self._due > now:
            time.sleep(self._due - now)

    def end(self, result: MatchResult) -> None:
        """Nothing to do."""
