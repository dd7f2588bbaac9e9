"""The last board of a match, for the small pictures in a list of matches.

A page draws it with the game's own board. A replay is played again for it, for a limited time: a match that takes
longer is shown as far as that was.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from lanista.engine import State
from lanista.engine.ready import ready
from lanista.game import get_game
from lanista.replay import Header, ReplayStream, play_again
from lanista.replay.playing import guarded
from lanista.text import inert, seat_letter
from lanista.web.files import board_of
from lanista.web.gallery import ReplayShow, Show
from lanista.web.shelf import version_of

MAKING_SECONDS = 3.0  # of playing one match again
MADE_AT_ONCE = 2
KEPT_BYTES = 32 * 2**20
MAX_NAME = 60

T = TypeVar("T")


class Thumbnails:
    """The last boards of matches as JSON; those of replays are kept. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._making = threading.Semaphore(MADE_AT_ONCE)
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._bytes = 0

    def of(self, show: Show) -> bytes:
        """The last board of a match that anyone may see."""
        if not isinstance(show, ReplayShow):
            return _of_live(show)
        key = show.id, version_of(show.path)
        with self._making:
            found = self._find(key)
            return found if found is not None else self._keep(key, _of_replay(show))

    def _find(self, key: tuple[str, str]) -> bytes | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _keep(self, key: tuple[str, str], made: bytes) -> bytes:
        with self._lock:
            self._bytes += len(made) - len(self._kept.pop(key, b""))
            self._kept[key] = made
            while self._bytes > KEPT_BYTES:
                self._bytes -= len(self._kept.popitem(last=False)[1])
        return made


def _of_live(show: Show) -> bytes:
    """The newest board of a match of this server; nobody may see it while people play."""
    show.admit(None, "")
    reel = show.reel()
    return _encoded(reel.header, reel.moments[-1].state, reel.turns)


def _of_replay(show: ReplayShow) -> bytes:
    """The last board of a replay, as far as there is time to play it again."""
    stream, began = ReplayStream(show.path), time.monotonic()
    match = play_again(stream)
    _, state = next(match)  # the same object in all turns
    turns = sum(1 for _ in _for_a_while(match))
    ready.played(time.monotonic() - began)
    with guarded(show.path):
        return _encoded(stream.header, state, turns)


def _for_a_while(match: Iterator[T]) -> Iterator[T]:
    """The turns that can be played in MAKING_SECONDS, not counting the first, which may load the rules."""
    deadline = None
    for turn in match:
        yield turn
        deadline = deadline or time.monotonic() + MAKING_SECONDS
        if time.monotonic() > deadline:
            return


def _encoded(header: Header, state: State[Any, Any], turns: int) -> bytes:
    game = get_game(header.game)
    seats = [
        {"name": inert(seat.name, MAX_NAME), "letter": seat_letter(number)}
        for number, seat in enumerate(header.seats)
    ]
    shown = {
        "board": board_of(game),
        "seats": seats,
        "scene": game.scene(state),
        "frame": game.frame(state, None, None),
        "turn": turns,
    }
    return msgspec.json.encode(shown)
