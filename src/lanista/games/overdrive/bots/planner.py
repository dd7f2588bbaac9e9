"""`planner`: a beam search over four rounds, simulated by the game's rules."""

from __future__ import annotations

from lanista.engine import Generator, record, rule
from lanista.games.overdrive.moves import order
from lanista.games.overdrive.rules import step
from lanista.games.overdrive.search.worth import (
    VICTORY,
    attack_instead,
    can_go_faster,
    can_help,
    can_hit,
    value_of,
    worth_of,
)
from lanista.games.overdrive.state import (
    BEAM,
    BOOST_SPEED,
    LANES,
    LENGTH,
    MAX_PLANNED_TRUCKS,
    SEATS,
    SURFACE_BITS,
    TRUCK,
    VIEW_AHEAD,
    VIEW_BEHIND,
    Car,
    Command,
    Config,
    Order,
    PlannedCar,
    PlannedRace,
    Powerup,
    Race,
    Work,
)

DEPTH = 4
REACH = DEPTH * BOOST_SPEED  # how far a car gets in these rounds
HIGHEST_SCORE = 10_000
UNDECIDED = -1
DRIVING = (
    Command.ACCELERATE,
    Command.NOTHING,
    Command.TURN_LEFT,
    Command.TURN_RIGHT,
    Command.USE_LIZARD,
    Command.USE_BOOST,
    Command.FIX,
)
COMMANDS = (*DRIVING, Command.USE_EMP)  # in the order in which they are tried: the first of equals is played


@record
class Known:
    """The race as the bot knows it; the search simulates rounds in it."""

    race: Race


@rule
def planner(
    race: Race, config: Config, seat: int, generator: Generator, move: Order, work: Work, memory: Known
) -> None:
    """Plans four rounds ahead on the track that it has seen, with a prediction of the opponent's next command.

    It ignores the opponent's EMPs: over hundreds of races, holding back boosts and leaving the line of fire cost
    more than the hits avoided.
    """
    me = race.cars[seat]
    see(memory.race, race, seat)
    find_trucks(memory.race, work)
    take_down(work.now, memory.race, work)
    order(
        move,
        best_command(memory.race, config, work, seat, predicted_command(memory.race, config, work, seat)),
        0,
        0,
    )
    set_up(memory.race, work.now, work)
    if move.command == Command.ACCELERATE and not can_go_faster(me):
        attack_instead(me, race.cars[1 - seat], move)


# What the bot knows


@rule
def see(known: Race, race: Race, seat: int) -> None:
    """Update by the seat's view; blocks never seen are empty.

    Hidden values are assumed at their worst: the opponent is undamaged, wins a dead heat and holds an EMP.
    """
    known.round = race.round
    known.winner = -1
    for each in range(SEATS):
        known.cars[each].lane = race.cars[each].lane
        known.cars[each].block = race.cars[each].block
        known.cars[each].speed = race.cars[each].speed
    see_condition(known.cars[seat], race.cars[seat])
    see_track(known, race, race.cars[seat].block)
    opponent = known.cars[1 - seat]
    opponent.damage = 0
    opponent.boosting = 0
    opponent.boost_counter = 0
    opponent.score = HIGHEST_SCORE
    for kind in range(len(opponent.held)):
        opponent.held[kind] = 1 if kind == Powerup.EMP else 0


@rule
def see_condition(known: Car, car: Car) -> None:
    """Copy the condition of the player's car, which it knows."""
    known.damage = car.damage
    known.score = car.score
    known.boosting = car.boosting
    known.boost_counter = car.boost_counter
    known.held[:] = car.held[:]


@rule
def see_track(known: Race, race: Race, block: int) -> None:
    """Remember the surfaces and trucks of the window, but not whose they are."""
    for row in range(LANES):
        for column in range(max(0, block - VIEW_BEHIND - 1), min(LENGTH, block + VIEW_AHEAD)):
            known.track[row, column] = race.track[row, column] & (SURFACE_BITS | TRUCK)


@rule
def find_trucks(race: Race, work: Work) -> None:
    """List the trucks that a car may meet in the simulated rounds, which are all that can change on the track."""
    rear = min(race.cars[0].block, race.cars[1].block)
    front = max(race.cars[0].block, race.cars[1].block)
    work.n_trucks = 0
    list_trucks(race, work, rear - 1, rear + REACH)
    list_trucks(race, work, max(front - 1, rear + REACH + 1), front + REACH)


@rule
def list_trucks(race: Race, work: Work, first: int, last: int) -> None:
    """Add the trucks on these blocks to the list."""
    for block in range(max(1, first), min(LENGTH, last) + 1):
        for lane in range(1, LANES + 1):
            if race.track[lane - 1, block - 1] & TRUCK and work.n_trucks < MAX_PLANNED_TRUCKS:
                work.trucks[work.n_trucks].lane = lane
                work.trucks[work.n_trucks].block = block
                work.n_trucks += 1


# Simulated rounds


@rule
def set_up(race: Race, planned: PlannedRace, work: Work) -> None:
    """Write the end of simulated rounds into a race, to play another one."""
    race.round = planned.round
    race.winner = planned.winner
    race.n_trucks = work.n_trucks
    for i in range(work.n_trucks):
        row, column = work.trucks[i].lane - 1, work.trucks[i].block - 1
        race.track[row, column] = race.track[row, column] & SURFACE_BITS | (planned.trucks >> i & 1) * TRUCK
    for seat in range(SEATS):
        set_up_car(race.cars[seat], planned.cars[seat])


