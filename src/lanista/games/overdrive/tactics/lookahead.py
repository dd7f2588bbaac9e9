"""What the bots that think ahead share: rounds played in the mind by the game's own rules, and their worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from lanista.engine import State
from lanista.game import BotStart
from lanista.games.overdrive import views
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.rules import leads_off_track
from lanista.games.overdrive.state import FASTER, LENGTH, SPEED_LIMIT, Car, Command, Config, Powerup, Race

Moment = State[Race, Config]

ACCELERATE = Move(Command.ACCELERATE)
EMP = Move(Command.USE_EMP)

# What a car's condition is worth, in blocks of progress.
SPEED_WORTH = {0: -10.0, 3: -4.0, 5: -3.0, 6: -1.0, 8: 0.0, 9: 0.5, 15: 0.5}
DAMAGE_WORTH = (0, -3, -7, -11, -15, -20)
ITEM_WORTH = {Powerup.BOOST: 12, Powerup.OIL: 1, Powerup.LIZARD: 4, Powerup.TWEET: 2, Powerup.EMP: 5}
BOOST_ROUND_WORTH = 4
MORE_OF_THE_SAME = 0.75  # each further item of a kind is worth this part of the one before
ITEMS_FADE = 60  # blocks before the finish from which items lose their use
OPPONENT_SHARE = 0.5  # how much the opponent's loss counts against the own gain
VICTORY = 1e6
MS_PER_ROUND = 20  # of the turn's budget for each round ahead: several times what it takes


class Mind:
    """A race as one seat imagines it, and rounds that could follow. Moments are used again, not made anew."""

    def __init__(self, start: BotStart) -> None:
        self.seat = start.seat
        self.now: Moment = OVERDRIVE.blank(start.config)
        self._moments: list[Moment] = []
        self._used = 0

    def see(self, view: dict[str, Any]) -> None:
        """Take the view for the present; all imagined rounds are forgotten, the track behind is not.

        Of what is hidden the worst is assumed: the opponent wins a dead heat and holds an EMP.
        """
        views.imagine(view, self.now)
        views.set_items(self.opponent(self.now), [Powerup.EMP.name])
        self.opponent(self.now).score = 10_000
        self._used = 0

    def play(self, before: Moment, mine: Move, theirs: Move = ACCELERATE) -> Moment:
        """The moment after a round in which the seats gave these commands."""
        if self._used == len(self._moments):
            self._moments.append(self.now.clone())
        after = self._moments[self._used]
        self._used += 1
        after.assign(before)
        OVERDRIVE.step(after, (mine, theirs) if self.seat == 0 else (theirs, mine))
        return after

    def me(self, moment: Moment) -> Car:
        """The own car."""
        return moment.record.cars[self.seat]

    def opponent(self, moment: Moment) -> Car:
        """The other car."""
        return moment.record.cars[1 - self.seat]

    def value(self, moment: Moment) -> float:
        """How well the own car stands, and how badly the other."""
        race = moment.record
        if race.winner >= 0:
            return VICTORY - race.round if race.winner == self.seat else race.round - VICTORY
        return worth_of(self.me(moment)) - OPPONENT_SHARE * worth_of(self.opponent(moment))


def worth_of(car: Car) -> float:
    """A car's block, and what its condition will bring."""
    items = 0.0
    for powerup, each in ITEM_WORTH.items():
        count = car.held[powerup]
        if count:
            items += each * (1 - MORE_OF_THE_SAME**count) / (1 - MORE_OF_THE_SAME)
    block = car.block
    items *= min(1.0, (LENGTH - block) / ITEMS_FADE)
    condition = SPEED_WORTH[car.speed] + DAMAGE_WORTH[car.damage] + BOOST_ROUND_WORTH * car.boost_counter
    return block + condition + items


