"""`lanista new`: creates a bot from a template."""

from __future__ import annotations

from pathlib import Path

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.completers import complete_games
from lanista.cli.shared.options import refuse_both
from lanista.tools.starters import LANGUAGES


@verb
@click.argument("language", type=click.Choice(LANGUAGES))
@click.argument("game", shell_complete=complete_games)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--search",
    is_flag=True,
    help="A bot that looks ahead with the game's rules; for games that show everything, in javascript or cpp.",
)
@click.option(
    "--model",
    is_flag=True,
    help="A bot that looks ahead by asking the forward model; for all games, in python, javascript or rust.",
)
@click.option(
    "--wasm",
    is_flag=True,
    help="A bot that is built as a WebAssembly module, and metered: by fuel instead of time; in cpp or go.",
)
def command(language: str, game: str, folder: Path, search: bool, model: bool, wasm: bool, as_json: bool) -> None:
    """Create a bot for GAME from a template, in a new folder DIR.

    The bot is ready to play; its README says what it needs and which function to change.
    """
    from lanista.game import get_game
    from lanista.tools.starters import STRATEGIES, name_of, play_command, starter_files, write_starter

    refuse_both("search", "model", "both are ways to look ahead")
    refuse_both("search", "wasm", "no starter that searches is built as a module")
    refuse_both("model", "wasm", "a module starts no program to ask")
    chosen = get_game(game)
    files = starter_files(language, chosen, name_of(folder), search=search, model=model, metered=wasm)
    write_starter(folder, files)
    play = play_command(chosen, str(folder))
    if as_json:
        from lanista.cli.new.shapes import CreatedBot

        print_json(CreatedBot(str(folder), sorted(files), play))
        return
    out = console()
    out.print(f"{folder}: {', '.join(sorted(files))}", markup=False, soft_wrap=True)
    out.print(f"change:    {folder / STRATEGIES[language]}", style="cyan", markup=False, soft_wrap=True)
    out.print(f"play:      {play}", style="cyan", markup=False, soft_wrap=True)
