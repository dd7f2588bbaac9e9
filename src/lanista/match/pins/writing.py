"""Writes moments of replays as pins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from lanista.core.files import write_whole
from lanista.core.text import seat_letter
from lanista.match.pins.moment import take_moment
from lanista.match.pins.pin import SUFFIX, Pin, encode_pin
from lanista.match.replay import Replay, find_seat, read_replay

FOLDER = Path("pins")
MAX_NAME = 80  # characters of a replay's name in a pin's name
_UNUSUAL = re.compile(r"[^\w.-]+")
_REPLAY_SUFFIX = re.compile(r"(\.jsonl)?(\.gz)?$")


def write_pin(
    replay: Replay | Path | str,
    turn: int,
    seat: int | str,
    *,
    expect: Sequence[str] = (),
    avoid: Sequence[str] = (),
    note: str = "",
    history: int = 0,
    folder: Path | str = FOLDER,
    force: bool = False,
) -> Path:
    """Write the moment before a seat's move in a turn as a pin into a folder; returns the file.

    `expect` are the moves of which a bot should play one there, `avoid` those that it should not play. The file is
    named after the replay, the turn and the seat. If that moment is pinned in another way, the new pin gets a
    number, or replaces the other with `force`.
    """
    replay = replay if isinstance(replay, Replay) else read_replay(Path(replay))
    number = seat if isinstance(seat, int) else find_seat(replay.names, seat)
    pin = take_moment(replay, turn, number, expect=expect, avoid=avoid, note=note, history=history)
    return save_pin(pin, Path(folder), force=force)


def save_pin(pin: Pin, folder: Path, *, force: bool = False) -> Path:
    """Write a pin into a folder under a free name, unless the same pin is already there."""
    text = encode_pin(pin)
    for number in count(1):
        path = folder / pin_name(pin, number)
        if not force and path.exists():
            if path.is_file() and path.read_bytes() == text.encode():
                return path
            continue
        write_whole(path, text.encode(), force=force, sync=False)
        return path
    raise AssertionError("there is always a next number")


def pin_name(pin: Pin, number: int = 1) -> str:
    """The name of a pin's file: its replay, turn and seat, and a number from the second one on."""
    origin = _REPLAY_SUFFIX.sub("", pin.source.replay)
    name = _UNUSUAL.sub("-", origin)[:MAX_NAME].strip(".-") or pin.game
    return f"{name}-turn-{pin.turn}-{seat_letter(pin.seat)}{f'-{number}' if number > 1 else ''}{SUFFIX}"
