"""The files of a git tree that can be written to a folder. All names and links in it are untrusted.

A tree can hold names such as `..` and links that lead anywhere. Only regular files below the folder come out of
here; a link within the tree becomes a copy of the file that it leads to.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from lanista.bots.protocol.working_copy import MAX_BYTES, MAX_FILES
from lanista.core.errors import BotError
from lanista.core.text import MAX_QUOTED, inert, quoted
from lanista.tools.bisect.git import Repository, TreeEntry

LINK, SUBMODULE, EXECUTABLE = "120000", "160000", "100755"
MAX_LINKS = 10  # in a row
LARGE_FILE_POINTER = b"version https://git-lfs.github.com/spec/"


@dataclass(frozen=True)
class Files:
    """The contents of files by path, and which of them are programs."""

    contents: Mapping[str, bytes]
    executable: frozenset[str]


def read_files(
    repository: Repository, entries: Collection[TreeEntry], needed: Collection[str] | None = None
) -> Files:
    """Read files of a tree; raises BotError if one cannot be written, unless only others are `needed`."""
    if len(entries) > MAX_FILES or sum(entry.size for entry in entries) > MAX_BYTES:
        limit = f"{MAX_BYTES // 2**20} MiB in {MAX_FILES} files"
        raise BotError(f"the bot's folder holds more than {limit}; keep the bot in a separate folder")
    blobs = [entry for entry in entries if entry.mode != SUBMODULE]
    tree = CommitTree({entry.path: entry for entry in entries}, _by_path(blobs, repository.read(blobs)))
    found = {}
    for path in tree.entries:
        try:
            found[path] = tree.find(path)
        except BotError:
            if needed is None or path in needed:
                raise
    executable = frozenset(path for path, file in found.items() if tree.entries[file].mode == EXECUTABLE)
    return Files({path: tree.contents[file] for path, file in found.items()}, executable)


def _by_path(entries: Collection[TreeEntry], contents: list[bytes]) -> dict[str, bytes]:
    return {entry.path: content for entry, content in zip(entries, contents, strict=True)}


@dataclass(frozen=True)
class CommitTree:
    """The entries of a tree by path, and the contents of its files and links."""

    entries: Mapping[str, TreeEntry]
    contents: Mapping[str, bytes]

    def find(self, path: str) -> str:
        """The file to write under a path: itself, or what its link leads to; raises BotError if there is none."""
        if any(_is_unsafe(part) for part in path.split("/")):
            raise BotError(f"{quoted(path)} is not a file name that can be written safely")
        file = self._follow(path)
        if self.entries[file].mode == SUBMODULE:
            raise BotError(f"{inert(path, MAX_QUOTED)} is a submodule, whose files are not in this repository")
        if self.contents[file].startswith(LARGE_FILE_POINTER):
            raise BotError(
                f"{inert(path, MAX_QUOTED)} is a Git LFS pointer, whose content is not in this repository"
            )
        return file

    def _follow(self, link: str) -> str:
        """The file that a link leads to, which must be in the tree."""
        path = link
        for _ in range(MAX_LINKS):
            if path not in self.entries:
                break
            if self.entries[path].mode != LINK:
                return path
            target = os.fsdecode(self.contents[path])
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        raise BotError(f"{inert(link, MAX_QUOTED)} is a symbolic link that leads to no file of the bot")


def _is_unsafe(part: str) -> bool:
    return part in ("", ".", "..") or part.lower() == ".git" or "\\" in part
