"""A bot is ready if it can be found, built and asked; otherwise the reason is its own."""

from pathlib import Path

import pytest

from lanista.core.errors import BotError
from lanista.match.terms import MatchTerms
from lanista.series.spec import MatchSpec
from lanista.tools.bisect.git import Repository
from lanista.tools.bisect.history import read_history
from lanista.tools.bisect.prepare import Preparation
from lanista.tools.bisect.versions import Versions
from tests.tools.bisect.made_up_repository import write_repository

GOES = "def move(view):\n    return 'ACCELERATE'\n"
CONTENTS = [
    ("good", {"bot.py": GOES}),
    ("cannot be imported", {"bot.py": "import a_module_that_was_forgotten\n"}),
    ("fails in its first turn", {"bot.py": "def move(view):\n    return 1 / 0\n"}),
    ("fails later", {"bot.py": "turns = iter('ab')\ndef move(view):\n    next(turns)\n    return 'FIX'\n"}),
    ("another comment elsewhere", {"bot.py": GOES, "other.py": "# not imported\n"}),
]


def match(new: str, old: str) -> MatchSpec:
    return MatchSpec(0, "overdrive", (new, old), (0, 1), 5, terms=MatchTerms(settings={"max_rounds": 4}))


@pytest.fixture
def prepared(tmp_path: Path):
    write_repository(tmp_path / "repository", CONTENTS)
    history = read_history(Repository(tmp_path / "repository"), "good..main", "bot.py")
    return Preparation("overdrive", Versions(history, tmp_path / "cache"), match), history.commits


def test_what_cannot_play_is_refused_with_its_own_reason(prepared):
    prepare, (good, missing, failing, later, same) = prepared
    first = prepare(good)
    assert Path(first.bot).read_text() == GOES
    with pytest.raises(BotError, match=r"crashed in turn 1: .*a_module_that_was_forgotten"):
        prepare(missing)
    with pytest.raises(BotError, match="crashed in turn 1"):
        prepare(failing)
    assert prepare(later).digest != first.digest, "a bot that fails later plays, and loses"
    assert prepare(same).digest == first.digest, "what it does not import is not part of it"


def test_a_commit_without_the_bot_is_refused(prepared):
    prepare, commits = prepared
    with pytest.raises(BotError, match="does not exist in this commit"):
        prepare(type(commits[0])("0", "0", (), "Ada", "2026-03-01", "none"))


def test_a_folder_is_built_once_and_a_failing_build_is_the_reason(tmp_path):
    project = 'command = "bot.py"\nprotocol = "python"\nbuild = "sh build.sh"\nfiles = ["*.py", "build.sh"]\n'
    contents = [
        ("good", {"my/lanista.toml": project, "my/bot.py": GOES, "my/build.sh": "echo built >> log\n"}),
        ("broken", {"my/build.sh": "echo cannot find the map >&2\nexit 3\n"}),
    ]
    write_repository(tmp_path / "repository", contents)
    history = read_history(Repository(tmp_path / "repository"), "good..main", "my")
    for _ in range(2):  # the second run finds the build of the first
        prepare = Preparation("overdrive", Versions(history, tmp_path / "cache"), match)
        bot = prepare(history.commits[0]).bot
        assert (Path(bot) / "log").read_text() == "built\n"
    with pytest.raises(BotError, match=r"the build failed(.|\n)*exit status 3(.|\n)*cannot find the map"):
        prepare(history.commits[1])
