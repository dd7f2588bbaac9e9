"""`lanista new`: creates a bot from a template."""

from __future__ import annotations

from pathlib import Path

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.completers import complete_games
from lanista.cli.shared.options import refuse_both
from lanista.core.errors import InputError
from lanista.tools.starters import LANGUAGES

GAME = "game"


@verb
@click.argument("kind", type=click.Choice([*LANGUAGES, GAME]))
@click.argument("name", metavar="GAME", shell_complete=complete_games)
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
def command(kind: str, name: str, folder: Path, search: bool, model: bool, wasm: bool, as_json: bool) -> None:
    """Create a bot for GAME from a template, or a game of that name, in a new folder DIR.

    The bot is ready to play; its README says what it needs and which function to change.
    `lanista new game NAME DIR` makes a package with a small complete game of your own: rules, bot, board, tests.
    """
    refuse_both("search", "model", "both are ways to look ahead")
    refuse_both("search", "wasm", "no starter that searches is built as a module")
    refuse_both("model", "wasm", "a module starts no program to ask")
    if kind == GAME:
        if search or model or wasm:
            raise InputError("--search, --model and --wasm are for bots; leave them out for a game")
        _create_game(name, folder, as_json=as_json)
    else:
        _create_bot(kind, name, folder, as_json=as_json, search=search, model=model, metered=wasm)


def _create_bot(language: str, name: str, folder: Path, *, as_json: bool, **variant: bool) -> None:
    from lanista.cli.new.shapes import CreatedBot
    from lanista.game import get_game
    from lanista.tools.starters import STRATEGIES, name_of, play_command, starter_files, write_starter

    game = get_game(name)
    files = starter_files(language, game, name_of(folder), **variant)
    write_starter(folder, files)
    play = play_command(game, str(folder))
    if as_json:
        print_json(CreatedBot(str(folder), sorted(files), play))
    else:
        _tell(folder, files, {"change": str(folder / STRATEGIES[language]), "play": play})


def _create_game(name: str, folder: Path, *, as_json: bool) -> None:
    from lanista.cli.new.shapes import CreatedGame
    from lanista.tools.starters import write_starter
    from lanista.tools.starters.games import game_files, next_commands

    files = game_files(name, folder)
    write_starter(folder, files)
    commands = next_commands(name, folder)
    if as_json:
        print_json(CreatedGame(str(folder), sorted(files), **commands))
    else:
        _tell(folder, files, {"change": str(folder / name / "rules.py"), **commands})


def _tell(folder: Path, files: dict[str, str], notes: dict[str, str]) -> None:
    """Print what was made, and what to do next."""
    out = console()
    out.print(f"{folder}: {', '.join(sorted(files))}", markup=False, soft_wrap=True)
    for title, note in notes.items():
        out.print(f"{f'{title}:':10} {note}", style="cyan", markup=False, soft_wrap=True)
