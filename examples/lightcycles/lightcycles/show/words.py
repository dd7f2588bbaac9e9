"""All texts, and the rules that choose among them."""

from lanista.engine import Choice, Log, Words, rule, say, say_at
from lanista.game import DEATH
from lightcycles.state import Arena, Config, Work

CRASH, STEER = 0, 1
WORDS = {
    CRASH: Words("{seat:@} crashed in turn {turn}", DEATH),
    STEER: Words("{way:ride ahead|turn right|turn left}"),
}
NOTE = 8  # numbers of a note


@rule
def tell(before: Arena, arena: Arena, config: Config, work: Work, seat: int, told: Log) -> None:
    """Who crashed, and where; nothing else is noted."""
    for i in range(work.log.count):
        x, y = work.log.numbers[NOTE * i + 2], work.log.numbers[NOTE * i + 3]
        say_at(told, CRASH, x, y, work.log.numbers[NOTE * i + 1], arena.turn)


@rule
def describe(arena: Arena, config: Config, seat: int, move: Choice, told: Log) -> None:
    """A move in plain words."""
    say(told, STEER, move.action)
