"""Small files that unpack to huge ones: reading is bounded, and errors name the limit."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.core.errors import ReplayError
from lanista.match.replay import ReplayStream, play_again, read_replay, reader, verify_file
from tests.match.replay.edits import Lines, lines_of, record, write_chained


@pytest.fixture(scope="module")
def lines(tmp_path_factory) -> Lines:
    return lines_of(record("tanks", tmp_path_factory.mktemp("match") / "m.gz"))


def packed(path: Path, *parts: bytes) -> Path:
    """Without holding the unpacked text in memory."""
    with gzip.open(path, "wb", compresslevel=9) as file:
        for part in parts:
            file.write(part)
    return path


def text(line: object) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def test_a_line_without_an_end(tmp_path, lines):
    path = packed(tmp_path / "x.gz", text(lines[0]), b'{"type":"turn","log":["', *[b"a" * 2**20] * 40)
    with pytest.raises(ReplayError, match="a line of more than 12,582,912 bytes"):
        verify_file(path)


def test_more_than_the_memory_limit(tmp_path, lines, monkeypatch):
    path = write_chained(tmp_path / "x.gz", [*lines[:2], *[{**lines[1], "log": ["x" * 9000] * 2}] * 20])
    monkeypatch.setattr(reader, "MAX_HELD_BYTES", 200_000)
    with pytest.raises(ReplayError, match="unpacks to more than 200,000 bytes, the maximum"):
        read_replay(path)
    with pytest.raises(ReplayError, match="unpacks to more than 100,000 bytes"):
        list(ReplayStream(path, max_bytes=100_000).turns)


def test_too_many_turns(tmp_path, lines):
    path = write_chained(tmp_path / "x.gz", [lines[0], *[lines[1]] * 50])
    with pytest.raises(ReplayError, match="more than 40 turns"):
        list(ReplayStream(path, max_turns=40).turns)


def test_turns_after_the_end_are_not_played(tmp_path, lines):
    turns = [{**lines[3], "turn": number} for number in range(4, 5000)]
    path = write_chained(tmp_path / "x.gz", [*lines[:4], *turns])
    found = verify_file(path)
    assert (found.identical, found.what, found.first, found.turns) == (False, "end", 4, 3)
    assert found.reason == "more than the 3 turns that the match can have; the rest was not read"
    with pytest.raises(ReplayError, match="turn 4: a turn after the end of the match"):
        list(play_again(read_replay(path)))


@pytest.mark.parametrize("deep", ["[" * 5000 + "]" * 5000, '{"a":' * 5000 + "1" + "}" * 5000])
def test_nested_deeply(tmp_path, lines, deep):
    path = packed(tmp_path / "x.gz", text(lines[0]), b'{"type":"turn","draw":[' + deep.encode() + b"]}\n")
    with pytest.raises(ReplayError, match="line 2: not a line of a replay"):
        verify_file(path)


def test_a_large_drawing(tmp_path, lines):
    line = {**lines[1], "draw": [[{}] * 200_000, None]}
    with pytest.raises(ReplayError, match="a drawing that is not a list of at most 524,288 bytes"):
        verify_file(write_chained(tmp_path / "x.gz", [lines[0], line]))


MEASURE = """
import resource, sys
from pathlib import Path
from lanista.core.errors import ReplayError
from lanista.match.replay import verify_file
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    verify_file(Path(sys.argv[1]))
except ReplayError:
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_verify_reads_one_line_at_a_time(tmp_path, lines):
    """Over 100 MB of lines in a file of some 100 kB; memory grows by less than a third of that."""
    line = text({**lines[1], "log": ["x" * 500_000, ""]})
    path = packed(tmp_path / "x.gz", text(lines[0]), *[line] * 220)
    assert path.stat().st_size < 300_000
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, timeout=120, check=True
    )
    assert int(done.stdout) < 35_000, "kilobytes"
