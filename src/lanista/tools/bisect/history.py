"""The commits of a range, and the bot in each of them."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lanista.core.text import quoted
from lanista.tools.bisect.git import Commit, GitError, Repository


@dataclass(frozen=True)
class BotPath:
    """A bot's path in a repository: that of a folder, or of a .py file, which may import its neighbours."""

    path: str  # from the top of the repository, with slashes; empty for the top itself
    is_file: bool

    @property
    def folder(self) -> str:
        """The folder that holds all its files."""
        return posixpath.dirname(self.path) if self.is_file else self.path

    @property
    def file(self) -> str:
        """The name of its file in that folder; empty for a folder."""
        return posixpath.basename(self.path) if self.is_file else ""


@dataclass(frozen=True)
class CommitHistory:
    """The commits from GOOD to BAD, oldest first, each with its version of the bot."""

    repository: Repository
    bot: BotPath
    commits: Sequence[Commit]


def read_history(repository: Repository, revisions: str, bot: str) -> CommitHistory:
    """The commits of a range GOOD..BAD along first parents; raises GitError if it or the bot cannot be found."""
    good, bad = (repository.resolve(revision) for revision in _ends(revisions))
    commits = [repository.commit(good), *repository.between(good, bad)]
    path = _find_bot(repository, bad, bot)
    versions = _versions(repository, [commit.sha for commit in commits], path)
    if not versions[0]:
        raise GitError(f"there is no {quoted(path.path)} in GOOD, {commits[0]}; name a later commit as GOOD")
    found = [replace(commit, version=version) for commit, version in zip(commits, versions, strict=True)]
    return CommitHistory(repository, path, found)


def _ends(revisions: str) -> tuple[str, str]:
    """Both revisions of a range; BAD is HEAD if it is missing."""
    good, dots, bad = revisions.partition("..")
    if not good or not dots or bad.startswith("."):
        raise GitError(f"expected a range GOOD..BAD such as v1.2..HEAD, got {quoted(revisions)}")
    return good, bad or "HEAD"


def _find_bot(repository: Repository, bad: str, bot: str) -> BotPath:
    """The bot's path, given from the current folder or from the top of the repository."""
    candidates = list(dict.fromkeys(_candidates(repository, bot)))
    for path in candidates:
        kind = repository.kind(bad, path)
        if kind == "tree" or (kind == "blob" and path.endswith(".py")):
            return BotPath(path, is_file=kind == "blob")
        if kind:
            raise GitError(f"--bot expects a .py file or a folder, got {quoted(bot)}; name the bot's folder")
    looked = " and ".join(map(quoted, candidates)) or "nothing, as it is outside"
    raise GitError(f"there is no bot {quoted(bot)} in BAD, {repository.commit(bad)} (looked for {looked})")


def _candidates(repository: Repository, bot: str) -> list[str]:
    """The paths from the top of the repository that a user may mean."""
    if "\n" in bot or "\0" in bot:
        raise GitError(f"--bot expects a path without line breaks, got {quoted(bot)}")
    top = repository.top()
    paths = [] if os.path.isabs(bot) else [posixpath.normpath(bot)]
    if top is not None:
        paths.insert(0, os.path.relpath(Path(repository.folder, bot).resolve(), top))
    return ["" if path == "." else path for path in paths if path.split("/")[0] != ".."]


def _versions(repository: Repository, shas: Sequence[str], bot: BotPath) -> list[str]:
    """Git's id of the bot's folder in each commit; empty where the bot does not exist."""
    folders = repository.ids(shas, bot.folder, "tree")
    if not bot.is_file:
        return folders
    files = repository.ids(shas, bot.path, "blob")
    return [folder if file else "" for folder, file in zip(folders, files, strict=True)]
