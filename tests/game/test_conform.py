"""Reading recordings: whatever a file holds, one of our own errors names it and the line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lanista.core.errors import ConfigError, LoadError
from lanista.game import conform, game_names, get_game
from lanista.game.conform import ConformTally, Differs, RecordingDifference, read_lines, replaying


def fail(error: Exception) -> Callable[[], None]:
    """Something that raises."""

    def run() -> None:
        raise error

    return run


def read_two_lines_and_fail(lines: Iterator[object], error: Exception) -> None:
    """A reader that breaks while the second line is looked at."""
    next(lines)
    next(lines)
    raise error


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KeyError("speed"), "line 2: this is not a recording that can be replayed (KeyError: \"'speed'\")"),
        (
            RecursionError("too deep"),
            "line 2: this is not a recording that can be replayed (RecursionError: 'too deep')",
        ),
        (ConfigError("setting width expects 2 to 16, got 99"), "line 2: setting width expects 2 to 16, got 99"),
        (LoadError("A" * 5000), "line 2: " + "A" * 380),
    ],
)
def test_what_a_recording_breaks_is_an_error_at_the_line_that_was_read(
    tmp_path: Path, error: Exception, message: str
) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text('{"a":1}\n{"a":2}\n{"a":3}\n')
    lines = read_lines(path)
    with pytest.raises(LoadError) as caught, replaying(path):
        read_two_lines_and_fail(lines, error)
    assert str(caught.value).startswith(f"{path}, {message}")
    assert len(str(caught.value)) < len(str(path)) + 1000


def test_an_error_that_names_the_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    with pytest.raises(LoadError, match=r"broken\.jsonl, line 7: odd$"), replaying(path):
        fail(LoadError(f"{path}, line 7: odd"))()


def test_a_difference_is_no_error_of_the_file(tmp_path: Path) -> None:
    found = Differs(RecordingDifference("x", "standard", 1, "speed", 1, 2))
    with pytest.raises(Differs), replaying(tmp_path):
        fail(found)()


def test_a_line_without_an_end_is_not_read_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conform, "MAX_LINE_BYTES", 100)
    path = tmp_path / "long.jsonl"
    path.write_bytes(b'{"a":1}\n' + b"0" * 1000)
    with (
        pytest.raises(LoadError, match=r"long\.jsonl, line 1: expected lines of at most 100 bytes"),
        replaying(path),
    ):
        list(read_lines(path))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"a":"\xff"}', "line 1: expected a JSON object"),
        (b"[" * 5000, "line 1: expected a JSON object"),
        (b'{"a":' + b"9" * 5000 + b"}", "line 1: expected a JSON object"),
    ],
)
@pytest.mark.parametrize("name", game_names())
def test_bytes_that_are_no_json_are_refused_by_every_game(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_bytes(content)
    game = get_game(name)
    for ruleset in game.rulesets:
        with pytest.raises(LoadError, match=words):
            game.contest.conform(game, path, ConformTally(ruleset))


@pytest.mark.parametrize("name", game_names())
def test_a_folder_is_no_recording(tmp_path: Path, name: str) -> None:
    game = get_game(name)
    with pytest.raises(LoadError, match=r"cannot be read: Is a directory$"):
        game.contest.conform(game, tmp_path, ConformTally(next(iter(game.rulesets))))
