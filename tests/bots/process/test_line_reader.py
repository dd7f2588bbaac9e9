"""Output cut into lines, and how much of it a bot may write in a turn."""

from __future__ import annotations

import pytest

from lanista.bots.process.line_reader import LINE_BYTES, LineReader, OutputLimit
from lanista.sandbox import Resources

TURN_BYTES = 1024 * Resources().output_kb_turn


@pytest.mark.parametrize(
    ("chunks", "lines", "rest"),
    [
        ([b"a\nb\n"], [[b"a", b"b"]], b""),
        ([b"a", b"b\nc"], [[], [b"ab"]], b"c"),
        ([b"\n\n"], [[b"", b""]], b""),
        ([b"a\r\n"], [[b"a\r"]], b""),
    ],
)
def test_lines_are_complete(chunks, lines, rest):
    reader = LineReader()
    assert [reader.feed(chunk) for chunk in chunks] == lines
    assert reader.rest == rest


@pytest.mark.parametrize(
    "flood", [b"\n" * 101, b"x" * (LINE_BYTES + 1), b"x" * (LINE_BYTES + 1) + b"\n", b" " * (TURN_BYTES + 1)]
)
def test_limits_of_a_turn(flood):
    with pytest.raises(OutputLimit, match="wrote more than 100 lines or 1048576 bytes a turn, or 262144 bytes a"):
        LineReader().feed(flood)


def test_each_turn_has_its_own_limits():
    reader = LineReader(max_lines=2)
    for _ in range(3):
        reader.new_turn()
        assert reader.feed(b"a\nb\n") == [b"a", b"b"]
    with pytest.raises(OutputLimit, match="more than 2 lines"):
        reader.feed(b"c\n")


def test_limits_can_be_set():
    reader = LineReader(resources=Resources(output_kb_turn=1, output_mb_match=0))
    reader.feed(b"x" * 1024)
    with pytest.raises(OutputLimit, match="or 1024 bytes a turn"):
        reader.feed(b"x")
    assert LineReader(max_lines=1, resources=Resources(output_kb_turn=0)).feed(b" " * LINE_BYTES + b"\n")


def test_the_match_has_a_limit_too():
    reader = LineReader(resources=Resources(output_mb_match=1))
    for _ in range(8):
        reader.new_turn()
        reader.feed(b"x" * (128 * 1024 - 1) + b"\n")
    reader.new_turn()
    with pytest.raises(OutputLimit, match="wrote more than 1048576 bytes in the match"):
        reader.feed(b"\n")


def test_an_unfinished_line_can_be_dropped():
    reader = LineReader()
    reader.feed(b"half")
    assert reader.drop_rest() == b"half"
    assert reader.feed(b"a\n") == [b"a"]


def test_small_pieces_of_a_long_line_are_not_scanned_again_and_again():
    """A bot that writes byte by byte costs the referee no more than one that writes at once."""
    reader = LineReader()
    for _ in range(LINE_BYTES):
        assert reader.feed(b"x") == []
    assert reader.feed(b"\nrest") == [b"x" * LINE_BYTES]
    assert reader.rest == b"rest"
