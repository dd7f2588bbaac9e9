"""`python -m lanista.tools.analysis.fit`: fits the chances of games to matches of built-in bots, and checks them.

python -m lanista.tools.analysis.fit play training --matches 120 --seed 1
python -m lanista.tools.analysis.fit weights training      # the module `chances.py` of each game
python -m lanista.tools.analysis.fit play others --matches 40 --seed 2
python -m lanista.tools.analysis.fit check others          # called 70 %, won 70 %?
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track as counted
from rich.table import Table

from lanista.engine.ready import ready
from lanista.game import game_names, get_game
from lanista.game.chances import Chances
from lanista.tools.analysis.fitting import KnownPosition, fitted, surprise
from lanista.tools.analysis.mapping import chances_of
from lanista.tools.analysis.reliability import Bin, miscalibration, reliability
from lanista.tools.analysis.samples import play_matches, samples_of

MODULE = '''"""How playouts become chances to win; fitted by `python -m lanista.tools.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = {chances}
'''

games_option = click.option("--game", "games", multiple=True, help="A game; may be repeated.  [default: all]")
folder_argument = click.argument("folder", type=click.Path(path_type=Path))


@click.group()
def fit() -> None:
    """Fit the chances of games to matches, and check them."""
    ready.prefer_compiled(compiling=True)


@fit.command("play")
@folder_argument
@games_option
@click.option("--matches", type=click.IntRange(1), default=40, show_default=True, help="Of each game.")
@click.option("--seed", default=1, show_default=True, help="Other seeds are other matches.")
@click.option("--bot", "bots", multiple=True, help="A bot; may be repeated.  [default: the built-in ones]")
def play_command(folder: Path, games: tuple[str, ...], matches: int, seed: int, bots: tuple[str, ...]) -> None:
    """Play matches of all pairs of bots, under all rulesets, into a folder."""
    for name in games or game_names():
        played = play_matches(get_game(name), folder, matches, seed, bots)
        for _ in counted(played, description=name, total=matches, console=Console(stderr=True)):
            pass


@fit.command("weights")
@folder_argument
@games_option
@click.option("--policy", help="The policy of playouts.  [default: as now]")
@click.option("--turns", type=click.IntRange(1), help="Of a playout, at most.  [default: as now]")
@click.option("--wild", type=click.IntRange(0, 1000), help="Random moves, of 1000.  [default: as now]")
def weights_command(
    folder: Path, games: tuple[str, ...], policy: str | None, turns: int | None, wild: int | None
) -> None:
    """Find the weights of games, and print their modules `chances.py`."""
    out = Console(soft_wrap=True, highlight=False)
    wanted = {"policy": policy, "turns": turns, "wild": wild}
    for name in games or game_names():
        changes = {key: value for key, value in wanted.items() if value is not None}
        chances = replace(chances_of(get_game(name)), **changes)  # type: ignore[arg-type]
        samples = _samples(name, folder, chances)
        found = fitted(chances, samples)
        out.print(f"# {name}: {len(samples)} positions, {surprise(found, samples):.3f} bits", style="dim")
        out.print(MODULE.format(chances=found), markup=False)


@fit.command("check")
@folder_argument
@games_option
def check_command(folder: Path, games: tuple[str, ...]) -> None:
    """Compare chances with results, in matches that they were not fitted to."""
    out = Console()
    all_calls: list[tuple[float, float]] = []
    for name in games or game_names():
        chances = chances_of(get_game(name))
        samples = _samples(name, folder, chances)
        calls = _calls(chances, samples)
        all_calls += calls
        matches = len({sample.match for sample in samples})
        title = f"{name}: {matches} matches, {len(samples)} positions, {surprise(chances, samples):.3f} bits"
        out.print(_table(title, reliability(calls)))
    out.print(_table("all games", reliability(all_calls)))


def _samples(name: str, folder: Path, chances: Chances) -> list[KnownPosition]:
    paths = sorted(folder.glob(f"{name}-*.jsonl.gz"))
    shown = counted(paths, description=name, console=Console(stderr=True))
    return [sample for path in shown for sample in samples_of(path, chances)]


def _calls(chances: Chances, samples: Iterable[KnownPosition]) -> list[tuple[float, float]]:
    """Pairs of the chances that were called for a seat at a position, and its share of the result."""
    return [
        (float(called), float(won))
        for sample in samples
        for called, won in zip(sample.chances(chances), sample.result, strict=True)
    ]


def _table(title: str, bins: Sequence[Bin]) -> Table:
    table = Table(title=f"{title}; off by {miscalibration(bins) * 100:.1f} % on average", title_justify="left")
    for column in ("called", "mean call", "won", "seats"):
        table.add_column(column, justify="right")
    for each in bins:
        between = f"{each.low * 100:.0f}-{each.high * 100:.0f} %"
        table.add_row(between, f"{each.called * 100:.1f} %", f"{each.won * 100:.1f} %", str(each.count))
    return table


if __name__ == "__main__":
    fit()
