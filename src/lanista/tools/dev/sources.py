"""The files of a bot, and a digest that changes with any of them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lanista.bots.protocol.working_copy import entries, walk
from lanista.bots.resolve import find_bot
from lanista.bots.source.bot_json import find_bot_json
from lanista.bots.source.names import file_name, folder_name
from lanista.bots.source.project import (
    OUTPUT,
    OUTPUT_SUFFIXES,
    PROJECT,
    combined_digest,
    file_digest,
    read_project,
    source_digests,
)
from lanista.bots.source.python_files import python_files
from lanista.core.errors import BotError, InputError
from lanista.core.text import quoted
from lanista.game import Game, is_builtin

EDITORS_FILES = ("~", ".swp", ".swx", ".tmp", ".bak", "#")


@dataclass(frozen=True)
class BotSource:
    """A bot under development: a .py file or a folder."""

    game: str
    spec: str  # as the user wrote it

    @property
    def path(self) -> Path:
        """The file or folder."""
        return Path(os.path.expanduser(self.spec))

    @property
    def is_file(self) -> bool:
        """Whether it is a .py file rather than a folder."""
        return self.path.suffix == ".py" and not self.path.is_dir()

    @property
    def root(self) -> Path:
        """The folder that holds its files."""
        return self.path.parent if self.is_file else self.path

    @property
    def name(self) -> str:
        """A name for its versions."""
        return file_name(self.path) if self.is_file else folder_name(self.path)

    def digests(self) -> dict[str, str]:
        """The digest of each of its files, by path in `root`; raises BotError if they are too many."""
        if self.is_file:
            return {str(path.relative_to(self.root)): file_digest(path) for path in python_files(self.path)}
        if not (self.root / PROJECT).is_file() and find_bot_json(self.root):
            return {str(path.relative_to(self.root)): file_digest(path) for path in _all_files(self.root)}
        return source_digests(self.root, self._patterns())

    def digest(self) -> str:
        """One digest of all its files; an empty text if they cannot be read at the moment."""
        try:
            return combined_digest(self.digests())
        except (OSError, BotError):
            return ""

    def folders(self) -> set[Path]:
        """The folders to watch: all that hold its files, and those where new ones may appear."""
        try:
            found = {(self.root / name).parent for name in self.digests()}
        except (OSError, BotError):
            found = set()
        if not self.is_file and self.root.is_dir():
            found |= {path for path, status in walk(self.root, is_output) if stat.S_ISDIR(status.st_mode)}
        return {self.root, *found}

    def _patterns(self) -> list[str]:
        try:
            return read_project(self.root, self.game).files
        except BotError:  # the build will report it
            return []


def find_source(game: Game[Any, Any, Any], spec: str) -> BotSource:
    """The bot to develop; anything that has no files to watch is refused."""
    source = BotSource(game.name, spec)
    example = f"name a .py file or a folder; `lanista new python {game.name} mybot` creates one"
    if is_builtin(game, spec):
        raise InputError(f"{spec} is a built-in bot of {game.name} and has no files to watch; {example}")
    if source.path.is_dir() or (source.is_file and source.path.is_file()):
        return source
    if source.is_file and " " not in spec:
        find_bot(game, spec)  # explains why there is no such file
    raise InputError(f"bot {quoted(spec)}: expected a bot whose files can be watched; {example}")


def is_output(name: str) -> bool:
    """Whether a file or folder is hidden, or usual output of a build or an editor."""
    return name in OUTPUT or name.startswith((".", "#")) or name.endswith((*OUTPUT_SUFFIXES, *EDITORS_FILES))


def _all_files(folder: Path) -> Iterator[Path]:
    return (path for path, status in entries(folder) if stat.S_ISREG(status.st_mode))
