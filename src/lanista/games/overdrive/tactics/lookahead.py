"""Lookahead for bots: simulated rounds by the game's rules, and the value of the states they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from lanista.engine import State
from lanista.engine.ready import ready
from lanista.game import BotStart
from lanista.games.overdrive import views
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.state import LENGTH, Car, Command, Config, Powerup, Race
from lanista.games.overdrive.tactics.compiled import CompiledSearch
from lanista.games.overdrive.tactics.worth import DRIVING, can_go_faster, can_help, can_hit, value_of

Moment = State[Race, Config]

ACCELERATE = Move(Command.ACCELERATE)
EMP = Move(Command.USE_EMP)

MS_PER_ROUND = 20  # of the turn's budget for each round ahead; it takes a fraction of that


class Simulator:
    """The race as one seat knows it, and simulated rounds from there; their states are reused between turns."""

    def __init__(self, start: BotStart) -> None:
        self.seat = start.seat
        self.now: Moment = OVERDRIVE.blank(start.config)
        self._moments: list[Moment] = []
        self._used = 0

    def update(self, view: dict[str, Any]) -> None:
        """Start from a new view, dropping all simulated rounds but keeping the track seen before.

        Hidden values are assumed at their worst: the opponent wins a dead heat and holds an EMP.
        """
        views.imagine(view, self.now)
        views.set_items(self.opponent(self.now), [Powerup.EMP.name])
        self.opponent(self.now).score = 10_000
        self._used = 0

    def play(self, before: Moment, mine: Move, theirs: Move = ACCELERATE) -> Moment:
        """The state after a round with these commands."""
        if self._used == len(self._moments):
            self._moments.append(self.now.clone())
        after = self._moments[self._used]
        self._used += 1
        after.assign(before)
        OVERDRIVE.step(after, (mine, theirs) if self.seat == 0 else (theirs, mine))
        return after

    def me(self, moment: Moment) -> Car:
        """The bot's car."""
        return moment.record.cars[self.seat]

    def opponent(self, moment: Moment) -> Car:
        """The opponent's car."""
        return moment.record.cars[1 - self.seat]

    def value(self, moment: Moment) -> float:
        """The value of a state for the bot."""
        return value_of(moment.record, self.seat)


def ways_to_drive(car: Car) -> Iterator[Move]:
    """The commands that drive a car, without those that cannot help."""
    return (Move(command) for command in DRIVING if can_help(car, command))


def spare_move(me: Car, opponent: Car) -> Move:
    """A move for a round that needs none: an attack if the car holds oil or a tweet."""
    if me.held[Powerup.OIL] and opponent.block < me.block:
        return Move(Command.USE_OIL)
    if me.held[Powerup.TWEET]:
        return Move(Command.USE_TWEET, opponent.lane, min(LENGTH, opponent.block + 2 * opponent.speed + 1))
    return ACCELERATE


class Line(NamedTuple):
    """Simulated rounds: their value, first move and last state."""

    value: float
    first: Move | None
    moment: Moment


class Planner:
    """Beam search over the next rounds."""

    def __init__(self, start: BotStart, *, depth: int, width: int) -> None:
        self.simulator = Simulator(start)
        # Limited by the budget, not the clock, so that a match has the same moves on every machine.
        self.depth = depth if start.turn_ms is None else max(1, min(depth, start.turn_ms // MS_PER_ROUND))
        self.width = width
        now = self.simulator.now
        self._compiled = CompiledSearch(now, start.seat, depth=self.depth, width=width) if ready.wanted else None

    def best(self, view: dict[str, Any]) -> Move:
        """The first command of the best line, or an attack if the car needs none."""
        self.simulator.update(view)
        first = self._first()
        me, opponent = self.simulator.me(self.simulator.now), self.simulator.opponent(self.simulator.now)
        if first is None or (first == ACCELERATE and not can_go_faster(me)):
            return spare_move(me, opponent)
        return first

    def _first(self) -> Move | None:
        """The first command of the best line."""
        if self._compiled is not None and self._compiled.is_ready:
            return Move(self._compiled.best(self.expected(self.simulator.now, 0)))
        beam, ended = [Line(0.0, None, self.simulator.now)], []
        for ahead in range(self.depth):
            ended += [line for line in beam if line.moment.record.winner >= 0]
            beam = sorted(self._extended(beam, ahead), key=lambda line: -line.value)
            if ahead:
                beam = beam[: self.width]
        return max(ended + beam, key=lambda line: line.value).first

    def _extended(self, beam: list[Line], ahead: int) -> list[Line]:
        """Every line extended by one round; of those that end in the same condition, the best."""
        found: dict[tuple[int, ...], Line] = {}
        theirs = self.expected(beam[0].moment, ahead) if beam else ACCELERATE
        for line in beam:
            if line.moment.record.winner < 0:
                for mine in self._ways(line.moment):
                    after = self.simulator.play(line.moment, mine, theirs)
                    longer = Line(self.simulator.value(after), line.first or mine, after)
                    key = _condition(after)
                    if key not in found or found[key].value < longer.value:
                        found[key] = longer
        return list(found.values())

    def _ways(self, moment: Moment) -> Iterator[Move]:
        me = self.simulator.me(moment)
        yield from ways_to_drive(me)
        if can_hit(me, self.simulator.opponent(moment)):
            yield EMP

    def expected(self, moment: Moment, ahead: int) -> Move:
        """The predicted command of the opponent."""
        return ACCELERATE


def _condition(moment: Moment) -> tuple[int, ...]:
    """Everything about both cars that matters for later rounds."""
    return tuple(
        value
        for car in moment.record.cars
        for value in (car.lane, car.block, car.speed, car.damage, car.score, car.boost_counter, *car.held)
    )
