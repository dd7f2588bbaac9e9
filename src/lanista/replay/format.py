"""The replay file: gzip, JSON lines - a header, a line per turn, a footer, and a signature if it is signed.

Lines are flushed as the match goes, so a file whose writer died is readable up to its last turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec

from lanista.game import Outcome
from lanista.replay.chain import Chain
from lanista.verdict import Verdict

FORMAT = 2
READABLE = (1, FORMAT)  # format 1 had no digest chain

MAX_DRAW_BYTES = 512 * 1024  # of what one bot draws in one turn, as JSON

NO_DRAWING = msgspec.Raw(b"null")

Milliseconds = Annotated[float, msgspec.Meta(ge=0, le=1e12)]
Budget = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class SeatHeader(msgspec.Struct):
    """Who sat there: the name shown, the bot as it was named, and a digest of its files."""

    name: str
    bot: str
    digest: str


class Branch(msgspec.Struct, frozen=True):
    """A match that goes on from another one: which, after how many of its turns, and who was replaced."""

    of: str
    turn: Number
    seat: Number


class Header(msgspec.Struct, tag_field="type", tag="header"):
    """All that decides a match but the moves. `behaviour` is the version of the game's rules."""

    format: int
    lanista: str
    game: str
    behaviour: int
    ruleset: str
    config: dict[str, int]
    seed: int
    seats: list[SeatHeader]
    limits: dict[str, Budget | None]
    sandbox: str
    start: str
    map: str = ""
    absent: tuple[Number, ...] = ()
    branch: Branch | None = None
    one_at_a_time: bool = False  # seats were asked one after the other
    signer: str = ""  # the fingerprint of the key that the replay is signed with


class TurnLine(msgspec.Struct, tag_field="type", tag="turn", omit_defaults=True):
    """One turn: moves as sent (null where none counted), verdicts, time used, and the state's digest after it.

    What a bot drew stays JSON text until it is shown: it may be large.
    """

    turn: Number
    moves: list[str | None]
    verdicts: list[str]
    ms: list[Milliseconds]
    digest: str
    reasons: list[str] = []
    say: list[str | None] = []
    draw: list[msgspec.Raw] = []
    log: list[str] = []

    @property
    def engine_failed(self) -> bool:
        """Whether the engine failed in it: the match is void, and the state is the one before."""
        return Verdict.ENGINE_ERROR.value in self.verdicts

    def drawn(self, seat: int) -> list[Any]:
        """What a bot drew, if anything."""
        marks: list[Any] | None = msgspec.json.decode(self.draw[seat]) if self.draw else None
        return marks or []


class Footer(msgspec.Struct, tag_field="type", tag="end"):
    """How it ended; without an outcome the match was stopped, `void` says whether by our fault.

    `marks` are remarks on how the match came about; those of the game's referee are in the outcome. `turns` counts
    the lines of turns before it, and `stopped` says who or what ended a match early.
    """

    outcome: Outcome | None
    void: str = ""
    marks: tuple[str, ...] = ()
    turns: Number | None = None
    stopped: str = ""


class Signature(msgspec.Struct, tag_field="type", tag="signature"):
    """An organiser's word for everything before it: the public key and the signature, both in hexadecimal."""

    key: str
    signature: str


Line = Header | TurnLine | Footer | Signature


@dataclass
class Replay:
    """A replay that was read; without a footer its writer died."""

    path: Path
    header: Header
    turns: list[TurnLine]
    footer: Footer | None
    chain: Chain = field(default_factory=Chain)
    signature: Signature | None = None
    signed: str = ""  # the digest that a signature signs

    @property
    def names(self) -> list[str]:
        """The seats' names."""
        return [seat.name for seat in self.header.seats]
