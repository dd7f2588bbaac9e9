"""`lanista league add`: adds bots to a league."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from lanista.cli.common import console, print_json
from lanista.cli.completers import FILES, completer
from lanista.cli.leagues.opening import league_verb, named_league, opened, split_league, store_of, store_words
from lanista.cli.progress import doing
from lanista.errors import InputError
from lanista.text import inert

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from lanista.league.league import Added, League


@completer
def complete_new_bots(ctx: click.Context) -> list[str | CompletionItem]:
    """The leagues of the store, the built-in bots of the named league's game, and files."""
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
    asked for its first moves before it is added.
    """
    from lanista.league.league import League

    with opened(address) as store:
        record, bots = split_league(store, words)
        if not bots:
            raise InputError(f"expected bots to add to {inert(record.name, 60)}, got none")
        league = League(store, record)
        added = _add_all(league, bots, tried=not untried, quiet=as_json)
        _show(league, added, address, as_json=as_json)


def _add_all(league: League, bots: Sequence[str], *, tried: bool, quiet: bool) -> list[Added]:
    """Add the bots; all are named correctly before the first one is added."""
    from lanista.league.packing import split_name

    named = [split_name(bot) for bot in bots]
    with doing(quiet=quiet) as say:
        added = []
        for name, spec in named:
            if tried and spec not in league.game.bots:
                say(f"trying {inert(name or spec, 60)}")
            added.append(league.add(spec, name, tried=tried))
    return added


def _show(league: League, added: Sequence[Added], address: str, *, as_json: bool) -> None:
    from lanista.cli.league_shapes import LeagueAdd
    from lanista.cli.leagues.values import added_bot, league_info

    bots = len(league.history.active())
    following = shlex.join(["lanista", "league", "run", league.name, *store_words(address, league.store)])
    if as_json:
        print_json(LeagueAdd(league_info(league.record), [added_bot(one) for one in added], bots, following))
        return
    out = console()
    for one in added:
        entry = one.entry
        what = f"{inert(entry.bot, 60)}, version {entry.version}, {entry.digest[:12]}: {one.joined.value}"
        out.print(what, markup=False, soft_wrap=True)
    out.print(f"{bots} {'bot' if bots == 1 else 'bots'} in {inert(league.name, 60)}", markup=False)
    out.print(f"play:      {following}", style="cyan", markup=False, soft_wrap=True)
