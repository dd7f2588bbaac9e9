"""The log of a turn: rules note what happens where it happens, as a kind and a few numbers.

A game that notes something has a field `log: Log` in its work record, and says in a module `notes` what the
numbers of each kind mean: `NOTES = {Kind.HIT: Hit}`, where `Hit` is a named tuple. The log is no part of the
state. Rules are translated with their notes or without a trace of them; interpreted rules always take notes.
"""

from __future__ import annotations

from struct import Struct
from typing import Annotated

from lanista.engine.record import Ints, i4, record
from lanista.engine.rule import rule

ROOM = 1024  # notes of one turn
WIDTH = 8  # the kind and up to seven numbers


@record
class Log:
    """The notes of a turn in their order."""

    count: i4
    lost: i4  # notes for which there was no room
    numbers: Annotated[Ints, i4, ROOM * WIDTH]  # WIDTH for each note


_FIRST = 8  # where the numbers begin
_PACKED = [Struct(f"<{1 + count}i").pack_into for count in range(WIDTH)]  # faster than one number after the other


@rule
def note(log: Log, kind: int, *numbers: int) -> None:
    """Note that something happened; the caller of `step` empties the log before."""
    at = log.count
    if at == ROOM:
        log.lost += 1
        return
    log.count = at + 1
    _PACKED[len(numbers)](log.raw, _FIRST + at * 4 * WIDTH, kind, *numbers)  # type: ignore[attr-defined]


note.__native__ = True  # type: ignore[attr-defined] # translated as `write`, or left out


@rule
def write(log: Log, kind: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> None:
    """`note` with all numbers that a note has room for: the form in translated rules."""
    if log.count == ROOM:
        log.lost += 1
        return
    at = log.count * WIDTH
    log.count += 1
    log.numbers[at] = kind
    log.numbers[at + 1] = a
    log.numbers[at + 2] = b
    log.numbers[at + 3] = c
    log.numbers[at + 4] = d
    log.numbers[at + 5] = e
    log.numbers[at + 6] = f
    log.numbers[at + 7] = g


@rule
def note_number(log: Log, i: int, part: int) -> int:
    """A number of the i-th note; part 0 is its kind."""
    return log.numbers[i * WIDTH + part]


@rule
def is_noted(log: Log, i: int, kind: int, first: int) -> bool:
    """Whether a note is of a kind and begins with this number, mostly a seat."""
    return note_number(log, i, 0) == kind and note_number(log, i, 1) == first


def clear(log: Log) -> None:
    """Empty a log for the next turn."""
    log.count = log.lost = 0


def log_bytes(log: Log) -> bytes:
    """The used part of a log's bytes, for `restore`."""
    return bytes(log.raw[: _FIRST + log.count * 4 * WIDTH])  # type: ignore[attr-defined]


def restore(log: Log, data: bytes) -> None:
    """Refill a log from `log_bytes`; without bytes it is empty."""
    clear(log)
    log.raw[: len(data)] = data  # type: ignore[attr-defined]


def rows_of(log: Log) -> list[tuple[int, ...]]:
    """The notes of a log: kinds and numbers."""
    numbers = log.numbers[: log.count * WIDTH].tolist()
    return [tuple(numbers[at : at + WIDTH]) for at in range(0, len(numbers), WIDTH)]
