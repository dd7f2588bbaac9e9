"""The parts of a cluster besides Ray: files by digest, versions, slots, folders, and matches on their way."""

import errno
import importlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from lanista.core.errors import BotError, ClusterError
from lanista.series.cluster import connection
from lanista.series.cluster.files import ReceivedFiles, SentFiles
from lanista.series.cluster.fleet import spread
from lanista.series.cluster.matches import pack
from lanista.series.cluster.messages import Done
from lanista.series.cluster.node import Node
from lanista.series.cluster.state import Condition
from lanista.series.cluster.versions import installed_version
from lanista.series.crews import Needs, make_crew
from lanista.series.owned_folder import LOCK, OwnedFolder
from lanista.series.spec import MatchReport, MatchSpec

GAME = "overdrive"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


class Store:
    """An object store that counts what it holds."""

    def __init__(self) -> None:
        self.objects: list[bytes] = []

    def put(self, data: bytes) -> int:
        self.objects.append(data)
        return len(self.objects) - 1

    def get(self, ref: int) -> bytes:
        return self.objects[ref]


def archive(folder: Path, name: str, data: bytes = b"PK") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)
    return folder / name


def spec_of(*bots: str, **changes) -> MatchSpec:
    return MatchSpec(7, GAME, bots, tuple(range(len(bots))), 1, **changes)


@pytest.mark.usefixtures("cache")
def test_a_file_is_put_into_the_store_once_and_written_once(tmp_path):
    store = Store()
    sent, received = SentFiles(store.put), ReceivedFiles(store.get)
    first, copy = archive(tmp_path / "a", "bot.zip"), archive(tmp_path / "b", "bot.zip")
    key = sent.key(first)
    assert sent.key(copy) == sent.key(first) == key
    assert len(store.objects) == 1
    received.receive(key, sent.ref(key))
    assert received.path(key).read_bytes() == b"PK"
    received.path(key).write_bytes(b"torn")  # by a disk that was full
    received.receive(key, sent.ref(key))
    assert received.path(key).read_bytes() == b"PK"
    store.objects.clear()
    received.receive(key, sent.ref(key))  # it is there, so nothing is fetched
    assert received.fault(key) == ""


@pytest.mark.usefixtures("cache")
def test_a_changed_file_is_another_one(tmp_path):
    sent = SentFiles(Store().put)
    before = sent.key(archive(tmp_path / "a", "bot.zip"))
    assert sent.key(archive(tmp_path / "a", "bot.zip", b"PK changed")) != before


def test_a_key_cannot_leave_the_cache(cache):
    received = ReceivedFiles(Store().get)
    assert received.path("../../etc/passwd").is_relative_to(cache)
    assert received.path("..//x/../../y").is_relative_to(cache)


@pytest.mark.usefixtures("cache")
def test_a_match_travels_by_keys_and_comes_back_by_paths(tmp_path):
    bot = archive(tmp_path / "bots", "alice.zip")
    spec = spec_of(str(bot), "cruise", replay=str(tmp_path / "out" / "7.jsonl.gz"))
    match = pack(3, spec, SentFiles(Store().put))
    key = match.wire.bots[0]
    assert match.wire.number == 3
    assert match.wire.bots == (key, "cruise")
    assert match.wire.replay == "7.jsonl.gz"
    assert str(tmp_path) not in msgspec.json.encode(match.wire).decode()
    done = Done(MatchReport(match.wire, f"lanista play {key} cruise", error=f"{key}: odd"), b"the replay")
    report = match.finish(done)
    assert report.spec == spec
    assert report.command == f"lanista play {bot} cruise"
    assert report.error == f"{bot}: odd"
    assert Path(spec.replay).read_bytes() == b"the replay"


@pytest.mark.parametrize("bot", ["mybot.py", "python3 bot.py", "folder"])
def test_a_bot_whose_files_are_only_here_is_refused(bot):
    with pytest.raises(BotError, match=r"cannot play on a cluster.*name a \.zip file"):
        pack(0, spec_of(bot, "cruise"), SentFiles(Store().put))


def test_matches_of_a_lost_node_that_had_begun_are_counted():
    node = Node("id", "name", 1, FakeActor(), None, Condition.PLAYING)
    first, second = (pack(number, spec_of("cruise", "random"), SentFiles(Store().put)) for number in range(2))
    node.call([first], SentFiles(Store().put))
    node.call([second], SentFiles(Store().put))
    assert not node.takes_call
    assert node.lose("it was killed") == [first, second]
    assert [first.losses, second.losses] == [1, 0]  # the second call had not begun
    assert node.state.condition is Condition.LOST
    assert node.state.lost == 2


class FakeActor:
    """An actor that is called and never answers."""

    play = property(lambda self: self)

    def remote(self, *_: object) -> object:
        return object()


@pytest.mark.parametrize(
    ("jobs", "capacities", "slots"),
    [(None, [4, 2], [4, 2]), (4, [4, 4], [2, 2]), (5, [1, 8], [1, 4]), (9, [1, 2], [1, 2]), (0, [3], [0])],
)
def test_matches_at_once_are_spread_over_nodes(jobs, capacities, slots):
    assert spread(jobs, capacities) == slots


def test_versions_are_compared():
    ours = installed_version(GAME)
    assert ours.difference(installed_version(GAME)) == ""
    for changes, what in [
        ({"lanista": "9.9"}, "it has Lanista 9.9, and this machine has"),
        ({"files": "0"}, "its files of Lanista"),
        ({"game": "0"}, "its files of the game differ"),
        ({"python": "3.99"}, "it has Python 3.99"),
    ]:
        difference = ours.difference(msgspec.structs.replace(ours, **changes))
        assert difference.startswith(what)
        assert difference.endswith("install the same version on all machines")


def test_folders_of_processes_that_were_killed_are_removed(tmp_path):
    names = ("x-killed", "x-killed-before-it-was-locked", "x-another-programs", "y-of-another-prefix")
    killed, unlocked, foreign, other = (tmp_path / name for name in names)
    for folder in (killed, unlocked, foreign, other):
        folder.mkdir()
    (killed / LOCK).touch()
    (foreign / "file").touch()
    mine = OwnedFolder(tmp_path, "x-")
    assert [folder.exists() for folder in (killed, unlocked, foreign, other)] == [False, False, True, True]
    second = OwnedFolder(tmp_path, "x-")
    assert mine.path.exists()
    for folder in (mine, second):
        folder.remove()
    assert {path.name for path in tmp_path.iterdir()} == {foreign.name, other.name}


def test_many_owners_at_once_keep_their_folders(tmp_path):
    """None takes the folder of another that is just being made for an orphan."""

    def make(_: int) -> OwnedFolder:
        return OwnedFolder(tmp_path, "x-")

    with ThreadPoolExecutor(8) as pool:
        folders = list(pool.map(make, range(200)))
    assert all((folder.path / LOCK).exists() for folder in folders)
    for folder in folders:
        folder.remove()
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_when_a_folder_cannot_be_marked(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(OSError, match="No space left"):
        OwnedFolder(tmp_path, "x-")
    assert list(tmp_path.iterdir()) == []


def test_without_ray_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(os, "environ", dict(os.environ))

    def missing(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(ClusterError, match=r"need Ray .*: install it with `pip install 'lanista\[ray\]'`"):
        make_crew("ray:auto", None, Needs(GAME))


def test_the_current_folder_and_signals_are_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with connection.undisturbed():
        assert Path.cwd() == Path(Path.cwd().anchor)
    assert Path.cwd() == tmp_path
