"""Unusual moments of matches: played by built-in bots and at random, chosen by what is special in their views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from lanista.core.errors import LanistaError
from lanista.engine import State
from lanista.match.replay import Replay, play_again
from lanista.tools.doctor.features import Feature, Numbers, current, features, weights
from lanista.tools.doctor.matches import Lineup, lineup_of, play
from lanista.tools.doctor.players import RandomPlayer
from lanista.tools.doctor.subject import Subject

MAX_MATCHES = 24
VIEWS_PER_MATCH = 30  # that are looked at, for each seat
MAX_SEATS = 4  # of one match that are looked at
LAST_VIEWS = 2  # of a match: its end is always special
FIRST_SECONDS = 20.0  # for the first match, which some checks need whole


@dataclass(frozen=True)
class SampledView:
    """A view with its features; `state` is that of the turn before it, where a bot can take over."""

    replay: Replay
    seat: int
    at: int  # the turn to take over at, as an index of the replay's turns
    state: State[Any, Any]
    features: set[Feature]


@dataclass
class Collection:
    """Moments of many matches, and the features of their views."""

    moments: list[SampledView] = field(default_factory=list)
    texts: dict[str, set[str]] = field(default_factory=dict)
    numbers: Numbers = field(default_factory=dict)

    def chosen(self) -> Iterator[SampledView]:
        """The moments, the most special ones first; each is judged by what those before it lack."""
        left = [(moment, current(moment.features, self.numbers)) for moment in self.moments]
        worth = weights(found for _, found in left)
        seen: set[Feature] = set()
        while left:
            gains = [sum(worth[feature] for feature in found - seen) for _, found in left]
            best = max(range(len(left)), key=gains.__getitem__)
            moment, found = left.pop(best)
            seen |= found
            yield moment

    @property
    def features(self) -> set[Feature]:
        """All features of these moments."""
        return {feature for moment in self.moments for feature in current(moment.features, self.numbers)}


def lineups(subject: Subject) -> Iterator[Lineup]:
    """Line-ups without the bot: the fastest built-in bots first, then random play, mixtures and built-in bots."""
    seats = range(subject.seats)
    for number in range(MAX_MATCHES):
        lineup = lineup_of(subject, number, None)
        at_random = ((), tuple(seats), (number // 3 % len(seats),))[number % 3]
        names = (subject.game.bots[0],) * len(seats) if number == 0 else lineup.bots
        yield Lineup(names, None, dict.fromkeys(at_random, RandomPlayer), lineup.seed, lineup.map)


def sample_match(subject: Subject) -> Replay:
    """Record a match of the fastest built-in bots, if possible to its end."""
    return play(subject, next(lineups(subject)), "match-1", FIRST_SECONDS).replay


def generate(subject: Subject, seconds: float) -> list[Replay]:
    """Record other matches without the bot until the time is used up."""
    until = subject.now() + seconds
    found: list[Replay] = []
    for number, lineup in enumerate(lineups(subject)):
        left = until - subject.now()
        if left <= 0:
            break
        if number:
            found.append(play(subject, lineup, f"match-{number + 1}", min(left, seconds / 4)).replay)
    return [replay for replay in found if replay.turns]


def collect(subject: Subject, replays: Sequence[Replay], seconds: float) -> Collection:
    """Moments of these matches, as many as there is time for; at least those of the first."""
    until = subject.now() + seconds
    found = Collection()
    for number, replay in enumerate(replays):
        if number and subject.now() > until:
            break
        try:
            _look_at(subject, replay, number, found)
        except LanistaError:  # a replay of other rules or another version
            continue
    return found


def _look_at(subject: Subject, replay: Replay, number: int, found: Collection) -> None:
    """Collect what some seats see in a match."""
    game, count = subject.game, len(replay.header.seats)
    seats = sorted({(number + i * max(1, count // MAX_SEATS)) % count for i in range(min(count, MAX_SEATS))})
    wanted = _turns_to_look_at(len(replay.turns))
    before: State[Any, Any] | None = None
    for at, (_, state) in enumerate(play_again(replay)):
        if at in wanted:
            for seat in (seat for seat in seats if game.asked(state, seat)):
                view = msgspec.json.decode(game.view_json(state, seat))
                special = features(view, found.texts, found.numbers)
                start = state.clone() if before is None else before
                found.moments.append(SampledView(replay, seat, max(0, at - 1), start, special))
        before = state.clone() if at + 1 in wanted else None


def _turns_to_look_at(turns: int) -> set[int]:
    """Indices of turns: some of all, and the last ones."""
    every = max(1, turns // VIEWS_PER_MATCH)
    return {*range(0, turns, every), *range(max(0, turns - LAST_VIEWS), turns)}
