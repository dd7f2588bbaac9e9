"""Untrusted replays: whatever the file contains, reading it succeeds or raises a LanistaError."""

from __future__ import annotations

import gzip
import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.core.errors import LanistaError, ReplayError
from lanista.match.branch import branch
from lanista.match.replay import Branch, moments, read_replay, verify, verify_file
from tests.fuzz.mutations import cases, mutate_bytes, mutate_json
from tests.match.replay.edits import MATCHES, Lines, lines_of, record, write_as_is, write_chained

POINT = Branch("m.gz", 1, 0)


@pytest.fixture(scope="module", params=MATCHES)
def replay(request, tmp_path_factory) -> Path:
    return record(request.param, tmp_path_factory.mktemp("match") / "m.gz")


def use(path: Path) -> None:
    """Read a replay in every way; only LanistaError may be raised."""
    with suppress(ReplayError):
        verify_file(path)
    try:
        read = read_replay(path)
    except ReplayError:
        return
    for attempt in (lambda: verify(read), lambda: list(moments(read)), lambda: branch(read, POINT, "random")):
        try:
            attempt()
        except LanistaError:
            continue


def mutated(rng: random.Random, lines: Lines) -> Lines:
    """One line changed, removed or duplicated."""
    at = rng.randrange(len(lines))
    match rng.randrange(6):
        case 0:
            return lines[:at] + lines[at + 1 :]
        case 1:
            return [*lines, lines[at]]
        case _:
            line = {name: value for name, value in lines[at].items() if name != "chain"}
            return [*lines[:at], mutate_json(rng, line), *lines[at + 1 :]]


def test_mutated_lines(replay, tmp_path):
    """With a digest chain recomputed around the change where that is possible."""
    lines = lines_of(replay)
    for rng in cases(40, "replay", replay.parent.name[:5], lines[0]["game"]):
        changed = mutated(rng, lines)
        write = write_chained if all(isinstance(line, dict) for line in changed) else write_as_is
        path = write(tmp_path / "x.gz", changed)
        use(path)


def test_mutated_text(replay, tmp_path):
    text = gzip.decompress(replay.read_bytes())
    path = tmp_path / "x.gz"
    for rng in cases(40, "text", json.loads(text.splitlines()[0])["game"]):
        path.write_bytes(gzip.compress(mutate_bytes(rng, text), 1))
        use(path)


def test_mutated_files(replay, tmp_path):
    data = replay.read_bytes()
    path = tmp_path / "x.gz"
    for rng in cases(40, "file", len(data)):
        path.write_bytes(mutate_bytes(rng, data))
        use(path)


VERBS = [
    ("verify", "x.gz"),
    ("watch", "x.gz", "--turn", "1"),
    ("watch", "x.gz", "--json"),
    ("export", "x.gz", "--force"),
    ("feed", "x.gz", "random", "--turn", "2", "--seat", "0"),
    ("takeover", "x.gz", "random", "--turn", "1", "--seat", "0", "-o", "y.gz", "--force"),
]


def test_the_verbs_report_errors_without_a_traceback(replay, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = lines_of(replay)
    for rng in cases(6, "verbs", lines[0]["game"]):
        words = rng.choice(VERBS)
        write_chained(Path("x.gz"), [line for line in mutated(rng, lines) if isinstance(line, dict)])
        result = CliRunner().invoke(lanista, list(words))
        assert result.exception is None or isinstance(result.exception, SystemExit), (words, result.exc_info)
        assert result.exit_code in (0, 1, 2)
