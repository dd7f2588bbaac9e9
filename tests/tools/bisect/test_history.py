"""Which bot a user means, and in which commits it is there."""

import pytest

from lanista.tools.bisect.git import GitError, Repository
from lanista.tools.bisect.history import BotPath, read_history
from tests.tools.bisect.made_up_repository import git, write_repository

CONTENTS = [
    ("one", {"bots/a/bot.py": "1", "bots/a/lib.py": "1", "README.md": "1"}),
    ("two", {"README.md": "2"}),
    ("three", {"bots/a/lib.py": "3"}),
    ("four", {"bots/b/bot.py": "4"}),
]


@pytest.fixture
def repository(tmp_path):
    write_repository(tmp_path, CONTENTS)
    return tmp_path


@pytest.mark.parametrize(
    ("where", "bot", "path"),
    [
        (".", "bots/a", BotPath("bots/a", is_file=False)),
        (".", "bots/a/bot.py", BotPath("bots/a/bot.py", is_file=True)),
        (".", "./bots//a/", BotPath("bots/a", is_file=False)),
        ("bots", "a/bot.py", BotPath("bots/a/bot.py", is_file=True)),
        ("bots", "bots/a/bot.py", BotPath("bots/a/bot.py", is_file=True)),
        ("bots/a", ".", BotPath("bots/a", is_file=False)),
        (".", ".", BotPath("", is_file=False)),
    ],
)
def test_a_bot_is_named_from_the_current_folder_or_from_the_top(repository, where, bot, path):
    assert read_history(Repository(repository / where), "good..", bot).bot == path


def test_an_absolute_path_may_name_the_bot(repository):
    found = read_history(Repository(repository), "good..HEAD", str(repository / "bots" / "a"))
    assert found.bot.path == "bots/a"
    assert (found.bot.folder, found.bot.file) == ("bots/a", "")


def test_a_version_is_the_state_of_the_folder(repository):
    for bot in ("bots/a", "bots/a/bot.py"):
        versions = [commit.version for commit in read_history(Repository(repository), "good..main", bot).commits]
        assert versions[0] == versions[1] != versions[2] == versions[3]


def test_a_commit_may_lack_the_bot(repository):
    (repository / "bots" / "a" / "bot.py").unlink()
    git(repository, "commit", "--quiet", "--all", "--message", "without")
    git(repository, "revert", "--quiet", "--no-edit", "HEAD")
    versions = [c.version for c in read_history(Repository(repository), "good..main", "bots/a/bot.py").commits]
    assert [bool(version) for version in versions] == [True, True, True, True, False, True]


@pytest.mark.parametrize(
    ("revisions", "bot", "message"),
    [
        ("good", "bots/a", r"expected a range GOOD\.\.BAD"),
        ("..main", "bots/a", r"expected a range GOOD\.\.BAD"),
        ("good...main", "bots/a", r"expected a range GOOD\.\.BAD"),
        ("good..main", "bots/c", "there is no bot 'bots/c' in BAD"),
        ("good..main", "../outside", r"looked for nothing, as it is outside"),
        ("good..main", "bots/b", "there is no 'bots/b' in GOOD"),
        ("good..main", "README.md", "expects a .py file or a folder"),
        ("good..main", "a\nb", "without line breaks"),
    ],
)
def test_what_cannot_be_searched(repository, revisions, bot, message):
    with pytest.raises(GitError, match=message):
        read_history(Repository(repository), revisions, bot)


def test_a_bare_repository_has_no_working_tree(repository, tmp_path):
    git(repository, "clone", "--quiet", "--bare", str(repository), "bare.git")
    found = read_history(Repository(repository / "bare.git"), "good..main", "bots/a")
    assert len(found.commits) == 4