def ways_to_drive(car: Car) -> Iterator[Move]:
    """The commands that move a car on, without those that cannot help."""
    yield ACCELERATE
    if can_go_faster(car):
        yield Move(Command.NOTHING)
    for turn in (Command.TURN_LEFT, Command.TURN_RIGHT):
        if car.speed and not leads_off_track(car, turn):
            yield Move(turn)
    if car.held[Powerup.LIZARD]:
        yield Move(Command.USE_LIZARD)
    if car.held[Powerup.BOOST] and car.boost_counter <= 1 and car.damage < 2:
        yield Move(Command.USE_BOOST)
    if car.damage:
        yield Move(Command.FIX)


def can_go_faster(car: Car) -> bool:
    """Whether ACCELERATE would change anything."""
    return min(FASTER[car.speed], SPEED_LIMIT[car.damage]) != car.speed


def reaches(shooter: Car, target: Car) -> bool:
    """Whether an EMP would hit."""
    return target.block > shooter.block and abs(target.lane - shooter.lane) <= 1


def spare_move(me: Car, opponent: Car) -> Move:
    """What to do in a round that needs no command: trouble for the opponent, where there is something to spare."""
    if me.held[Powerup.OIL] and opponent.block < me.block:
        return Move(Command.USE_OIL)
    if me.held[Powerup.TWEET]:
        return Move(Command.USE_TWEET, opponent.lane, min(LENGTH, opponent.block + 2 * opponent.speed + 1))
    return ACCELERATE


class Line(NamedTuple):
    """Rounds that could follow: what they are worth, how they begin and end."""

    value: float
    first: Move | None
    moment: Moment


class Planner:
    """Keeps the most promising lines of every round and goes on from them."""

    def __init__(self, start: BotStart, *, depth: int, width: int) -> None:
        self.mind = Mind(start)
        # By the budget and not by the clock: the same match gives the same moves on every machine.
        self.depth = depth if start.turn_ms is None else max(1, min(depth, start.turn_ms // MS_PER_ROUND))
        self.width = width

    def best(self, view: dict[str, Any]) -> Move:
        """The command with which the best line begins."""
        self.mind.see(view)
        beam, ended = [Line(0.0, None, self.mind.now)], []
        for ahead in range(self.depth):
            ended += [line for line in beam if line.moment.record.winner >= 0]
            beam = sorted(self._grown(beam, ahead), key=lambda line: -line.value)
            if ahead:
                beam = beam[: self.width]
        first = max(ended + beam, key=lambda line: line.value).first
        me, opponent = self.mind.me(self.mind.now), self.mind.opponent(self.mind.now)
        if first is None or (first == ACCELERATE and not can_go_faster(me)):
            return spare_move(me, opponent)
        return first

    def _grown(self, beam: list[Line], ahead: int) -> list[Line]:
        """Every line by one more round; of those that end alike, the best."""
        found: dict[tuple[int, ...], Line] = {}
        theirs = self.expected(beam[0].moment, ahead) if beam else ACCELERATE
        for line in beam:
            if line.moment.record.winner < 0:
                for mine in self._ways(line.moment):
                    after = self.mind.play(line.moment, mine, theirs)
                    grown = Line(self.mind.value(after), line.first or mine, after)
                    alike = _condition(grown.moment)
                    if alike not in found or found[alike].value < grown.value:
                        found[alike] = grown
        return list(found.values())

    def _ways(self, moment: Moment) -> Iterator[Move]:
        me = self.mind.me(moment)
        yield from ways_to_drive(me)
        if me.held[Powerup.EMP] and reaches(me, self.mind.opponent(moment)):
            yield EMP

    def expected(self, moment: Moment, ahead: int) -> Move:
        """What the opponent will do."""
        return ACCELERATE


def _condition(moment: Moment) -> tuple[int, ...]:
    """All that matters of both cars for what follows."""
    return tuple(
        value
        for car in moment.record.cars
        for value in (car.lane, car.block, car.speed, car.damage, car.score, car.boost_counter, *car.held)
    )
