"""The folders of compiled rules and of their key: private, with a temporary one as fallback."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lanista.engine import folders
from lanista.engine.folders import cache_root, key_root, private_folder


@pytest.fixture(autouse=True)
def _own_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    for remembered in (private_folder, folders._spare_root):
        remembered.cache_clear()
    yield
    for remembered in (private_folder, folders._spare_root):
        remembered.cache_clear()


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANISTA_CACHE": "a", "XDG_CACHE_HOME": "b"}, Path("a")),
        ({"XDG_CACHE_HOME": "b"}, Path("b")),
        ({"HOME": "home", "USERPROFILE": "home"}, Path("home") / ".cache"),
    ],
)
def test_the_cache_can_be_moved(
    variables: dict[str, str], expected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANISTA_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache_root() == expected / "lanista" / "native"


def test_the_key_does_not_move_with_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """The path of the cache does not reveal the path of the key."""
    before = key_root()
    monkeypatch.setenv("LANISTA_CACHE", "elsewhere")
    assert key_root() == before


def test_an_account_without_a_home_uses_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.setattr(Path, "home", no_home)
    for name in ("LANISTA_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert cache_root().is_relative_to(tmp_path / "tmp")


def test_a_folder_is_made_for_the_user_alone(tmp_path: Path) -> None:
    folder = private_folder(tmp_path / "new" / "native")
    assert folder == tmp_path / "new" / "native"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def file_in_the_way(folder: Path) -> None:
    folder.write_text("a file")


def open_to_all(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)


def symbolic_link(folder: Path) -> None:
    folder.with_name("elsewhere").mkdir()
    folder.symlink_to("elsewhere")


UNFIT: list[tuple[Callable[[Path], None], str]] = [
    (file_in_the_way, "File exists"),
    (open_to_all, "others can write to it; fix it with `chmod go-w "),
    (symbolic_link, "it is a symbolic link"),
]


@pytest.mark.parametrize(("make", "words"), UNFIT, ids=[make.__name__ for make, _ in UNFIT])
def test_a_folder_that_others_may_have_touched_is_not_used(
    make: Callable[[Path], None], words: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wanted = tmp_path / "native"
    make(wanted)
    folder = private_folder(wanted)
    assert folder == tmp_path / "tmp" / f"lanista-{os.geteuid()}" / "native"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert private_folder(wanted) == folder
    assert [record.message for record in caplog.records] == [caplog.messages[0]], "said once"
    assert f"{wanted} cannot be used ({words}" in caplog.text
    assert f"using {folder} instead" in caplog.text


def test_a_folder_of_another_user_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "native").mkdir()
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    assert private_folder(tmp_path / "native") != tmp_path / "native"
    assert "it belongs to another user" in caplog.text


def test_a_folder_that_cannot_be_written_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "native").mkdir(mode=0o500)
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK or "tmp/lanista" in str(path))
    assert private_folder(tmp_path / "native") != tmp_path / "native"
    assert "it cannot be written to" in caplog.text


def test_a_temporary_folder_that_somebody_took_is_left_alone(tmp_path: Path) -> None:
    taken = tmp_path / "tmp" / f"lanista-{os.geteuid()}"
    open_to_all(taken)
    file_in_the_way(tmp_path / "native")
    folder = private_folder(tmp_path / "native")
    assert taken not in folder.parents
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
