"""`lanista league list`: the leagues of a store."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from lanista.cli.league.opening import league_verb, opened
from lanista.cli.shared.common import console, print_json
from lanista.cli.shared.layout import new_table, print_table
from lanista.core.text import inert

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanista.cli.league.shapes import ListedLeague
    from lanista.league.store import LeagueStore

TITLES = ("league", "game", "format", "bots", "matches", "judged", "void", "made")


@league_verb
def command(address: str, as_json: bool) -> None:
    """List the leagues of a store."""
    from lanista.cli.league.shapes import LeagueList

    with opened(address) as store:
        leagues, where = _listed(store), store.address
    if as_json:
        print_json(LeagueList(where, leagues))
    elif leagues:
        _print(leagues)
    else:
        console().print("no leagues yet: lanista league new NAME --game GAME", markup=False)


def _listed(store: LeagueStore) -> list[ListedLeague]:
    from lanista.cli.league.shapes import ListedLeague
    from lanista.cli.league.values import league_info

    found = []
    for league in store.leagues():
        counts = store.counts(league.id)
        bots = sum(entry.left is None for entry in store.entries(league.id))
        without = counts.void + counts.cancelled
        judged = counts.results - without
        found.append(ListedLeague(league_info(league), bots, counts.matches, judged, without))
    return found


def _print(leagues: Sequence[ListedLeague]) -> None:
    from rich.text import Text

    table = new_table(*TITLES, left=("league", "game", "format", "made"))
    for each in leagues:
        league = each.league
        made = datetime.fromtimestamp(league.created).astimezone().strftime("%Y-%m-%d %H:%M")
        numbers = (str(number) for number in (each.bots, each.matches, each.judged, each.void))
        words = (Text(inert(word, 40)) for word in (league.name, league.game, league.format))
        table.add_row(*words, *numbers, made)
    print_table(console(), table)
