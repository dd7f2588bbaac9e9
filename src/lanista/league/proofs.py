"""Compares results with the replays that prove them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lanista.core.errors import LanistaError
from lanista.core.text import brief, inert, join_words, quoted
from lanista.game import Outcome
from lanista.league.store import LeagueMatch, LeagueRecord, StoredResult
from lanista.match.replay import ReplayStream, verify
from lanista.match.replay.format import Header


@dataclass
class Judged:
    """A match that counts."""

    league: LeagueRecord
    match: LeagueMatch
    bots: list[str]  # by seat
    result: StoredResult

    def __str__(self) -> str:
        return f"league {quoted(self.league.name, 60)}, match {self.match.number}"


def contradiction(judged: Judged, path: Path) -> str:
    """How a replay contradicts the result of its match, by its header and footer; empty if it does not."""
    try:
        stream = ReplayStream(path)
        for _ in stream.glance():
            pass
    except LanistaError as error:
        return f"cannot be read: {error}"
    if differences := list(_other_match(judged, stream.header)):
        return f"is of another match: {'; '.join(differences)}"
    outcome = None if stream.footer is None else stream.footer.outcome
    if outcome is None:
        return "has no outcome, but one is recorded"
    differences = list(_other_end(judged.result, outcome))
    return f"ended otherwise than recorded: {'; '.join(differences)}" if differences else ""


def _other_match(judged: Judged, header: Header) -> Iterator[str]:
    pairs = {
        "game": (header.game, judged.league.game),
        "seed": (header.seed, judged.match.seed),
        "seats": (_named([seat.name for seat in header.seats]), _named(judged.bots)),
    }
    return _differences(pairs)


def _named(bots: list[str]) -> str:
    return join_words([quoted(bot, 60) for bot in bots]) if bots else "none"


def _other_end(result: StoredResult, outcome: Outcome) -> Iterator[str]:
    pairs = {
        "ranks": (list(outcome.ranks), list(result.ranks)),
        "scores": (list(outcome.scores), list(result.scores)),
    }
    return _differences(pairs)


def _differences(pairs: Mapping[str, tuple[object, object]]) -> Iterator[str]:
    """The values that differ, as (in the replay, in the store)."""
    for name, (shown, stored) in pairs.items():
        if shown != stored:
            yield f"{name} {brief(shown)} in the replay, {brief(stored)} in the store"


def replayed(path: Path) -> str:
    """Why a replay cannot be reproduced; empty if it can."""
    try:
        verification = verify(ReplayStream(path))
    except LanistaError as error:
        return f"cannot be played again: {error}"
    if verification.passed:
        return ""
    where = f"at turn {verification.first}: {verification.what}" if verification.what else verification.reason
    return f"is not what happened ({inert(where or str(verification.chain), 200)})"
