"""`lanista conform`: compares recordings of the original engines with our rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import FAILED, console, error_console, print_json, verb
from lanista.cli.shared.completers import complete_games, complete_rulesets
from lanista.cli.shared.layout import new_table, print_table

if TYPE_CHECKING:
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
    is any.
    """
    from rich.progress import track

    from lanista.game import get_game
    from lanista.game.conform import ConformTally, Differs

    chosen = get_game(game)
    rulesets = [ruleset] if ruleset else list(chosen.rulesets)
    for name in rulesets:
        chosen.configure(name)  # rejects an unknown ruleset
    comparisons = [ConformTally(name) for name in rulesets]
    for path in track(files, "comparing", console=error_console(), transient=True, disable=as_json):
        for comparison in comparisons:
            comparison.file = str(path)
            try:
                chosen.contest.conform(chosen, path, comparison)
            except Differs as found:
                comparison.differences.append(found.difference)
    if as_json:
        from lanista.cli.conform.shapes import Conform, ConformCount

        print_json(Conform(game, [ConformCount(**vars(comparison)) for comparison in comparisons]))
    else:
        _print(comparisons)
    if any(comparison.differences for comparison in comparisons):
        sys.exit(FAILED)


def _print(comparisons: list[ConformTally]) -> None:
    titles = ("ruleset", "matches", f"{comparisons[0].unit}s", "fields compared", "differences")
    table = new_table(*titles, left=("ruleset",))
    for c in comparisons:
        table.add_row(c.ruleset, f"{c.matches:,}", f"{c.turns:,}", f"{c.fields:,}", str(len(c.differences)))
    print_table(console(), table)
    for difference in (difference for c in comparisons for difference in c.differences):
        console().print(f"first difference: {difference}", style="red", markup=False, soft_wrap=True)
