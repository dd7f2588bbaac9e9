"""Versions of a bot on disk: only its own files, however hostile the repository."""

import os
from pathlib import Path

import pytest

from lanista.core.errors import BotError
from lanista.tools.bisect import tree as tree_module
from lanista.tools.bisect import versions as versions_module
from lanista.tools.bisect.git import Commit, Repository
from lanista.tools.bisect.history import BotPath, CommitHistory
from lanista.tools.bisect.versions import Versions
from tests.tools.bisect.made_up_repository import git, write_repository

FOLDER = {"my/bot.py": "def move(view): ...\n", "my/lib/one.py": "ONE = 1\n", "README.md": "mine\n"}


def blob(folder: Path, content: str) -> str:
    return git(folder, "hash-object", "-w", "--stdin", given=content.encode())


def tree(folder: Path, *entries: tuple[str, str, str]) -> str:
    """Write a tree of (mode, object, name), unchecked: git's own commands would refuse some names."""
    kinds = {"040000": "tree", "160000": "commit"}
    lines = "".join(f"{mode} {kinds.get(mode, 'blob')} {oid}\t{name}\0" for mode, oid, name in entries)
    return git(folder, "mktree", "--missing", "-z", given=lines.encode())


def commit(version: str) -> Commit:
    return Commit("0", "0", (), "Ada", "2026-03-01", "One", version)


def versions_of(repository: Path, cache: Path, path: str = "my") -> Versions:
    bot = BotPath(path, is_file=path.endswith(".py"))
    return Versions(CommitHistory(Repository(repository), bot, ()), cache)


def write(repository: Path, version: str, cache: Path, path: str = "my") -> Path:
    return versions_of(repository, cache, path).write(commit(version))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    write_repository(folder, [("one", FOLDER)])
    return folder


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_is_written_under_its_name(repository, tmp_path):
    bot = write(repository, git(repository, "rev-parse", "HEAD:my"), tmp_path / "cache")
    assert bot.name == "my"
    assert contents(bot) == {"bot.py": FOLDER["my/bot.py"], "lib/one.py": FOLDER["my/lib/one.py"]}


def test_a_file_is_written_with_its_neighbours(repository, tmp_path):
    """It may import them; what cannot be written, is hidden or is usual output stays away."""
    files = {"bot.py": "import lib.one\n", "lib/one.py": "", "lib/two.py": "", "replays/1": "", ".hidden": ""}
    shas = write_repository(repository / "other", [("one", files)])
    (repository / "other" / "link").symlink_to("/etc/passwd")
    git(repository / "other", "add", "--all")
    git(repository / "other", "commit", "--quiet", "--message", "two")
    version = git(repository / "other", "rev-parse", "HEAD^{tree}")
    versions = versions_of(repository / "other", tmp_path / "cache", "bot.py")
    bot = versions.write(commit(version))
    assert bot.name == "bot.py"
    assert set(contents(bot.parent)) == {"bot.py", "lib/one.py", "lib/two.py"}
    assert versions.paths(commit(version)) == ["bot.py", "lib/one.py"]
    assert len(shas) == 1


def test_a_file_that_is_a_link_out_of_its_folder_is_refused(repository, tmp_path):
    version = tree(repository, ("120000", blob(repository, "/etc/passwd"), "bot.py"))
    with pytest.raises(BotError, match=r"bot\.py is a symbolic link"):
        write(repository, version, tmp_path / "cache", "my/bot.py")


def test_a_build_is_kept_and_changed_files_are_written_again(repository, tmp_path):
    version = git(repository, "rev-parse", "HEAD:my")
    bot = write(repository, version, tmp_path / "cache")
    (bot / "built").write_text("built")
    assert (write(repository, version, tmp_path / "cache") / "built").exists()
    (bot / "bot.py").write_text("changed")
    assert "built" not in contents(write(repository, version, tmp_path / "cache"))
    assert contents(bot)["bot.py"] == FOLDER["my/bot.py"]


