"""Versions of a bot, stored as copies by their digest, and the history of their results.

Everything stands in `.lanista/dev/NAME/`: a folder per version, `history.jsonl`, and the matches.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

import msgspec

from lanista.bots.build.build import mark_built
from lanista.bots.protocol.working_copy import MAX_BYTES, copy_file, copy_folder
from lanista.bots.source.project import PROJECT, read_project
from lanista.core.errors import BotError, FileError, InputError
from lanista.core.files import append_whole, beside, file_errors, make_scratch_folder, write_whole
from lanista.core.system import try_lock
from lanista.core.text import MAX_QUOTED, inert
from lanista.tools.dev.sources import BotSource

HOME = Path(".lanista") / "dev"
ENTRY = "version.json"
HISTORY = "history.jsonl"
LOCK = "lock"
ID_LENGTH = 10  # characters of a digest that name a version
MIN_PREFIX = 4  # characters of a version's name that a person must give
MAX_KEPT = 20  # accepted versions
MAX_PAIRS = 10  # pairs of versions whose matches are kept


class VersionResult(Enum):
    """The result of a version."""

    BETTER = "better"
    NOT_BETTER = "not better"
    UNDECIDED = "undecided"
    FAULT = "fault"
    BROKEN = "not built"
    FIRST = "first version"
    SAME = "unchanged"
    STOPPED = "stopped"


class VersionEntry(msgspec.Struct):
    """The path of the bot in a version's folder."""

    bot: str


class Line(msgspec.Struct):
    """A line of the history: a version and its result. Elo is normalized, with a 95 % interval."""

    time: str
    version: str
    result: VersionResult
    base: str = ""
    accepted: bool = False
    units: int = 0
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None
    note: str = ""


class ChangedMeanwhile(BotError):  # noqa: N818 - reads as what it is
    """A file was saved while the version was being copied."""


