"""The tiny league at the end of `lanista demo`: all built-in bots of one game against each other."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.game import Game
    from lanista.league.league import League
    from lanista.league.progress import Progress
    from lanista.league.values import Table

SECONDS = 1.5  # that the matches may take, as estimated from one of them
MAX_SECONDS = 3.5  # after which a machine that is busy begins no more matches
MAX_ROUNDS = 4


def play_demo_league(
    game: Game[Any, Any, Any], match_seconds: float, seed: int, folder: Path
) -> tuple[League, Table]:
    """Play a round robin of the game's built-in bots in a store of its own; the store may be deleted then."""
    from lanista.arena.crew import SoloCrew
    from lanista.league.league import League
    from lanista.league.runner import Runner
    from lanista.league.table import make_table
    from lanista.sandbox import Level
    from lanista.store import open_store

    pairs = len(game.bots) * (len(game.bots) - 1)
    rounds = max(1, min(MAX_ROUNDS, int(SECONDS / max(match_seconds * pairs, 1e-3))))
    with open_store(folder / "demo.db") as store:
        league = League.create(
            store, "demo", game.name, seed=seed, sandbox=Level.NONE, seats=_seats(game), options={"rounds": rounds}
        )
        for bot in game.bots:
            league.add(bot)
        began = time.monotonic()

        def watch(_: Progress) -> None:
            if time.monotonic() - began > MAX_SECONDS:
                runner.stop()

        runner = Runner(league, SoloCrew(), watch=watch)
        runner.run()
        return league, make_table(league.history, league.format, curves=False, matches=False)


def _seats(game: Game[Any, Any, Any]) -> int:
    """Matches of two, or of the fewest that the game takes: many short ones tell more."""
    return max(2, min(game.seats))


def print_demo_league(out: Console, league: League, table: Table) -> None:
    """Print the standings, and how to run such a league."""
    from lanista.cli.leagues.table_screen import print_standings, table_width

    out.print(f"\nA league of {league.game.title}: {table.progress.counted} matches\n", style="bold", markup=False)
    print_standings(out, table.rows, table_width(out))
    out.print("\nRun your own league: lanista league --help", style="cyan", markup=False)
