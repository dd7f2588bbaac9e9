"""`lanista maps`: lists and draws a game's maps."""

from __future__ import annotations

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.completers import complete_games, complete_maps
from lanista.cli.shared.groups import SettingsOptions
from lanista.cli.shared.layout import print_picture
from lanista.cli.shared.options import takes


@verb
@click.argument("game", shell_complete=complete_games)
@click.argument("maps", metavar="[MAP]...", nargs=-1, shell_complete=complete_maps)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of a generated map.")
@takes(SettingsOptions)
def command(game: str, maps: tuple[str, ...], seed: int, options: SettingsOptions, as_json: bool) -> None:
    """List and draw the maps of a game.

    Without a MAP, draws all built-in maps and the one generated from the seed. A MAP may also be a file.
    """
    from lanista.game import find_map, get_game, map_warnings

    chosen = get_game(game)
    words = maps or ("", *chosen.maps)
    found = {word: find_map(chosen, word) for word in words}
    config, seats = chosen.configure("standard", options.changes()), chosen.default_seats
    starts = {word: chosen.start(config, seed, seats, text) for word, text in found.items()}
    if as_json:
        from lanista.cli.maps.shapes import Maps

        print_json(Maps(game, list(chosen.maps), {word: chosen.dump(start) for word, start in starts.items()}))
        return
    for word, start in starts.items():
        console().print(f"\n[bold]{game}[/]: {word or f'generated from seed {seed}'}")
        print_picture(console(), chosen.picture(start))
        for warning in map_warnings(chosen, found[word]):
            console().print(f"! {warning}", style="yellow", markup=False)
