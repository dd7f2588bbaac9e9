"""`lanista pins`: asks a bot about pinned moments."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from lanista.cli.shared.again import again
from lanista.cli.shared.common import FAILED, console, print_json, verb
from lanista.cli.shared.groups import AskingOptions
from lanista.cli.shared.options import group, option, option_group, takes
from lanista.cli.shared.progress import counting


@option_group
class PinsOptions:
    """How often each pin is run, and how."""

    runs: int = option(
        "--runs",
        type=click.IntRange(1, 1000),
        default=2,
        show_default=True,
        help="How often each pin is run, to detect answers that change.",
    )
    terms: AskingOptions = group(AskingOptions)


@verb
@click.argument("bot")
@click.argument("paths", metavar="[DIR|FILE]...", nargs=-1, type=click.Path(path_type=Path))
@takes(PinsOptions)
def command(bot: str, paths: tuple[Path, ...], options: PinsOptions, as_json: bool) -> None:
    """Ask BOT about pinned moments: does it play the expected moves?

    Runs all pins (*.pin.json) in the folders and files named, by default those in pins/. A bot that reports
    that it can play again is started once for all of them. Exits with 1 if a pin does not hold.
    """
    from lanista.cli.pins.report import pins_as_json, print_pins
    from lanista.match.pins.pin import find_pins
    from lanista.match.pins.running import run_pins
    from lanista.match.pins.writing import FOLDER

    files = find_pins(list(paths) or [FOLDER])
    with counting(quiet=as_json) as update:
        results = run_pins(
            bot,
            files,
            runs=options.runs,
            terms=options.terms.terms(),
            notify=lambda done, all_: update(f"question {done} of {all_}", done / all_),
        )
    if as_json:
        print_json(pins_as_json(bot, results, options.runs, again()))
    else:
        print_pins(console(), results, options.runs)
    if not all(result.holds for result in results):
        sys.exit(FAILED)
