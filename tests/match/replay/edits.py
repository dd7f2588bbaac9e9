"""Edited replays: every member of every line, lines removed, duplicated, moved and added."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from lanista.core.verdict import Verdict
from lanista.match.planning import plan_match
from lanista.match.recorder import Recorder
from lanista.match.replay.chain import Chain
from lanista.match.replay.keys import SigningKey
from lanista.match.terms import MatchTerms

Lines = list[dict[str, Any]]
Edit = tuple[str, Lines]

# Short matches of every game: bots and settings
MATCHES: dict[str, tuple[list[str], dict[str, int]]] = {
    "overdrive": (["random", "cruise"], {"max_rounds": 3}),
    "rampage": (["random", "hunter"], {"max_turns": 3}),
    "sproutopia": (["random", "squares"], {"MaxTicks": 3}),
    "tanks": (["random", "scout"], {"max_turns": 3}),
    "tower_defence": (["random", "turtle"], {"max_rounds": 3}),
}


def record(game: str, path: Path, key: SigningKey | None = None) -> Path:
    """A short match on file."""
    bots, changes = MATCHES[game]
    with Recorder(path, key=key) as recorder:
        plan_match(game, bots, MatchTerms(settings=changes), seed=7).play(replay=recorder)
    return path


def lines_of(path: Path) -> Lines:
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


def write_as_is(path: Path, lines: Lines) -> Path:
    """With the original chain values."""
    texts = [json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines]
    path.write_bytes(gzip.compress("".join(texts).encode(), 1, mtime=0))
    return path


def write_chained(path: Path, lines: Lines) -> Path:
    """With the chain recomputed."""
    chain = Chain()
    bare = [{name: value for name, value in line.items() if name != "chain"} for line in lines]
    texts = [chain.seal(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()) for line in bare]
    path.write_bytes(gzip.compress(b"".join(texts), 1, mtime=0))
    return path


def edits(lines: Lines) -> Iterator[Edit]:
    """Single edits, each with a name."""
    for what, change in (*_of_header(lines), *_of_turns(lines), *_of_end(lines), *_of_order(lines)):
        changed = copy.deepcopy(lines)
        change(changed)
        yield what, changed


Change = Iterator[tuple[str, Callable[[Lines], Any]]]


def _put(at: int, *path: Any, value: Any) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        holder: Any = lines[at]
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = value

    return change


def _of_header(lines: Lines) -> Change:
    header = lines[0]
    new: dict[str, Any] = {
        "format": 1,
        "lanista": "9.9",
        "game": "overdrive" if header["game"] != "overdrive" else "tanks",
        "behaviour": header["behaviour"] + 1,
        "ruleset": "classic" if header["ruleset"] == "standard" else "standard",
        "seed": header["seed"] + 1,
        "limits": {"start_ms": 1, "turn_ms": 2},
        "sandbox": "full",
        "start": "0" * 16,
        "map": "x",
        "absent": [0],
        "branch": {"of": "x.gz", "turn": 1, "seat": 0},
        "seats": header["seats"][::-1],
        "signer": "0" * 16,
    }
    yield from ((f"header.{name}", _put(0, name, value=value)) for name, value in new.items())
    yield "header.branch.turn", _put(0, "branch", value={"of": "x.gz", "turn": 99, "seat": 0})
    for seat in range(len(header["seats"])):
        for name in ("name", "bot", "digest"):
            yield f"seat.{name}", _put(0, "seats", seat, name, value="somebody")
    yield "seat.removed", lambda lines: lines[0]["seats"].pop()
    for name, value in header["config"].items():
        yield f"config.{name}", _put(0, "config", name, value=value + 1)
    yield "config.removed", lambda lines: lines[0]["config"].popitem()


def _of_turns(lines: Lines) -> Change:
    for at, line in enumerate(lines):
        if line["type"] != "turn":
            continue
        yield "turn.turn", _put(at, "turn", value=line["turn"] + 1)
        yield "turn.digest", _put(at, "digest", value="0" * 16)
        for name in ("reasons", "say", "log"):
            yield f"turn.{name}", _put(at, name, value=["x"] * len(line["moves"]))
        yield "turn.draw", _put(at, "draw", value=[[1, 2]] * len(line["moves"]))
        for seat, verdict in enumerate(line["verdicts"]):
            yield "turn.ms", _put(at, "ms", seat, value=99.5)
            yield "turn.moves", _put(at, "moves", seat, value="no such move")
            yield "turn.moves null", _put(at, "moves", seat, value=None)
            others = [other.value for other in Verdict if other.value != verdict]
            yield from ((f"{verdict} to {other}", _put(at, "verdicts", seat, value=other)) for other in others)


def _of_end(lines: Lines) -> Change:
    at = next(i for i, line in enumerate(lines) if line["type"] == "end")
    footer = lines[at]
    new: dict[str, Any] = {
        "outcome": None,
        "void": "x",
        "marks": ["x"],
        "turns": footer["turns"] - 1,
        "stopped": "x",
    }
    yield from ((f"end.{name}", _put(at, name, value=value)) for name, value in new.items())
    outcome = footer["outcome"]
    places = [place + 1 for place in outcome["places"]]
    scores = [score + 1 for score in outcome["scores"]]
    changed = {"places": places, "scores": scores, "reason": "x", "marks": ["x"], "forfeits": ["x", ""]}
    yield from ((f"outcome.{name}", _put(at, "outcome", name, value=value)) for name, value in changed.items())


def _of_order(lines: Lines) -> Change:
    for at, line in enumerate(lines):
        for name, change in ORDERS.items():
            if name != "moved" or at + 1 < len(lines):
                yield f"{line['type']} {name}", partial(change, at)


ORDERS: dict[str, Callable[[int, Lines], Any]] = {
    "removed": lambda at, lines: lines.pop(at),
    "doubled": lambda at, lines: lines.insert(at, lines[at]),
    "again at the end": lambda at, lines: lines.append(lines[at]),
    "moved": lambda at, lines: lines.insert(at, lines.pop(at + 1)),
}
