"""The rules of a ladder."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LadderRules:
    """The rules by which a ladder chooses its matches and ends."""

    places: int = 3  # that matter
    sure: float = 0.95  # the probability at which it ends
    margin: float = 10.0  # Elo; a bot may rank ahead of one that is better by less
    min_matches: int = 10  # of each bot before it ends
    max_matches: int | None = None
    ahead: int = 32  # matches between a match and the last result that its choice may use
    maps: tuple[str, ...] = ()
    endless: bool = False  # continues after that
