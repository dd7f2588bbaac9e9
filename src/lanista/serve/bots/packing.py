"""Packs what people upload: written into a private folder, checked before it is unpacked, never executed."""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from lanista.bots.source.archive import MAX_FILES, SUFFIX, UPLOADED
from lanista.core.errors import BotError, FileError
from lanista.core.files import file_errors
from lanista.core.text import quoted
from lanista.engine.folders import cache_root
from lanista.game import Game
from lanista.league.packing import pack_bot
from lanista.serve.errors import RequestError, TooLarge

PYTHON = ".py"
FOLDER = "bot"  # one name for all: a bot may take its own from it
ARCHIVE = f"{FOLDER}{SUFFIX}"  # the unpacked copy depends on it
MAX_NAME = 60  # characters of a file's name
OLD_SECONDS = 3600.0  # after which the folder of an upload is left over from a process that was killed
ODD = re.compile(r"[^A-Za-z0-9._-]+")
WANTED = "expected a .zip, a .py file, or all files of the bot at once"


class UploadedFile(NamedTuple):
    """A file as it was sent; its name may be a lie."""

    name: str
    data: bytes


class PackedUpload(NamedTuple):
    """An upload that can be stored."""

    name: str  # of the file
    data: bytes  # the archive

    @property
    def digest(self) -> str:
        """The digest of the archive, by which it is stored."""
        return hashlib.sha256(self.data).hexdigest()


def pack_upload(game: Game[Any, Any, Any], folder: Path, files: Sequence[UploadedFile]) -> PackedUpload:
    """Pack an upload, with `folder` for temporary files; raises a RequestError or BotError with the reason."""
    named = [UploadedFile(safe_name(file.name), file.data) for file in files]
    _check(named)
    with file_errors(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        remove_old(folder)
        home = Path(tempfile.mkdtemp(prefix="upload-", dir=folder))
    try:
        return _pack(game, home, named)
    except (BotError, FileError) as error:
        raise BotError(_without_paths(str(error), home)) from error
    finally:
        shutil.rmtree(home, ignore_errors=True)


def safe_name(name: str) -> str:
    """The last part of a file's name, with unusual characters replaced."""
    last = name.replace("\\", "/").rpartition("/")[2]
    cleaned = ODD.sub("-", last).lstrip(".-")
    stem, dot, suffix = cleaned.rpartition(".")
    return f"{stem[:MAX_NAME]}{dot}{suffix[:MAX_NAME]}" if stem else cleaned[:MAX_NAME]


def remove_old(folder: Path, now: float | None = None) -> None:
    """Remove what processes left that were killed in the middle of an upload."""
    oldest = (time.time() if now is None else now) - OLD_SECONDS
    for path in folder.glob("upload-*"):
        with suppress(OSError):
            if path.stat().st_mtime < oldest:
                shutil.rmtree(path, ignore_errors=True)


def _check(files: Sequence[UploadedFile]) -> None:
    """Refuse what is no bot before anything is written."""
    size = sum(len(file.data) for file in files)
    if size > UPLOADED.packed:
        limit = UPLOADED.packed // 2**20
        raise TooLarge(f"expected at most {limit} MiB, got {size:,} bytes; send only what the bot needs to run")
    if not files or not size:
        raise RequestError(f"{WANTED}; got {'an empty file' if files else 'no file'}")
    if len(files) > MAX_FILES:
        raise TooLarge(f"expected at most {MAX_FILES} files, got {len(files)}; pack them into a .zip")
    if len(files) == 1 and not files[0].name.lower().endswith((SUFFIX, PYTHON)):
        raise RequestError(f"{WANTED}; got only {quoted(files[0].name)}")
    _check_several(files)


def _check_several(files: Sequence[UploadedFile]) -> None:
    known: set[str] = set()
    for file in files:
        if not file.name:
            raise RequestError(f"{WANTED}; got a file without a name")
        if file.name.lower() in known:
            raise RequestError(f"two files are called {quoted(file.name)}; pack folders into a .zip")
        known.add(file.name.lower())
        if len(files) > 1 and file.name.lower().endswith(SUFFIX):
            raise RequestError(f"expected one .zip, or the files of the bot, not {quoted(file.name)} among others")


def _pack(game: Game[Any, Any, Any], home: Path, files: Sequence[UploadedFile]) -> PackedUpload:
    source = home / FOLDER
    source.mkdir(0o700)
    if len(files) > 1:
        for file in files:
            _write(source / file.name, file.data)
        return PackedUpload(f"{len(files)} files", pack_bot(game, str(source)).archive)
    name, data = files[0]
    is_archive = name.lower().endswith(SUFFIX)
    path = source / (ARCHIVE if is_archive else f"{name[: -len(PYTHON)] or FOLDER}{PYTHON}")
    _write(path, data)
    return PackedUpload(name, pack_bot(game, str(path)).archive)


def _write(path: Path, data: bytes) -> None:
    with file_errors(path), path.open("xb") as file:
        file.write(data)
        path.chmod(0o700 if data.startswith(b"#!") else 0o600)


def _without_paths(text: str, home: Path) -> str:
    """A message without the folders of this server."""
    caches = "|".join(re.escape(str(cache_root().parent / name)) for name in ("archives", "league-archives"))
    for found in (f"{re.escape(str(home))}/{FOLDER}/", f"{re.escape(str(home))}/?", rf"(?:{caches})/[0-9a-f]+/?"):
        text = re.sub(found, "", text)
    return text
