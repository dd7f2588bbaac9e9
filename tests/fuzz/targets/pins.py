"""Targets: files of pins."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lanista.match.pins import read_pin, write_pin
from lanista.match.pins.moment import bring_back, play_earlier
from lanista.match.pins.pin import encode_pin
from lanista.match.pins.running import PinResult
from lanista.match.pins.writing import pin_name
from lanista.match.replay import read_replay
from tests.fuzz.mutations import mutate_json_text
from tests.fuzz.target import Target, expect_plain
from tests.fuzz.targets.scratch import on_file, scratch
from tests.match.replay.edits import MATCHES, record

FILE = "m.pin.json"


def use(path: Path) -> None:
    """Read a pin, write it again, and play up to its moment."""
    pin = read_pin(path)
    encode_pin(pin)
    for text in (pin_name(pin), PinResult(path, pin).wanted()):
        expect_plain(text)
    moment = bring_back(pin)
    state = moment.first.clone()
    for earlier in pin.history:
        play_earlier(moment, state, earlier)
    moment.game.view_json(state, pin.seat)


@cache
def files() -> list[bytes]:
    """Pins of every game."""
    folder = scratch("pins")
    made = []
    for game in MATCHES:
        replay = read_replay(record(game, folder / f"{game}.gz"))
        move = replay.turns[1].moves[0] or ""
        made.append(write_pin(replay, 2, 0, avoid=[move], history=1, folder=folder).read_bytes())
    return made


TARGETS = [Target("pins.file", on_file(FILE, use), files, mutate_json_text, max_bytes=2**16)]
