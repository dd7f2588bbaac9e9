"""`lanista doctor`: finds problems of a bot before it is submitted."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.again import again
from lanista.cli.shared.common import FAILED, console, error_console, print_json, stop_status, verb
from lanista.cli.shared.completers import complete_bots
from lanista.cli.shared.groups import TermsOptions, game_of_bot, game_option, maps_option, seats_option
from lanista.cli.shared.options import Several, group, option, option_group, takes
from lanista.cli.shared.replays import newest_files
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanista.tools.doctor import BotCheck, BotExamination, ReportCard, Subject

SECONDS, QUICK_SECONDS = 100.0, 25.0


@option_group
class DoctorOptions:
    """The bot's game, and the checks to run."""

    game: str | None = game_option()
    checks: tuple[str, ...] = option(
        "--checks", cls=Several, multiple=True, metavar="NAME...", help="Only these checks.  [default: all]"
    )
    quick: bool = option("--quick", is_flag=True, help="Take a quarter of the time.")
    seconds: float = option(
        "--seconds",
        type=click.FloatRange(1, 3600),
        default=SECONDS,
        show_default=True,
        help="Approximate time of all checks together, for a bot without faults.",
    )
    maps: tuple[str, ...] = maps_option("all built-in ones")
    seats: int | None = seats_option()
    seed: int = option("--seed", type=int, default=1, show_default=True, help="Of the matches that are played.")
    terms: TermsOptions = group(TermsOptions)


@verb
@click.argument("bot", shell_complete=complete_bots)
@takes(DoctorOptions)
def command(bot: str, options: DoctorOptions, as_json: bool) -> None:
    """Examine BOT before you submit it: does it start, flush, answer in time, and survive what a contest brings?

    BOT is a .py file, a folder, a zip file or a command. It plays matches and is fed unusual ones, also slowed
    down and with dead opponents. Every failure comes with the `lanista feed` command that repeats it; the matches
    for that are stored in .lanista/doctor/. BOT comes first if --checks or --map are given several values.

    Exits with 0 if all is well or there are only warnings, and with 1 if a check failed.
    """
    from lanista.cli.doctor.card import as_json as card_as_json
    from lanista.cli.doctor.card import print_card
    from lanista.tools.doctor import BotExamination, ReportCard, find_checks

    checks = find_checks(options.checks)
    subject = _subject(bot, options)
    examination = BotExamination(
        subject, min(options.seconds, QUICK_SECONDS) if options.quick else options.seconds
    )
    subject.prepare()
    card, status = ReportCard(), 0
    try:
        _run(examination, checks, card, quiet=as_json)
    except KeyboardInterrupt as stop:
        card.stopped, status = True, stop_status(stop)
    finally:
        subject.keep_only([result.finding.command for result in card.results])
    words = again()
    if as_json:
        print_json(card_as_json(card, subject, words))
    else:
        print_card(console(), card, subject, words)
    sys.exit(status if card.stopped else FAILED if card.failed else 0)


def _subject(bot: str, options: DoctorOptions) -> Subject:
    """The bot and its rules, with everything checked that needs no running bot."""
    from lanista.bots.resolve import BotKind, find_bot
    from lanista.game import find_map, get_game
    from lanista.series.compare.question import seats_of
    from lanista.tools.doctor import Subject

    game = get_game(game_of_bot(options.game, Path(bot).expanduser()))
    found = find_bot(game, bot)
    if found.kind is not BotKind.PROGRAM or found.joins:
        raise InputError(f"the doctor examines bots that lanista starts as processes, got {bot!r}; name your bot")
    maps = options.maps or game.maps or ("",)
    for word in maps:
        find_map(game, word)
    terms = options.terms.terms()
    game.configure(terms.ruleset, terms.settings)
    terms.wanted.policy()
    return Subject(
        game, found, seats_of(game, options.seats), options.seed, terms, maps=maps, replays=newest_files()
    )


def _run(examination: BotExamination, checks: tuple[BotCheck, ...], card: ReportCard, *, quiet: bool) -> None:
    from lanista.tools.doctor import examine

    with _progress(len(checks), quiet) as update:
        for result in examine(examination, checks, lambda check: update(len(card.results), check.question)):
            card.results.append(result)
        update(len(checks), "")


@contextmanager
def _progress(checks: int, quiet: bool) -> Iterator[Callable[[int, str], None]]:
    """Yields a callback for the number of finished checks and the next question."""
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    out = error_console()
    columns = (*Progress.get_default_columns()[1:2], MofNCompleteColumn(), TimeElapsedColumn())
    question = TextColumn("{task.description}", markup=False)
    with Progress(*columns, question, console=out, transient=True, disable=quiet or not out.is_terminal) as bar:
        task = bar.add_task("", total=checks)

        def update(finished: int, text: str) -> None:
            bar.update(task, completed=finished, description=text)
            if text and not out.is_terminal and not quiet:
                out.print(f"{finished + 1} of {checks}: {text}", markup=False)

        yield update
