"""What an audience sees of a match, made by Python, for comparison with what pages make."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from lanista.web.film import WATCH_ONLY, Reel, SeatFilm


class WholeFilm(SeatFilm):
    """The film of an audience that sees everything."""

    def __init__(self, reel: Reel) -> None:
        super().__init__(reel, None)  # type: ignore[arg-type]

    def _redact(self, values: Iterable[Any]) -> list[Any]:
        return list(values)


def film_of(reel: Reel, seat: int | None = None) -> dict[str, Any]:
    """Everything that a page may know of a match, with whole frames."""
    film = WholeFilm(reel) if seat is None else SeatFilm(reel, seat)
    data = json.loads(film.encode(WATCH_ONLY))
    seen = data.pop("seen")
    frames = [frame_at(reel, number, seat) for number in range(len(reel.moments))]
    return {**data, **seen, "seed": reel.header.seed, "frames": frames}


def frame_at(reel: Reel, number: int, seat: int | None) -> Any:
    """A frame as JSON has it."""
    return json.loads(json.dumps(reel.game.frame(reel.moments[number].state, seat, reel.played(number))))
