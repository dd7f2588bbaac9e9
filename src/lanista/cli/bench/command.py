"""`lanista bench`: speed on this machine."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import console, print_json, stop_status, verb
from lanista.cli.shared.completers import complete_subjects
from lanista.cli.shared.layout import new_table, print_table
from lanista.cli.shared.options import refuse_given
from lanista.cli.shared.progress import doing

if TYPE_CHECKING:
    from lanista.tools.bench.measure import Measure
    from lanista.tools.bench.subjects import BenchSubject


SERVER = "server"  # the subject above all others: it needs the contest server
SUBJECT = "[GAME|compare|league|model|peers|sandbox|search|server|stats|targets]"


@verb
@click.argument("subject", required=False, metavar=SUBJECT, shell_complete=complete_subjects)
@click.option("--quick", is_flag=True, help="For `server`: a tenth of the people and matches, in half a minute.")
def command(subject: str | None, quick: bool, as_json: bool) -> None:
    """Measure the speed of GAME, as ratios within one run; the default is the first game.

    Alternatives are measured alternately in the same process. The first run compiles the rules, which takes
    a second or two; later runs load them from the cache.

    `compare` plays matches in bulk in all games, with built-in, compiled and Python bots; it takes some minutes.
    `league` measures what leagues cost: schedules, ratings, tables, stores and a cluster; it takes some minutes.
    `model` measures turns per second through the pipe of `lanista model`; it takes a minute.
    `peers` measures environments of other libraries and ours, with random legal play on one core; some minutes.
    `sandbox` measures what the sandbox costs at each level that this machine has; it takes a minute.
    `search` measures the bot `search` in all games: speed, where its time goes, how punctual it is; two minutes.
    `server` measures a contest server here under spectators, readers and uploads; it takes three minutes.
    `targets` measures the rules of all games interpreted, compiled and in JavaScript; it takes a minute.
    `stats` simulates sequential tests and ratings: how often they err, and how long tests take; some minutes, too.
    """
    from lanista.cli.bench.shapes import BenchMachine, BenchReport

    if subject != SERVER:
        refuse_given("quick", because="is for `lanista bench server`")
    name, chosen = _find(subject, quick=quick)
    measures: list[Measure] = []
    stopped = 0
    with doing(quiet=as_json) as report:
        try:
            measures.extend(chosen.run(report))
        except KeyboardInterrupt as stop:  # what was measured is still shown
            stopped = stop_status(stop)
    machine = BenchMachine(platform.python_version(), platform.machine(), os.cpu_count())
    if as_json:
        print_json(BenchReport(name, machine, measures, bool(stopped)))
    else:
        title = f"{chosen.title}, Python {machine.python}, {machine.cores} cores"
        _print_environments([m for m in measures if m.environment], title)
        _print_measures([m for m in measures if not m.environment], title)
    if stopped:
        sys.exit(stopped)


def _print_environments(measures: Sequence[Measure], title: str) -> None:
    """Environments with their sizes, and how many times as fast ours of like complexity is."""
    if not measures:
        return
    words = ("environment", "complexity", "ours alike")
    sizes = ("seats", "actions", "numbers", "complexity")
    speeds = ("steps/s alone", "with observations", "moves/s")
    table = new_table("environment", *sizes, *speeds, "ours alike", "is faster by", left=words, title=title)
    for m in measures:
        if e := m.environment:
            alone = f"{e.alone:,.0f}" if e.alone else ""
            faster = f"{1 / m.ratio:,.3g}x" if m.ratio else ""
            size = (str(e.seats), str(e.actions), str(e.numbers), e.complexity)
            table.add_row(m.name, *size, alone, f"{e.steps:,.0f}", _figure(m), m.against, faster)
    print_table(console(), table)
    console().print(
        "Per second of processor time on one core, the fastest of alternating windows. A step has a move of every "
        "seat, or of the one whose turn it is; `numbers` are those of one seat's observation. Moves are compared, "
        "with ours of like complexity."
    )


def _print_measures(measures: Sequence[Measure], title: str) -> None:
    if not measures:
        return
    words = ("measure", "unit", "compared with")
    table = new_table("measure", "value", "unit", "ratio", "compared with", left=words, title=title)
    for m in measures:
        ratio = f"{m.ratio:.2f}" if m.ratio is not None else ""
        table.add_row(m.name, _figure(m), m.unit, ratio, m.against)
    print_table(console(), table)


def _figure(measure: Measure) -> str:
    from lanista.tools.bench.measure import LEFT_OUT

    value = measure.value
    return "-" if measure.unit == LEFT_OUT else f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"


def _find(word: str | None, *, quick: bool) -> tuple[str, BenchSubject]:
    """A subject by its name, and the name; otherwise a game."""
    from lanista.tools.bench.subjects import SUBJECTS, BenchSubject

    if word == SERVER:
        from lanista.serve import bench

        return word, BenchSubject("A contest server", partial(bench.run, quick=quick))
    if word in SUBJECTS:
        return word, SUBJECTS[word]
    from lanista.game import game_names, get_game
    from lanista.tools.bench import run

    game = get_game(word or game_names()[0])
    return game.name, BenchSubject(game.title, partial(run, game))
