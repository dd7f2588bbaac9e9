"""Reading repositories: what is found, and one sentence for whatever is wrong with them."""

import subprocess
from pathlib import Path

import pytest

from lanista.tools.bisect import git as module
from lanista.tools.bisect.git import GitError, Repository
from tests.tools.bisect.made_up_repository import CULPRIT, HISTORY, git, write_example, write_repository


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    folder = tmp_path_factory.mktemp("example")
    return folder, write_example(folder)


def test_commits_come_oldest_first_with_the_versions_of_the_bot(example):
    folder, shas = example
    repository = Repository(folder)
    commits = repository.between(repository.resolve("good"), repository.resolve("HEAD"))
    assert [commit.sha for commit in commits] == shas[1:]
    assert [commit.subject for commit in commits] == [subject for subject, _, _ in HISTORY[1:]]
    assert {commit.author for commit in commits} == {"Ada Example"}
    assert commits[0].date == "2026-03-02"
    assert str(commits[0]) == f"{shas[1][:7]} (Explain what the bot does, Ada Example, 2026-03-02)"
    files = repository.ids(shas, "bot.py", "blob")
    assert files[1] == files[2] != files[3], "the README is not the bot"
    assert repository.ids(shas[:2], "nothing.py", "blob") == ["", ""]
    assert repository.ids(shas[:2], "bot.py", "tree") == ["", ""]


def test_files_are_read_as_they_were_committed(example):
    folder, shas = example
    repository = Repository(folder)
    contents = repository.read(repository.entries(shas[CULPRIT]))
    assert contents[0] == b"Think twice before accelerating\n"
    assert b"< 0.3 else" in contents[1]
    assert repository.changes(shas[CULPRIT - 1], shas[CULPRIT], ["bot.py"])[0].startswith("bot.py | 4 ")


def test_first_parents_are_followed(tmp_path):
    write_repository(tmp_path, [("one", {"bot.py": "1"}), ("two", {"bot.py": "2"})])
    git(tmp_path, "checkout", "--quiet", "-b", "side", "good")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "--message", "aside")
    side = git(tmp_path, "rev-parse", "HEAD")
    git(tmp_path, "checkout", "--quiet", "main")
    git(tmp_path, "merge", "--quiet", "--no-ff", "side", "--message", "merge")
    repository = Repository(tmp_path)
    good, head = repository.resolve("good"), repository.resolve("HEAD")
    assert [commit.subject for commit in repository.between(good, head)] == ["two", "merge"]
    with pytest.raises(GitError, match=r"bisect follows first parents, and .* is on a branch that was merged"):
        repository.between(side, head)


def test_ranges_that_cannot_be_searched(example):
    repository = Repository(example[0])
    good, head = repository.resolve("good"), repository.resolve("HEAD")
    with pytest.raises(GitError, match="expected GOOD to be an ancestor of BAD"):
        repository.between(head, good)
    with pytest.raises(GitError, match="are the same commit"):
        repository.between(head, head)


@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ("v9", "there is no commit 'v9'"),
        ("--output=x", "expected a revision such as"),
        ("HEAD~99", "`git log --oneline` lists the commits"),
        ("HEAD\nHEAD", "expected a revision such as"),
        ("", "there is no commit ''"),
    ],
)
def test_revisions_that_do_not_exist(example, revision, message):
    with pytest.raises(GitError, match=message):
        Repository(example[0]).resolve(revision)


def test_a_shallow_repository_says_how_to_fetch_the_rest(example, tmp_path):
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--quiet", "--depth=3", f"file://{example[0]}", str(shallow))
    with pytest.raises(GitError, match="git fetch --unshallow"):
        Repository(shallow).resolve(example[1][0])


def test_a_folder_without_a_repository(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(GitError, match=r"not a git repository.*--repo"):
        Repository(tmp_path)
    with pytest.raises(GitError, match="which is no folder"):
        Repository(tmp_path / "nothing")


def test_git_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="needs git, which is not installed"):
        Repository(tmp_path)


def test_git_has_a_deadline(example, monkeypatch):
    repository = Repository(example[0])

    def hang(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("git", 1)

    monkeypatch.setattr(subprocess, "run", hang)
    with pytest.raises(GitError, match=f"took more than {module.GIT_SECONDS:.0f} s"):
        repository.entries("HEAD")


def test_variables_of_a_hook_do_not_lead_to_another_repository(example, tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_DIR", str(tmp_path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert Repository(example[0]).resolve("good") == example[1][0]


def test_the_repository_is_not_changed(example):
    folder, shas = example
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    repository = Repository(folder)
    repository.between(shas[0], shas[-1])
    repository.read(repository.entries(shas[3]))
    repository.changes(shas[0], shas[1], ["bot.py"])
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_a_partial_clone_is_refused_without_fetching(example, tmp_path):
    """The repository's settings decide what it would run to fetch."""
    git(example[0], "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "--quiet", "--filter=blob:none", "--no-checkout", f"file://{example[0]}", "partial")
    git(tmp_path / "partial", "config", "remote.origin.url", f"ext::sh -c touch% {tmp_path / 'fetched'}")
    repository = Repository(tmp_path / "partial")
    with pytest.raises(GitError, match="a partial clone and bisect fetches nothing"):
        repository.read(repository.entries(example[1][0]))
    assert not (tmp_path / "fetched").exists()
