"""The last board of a match, for the small pictures in a list of matches.

A page draws it with the game's own board. A replay is played again for it, for a limited time: a match that takes
longer is shown as far as that was.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from lanista import __version__
from lanista.core.text import inert, seat_letter
from lanista.engine import State
from lanista.engine.ready import ready
from lanista.game import Game, get_game
from lanista.match.replay import Header, ReplayStream, play_again
from lanista.match.replay.playing import game_of, guarded
from lanista.web.files import board_of
from lanista.web.film import PackedFrame
from lanista.web.identity import version_of
from lanista.web.scripts import package_digest
from lanista.web.show import Show
from lanista.web.thumbnail_cache import ThumbnailCache

MAKING_SECONDS = 3.0  # of playing one match again
MADE_AT_ONCE = 2
MAX_NAME = 60

T = TypeVar("T")


class Thumbnails:
    """The last boards of matches as JSON; those of replays are cached. Thread-safe."""

    def __init__(self, cache: ThumbnailCache | None = None) -> None:
        self._making = threading.Semaphore(MADE_AT_ONCE)
        self._cache = cache or ThumbnailCache()

    def of(self, show: Show) -> bytes:
        """The last board of a match that anyone may see."""
        if show.file is None:
            return _of_live(show)
        with self._making:
            stream = ReplayStream(show.file)
            name = _name(stream)
            made = self._cache.read(name)
            if made is None:
                made = _of_replay(stream)
                self._cache.write(name, made)
            return made


def _name(stream: ReplayStream) -> str:
    """Changes with the file and with the game's code."""
    game = game_of(stream)
    mark = hashlib.sha256(package_digest(type(game).__module__))
    mark.update(
        f"{__version__} {version_of(stream.path)} {stream.path.resolve()}".encode(errors="surrogateescape")
    )
    return mark.hexdigest()[:32]


def _of_live(show: Show) -> bytes:
    """The newest board of a match of this server; nobody may see it while people play."""
    show.admit(None, "")
    return _encoded(show.history().header, *show.board())


def _of_replay(stream: ReplayStream) -> bytes:
    """The last board of a replay, as far as there is time to play it again."""
    match, began = play_again(stream), time.monotonic()
    _, state = next(match)  # the same object in all turns
    turns = sum(1 for _ in _for_a_while(match))
    ready.played(time.monotonic() - began)
    with guarded(stream.path):
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
    return board_json(get_game(header.game), state, [seat.name for seat in header.seats], turns)


def board_json(game: Game[Any, Any, Any], state: State[Any, Any], names: Sequence[str], turns: int) -> bytes:
    """A board for a small picture."""
    seats = [{"name": inert(name, MAX_NAME), "letter": seat_letter(number)} for number, name in enumerate(names)]
    shown = {
        "board": board_of(game),
        "seats": seats,
        "scene": game.scene(state),
        "frame": PackedFrame.of(game, state),
        "turn": turns,
    }
    return msgspec.json.encode(shown)
