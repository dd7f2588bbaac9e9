"""Targets: recorded matches of the original engines of every installed game."""

from __future__ import annotations

import gzip
import json
from functools import cache, partial
from pathlib import Path

from lanista.core.errors import LoadError
from lanista.game import game_names, get_game
from tests.fuzz.mutations import mutate_json_text, mutate_packed, mutate_text
from tests.fuzz.target import Target, expect_plain
from tests.fuzz.targets.scratch import on_file, scratch
from tests.fuzz.test_recordings import SMALL_MAP, TRACES, difference

MAX_LINES = 4
MAX_SEED = 20_000  # bytes
GAMES = [name for name in game_names() if (TRACES / name).is_dir()]


@cache
def beginnings(name: str) -> list[bytes]:
    """The first lines, and the last, of some of a game's recordings, the shortest of each kind."""
    found: dict[bytes, bytes] = {}
    for path in sorted((TRACES / name).rglob("*.jsonl*")):
        data = path.read_bytes()
        lines = (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
        excerpt = b"\n".join([*lines[: MAX_LINES - 1], *lines[MAX_LINES - 1 :][-1:]]) + b"\n"
        kind = _kind(lines[0])
        if len(excerpt) < min(MAX_SEED, len(found.get(kind, b"x" * MAX_SEED))):
            found[kind] = excerpt
    return list(found.values())[:6]


def _kind(line: bytes) -> bytes:
    """The names of a line's members."""
    return " ".join(sorted(json.loads(line))).encode()


def compare(name: str, path: Path) -> None:
    """Compare a recording under every ruleset; a difference is as good as an error."""
    game = get_game(name)
    for ruleset in game.rulesets:
        expect_plain(difference(game, path, ruleset))


# A result file of Rampage names a map beside it

PLAYER = {"score": 0, "HP": 2, "shield": 0, "laser": 0, "teleport": 0, "name": "a", "moves": ["FORWARD", "SHOOT"]}
RESULT = {"winner": 1, "player1": PLAYER, "player2": PLAYER, "turnNumber": 2, "mapPath": "map.json"}


def result(data: bytes) -> None:
    """A result file, and the map that it names."""
    here = scratch("results")
    (here / "Results").mkdir(exist_ok=True)
    (here / "map.json").write_text(json.dumps(SMALL_MAP))
    path = here / "Results" / "Game-1.json"
    path.write_bytes(data)
    compare("rampage", path)


PLAIN, PACKED = "r.jsonl", "r.jsonl.gz"
TARGETS = [
    *(
        Target(f"recordings.{name}", on_file(PLAIN, partial(compare, name)), partial(beginnings, name),
               refuses=(LoadError,), names=PLAIN, max_bytes=MAX_SEED)
        for name in GAMES
    ),
    Target("recordings.packed", on_file(PACKED, partial(compare, "overdrive")),
           lambda: [gzip.compress(data, 9, mtime=0) for data in beginnings("overdrive")[:2]],
           mutate_packed(mutate_text), refuses=(LoadError,), names=PACKED),
    Target("recordings.result", result, lambda: [json.dumps(RESULT).encode()], mutate_json_text,
           refuses=(LoadError,), names="Game-1.json"),
]  # fmt: skip
