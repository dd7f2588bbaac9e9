"""`lanista analyse`: where a match was won: chances after each turn, turning points, and why."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.again import again
from lanista.cli.shared.common import console, error_console, print_json, stop_status, verb
from lanista.cli.shared.completers import complete_replays
from lanista.cli.shared.options import option, option_group, takes
from lanista.cli.shared.progress import counting
from lanista.cli.shared.replays import load_replay, resolve_replay

if TYPE_CHECKING:
    from lanista.match.replay import Replay
    from lanista.tools.analysis import Analysis
    from lanista.tools.analysis.curve import ChanceCurve

DEFAULT_SECONDS = 30.0
PINS = "pins"


@option_group
class AnalyseOptions:
    """Time, threads and output of an analysis."""

    seconds: float = option(
        "--seconds",
        type=click.FloatRange(1, 86_400),
        default=DEFAULT_SECONDS,
        show_default=True,
        help="Maximum time; ends sooner once the chances are known well enough.",
    )
    threads: int | None = option(
        "--threads", type=click.IntRange(1, 256), help="Playouts at once.  [default: one for each core]"
    )
    seed: int = option("--seed", default=0, show_default=True, help="The seed of the playouts.")
    output: Path | None = option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        help="The file to write.  [default: beside the replay, where `view` and `export` find it]",
    )
    pin_blunders: str | None = option(
        "--pin-blunders",
        is_flag=False,
        flag_value=PINS,
        metavar="[DIR]",
        help="Write a pin for each blunder into this folder; `lanista pins BOT` runs them.  [default: pins]",
    )


@verb
@click.argument("replay", required=False, type=click.Path(path_type=Path), shell_complete=complete_replays)
@takes(AnalyseOptions)
def command(replay: Path | None, options: AnalyseOptions, as_json: bool) -> None:
    """Estimate the chances of all seats along a match, and find its turning points.

    REPLAY defaults to the newest one in replays/. A policy of the game plays states of the match to the end; the
    seats' shares of wins become calibrated chances. The interval (95 %) is that of the playouts: it does not cover
    that the bots would play differently. The analysis is saved beside the replay: `lanista view` and `lanista
    export` show it. Ctrl-C keeps the results so far.
    """
    from lanista.tools.analysis import path_beside, write_analysis

    path = resolve_replay(replay)
    read = load_replay(path)
    analysis = _analyse(read, options, quiet=as_json)
    file = options.output or path_beside(path)
    write_analysis(file, analysis)
    pins = _pin_blunders(read, analysis, options)
    if as_json:
        from lanista.cli.analyse.shapes import Analysed

        names, line = read.names, again(replay=path, output=options.output)
        print_json(Analysed(str(path), str(file), names, analysis, list(map(str, pins)), line))
    else:
        from lanista.cli.analyse.screen import print_analysis

        print_analysis(console(), analysis, read.names)
        console().print(f"saved in {file}; see it: lanista view {path}", markup=False, soft_wrap=True)
        for pin in pins:
            console().print(f"pinned {pin}", markup=False, soft_wrap=True)
    if not analysis.complete:
        error_console().print("stopped early: this is what was known by then", style="yellow")
        sys.exit(stop_status())


def _analyse(replay: Replay, options: AnalyseOptions, *, quiet: bool) -> Analysis:
    from lanista.cli.analyse.screen import sparkline
    from lanista.tools.analysis.driver import analyse

    with counting(quiet=quiet) as show:

        def progress(what: str, part: float, curve: ChanceCurve | None) -> None:
            show(f"{what} {sparkline(curve)}" if curve is not None else what, part)

        threads = options.threads or os.cpu_count() or 1
        return analyse(replay, seconds=options.seconds, threads=threads, seed=options.seed, progress=progress)


def _pin_blunders(replay: Replay, analysis: Analysis, options: AnalyseOptions) -> list[Path]:
    """Write a pin for each blunder: a bot should not play that move there."""
    if options.pin_blunders is None:
        return []
    from lanista.match.pins import write_pin
    from lanista.tools.analysis.telling import advice

    return [
        write_pin(
            replay, point.turn, point.seat, avoid=[point.move], note=advice(point), folder=options.pin_blunders
        )
        for point in analysis.turning_points
        if point.blunder
    ]
