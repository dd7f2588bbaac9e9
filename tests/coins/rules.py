"""One turn: everybody aims, those who would meet stay, coins are taken, a coin falls."""

from __future__ import annotations

from lanista.engine import Records, note, rand_below, rule
from tests.coins.notes import Kind
from tests.coins.state import LENGTH, Config, Line, Step, Way, Work


@rule
def step(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """A turn."""
    if is_over(line, config):
        return
    aim(line, moves, config, work)
    for seat in range(config.seats):
        if meets(config, work, seat):
            note(work.log, Kind.BLOCKED, seat, work.target[seat])
        else:
            line.runners[seat].place = work.target[seat]
    for seat in range(config.seats):
        take_coin(line, config, work, seat)
    drop_coin(line)
    line.turn += 1


@rule
def aim(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Each runner aims one cell aside, but not off the line."""
    for seat in range(config.seats):
        place = line.runners[seat].place
        if moves[seat].way == Way.LEFT:
            place -= 1
        elif moves[seat].way == Way.RIGHT:
            place += 1
        work.target[seat] = min(LENGTH - 1, max(0, place))


@rule
def meets(config: Config, work: Work, seat: int) -> bool:
    """Whether another runner aims at the same cell."""
    aiming = 0
    for other in range(config.seats):
        if work.target[other] == work.target[seat]:
            aiming += 1
    return aiming > 1


@rule
def take_coin(line: Line, config: Config, work: Work, seat: int) -> None:
    """A runner alone on a cell takes its coin; two leave it."""
    runner = line.runners[seat]
    for other in range(config.seats):
        if other != seat and line.runners[other].place == runner.place:
            return
    if line.coins[runner.place] > 0:
        line.coins[runner.place] = 0
        runner.purse += 1
        note(work.log, Kind.TOOK, seat, runner.place, runner.purse)


@rule
def drop_coin(line: Line) -> None:
    """A coin falls somewhere; a second one on a cell is lost."""
    line.coins[rand_below(line.generator, LENGTH)] = 1


@rule
def is_over(line: Line, config: Config) -> int:
    """Whether the turns are played."""
    return 1 if line.turn >= config.max_turns else 0


@rule
def score(line: Line, config: Config, seat: int) -> int:
    """The content of a purse."""
    return line.runners[seat].purse


@rule
def reward(line: Line, config: Config, seat: int) -> int:
    """1000 for the fullest purse alone, 0 if it is shared, else -1000."""
    mine = line.runners[seat].purse
    shared = 0
    for other in range(config.seats):
        if line.runners[other].purse > mine:
            return -1000
        if other != seat and line.runners[other].purse == mine:
            shared = 1
    return 0 if shared else 1000
