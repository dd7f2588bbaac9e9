"""Archives of bots: their contents, and messages about invalid ones."""

from __future__ import annotations

import contextlib
import io
import random
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from lanista.bots.source import archive
from lanista.bots.source.archive import MAX_DEPTH, MAX_FILES, MAX_FOLDERS, MAX_UNPACKED, unpack
from lanista.core.errors import BotError

BOT = "def move(view): return 'NOTHING'\n"
CENTRAL, LOCAL = b"PK\x01\x02", b"PK\x03\x04"


def info(name: str, mode: int = stat.S_IFREG | 0o644, **members: object) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.create_system = 3
    made.external_attr = mode << 16
    for member, value in members.items():
        setattr(made, member, value)
    return made


def packed(*entries: tuple[zipfile.ZipInfo | str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        for name, content in entries:
            made.writestr(name if isinstance(name, zipfile.ZipInfo) else info(name), content, method)
    return out.getvalue()


def patched(data: bytes, signature: bytes, offset: int, value: bytes) -> bytes:
    """An archive in whose first header of a kind some bytes differ."""
    at = data.index(signature) + offset
    return data[:at] + value + data[at + len(value) :]


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


GOOD = {
    "files": ([("bot.py", BOT), ("data/book.txt", "e4")], {"bot.py", "data/book.txt"}),
    "a single top folder is stripped": ([("my-bot/bot.py", BOT), ("my-bot/a/b.txt", "")], {"bot.py", "a/b.txt"}),
    "with entries for folders": ([("my-bot/", ""), ("my-bot/bot.py", BOT)], {"bot.py"}),
    "a folder is not all": ([("src/bot.py", BOT), ("run.sh", "")], {"src/bot.py", "run.sh"}),
    "only one file": ([("bot.py", BOT)], {"bot.py"}),
    "paths that begin with a point": ([("./", ""), ("./bot.py", BOT), ("./a/b", "")], {"bot.py", "a/b"}),
    "what the Finder adds": ([("bot/bot.py", BOT), ("__MACOSX/bot/._bot.py", "x")], {"bot.py"}),
    "version control is left out": ([("bot.py", BOT), (".git/hooks/post-checkout", "evil")], {"bot.py"}),
    "a name in UTF-8": ([("bot.py", BOT), ("données.txt", "é")], {"bot.py", "données.txt"}),
    "an archive in it stays one": ([("bot.py", BOT), ("inner.zip", "PK")], {"bot.py", "inner.zip"}),
}


@pytest.mark.parametrize(("entries", "files"), GOOD.values(), ids=GOOD)
def test_an_archive_is_unpacked(tmp_path, entries, files):
    unpack(packed(*entries), tmp_path / "bot")
    assert set(contents(tmp_path / "bot")) == files


def test_executable_bits_are_kept_and_no_others(tmp_path):
    modes = {"run.sh": 0o755, "plain.txt": 0o644, "setuid": 0o4755, "private": 0o600}
    unpack(packed(*((info(name, stat.S_IFREG | mode), "#!x") for name, mode in modes.items())), tmp_path / "bot")
    found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "bot").iterdir()}
    assert found == {"run.sh": 0o755, "plain.txt": 0o644, "setuid": 0o755, "private": 0o644}


def test_scripts_from_systems_without_modes_are_executable(tmp_path):
    unpack(packed((info("run.sh", 0, create_system=0), "#!/bin/sh\n"), ("a.txt", "#!")), tmp_path / "bot")
    assert (tmp_path / "bot" / "run.sh").stat().st_mode & 0o100
    assert not (tmp_path / "bot" / "a.txt").stat().st_mode & 0o100


