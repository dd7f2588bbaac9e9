"""`lanista rules`: a game's rules for programs in other languages."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.again import again
from lanista.cli.shared.common import console, error_console, print_json, verb
from lanista.cli.shared.completers import complete_games
from lanista.cli.shared.groups import SettingsOptions, map_option, ruleset_option, seats_option
from lanista.cli.shared.options import group, option, option_group, takes
from lanista.core.errors import FileError
from lanista.core.files import file_errors, write_folder, write_whole

if TYPE_CHECKING:
    from lanista.cli.rules.shapes import RulesKit
    from lanista.engine import State
    from lanista.game import Game
    from lanista.tools.kits import Kit


@option_group
class RulesOptions:
    """The target, and the match whose start comes with it."""

    target: str = option(
        "--target",
        type=click.Choice(["c", "js", "wasm"]),
        required=True,
        help="C, JavaScript, or WebAssembly with the interface of JavaScript.",
    )
    output: Path | None = option(
        "-o",
        "--output",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="The folder to write.  [default: GAME-TARGET]",
    )
    ruleset: str = ruleset_option()
    changes: SettingsOptions = group(SettingsOptions)
    seed: int = option("--seed", type=int, default=1, show_default=True, help="The seed of the start.")
    map: str = map_option()
    seats: int | None = seats_option(lowest=1)
    force: bool = option("--force", is_flag=True, help="Overwrite the files of an older kit.")


@verb
@click.argument("game", shell_complete=complete_games)
@takes(RulesOptions)
def command(game: str, options: RulesOptions, as_json: bool) -> None:
    """Write the rules of GAME for programs in other languages, in a folder that needs nothing else.

    They play byte for byte as the referee does. The folder has a README, an example, a prepared start, and a test
    against recorded play.
    """
    from lanista.game import get_game
    from lanista.tools.kits import make_kit

    began = time.perf_counter()
    chosen = get_game(game)
    folder = options.output or Path(f"{game}-{options.target}")
    _refuse_full(folder, force=options.force)
    start = _start(chosen, options)
    _announce(options.target, quiet=as_json)
    words = again(seed=options.seed)
    kit = make_kit(chosen, start, options.target, words)
    _write(folder, kit, force=options.force)
    if as_json:
        print_json(_as_json(folder, kit, game, options.target, words, time.perf_counter() - began))
    else:
        _print(folder, kit, time.perf_counter() - began)


def _start(game: Game[Any, Any, Any], options: RulesOptions) -> State[Any, Any]:
    from lanista.game import find_map

    config = game.configure(options.ruleset, options.changes.changes())
    return game.start(config, options.seed, options.seats, find_map(game, options.map))


def _announce(target: str, *, quiet: bool) -> None:
    """Announce a long step."""
    if target == "wasm" and not quiet:
        error_console().print("compiling the rules with Zig, which takes a few seconds", style="dim")


def _refuse_full(folder: Path, *, force: bool) -> None:
    """Refuse a non-empty folder before any work is done."""
    with file_errors(folder):
        if not force and folder.is_dir() and any(folder.iterdir()):
            raise FileError(
                f"{folder} already exists and is not empty; name a new folder, or overwrite with --force"
            )


def _write(folder: Path, kit: Kit, *, force: bool) -> None:
    if not force:
        write_folder(folder, kit.files)
        return
    for name, data in kit.files.items():
        write_whole(folder / name, data, force=True)


def _as_json(folder: Path, kit: Kit, game: str, target: str, words: str, seconds: float) -> RulesKit:
    from lanista.cli.rules.shapes import RulesFile, RulesKit
    from lanista.tools.kits import INTERFACE

    files = [RulesFile(name, len(data)) for name, data in sorted(kit.files.items())]
    return RulesKit(game, target, str(folder), files, kit.digest, INTERFACE, words, round(seconds, 3))


def _print(folder: Path, kit: Kit, seconds: float) -> None:
    size = sum(map(len, kit.files.values()))
    out = console()
    out.print(f"{folder}: {', '.join(sorted(kit.files))}", markup=False, soft_wrap=True)
    out.print(f"{size / 1000:.0f} kB, rules {kit.digest}, {seconds:.1f} s", markup=False)
    out.print(f"read:      {folder / 'README.md'}", style="cyan", markup=False, soft_wrap=True)
