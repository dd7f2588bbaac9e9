"""What a race is worth to a bot, and which commands can help: rules, which both searches of `lookahead` use."""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.overdrive.rules import leads_off_track
from lanista.games.overdrive.state import (
    BOOST_SPEED,
    FASTER,
    LENGTH,
    SPEED_LIMIT,
    Car,
    Command,
    Powerup,
    Race,
)

# The value of a car's condition, in blocks of progress.
SPEED_WORTH = {0: -10.0, 3: -4.0, 5: -3.0, 6: -1.0, 8: 0.0, 9: 0.5, 15: 0.5}
SPEED_WORTHS = tuple(SPEED_WORTH.get(speed, 0.0) for speed in range(BOOST_SPEED + 1))
DAMAGE_WORTHS = (0, -3, -7, -11, -15, -20)
ITEM_WORTHS = (0, 12, 1, 4, 2, 5)  # by kind: none, boost, oil, lizard, tweet, EMP
BOOST_ROUND_WORTH = 4
REPEAT_FACTOR = 0.75  # each further item of a kind is worth this fraction of the previous one
POWERS = tuple(REPEAT_FACTOR**n for n in range(140))  # further ones change no sum: 1 - 0.75**131 is 1
ITEM_FADE_BLOCKS = 60  # blocks before the finish over which items lose their value
OPPONENT_SHARE = 0.5  # weight of the opponent's worth against the bot's
VICTORY = 1e6

DRIVING = (
    Command.ACCELERATE,
    Command.NOTHING,
    Command.TURN_LEFT,
    Command.TURN_RIGHT,
    Command.USE_LIZARD,
    Command.USE_BOOST,
    Command.FIX,
)


@rule(floats=True)
def value_of(race: Race, seat: int) -> float:
    """The value of a state for a bot."""
    if race.winner >= 0:
        return VICTORY - race.round if race.winner == seat else race.round - VICTORY
    return worth_of(race.cars[seat]) - OPPONENT_SHARE * worth_of(race.cars[1 - seat])


@rule(floats=True)
def worth_of(car: Car) -> float:
    """A car's block plus the value of its condition."""
    items = 0.0
    for kind in range(1, len(ITEM_WORTHS)):
        count = car.held[kind]
        if count:
            items += ITEM_WORTHS[kind] * (1 - POWERS[min(count, len(POWERS) - 1)]) / (1 - REPEAT_FACTOR)
    items *= min(1.0, (LENGTH - car.block) / ITEM_FADE_BLOCKS)
    condition = SPEED_WORTHS[car.speed] + DAMAGE_WORTHS[car.damage] + BOOST_ROUND_WORTH * car.boost_counter
    return car.block + condition + items


@rule
def can_help(car: Car, command: int) -> bool:
    """Whether a command that drives a car can help it."""
    if command == Command.NOTHING:
        return can_go_faster(car)
    if command in (Command.TURN_LEFT, Command.TURN_RIGHT):
        return car.speed > 0 and not leads_off_track(car, command)
    if command == Command.USE_LIZARD:
        return car.held[Powerup.LIZARD] > 0
    if command == Command.USE_BOOST:
        return car.held[Powerup.BOOST] > 0 and car.boost_counter <= 1 and car.damage < 2
    return command != Command.FIX or car.damage > 0


@rule
def can_go_faster(car: Car) -> bool:
    """Whether ACCELERATE would change anything."""
    return min(FASTER[car.speed], SPEED_LIMIT[car.damage]) != car.speed


@rule
def can_hit(shooter: Car, target: Car) -> bool:
    """Whether a car holds an EMP that would hit."""
    return shooter.held[Powerup.EMP] > 0 and target.block > shooter.block and abs(target.lane - shooter.lane) <= 1


@rule
def is_alike(race: Race, other: Race) -> bool:
    """Whether both cars are in the same condition in two states, in all that matters for later rounds."""
    for seat in range(2):
        a = race.cars[seat]
        b = other.cars[seat]
        if a.lane != b.lane or a.block != b.block or a.speed != b.speed or a.damage != b.damage:
            return False
        if a.score != b.score or a.boost_counter != b.boost_counter:
            return False
        for kind in range(len(a.held)):
            if a.held[kind] != b.held[kind]:
                return False
    return True
