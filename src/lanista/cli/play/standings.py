"""The standings of a series: a progress line, the final table, and the JSON object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import console, print_json
from lanista.cli.shared.layout import new_table, print_table
from lanista.cli.shared.options import option, option_group
from lanista.core.text import inert

if TYPE_CHECKING:
    from rich.table import Table

    from lanista.cli.play.shapes import SeriesMatch, StandingInfo
    from lanista.cli.play.shapes import SeriesReport as SeriesShape
    from lanista.match.planning import PlannedMatch
    from lanista.series.spec import MatchReport, MatchSpec
    from lanista.series.tally import EntrantStanding


@option_group
class SeriesOptions:
    """The number of matches, parallel jobs, seat swapping, and where to save replays."""

    output: Path | None
    no_replay: bool
    fail_on_fault: bool
    as_json: bool
    games: int | None = option(
        "--games", type=click.IntRange(1), help="Play this many matches and count the wins."
    )
    jobs: int | None = option(
        "--jobs",
        type=click.IntRange(1),
        help="With --games: matches played at once.  [default: as many as the cores allow]",
    )
    swap: bool = option("--swap", is_flag=True, help="With --games: play each seed from every seat.")


def standing_line(plan: PlannedMatch, reports: Sequence[MatchReport]) -> str:
    """The number of wins so far, in one line."""
    from lanista.series.tally import tally

    standings = tally(plan.names, reports)
    drawn = max((standing.drawn for standing in standings), default=0)
    won = ", ".join(f"{inert(standing.name, 16)} {standing.won}" for standing in standings[:4])
    return f"won {won}" + (f", drawn {drawn}" if drawn else "")


@dataclass(frozen=True)
class PlayedSeries:
    """The matches of a series, and the options it was played with."""

    plan: PlannedMatch
    options: SeriesOptions
    specs: Sequence[MatchSpec]
    reports: Sequence[MatchReport]
    folder: Path | None
    jobs: int
    stopped: bool
    command: str  # replays the same matches

    @property
    def standings(self) -> list[EntrantStanding]:
        """The standing of every entrant."""
        from lanista.series.tally import tally

        return tally(self.plan.names, self.reports)


def show_series(played: PlayedSeries) -> None:
    """Print the results of a series, as text or JSON."""
    if played.options.as_json:
        print_json(as_json(played))
        return
    out = console()
    print_table(out, _table(played))
    if len(played.reports) < len(played.specs):
        out.print(f"stopped after {len(played.reports)} of {len(played.specs)} matches", style="yellow")
    for report in [report for report in played.reports if report.problem][:3]:
        ours = "void because of an internal error: " if report.void else ""
        out.print(f"match {report.spec.number}: {ours}{inert(report.problem, 400)}", style="red", markup=False)
    _print_voided(played)
    _print_faults(played)
    _print_marks(played)
    if played.folder is not None:
        out.print(f"\nreplays:   {played.folder}", style="cyan", markup=False, soft_wrap=True)
    out.print(f"again:     {played.command}", style="cyan", markup=False, soft_wrap=True)


def _print_voided(played: PlayedSeries) -> None:
    """Print the number of matches that were repeated because the machine had starved a bot."""
    voided = [text for report in played.reports for text in report.voided]
    if voided:
        what = "match was played again" if len(voided) == 1 else "matches were played again"
        text = f"{len(voided)} {what}: a timeout was doubtful ({inert(voided[0], 200)})"
        console().print(text, style="yellow", markup=False)


def _print_faults(played: PlayedSeries) -> None:
    """Print the first fault of every entrant, and the command that repeats the match."""
    for entrant, name in enumerate(played.plan.names):
        for report in played.reports:
            seat = report.spec.entrants.index(entrant)
            problem = report.first_faults[seat] if report.first_faults else ""
            if problem:
                console().print(f"{inert(name, 24)}: {inert(problem, 400)}", style="bold red", markup=False)
                console().print(f"  in match {report.spec.number}: {report.command}", markup=False, soft_wrap=True)
                if asked := _feed_command(report, seat):
                    console().print(f"  ask again: {asked}", style="cyan", markup=False, soft_wrap=True)
                break


def _print_marks(played: PlayedSeries) -> None:
    """Print the number of matches with remarks other than faults, and the first such remark."""
    marked = [report for report in played.reports if report.marks]
    if marked:
        text = f"in {len(marked)} of {len(played.reports)} matches: {inert('; '.join(marked[0].marks), 400)}"
        console().print(text, style="yellow", markup=False)


def _feed_command(report: MatchReport, seat: int) -> str:
    """The command that sends the first faulty turn to its bot again; empty if the match was not saved."""
    from lanista.match.feed import FeedConditions, feed_command
    from lanista.match.terms import MatchTerms

    spec, turn = report.spec, report.fault_turns[seat]
    if not turn or not spec.replay:
        return ""
    conditions = FeedConditions(terms=MatchTerms(wanted=spec.terms.wanted))
    return feed_command(Path(spec.replay), spec.bots[seat], turn, seat, conditions)


def _table(played: PlayedSeries) -> Table:
    from rich.text import Text

    from lanista.series.tally import interval

    titles = ("bot", "matches", "won", "drawn", "lost", "score", "95 % interval", "mean points", "faults")
    table = new_table(*titles, left=("bot",))
    for row in sorted(played.standings, key=lambda standing: -(standing.share or 0)):
        span = interval(row.score, row.played)
        shares = "-" if row.share is None else f"{row.share:.1%}"
        around = "-" if span is None else f"{span[0]:.1%} to {span[1]:.1%}"
        points = "-" if row.mean_points is None else f"{row.mean_points:.1f}"
        counts = (str(number) for number in (row.played, row.won, row.drawn, row.lost))
        table.add_row(Text(inert(row.name, 24)), *counts, shares, around, points, str(row.faults))
    return table


def as_json(played: PlayedSeries) -> SeriesShape:
    """The series as the object that --json prints."""
    from lanista.cli.play.shapes import SeriesReport as SeriesShape

    setup = played.plan.setup
    return SeriesShape(
        game=played.plan.game.name,
        ruleset=setup.ruleset,
        seed=setup.seed,
        games=len(played.specs),
        swap=played.options.swap,
        jobs=played.jobs,
        stopped=played.stopped,
        standings=[_standing_as_json(standing) for standing in played.standings],
        matches=[_match_as_json(report) for report in played.reports],
        command=played.command,
        replays=str(played.folder) if played.folder else None,
    )


def _standing_as_json(standing: EntrantStanding) -> StandingInfo:
    from lanista.cli.play.shapes import ConfidenceInterval, StandingInfo
    from lanista.series.tally import interval

    span = interval(standing.score, standing.played)
    return StandingInfo(
        name=standing.name,
        played=standing.played,
        won=standing.won,
        drawn=standing.drawn,
        lost=standing.lost,
        score=standing.share,
        interval=ConfidenceInterval(*span) if span else None,
        points=standing.mean_points,
        faults=standing.faults,
        first_fault=standing.first_fault,
    )


def _match_as_json(report: MatchReport) -> SeriesMatch:
    from lanista.cli.play.shapes import SeriesMatch

    return SeriesMatch(
        number=report.spec.number,
        seed=report.spec.seed,
        entrants=report.spec.entrants,
        turns=report.turns,
        outcome=report.outcome,
        void=report.void,
        doubtful=report.doubtful,
        voided=report.voided,
        error=report.error,
        faults=report.faults,
        first_faults=report.first_faults,
        seconds=report.seconds,
        command=report.command,
        replay=report.spec.replay or None,
        marks=report.marks,
    )
