"""Rules of the sixth game with one fault each."""

from __future__ import annotations

from lanista.engine import Generator, Ints, Records, i4, note, rand_below, record, rule
from lanista.engine.rule import tree_of
from tests.coins.notes import Kind
from tests.coins.rules import aim, drop_coin, meets, step, take_coin
from tests.coins.state import LENGTH, Config, Line, Step, Way, Work
from tests.coins.views import observe


@rule
def step_that_pays_twice(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """A purse grows faster than coins can be found."""
    step(line, moves, config, work)
    line.runners[0].purse += 2


@rule
def step_without_end(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """A finished match continues."""
    aim(line, moves, config, work)
    drop_coin(line)
    line.turn += 1


@rule
def step_that_prefers_a_seat(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """The first seat takes the cell that two want."""
    if line.turn >= config.max_turns:
        return
    aim(line, moves, config, work)
    for seat in range(config.seats):
        if seat == 0 or not meets(config, work, seat):
            line.runners[seat].place = work.target[seat]
    for seat in range(config.seats):
        take_coin(line, config, work, seat)
    drop_coin(line)
    line.turn += 1


@rule
def step_that_changes_the_limit(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """The constant record is written to."""
    step(line, moves, config, work)
    config.max_turns += 1


@rule
def step_that_counts_from_the_end(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Python takes the last coin when the index is -1; compiled rules stop there."""
    step(line, moves, config, work)
    line.coins[line.turn % 4 - 1] = 0


@rule
def step_with_a_misspelt_field(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """A field that no record has."""
    step(line, moves, config, work)
    line.turns += 1  # type: ignore[attr-defined]


@rule
def observe_that_foresees(line: Line, config: Config, seat: int, row: Ints) -> None:
    """The last number depends on a field that no view shows and nothing redraws."""
    observe(line, config, seat, row)
    row[len(row) - 1] += line.filler


@rule
def observe_with_a_leak(line: Line, config: Config, seat: int, row: Ints) -> None:
    """The last number is somebody else's purse."""
    observe(line, config, seat, row)
    row[len(row) - 1] = line.runners[1 - min(seat, 1)].purse


@rule
def legal_everywhere(line: Line, config: Config, seat: int, action: int) -> bool:
    """Whatever leads off the line too."""
    return True


@rule
def legal_nowhere(line: Line, config: Config, seat: int, action: int) -> bool:
    """A seat that may do nothing at all."""
    return False


@rule
def reward_for_all(line: Line, config: Config, seat: int) -> int:
    """The seat with the fewest coins is rewarded most."""
    return -line.runners[seat].purse


@rule
def policy_of_one_way(line: Line, config: Config, seat: int, generator: Generator, move: Step, work: Work) -> None:
    """Walks off the line in the end."""
    move.way = Way.LEFT


@rule
def policy_that_moves(line: Line, config: Config, seat: int, generator: Generator, move: Step, work: Work) -> None:
    """Walks by itself instead of writing a move."""
    move.way = Way.STAY
    line.runners[seat].place = rand_below(generator, LENGTH)


@rule
def policy_that_buys_time(
    line: Line, config: Config, seat: int, generator: Generator, move: Step, work: Work
) -> None:
    """Writes into the constant record."""
    move.way = Way.STAY
    config.max_turns += 1


@rule
def policy_that_writes_nothing(
    line: Line, config: Config, seat: int, generator: Generator, move: Step, work: Work
) -> None:
    """Plays whatever was played before."""


@rule
def policy_that_looks_around(
    line: Line, config: Config, seat: int, generator: Generator, move: Step, work: Work
) -> None:
    """Walks if there are many coins on the line, most of which are out of sight."""
    coins = 0
    for place in range(LENGTH):
        coins += line.coins[place]
    place = line.runners[seat].place
    move.way = Way.LEFT if coins > LENGTH // 3 and place > 0 else Way.STAY


@record
class Sum:
    """The record of a match."""

    coins: i4


@rule
def policy_that_remembers_all(
    line: Line, config: Config, seat: int, generator: Generator, move: Step, work: Work, memory: Sum
) -> None:
    """Stays, but keeps in mind how many coins are on the line, most of which are out of sight."""
    memory.coins = 0
    for place in range(LENGTH):
        memory.coins += line.coins[place]
    move.way = Way.STAY


@rule
def policy_that_draws_for_the_rich(
    line: Line, config: Config, seat: int, generator: Generator, move: Step, work: Work
) -> None:
    """Draws one number for each coin of another runner; later moves depend on how many it drew."""
    move.way = Way.STAY
    for _ in range(line.runners[1 - min(seat, 1)].purse):
        rand_below(generator, 2)


@rule
def step_after_a_target(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Depends on what is left in the scratch space."""
    line.filler = work.target[0] // LENGTH
    step(line, moves, config, work)


@rule
def policy_that_takes_notes(
    line: Line, config: Config, seat: int, generator: Generator, move: Step, work: Work
) -> None:
    """Leaves numbers in the scratch space that no step does."""
    move.way = Way.STAY
    work.target[0] = LENGTH


@rule
def step_of_two_minds(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Interpreted it is the rule, translated another."""
    step(line, moves, config, work)
    line.filler = mind()


@rule
def observe_of_two_minds(line: Line, config: Config, seat: int, row: Ints) -> None:
    """Interpreted it is the rule, translated another."""
    observe(line, config, seat, row)
    row[0] += mind()


@rule
def mind() -> int:
    """Interpreted 0, and 1 when it is translated."""
    return 1


tree_of(mind)  # translations read the source ...
mind.__code__ = (lambda: 0).__code__  # ... and interpreted rules run the code


@rule
def value_beyond_a_win(line: Line, config: Config, seat: int, work: Work) -> int:
    """More than a won match is worth."""
    return 1001


@rule
def propose_one_way(
    line: Line, config: Config, seat: int, generator: Generator, moves: Records[Step], work: Work
) -> int:
    """Left, also at the end of the line."""
    moves[0].way = Way.LEFT
    return 1


@rule
def propose_too_many(
    line: Line, config: Config, seat: int, generator: Generator, moves: Records[Step], work: Work
) -> int:
    """More moves than there is room for."""
    return len(moves) + 1


@rule
def step_that_notes_every_pace(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """More notes than there is room for."""
    step(line, moves, config, work)
    for i in range(2000):
        note(work.log, Kind.BLOCKED, 0, i)
