"""A match turn by turn, on a key press."""

import io
import os
import pty
import select
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner
from rich.console import Console

from lanista.cli.main import lanista
from lanista.cli.play.step import Quit, Steps
from lanista.match.branch import branch
from lanista.match.planning import plan_match
from lanista.match.replay import Branch, read_replay
from lanista.match.terms import MatchTerms

SECONDS = 60


class Keys:
    """Supplies keys, and records what was printed before each."""

    def __init__(self, out: Console, keys: str) -> None:
        self._out, self._keys = out, list(keys)
        self.shown: list[str] = []

    def __call__(self) -> str:
        self.shown.append(self._out.file.getvalue())  # type: ignore[attr-defined]
        self._out.file.truncate(0)
        self._out.file.seek(0)
        return self._keys.pop(0) if self._keys else ""


def stepping(keys: str) -> tuple[Steps, Keys]:
    out = Console(file=io.StringIO(), width=120, no_color=True)
    pressed = Keys(out, keys)
    return Steps(out, pressed), pressed


def test_every_key_plays_one_turn():
    steps, keys = stepping(" " * 20)
    result = plan_match(
        "rampage", ["hunter", "random"], MatchTerms(map="pocket", settings={"max_turns": 4}), seed=3
    ).play([steps])
    assert result.outcome is not None
    assert len(keys.shown) == result.turns + 1
    assert "before the first turn" in keys.shown[0]
    assert "turn 2: press any key to continue, q to quit" in keys.shown[2]
    assert "A hunter: " in keys.shown[2]


@pytest.mark.parametrize("keys", ["  q", "  "])
def test_q_or_end_of_input_ends_the_match_and_keeps_the_replay(keys, tmp_path):
    steps, _ = stepping(keys)
    path = tmp_path / "match.jsonl.gz"
    with pytest.raises(Quit):
        plan_match("rampage", ["hunter", "random"], MatchTerms(map="pocket"), seed=3).play([steps], path)
    assert len(read_replay(path).turns) == 2


def test_logs_and_reasons_of_invalid_moves_are_shown(bot_file):
    steps, keys = stepping("  ")
    with pytest.raises(Quit):
        plan_match("rampage", [bot_file, "random"], MatchTerms(map="pocket"), seed=3).play([steps])
    assert "JUMP" in keys.shown[1]
    assert "invalid: unknown move 'JUMP'" in keys.shown[1]
    assert any("thinking hard" in shown for shown in keys.shown)


@pytest.fixture
def bot_file(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text("def move(view):\n    print('thinking hard')\n    return 'JUMP'\n")
    return str(path)


def test_recorded_turns_do_not_wait(tmp_path):
    path = tmp_path / "match.jsonl.gz"
    plan_match(
        "rampage", ["random", "random"], MatchTerms(map="crossroads", settings={"max_turns": 9}), seed=3
    ).play(replay=path)
    steps, keys = stepping(" " * 20)
    replay = read_replay(path)
    played = branch(replay, Branch("old.gz", 4, 0), "collector").play([steps])
    assert "as recorded" in keys.shown[0]
    assert len(keys.shown) == played.turns - 4 + 1


def test_it_needs_a_terminal_and_bots():
    words = ["play", "rampage", "hunter", "random", "--no-replay", "--step"]
    shown = CliRunner().invoke(lanista, words)
    assert shown.exit_code == 2
    assert "needs a terminal" in shown.output
    shown = CliRunner().invoke(lanista, ["play", "rampage", "hunter", "human", "--no-replay", "--step"])
    assert "--step is for matches between bots" in shown.output


def test_keys_of_a_real_terminal():
    ours, theirs = pty.openpty()
    words = ["play", "rampage", "hunter", "random", "--seed", "3", "--no-replay", "--step"]
    command = [sys.executable, "-m", "lanista.cli.main", *words]
    child = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    try:
        seen = read_until(ours, "before the first turn: press any key to continue, q to quit")
        os.write(ours, b" ")
        seen = read_until(ours, "turn 1: press any key")
        assert "A hunter" in seen
        os.write(ours, b"q")
        read_until(ours, "stopped")
        assert child.wait(SECONDS) == 0
    finally:
        child.kill()
        child.wait()
        os.close(ours)


def read_until(fd: int, text: str) -> str:
    """The output on a terminal up to a text."""
    seen, deadline = "", time.monotonic() + SECONDS
    while text not in seen:
        assert select.select([fd], [], [], deadline - time.monotonic())[0], f"{text!r} did not come: {seen}"
        seen += os.read(fd, 4096).decode(errors="replace")
    return seen
