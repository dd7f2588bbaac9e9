"""Whatever bot a person names becomes an archive, with the same bytes for the same files."""

import io
import os
import stat
import zipfile
from pathlib import Path

import pytest

from lanista.bots.source.archive import OWN, UPLOADED, unpack
from lanista.core.errors import BotError
from lanista.game import get_game
from lanista.league import packing
from lanista.league.packing import pack_bot, split_name

GAME = get_game("overdrive")
MOVE = "def move(view):\n    return 'NOTHING'\n"


def names(data: bytes) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(data)).namelist()


def files(folder: Path, *paths: str) -> Path:
    for path in paths:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(MOVE if path.endswith(".py") else path)
    return folder


@pytest.mark.parametrize(
    ("text", "name", "spec"),
    [
        ("greedy", "", "greedy"),
        ("alice=greedy", "alice", "greedy"),
        ("bob=./a=b/bot.py", "bob", "./a=b/bot.py"),
        ("./a=b/bot.py", "", "./a=b/bot.py"),
        ("python -m x=y", "", "python -m x=y"),
        ("search:ms=5,seed=1", "", "search:ms=5,seed=1"),
        ("ann=search:ms=5", "ann", "search:ms=5"),
    ],
)
def test_a_bot_may_be_named(text, name, spec):
    assert split_name(text) == (name, spec)


def test_a_file_with_an_equals_sign_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(files(tmp_path, "a=b.py"))
    assert split_name("a=b.py") == ("", "a=b.py")


def test_a_built_in_bot_is_its_name_and_the_digest_of_its_sources():
    packed = pack_bot(GAME, "greedy")
    assert (packed.name, packed.builtin, packed.archive) == ("greedy", "greedy", b"")
    assert packed.digest == packing.builtin_digest(GAME, "greedy")


def test_the_search_joins_with_its_options():
    packed = pack_bot(GAME, "search:ms=5,seed=1")
    assert (packed.name, packed.builtin) == ("search:ms=5,seed=1", "search:ms=5,seed=1")
    assert packed.digest != packing.builtin_digest(GAME, "greedy")
    with pytest.raises(BotError, match="no option"):
        pack_bot(GAME, "search:speed=5")


def test_a_python_file_is_packed_with_what_it_uses(tmp_path):
    files(tmp_path, "helper.py", "weights.json", "other.py", "notes.txt")
    (tmp_path / "my bot.py").write_text(f"import helper\nopen('weights.json')\n{MOVE}")
    packed = pack_bot(GAME, str(tmp_path / "my bot.py"))
    assert packed.name == "my bot"
    assert names(packed.archive) == ["helper.py", "lanista.toml", "my bot.py", "weights.json"]
    description = zipfile.ZipFile(io.BytesIO(packed.archive)).read("lanista.toml").decode()
    assert description == 'command = "\'my bot.py\'"\nname = "my bot"\nprotocol = "python"\n'


def test_a_folder_is_packed_without_what_no_match_needs(tmp_path):
    files(
        tmp_path, "bot.py", "data/a.txt", ".git/config", ".lanista/x", "replays/1", "__pycache__/bot.pyc", "x.pyc"
    )
    assert names(pack_bot(GAME, str(tmp_path)).archive) == ["bot.py", "data/a.txt"]


BUILT = 'command = "./bin/bot"\nbuild = "make"\nname = "Bob"\n'


def test_what_a_build_makes_anew_is_not_packed(tmp_path):
    files(tmp_path, "main.c", "main.o", "bin/bot", "target/x", ".cargo/config.toml")
    (tmp_path / "lanista.toml").write_text(BUILT)
    packed = pack_bot(GAME, str(tmp_path))
    assert packed.name == "Bob"
    assert names(packed.archive) == [".cargo/config.toml", "lanista.toml", "main.c"]
    assert packed.left_out == ("bin", "target")


def test_sources_that_are_named_are_packed_wherever_they_are(tmp_path):
    files(tmp_path, "main.c", "bin/generate.sh")
    (tmp_path / "lanista.toml").write_text(BUILT + 'files = ["main.c", "bin/generate.sh"]\n')
    assert names(pack_bot(GAME, str(tmp_path)).archive) == ["bin/generate.sh", "lanista.toml", "main.c"]


