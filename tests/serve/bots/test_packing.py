"""Uploads are checked before they are unpacked, and never executed."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from lanista.core.errors import LanistaError
from lanista.game import get_game
from lanista.serve.bots.packing import OLD_SECONDS, UploadedFile, pack_upload, remove_old, safe_name
from tests.serve.bots.conftest import BOT, zipped

GAME = "tanks"
TOML = b'command = "bot.py"\nprotocol = "python"\n'


def link(name: str, target: str) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info, target.encode()


BAD: dict[str, tuple[list[tuple[str, bytes]], str]] = {
    "nothing": ([], "got no file"),
    "0 bytes": ([("bot.zip", b"")], "got an empty file"),
    "not a zip": ([("bot.zip", b"hello")], "not a zip archive"),
    "half a zip": ([("bot.zip", zipped(("bot.py", BOT))[:-30])], "not a zip archive"),
    "another kind": ([("bot.exe", b"MZ")], "expected a .zip, a .py file"),
    "no suffix": ([("bot", b"#!/bin/sh")], "expected a .zip, a .py file"),
    "a page": ([("bot.html", b"<script>")], "expected a .zip, a .py file"),
    "traversal": ([("bot.zip", zipped(("../../evil.py", BOT)))], "leads out of the bot's folder"),
    "traversal inside": ([("bot.zip", zipped(("a/../../evil.py", BOT)))], "leads out of the bot's folder"),
    "absolute": ([("bot.zip", zipped(("/etc/cron.d/evil", BOT)))], "absolute path"),
    "drive": ([("bot.zip", zipped(("C:/evil.py", BOT)))], "absolute path or a drive"),
    "backslash": ([("bot.zip", zipped(("..\\evil.py", BOT)))], "backslash"),
    "link": ([("bot.zip", zipped(link("bot.py", "/etc/passwd")))], "symbolic link"),
    "bomb": ([("bot.zip", zipped(("bot.py", b"0" * 40_000_000)))], "zip bomb"),
    "too large unpacked": ([("bot.zip", zipped(("bot.py", b"0" * 60_000_000)))], "at most 50 MiB"),
    "too many files": ([("bot.zip", zipped(*[(f"{n}.py", b"") for n in range(600)]))], "at most 500 files"),
    "case": ([("bot.zip", zipped(("Bot.py", BOT), ("bot.py", BOT)))], "would be the same file"),
    "empty folder": ([("bot.zip", zipped(("src/", b"")))], "no file in it"),
    "two entries": ([("bot.zip", zipped(("bot.py", BOT), ("bot.js", b"1")))], "cannot tell which is the bot"),
    "broken toml": ([("bot.zip", zipped(("lanista.toml", b"command = ")))], "lanista.toml"),
    "another game": (
        [("bot.zip", zipped(("lanista.toml", TOML + b'games = ["overdrive"]\n'), ("bot.py", BOT)))],
        "this bot plays overdrive, not tanks",
    ),
    "two archives": ([("a.zip", b"PK"), ("b.zip", b"PK")], "expected one .zip"),
    "the same name twice": ([("a/bot.py", BOT), ("b/BOT.py", BOT)], "two files are called"),
    "several, no bot": ([("a.txt", b"a"), ("b.txt", b"b")], "found none of them"),
    "a bot without a name": ([("", BOT), ("b.py", BOT)], "without a name"),
}


@pytest.mark.parametrize(("files", "why"), BAD.values(), ids=BAD)
def test_bad_uploads_are_refused_with_the_reason(tmp_path: Path, files: list[tuple[str, bytes]], why: str) -> None:
    folder = tmp_path / "incoming"
    with pytest.raises(LanistaError, match=why) as caught:
        pack_upload(get_game(GAME), folder, [UploadedFile(*file) for file in files])
    assert str(tmp_path) not in str(caught.value), "no path of the server"
    assert "/archives/" not in str(caught.value), "no path of the server"
    assert not folder.exists() or not list(folder.iterdir()), "nothing is left behind"
    assert sorted(path.name for path in tmp_path.iterdir()) in ([], ["incoming"]), "nothing is written elsewhere"


GOOD: dict[str, list[tuple[str, bytes]]] = {
    "a Python file": [("bot.py", BOT)],
    "an odd name": [("../../my böt (1).py", BOT)],
    "a zip": [("Some Bot.zip", zipped(("bot.py", BOT)))],
    "a zip with a folder": [("x.ZIP", zipped(("mine/bot.py", BOT), ("mine/data.json", b"{}")))],
    "several files": [("bot.py", BOT), ("lanista.toml", TOML)],
}


@pytest.mark.parametrize("files", GOOD.values(), ids=GOOD)
def test_good_uploads_become_archives(tmp_path: Path, files: list[tuple[str, bytes]]) -> None:
    folder = tmp_path / "incoming"
    packed = pack_upload(get_game(GAME), folder, [UploadedFile(*file) for file in files])
    assert packed.data.startswith(b"PK")
    assert len(packed.digest) == 64
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not list(folder.iterdir()), "nothing is left behind"


def test_the_same_python_file_has_the_same_digest(tmp_path: Path) -> None:
    first, second = (pack_upload(get_game(GAME), tmp_path, [UploadedFile("bot.py", BOT)]) for _ in range(2))
    assert first.digest == second.digest


def test_a_bot_is_not_executed(tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    evil = f"open({str(mark)!r}, 'w')\n".encode()
    files = [("bot.py", evil), ("lanista.toml", b'command = "bot.py"\nprotocol = "python"\nbuild = "touch x"\n')]
    pack_upload(get_game(GAME), tmp_path / "incoming", [UploadedFile(*file) for file in files])
    pack_upload(get_game(GAME), tmp_path / "incoming", [UploadedFile("bot.zip", zipped(*files))])
    assert not mark.exists()


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("bot.py", "bot.py"),
        ("/etc/passwd", "passwd"),
        ("..\\..\\evil.zip", "evil.zip"),
        ("a b<c>.py", "a-b-c-.py"),
        (".hidden.py", "hidden.py"),
        ("-rf.py", "rf.py"),
        ("..", ""),
        ("x" * 300 + ".py", "x" * 60 + ".py"),
    ],
)
def test_names_of_files_are_made_safe(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_what_a_killed_process_left_is_removed_later(tmp_path: Path) -> None:
    left = tmp_path / "upload-left"
    left.mkdir()
    (left / "bot.py").write_bytes(BOT)
    remove_old(tmp_path)
    assert left.exists(), "it may be another process's"
    remove_old(tmp_path, left.stat().st_mtime + OLD_SECONDS + 1)
    assert not left.exists()
