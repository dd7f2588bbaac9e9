"""A Python bot consists of its file and whatever of its folder it imports or names."""

from pathlib import Path

import pytest

from lanista.bots.resolve import find_bot
from lanista.bots.source.python_files import python_files
from lanista.game import get_game

FILES = (
    *("bot.py", "helper.py", "other.py", "weights.json", "data/table.txt", "pack/__init__.py", "pack/deep.py"),
    *("pack/more.py", "notes.md"),
)


def files_of(folder: Path, source: str, **others: str) -> set[str]:
    for name in FILES:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(others.get(name.removesuffix(".py").replace("/", "_"), ""))
    (folder / "bot.py").write_text(source)
    return {str(path.relative_to(folder)) for path in python_files(folder / "bot.py")} - {"bot.py"}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import json, os.path", set()),
        ("import helper", {"helper.py"}),
        ("def move(view):\n    from helper import best", {"helper.py"}),
        ("from pack import deep", {"pack/__init__.py", "pack/deep.py"}),
        ("import pack.deep", {"pack/__init__.py", "pack/deep.py"}),
        ("open('weights.json')", {"weights.json"}),
        ("open('data/table.txt')", {"data/table.txt"}),
        ("Path(__file__).parent / 'data' / 'table.txt'", {"data/table.txt"}),
        ("print('data')", set()),
        ("this is not Python", set()),
    ],
)
def test_what_belongs_to_a_python_bot(tmp_path, source, found):
    assert files_of(tmp_path, source) == found


def test_imports_are_followed(tmp_path):
    modules = {"helper": "import pack.deep", "pack_deep": "from . import more\nfrom .. import other"}
    found = {"helper.py", "pack/__init__.py", "pack/deep.py", "pack/more.py", "other.py"}
    assert files_of(tmp_path, "import helper", **modules) == found


def test_links_out_of_the_folder_are_not_followed(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "secret.py").write_text("")
    (tmp_path / "home" / "secret.py").symlink_to(tmp_path / "secret.py")
    (tmp_path / "home" / "bot.py").write_text("import secret\nopen('../secret.py')\nopen('/etc/hostname')")
    assert python_files(tmp_path / "home" / "bot.py") == [tmp_path / "home" / "bot.py"]


def test_the_digest_changes_with_an_imported_module(tmp_path):
    (tmp_path / "bot.py").write_text("import helper\n")
    digests = set()
    for text in ("a = 1\n", "a = 22\n"):
        (tmp_path / "helper.py").write_text(text)
        (tmp_path / "notes.md").write_text(text)
        digests.add(find_bot(get_game("overdrive"), str(tmp_path / "bot.py")).digest)
    assert len(digests) == 2
    (tmp_path / "notes.md").write_text("changed")
    assert find_bot(get_game("overdrive"), str(tmp_path / "bot.py")).digest in digests


def test_many_texts_and_folders_are_looked_up_by_what_is_there(tmp_path):
    """A stranger's file may name a hundred folders and thousands of texts: their product is never tried."""
    for number in range(100):
        (tmp_path / f"d{number}").mkdir()
    (tmp_path / "d7" / "w.json").write_text("{}")
    texts = [*(f"d{number}" for number in range(100)), *(f"t{number}" for number in range(20_000)), "w.json"]
    (tmp_path / "bot.py").write_text(f"import d1{'.a' * 20_000}\nx = {texts}\n")
    assert python_files(tmp_path / "bot.py") == [tmp_path / "bot.py", tmp_path / "d7" / "w.json"]


def test_a_file_that_is_too_large_to_look_into_names_nothing(tmp_path):
    (tmp_path / "w.json").write_text("{}")
    (tmp_path / "bot.py").write_text("x = 'w.json'\n#" + "x" * 2**21)
    assert python_files(tmp_path / "bot.py") == [tmp_path / "bot.py"]
