"""`lanista league run`: plays the matches of a league."""

from __future__ import annotations

import shlex
import sys
import time
from typing import TYPE_CHECKING

import click

from lanista.cli.league.opening import complete_leagues, league_verb, opened, store_words
from lanista.cli.shared.common import console, error_console, print_json, stop_status
from lanista.cli.shared.groups import jobs_option, level_option
from lanista.cli.shared.options import option, option_group, takes
from lanista.cli.shared.progress import say
from lanista.core.errors import InputError
from lanista.core.text import inert

NOTICE_SECONDS = 10.0  # seconds that a panel shows a notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from lanista.league.league import League
    from lanista.league.progress import RunProgress
    from lanista.league.values import LeagueOverview


@option_group
class RunOptions:
    """The machines of a run, and its limits."""

    jobs: int | None = jobs_option()
    on: str | None = option(
        "--on",
        metavar="CLUSTER",
        help="Play on a Ray cluster: ray, ray:auto, ray:HOST:PORT or ray://HOST:PORT.  [default: this machine]",
    )
    max_matches: int | None = option(
        "--max-matches", type=click.IntRange(1), help="Stop after this many matches of this run."
    )
    sandbox: str | None = level_option("Play with this level here, even if it is less than the league asks for.")


@league_verb
@click.argument("name", required=False, shell_complete=complete_leagues)
@takes(RunOptions)
def command(name: str | None, options: RunOptions, address: str, as_json: bool) -> None:
    """Play the matches of the league NAME until it is over; continues where it was stopped.

    Several of these may run at once on the same store, also on several machines. Ctrl-C stops it; the same command
    continues. Bots may be added and removed meanwhile.
    """
    from lanista.league.league import League

    notices = Notices(quiet=as_json)
    with opened(address, tell=notices.tell) as store:
        league = League(store, store.find_league(name))
        _check(league)
        progress, code = _run(league, options, notices, quiet=as_json)
        league.refresh()
        following = _following(league, address)
        _show(league, progress, following, stopped=bool(code), as_json=as_json)
    sys.exit(code)


def _check(league: League) -> None:
    """Refuse a league that has too few bots for a match."""
    from lanista.cli.league.values import quarantine_text

    bots, needed = len(league.history.active()), max(2, min(league.game.seats))
    if bots < needed:
        has = "no bots yet" if not bots else "1 bot" if bots == 1 else f"{bots} bots"
        name = inert(league.name, 60)
        kept_out = [f"; {quarantine_text(bot.bot, bot.quarantined)}" for bot in league.history.quarantined()]
        raise InputError(
            f"{name} has {has}, and a match needs {needed}; add more with `lanista league add`{''.join(kept_out)}"
        )


class Notices:
    """Notices of a store that cannot be reached, shown in the panel for a while, or printed as lines."""

    def __init__(self, *, quiet: bool, now: Callable[[], float] = time.monotonic) -> None:
        self._prints = not quiet and not error_console().is_terminal
        self._now = now
        self._text, self._until = "", 0.0

    def tell(self, text: str) -> None:
        """Show a sentence."""
        self._text, self._until = text, self._now() + NOTICE_SECONDS
        if self._prints:
            say(text)

    def current(self) -> str:
        """The sentence to show now; empty if it is a while ago."""
        return self._text if self._now() < self._until else ""


def _run(league: League, options: RunOptions, notices: Notices, *, quiet: bool) -> tuple[RunProgress, int]:
    """Play; returns the final progress and the exit code."""
    from lanista.cli.league.run_panel import RunPanel
    from lanista.cli.league.watching import Watching
    from lanista.sandbox import Level

    watching = Watching(league)
    with RunPanel(error_console(), lambda: watching.now(notices.current()), quiet=quiet) as panel:

        def watch(progress: RunProgress) -> None:
            watching.look(progress)
            panel.update()

        try:
            ended = league.run(
                on=options.on,
                jobs=options.jobs,
                level=None if options.sandbox is None else Level(options.sandbox),
                max_matches=options.max_matches,
                watch=watch,
            )
        except KeyboardInterrupt as stop:
            return watching.progress, stop_status(stop)
    return ended, 0


def _following(league: League, address: str) -> str:
    """The next command: the report of a league that is over, or the one that continues."""
    over = league.is_over
    words = ["export", league.name, "-o", "report.html"] if over else ["run", league.name]
    return shlex.join(["lanista", "league", *words, *store_words(address, league.store)])


def _show(league: League, progress: RunProgress, following: str, *, stopped: bool, as_json: bool) -> None:
    from lanista.league.table import make_table

    table = make_table(league.history, league.format, curves=False, matches=False)
    if as_json:
        _print_json(league, progress, table, following, stopped=stopped)
    else:
        _print(console(), league, progress, table, following, stopped=stopped)


def _print_json(
    league: League, progress: RunProgress, table: LeagueOverview, following: str, *, stopped: bool
) -> None:
    from lanista.cli.league.shapes import LeagueRun
    from lanista.cli.league.values import league_info

    print_json(
        LeagueRun(
            league=league_info(league.record),
            played=progress.recorded,
            voided=progress.voided,
            faults=progress.faults,
            matches_per_second=progress.matches_per_second,
            stopped=stopped,
            over=league.is_over,
            table=table,
            next=following,
        )
    )


def _print(
    out: Console, league: League, progress: RunProgress, table: LeagueOverview, following: str, *, stopped: bool
) -> None:
    """Print the standings, the numbers of the run, and how to continue."""
    from lanista.cli.league.table_screen import (
        has_points,
        heading,
        print_quarantined,
        print_standings,
        progress_text,
        table_width,
    )

    out.print(heading(league), style="bold", markup=False)
    print_standings(out, table.rows, table_width(out), points=has_points(league))
    print_quarantined(out, table)
    out.print(progress_text(table.progress), markup=False, soft_wrap=True)
    matches = "1 match" if progress.recorded == 1 else f"{progress.recorded:,} matches"
    played = f"{matches} in this run, {progress.matches_per_second:.3g} per second"
    out.print(f"stopped after {played}" if stopped else played, style="yellow" if stopped else "", markup=False)
    word = "report:" if league.is_over else "continue:"
    out.print(f"{word:<10} {following}", style="cyan", markup=False, soft_wrap=True)
