"""`lanista doctor`: finds out what would go wrong with a bot, before it is submitted."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from lanista.cli.again import again
from lanista.cli.common import FAILED, console, error_console, print_json, stop_status, verb
from lanista.cli.completers import complete_bots, complete_games
from lanista.cli.groups import BudgetOptions, SandboxOptions, SettingsOptions, maps_option, rules_option
from lanista.cli.options import Several, group, option, option_group, takes
from lanista.cli.replays import newest_files
from lanista.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanista.doctor import Card, Check, Examination, Subject

SECONDS, QUICK_SECONDS = 100.0, 25.0


@option_group
class DoctorOptions:
    """What the bot plays, and which checks are run."""

    game: str = option("--game", required=True, shell_complete=complete_games, help="What the bot plays.")
    checks: tuple[str, ...] = option(
        "--checks", cls=Several, multiple=True, metavar="NAME...", help="Only these checks.  [default: all]"
    )
    quick: bool = option("--quick", is_flag=True, help="Take a quarter of the time.")
    seconds: float = option(
        "--seconds",
        type=click.FloatRange(1, 3600),
        default=SECONDS,
        show_default=True,
        help="About how long all checks together may take, with a bot that is not at fault.",
    )
    maps: tuple[str, ...] = maps_option("all built-in ones")
    ruleset: str = rules_option()
    settings: SettingsOptions = group(SettingsOptions)
    seats: int | None = option("--seats", type=click.IntRange(2), help="[default: the game's usual number]")
    seed: int = option("--seed", type=int, default=1, show_default=True, help="Of the matches that are played.")
    budgets: BudgetOptions = group(BudgetOptions)
    sandbox: SandboxOptions = group(SandboxOptions)


@verb
@click.argument("bot", shell_complete=complete_bots)
@takes(DoctorOptions)
def command(bot: str, options: DoctorOptions, as_json: bool) -> None:
    """Examine BOT before you submit it: does it start, flush, answer in time, and survive what a contest brings?

    BOT is a .py file, a folder, a zip file or a command. It plays matches and is fed unusual ones, also slowed
    down and with dead opponents. Every failure comes with the `lanista feed` command that repeats it; the matches
    for that are kept in .lanista/doctor/. BOT comes first if --checks or --on are given several values.

    Exits with 0 if all is well or there are only warnings, and with 1 if a check failed.
    """
    from lanista.cli.doctor_card import as_json as card_as_json
    from lanista.cli.doctor_card import print_card
    from lanista.doctor import Card, Examination, find_checks

    checks = find_checks(options.checks)
    subject = _subject(bot, options)
    examination = Examination(subject, min(options.seconds, QUICK_SECONDS) if options.quick else options.seconds)
    subject.prepare()
    card, status = Card(), 0
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
    """The bot and its rules, with everything checked that can be checked before it is started."""
    from lanista.bots.resolve import Kind, find_bot
    from lanista.compare.question import seats_of
    from lanista.doctor import Subject
    from lanista.game import find_map, get_game
    from lanista.match import default_limits

    game = get_game(options.game)
    found = find_bot(game, bot)
    if found.kind is not Kind.PROGRAM or found.joins:
        raise InputError(f"the doctor examines bots that lanista starts as processes, got {bot!r}; name your bot")
    maps = options.maps or game.maps or ("",)
    for word in maps:
        find_map(game, word)
    changes = options.settings.changes()
    game.configure(options.ruleset, changes)
    wanted = options.sandbox.wanted()
    wanted.policy()
    return Subject(
        game,
        found,
        options.budgets.limits(default_limits(game, options.ruleset)),
        seats_of(game, options.seats),
        options.seed,
        ruleset=options.ruleset,
        changes=changes,
        maps=maps,
        wanted=wanted,
        replays=newest_files(),
    )


def _run(examination: Examination, checks: tuple[Check, ...], card: Card, *, quiet: bool) -> None:
    from lanista.doctor import examine

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
