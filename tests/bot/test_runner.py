"""`lanista.bot.run`: a function or a class answers the lines protocol."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from lanista.core.verdict import Verdict
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms

START = {"type": "start", "seat": 1, "game": "overdrive"}
TURNS = [{"type": "turn", "turn": turn, "view": {"value": 10 * turn}} for turn in (1, 2)]


def talk(tmp_path: Path, source: str, matches: int = 1) -> tuple[list[Any], str, int]:
    """A bot's answers to a start, two turns and an end; its log, and its exit status."""
    file = tmp_path / "bot.py"
    file.write_text(textwrap.dedent(source))
    sent = "".join(
        json.dumps(message) + "\n" for message in [START, *TURNS, {"type": "end", "outcome": {}}] * matches
    )
    done = subprocess.run(
        [sys.executable, str(file)], input=sent, capture_output=True, text=True, timeout=60, check=False
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr, done.returncode


READY = {"type": "ready"}
AGAIN = {"type": "ready", "again": True}


@pytest.mark.parametrize(
    ("source", "answers"),
    [
        (
            "def move(view): return view['value']\nrun(move)",
            [{"turn": 1, "move": 10}, {"turn": 2, "move": 20}],
        ),
        (
            "def move(view): return {'move': 'GO', 'say': 'hi'}\nrun(move)",
            [{"turn": 1, "move": "GO", "say": "hi"}, {"turn": 2, "move": "GO", "say": "hi"}],
        ),
        (
            "def move(view): return {'action': 'Idle'}\nrun(move)",
            [{"turn": 1, "move": {"action": "Idle"}}, {"turn": 2, "move": {"action": "Idle"}}],
        ),
        (
            """
            class Mine:
                def __init__(self, start): self.count = start["seat"]
                def move(self, view):
                    self.count += 1
                    return str(self.count)
            run(Mine)
            """,
            [{"turn": 1, "move": "2"}, {"turn": 2, "move": "3"}],
        ),
        (
            """
            class Mine:
                def move(self, view): return "GO"
            run(Mine)
            """,
            [{"turn": 1, "move": "GO"}, {"turn": 2, "move": "GO"}],
        ),
    ],
    ids=["function", "says", "move object", "class with start", "class without"],
)
def test_a_bot_answers(tmp_path, source, answers):
    lines, log, status = talk(tmp_path, "from lanista.bot import run\n" + textwrap.dedent(source))
    assert (lines, log, status) == ([AGAIN if "class" in source else READY, *answers], "", 0)


COUNTS = """
class Mine:
    def __init__(self): self.count = 0
    def move(self, view):
        self.count += 1
        return self.count
"""


@pytest.mark.parametrize(
    ("source", "moves"),
    [
        (f"{COUNTS}\nrun(Mine)", [AGAIN, 1, 2, AGAIN, 1, 2]),
        (f"{COUNTS}\nAGAIN = False\nrun(Mine)", [READY, 1, 2]),
        (f"{COUNTS}\nrun(Mine())", [READY, 1, 2]),
        (f"{COUNTS}\nAGAIN = True\nrun(Mine())", [AGAIN, 1, 2, AGAIN, 3, 4]),
        ("def move(view): return 1\nrun(move)", [READY, 1, 1]),
        ("def move(view): return 1\nAGAIN = True\nrun(move)", [AGAIN, 1, 1, AGAIN, 1, 1]),
        ("def move(view): return 1\nAGAIN = 'yes'\nrun(move)", [READY, 1, 1]),
    ],
    ids=["class", "class once", "object", "object again", "function", "function again", "another use of the name"],
)
def test_a_class_plays_match_after_match_and_others_on_request(tmp_path, source, moves):
    lines, log, status = talk(tmp_path, "from lanista.bot import run\n" + source, matches=2)
    assert ([line.get("move", line) for line in lines], log, status) == (moves, "", 0)


def test_a_forgotten_print_is_a_log(tmp_path):
    lines, log, _ = talk(
        tmp_path, "from lanista.bot import run\ndef move(view): print('hm'); return 'GO'\nrun(move)"
    )
    assert [line.get("move") for line in lines] == [None, "GO", "GO"]
    assert log == "hm\nhm\n"


def test_an_error_is_shown_from_the_bots_own_line_on(tmp_path):
    lines, log, status = talk(
        tmp_path, "from lanista.bot import run\ndef move(view): return view['no']\nrun(move)"
    )
    assert (lines, status) == ([READY], 1)
    assert "KeyError: 'no'" in log
    assert "runner.py" not in log


def test_something_that_cannot_play_is_refused(tmp_path):
    _, log, status = talk(tmp_path, "from lanista.bot import run\nrun(int)")
    assert status == 1
    assert "expects a function move(view) or a class with a method move(self, view), got <class 'int'>" in log


@pytest.mark.parametrize("guard", ["", "if __name__ == '__main__': "], ids=["bare", "guarded"])
def test_lanista_runs_the_same_file(tmp_path, guard):
    file = tmp_path / "bot.py"
    file.write_text(f"from lanista.bot import run\ndef move(view): return 'ACCELERATE'\n{guard}run(move)\n")
    result = plan_match("overdrive", [str(file), "cruise"], MatchTerms(settings={"max_rounds": 5}), seed=1).play()
    assert result.seats[0].verdicts == {Verdict.OK: 5}


def test_a_bots_imports_never_find_modules_of_ours(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("import sys\ntry:\n    import runner\nexcept ImportError:\n    def move(view): return 'FIX'\n")
    result = plan_match("overdrive", [str(file), "cruise"], MatchTerms(settings={"max_rounds": 2}), seed=1).play()
    assert result.seats[0].verdicts == {Verdict.OK: 2}


def test_a_bot_whose_code_never_lets_others_run_shows_its_stack(tmp_path: Path):
    hangs = "re.match('(a+)+$', 'a' * 60 + 'b')"
    (tmp_path / "bot.py").write_text(
        f"import re, lanista.bot\ndef move(view):\n    {hangs}\nlanista.bot.run(move)\n"
    )
    start = {**START, "limits": {"start_ms": 100, "turn_ms": 100}}
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "bot.py")],
        stdin=subprocess.PIPE, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
    ) as bot:  # fmt: skip
        assert bot.stdin is not None
        assert bot.stderr is not None
        bot.stdin.write("".join(json.dumps(message) + "\n" for message in [start, TURNS[0]]).encode())
        bot.stdin.flush()
        seen = [bot.stderr.readline() for _ in range(3)]
        bot.kill()
    assert seen[0] == b"Stack (most recent call first):\n"
    assert b'bot.py", line 3 in move' in seen[2]
