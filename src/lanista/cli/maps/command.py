"""`lanista maps`: lists and draws a game's maps."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.common import REJECTED, console, error_console, print_json, verb
from lanista.cli.shared.completers import complete_games, complete_maps
from lanista.cli.shared.groups import SettingsOptions
from lanista.cli.shared.layout import print_picture
from lanista.cli.shared.options import takes
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.game import Game


@verb
@click.argument("game", shell_complete=complete_games)
@click.argument("maps", metavar="[MAP]...", nargs=-1, shell_complete=complete_maps)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of a generated map.")
@takes(SettingsOptions)
def command(game: str, maps: tuple[str, ...], seed: int, options: SettingsOptions, as_json: bool) -> None:
    """List and draw the maps of a game.

    Without a MAP, draws all built-in maps and the one generated from the seed. A MAP may also be a file.
    """
    from lanista.game import get_game, map_warnings

    chosen = get_game(game)
    config = chosen.configure("standard", options.changes())
    drawn, problems = _draw(chosen, maps or ("", *chosen.maps), config, seed)
    if as_json:
        from lanista.cli.maps.shapes import Maps

        starts = {word: chosen.dump(start) for word, (_, start) in drawn.items()}
        print_json(Maps(game, list(chosen.maps), starts, problems))
    else:
        for word, (text, start) in drawn.items():
            console().print(f"\n[bold]{game}[/]: {word or f'generated from seed {seed}'}")
            print_picture(console(), chosen.picture(start))
            for warning in map_warnings(chosen, text):
                console().print(f"! {warning}", style="yellow", markup=False)
        for problem in problems.values():
            error_console().print(f"Error: {problem}", style="red", markup=False, soft_wrap=True)
    if problems:
        sys.exit(REJECTED)


def _draw(
    game: Game[Any, Any, Any], words: tuple[str, ...], config: Any, seed: int
) -> tuple[dict[str, tuple[str, Any]], dict[str, str]]:
    """The text and the first state of each map, and why others cannot be drawn; raises for a single one."""
    from lanista.game import find_map

    drawn: dict[str, tuple[str, Any]] = {}
    problems: dict[str, str] = {}
    for word in words:
        try:
            text = find_map(game, word)
            drawn[word] = text, game.start(config, seed, game.default_seats, text)
        except InputError as error:
            if len(words) == 1:
                raise
            problems[word] = str(error)
    return drawn, problems
