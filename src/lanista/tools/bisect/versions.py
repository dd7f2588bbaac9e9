"""Versions of a bot in a private cache, where each is written and built once and kept for a while."""

from __future__ import annotations

import os
import posixpath
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path

from lanista.bots.source.project import OUTPUT
from lanista.bots.source.python_files import python_files
from lanista.core.files import write_folder
from lanista.engine.folders import cache_root, private_folder
from lanista.tools.bisect.git import Commit
from lanista.tools.bisect.history import CommitHistory
from lanista.tools.bisect.tree import Files, read_files

MAX_VERSIONS = 32  # that stay in the cache after a run


class Versions:
    """The versions of a bot in a repository, by default in the user's cache."""

    def __init__(self, history: CommitHistory, root: Path | None = None) -> None:
        self._repository = history.repository
        self._bot = history.bot
        self._root = root or private_folder(cache_root().parent / "bisect")

    def write(self, commit: Commit) -> Path:
        """Write the bot of a commit; returns its file or folder, or raises BotError if it cannot be used.

        A version that an earlier run wrote, and perhaps built, is used again unless one of its files was changed.
        """
        files = self._files(commit)
        folder = self._folder(commit)
        if not _is_intact(folder, files.contents):
            shutil.rmtree(folder, ignore_errors=True)
            write_folder(folder, files.contents, files.executable)
        os.utime(folder.parent)
        return folder / self._bot.file

    def paths(self, commit: Commit) -> list[str]:
        """The paths in the repository that make the bot of a commit that was written."""
        if not self._bot.is_file:
            return [self._bot.path or "."]
        folder = self._folder(commit)
        files = python_files(folder / self._bot.file)
        return [posixpath.join(self._bot.folder, path.relative_to(folder).as_posix()) for path in files]

    def trim(self) -> None:
        """Remove the versions from the cache that were not used for longest."""
        folders = sorted(self._root.iterdir(), key=_last_used, reverse=True)
        for folder in folders[MAX_VERSIONS:]:
            shutil.rmtree(folder, ignore_errors=True)

    def _folder(self, commit: Commit) -> Path:
        name = f"{commit.version}-file" if self._bot.is_file else commit.version
        return self._root / name / (posixpath.basename(self._bot.folder) or "bot")

    def _files(self, commit: Commit) -> Files:
        """All files of a folder; of those around a .py file, which it may import, whatever can be written."""
        entries = self._repository.entries(commit.version)
        if not self._bot.is_file:
            return read_files(self._repository, entries)
        usual = [entry for entry in entries if not any(map(_is_output, entry.path.split("/")))]
        return read_files(self._repository, usual, needed=[self._bot.file])


def _is_output(part: str) -> bool:
    return part in OUTPUT or part.startswith(".")


def _is_intact(folder: Path, contents: Mapping[str, bytes]) -> bool:
    """Whether a folder holds all these files; a build may have added others."""
    return all(_read(folder / name) == content for name, content in contents.items())


def _read(path: Path) -> bytes | None:
    """The content of a regular file; a bot that ran there may have replaced it by a link or a pipe."""
    try:
        return path.read_bytes() if stat.S_ISREG(path.lstat().st_mode) else None
    except OSError:
        return None


def _last_used(folder: Path) -> float:
    """When a version was last used; another process may remove it meanwhile."""
    try:
        return folder.lstat().st_mtime
    except OSError:
        return 0.0
