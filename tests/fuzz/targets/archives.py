"""Targets: bots packed as `.zip` files."""

from __future__ import annotations

import io
import random
import shutil
import stat
import warnings
import zipfile
from functools import cache

from lanista.bots.source.archive import MAX_UNPACKED, unpack
from lanista.core.errors import BotError
from tests.fuzz.mutations import FRAGMENTS, mutate_bytes
from tests.fuzz.target import Finding, Target
from tests.fuzz.targets.scratch import scratch

NAMES = [
    "../x", "/etc/x", "a/../../x", "a\\b", "C:x", "x" * 250, "a/" * 30 + "x", "BOT.PY", "bot.py/", "bot.py/x", "",
    ".", "./bot.py", "a//b", "\x1b[31m", "é", "e\u0301", ".git/config", "__MACOSX/x", "x\0.py", "ﬁ", "fi",
]  # fmt: skip
MODES = [0, stat.S_IFREG | 0o755, stat.S_IFLNK | 0o777, stat.S_IFDIR | 0o755, stat.S_IFIFO | 0o600, 0o6755]
Files = list[tuple[str, bytes, int]]


def extract(data: bytes) -> None:
    """Unpack an archive; nothing but plain files and folders appears, and only in its folder."""
    here = scratch("archive")
    try:
        unpack(data, here / "bot")
        paths = list((here / "bot").rglob("*"))
        if any(not path.is_dir() and not stat.S_ISREG(path.lstat().st_mode) for path in paths):
            raise Finding(f"something else than files was unpacked: {paths}")
        if sum(path.lstat().st_size for path in paths if path.is_file()) > MAX_UNPACKED:
            raise Finding("more was unpacked than is allowed")
    finally:
        left = [path.name for path in here.iterdir() if path.name != "bot"]
        shutil.rmtree(here / "bot", ignore_errors=True)
    if left or any(path.name != "archive" for path in here.parent.iterdir()):
        raise Finding(f"something was unpacked elsewhere: {left}")


def packed(files: Files, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive with these names, contents and modes; the names are not checked."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content, mode in files:
            info = zipfile.ZipInfo("x", (2020, 1, 1, 0, 0, 0))
            info.filename, info.external_attr, info.compress_type = name, mode << 16, method
            with warnings.catch_warnings(action="ignore"):  # of names that are there twice
                archive.writestr(info, content)
    return data.getvalue()


def mutate(rng: random.Random, data: bytes) -> bytes:
    """An archive whose entries or bytes are changed."""
    if rng.random() < 0.4:
        return mutate_bytes(rng, data)
    files = [*rng.choice(SEEDS)]
    at = rng.randrange(len(files))
    name, content, mode = files[at]
    match rng.randrange(5):
        case 0:
            files[at] = (rng.choice(NAMES), content, mode)
        case 1:
            files[at] = (name, content, rng.choice(MODES))
        case 2:
            files[at] = (name, rng.choice(FRAGMENTS), mode)
        case 3:
            files.append((rng.choice([name, name.upper(), f"{name}/x", *NAMES]), content, mode))
        case 4:
            files *= rng.choice([2, 40])
    made = packed(files, rng.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA]))
    return mutate_bytes(rng, made) if rng.random() < 0.3 else made


SEEDS: list[Files] = [
    [("bot/", b"", MODES[3]), ("bot/bot.py", b"print()", MODES[1]), ("bot/src/a.txt", b"a" * 300, 0)],
    [("lanista.toml", b'command = "sh bot.sh"\n', 0), ("bot.sh", b"#!/bin/sh\n", 0), ("a/b/c", b"", 0)],
]


@cache
def seeds() -> list[bytes]:
    return [packed(files) for files in SEEDS]


TARGETS = [Target("archives.zip", extract, seeds, mutate, refuses=(BotError,), max_message=1000)]
