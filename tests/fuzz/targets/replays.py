"""Targets: replay files, keys and signatures."""

from __future__ import annotations

import gzip
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from lanista.cli.shared.replays import header_of
from lanista.core.errors import InputError, LanistaError, ReplayError
from lanista.match.branch import branch
from lanista.match.replay import Branch, read_replay, verify, verify_file
from lanista.match.replay.chain import Chain
from lanista.match.replay.format import Signature
from lanista.match.replay.keys import PublicKey, check_signature, make_keys, read_public_key, read_signing_key
from lanista.match.replay.summary import summarise
from lanista.tools.analysis import Analysis, Point, TurningPoint, read_analysis
from lanista.web.analysed import analysis_member
from lanista.web.show import ReplayShow
from tests.fuzz.mutations import json_bytes, mutate_bytes, mutate_json, mutate_packed, mutate_text
from tests.fuzz.target import Target, expect_plain
from tests.fuzz.targets.scratch import on_file, scratch
from tests.match.replay.edits import MATCHES, record

FILE = "m.gz"


def use(path: Path) -> None:
    """Read a replay in every way: verified, played again, drawn, and taken over."""
    header_of(path)
    summary = msgspec.to_builtins(summarise(path))
    msgspec.msgpack.encode(summary)
    for text in (value for value in summary.values() if isinstance(value, str)):
        expect_plain(text or "-")
    found = verify_file(path)
    for text in (str(found.chain), str(found.signature), found.status, found.reason or "-", found.doubtful or "-"):
        expect_plain(text)
    replay = read_replay(path)
    verify(replay)
    for line in replay.turns:
        for seat in range(len(line.moves)):
            line.drawn(seat)
        for starved in filter(None, line.starved):
            expect_plain(str(starved))
    for attempt in (lambda: branch(replay, Branch(FILE, 1, 0), "random"), lambda: draw(path)):
        try:
            attempt()
        except LanistaError as error:
            for line_of_it in str(error).splitlines():
                expect_plain(line_of_it)


def draw(path: Path) -> None:
    """The film of a replay, for everybody and for one seat."""
    show = ReplayShow(path)
    for seat in (None, 0):
        msgspec.json.decode(show.match_json(seat))


def mutate_chained(rng: random.Random, data: bytes) -> bytes:
    """Lines of a replay with one of them changed, mostly with the digest chain computed again."""
    lines = data.splitlines()
    if not lines or rng.random() < 0.2:
        return mutate_text(rng, data)
    at = rng.randrange(len(lines))
    try:
        value = json.loads(lines[at])
        value.pop("chain", None)
        lines[at] = json_bytes(mutate_json(rng, value))
    except (ValueError, AttributeError, RecursionError):
        lines[at] = mutate_bytes(rng, lines[at])
    return chained(lines)


def chained(lines: list[bytes]) -> bytes:
    """Lines with their digest chain; those that are no objects stay as they are."""
    chain, found = Chain(), []
    for line in lines:
        bare = line.rsplit(b',"chain":"', 1)[0] + b"}" if b',"chain":"' in line else line
        found.append(chain.seal(bare) if bare.startswith(b"{") and bare.endswith(b"}") else line + b"\n")
    return b"".join(found)


DOUBTFUL = {  # a turn with every member
    "type": "turn", "turn": 1, "moves": ["", None], "verdicts": ["timeout", "ok"], "ms": [300.5, 1], "digest": "",
    "reasons": ["late", ""], "say": ["hm", None], "draw": [[[1, 2, "x"]], None], "log": ["a\nb", ""],
    "cpu_ms": [1.5, None], "starved": [{"waited_ms": 250, "of_ms": 300, "pressure": 80, "steal": 0}, None],
}  # fmt: skip


@cache
def replays() -> list[bytes]:
    """A short match of every game, and one that ended early."""
    found = []
    for game in MATCHES:
        path = scratch("seeds") / f"{game}.gz"
        lines = gzip.decompress(record(game, path).read_bytes()).splitlines(keepends=True)
        found.append(gzip.compress(b"".join(lines), 9, mtime=0))
    doubtful = chained([lines[0].strip(), json_bytes(DOUBTFUL), *map(bytes.strip, lines[2:])])
    return [*found, *(gzip.compress(data, 9, mtime=0) for data in (b"".join(lines[:2]), doubtful))]


# Keys


@cache
def keys() -> list[bytes]:
    private, public, _ = make_keys(str(scratch("keys") / "k"))
    return [private.read_bytes(), public.read_bytes()]


def read_keys(path: Path) -> None:
    """Neither half of a key pair, or one of them."""
    for read in (read_public_key, read_signing_key):
        try:
            read(path)
        except InputError as error:
            expect_plain(str(error))


SIGNED = [
    {"type": "signature", "key": "00" * 32, "signature": "11" * 64},
    {"type": "signature", "key": "ab", "signature": "zz"},
]


def check(data: bytes) -> None:
    """A signature with any texts in it."""
    try:
        signature = msgspec.json.decode(data, type=Signature)
    except (ValueError, RecursionError):
        return
    key: Any = PublicKey(bytes(32))
    for one in (None, key):
        expect_plain(str(check_signature(signature, "0" * 64, one)))


# Analyses

ANALYSIS = Analysis(
    format=1, replay="00" * 32, game="overdrive", seats=2, turns=3, policy="greedy", playouts=64, seconds=1.5,
    complete=True, points=[Point(0, [0.5, 0.5], [0.4, 0.4], [0.6, 0.6], 32), Point(3, [1, 0], [1, 0], [1, 0], 0)],
    turning_points=[TurningPoint(2, 1, 0.5, 0.1, "FIX", "repair", "B repaired", "NOTHING", "", 0.3, 0.05, True)],
)  # fmt: skip


def use_analysis(path: Path) -> None:
    """Read an analysis, and make what a page shows of it."""
    analysis = read_analysis(path)
    shown = analysis_member(analysis, None, analysis.turns)
    for moment in shown.get("analysis", {}).get("moments", ()):
        expect_plain(moment["reason"] or "-")
        expect_plain(moment["better"] or "-")


TARGETS = [
    Target("replays.analysis", on_file("m.analysis.json", use_analysis), lambda: [msgspec.json.encode(ANALYSIS)],
           names="m.analysis.json", max_bytes=2000),
    Target("replays.file", on_file(FILE, use), replays, mutate_packed(mutate_chained), refuses=(ReplayError,),
           names=FILE, max_bytes=6000),
    Target("replays.keys", on_file("k.pub", read_keys), keys, mutate_bytes, refuses=(), max_bytes=1000),
    Target("replays.signature", check, lambda: [json.dumps(one).encode() for one in SIGNED], refuses=(),
           max_bytes=1000),
]  # fmt: skip
