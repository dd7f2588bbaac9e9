"""Films of a match for an audience, made by Python, for comparison with those of pages."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from lanista.web.film import WATCH_ONLY, MatchHistory, SeatFilm


class WholeFilm(SeatFilm):
    """The film of an audience that sees everything."""

    def __init__(self, history: MatchHistory) -> None:
        super().__init__(history, None)  # type: ignore[arg-type]

    def _redact(self, values: Iterable[Any]) -> list[Any]:
        return list(values)


def film_of(history: MatchHistory, seat: int | None = None) -> dict[str, Any]:
    """Everything that a page may know of a match, with whole frames."""
    film = WholeFilm(history) if seat is None else SeatFilm(history, seat)
    data = json.loads(film.encode(WATCH_ONLY))
    seen = data.pop("seen")
    frames = [frame_at(history, number, seat) for number in range(len(history.moments))]
    return {**data, **seen, "seed": str(history.header.seed), "frames": frames}


def frame_at(history: MatchHistory, number: int, seat: int | None) -> Any:
    """A frame as JSON has it."""
    return json.loads(json.dumps(history.game.frame(history.moments[number].state, seat, history.played(number))))
