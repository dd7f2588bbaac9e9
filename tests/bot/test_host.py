"""Bots that are Python files, where their folder cannot be listed."""

import pytest

import lanista
from lanista.core.verdict import Verdict
from lanista.sandbox import Level
from lanista.sandbox.machine import find_machine

BOT = """import helper.words

def move(view):
    return helper.words.MOVE
"""


@pytest.mark.skipif(find_machine().level < Level.LIMITS, reason="this machine has no limits")
def test_modules_are_found_in_a_folder_that_is_shown_file_by_file(tmp_path, monkeypatch):
    """At `limits` a bot in the working directory sees itself and what it imports, but no list of the folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "helper").mkdir()
    (tmp_path / "helper" / "__init__.py").touch()
    (tmp_path / "helper" / "words.py").write_text("MOVE = 'ACCELERATE'\n")
    (tmp_path / "bot.py").write_text(BOT)
    match = lanista.play(
        "overdrive", ["bot.py", "cruise"], seed=1, settings={"max_rounds": 3}, timeouts=False, sandbox="limits"
    )
    assert match.verdicts[0] == {Verdict.OK: 3}, match.faults[0]
