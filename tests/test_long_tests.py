"""The table of long tests: every folder of the package asks for some, every long test is asked for by some."""

from pathlib import Path

import pytest

from tests import long_tests
from tests.long_tests import ASKED, SECONDS, asked_by, long_files, sample

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "lanista"


def test_every_module_of_the_package_asks_for_long_tests() -> None:
    files = [path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE]
    assert len(files) > 400
    unasked = [file for file in files if not asked_by([file]) and file != "src/lanista/games/__init__.py"]
    assert unasked == []


def test_every_row_is_of_a_path_that_exists_and_asks_for_files_with_long_tests() -> None:
    assert [path for path in ASKED if not (ROOT / path).exists()] == []
    assert {file for tests in ASKED.values() for file in tests} == set(long_files()) == set(SECONDS)


def test_a_changed_test_file_asks_for_itself_if_it_has_long_tests() -> None:
    assert asked_by(["tests/test_wheel.py", "tests/test_links.py"]) == {"tests/test_wheel.py"}


def test_a_sample_fits_into_the_time_and_differs_between_commits() -> None:
    samples = [sample(SECONDS, str(commit), 100) for commit in range(100)]
    assert all(sum(SECONDS[file] for file in files) <= 140 for files in samples), "the first may be longer"
    assert all(files == sample(SECONDS, str(commit), 100) for commit, files in enumerate(samples))
    assert {file for files in samples for file in files} == set(SECONDS), "each has its turn"


def test_one_file_is_chosen_however_little_time_there_is() -> None:
    assert len(sample(SECONDS, "a", 1)) == 1
    assert sample([], "a") == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (None, "the history is too short to tell what changed: "),
        (["src/lanista/learn/copies.py"], "1 files changed: 1 of 1 files"),
        (["LICENSE"], "1 files changed: 0 of 0 files"),
    ],
)
def test_what_is_run_is_said(changed: list[str] | None, said: str, monkeypatch, capsys) -> None:
    monkeypatch.setattr(long_tests, "changed_files", lambda base: changed)
    long_tests.main()
    printed = capsys.readouterr()
    assert said in printed.err
    assert set(printed.out.split()) <= set(long_files())


def test_a_base_that_is_no_commit_is_refused() -> None:
    with pytest.raises(SystemExit, match="LANISTA_BASE: expected a commit, got 'no-such-commit'"):
        long_tests.changed_files("no-such-commit")
