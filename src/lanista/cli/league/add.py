"""`lanista league add`: adds bots to a league."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from lanista.cli.league.opening import league_verb, named_league, opened, split_league, store_of, store_words
from lanista.cli.shared.common import FAILED, console, error_console, print_json
from lanista.cli.shared.completers import FILES, completer
from lanista.cli.shared.progress import doing
from lanista.core.errors import InputError, LanistaError, StoreError
from lanista.core.text import inert

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from lanista.league.league import Added, League


@completer
def complete_new_bots(ctx: click.Context) -> list[str | CompletionItem]:
    """Complete leagues of the store, built-in bots of the named league's game, and files."""
    from lanista.game import get_game

    with store_of(ctx) as store:
        leagues = [league.name for league in store.leagues()]
        league = named_league(ctx, store)
        bots = get_game(league.game).bots if league else ()
    return [*([] if ctx.params.get("words") else leagues), *bots, FILES]


@league_verb
@click.argument("words", metavar="[NAME] BOT...", nargs=-1, required=True, shell_complete=complete_new_bots)
@click.option("--untried", is_flag=True, help="Do not try the bots before they are added.")
def command(words: tuple[str, ...], untried: bool, address: str, as_json: bool) -> None:
    """Add bots to the league NAME: built-in ones, Python files, folders or archives.

    `alice=BOT` gives a bot the name alice; otherwise it has the name of its file. A bot with a name that is taken
    is a new version of that bot: the former one leaves, and its results stay. Every bot is built, started and
    asked for its first moves before it is added. All of several bots are tried, and those that work are added;
    exits with 1 if one does not.
    """
    from lanista.league.league import League

    with opened(address) as store:
        record, bots = split_league(store, words)
        if not bots:
            raise InputError(f"expected bots to add to {inert(record.name, 60)}, got none")
        league = League(store, record)
        added, refused = _add_all(league, bots, tried=not untried, quiet=as_json)
        if len(bots) == 1 and refused:
            raise refused[0].error
        _show(league, added, refused, address, as_json=as_json)
    if refused:
        sys.exit(FAILED)


class AddRefusal(NamedTuple):
    """A bot that was not added, and why."""

    bot: str
    error: LanistaError


def _add_all(
    league: League, bots: Sequence[str], *, tried: bool, quiet: bool
) -> tuple[list[Added], list[AddRefusal]]:
    """Add the bots that work; one that does not work does not stop the others."""
    from lanista.league.packing import split_name

    added: list[Added] = []
    refused: list[AddRefusal] = []
    with doing(quiet=quiet) as say:
        for bot in bots:
            name, spec = split_name(bot)
            if tried and spec not in league.game.bots:
                say(f"trying {inert(name or spec, 60)}")
            try:
                added.append(league.add(spec, name, tried=tried, others=[one.entry.bot for one in added]))
            except StoreError:  # no bot could be added
                raise
            except LanistaError as error:
                refused.append(AddRefusal(bot, error))
    return added, refused


def _show(
    league: League, added: Sequence[Added], refused: Sequence[AddRefusal], address: str, *, as_json: bool
) -> None:
    from lanista.cli.league.shapes import LeagueAdd, RefusedBot
    from lanista.cli.league.values import added_bot, league_info

    bots = len(league.history.active())
    following = shlex.join(["lanista", "league", "run", league.name, *store_words(address, league.store)])
    if as_json:
        names = [RefusedBot(one.bot, str(one.error)) for one in refused]
        print_json(
            LeagueAdd(league_info(league.record), [added_bot(one) for one in added], names, bots, following)
        )
        return
    out = console()
    for one in added:
        entry = one.entry
        what = f"{inert(entry.bot, 60)}, version {entry.version}, {entry.digest[:12]}: {one.joined.value}"
        out.print(what, markup=False, soft_wrap=True)
    for bot, error in refused:
        text = f"{inert(bot, 60)} was not added: {error}"
        error_console().print(text, style="red", markup=False, soft_wrap=True)
    out.print(f"{bots} {'bot' if bots == 1 else 'bots'} in {inert(league.name, 60)}", markup=False)
    out.print(f"play:      {following}", style="cyan", markup=False, soft_wrap=True)
