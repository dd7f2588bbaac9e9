"""The tiny league at the end of `lanista demo`: all built-in bots of one game against each other."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.game import Game
    from lanista.league.league import League
    from lanista.league.progress import RunProgress
    from lanista.league.values import LeagueOverview

SECONDS = 1.5  # limit for all matches, as estimated from one of them
MAX_SECONDS = 3.5  # after which a busy machine begins no more matches
MAX_ROUNDS = 4


def play_demo_league(
    game: Game[Any, Any, Any], match_seconds: float, seed: int, folder: Path
) -> tuple[League, LeagueOverview]:
    """Play a round robin of the game's built-in bots in a separate store, which may be deleted afterwards."""
    from msgspec.structs import replace

    from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
    from lanista.league.league import League
    from lanista.league.runner import LeagueRunner
    from lanista.league.store import open_store
    from lanista.league.table import make_table
    from lanista.sandbox import Level
    from lanista.series.crew import SoloCrew

    unconfined = replace(LEAGUE_MATCHES.wanted, level=Level.NONE)
    conditions = LeagueTerms(matches=replace(LEAGUE_MATCHES, wanted=unconfined))
    pairs = len(game.bots) * (len(game.bots) - 1)
    rounds = max(1, min(MAX_ROUNDS, int(SECONDS / max(match_seconds * pairs, 1e-3))))
    with open_store(folder / "demo.db") as store:
        options = {"rounds": rounds, "seats": _seats(game)}
        league = League.create(store, "demo", game.name, seed=seed, conditions=conditions, options=options)
        for bot in game.bots:
            league.add(bot)
        began = time.monotonic()

        def watch(_: RunProgress) -> None:
            if time.monotonic() - began > MAX_SECONDS:
                runner.stop()

        runner = LeagueRunner(league, SoloCrew(), watch=watch)
        runner.run()
        return league, make_table(league.history, league.format, curves=False, matches=False)


def _seats(game: Game[Any, Any, Any]) -> int:
    """Two seats, or the fewest that the game takes: many short matches tell more."""
    return max(2, min(game.seats))


def print_demo_league(out: Console, league: League, table: LeagueOverview) -> None:
    """Print the standings, and how to run such a league."""
    from lanista.cli.league.table_screen import print_standings, table_width

    out.print(f"\nA league of {league.game.title}: {table.progress.counted} matches\n", style="bold", markup=False)
    print_standings(out, table.rows, table_width(out))
    out.print("\nRun your own league: lanista league --help", style="cyan", markup=False)
