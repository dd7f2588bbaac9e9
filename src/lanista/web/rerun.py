"""A match as its start and moves, which a page plays again by the game's own rules.

Moves are the records that the rules received, so invalid and missing ones need no judging again. The page compares
its states with the checksums of ours.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterator, Mapping
from typing import Any
from zlib import crc32

import msgspec

from lanista.engine import State, over_all, zeros
from lanista.game.move_records import put_moves
from lanista.web.film import WATCH_ONLY, Reel, heading, shown_line

KEPT_BYTES = 64 * 2**20  # of the states that a page keeps


class Rerun(msgspec.Struct, rename="camel"):
    """What a page needs beside a game's scripts to play a match again; bytes are base64 of gzip."""

    state: str
    const: str
    moves: str  # the move records of all seats, turn by turn
    failed: list[int]  # turns in which the engine failed, so that the state stayed
    every: int  # turns from one state that the page keeps to the next
    checks: str  # the lowest bytes of the checksums of the kept states
    last_check: int  # the checksum of the last state
    nothing_hidden: bool

    @classmethod
    def of(cls, reel: Reel) -> Rerun:
        """Pack a match."""
        states = [moment.state for moment in reel.moments]
        every = -(-len(states) * len(states[0].bytes()) // KEPT_BYTES)
        return cls(
            state=_packed(states[0].bytes()),
            const=_packed(states[0].fixed.tobytes()),
            moves=_packed(b"".join(_move_records(reel))),
            failed=[
                number for number, moment in enumerate(reel.moments) if moment.line and moment.line.engine_failed
            ],
            every=every,
            checks=_packed(bytes(_check(state) & 0xFF for state in states[::every])),
            last_check=_check(states[-1]),
            nothing_hidden=reel.game.nothing_hidden,
        )


def rerun_json(reel: Reel, can: Mapping[str, Any] | None = None) -> bytes:
    """A match that is over, for a page that plays it again; `can` is what the server lets the page do."""
    lines = (moment.line for moment in reel.moments)
    return msgspec.json.encode(
        {
            **heading(reel),
            "turns": [shown_line(line) for line in lines if line is not None],
            **reel.ending(),
            "live": False,
            "can": can or WATCH_ONLY,
            "rerun": Rerun.of(reel),
        }
    )


def _move_records(reel: Reel) -> Iterator[bytes]:
    """The moves of each turn as the rules received them."""
    start = reel.moments[0].state
    data = zeros(start.rules.move, start.seats)
    records = over_all(start.rules.move, data)
    for number in range(1, len(reel.moments)):
        played = reel.played(number)
        assert played is not None, "only the start has no turn"
        put_moves(records, played.moves)
        yield data.tobytes()


def _check(state: State[Any, Any]) -> int:
    return crc32(state.bytes())


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()
