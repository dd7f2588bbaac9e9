"""The replay file: gzip, JSON lines - a header, a line per turn, a footer.

Lines are flushed as the match goes, so a file whose writer died is readable up to its last turn.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from lanista.errors import ReplayError
from lanista.game import Outcome

FORMAT = 1


class SeatHeader(msgspec.Struct):
    """Who sat there: the name shown, the bot as it was named, and a digest of its files."""

    name: str
    bot: str
    digest: str


class Branch(msgspec.Struct, frozen=True):
    """A match that goes on from another one: which, after how many of its turns, and who was replaced."""

    of: str
    turn: int
    seat: int


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
    limits: dict[str, int | None]
    sandbox: str
    start: str
    map: str = ""
    absent: tuple[int, ...] = ()
    branch: Branch | None = None
    one_at_a_time: bool = False  # seats were asked one after the other


class TurnLine(msgspec.Struct, tag_field="type", tag="turn", omit_defaults=True):
    """One turn: moves as sent (null where none counted), verdicts, time used, and the state's digest after it."""

    turn: int
    moves: list[str | None]
    verdicts: list[str]
    ms: list[float]
    digest: str
    reasons: list[str] = []
    say: list[str | None] = []
    draw: list[Any] = []
    log: list[str] = []


class Footer(msgspec.Struct, tag_field="type", tag="end"):
    """How it ended; without an outcome the match was stopped, `void` says whether by our fault.

    `marks` are remarks on how the match came about; those of the game's referee are in the outcome.
    """

    outcome: Outcome | None
    void: str = ""
    marks: tuple[str, ...] = ()


Line = Header | TurnLine | Footer
_decoder = msgspec.json.Decoder(Line)


@dataclass
class Replay:
    """A replay that was read; without a footer its writer died."""

    path: Path
    header: Header
    turns: list[TurnLine]
    footer: Footer | None

    @property
    def names(self) -> list[str]:
        """The seats' names."""
        return [seat.name for seat in self.header.seats]


def read_replay(path: Path) -> Replay:
    """Read a replay file; what is wrong with it is said with file and line."""
    lines = list(_lines(path))
    if not lines or not isinstance(lines[0], Header):
        raise ReplayError(f"{path}: expected a replay that begins with a header; is this another file?")
    header = lines[0]
    if header.format != FORMAT:
        raise ReplayError(f"{path}: replay format {header.format}, but this version reads format {FORMAT}")
    footer = lines[-1] if isinstance(lines[-1], Footer) else None
    turns = [line for line in lines if isinstance(line, TurnLine)]
    seats = len(header.seats)
    for turn in turns:
        if len(turn.moves) != seats or len(turn.verdicts) != seats:
            raise ReplayError(f"{path}: turn {turn.turn} has {len(turn.moves)} moves for {seats} seats")
    return Replay(path, header, turns, footer)


def _lines(path: Path) -> Iterator[Line]:
    for number, line in enumerate(_raw_lines(path), 1):
        try:
            yield _decoder.decode(line)
        except msgspec.DecodeError as error:
            raise ReplayError(f"{path}, line {number}: not a line of a replay: {error}") from error


def _raw_lines(path: Path) -> Iterator[bytes]:
    """Whole lines of a gzip file; a file that breaks off gives those before the break."""
    try:
        with gzip.open(path, "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    return
                yield line
    except EOFError:
        return
    except (FileNotFoundError, IsADirectoryError):
        raise ReplayError(f"{path}: no such file") from None
    except (OSError, zlib.error) as error:
        raise ReplayError(f"{path}: not a replay (expected gzip): {error}") from error
