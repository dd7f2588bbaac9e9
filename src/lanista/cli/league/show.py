"""`lanista league show`: everything about one bot of a league."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lanista.cli.league.opening import complete_entered, league_verb, opened, split_league
from lanista.cli.league.remove import find_bot
from lanista.cli.shared.common import console, print_json
from lanista.core.errors import InputError
from lanista.core.text import inert

if TYPE_CHECKING:
    from lanista.cli.league.shapes import LeagueBot
    from lanista.league.league import League
    from lanista.league.store.records import LeagueEntry


@league_verb
@click.argument("words", metavar="[NAME] BOT", nargs=-1, required=True, shell_complete=complete_entered)
@click.option(
    "--last",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="How many of its last matches are listed.",
)
def command(words: tuple[str, ...], last: int, address: str, as_json: bool) -> None:
    """Show everything about BOT in the league NAME.

    Its versions, its results by opponent, seat and map, its last matches with their replays, and its first faults.
    """
    from lanista.cli.league.bot_screen import print_bot
    from lanista.league.league import League

    with opened(address) as store:
        record, bots = split_league(store, words)
        if len(bots) != 1:
            raise InputError(f"expected one bot of {inert(record.name, 60)}, got {len(bots)}")
        league = League(store, record)
        page = bot_page(league, find_bot(league, bots[0]), last)
    if as_json:
        print_json(page)
    else:
        print_bot(console(), page)


def bot_page(league: League, entry: LeagueEntry, last: int) -> LeagueBot:
    """The page of a bot; results are those of the given version."""
    from lanista.cli.league.bot_page import by_map, by_opponent, by_seat, first_faults, last_matches, played_by
    from lanista.cli.league.shapes import LeagueBot
    from lanista.cli.league.values import league_info
    from lanista.league.table import make_table

    history = league.history
    table = make_table(history, league.format, curves=False, matches=False)
    versions = [row for row in (*table.rows, *table.left) if row.bot == entry.bot]
    played = played_by(history, [entry])
    everything = played_by(history, [one for one in history.entries.values() if one.bot == entry.bot])
    return LeagueBot(
        league=league_info(league.record),
        bot=entry.bot,
        versions=sorted(versions, key=lambda row: -row.version),
        version=entry.version,
        opponents=by_opponent(table, entry.id),
        seats=by_seat(played),
        maps=by_map(played),
        matches=last_matches(history, everything, last, lambda digest: str(league.store.replays.path(digest))),
        faults=first_faults(played, lambda digest: str(league.store.replays.path(digest))),
    )
