"""A replay's entry in a list of matches, made without playing it again.

Replays are untrusted: names and reasons are made inert and cut, and a file that cannot be read says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import msgspec

from lanista.core.errors import ReplayError
from lanista.core.text import inert, shown
from lanista.core.verdict import Verdict
from lanista.match.replay.format import Footer, Header
from lanista.match.replay.reader import MAX_HELD_BYTES, ReplayStream

MAX_NAME = 60
MAX_REASON = 200
MAX_SEATS = 64  # seats that a summary names
MAX_NUMBER = 2**53  # that a page can read exactly

FAULTS = frozenset(verdict.value for verdict in Verdict if verdict.is_fault)


class Summary(msgspec.Struct, omit_defaults=True):
    """A match in short: game, players and end; `error` says why a file is not a replay."""

    game: str = ""
    behaviour: int = 0  # the version of the game's rules
    lanista: str = ""
    ruleset: str = ""
    map: str = ""
    seed: str = ""
    names: list[str] = []  # of the first MAX_SEATS seats
    seats: int = 0
    turns: int = 0
    faults: dict[str, int] = {}  # by verdict
    ended: bool = False  # the file has its end
    places: list[int] = []  # by seat; empty without an outcome
    scores: list[int] = []
    reason: str = ""
    counts: bool = True
    branched: bool = False  # a take-over
    error: str = ""

    @classmethod
    def of(cls, header: Header, verdicts: Iterable[Iterable[str]]) -> Summary:
        """Sum up a match as far as it was played; `verdicts` are those of each turn."""
        faults: Counter[str] = Counter()
        turns = 0
        for judged in verdicts:
            turns += 1
            if not FAULTS.isdisjoint(judged):
                faults.update(verdict for verdict in judged if verdict in FAULTS)
        return cls(
            game=inert(header.game, MAX_NAME),
            behaviour=_numbers([header.behaviour])[0],
            lanista=inert(header.lanista, MAX_NAME),
            ruleset=inert(header.ruleset, MAX_NAME),
            map=inert(header.map, MAX_NAME),
            seed=shown(header.seed, MAX_NAME),
            names=[inert(seat.name, MAX_NAME) for seat in header.seats[:MAX_SEATS]],
            seats=len(header.seats),
            turns=turns,
            faults=dict(faults),
            branched=header.branch is not None,
        )

    def end(self, footer: Footer | None) -> Summary:
        """Add how the match ended."""
        if footer is None:
            return self
        self.ended = True
        self.reason = inert(footer.void or footer.stopped, MAX_REASON)
        self.counts = not footer.void
        if (outcome := footer.outcome) is not None:
            self.places, self.scores = _numbers(outcome.ranks), _numbers(outcome.scores)
            self.reason = inert(outcome.reason, MAX_REASON)
        return self


def _numbers(values: Iterable[int]) -> list[int]:
    """The numbers of the first seats, within what a page can read."""
    return [max(-MAX_NUMBER, min(MAX_NUMBER, value)) for value in islice(values, MAX_SEATS)]


def summarise(path: Path) -> Summary:
    """Read a replay's summary; a file that cannot be read has only an `error`."""
    try:
        stream = ReplayStream(path, max_bytes=MAX_HELD_BYTES)
        summary = Summary.of(stream.header, stream.glance())
    except ReplayError as error:
        return Summary(error=inert(str(error).removeprefix(str(path)).lstrip(":, "), MAX_REASON))
    return summary.end(stream.footer)
