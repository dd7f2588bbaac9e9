"""Target: requests to a forward model, as lines of JSON."""

from __future__ import annotations

import contextlib
import io
from functools import cache

import msgspec

from lanista.search.model import Model
from lanista.search.model.service import Service
from lanista.search.model.stream import BrokenStream, JsonLines, serve
from tests.fuzz.target import Target, expect_plain
from tests.search.model.test_stream import TALK
from tests.sixth_game.game import FRUIT


def requests(data: bytes) -> None:
    """Every line is answered, in plain words if it is refused."""
    sink = io.BytesIO()
    with contextlib.suppress(BrokenStream):
        serve(Service(Model(FRUIT)), JsonLines(), io.BytesIO(data), sink)
    for line in sink.getvalue().splitlines():
        answer = msgspec.json.decode(line)
        if "error" in answer:
            expect_plain(answer["error"])


@cache
def seeds() -> tuple[bytes, ...]:
    """A conversation, and parts of it; the rules are compiled before any input is timed."""
    Model(FRUIT).prepare()
    lines = [msgspec.json.encode({"id": 1, **request}) for request, _ in TALK]
    return (b"\n".join(lines), *(b"\n".join([lines[0], line]) for line in lines[1:]))


TARGETS = [Target("model.requests", requests, seeds, max_bytes=4096)]
