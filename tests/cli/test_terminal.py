"""People playing in a pseudo-terminal."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.cli.play.terminal import complete
from lanista.match.replay import read_replay, verify
from lanista.match.terms import MatchTerms

LEGAL = ["ACCELERATE", "FIX", "TURN_LEFT", "TURN_RIGHT", "USE_TWEET 1 3", "USE_TWEET 1 30"]

TYPED = [
    ("acc", ["ACCELERATE"]),
    ("f", ["FIX"]),
    ("TURN", ["TURN_LEFT", "TURN_RIGHT"]),
    ("turn_l", ["TURN_LEFT"]),
    ("use_tweet 1 3", ["USE_TWEET 1 3"]),
    ("FLY", []),
]


@pytest.mark.parametrize(("text", "expected"), TYPED)
def test_unique_prefixes_are_completed(text, expected):
    assert complete(text, LEGAL) == expected


class Screen:
    """A match in a pseudo-terminal."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.master, slave = pty.openpty()
        command = [
            sys.executable,
            "-m",
            "lanista.cli.main",
            "play",
            "overdrive",
            *words,
            "--terminal",
            "--seed",
            "3",
        ]
        env = {**os.environ, "COLUMNS": "100", "LINES": "25", "TERM": "dumb", "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=env, start_new_session=True
        )
        os.close(slave)
        self.text = ""

    def wait_for(self, said: str, seconds: float = 30) -> None:
        """Read on until something is said, and forget what came before."""
        deadline = time.monotonic() + seconds
        while said not in self.text:
            ready, _, _ = select.select([self.master], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"expected {said!r}, got {self.text!r}"
            self.text += os.read(self.master, 65536).decode()
        self.text = self.text.partition(said)[2]

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        """Read until the process has ended."""
        deadline = time.monotonic() + 30
        while self.process.poll() is None:
            assert time.monotonic() < deadline
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.text += os.read(self.master, 65536).decode()
                except OSError:
                    break
        return self.process.wait(10)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


@pytest.fixture
def screen(tmp_path) -> Iterator[object]:
    screens = []

    def start(*words: str) -> Screen:
        screens.append(Screen(tmp_path, *words))
        return screens[-1]

    yield start
    for one in screens:
        one.close()


def test_a_match_at_the_terminal(screen, tmp_path):
    match = screen("human", "cruise", "--set", "max_rounds=3", "-o", "m.gz")
    match.wait_for("the rest is hidden")
    match.wait_for("moves: ACCELERATE, DECELERATE, FIX, NOTHING, TURN_RIGHT (? lists all, Ctrl-D resigns)")
    match.wait_for("human (A), turn 1> ")
    match.type("FLY\n")
    match.wait_for("refused: unknown command 'FLY'")
    match.type("?\n")
    match.wait_for("  TURN_RIGHT  turn right")
    match.type("a\n")
    match.wait_for("A accelerated")
    match.wait_for("human (A), turn 2> ")
    match.type("TURN\nNOTHING\n")
    match.wait_for("human (A), turn 3> ")
    match.type("nothing\n")
    match.wait_for("3 turns, ended by round limit")
    assert match.end() == 0
    replay = read_replay(tmp_path / "m.gz")
    assert [line.moves[0] for line in replay.turns] == ["ACCELERATE", "TURN_RIGHT", "NOTHING"]
    assert verify(replay).identical


def test_ctrl_d_resigns(screen, tmp_path):
    match = screen("human", "cruise", "--set", "max_rounds=5", "-o", "m.gz")
    match.wait_for("turn 1> ")
    match.type("a\n")
    match.wait_for("turn 2> ")
    match.type("\x04")
    match.wait_for("human (A) resigned")
    match.wait_for("5 turns, ended by round limit")
    assert match.end() == 0
    assert [line.moves[0] for line in read_replay(tmp_path / "m.gz").turns] == [
        "ACCELERATE",
        None,
        None,
        None,
        None,
    ]


def test_ctrl_c_ends_it_with_a_readable_replay(screen, tmp_path):
    match = screen("human", "cruise", "-o", "m.gz")
    match.wait_for("turn 1> ")
    match.type("a\n")
    match.wait_for("turn 2> ")
    os.killpg(match.process.pid, signal.SIGINT)
    match.wait_for("the match so far is in m.gz")
    assert match.end() != 0
    replay = read_replay(tmp_path / "m.gz")
    assert len(replay.turns) == 1
    assert replay.footer is not None
    assert replay.footer.outcome is None
    assert verify(replay).identical


def test_two_people_take_turns_at_one_terminal(screen, tmp_path):
    match = screen("human", "human", "--set", "max_rounds=1", "-o", "m.gz")
    match.wait_for("human (A), turn 1> ")
    match.type("f\n")
    match.wait_for("human 2 (B), turn 1> ")
    match.type("a\n")
    match.wait_for("1 turns, ended by round limit")
    assert match.end() == 0
    assert read_replay(tmp_path / "m.gz").turns[0].moves == ["FIX", "ACCELERATE"]


def test_the_clock_applies_to_a_person_too(screen, tmp_path):
    match = screen("human", "cruise", "--set", "max_rounds=2", "-o", "m.gz", "--turn-ms", "300")
    match.wait_for("s left> ")
    match.wait_for("2 turns, ended by round limit")
    assert match.end() == 0
    assert [line.verdicts[0] for line in read_replay(tmp_path / "m.gz").turns] == ["timeout", "timeout"]


def test_a_person_takes_over_at_the_terminal(tmp_path):
    from lanista.match.planning import plan_match

    old, new = tmp_path / "old.gz", tmp_path / "new.gz"
    plan_match("overdrive", ["greedy", "random"], MatchTerms(settings={"max_rounds": 12}), seed=7).play(replay=old)
    words = ["takeover", str(old), "--turn", "10", "--seat", "1", "human", "--terminal", "-o", str(new)]
    done = subprocess.run(
        [sys.executable, "-m", "lanista.cli.main", *words],
        input="FIX\nFIX\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "human (B), turn 11> " in done.stdout
    assert "turn 10> " not in done.stdout
    replay = read_replay(new)
    assert [line.moves[1] for line in replay.turns[10:]] == ["FIX", "FIX"]
    assert verify(replay).identical


def test_moves_from_a_file(tmp_path):
    words = ["play", "overdrive", "human", "cruise", "--terminal", "--seed", "3", "--set", "max_rounds=3"]
    done = subprocess.run(
        [sys.executable, "-m", "lanista.cli.main", *words, "-o", str(tmp_path / "m.gz")],
        input="ACC\nFIX\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "human (A) resigned" in done.stdout
    assert [line.moves[0] for line in read_replay(tmp_path / "m.gz").turns] == ["ACCELERATE", "FIX", None]
