"""One turn: both walk, whoever reaches the fruit scores, and a new one falls."""

from typing import NamedTuple

from lanista.engine import Choice, Ints, NoWork, Records, TurnLimit, is_over, rand_below, rule
from tests.sixth_game.state import LENGTH, STEP, Line, Way

OBSERVATION = (2,)


class Move(NamedTuple):
    """Where a walker goes; its text is the word."""

    action: Way


@rule
def step(line: Line, moves: Records[Choice], config: TurnLimit, work: NoWork) -> None:
    """A turn."""
    if is_over(line, config):
        return
    for seat in range(2):
        line.cells[seat] = min(LENGTH - 1, max(0, line.cells[seat] + STEP[moves[seat].action]))
        line.points[seat] += line.cells[seat] == line.fruit
    if line.cells[0] == line.fruit or line.cells[1] == line.fruit:
        line.fruit = rand_below(line.generator, LENGTH)
    line.turn += 1


@rule
def score(line: Line, config: TurnLimit, seat: int) -> int:
    """The fruit that a walker has reached."""
    return line.points[seat]


@rule
def observe(line: Line, config: TurnLimit, seat: int, row: Ints) -> None:
    """For learners: how far the fruit is from here, and from the other's cell."""
    row[0] = line.fruit - line.cells[seat]
    row[1] = line.fruit - line.cells[1 - seat]
