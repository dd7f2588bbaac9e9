"""Progress lines of a long match without a terminal."""

import json

import pytest

from lanista.cli.shared import progress
from lanista.cli.shared.progress import Lines, format_duration
from tests.games.sproutopia.contest.test_matches import plain


class Clock:
    """A fake clock."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def lines_of(tick_ms: int | None, seconds_per_turn: float, turns: int) -> list[str]:
    """The lines printed for a match."""
    said: list[str] = []
    clock = Clock()
    lines = Lines(tick_ms, said.append, clock)
    lines.begin(1000)
    for turn in range(1, turns + 1):
        clock.now += seconds_per_turn
        lines.turn(turn)
    return said


def test_a_long_match_in_real_time_is_announced_and_reported():
    assert lines_of(500, 0.5, 50) == [
        "the match runs in real time: at most 1000 turns of 500 ms, 8 min 20 s",
        "turn 20 of at most 1000, after 10 s",
        "turn 40 of at most 1000, after 20 s",
    ]


@pytest.mark.parametrize("tick_ms", [None, 5])
def test_a_short_match_prints_nothing(tick_ms):
    assert lines_of(tick_ms, 0.005, 1000) == []


def test_a_match_of_slow_bots_is_reported():
    assert lines_of(None, 4, 4) == ["turn 3 of at most 1000, after 12 s"]


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "0 s"), (59.4, "59 s"), (60, "1 min 0 s"), (400, "6 min 40 s")]
)
def test_durations(seconds, words):
    assert format_duration(seconds) == words


@pytest.mark.usefixtures("unconfined")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_lines_go_to_standard_error(invoke, monkeypatch, options):
    """A match through the hub in real time, with and without --json."""
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    limits = ["--start-ms", "60000", "--set", "MaxTicks=3", "--tick-ms", "20"]
    done = invoke("play", "sproutopia", plain("square"), "greedy", "--no-replay", *limits, *options)
    assert done.exit_code == 0, done.output
    assert "the match runs in real time: at most 3 turns of 20 ms, 0 s\n" in done.stderr
    assert "turn 3 of at most 3, after " in done.stderr
    assert "turn 3 of at most" not in done.stdout
    if options:
        assert json.loads(done.stdout)["turns"] == 3


@pytest.mark.usefixtures("unconfined")
def test_a_match_in_lock_step_is_not_announced(invoke, monkeypatch):
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    limits = ["--start-ms", "60000", "--turn-ms", "20000", "--set", "MaxTicks=3", "--lock-step"]
    done = invoke("play", "sproutopia", plain("square"), "greedy", "--no-replay", *limits)
    assert "in real time" not in done.stderr
    assert "turn 3 of at most 3" in done.stderr
