"""A turn: both walk, the one that reaches the fruit scores, and a new one falls."""

from typing import Any, NamedTuple

from lanista.engine import Choice, Ints, Log, NoWork, Records, TurnLimit, Words, is_over, rand_below, rule, say_at
from tests.sixth_game.state import LENGTH, STEP, Line, Way

OBSERVATION = (2,)
WORDS = {0: Words("{seat:@} reached the fruit: {points:none|1 point|# points}", "gain")}


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


@rule
def tell(before: Line, line: Line, config: TurnLimit, work: NoWork, seat: int, told: Log) -> None:
    """The text of a turn, for everybody: the template, the cell, and its numbers."""
    for walker in range(2):
        if line.points[walker] > before.points[walker]:
            say_at(told, 0, before.fruit, 0, walker, line.points[walker])


def scene(state: Any) -> dict[str, Any]:
    """The facts that never change, for the script that draws; states are frames, since nothing is hidden."""
    return {"length": LENGTH}
