"""`lanista analyse`: where a match was won: chances after each turn, turning points, and why."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.again import again
from lanista.cli.common import console, error_console, print_json, stop_status, verb
from lanista.cli.completers import complete_replays
from lanista.cli.options import option, option_group, takes
from lanista.cli.progress import counting
from lanista.cli.replays import load_replay, resolve_replay

if TYPE_CHECKING:
    from lanista.analysis import Analysis
    from lanista.analysis.curve import Curve
    from lanista.replay import Replay

DEFAULT_SECONDS = 30.0
PINS = "pins"


@option_group
class AnalyseOptions:
    """How long it may take, and what is written."""

    seconds: float = option(
        "--seconds",
        type=click.FloatRange(1, 86_400),
        default=DEFAULT_SECONDS,
        show_default=True,
        help="Time to spend at most; what is known well enough sooner ends sooner.",
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

    REPLAY defaults to the newest one in replays/. From states of the match, playouts by a policy of the game are
    played to their ends; the parts that seats win become calibrated chances. The interval is that of the playouts
    (95 %): it does not cover that the bots play on differently. The analysis is kept beside the replay: `lanista
    view` and `lanista export` show it. Ctrl-C keeps what is known so far.
    """
    from lanista.analysis import path_beside, write_analysis

    path = resolve_replay(replay)
    read = load_replay(path)
    analysis = _analyse(read, options, quiet=as_json)
    file = options.output or path_beside(path)
    write_analysis(file, analysis)
    pins = _pin_blunders(read, analysis, options)
    if as_json:
        from lanista.cli.analysis_shapes import Analysed

        names, line = read.names, again(replay=path, output=options.output)
        print_json(Analysed(str(path), str(file), names, analysis, list(map(str, pins)), line))
    else:
        from lanista.cli.analysed import print_analysis

        print_analysis(console(), analysis, read.names)
        console().print(f"kept in {file}; see it: lanista view {path}", markup=False, soft_wrap=True)
        for pin in pins:
            console().print(f"pinned {pin}", markup=False, soft_wrap=True)
    if not analysis.complete:
        error_console().print("stopped early: this is what was known by then", style="yellow")
        sys.exit(stop_status())


def _analyse(replay: Replay, options: AnalyseOptions, *, quiet: bool) -> Analysis:
    from lanista.analysis.driver import analyse
    from lanista.cli.analysed import sparkline

    with counting(quiet=quiet) as show:

        def progress(what: str, part: float, curve: Curve | None) -> None:
            show(f"{what} {sparkline(curve)}" if curve is not None else what, part)

        threads = options.threads or os.cpu_count() or 1
        return analyse(replay, seconds=options.seconds, threads=threads, seed=options.seed, progress=progress)


def _pin_blunders(replay: Replay, analysis: Analysis, options: AnalyseOptions) -> list[Path]:
    """Write a pin for each blunder: a bot should not play that move there."""
    if options.pin_blunders is None:
        return []
    from lanista.analysis.telling import advice
    from lanista.pins import write_pin

    return [
        write_pin(
            replay, point.turn, point.seat, avoid=[point.move], note=advice(point), folder=options.pin_blunders
        )
        for point in analysis.turning_points
        if point.blunder
    ]
