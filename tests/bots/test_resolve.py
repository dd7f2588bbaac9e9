"""Ways to name a bot, and messages where nothing fits."""

import sys

import pytest

from lanista.bots.resolve import BotKind, find_bot, unique_names
from lanista.core.errors import BotError
from lanista.game import get_game

OVERDRIVE = get_game("overdrive")


def test_builtin_file_and_command(tmp_path):
    script = tmp_path / "racer.py"
    script.write_text("def move(view):\n    return 'FIX'\n")
    assert find_bot(OVERDRIVE, "cruise").kind is BotKind.BUILTIN
    assert find_bot(OVERDRIVE, str(script)).name == "racer"
    command = find_bot(OVERDRIVE, f"{sys.executable} -B {script}")
    assert command.command == (sys.executable, "-B", str(script))
    assert command.name == "racer"


def test_the_digest_follows_the_file(tmp_path):
    script = tmp_path / "racer.py"
    script.write_text("one")
    first = find_bot(OVERDRIVE, str(script)).digest
    script.write_text("two")
    assert find_bot(OVERDRIVE, str(script)).digest != first


WRONG = [
    ("gredy", "did you mean 'greedy'"),
    (
        "nosuchbot",
        "(random, cruise, greedy, planner, search), a .py, .wasm or .zip file and a command of that name",
    ),
    ("nosuch.py", "no such file"),
    ("nosuchprogram --fast", "needs 'nosuchprogram', which is not installed"),
    ("'unclosed", "not a command line"),
    (".", "is a folder"),
]


@pytest.mark.parametrize(("spec", "said"), WRONG)
def test_what_cannot_be_found_is_reported(tmp_path, monkeypatch, spec, said):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BotError) as error:
        find_bot(OVERDRIVE, spec)
    assert said in str(error.value)


def test_names_are_unique():
    bots = [find_bot(OVERDRIVE, name) for name in ("cruise", "random", "cruise", "cruise")]
    assert unique_names(bots) == ["cruise", "random", "cruise 2", "cruise 3"]
