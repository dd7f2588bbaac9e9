"""Versions are kept as they were built, and their history is read back."""

import os
import subprocess
from pathlib import Path

import pytest

from lanista.bots.protocol import working_copy
from lanista.bots.resolve import find_bot
from lanista.core.errors import LanistaError
from lanista.game import get_game
from lanista.tools.dev import store as stores
from lanista.tools.dev.sources import BotSource
from lanista.tools.dev.store import ChangedMeanwhile, Line, VersionResult, VersionStore

GAME = get_game("overdrive")


@pytest.fixture
def here(tmp_path, tmp_path_factory, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path_factory.mktemp("cache")))
    return tmp_path


def python_bot(folder: Path, text: str = "import helper\n") -> BotSource:
    folder.mkdir(exist_ok=True)
    (folder / "mybot.py").write_text(text)
    (folder / "helper.py").write_text("")
    (folder / "other.py").write_text("")
    return BotSource("overdrive", str(folder / "mybot.py"))


def test_a_python_file_is_kept_with_what_it_imports(here):
    source = python_bot(here / "bots")
    store = VersionStore.of(source)
    version = store.keep(source)
    spec = store.spec(version)
    assert spec == str(store.root / version / "bots" / "mybot.py")
    assert sorted(os.listdir(os.path.dirname(spec))) == ["helper.py", "mybot.py"]
    assert find_bot(GAME, spec).digest == find_bot(GAME, source.spec).digest
    assert (store.root / ".gitignore").read_text() == "*\n"
    assert store.keep(source) == version


@pytest.mark.usefixtures("unconfined")  # the build leaves a mark for the test
def test_a_built_folder_is_kept_with_its_build_and_not_built_again(here):
    folder = here / "bot"
    folder.mkdir()
    (folder / "lanista.toml").write_text('name = "b"\nbuild = "sh make.sh"\ncommand = "./build/bot"\n')
    (folder / "make.sh").write_text(f"echo x >> {here}/built; mkdir -p build; cp /bin/true build/bot\n")
    source = BotSource("overdrive", "bot")
    find_bot(GAME, "bot")
    store = VersionStore.of(source)
    kept = find_bot(GAME, store.spec(store.keep(source)))
    assert kept.name == "b"
    assert (here / "built").read_text() == "x\n"


def test_developing_in_the_bots_own_folder_does_not_keep_the_versions_in_the_version(here):
    (here / "lanista.toml").write_text('command = "sh bot.sh"\n')
    (here / "bot.sh").write_text("")
    source = BotSource("overdrive", ".")
    store = VersionStore.of(source)
    for text in ("one", "two"):
        (here / "bot.sh").write_text(text)
        version = store.keep(source)
    kept = subprocess.run(["find", store.spec(version), "-type", "f"], capture_output=True, check=True, text=True)
    assert sorted(os.path.basename(line) for line in kept.stdout.split()) == ["bot.sh", "lanista.toml"]


def test_links_out_of_the_folder_stay_links(here):
    (here / "secret").write_text("secret")
    folder = here / "bot"
    folder.mkdir()
    (folder / "lanista.toml").write_text('command = "sh bot.sh"\n')
    (folder / "link").symlink_to(here / "secret")
    store = VersionStore.of(BotSource("overdrive", "bot"))
    assert os.path.islink(os.path.join(store.spec(store.keep(BotSource("overdrive", "bot"))), "link"))


@pytest.mark.parametrize("is_file", [True, False])
def test_a_folder_that_is_too_large_is_refused(here, monkeypatch, is_file):
    monkeypatch.setattr(stores, "MAX_BYTES", 10)
    monkeypatch.setattr(working_copy, "MAX_BYTES", 10)
    source = python_bot(here / "bots", "import helper  # more than ten bytes\n")
    if not is_file:
        source = BotSource("overdrive", str(here / "bots"))
    with pytest.raises(LanistaError, match="more than 0 MiB"):
        VersionStore.of(source).keep(source)
    assert VersionStore.of(source).versions() == []
    assert [name for name in os.listdir(VersionStore.of(source).root) if name != ".gitignore"] == []


def test_a_save_during_the_copy_is_noticed(here, monkeypatch):
    source = python_bot(here / "bots")
    copy = working_copy.copy_file

    def copy_and_save(path, target, status):
        copy(path, target, status)
        target.write_text("saved meanwhile")

    monkeypatch.setattr(stores, "copy_file", copy_and_save)
    with pytest.raises(ChangedMeanwhile):
        VersionStore.of(source).keep(source)
    assert VersionStore.of(source).versions() == []


def test_the_history_survives_a_torn_line(here):
    store = VersionStore(here / "store")
    assert store.history() == []
    line = Line("2026-01-02 03:04:05", "abc", VersionResult.BETTER, "def", True, 12, 20.5, 3.0, 38.0)
    store.record(line)
    with (store.root / "history.jsonl").open("ab") as file:
        file.write(b'{"time": "2026')
    assert store.history() == [line]


def test_the_last_accepted_version_that_is_kept(here):
    store = VersionStore(here / "store")
    versions = []
    for text in ("a = 1", "a = 2", "a = 3"):
        versions.append(store.keep(python_bot(here / "bots", text)))
    for version, accepted in zip(versions, (True, True, False), strict=True):
        store.record(Line("", version, VersionResult.BETTER, accepted=accepted))
    assert store.accepted() == versions[1]
    store.record(Line("", "gone", VersionResult.BETTER, accepted=True))
    assert store.accepted() == versions[1]


def test_only_accepted_versions_stay(here, monkeypatch):
    store = VersionStore(here / "store")
    versions = [store.keep(python_bot(here / "bots", f"a = {number}")) for number in range(4)]
    for version in versions[:2]:
        store.record(Line("", version, VersionResult.BETTER, accepted=True))
    store.prune([versions[3]])
    assert set(store.versions()) == {versions[0], versions[1], versions[3]}
    monkeypatch.setattr(stores, "MAX_KEPT", 1)
    store.prune()
    assert store.versions() == [versions[1]]


def test_a_version_is_found_by_the_beginning_of_its_name(here):
    store = VersionStore(here / "store")
    version = store.keep(python_bot(here / "bots"))
    assert store.find(version[:4]) == version
    for prefix in ("", version[:3], "zzzz"):
        with pytest.raises(LanistaError, match=f"kept are {version}"):
            store.find(prefix)


def test_every_game_has_its_own_versions(here):
    specs = [("overdrive", "bots/mybot.py"), ("rampage", "bots/mybot.py"), ("overdrive", "more/mybot.py")]
    assert len({VersionStore.of(BotSource(game, spec)).root for game, spec in specs}) == 3


def test_one_session_at_a_time(here):
    store = VersionStore(here / "store")
    with store.locked(), pytest.raises(LanistaError, match="another `lanista dev`"), store.locked():
        pass
    with store.locked():
        pass
