"""The events of a round, and commands, in plain words."""

from __future__ import annotations

from enum import IntEnum

from lanista.engine import Log, Words, rule, say, say_at
from lanista.game import END, GAIN, HIT, LOSS
from lanista.games.overdrive.show.frames import may_know
from lanista.games.overdrive.state import (
    MAX_DAMAGE,
    SEATS,
    TOP_SPEED,
    Car,
    Command,
    Config,
    Happening,
    Order,
    Race,
    Work,
)

CLEAR_LEAD = 5  # blocks; cars side by side overtake each other repeatedly

# Sets of happenings, as bits
DROVE_ON = 1 << Happening.READY | 1 << Happening.NOTHING
HIT_EMP = 1 << Happening.HIT_EMP
CRASHED = 1 << Happening.HIT_WALL | 1 << Happening.HIT_CYBER_TRUCK
FINISHED = 1 << Happening.FINISHED

VERBS = {
    Happening.READY: "drove on",
    Happening.NOTHING: "drove on",
    Happening.TURNING_LEFT: "turned left",
    Happening.TURNING_RIGHT: "turned right",
    Happening.ACCELERATING: "accelerated",
    Happening.DECELERATING: "braked",
    Happening.USED_BOOST: "used a boost",
    Happening.USED_OIL: "spilled oil",
    Happening.USED_LIZARD: "jumped",
    Happening.USED_TWEET: "sent a truck",
    Happening.USED_EMP: "fired an EMP",
    Happening.FIXED_CAR: "repaired the car",
    Happening.HIT_EMP: "was hit by an EMP",
    Happening.HIT_CYBER_TRUCK: "ran into a truck",
    Happening.HIT_MUD: "drove through mud",
    Happening.HIT_OIL: "slipped on oil",
    Happening.HIT_WALL: "hit a wall",
    Happening.PICKED_UP_POWERUP: "picked up a power-up",
    Happening.FINISHED: "crossed the finish line",
}
COMMANDS = {
    Command.NOTHING: "drive on",
    Command.ACCELERATE: "accelerate",
    Command.DECELERATE: "brake",
    Command.TURN_LEFT: "turn left",
    Command.TURN_RIGHT: "turn right",
    Command.USE_BOOST: "boost",
    Command.USE_OIL: "spill oil",
    Command.USE_LIZARD: "jump",
    Command.USE_EMP: "fire an EMP",
    Command.FIX: "repair the car",
}


class Say(IntEnum):
    """Everything that can be said."""

    CAR = 1
    NEXT = 2
    LAST = 3
    SPEED = 4
    DAMAGE = 5
    SCORE = 6
    FINISH = 7
    WRECK = 8
    CRASH = 9
    OVERTOOK = 10
    CLEARLY = 11
    COMMAND = 12
    TWEET = 13


DID = f"{{did:{'|'.join(VERBS[happening] for happening in Happening)}}}"

WORDS = {
    Say.CAR: Words("{seat:@} " + DID),
    Say.NEXT: Words("+, " + DID),
    Say.LAST: Words("+ and " + DID),
    Say.SPEED: Words("+: speed {was} to {now}"),
    Say.DAMAGE: Words("+{is_next:: |, }damage {was} to {now}"),
    Say.SCORE: Words("+{is_next:: |, }score {is_gain:|+}{points}"),
    # Key events add no words
    Say.FINISH: Words("+", END),
    Say.WRECK: Words("+", LOSS),
    Say.CRASH: Words("+", HIT),
    Say.OVERTOOK: Words("{seat:@} overtook {other:@}: {lead} ahead"),
    Say.CLEARLY: Words("+", GAIN),
    Say.COMMAND: Words(f"{{command:{'|'.join(COMMANDS[command] for command in sorted(COMMANDS))}}}"),
    Say.TWEET: Words("cyber truck at lane {lane}, block {block}"),
}


@rule
def tell(before: Race, race: Race, config: Config, work: Work, seat: int, told: Log) -> None:
    """Report each car's actions to its seat only; everybody sees who is ahead."""
    for i in range(SEATS):
        if may_know(seat, i):
            tell_deeds(race.cars[i], i, told)
            tell_changes(before.cars[i], race.cars[i], told)
            tell_kind(before.cars[i], race.cars[i], told)
    for i in range(SEATS):
        tell_overtaking(before, race, i, told)


@rule
def tell_deeds(car: Car, seat: int, told: Log) -> None:
    """Report a car's actions and the hits it took, each once; or that it drove on."""
    done = event_bits(car) & ~DROVE_ON
    if done == 0:
        say_at(told, Say.CAR, car.block, car.lane, seat, Happening.NOTHING)
    left = done
    for i in range(car.n_states):
        deed = car.states[i]
        if left >> deed & 1:
            if left == done:
                say_at(told, Say.CAR, car.block, car.lane, seat, deed)
            elif left != 1 << deed:
                say(told, Say.NEXT, deed)
            else:
                say(told, Say.LAST, deed)
            left &= ~(1 << deed)


@rule
def event_bits(car: Car) -> int:
    """The car's events of the round, as bits."""
    found = 0
    for i in range(car.n_states):
        found |= 1 << car.states[i]
    return found


@rule
def tell_changes(old: Car, new: Car, told: Log) -> None:
    """Report the changes of speed, damage and score."""
    is_next = False
    if old.speed != new.speed:
        say(told, Say.SPEED, old.speed, new.speed)
        is_next = True
    if old.damage != new.damage:
        say(told, Say.DAMAGE, is_next, old.damage, new.damage)
        is_next = True
    if old.score != new.score:
        say(told, Say.SCORE, is_next, new.score > old.score, new.score - old.score)


@rule
def tell_kind(old: Car, new: Car, told: Log) -> None:
    """Key events are the finish, a wreck, a crash, and an EMP that ends a boost."""
    found = event_bits(new)
    if found & FINISHED:
        say(told, Say.FINISH)
    elif new.damage == MAX_DAMAGE and old.damage < MAX_DAMAGE:
        say(told, Say.WRECK)
    elif found & CRASHED or (found & HIT_EMP and old.speed > TOP_SPEED):
        say(told, Say.CRASH)


@rule
def tell_overtaking(old: Race, new: Race, seat: int, told: Log) -> None:
    """A car that was behind and is ahead; both know the other's position. A clear lead is a key event."""
    car = new.cars[seat]
    lead = car.block - new.cars[1 - seat].block
    if old.cars[seat].block < old.cars[1 - seat].block and lead > 0:
        say_at(told, Say.OVERTOOK, car.block, car.lane, seat, 1 - seat, lead)
        if lead >= CLEAR_LEAD:
            say(told, Say.CLEARLY)


@rule
def describe(race: Race, config: Config, seat: int, move: Order, told: Log) -> None:
    """Describe a command; nothing if it is missing."""
    if move.command == Command.USE_TWEET:
        say(told, Say.TWEET, move.lane, move.block)
    elif move.command != Command.MISSING:
        say(told, Say.COMMAND, move.command)
