"""A cache of found bots for many matches: a bot is looked for again when its files have changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lanista.bots.protocol.working_copy import walk
from lanista.bots.resolve import FoundBot, find_bot
from lanista.bots.source.archive_cache import is_archive
from lanista.bots.source.project import OUTPUT
from lanista.bots.source.python_files import python_files
from lanista.game import Game
from lanista.sandbox import BEST_SANDBOX, SandboxRequest

Stamp = tuple[tuple[str, int, int, int], ...]  # path, time of its last change, size and inode of every file


class FoundBots:
    """Finds bots as `find_bot` does, which reads all their files to tell whether they need a build."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], tuple[Stamp, FoundBot]] = {}

    def find(self, game: Game[Any, Any, Any], spec: str, wanted: SandboxRequest = BEST_SANDBOX) -> FoundBot:
        """The bot that `spec` names; whatever is wrong with it raises BotError."""
        key = game.name, spec, os.getcwd()
        known = self._found.get(key)
        if known is not None and known[0] == stamp_of(known[1]):
            return known[1]
        bot = find_bot(game, spec, wanted)
        self._found[key] = stamp_of(bot), bot
        return bot


def stamp_of(bot: FoundBot) -> Stamp:
    """The times and sizes of a bot's files; reading these is much cheaper than reading the files."""
    try:
        return tuple(_entries(bot))
    except OSError:  # a file has just gone; it is looked for again
        return ()


def _entries(bot: FoundBot) -> Iterator[tuple[str, int, int, int]]:
    if is_archive(archive := Path(os.path.expanduser(bot.spec))):
        yield _entry(archive, archive.stat())
    if bot.folder is not None:
        for path, status in walk(bot.folder, lambda name: name in OUTPUT or name.startswith(".")):
            yield _entry(path, status)
    home = bot.folder or Path()
    modules = bot.files if bot.module is not None else ()
    for file in [*modules, *(home / word for word in bot.command if "/" in word or bot.folder is None)]:
        if os.path.isfile(file):
            for path in python_files(file) if file.suffix == ".py" else [file]:
                yield _entry(path, path.stat())


def _entry(path: Path, status: os.stat_result) -> tuple[str, int, int, int]:
    return str(path), status.st_mtime_ns, status.st_size, status.st_ino