def nested_folders(depth: int) -> str:
    return "/".join(["d"] * depth) + "/bot.py"


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "not a zip": (lambda: b"#!/bin/sh\n", "not a zip archive, or a damaged one (File is not a zip file); pack it"),
    "empty file": (lambda: b"", "not a zip archive"),
    "cut off": (lambda: packed(("bot.py", BOT * 99))[:-40], "not a zip archive, or a damaged one"),
    "no files": (lambda: packed(("a/", "")), "there is no file in it"),
    "no entries": (packed, "there is no file in it"),
    "only version control": (lambda: packed((".git/config", "")), "there is no file in it"),
    "bomb": (lambda: packed(("bot.py", b"\0" * 20_000_000)), "over 100 times as much: a zip bomb?"),
    "larger than allowed": (
        lambda: packed(*((f"{i}.bin", b"\0" * (MAX_UNPACKED // 2)) for i in range(3))),
        "expected at most 50 MiB when unpacked, got 78643200 bytes",
    ),
    "many files": (lambda: packed(*((f"{i}", "") for i in range(MAX_FILES + 1))), "at most 500 files"),
    "many folders": (lambda: packed(*((f"{i}/", "") for i in range(MAX_FOLDERS + 1))), "and 500 folders in it"),
    "many folders in names": (
        lambda: packed(*((f"{i}/a/b", "") for i in range(MAX_FOLDERS // 2 + 1))),
        "expected at most 500 folders in it, got 502",
    ),
    "deep": (lambda: packed((nested_folders(MAX_DEPTH), BOT)), "is more than 20 folders deep"),
    "huge name": (lambda: packed(("x" * 60_000, BOT)), "has a name of 60000 bytes; at most 200 are allowed"),
    "traversal": (lambda: packed(("../../.bashrc", "evil")), "'../../.bashrc' leads out of the bot's folder"),
    "traversal inside": (lambda: packed(("a/../../b", "evil")), "leads out of the bot's folder with `..`"),
    "absolute": (lambda: packed(("/etc/cron.d/x", "evil")), "'/etc/cron.d/x' has an absolute path or a drive"),
    "drive": (lambda: packed(("C:/x", "evil")), "has an absolute path or a drive in its name"),
    "stream": (lambda: packed(("bot.py:hidden", "evil")), "has an absolute path or a drive in its name"),
    "backslash": (lambda: packed(("..\\x", "evil")), "has a backslash in its name"),
    "NUL": (lambda: packed(("bot.py_x", BOT)).replace(b"bot.py_x", b"bot.py\0x"), "control or invisible"),
    "escape sequence": (lambda: packed(("\x1b[2Jbot.py", BOT)), "has control or invisible characters"),
    "right to left": (lambda: packed(("bot\u202eyp.", BOT)), "has control or invisible characters"),
    "link": (lambda: packed((info("bot.py", stat.S_IFLNK | 0o777), "/etc/passwd")), "is a symbolic link"),
    "pipe": (lambda: packed((info("bot.py", stat.S_IFIFO | 0o644), "")), "is neither a file nor a folder"),
    "device": (lambda: packed((info("bot.py", stat.S_IFBLK | 0o644), "")), "is neither a file nor a folder"),
    "socket": (lambda: packed((info("bot.py", stat.S_IFSOCK | 0o644), "")), "is neither a file nor a folder"),
    "case": (lambda: packed(("bot.py", BOT), ("Bot.py", BOT)), "'bot.py' and 'Bot.py' would be the same file"),
    "case of a folder": (lambda: packed(("a/x", ""), ("A/y", "")), "'a' and 'A' would be the same file"),
    "accents": (lambda: packed(("\u00e9", ""), ("e\u0301", "")), "would be the same file"),
    "duplicate": (lambda: packed(("bot.py", BOT), ("bot.pz", BOT)).replace(b"bot.pz", b"bot.py"), "the same file"),
    "a file as a folder": (lambda: packed(("a/b", ""), ("a", "")), "'a' and 'a' would be the same file"),
    "encrypted": (lambda: patched(packed(("bot.py", BOT)), CENTRAL, 8, b"\1"), "is encrypted; pack it without"),
    "another method": (lambda: packed(("bot.py", BOT), method=zipfile.ZIP_LZMA), "packed by an unusual method"),
    "an unknown method": (
        lambda: patched(packed(("bot.py", BOT)), CENTRAL, 10, struct.pack("<H", 99)),
        "packed by an unusual method",
    ),
    "a name in a code page": (
        lambda: packed(("bot_.py", BOT)).replace(b"bot_.py", b"bot\x82.py"),
        "is not in UTF-8, so nobody knows its name",
    ),
    "broken UTF-8": (
        lambda: packed(("bot\u00e9.py", BOT)).replace("é".encode(), b"\xff\xfe"),
        "a name in it is not valid UTF-8",
    ),
    "a wrong checksum": (lambda: patched(packed(("bot.py", BOT)), CENTRAL, 16, b"abcd"), "Bad CRC-32"),
    "another name in the local header": (
        lambda: patched(packed(("bot.py", BOT)), LOCAL, 30, b"rob.py"),
        "not a zip archive, or a damaged one",
    ),
    "more than its header says": (
        lambda: patched(packed(("bot.py", BOT * 9)), CENTRAL, 24, struct.pack("<I", 10)),
        "Bad CRC-32",
    ),
    "less than its header says": (
        lambda: patched(packed(("bot.py", BOT)), CENTRAL, 24, struct.pack("<I", 1000)),
        "'bot.py' lies about its size: 1000 bytes",
    ),
}


@pytest.mark.parametrize(("make", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(tmp_path, make, said):
    with pytest.raises(BotError) as error:
        unpack(make(), tmp_path / "bot")
    assert said in str(error.value)
    assert str(error.value).isprintable()
    assert {path.name for path in tmp_path.iterdir()} <= {"bot"}, "nothing is written elsewhere"


def test_overlapping_entries_are_refused(tmp_path):
    """A second entry in the central directory that has the data of the first."""
    data = packed(("a", "x" * 50), ("b", "x" * 50), method=zipfile.ZIP_STORED)
    second = data.index(CENTRAL, data.index(CENTRAL) + 1)
    overlapping = data[: second + 42] + struct.pack("<I", 10) + data[second + 46 :]
    with pytest.raises(BotError, match="overlaps another one: a zip bomb"):
        unpack(overlapping, tmp_path / "bot")


def test_no_more_is_written_than_headers_say(tmp_path, monkeypatch):
    """A bomb whose header says 10 bytes is stopped after the first chunk, not at its end."""
    monkeypatch.setattr(archive, "CHUNK", 1000)
    data = patched(packed(("bot.py", b"\0" * 900_000)), CENTRAL, 24, struct.pack("<I", 10))
    with pytest.raises(BotError):
        unpack(data, tmp_path / "bot")
    assert (tmp_path / "bot" / "bot.py").stat().st_size <= 2000


@pytest.mark.parametrize("seed", range(40))
def test_damaged_archives_are_refused_or_unpacked(tmp_path, seed):
    """Whatever bytes differ, the answer is files or a BotError."""
    data, chance = bytearray(packed(("a/bot.py", BOT), ("a/data.txt", "x" * 300))), random.Random(seed)
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    with contextlib.suppress(BotError):
        unpack(bytes(data), tmp_path / "bot")
