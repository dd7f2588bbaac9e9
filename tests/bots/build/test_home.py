"""The home folder of builds: what is in it, what never is, and when it is removed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lanista.bots.build.home import MAX_AGE, OF, build_home, clean_homes, link_downloads

JAR = ".m2/repository/org/example/1.0/example.jar"


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of a person who has built things before."""
    home = tmp_path / "person"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    write(home / JAR, "theirs")
    write(home / ".cargo/registry/cache/x.crate", "crate")
    write(home / ".cargo/credentials.toml", "secret")
    return home


@pytest.fixture
def home(tmp_path: Path, person: Path) -> Path:
    """The home of the builds of a bot's folder."""
    (tmp_path / "racer").mkdir()
    return build_home(tmp_path / "racer")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def link(home: Path, *sources: str, **environment: str) -> list[Path]:
    return link_downloads(home, sources, environment)


def files(home: Path) -> set[str]:
    return {str(path.relative_to(home)) for path in home.rglob("*") if not path.is_dir()}


def test_a_home_is_kept_and_private(tmp_path, home):
    (home / "downloaded").touch()
    assert build_home(tmp_path / "racer") == home
    assert (home / "downloaded").exists()
    assert home.stat().st_mode & 0o077 == 0
    assert build_home(tmp_path / "other") != home


def test_downloads_of_the_tools_that_a_project_uses_are_linked(person, home):
    assert link(home, "src/Main.java", "sub/pom.xml") == [(person / ".m2/repository").resolve()]
    assert files(home) == {JAR}
    assert (home / JAR).read_text() == "theirs"
    link(home, "Cargo.toml")
    assert files(home) == {JAR, ".cargo/registry/cache/x.crate"}, "and nothing that is no download"


def test_variables_move_the_downloads(tmp_path, home):
    write(tmp_path / "elsewhere/registry/index/a", "index")
    link(home, "Cargo.toml", CARGO_HOME=str(tmp_path / "elsewhere"))
    assert files(home) == {".cargo/registry/index/a"}


def test_without_such_a_project_or_downloads_there_are_none(person, home):
    assert link(home, "bot.py") == []
    assert link(home, "Cargo.toml", CARGO_HOME=str(person / "nosuch")) == []
    assert files(home) == set()


def test_files_of_earlier_builds_stay(home):
    write(home / JAR, "fetched by a build")
    link(home, "pom.xml")
    assert (home / JAR).read_text() == "fetched by a build"


def test_links_follow_what_the_person_has(person, home):
    link(home, "pom.xml")
    (person / JAR).rename((person / JAR).with_name("renamed.jar"))
    link(home, "pom.xml")
    assert files(home) == {".m2/repository/org/example/1.0/renamed.jar"}


@pytest.mark.parametrize("name", [".m2", ".m2/repository", ".m2/repository/org"])
def test_links_that_a_build_has_planted_lead_nowhere(tmp_path, home, name):
    """A build that replaces a folder by a link must not make us write where it leads."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (home / name).parent.mkdir(parents=True, exist_ok=True)
    (home / name).symlink_to(outside)
    link(home, "pom.xml")
    assert list(outside.iterdir()) == []
    assert (home / name).is_symlink()


def test_homes_are_removed_when_their_folder_is_gone_or_nobody_builds_it(tmp_path, home):
    for name in ("gone", "old"):
        (tmp_path / name).mkdir()
    gone, old = build_home(tmp_path / "gone"), build_home(tmp_path / "old")
    (old / "read-only").mkdir()
    (old / "read-only" / "file").touch()
    (old / "read-only").chmod(0o500)
    (tmp_path / "gone").rmdir()
    now = (old.parent / OF).stat().st_mtime
    os.utime(old.parent / OF, (now - MAX_AGE - 60, now - MAX_AGE - 60))
    clean_homes()
    assert home.is_dir()
    assert not gone.parent.exists()
    assert not old.parent.exists()
