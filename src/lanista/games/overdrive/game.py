"""Overdrive: a race of two cars on four lanes (Entelect Challenge 2020)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from typing import ClassVar

from lanista.engine import Rules, State, Stream
from lanista.game import Config as Settings
from lanista.game import Game, Outcome
from lanista.games.overdrive import invariants, maps, moves, rules, settings, views
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    LANES,
    LENGTH,
    MAX_DAMAGE,
    OWNER_BITS,
    OWNER_SHIFT,
    SEATS,
    START_SPEED,
    Config,
    Happening,
    Order,
    Powerup,
    Race,
    Surface,
    Work,
)
from lanista.verdict import Verdict

RULES = Rules.of(
    "overdrive",
    state=Race,
    const=Config,
    move=Order,
    work=Work,
    rules=rules,
    moves=moves,
    views=views,
)

# Section 7: what the contest's referee flags for a second look.
MAX_POINTS = 12_000
MAX_POWERUPS = 1_500


class Reason(Enum):
    """Why a race ended."""

    FINISH_LINE = "finish line"
    ROUND_LIMIT = "round limit"


class Overdrive(Game[Race, Config, Move]):
    """The game as the platform sees it."""

    name: ClassVar = "overdrive"
    title: ClassVar = "Overdrive (Entelect Challenge 2020)"
    seats: ClassVar = range(SEATS, SEATS + 1)
    behaviour: ClassVar = 2  # 2: without D1 and D14 a turn off the track is a valid command
    rulesets: ClassVar = {"standard": settings.STANDARD, "classic": settings.CLASSIC}
    bots: ClassVar = ("random", "cruise", "greedy", "search")
    rules: ClassVar = RULES
    missing = moves.MISSING

    read = staticmethod(moves.read)
    write = staticmethod(moves.write)
    take_move = staticmethod(moves.take_move)
    view_json = staticmethod(views.view_json)
    broken_invariants = staticmethod(invariants.broken_invariants)

    def start(self, config: Settings, seed: int, seats: int = SEATS, map: str = "") -> State[Race, Config]:  # noqa: A002
        """Two cars before the first round on the track of the seed."""
        self.check_seats(seats)
        settings.check(config)
        state = self.blank(config)
        state.data["track"][0] = maps.generate(maps.map_seed(seed))
        for car, lane in zip(state.record.cars, (1, LANES), strict=True):
            car.lane, car.block, car.speed = lane, 1, START_SPEED
        return state

    def blank(self, config: Settings) -> State[Race, Config]:
        """A race on an empty track, cars not yet placed."""
        state: State[Race, Config] = State.blank(RULES)
        state.const.seats = SEATS
        for name, value in config.items():
            setattr(state.const, name, value)
        state.record.winner = -1
        state.data["track"][0][:, LENGTH - 1] = Surface.FINISH_LINE
        for car in state.record.cars:
            views.set_states(car, [Happening.READY.name])
        return state

    def turn(self, state: State[Race, Config]) -> int:
        """The round about to be played."""
        return state.record.round + 1

    def max_turns(self, state: State[Race, Config]) -> int:
        """The round limit."""
        return state.const.max_rounds

    def outcome(self, state: State[Race, Config], verdicts: Sequence[Sequence[Verdict]] = ()) -> Outcome | None:
        """Who crossed the line first, or led at the limit; with the referee's marks (section 7)."""
        race = state.record
        if race.winner < 0:
            return None
        at_line = any(car.block == LENGTH for car in race.cars)
        reason = Reason.FINISH_LINE if at_line else Reason.ROUND_LIMIT
        void = [_why_void(seat, verdicts) for seat in _invalid_seats(race)]
        return Outcome(
            places=tuple(1 if seat == race.winner else 2 for seat in range(SEATS)),
            scores=tuple(car.score for car in race.cars),
            reason=reason.value,
            marks=(*void, *_flags(race, verdicts)),
            counts=not void,
        )

    def redraw_hidden(self, state: State[Race, Config], seat: int, seed: int) -> State[Race, Config]:
        """Another opponent under the bonnet, and another track outside the window."""
        stream, other = Stream(seed), state.clone()
        seen = views.window(state.record.cars[seat].block)
        track, kinds = other.record.track, len(Surface)
        for row in range(LANES):
            for block in (b for b in range(1, LENGTH) if b not in seen):
                track[row, block - 1] = stream.below(kinds)
        other.record.n_trucks = int((other.data["track"] >= 64).sum())
        car = other.record.cars[1 - seat]
        car.score = stream.below(500)
        car.damage = stream.below(MAX_DAMAGE + 1)
        car.boost_counter = stream.below(BOOST_ROUNDS + 1)
        car.boosting = int(car.boost_counter > 0)
        views.set_items(car, [stream.choice(list(Powerup)).name for _ in range(stream.below(9))])
        views.set_states(car, [stream.choice(list(Happening)).name for _ in range(1 + stream.below(4))])
        return other

    def exchange_seats(self, state: State[Race, Config]) -> State[Race, Config] | None:
        """The players change cars; None where the engine's slips prefer a player.

        Two things depend on the seat by the rules: where HIT_EMP stands in a list (S6), so lists are sorted
        here, and who wins a dead heat (S19), so the winner is found anew.
        """
        const = state.const
        tweets_are_fair = const.d4_refund_once and const.d5_wreck_is_nobodys and const.d13_tweets_judged_together
        if not (tweets_are_fair and const.d6_jumper_goes_back):
            return None
        other = state.clone()
        other.data["cars"][0] = state.data["cars"][0][::-1]
        _exchange_oil(other)
        for car in other.record.cars:
            # FINISHED stays last: it says who has won, also when seats are exchanged once more.
            views.set_states(car, sorted(views.states_of(car), key=lambda name: (name == "FINISHED", name)))
        if other.record.winner >= 0:
            other.record.winner = state.record.winner ^ _differ(state.record)
        return other


def _differ(race: Race) -> int:
    """1 unless the race is a dead heat, which player 1 wins in either car."""
    a, b = race.cars
    both = rules.has_finished(a) and rules.has_finished(b)
    return 0 if both and (a.speed, a.score) == (b.speed, b.score) else 1


def _exchange_oil(state: State[Race, Config]) -> None:
    """Oil belongs to a player, so it goes with him."""
    track = state.data["track"][0]
    for row, column in zip(*((track >> OWNER_SHIFT) & OWNER_BITS).nonzero(), strict=True):
        track[row, column] ^= OWNER_BITS << OWNER_SHIFT


def _invalid_seats(race: Race) -> list[int]:
    return [seat for seat, car in enumerate(race.cars) if car.too_many_invalid]


def _why_void(seat: int, verdicts: Sequence[Sequence[Verdict]]) -> str:
    """Why a result does not count: what kept a player from valid commands, most often, is said first."""
    faults = Counter(turn[seat] for turn in verdicts if turn[seat].is_fault)
    main = faults.most_common(1)[0][0] if faults else Verdict.INVALID
    if main is Verdict.INVALID:
        return f"player {seat + 1} gave too many invalid commands"
    return f"player {seat + 1} gave no valid command for too many rounds ({main.value})"


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
