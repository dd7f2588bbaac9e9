"""The matches of a comparison: a new seed for each, or every seed in each rotation of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from lanista.core.errors import InputError
from lanista.engine import derive
from lanista.series.spec import MatchSpec

Entrants = tuple[int, ...]  # the entrant at each seat


def rotations(entrants: int) -> list[Entrants]:
    """All rotations of the entrants over the seats."""
    seats = tuple(range(entrants))
    return [seats[first:] + seats[:first] for first in seats]


def series(first: MatchSpec, games: int, *, swap: bool = False, folder: Path | None = None) -> list[MatchSpec]:
    """At least `games` matches like the first, with seeds derived from its seed.

    With `swap` each seed is played in every rotation, so the number is rounded up to whole rotations.
    """
    check_sendable(first)
    orders = rotations(len(first.bots)) if swap else [tuple(range(len(first.bots)))]
    seeds = -(-games // len(orders))
    count = seeds * len(orders)
    return [
        _seated(first, number, order, derive(first.seed, "match", number // len(orders)), folder, count)
        for number, order in enumerate(orders * seeds)
    ]


def check_sendable(spec: MatchSpec) -> None:
    """Refuse a specification that cannot be sent to another process."""
    try:
        msgspec.json.encode(spec)
    except UnicodeEncodeError as error:
        raise InputError(f"expected bots, maps and settings in UTF-8, got {ascii(error.object)[:200]}") from None


def _seated(
    first: MatchSpec, number: int, order: Sequence[int], seed: int, folder: Path | None, count: int
) -> MatchSpec:
    bots = tuple(first.bots[entrant] for entrant in order)
    replay = "" if folder is None else str(folder / f"{number + 1:0{len(str(count))}}.jsonl.gz")
    return msgspec.structs.replace(
        first, number=number + 1, bots=bots, entrants=tuple(order), seed=seed, replay=replay
    )
