"""The matches of a comparison: a seed for each, or each seed from every seat."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from lanista.arena.spec import MatchSpec
from lanista.engine import derive
from lanista.errors import InputError

Entrants = tuple[int, ...]  # which entrant sits at each seat


def rotations(entrants: int) -> list[Entrants]:
    """Every way to seat entrants that keeps who follows whom: for two, both ways round."""
    seats = tuple(range(entrants))
    return [seats[first:] + seats[:first] for first in seats]


def series(first: MatchSpec, games: int, *, swap: bool = False, folder: Path | None = None) -> list[MatchSpec]:
    """At least that many matches like the first, with seeds that follow from its own.

    With `swap` each seed is played from every seat, so the number is rounded up to whole rotations.
    """
    _check_sendable(first)
    orders = rotations(len(first.bots)) if swap else [tuple(range(len(first.bots)))]
    seeds = -(-games // len(orders))
    count = seeds * len(orders)
    return [
        _seated(first, number, order, derive(first.seed, "match", number // len(orders)), folder, count)
        for number, order in enumerate(orders * seeds)
    ]


def _check_sendable(spec: MatchSpec) -> None:
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
