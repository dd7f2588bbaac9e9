"""The replay file: gzipped JSON lines - a header, a line per turn, a footer, and a signature if it is signed.

Lines are flushed during the match, so a file whose writer died is readable up to its last turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec

from lanista.core.verdict import Verdict
from lanista.game import Outcome
from lanista.match.replay.chain import Chain
from lanista.sandbox.usage.starvation import Starved

FORMAT = 3
FIRST_WITH_FORFEITS = 3
READABLE = (1, 2, FORMAT)  # format 1 had no digest chain, format 2 no forfeits

MAX_DRAW_BYTES = 512 * 1024  # of one bot's drawing in one turn, as JSON

NO_DRAWING = msgspec.Raw(b"null")

Milliseconds = Annotated[float, msgspec.Meta(ge=0, le=1e12)]
Budget = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
Fuel = Annotated[int, msgspec.Meta(ge=0, le=2**62)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class SeatHeader(msgspec.Struct):
    """The player of a seat: display name, the bot as it was named, and a digest of its files.

    `module` is the digest of a metered bot's module.
    """

    name: str
    bot: str
    digest: str
    module: str = ""


class Branch(msgspec.Struct, frozen=True):
    """Where a take-over comes from: the replay, how many of its turns were kept, and the seat taken over."""

    of: str
    turn: Number
    seat: Number


class Header(msgspec.Struct, tag_field="type", tag="header"):
    """Everything that determines a match except the moves; `behaviour` is the version of the game's rules."""

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
    resources: dict[str, int] = {}  # limits of the bots that differ from the defaults
    freeze: bool = False  # bots stood still except in their turns
    allow_paths: tuple[str, ...] = ()  # files and folders that the bots could see besides
    fuel: dict[str, Fuel] = {}  # budgets of metered bots: `start` and `turn`
    signer: str = ""  # the fingerprint of the key that the replay is signed with


class TurnLine(msgspec.Struct, tag_field="type", tag="turn", omit_defaults=True):
    """One turn: moves as sent (null where none counted), verdicts, time used, and the digest of the next state.

    Drawings stay encoded until they are shown, because they may be large.
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
    cpu_ms: list[Milliseconds | None] = []  # processor time; null where it was not measured
    starved: list[Starved | None] = []  # the evidence of doubtful timeouts
    fuel: list[Fuel | None] = []  # that metered bots used; null for all others

    @property
    def engine_failed(self) -> bool:
        """Whether the engine failed in this turn: the match is void, and the state is unchanged."""
        return Verdict.ENGINE_ERROR.value in self.verdicts

    def drawn(self, seat: int) -> list[Any]:
        """The drawing of a seat's bot; empty if it drew nothing."""
        marks: list[Any] | None = msgspec.json.decode(self.draw[seat]) if self.draw else None
        return marks or []


class Footer(msgspec.Struct, tag_field="type", tag="end"):
    """How the match ended; without an outcome it was stopped, or is `void` because of an internal error.

    `marks` are remarks on how the match came about; those of the game's referee are in the outcome. `turns` is the
    number of turn lines before the footer, and `stopped` says who or what ended the match early. `doubtful` is the
    first timeout of a bot that the machine had starved: the result should not count.
    """

    outcome: Outcome | None
    void: str = ""
    marks: tuple[str, ...] = ()
    turns: Number | None = None
    stopped: str = ""
    doubtful: str = ""


class Signature(msgspec.Struct, tag_field="type", tag="signature"):
    """The organiser's signature of everything before it, and the public key, both in hexadecimal."""

    key: str
    signature: str


Line = Header | TurnLine | Footer | Signature


@dataclass
class Replay:
    """A replay in memory; without a footer, its writer died."""

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

    def _repr_html_(self) -> str:
        """The match in a notebook."""
        from lanista.match.replay.notebook import replay_html

        return replay_html(self)