def test_output_without_a_build_is_the_bot(tmp_path):
    files(tmp_path, "bin/bot")
    (tmp_path / "lanista.toml").write_text('command = "./bin/bot"\n')
    assert names(pack_bot(GAME, str(tmp_path)).archive) == ["bin/bot", "lanista.toml"]


def test_equal_files_give_equal_bytes(tmp_path):
    """The order, time and permissions of files do not matter, except that a program stays one."""
    archives = []
    for index, paths in enumerate([("bot.py", "a.txt", "run"), ("run", "a.txt", "bot.py")]):
        folder = files(tmp_path / str(index) / "same", *paths)
        (folder / "run").chmod([0o755, 0o744][index])
        (folder / "a.txt").chmod([0o600, 0o644][index])
        os.utime(folder / "a.txt", (index, index))
        archives.append(pack_bot(GAME, str(folder)).archive)
    assert archives[0] == archives[1]
    unpack(archives[0], tmp_path / "unpacked")
    assert stat.S_IMODE((tmp_path / "unpacked" / "run").stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "unpacked" / "a.txt").stat().st_mode) == 0o644


def test_links_within_the_folder_are_packed_as_files(tmp_path):
    files(tmp_path, "bot.py", "deep/data.txt")
    (tmp_path / "data.txt").symlink_to("deep/data.txt")
    assert names(pack_bot(GAME, str(tmp_path)).archive) == ["bot.py", "data.txt", "deep/data.txt"]


@pytest.mark.parametrize("target", ["/etc/hostname", "../outside.txt", "missing", "deep"])
def test_other_links_are_refused(tmp_path, target):
    folder = files(tmp_path / "bot", "bot.py", "deep/data.txt")
    files(tmp_path, "outside.txt")
    (folder / "link").symlink_to(target)
    with pytest.raises(BotError, match=r"is a link to .*, which is not a file of the bot's folder"):
        pack_bot(GAME, str(folder))


def test_what_is_neither_a_file_nor_a_folder_is_refused(tmp_path):
    files(tmp_path, "bot.py")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BotError, match="pipe is neither a file nor a folder"):
        pack_bot(GAME, str(tmp_path))


def test_an_archive_is_taken_as_it_is(tmp_path):
    data = pack_bot(GAME, str(files(tmp_path / "racer", "bot.py"))).archive
    (tmp_path / "alice.zip").write_bytes(data)
    packed = pack_bot(GAME, str(tmp_path / "alice.zip"))
    assert (packed.name, packed.archive) == ("alice", data)


def test_a_large_folder_is_packed_and_a_huge_one_refused(tmp_path, monkeypatch):
    """The owner's own folder may hold more than an upload, within bounds."""
    files(tmp_path, "bot.py")
    (tmp_path / "model.bin").write_bytes(os.urandom(UPLOADED.packed))
    assert len(pack_bot(GAME, str(tmp_path)).archive) > UPLOADED.packed
    with (tmp_path / "huge.bin").open("wb") as file:
        file.truncate(OWN.packed + 1)
    with pytest.raises(BotError, match="holds more than 64 MiB or 10,000 files, and a league keeps them all"):
        pack_bot(GAME, str(tmp_path))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("human", "a league is for bots that lanista starts, got `human`"),
        ("join", "a league is for bots that lanista starts, got `join`"),
        ("python3 bot.py", r'a lanista.toml that has `command = "python3 bot.py"`, and name the folder'),
        ("gredy", "no bot 'gredy'; did you mean 'greedy'?"),
        ("missing.py", "no such file"),
        ("missing.zip", "no such file"),
    ],
)
def test_what_cannot_be_packed_is_refused_with_what_to_do(spec, message):
    with pytest.raises(BotError, match=message.replace("?", r"\?")):
        pack_bot(GAME, spec)


def test_a_folder_without_a_bot_is_refused(tmp_path):
    with pytest.raises(BotError, match=r"looked in it for lanista\.toml"):
        pack_bot(GAME, str(tmp_path))


@pytest.mark.parametrize("name", ["two\nlines.txt", "back\\slash.txt", "colon:.txt"])
def test_names_that_no_archive_may_have_are_refused_when_it_is_unpacked(tmp_path, name):
    packed = pack_bot(GAME, str(files(tmp_path / "bot", "bot.py", name)))
    with pytest.raises(BotError, match=r"the entry '.*' has"):
        unpack(packed.archive, tmp_path / "unpacked")
