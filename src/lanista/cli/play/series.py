"""`lanista play --games`: many matches between the same bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.cli.play.standings import PlayedSeries, SeriesOptions, show_series, standing_line
from lanista.cli.shared.again import match_again
from lanista.cli.shared.common import FAILED, error_console, stop_status
from lanista.cli.shared.options import refuse_given
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.match.planning import PlannedMatch
    from lanista.series.spec import MatchReport, MatchSpec

PROGRESS_LINES = 10  # lines of progress printed where there is no terminal
SINGLE_MATCH_OPTIONS = (
    *("watch", "view", "step", "terminal", "pace", "strict", "classic_logs", "host", "port", "no_open"),
    *("force", "sign"),
)


def check_single() -> None:
    """Reject options of a series for a single match."""
    refuse_given("jobs", "swap", because="needs --games, the number of matches")


def play_series(plan: PlannedMatch, first: MatchSpec, options: SeriesOptions) -> None:
    """Play many matches like the planned one, print the standings, and exit with 1 if one failed."""
    from lanista.series.cores import default_jobs
    from lanista.series.executor import InProcess
    from lanista.series.pool import LocalPool
    from lanista.series.series import series

    _check(plan)
    folder = _make_folder(plan, options)
    specs = series(first, options.games or 1, swap=options.swap, folder=folder)
    jobs = min(options.jobs or default_jobs(_thinking(plan)), len(specs))
    _print_notes(options, plan, len(specs), jobs)
    reports: list[MatchReport] = []
    executor = LocalPool(jobs) if jobs > 1 else InProcess()
    stopped = 0
    try:
        shown = progress(plan.game.name, len(specs), options.as_json)
        with closing(executor.run(specs)) as running, shown as update:  # type: ignore[type-var]
            for report in running:
                reports.append(report)
                update(len(reports), standing_line(plan, reports))
    except KeyboardInterrupt as stop:
        stopped = stop_status(stop)
    reports.sort(key=lambda report: report.spec.number)
    words = match_again(plan, games=len(specs))
    show_series(PlayedSeries(plan, options, specs, reports, folder, jobs, bool(stopped), words))
    if stopped:
        sys.exit(stopped)
    if any(_failed(report, options) for report in reports):
        sys.exit(FAILED)


def _check(plan: PlannedMatch) -> None:
    """Reject what needs a viewer, a person or a joining bot in every match."""
    refuse_given(*SINGLE_MATCH_OPTIONS, because="is for a single match; leave out --games")
    if plan.people or plan.joining:
        word = "human" if plan.people else "join"
        raise InputError(f"--games is for bots that lanista starts, got `{word}`; leave out --games")


def _failed(report: MatchReport, options: SeriesOptions) -> bool:
    return bool(report.problem or (options.fail_on_fault and any(report.faults)))


def _thinking(plan: PlannedMatch) -> int:
    from lanista.series.cores import thinking_at_once

    return thinking_at_once(plan.bots, one_at_a_time=plan.setup.one_at_a_time)


def _make_folder(plan: PlannedMatch, options: SeriesOptions) -> Path | None:
    """The folder for the replays: a new one, or the one named by --output, which must be empty."""
    from lanista.match.recorder import new_folder

    if options.no_replay:
        return None
    if options.output is not None:
        if options.output.exists() and (not options.output.is_dir() or any(options.output.iterdir())):
            raise InputError(f"--output {options.output}: with --games expected a new or empty folder")
        options.output.mkdir(parents=True, exist_ok=True)
        return options.output
    return new_folder(plan.game.name, [bot.name for bot in plan.bots])


def _print_notes(options: SeriesOptions, plan: PlannedMatch, matches: int, jobs: int) -> None:
    """Print notes before the series begins."""
    from lanista.series.cores import crowding

    if options.as_json:
        return
    seats = len(plan.bots)
    if matches != options.games:
        note = f"{options.games} matches are rounded up to {matches}: each seed is played from {seats} seats"
        error_console().print(note, style="dim", soft_wrap=True)
    if plan.setup.one_at_a_time:
        note = "bots are asked one at a time, so that each has a core while it thinks"
        error_console().print(note, style="dim", soft_wrap=True)
    if note := crowding(jobs, _thinking(plan)):
        error_console().print(note, style="yellow", soft_wrap=True)


@contextmanager
def progress(name: str, matches: int, quiet: bool) -> Iterator[Callable[[int, str], None]]:
    """Yields a callback for the number of matches and a remark: a bar on a terminal, otherwise a few lines."""
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    out = error_console()
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    hidden = quiet or not out.is_terminal
    with Progress(
        *columns, TextColumn("{task.fields[remark]}", markup=False), console=out, transient=True, disable=hidden
    ) as bar:
        task = bar.add_task(name, total=matches, remark="")

        def update(played: int, remark: str) -> None:
            bar.update(task, completed=played, remark=remark)
            due = played * PROGRESS_LINES // matches > (played - 1) * PROGRESS_LINES // matches
            if not out.is_terminal and not quiet and due:
                out.print(f"{played} of {matches} matches: {remark}", markup=False)

        yield update
