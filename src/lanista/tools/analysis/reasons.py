"""Explains in one line why chances moved in a turn: an event in it, and a consequence soon after."""

from __future__ import annotations

import re

from lanista.core.text import inert, seat_letter
from lanista.engine.showing import ToldLine
from lanista.game.values import CAPTURE, DEATH, END, HIT, LOSS
from lanista.tools.analysis.track import Track

SOON = 12  # turns in which consequences are looked for
GRAVE = (DEATH, END, LOSS, CAPTURE, HIT)  # kinds of events that tell why a seat fell back, gravest first
MAX_PART = 120  # characters of an event
_STRUCK = re.compile(r"(?<!\bby) ([A-Z]{1,2})(?:'s)?(?=[ ,.:;)]|$)")  # a seat to which something is done


def reason_of(track: Track, turn: int, seat: int, rival: int | None = None) -> str:
    """Describe how a seat lost chances in a turn: its deed, and the first grave consequence.

    A `rival` is the seat whose doing it was, if the seat itself could not do better.
    """
    now = _gravest(track, turn, seat)
    if now is not None:
        return _sentence(now)
    said = [_own(track, turn, seat if rival is None else rival)]
    for later in range(turn + 1, min(track.turns, turn + SOON) + 1):
        grave = _gravest(track, later, seat)
        if grave is not None:
            said.append(f"at {later} {_sentence(grave)}")
            break
    return "; ".join(said)


def _events(track: Track, turn: int) -> list[ToldLine]:
    return track.game.pictures.told(track.state(turn), track.played(turn))


def _gravest(track: Track, turn: int, seat: int) -> ToldLine | None:
    """The worst that happened to a seat in a turn."""
    letters = {seat_letter(other) for other in range(track.start.seats)}
    found = [event for event in _events(track, turn) if event.kind in GRAVE and _suffers(event, seat, letters)]
    return min(found, key=lambda event: GRAVE.index(event.kind), default=None)


def _suffers(event: ToldLine, seat: int, letters: set[str]) -> bool:
    """Whether a grave event happens to a seat: `A was hit by B`, `B hit A`, `B destroyed A's wall`."""
    struck = letters & set(_STRUCK.findall(event.text))
    if struck:
        return seat_letter(seat) in struck
    return event.kind not in (CAPTURE, END) and re.match(rf"{seat_letter(seat)}(?: |'s )", event.text) is not None


def _own(track: Track, turn: int, seat: int) -> str:
    """A seat's deed in a turn: the event that tells it, or its move in words."""
    begins = f"{seat_letter(seat)} "
    event = next((event for event in _events(track, turn) if event.text.startswith(begins)), None)
    return _sentence(event) if event is not None else _in_words(track, turn, seat)


def _in_words(track: Track, turn: int, seat: int) -> str:
    played = track.played(turn)
    words = track.game.pictures.words(played, seat) or f"played {track.game.write(played.moves[seat])}"
    return f"{seat_letter(seat)}: {inert(words, MAX_PART)}"


def _sentence(event: ToldLine) -> str:
    return inert(event.text, MAX_PART).rstrip(".")
