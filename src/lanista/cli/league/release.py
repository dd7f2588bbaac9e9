"""`lanista league release`: lets quarantined bots play again."""

from __future__ import annotations

import shlex

import click

from lanista.cli.league.opening import complete_entered, league_verb, opened, split_league, store_words
from lanista.cli.shared.common import console, print_json
from lanista.core.errors import InputError
from lanista.core.text import inert


@league_verb
@click.argument("words", metavar="[NAME] BOT...", nargs=-1, required=True, shell_complete=complete_entered)
def command(words: tuple[str, ...], address: str, as_json: bool) -> None:
    """Let bots of the league NAME play again that were quarantined because they failed too often.

    Each joins again, as a new version that is the same: its earlier results stay, and its matches that were
    cancelled are scheduled again as the format allows. A new version of a bot needs no release: add it.
    """
    from lanista.cli.league.shapes import LeagueRelease
    from lanista.cli.league.values import added_bot, league_info
    from lanista.league.league import Added, Joined, League

    with opened(address) as store:
        record, bots = split_league(store, words)
        league = League(store, record)
        if not bots:
            raise InputError(f"expected bots of {inert(record.name, 60)} to release, got none")
        league.check_quarantined(bots)
        released = [league.release(bot) for bot in bots]
        playing = len(league.history.active())
        following = shlex.join(["lanista", "league", "run", league.name, *store_words(address, store)])
    if as_json:
        again = [added_bot(Added(entry, Joined.VERSION)) for entry in released]
        print_json(LeagueRelease(league_info(record), again, playing, following))
        return
    out = console()
    for entry in released:
        out.print(f"{inert(entry.bot, 60)} plays again, as version {entry.version}", markup=False)
    out.print(f"play:      {following}", style="cyan", markup=False, soft_wrap=True)
