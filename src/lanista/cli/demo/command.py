"""`lanista demo`: a first match of every game."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.completers import complete_games
from lanista.cli.shared.layout import new_table, print_table
from lanista.cli.shared.progress import doing

if TYPE_CHECKING:
    from rich.table import Table as RichTable

    from lanista.game import Game
    from lanista.league.values import LeagueOverview
    from lanista.match.referee import MatchResult

SECONDS = 8  # seconds that a match is shown on a terminal
SHOWN_AT = 0.6  # fraction of the match whose moment is printed where there is no terminal


@verb
@click.argument("games", metavar="[GAME...]", nargs=-1, shell_complete=complete_games)
@click.option("--seed", type=int, default=2020, show_default=True, help="The seed of all matches.")
def command(games: tuple[str, ...], seed: int, as_json: bool) -> None:
    """Play and show a first match of every game, or of each GAME, then print a table of results.

    Without GAME, a tiny league of the quickest game's built-in bots comes last.
    """
    from lanista.cli.demo.shapes import Demo
    from lanista.cli.shared.report import as_json as result_as_json
    from lanista.game import get_game, installed_games

    chosen = [get_game(name) for name in games] or installed_games()[0]
    with tempfile.TemporaryDirectory() as folder:
        played = [_play(game, seed, Path(folder) / f"{game.name}.jsonl.gz", quiet=as_json) for game in chosen]
        if not as_json:
            print_table(console(), table(played))
        league = None if games else _play_league(played, seed, Path(folder), quiet=as_json)
    if as_json:
        matches = [result_as_json(match.result, match.command, None) for match in played]
        print_json(Demo(matches, league))
        return
    out = console()
    out.print("\nNow write your own bot: put this into mybot.py", style="bold")
    out.print('\n    def move(view):\n        return "FIX" if view["player"]["damage"] > 1 else "ACCELERATE"\n')
    program = "lanista" if shutil.which("lanista") else sys.argv[0]
    out.print(f"and let it race:  {program} play overdrive mybot.py cruise --watch", style="cyan", markup=False)


@dataclass
class DemoMatch:
    """A demo match, the command that repeats it, and how long it took."""

    result: MatchResult
    command: str
    seconds: float


def _play(game: Game[Any, Any, Any], seed: int, path: Path, *, quiet: bool) -> DemoMatch:
    from lanista.cli.shared.progress import ProgressBar
    from lanista.match.planning import plan_match

    plan = plan_match(game.name, line_up(game), seed=seed)
    began = time.perf_counter()
    with ProgressBar(quiet) as progress:
        result = plan.play([progress], path)
    seconds = time.perf_counter() - began
    if not quiet:
        console().print(f"\n[bold]{game.title}[/]\n")
        _show(path)
    return DemoMatch(result, plan.command(), seconds)


def _play_league(played: Sequence[DemoMatch], seed: int, folder: Path, *, quiet: bool) -> LeagueOverview | None:
    """Play a league of the game whose match was over first, and print its table."""
    from lanista.cli.demo.league import play_demo_league, print_demo_league

    quickest = min(played, key=lambda match: match.seconds, default=None)
    if quickest is None:
        return None
    game = quickest.result.setup.game
    with doing(quiet=quiet) as say:
        say(f"a league of the built-in bots of {game.name}")
        league, standings = play_demo_league(game, quickest.seconds, seed, folder)
    if not quiet:
        print_demo_league(console(), league, standings)
    return standings


def line_up(game: Game[Any, Any, Any]) -> list[str]:
    """Built-in bots for all seats, strongest first."""
    return list(islice(cycle(reversed(game.bots)), game.default_seats))


def _show(path: Path) -> None:
    from lanista.cli.watch.command import animate, read_reel, screen
    from lanista.cli.watch.playback import Playback

    history = read_reel(path)
    playback = Playback(history.turns, len(history.names), speed=max(1.0, history.turns / SECONDS))
    if sys.stdout.isatty() and sys.stdin.isatty():
        playback.quit_at_end = True
        animate(history, playback)
        return
    playback.turn = int(history.turns * SHOWN_AT)
    console().print(screen(history, playback), soft_wrap=True)


def table(played: Sequence[DemoMatch]) -> RichTable:
    """The results table: one row per match."""
    titles = ("game", "winner", "score", "the others", "turns", "ended by", "played in")
    shown = new_table(*titles, left=("game", "winner", "the others", "ended by"))
    for match in played:
        shown.add_row(*_row(match))
    return shown


def _row(match: DemoMatch) -> list[str]:
    result, outcome = match.result, match.result.outcome
    if outcome is None:
        return [result.setup.game.name, "-", "-", "-", str(result.turns), result.void or "stopped", ""]
    order = sorted(range(len(result.seats)), key=lambda seat: outcome.ranks[seat])
    names = [result.seats[seat].name for seat in order]
    drawn = outcome.ranks[order[0]] == outcome.ranks[order[1]]
    others = [f"{name} {outcome.scores[seat]}" for name, seat in zip(names[1:3], order[1:3], strict=False)]
    more = len(order) - 3
    return [
        result.setup.game.name,
        "a draw" if drawn else names[0],
        str(outcome.scores[order[0]]),
        ", ".join(others) + (f" and {more} more" if more > 0 else ""),
        str(result.turns),
        outcome.reason,
        f"{match.seconds:.1f} s",
    ]
