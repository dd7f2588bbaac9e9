"""All texts: templates, and the rules that choose among them."""

from enum import IntEnum

from lanista.engine import Choice, Log, Words, rule, say, say_at
from lanista.game import GAIN
from mygame.notes import Kind
from mygame.state import Board, Config, Work

NOTE = 8  # numbers of a note: its kind, then those of its tuple


class Say(IntEnum):
    """Everything that can be said."""

    TOOK = 0
    GO = 1


WORDS = {
    Say.TOOK: Words("{seat:@} took a gem and has {gems}", GAIN),
    Say.GO: Words("{way:stay|go up|go right|go down|go left}"),
}


@rule
def tell(before: Board, board: Board, config: Config, work: Work, seat: int, told: Log) -> None:
    """The events of a turn, with the cell that the page rings."""
    for i in range(work.log.count):
        at = NOTE * i
        if work.log.numbers[at] == Kind.TOOK:
            taker, x, y = work.log.numbers[at + 1], work.log.numbers[at + 2], work.log.numbers[at + 3]
            say_at(told, Say.TOOK, x, y, taker, work.log.numbers[at + 4])


@rule
def describe(board: Board, config: Config, seat: int, move: Choice, told: Log) -> None:
    """A move in plain words."""
    say(told, Say.GO, move.action)
