"""`lanista league table`: the standings of a league, biases, head-to-head and ratings over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lanista.cli.league.opening import complete_leagues, league_verb, opened
from lanista.cli.shared.common import console, print_json
from lanista.cli.shared.contest import ServerOptions
from lanista.cli.shared.options import group, option, option_group, takes
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.league.league import League
    from lanista.serve.client import ServerClient


@option_group
class TableOptions:
    """The parts to show; without any, all in short."""

    pairs: bool = option("--pairs", is_flag=True, help="Show the scores of all pairs of bots.")
    seats: bool = option("--seats", is_flag=True, help="Show the advantage of every seat, on every map.")
    curves: bool = option("--curves", is_flag=True, help="Show how the ratings of all bots changed.")
    left: bool = option("--left", is_flag=True, help="Show bots and versions that have left.")
    top: int | None = option("--top", type=click.IntRange(1), help="Show only the first bots.  [default: all]")
    server: ServerOptions = group(ServerOptions)


@league_verb
@click.argument("name", required=False, shell_complete=complete_leagues)
@takes(TableOptions)
def command(name: str | None, options: TableOptions, address: str, as_json: bool) -> None:
    """Show the table of the league NAME.

    Ranks are those of the league's format. Ratings are Elo above the mean of the bots, with their 95 % intervals,
    from a fit of all matches that count; see docs/ratings.md. Below come the advantages of seats and maps, the
    scores of all pairs in percent, and how the ratings changed.

    With --on URL it is the table of a contest, without what comes below.
    """
    if (client := options.server.client("left", "top")) is not None:
        if name:
            raise InputError("--on names the contest, so leave out the name of a league")
        _show_contest(client, options, as_json=as_json)
        return
    from lanista.league.league import League

    with opened(address) as store:
        league = League(store, store.find_league(name))
        if as_json:
            _print_json(league)
        else:
            _print(league, options)


def _show_contest(client: ServerClient, options: TableOptions, *, as_json: bool) -> None:
    from lanista.cli.league.contest_table import contest_table, print_contest

    found = contest_table(client)
    print_json(found) if as_json else print_contest(console(), found, options.top, left=options.left)


def _print_json(league: League) -> None:
    from lanista.cli.league.shapes import LeagueTable
    from lanista.cli.league.values import league_info
    from lanista.league.table import make_table

    print_json(LeagueTable(league_info(league.record), make_table(league.history, league.format)))


def _print(league: League, options: TableOptions) -> None:
    from lanista.cli.league.table_screen import Parts, print_table_screen
    from lanista.league.table import make_table

    chosen = Parts(options.pairs, options.seats, options.curves, options.left)
    curves = options.curves or not chosen.any
    table = make_table(league.history, league.format, curves=curves, matches=False)
    print_table_screen(console(), league, table, chosen, options.top)