class VersionStore:
    """The versions of one bot."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @classmethod
    def of(cls, source: BotSource) -> VersionStore:
        """The store of a bot for one game, below the working directory."""
        where = f"{source.game}\0{source.path.resolve()}".encode(errors="surrogateescape")
        name = re.sub(r"[^\w.-]+", "-", source.name).strip("-.") or "bot"
        return cls(HOME / f"{name[:40]}-{hashlib.blake2b(where, digest_size=3).hexdigest()}")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Refuse a second session of the same bot, which would remove versions of the first."""
        make_scratch_folder(self.root)
        with file_errors(self.root / LOCK):
            lock = (self.root / LOCK).open("w")
        with lock as file:
            if not try_lock(file):
                raise InputError(
                    f"another `lanista dev` of this bot is running here ({self.root} is in use); end that one"
                )
            yield

    # Versions

    def keep(self, source: BotSource) -> str:
        """Copy a bot's files, with what its build made of them; returns the version's name."""
        digest = source.digest()
        version = digest[:ID_LENGTH]
        if not version:
            raise ChangedMeanwhile(f"{source.spec}: its files cannot be read; save it again")
        if not self.has(version):
            self._copy(source, digest)
        return version

    def _copy(self, source: BotSource, digest: str) -> None:
        folder = self.root / digest[:ID_LENGTH]
        make_scratch_folder(self.root)
        with file_errors(folder):
            draft = beside(folder)
            try:
                self._fill(source, digest, draft)
                draft.replace(folder)
            finally:
                shutil.rmtree(draft, ignore_errors=True)
        _mark_built(folder / _inner(source), source.game)

    def _fill(self, source: BotSource, digest: str, draft: Path) -> None:
        draft.mkdir()
        copy = draft / _inner(source)
        if source.is_file:
            _copy_files(source, copy)
        else:
            copy_folder(source.root.resolve(), copy)
        copied = BotSource(source.game, str(copy / source.path.name if source.is_file else copy))
        if copied.digest() != digest:
            raise ChangedMeanwhile(f"{source.spec} was saved while it was being copied; save it again")
        entry = copied.path.relative_to(draft)
        write_whole(draft / ENTRY, msgspec.json.encode(VersionEntry(str(entry))), sync=False)

    def has(self, version: str) -> bool:
        """Whether the store has a version."""
        return bool(version) and (self.root / version / ENTRY).is_file()

    def spec(self, version: str) -> str:
        """A version as a user would name it on a command line."""
        path = self.root / version / ENTRY
        with file_errors(path, "read"):
            data = path.read_bytes()
        try:
            entry = msgspec.json.decode(data, type=VersionEntry)
        except (ValueError, RecursionError) as error:
            why = inert(str(error), MAX_QUOTED)
            raise FileError(f"{path} is damaged ({why}); remove {path.parent}, and save the bot again") from None
        return str(path.parent / entry.bot)

    def find(self, prefix: str) -> str:
        """The version whose name begins with a text; raises InputError unless there is exactly one."""
        known = self.versions()
        found = [version for version in known if version.startswith(prefix[:ID_LENGTH])]
        if len(prefix) < MIN_PREFIX or len(found) != 1:
            there = f"kept are {', '.join(known)}" if known else "none is kept yet"
            raise InputError(
                f"--base {prefix}: expected a bot's file or folder, or a version by at least {MIN_PREFIX} "
                f"characters of its digest; {there}"
            )
        return found[0]

    def versions(self) -> list[str]:
        """The stored versions, the latest first."""
        if not self.root.is_dir():
            return []
        kept = [path for path in self.root.iterdir() if self.has(path.name)]
        return [path.name for path in sorted(kept, key=lambda path: -path.stat().st_mtime_ns)]

    def prune(self, current: Iterable[str] = ()) -> None:
        """Remove versions that were not accepted, except those in use, and old matches."""
        accepted = list(dict.fromkeys(line.version for line in reversed(self.history()) if line.accepted))
        wanted = {*accepted[:MAX_KEPT], *current}
        for version in self.versions():
            if version not in wanted:
                _remove(self.root / version)
        for folder in _newest_first(self.root / "matches")[MAX_PAIRS:]:
            _remove(folder)

    def matches(self, version: str, base: str) -> Path:
        """The folder for the matches of a version against another."""
        return self.root / "matches" / f"{version}-{base}"

    # History

    def history(self) -> list[Line]:
        """The results of all versions, the earliest first, without lines that were cut off."""
        try:
            texts = (self.root / HISTORY).read_bytes().splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise FileError(f"{self.root / HISTORY} cannot be read: {error.strerror}") from None
        return [line for text in texts if (line := _line(text)) is not None]

    def record(self, line: Line) -> None:
        """Add a line to the history."""
        with file_errors(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
        append_whole(self.root / HISTORY, msgspec.json.encode(line) + b"\n")

    def accepted(self) -> str:
        """The version that was accepted last, if it is still stored."""
        lines = (line.version for line in reversed(self.history()) if line.accepted and self.has(line.version))
        return next(lines, "")


def now() -> str:
    """The time for a line of the history."""
    return time.strftime("%Y-%m-%d %H:%M:%S")


def _line(text: bytes) -> Line | None:
    try:
        return msgspec.json.decode(text, type=Line)
    except (ValueError, RecursionError):  # no JSON, no line of ours, or no UTF-8
        return None


def _mark_built(folder: Path, game: str) -> None:
    """A copy of a built folder need not be built again."""
    if (folder / PROJECT).is_file():
        project = read_project(folder, game)
        if project.build:
            mark_built(folder, project)


def _inner(source: BotSource) -> str:
    """The name of the copied folder, from which a bot may take its name."""
    return source.root.resolve().name or "bot"


def _copy_files(source: BotSource, copy: Path) -> None:
    """Copy the files of a bot that is a Python file."""
    paths = [source.root / name for name in sorted(source.digests())]
    if sum(path.stat().st_size for path in paths) > MAX_BYTES:
        raise BotError(
            f"{source.spec}: its file and what it imports or names hold more than {MAX_BYTES // 2**20} MiB; "
            "move large files elsewhere, or make it a folder with a lanista.toml that lists its `files`"
        )
    for path in paths:
        target = copy / path.relative_to(source.root)
        target.parent.mkdir(parents=True, exist_ok=True)
        copy_file(path, target, path.stat())


def _newest_first(folder: Path) -> list[Path]:
    paths = list(folder.iterdir()) if folder.is_dir() else []
    return sorted(paths, key=lambda path: -path.stat().st_mtime_ns)


def _remove(folder: Path) -> None:
    """Remove a folder; a rename first, so that no half of a version is left."""
    gone = beside(folder)
    try:
        os.rename(folder, gone)
    except OSError:
        return
    shutil.rmtree(gone, ignore_errors=True)
