"""`lanista league remove`: takes bots out of a league."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from lanista.cli.league.opening import complete_entered, league_verb, opened, split_league
from lanista.cli.shared.common import console, print_json
from lanista.core.errors import InputError
from lanista.core.text import inert, quoted

if TYPE_CHECKING:
    from lanista.league.league import League
    from lanista.league.store.records import LeagueEntry


@league_verb
@click.argument("words", metavar="[NAME] BOT...", nargs=-1, required=True, shell_complete=complete_entered)
def command(words: tuple[str, ...], address: str, as_json: bool) -> None:
    """Take bots out of the league NAME.

    Their matches without a result are cancelled and count for nobody; their results stay.
    """
    from lanista.cli.league.shapes import LeagueRemove, RemovedBot
    from lanista.cli.league.values import league_info
    from lanista.league.league import League

    with opened(address) as store:
        record, bots = split_league(store, words)
        league = League(store, record)
        entries = find_bots(league, bots)
        if not entries:
            raise InputError(f"expected bots of {inert(record.name, 60)} to remove, got none")
        before = store.counts(record.id).cancelled
        removed = [league.remove(entry.bot) for entry in entries]
        cancelled = store.counts(record.id).cancelled - before
        bots_left = len(league.history.active())
    if as_json:
        gone = [RemovedBot(entry.bot, entry.version, entry.digest) for entry in removed]
        print_json(LeagueRemove(league_info(record), gone, cancelled, bots_left))
        return
    out = console()
    for entry in removed:
        out.print(f"{inert(entry.bot, 60)}, version {entry.version}, has left; its results stay", markup=False)
    out.print(f"{cancelled} matches were cancelled, {bots_left} bots are left", markup=False)


def find_bots(league: League, names: Sequence[str]) -> list[LeagueEntry]:
    """The playing bots of these names; raises InputError that lists all problems."""
    found, wrong = [], []
    for name in names:
        try:
            found.append(find_bot(league, name, active=True))
        except InputError as error:
            wrong.append(str(error))
    if wrong:
        raise InputError("\n".join(wrong) + ("; nobody was removed" if found else ""))
    return found


def find_bot(league: League, name: str, *, active: bool = False) -> LeagueEntry:
    """The newest version of a bot; raises InputError with the closest name."""
    from lanista.engine.record import closest

    entries = league.history.active() if active else list(league.history.entries.values())
    found = [entry for entry in entries if entry.bot == name]
    if found:
        return found[-1]
    names = {entry.bot for entry in entries}
    if not names:
        raise InputError(f"{inert(league.name, 60)} has no bots yet; add some with `lanista league add`")
    hint = closest(name, names) or "; `lanista league table` lists them"
    left = " any more" if any(entry.bot == name for entry in league.history.entries.values()) else ""
    raise InputError(f"no bot of {inert(league.name, 60)} is called {quoted(name)}{left}{hint}")
