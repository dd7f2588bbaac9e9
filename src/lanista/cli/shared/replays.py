"""Resolves REPLAY arguments: the named file, or the newest in `replays/`."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import error_console
from lanista.cli.shared.completers import complete_recorded_bots, complete_replay_or_bot, complete_replays
from lanista.core import files
from lanista.core.errors import InputError, LanistaError

if TYPE_CHECKING:
    from lanista.match.replay import Header, Replay

FOLDER = Path("replays")
SUFFIX = ".gz"
replays_argument = click.argument(
    "replays",
    metavar="[REPLAY]...",
    nargs=-1,
    type=click.Path(path_type=Path),
    shell_complete=complete_replays,
)
LAST = "last"  # names the newest replay of a single match
MAX_HEADER = 1 << 20  # bytes read to tell whether a file is a replay


def resolve_replay(path: Path | None) -> Path:
    """The named replay; the newest one for None, or for `last` unless a file has that name."""
    if path is not None and (str(path) != LAST or path.exists()):
        return path
    newest = newest_replay()
    if newest is None:
        raise InputError(
            f"expected a replay, and there is none in {FOLDER.resolve()}; name a file, or play a match first: "
            "`lanista play` saves it there"
        )
    error_console().print(f"newest replay: {newest}", style="dim", markup=False, soft_wrap=True)
    return newest


def replay_folder() -> Path:
    """The folder in which matches are saved, if there is any."""
    if not newest_files():
        raise InputError(
            f"expected replays, and there are none in {FOLDER.resolve()}; name files or folders, or play a match "
            "first: `lanista play` saves it there"
        )
    return FOLDER


def check_replay(path: Path) -> None:
    """Reject a file that is no replay, or whose match cannot be started here."""
    from lanista.match.replay import play_again

    next(play_again(load_replay(path)))


def load_replay(path: Path) -> Replay:
    """Read a replay; warns on standard error if its lines were changed."""
    from lanista.match.replay import read_replay

    replay = read_replay(path)
    chain = replay.chain.report()
    if not chain.is_sound:
        warning = f"warning: {path} was changed after it was written: {chain}"
        error_console().print(warning, style="yellow", markup=False, soft_wrap=True)
    return replay


def warn_of_stale_analysis(path: Path) -> None:
    """Say so if the analysis beside a replay cannot be shown."""
    from lanista.tools.analysis import analysis_beside

    try:
        analysis_beside(path)
    except LanistaError as error:
        error_console().print(f"warning: {error}", style="yellow", markup=False, soft_wrap=True)


def resolve_replays(paths: Sequence[Path]) -> list[Path]:
    """The named replays, or the newest one."""
    return [resolve_replay(path) for path in paths or (None,)]


def newest_replay() -> Path | None:
    """The newest single match; one of a series or a comparison only if there is no other.

    Series and comparisons are in folders of `replays/`, one per command.
    """
    found = newest_files()
    alone = (path for path in found if path.parent == FOLDER)
    return next(filter(is_replay, (*alone, *found)), None)


def newest_files() -> list[Path]:
    """The files in `replays/` and its folders, newest first."""
    return [found.path for found in files.newest_files(FOLDER, SUFFIX)]


def is_replay(path: Path) -> bool:
    """Whether a file starts with a replay header."""
    return header_of(path) is not None


def header_of(path: Path) -> Header | None:
    """The header of a replay; None for any other file."""
    import msgspec

    from lanista.match.replay import Header

    try:
        with gzip.open(path) as file:
            return msgspec.json.decode(file.readline(MAX_HEADER), type=Header)
    except (OSError, EOFError, zlib.error, ValueError, RecursionError):
        return None


def replay_and_bot_arguments(command: Callable[..., None]) -> Callable[..., None]:
    """Add the arguments `[REPLAY] BOT`, which `replay_and_bot` resolves."""
    bot = click.argument("bot", metavar="BOT", required=False, shell_complete=complete_recorded_bots)
    replay = click.argument("replay", metavar="[REPLAY]", required=False, shell_complete=complete_replay_or_bot)
    return replay(bot(command))


def replay_and_bot(first: str | None, second: str | None) -> tuple[Path, str]:
    """Resolve `[REPLAY] BOT`; a single argument is the bot, for the newest replay."""
    if first is None:
        raise InputError("expected a bot: [REPLAY] BOT, got nothing; see --help")
    if second is not None:
        return resolve_replay(Path(first)), second
    if first == LAST or is_replay(Path(first)):
        raise InputError(f"expected a bot after the replay: [REPLAY] BOT, got {first} alone")
    return resolve_replay(None), first