def test_attributes_and_filters_of_the_repository_change_nothing(repository, tmp_path):
    """As `git archive` and a checkout would by export-ignore, export-subst, line ends and filters."""
    ran = tmp_path / "ran"
    git(repository, "config", "filter.evil.smudge", f"touch {ran}; cat")
    git(repository, "config", "diff.evil.textconv", f"touch {ran}; cat")
    git(repository, "config", "diff.evil.command", f"touch {ran}")
    git(repository, "config", "core.fsmonitor", f"touch {ran}")
    hooks = repository / ".git" / "hooks"
    for name in ("post-checkout", "reference-transaction", "post-index-change"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {ran}\n")
        (hooks / name).chmod(0o755)
    files = {
        "my/.gitattributes": "* export-ignore export-subst filter=evil diff=evil eol=crlf\n",
        "my/bot.py": "# $Format:%H$\n",
    }
    for name, text in files.items():
        (repository / name).write_text(text)
    git(repository, "-c", "core.fsmonitor=false", "-c", "filter.evil.smudge=cat", "add", "--all")
    git(repository, "-c", "core.fsmonitor=false", "commit", "--quiet", "--message", "two")
    ran.unlink(missing_ok=True)
    bot = write(repository, git(repository, "rev-parse", "HEAD:my"), tmp_path / "cache")
    Repository(repository).changes("HEAD~", "HEAD", ["my"])
    list(
        Repository(repository).between(git(repository, "rev-parse", "HEAD~"), git(repository, "rev-parse", "HEAD"))
    )
    assert contents(bot)["bot.py"] == files["my/bot.py"]
    assert contents(bot)[".gitattributes"] == files["my/.gitattributes"]
    assert not ran.exists()


def test_links_within_the_bot_become_files(repository, tmp_path):
    one, link = blob(repository, "ONE = 1\n"), blob(repository, "../one.py")
    inner = tree(repository, ("120000", link, "again.py"))
    version = tree(repository, ("100755", one, "one.py"), ("040000", inner, "lib"))
    bot = write(repository, version, tmp_path / "cache")
    assert contents(bot) == {"one.py": "ONE = 1\n", "lib/again.py": "ONE = 1\n"}
    assert not (bot / "lib" / "again.py").is_symlink()
    assert os.access(bot / "one.py", os.X_OK)


@pytest.mark.parametrize("target", ["/etc/passwd", "../outside.py", "nothing.py", "link", "lib", ""])
def test_links_that_lead_elsewhere_are_refused(repository, tmp_path, target):
    library = tree(repository, ("100644", blob(repository, "1"), "one.py"))
    version = tree(repository, ("120000", blob(repository, target), "link"), ("040000", library, "lib"))
    with pytest.raises(BotError, match="link is a symbolic link that leads to no file of the bot"):
        write(repository, version, tmp_path / "cache")


@pytest.mark.parametrize("name", ["..", ".", ".git", ".GIT", "a\\b"])
def test_names_that_lead_elsewhere_are_refused(repository, tmp_path, name):
    inner = tree(repository, ("100644", blob(repository, "1"), "evil.py"))
    raw = f"40000 {name}\0".encode() + bytes.fromhex(inner)
    version = git(repository, "hash-object", "-t", "tree", "-w", "--stdin", "--literally", given=raw)
    with pytest.raises(BotError, match="not a file name that can be written safely"):
        write(repository, version, tmp_path / "cache")
    assert not (tmp_path / "evil.py").exists()
    assert not list((tmp_path / "cache").rglob("evil.py"))


def test_submodules_and_large_file_pointers_are_refused(repository, tmp_path):
    version = tree(repository, ("160000", git(repository, "rev-parse", "HEAD"), "engine"))
    with pytest.raises(BotError, match="engine is a submodule"):
        write(repository, version, tmp_path / "cache")
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n"
    version = tree(repository, ("100644", blob(repository, pointer), "weights.bin"))
    with pytest.raises(BotError, match=r"weights\.bin is a Git LFS pointer"):
        write(repository, version, tmp_path / "cache")


def test_too_much_is_refused_before_it_is_read(repository, tmp_path, monkeypatch):
    monkeypatch.setattr(tree_module, "MAX_BYTES", 10)
    monkeypatch.setattr(Repository, "read", lambda *_: pytest.fail("read"))
    with pytest.raises(BotError, match="holds more than"):
        write(repository, git(repository, "rev-parse", "HEAD:my"), tmp_path / "cache")


def test_the_cache_is_bounded(repository, tmp_path, monkeypatch):
    monkeypatch.setattr(versions_module, "MAX_VERSIONS", 2)
    versions = versions_of(repository, tmp_path / "cache")
    written = []
    for number in range(4):
        version = tree(repository, ("100644", blob(repository, str(number)), "bot.py"))
        written.append(versions.write(commit(version)))
        os.utime(written[-1].parent, (number, number))
    versions.trim()
    assert [bot.exists() for bot in written] == [False, False, True, True]


def test_what_a_bot_left_in_place_of_its_file_is_replaced(repository, tmp_path):
    version = git(repository, "rev-parse", "HEAD:my")
    bot = write(repository, version, tmp_path / "cache")
    (bot / "bot.py").unlink()
    os.mkfifo(bot / "bot.py")  # reading it would wait for ever
    assert contents(write(repository, version, tmp_path / "cache"))["bot.py"] == FOLDER["my/bot.py"]
    (bot / "bot.py").unlink()
    (bot / "bot.py").symlink_to(repository / "my" / "bot.py")
    write(repository, version, tmp_path / "cache")
    assert not (bot / "bot.py").is_symlink()
