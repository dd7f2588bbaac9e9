"""Overdrive: a race of two cars on four lanes (Entelect Challenge 2020)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar

import msgspec

from lanista.core.verdict import Verdict
from lanista.engine import Rules, State
from lanista.game import Config as Settings
from lanista.game import Game, Outcome
from lanista.games.overdrive import generator, views
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.state import LANES, LENGTH, SEATS, START_SPEED, Config, Happening, Race, Surface

RULES = Rules.of(__package__)

# Section 7: the contest's referee flags matches beyond these limits.
MAX_POINTS = 12_000
MAX_POWERUPS = 1_500


class Overdrive(Game[Race, Config, Move]):
    """The game as the platform sees it."""

    name: ClassVar = "overdrive"
    title: ClassVar = "Overdrive (Entelect Challenge 2020)"
    seats: ClassVar = range(SEATS, SEATS + 1)
    behaviour: ClassVar = 3  # 3: switches are 1 for slips, and digests cover them
    rules: ClassVar = RULES

    def begin(self, config: Settings, seed: int, seats: int, map: str) -> State[Race, Config]:  # noqa: A002
        """Both cars at the start of the seed's track."""
        state = self.blank(config)
        state.data["track"][0] = _track(generator.map_seed(seed))
        for car, lane in zip(state.record.cars, (1, LANES), strict=True):
            car.lane, car.block, car.speed = lane, 1, START_SPEED
        return state

    def blank(self, config: Settings) -> State[Race, Config]:
        """A race on an empty track, before the cars are placed."""
        state = self.empty(config, SEATS)
        state.record.winner = -1
        state.data["track"][0][:, LENGTH - 1] = Surface.FINISH_LINE
        for car in state.record.cars:
            views.set_states(car, [Happening.READY.name])
        return state

    def outcome(self, state: State[Race, Config], verdicts: Sequence[Sequence[Verdict]] = ()) -> Outcome | None:
        """The car that finished first, or led at the round limit; with the referee's marks (section 7).

        A seat with too many invalid commands forfeits the race (D10).
        """
        outcome = super().outcome(state)
        if outcome is None:
            return None
        race = state.record
        forfeits = [_why_forfeited(race, seat, verdicts) for seat in range(SEATS)]
        invalid = [f"player {seat + 1} {why}" for seat, why in enumerate(forfeits) if why]
        marks = (*invalid, *_flags(race, verdicts))
        return msgspec.structs.replace(outcome, marks=marks, forfeits=tuple(forfeits) if invalid else ())


@lru_cache(maxsize=8)
def _track(seed: int) -> generator.Surfaces:
    """The official map; the matches of a pair have the same one."""
    track = generator.generate(seed)
    track.setflags(write=False)
    return track


def _why_forfeited(race: Race, seat: int, verdicts: Sequence[Sequence[Verdict]]) -> str:
    """Why a seat forfeited the race; names its most frequent fault."""
    if not race.cars[seat].too_many_invalid:
        return ""
    faults = Counter(turn[seat] for turn in verdicts if turn[seat].is_fault)
    main = faults.most_common(1)[0][0] if faults else Verdict.INVALID
    if main is Verdict.INVALID:
        return "gave too many invalid commands"
    return f"gave no valid command for too many rounds ({main.value})"


def _flags(race: Race, verdicts: Sequence[Sequence[Verdict]]) -> Iterator[str]:
    for seat, car in enumerate(race.cars):
        if car.score > MAX_POINTS:
            yield f"to be verified: player {seat + 1} has a score above {MAX_POINTS}"
        if car.n_items > MAX_POWERUPS:
            yield f"to be verified: player {seat + 1} holds more than {MAX_POWERUPS} power-ups"
        late = [turn[seat] is Verdict.TIMEOUT for turn in verdicts]
        if any(a and b for a, b in pairwise(late)):
            yield f"to be verified: player {seat + 1} timed out in consecutive rounds"


OVERDRIVE = Overdrive()
