"""The built-in bots, which are rules, too."""

from lanista.engine import Choice, Generator, NoWork, TurnLimit, rule
from tests.sixth_game.state import Line


@rule
def seeker(line: Line, config: TurnLimit, seat: int, generator: Generator, move: Choice, work: NoWork) -> None:
    """One step nearer to the fruit."""
    move.action = 0 if line.fruit == line.cells[seat] else 1 + (line.fruit > line.cells[seat])  # a number of `Way`


BOTS = (seeker,)
