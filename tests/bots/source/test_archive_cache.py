"""Archives are unpacked once, found again by their content, and removed when many others were used since."""

from __future__ import annotations

import os
import shutil
import threading
import zipfile
from pathlib import Path

import pytest

from lanista.bots.resolve import find_bot
from lanista.bots.source import archive_cache
from lanista.bots.source.archive import MAX_ARCHIVE
from lanista.bots.source.archive_cache import unpacked
from lanista.bots.source.found_bots import FoundBots
from lanista.core.errors import BotError
from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms

GAME = get_game("overdrive")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    yield
    release()


def release() -> None:
    """Forget the archives that this process has used, as at its end."""
    while archive_cache._held:
        archive_cache._held.popitem()[1].close()


def pack(path: Path, move: str = "NOTHING", **files: str) -> Path:
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("top/bot.py", f"def move(view): return {move!r}\n")
        for name, text in files.items():
            made.writestr(f"top/{name}", text)
    return path


def entries(tmp_path: Path) -> set[Path]:
    return {path.parent for path in (tmp_path / "cache" / "lanista" / "archives").glob("*/used")}


def test_a_bot_is_found_in_an_archive(tmp_path):
    spec = str(pack(tmp_path / "racer.zip"))
    bot = find_bot(GAME, spec)
    assert (bot.name, bot.spec) == ("racer", spec)
    assert bot.folder is not None
    assert (bot.folder / "bot.py").read_text() == "def move(view): return 'NOTHING'\n"
    assert not [path for path in entries(tmp_path) if path.stat().st_mode & 0o077], "nobody else reads it"


def test_its_digest_is_that_of_the_folder(tmp_path):
    folder = tmp_path / "racer"
    folder.mkdir()
    (folder / "bot.py").write_text("def move(view): return 'NOTHING'\n")
    assert find_bot(GAME, str(pack(tmp_path / "racer.zip"))).digest == find_bot(GAME, str(folder)).digest


def test_an_archive_plays(tmp_path):
    spec = str(pack(tmp_path / "racer.zip", "ACCELERATE"))
    result = plan_match("overdrive", [spec, spec], MatchTerms(settings={"max_rounds": 3}), seed=1).play()
    assert [seat.name for seat in result.seats] == ["racer", "racer 2"]
    assert {verdict.value for seat in result.seats for verdict in seat.verdicts} == {"ok"}


@pytest.mark.parametrize(
    ("file", "name"), [("my bot.ZIP", "my-bot"), ("java.zip", "java-bot"), (".zip.zip", "zip"), ("é.zip", "bot")]
)
def test_names(tmp_path, file, name):
    assert find_bot(GAME, str(pack(tmp_path / file))).name == name


def test_a_changed_archive_is_another_bot(tmp_path):
    bots, spec = FoundBots(), str(pack(tmp_path / "racer.zip"))
    first = bots.find(GAME, spec)
    assert bots.find(GAME, spec) is first
    pack(tmp_path / "racer.zip", "ACCELERATE")
    assert bots.find(GAME, spec).digest != first.digest
    assert len(entries(tmp_path)) == 2


def test_it_is_unpacked_once(tmp_path):
    first = unpacked(pack(tmp_path / "racer.zip"))
    (first / "built").write_text("by its build")
    assert unpacked(tmp_path / "racer.zip") == first
    assert (first / "built").exists()


def test_what_is_missing_or_refused(tmp_path):
    pack(tmp_path / "racer.zip")
    (tmp_path / "large.zip").write_bytes(b"\0" * (MAX_ARCHIVE + 1))
    (tmp_path / "broken.zip").write_bytes(b"PK")
    for name, said in [
        ("raser.zip", "no such file (looked in '"),
        ("raser.zip", "did you mean 'racer.zip'"),
        ("large.zip", "expected an archive of at most 5 MiB"),
        ("broken.zip", "broken.zip cannot be unpacked: it is not a zip archive"),
    ]:
        with pytest.raises(BotError) as error:
            find_bot(GAME, str(tmp_path / name))
        assert said in str(error.value)
    assert not entries(tmp_path)
    assert {path.name for path in (tmp_path / "cache" / "lanista" / "archives").iterdir()} == {"lock"}


def test_an_archive_from_a_store_may_be_larger(tmp_path):
    """Its owner has packed it."""
    stored = archive_cache.stored_archives() / "digest" / "bot.zip"
    stored.parent.mkdir(parents=True)
    pack(stored, **{"model.bin": " " * (MAX_ARCHIVE + 1)})
    assert (unpacked(stored) / "model.bin").stat().st_size == MAX_ARCHIVE + 1
    shutil.copy(stored, tmp_path / "bot.zip")
    with pytest.raises(BotError, match="expected an archive of at most 5 MiB"):
        unpacked(tmp_path / "bot.zip")


def test_two_at_once(tmp_path):
    pack(tmp_path / "racer.zip")
    found: list[Path] = []
    threads = [threading.Thread(target=lambda: found.append(unpacked(tmp_path / "racer.zip"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1
    assert (found[0] / "bot.py").is_file()


def test_half_an_entry_is_unpacked_again(tmp_path):
    folder = unpacked(pack(tmp_path / "racer.zip"))
    (folder.parent / "used").unlink()
    (folder / "bot.py").unlink()
    assert (unpacked(tmp_path / "racer.zip") / "bot.py").is_file()


def test_the_cache_is_bounded_and_keeps_what_is_used(tmp_path, monkeypatch):
    monkeypatch.setattr(archive_cache, "MAX_KEPT", 2)
    folders = []
    for i in range(4):
        folders.append(unpacked(pack(tmp_path / f"{i}.zip")))
        os.utime(folders[-1].parent / "used", (i, i))
    assert all(folder.is_dir() for folder in folders), "this process uses them"
    release()
    (folders[0].parent.parent / ".draft").mkdir()  # of a process that died
    newest = unpacked(pack(tmp_path / "new.zip"))
    assert [folder.is_dir() for folder in folders] == [False, False, False, True]
    assert entries(tmp_path) == {folders[3].parent, newest.parent}
    assert not (folders[0].parent.parent / ".draft").exists()


def test_one_process_holds_few_of_them(tmp_path, monkeypatch):
    monkeypatch.setattr(archive_cache, "MAX_HELD", 2)
    for i in range(4):
        unpacked(pack(tmp_path / f"{i}.zip"))
    assert len(archive_cache._held) == 2
