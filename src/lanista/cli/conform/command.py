"""`lanista conform`: compares recordings of the original engines with our rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.common import FAILED, REJECTED, console, error_console, print_json, verb
from lanista.cli.shared.completers import complete_games, complete_rulesets
from lanista.cli.shared.layout import new_table, print_table
from lanista.core.errors import LoadError

if TYPE_CHECKING:
    from lanista.game import Game
    from lanista.game.conform import ConformTally


@verb
@click.argument("game", shell_complete=complete_games)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--ruleset",
    shell_complete=complete_rulesets,
    help="Compare under this ruleset only.  [default: all]",
)
def command(game: str, files: tuple[Path, ...], ruleset: str | None, as_json: bool) -> None:
    """Compare recordings of the original engine with our rules, field by field.

    Prints the matches, turns and fields compared, and the first difference in each file. Exits with 1 if there
    is any, and with 2 if a file is not a recording that can be replayed; the other files are still compared.
    """
    from rich.progress import track

    from lanista.game import get_game
    from lanista.game.conform import ConformTally

    chosen = get_game(game)
    rulesets = [ruleset] if ruleset else list(chosen.rulesets)
    for name in rulesets:
        chosen.configure(name)  # rejects an unknown ruleset
    comparisons = [ConformTally(name) for name in rulesets]
    problems: dict[str, str] = {}
    for path in track(files, "comparing", console=error_console(), transient=True, disable=as_json):
        try:
            _compare(chosen, path, comparisons)
        except LoadError as error:
            if len(files) == 1:
                raise
            problems[str(path)] = str(error)
    if as_json:
        from lanista.cli.conform.shapes import Conform, ConformCount

        print_json(Conform(game, [ConformCount(**vars(comparison)) for comparison in comparisons], problems))
    else:
        _print(comparisons)
        for problem in problems.values():
            error_console().print(f"Error: {problem}", style="red", markup=False, soft_wrap=True)
    if problems:
        sys.exit(REJECTED)
    if any(comparison.differences for comparison in comparisons):
        sys.exit(FAILED)


def _compare(game: Game[Any, Any, Any], path: Path, comparisons: list[ConformTally]) -> None:
    """Compare one recording under each ruleset; raises LoadError if it cannot be replayed."""
    from lanista.game.conform import Differs

    for comparison in comparisons:
        comparison.file = str(path)
        try:
            game.contest.conform(game, path, comparison)
        except Differs as found:
            comparison.differences.append(found.difference)


def _print(comparisons: list[ConformTally]) -> None:
    titles = ("ruleset", "matches", f"{comparisons[0].unit}s", "fields compared", "differences")
    table = new_table(*titles, left=("ruleset",))
    for c in comparisons:
        table.add_row(c.ruleset, f"{c.matches:,}", f"{c.turns:,}", f"{c.fields:,}", str(len(c.differences)))
    print_table(console(), table)
    for difference in (difference for c in comparisons for difference in c.differences):
        console().print(f"first difference: {difference}", style="red", markup=False, soft_wrap=True)