@rule
def set_up_car(car: Car, planned: PlannedCar) -> None:
    """Write the condition of a car; its list has an item of each kind, so that any that it holds is found."""
    car.lane = planned.lane
    car.block = planned.block
    car.speed = planned.speed
    car.damage = planned.damage
    car.score = planned.score
    car.boost_counter = planned.boost_counter
    car.boosting = 1 if planned.boost_counter > 0 else 0
    car.held[:] = planned.held[:]
    car.n_items = Powerup.EMP
    for kind in range(Powerup.BOOST, Powerup.EMP + 1):
        car.items[kind - 1] = kind


@rule
def take_down(planned: PlannedRace, race: Race, work: Work) -> None:
    """Note what `set_up` needs."""
    planned.round = race.round
    planned.winner = race.winner
    planned.trucks = 0
    for i in range(work.n_trucks):
        if race.track[work.trucks[i].lane - 1, work.trucks[i].block - 1] & TRUCK:
            planned.trucks |= 1 << i
    for seat in range(SEATS):
        take_down_car(planned.cars[seat], race.cars[seat])


@rule
def take_down_car(planned: PlannedCar, car: Car) -> None:
    """Note the condition of a car."""
    planned.lane = car.lane
    planned.block = car.block
    planned.speed = car.speed
    planned.damage = car.damage
    planned.score = car.score
    planned.boost_counter = car.boost_counter
    planned.held[:] = car.held[:]


@rule
def simulate(race: Race, config: Config, work: Work, seat: int, mine: int, theirs: int) -> None:
    """Play a round."""
    order(work.moves[seat], mine, 0, 0)
    order(work.moves[1 - seat], theirs, 0, 0)
    step(race, work.moves, config, work)


# The search


@rule
def predicted_command(race: Race, config: Config, work: Work, seat: int) -> int:
    """The command after which the opponent's car is worth most."""
    best = int(Command.ACCELERATE)
    best_worth = -VICTORY
    for command in DRIVING:
        set_up(race, work.now, work)
        if can_help(race.cars[1 - seat], command):
            simulate(race, config, work, seat, Command.ACCELERATE, command)
            worth = worth_of(race.cars[1 - seat])
            if worth > best_worth:
                best = command
                best_worth = worth
    return best


@rule
def best_command(race: Race, config: Config, work: Work, seat: int, theirs: int) -> int:
    """The first command of the best line; the opponent accelerates after its first command."""
    best = int(Command.ACCELERATE)
    best_value = -2 * VICTORY
    work.now.first = UNDECIDED
    work.beam[0] = work.now
    count = 1
    for ahead in range(DEPTH):
        for rank in range(count):
            line = work.beam[rank]
            if line.winner >= 0 and line.value > best_value:
                best = line.first
                best_value = line.value
        n = continue_lines(race, config, work, seat, count, theirs if ahead == 0 else int(Command.ACCELERATE))
        count = keep_best(work, n)
    return work.beam[0].first if count > 0 and work.beam[0].value > best_value else best


@rule
def continue_lines(race: Race, config: Config, work: Work, seat: int, count: int, theirs: int) -> int:
    """Extend every line by one round with every command that may help; the number of distinct lines."""
    n = 0
    for rank in range(count):
        for command in COMMANDS:
            set_up(race, work.beam[rank], work)
            if is_worth_a_try(race, seat, command):
                simulate(race, config, work, seat, command, theirs)
                take_down(work.found[n], race, work)
                work.found[n].value = value_of(race, seat)
                work.found[n].first = command if work.beam[rank].first == UNDECIDED else work.beam[rank].first
                n = without_double(work, n)
    return n


@rule
def is_worth_a_try(race: Race, seat: int, command: int) -> bool:
    """Whether the search tries a command in a state."""
    if race.winner >= 0:
        return False
    if command == Command.USE_EMP:
        return can_hit(race.cars[seat], race.cars[1 - seat])
    return can_help(race.cars[seat], command)


@rule
def without_double(work: Work, n: int) -> int:
    """Keep the better of lines that end in the same condition; the number left, up to the `n`-th."""
    for i in range(n):
        if is_alike(work.found[i], work.found[n]):
            if work.found[i].value < work.found[n].value:
                work.found[i] = work.found[n]
            return n
    return n + 1


@rule
def is_alike(a: PlannedRace, b: PlannedRace) -> bool:
    """Whether both cars are in the same condition."""
    return is_alike_car(a.cars[0], b.cars[0]) and is_alike_car(a.cars[1], b.cars[1])


@rule
def is_alike_car(a: PlannedCar, b: PlannedCar) -> bool:
    """Whether all that matters for later rounds is the same."""
    if a.block != b.block or a.lane != b.lane or a.speed != b.speed or a.damage != b.damage:
        return False
    if a.score != b.score or a.boost_counter != b.boost_counter:
        return False
    for kind in range(len(a.held)):  # noqa: SIM110
        if a.held[kind] != b.held[kind]:
            return False
    return True


@rule
def keep_best(work: Work, n: int) -> int:
    """Put the best of `n` lines into the beam, best first and stable; their number."""
    count = 0
    for i in range(n):
        rank = min(count, BEAM - 1)
        if count < BEAM or work.beam[rank].value < work.found[i].value:
            while rank > 0 and work.beam[rank - 1].value < work.found[i].value:
                work.beam[rank] = work.beam[rank - 1]
                rank -= 1
            work.beam[rank] = work.found[i]
            count = min(BEAM, count + 1)
    return count
