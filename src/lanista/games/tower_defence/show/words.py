"""The events of a round, and orders, in words; cells are named in their owner's coordinates, as in orders."""

from __future__ import annotations

from lanista.engine import Log, note_number, rule, say, say_at
from lanista.games.tower_defence.notes import (
    BUILDING,
    CELL,
    KIND,
    MET,
    NOW,
    REFUSAL,
    SEAT,
    TYPE,
    WAS,
    Kind,
    X,
    Y,
)
from lanista.games.tower_defence.rules import column, owner_of
from lanista.games.tower_defence.show.frames import TIE, UNDECIDED, count_buildings, shown_score, winner_of
from lanista.games.tower_defence.show.phrases import WORDS, Say  # noqa: F401 - WORDS is looked up here
from lanista.games.tower_defence.state import (
    BUILT_BY,
    CELLS,
    CURTAIN,
    ENEMY_BASE,
    SEATS,
    WIDTH,
    Battle,
    Building,
    Config,
    Order,
    OrderType,
    Refusal,
    Work,
)


@rule
def tell(before: Battle, battle: Battle, config: Config, work: Work, seat: int, told: Log) -> None:
    """Report orders, finished buildings, shots and hits; everybody may know them."""
    if before.ending:
        return
    tell_orders(before, config, work.log, told)
    tell_finished(config, work.log, told)
    tell_lightning(config, work.log, told)
    tell_fired(work.log, told)
    tell_stopped(work.log, told)
    tell_wounds(battle, config, work.log, told)
    for owner in range(SEATS):
        tell_base_hits(config, work.log, owner, told)
    tell_curtains(work.log, told)
    tell_end(battle, config, told)


@rule
def owner_column(config: Config, cell: int) -> int:
    """The column of a cell as its owner counts."""
    return config.width - 1 - column(cell) if owner_of(config, cell) else column(cell)


# Orders


@rule
def tell_orders(before: Battle, config: Config, log: Log, told: Log) -> None:
    """The orders of the players; raising a curtain and beginning a tesla tower are key events."""
    for i in range(log.count):
        kind = note_number(log, i, KIND)
        if kind == Kind.REFUSED:
            tell_refused(before, config, log, i, told)
        elif kind == Kind.RAISED_CURTAIN:
            say(told, Say.RAISED_CURTAIN, note_number(log, i, SEAT), config.curtain_price)
        elif kind == Kind.TOOK_DOWN:
            tell_taken_down(
                config, note_number(log, i, SEAT), note_number(log, i, CELL), note_number(log, i, BUILDING), told
            )
        elif kind == Kind.BEGAN:
            tell_begun(
                config, note_number(log, i, SEAT), note_number(log, i, CELL), note_number(log, i, BUILDING), told
            )


@rule
def tell_refused(before: Battle, config: Config, log: Log, i: int, told: Log) -> None:
    """Why an order was refused, by its note."""
    seat = note_number(log, i, SEAT)
    kind = note_number(log, i, TYPE)
    if note_number(log, i, REFUSAL) == Refusal.UNKNOWN_TYPE:
        say(told, Say.UNKNOWN_TYPE, seat, kind)
    elif note_number(log, i, REFUSAL) == Refusal.NO_ENERGY:
        price = config.curtain_price if kind == OrderType.IRON_CURTAIN else config.price[BUILT_BY[kind]]
        say(told, Say.NO_ENERGY, seat, kind, price, before.players[seat].energy)
    elif kind == OrderType.IRON_CURTAIN:
        tell_no_curtain(before, config, seat, note_number(log, i, REFUSAL), told)
    else:
        tell_wrong_cell(
            config, seat, note_number(log, i, REFUSAL), note_number(log, i, X), note_number(log, i, Y), told
        )


@rule
def tell_no_curtain(before: Battle, config: Config, seat: int, refusal: int, told: Log) -> None:
    """Why a player could not raise an iron curtain."""
    if refusal == Refusal.NOT_AVAILABLE:
        say(told, Say.NOT_AVAILABLE, seat, config.curtain_period)
    elif refusal == Refusal.STILL_ACTIVE:
        say(told, Say.STILL_ACTIVE, seat, before.players[seat].curtain_left)


@rule
def tell_wrong_cell(config: Config, seat: int, refusal: int, x: int, y: int, told: Log) -> None:
    """Why a player could not build or take down something there."""
    if refusal == Refusal.NOT_OWN_CELL:
        say(told, Say.NOT_OWN_CELL, seat, x, y, config.width // 2, config.height)
    elif refusal == Refusal.TESLA_LIMIT:
        say(told, Say.TESLA_LIMIT, seat, config.tesla_limit)
    elif refusal == Refusal.OCCUPIED:
        say(told, Say.OCCUPIED, seat, x, y)
    elif refusal == Refusal.NOTHING_THERE:
        say(told, Say.NOTHING_THERE, seat, x, y)


@rule
def tell_taken_down(config: Config, seat: int, cell: int, building: int, told: Log) -> None:
    """A building that its owner took down."""
    x = owner_column(config, cell)
    y = cell // WIDTH
    say_at(told, Say.TOOK_DOWN, column(cell), y, seat, building, x, y, config.deconstruction_refund)


@rule
def tell_begun(config: Config, seat: int, cell: int, building: int, told: Log) -> None:
    """A building that a player began."""
    x = owner_column(config, cell)
    y = cell // WIDTH
    if building == Building.TESLA:
        say_at(told, Say.BEGAN_TESLA, column(cell), y, seat, x, y, config.price[building])
    else:
        say_at(told, Say.BEGAN, column(cell), y, seat, building, x, y, config.price[building])


# Buildings that are finished


@rule
def tell_finished(config: Config, log: Log, told: Log) -> None:
    """Buildings that stand from now on, cell by cell."""
    i = next_finished(log, -1)
    while i >= 0:
        cell = note_number(log, i, CELL)
        x = owner_column(config, cell)
        y = cell // WIDTH
        say_at(told, Say.FINISHED, column(cell), y, note_number(log, i, SEAT), note_number(log, i, BUILDING), x, y)
        i = next_finished(log, cell)


@rule
def next_finished(log: Log, after: int) -> int:
    """The note of the building that was finished on the first cell after one, or -1."""
    found = -1
    first = CELLS
    for i in range(log.count):
        cell = note_number(log, i, CELL)
        if note_number(log, i, KIND) == Kind.FINISHED and after < cell < first:
            found = i
            first = cell
    return found


# Shots


@rule
def tell_lightning(config: Config, log: Log, told: Log) -> None:
    """Tesla shots, those that hit nothing last."""
    for is_idle in range(2):
        first_hit = 0
        for i in range(log.count):
            if note_number(log, i, KIND) == Kind.STRUCK:
                hits = count_hits(log, first_hit, i)
                if is_idle and hits == 0:
                    tell_idle_bolt(config, note_number(log, i, SEAT), note_number(log, i, CELL), told)
                elif not is_idle and hits > 0:
                    tell_bolt(config, log, first_hit, i, told)
                first_hit = i + 1


@rule
def count_hits(log: Log, first: int, shot: int) -> int:
    """The hits of a tesla shot, which are noted before it."""
    count = 0
    for i in range(first, shot):
        if note_number(log, i, KIND) == Kind.HIT:
            count += 1
    return count


@rule
def count_met(log: Log, first: int, shot: int, met: int) -> int:
    """The hits of a tesla shot on the base or on a curtain."""
    count = 0
    for i in range(first, shot):
        if note_number(log, i, KIND) == Kind.HIT and note_number(log, i, MET) == met:
            count += 1
    return count


@rule
def tell_bolt(config: Config, log: Log, first_hit: int, shot: int, told: Log) -> None:
    """A tesla shot and its hits."""
    seat = note_number(log, shot, SEAT)
    cell = note_number(log, shot, CELL)
    y = cell // WIDTH
    say_at(told, Say.STRUCK, column(cell), y, seat, owner_column(config, cell), y)
    if count_met(log, first_hit, shot, CURTAIN) > 0:
        say(told, Say.STRUCK_CURTAIN, 1 - seat)
        return
    base = count_met(log, first_hit, shot, ENEMY_BASE)
    buildings = count_hits(log, first_hit, shot) - base
    if base > 0:
        say(told, Say.STRUCK_BASE, 1 - seat)
    if buildings > 0:
        say(told, Say.STRUCK_BUILDINGS, base, buildings, 1 - seat)


@rule
def tell_idle_bolt(config: Config, seat: int, cell: int, told: Log) -> None:
    """A tesla shot that hit nothing."""
    y = cell // WIDTH
    x = owner_column(config, cell)
    say_at(told, Say.STRUCK_NOTHING, column(cell), y, seat, x, y, config.tesla_shot_price)


@rule
def tell_fired(log: Log, told: Log) -> None:
    """The number of missiles fired."""
    for seat in range(SEATS):
        count = 0
        for i in range(log.count):
            if note_number(log, i, KIND) == Kind.FIRED and note_number(log, i, SEAT) == seat:
                count += 1
        if count > 0:
            say(told, Say.FIRED, seat, count)


@rule
def tell_stopped(log: Log, told: Log) -> None:
    """The number of missiles that curtains stopped."""
    for seat in range(SEATS):
        count = 0
        for i in range(first_landing_hit(log), log.count):
            is_stop = note_number(log, i, KIND) == Kind.HIT and note_number(log, i, MET) == CURTAIN
            if is_stop and note_number(log, i, SEAT) != seat:
                count += 1
        if count > 0:
            say(told, Say.STOPPED, seat, count)


@rule
def first_landing_hit(log: Log) -> int:
    """Where notes of missiles' hits begin: after those of the tesla towers."""
    first = 0
    for i in range(log.count):
        if note_number(log, i, KIND) == Kind.STRUCK:
            first = i + 1
    return first


# Hits


@rule
def tell_wounds(battle: Battle, config: Config, log: Log, told: Log) -> None:
    """Buildings that lost health, or all of it, cell by cell."""
    i = next_wound(log, -1)
    while i >= 0:
        cell = note_number(log, i, MET)
        now = health_left(log, cell)
        if now > 0:
            tell_wound(config, note_number(log, i, SEAT), cell, note_number(log, i, BUILDING), told)
            say(told, Say.HEALTH, note_number(log, i, WAS), now)
        else:
            tell_destroyed(battle, config, log, i, told)
        i = next_wound(log, cell)


@rule
def is_wound(log: Log, i: int) -> bool:
    """Whether a note is one of a building that lost health."""
    is_building = note_number(log, i, KIND) == Kind.HIT and note_number(log, i, MET) >= 0
    return is_building and note_number(log, i, NOW) < note_number(log, i, WAS)


@rule
def next_wound(log: Log, after: int) -> int:
    """The note of the first wound of the building on the first wounded cell after one, or -1."""
    found = -1
    first = CELLS
    for i in range(log.count):
        cell = note_number(log, i, MET)
        if is_wound(log, i) and after < cell < first:
            found = i
            first = cell
    return found


@rule
def health_left(log: Log, cell: int) -> int:
    """The health of a building after its last wound."""
    left = 0
    for i in range(log.count):
        if is_wound(log, i) and note_number(log, i, MET) == cell:
            left = note_number(log, i, NOW)
    return left


@rule
def tell_wound(config: Config, seat: int, cell: int, building: int, told: Log) -> None:
    """A building that was hit."""
    x = owner_column(config, cell)
    y = cell // WIDTH
    say_at(told, Say.HIT_BUILDING, column(cell), y, seat, 1 - seat, building, x, y)


@rule
def tell_destroyed(battle: Battle, config: Config, log: Log, wound: int, told: Log) -> None:
    """A building that fell; a tesla tower, or the last one of its kind, is a key event."""
    seat = note_number(log, wound, SEAT)
    cell = note_number(log, wound, MET)
    building = note_number(log, wound, BUILDING)
    x = owner_column(config, cell)
    y = cell // WIDTH
    if building == Building.TESLA:
        say_at(told, Say.DESTROYED_TESLA, column(cell), y, seat, 1 - seat, x, y)
    else:
        say_at(told, Say.DESTROYED, column(cell), y, seat, 1 - seat, building, x, y)
    if count_buildings(battle, config, 1 - seat, building) == 0 and not is_more_told(log, seat, cell, building):
        say(told, Say.LAST_ONE)
    if not config.d2_everything_scores:
        say(told, Say.POINTS, config.value[building])


@rule
def is_more_told(log: Log, seat: int, cell: int, building: int) -> bool:
    """Whether other buildings of this kind are reported after this one."""
    for i in range(log.count):
        is_later = is_wound(log, i) and note_number(log, i, MET) > cell
        if is_later and note_number(log, i, SEAT) == seat and note_number(log, i, BUILDING) == building:
            return True
    return False


@rule
def tell_base_hits(config: Config, log: Log, seat: int, told: Log) -> None:
    """A base that lost health; the cell is beside the base, where the first shot hit it."""
    count = 0
    row = 0
    was = 0
    now = 0
    for i in range(log.count):
        is_base = note_number(log, i, KIND) == Kind.HIT and note_number(log, i, MET) == ENEMY_BASE
        if is_base and note_number(log, i, SEAT) != seat:
            if count == 0:
                row = row_of_shot(log, i)
                was = note_number(log, i, WAS)
            now = note_number(log, i, NOW)
            count += 1
    if count > 0:
        say_at(told, Say.HIT_BASE, config.width - 1 if seat else 0, row, 1 - seat, seat, count, was, now)


@rule
def row_of_shot(log: Log, hit: int) -> int:
    """The row of the shot that hit something, which is noted after the hit."""
    for i in range(hit, log.count):
        if note_number(log, i, KIND) == Kind.STRUCK or note_number(log, i, KIND) == Kind.LANDED:
            return note_number(log, i, CELL) // WIDTH
    return 0


# Curtains and the end


@rule
def tell_curtains(log: Log, told: Log) -> None:
    """Curtains that become available or end."""
    for i in range(log.count):
        if note_number(log, i, KIND) == Kind.GOT_CURTAIN:
            say(told, Say.GOT_CURTAIN, note_number(log, i, SEAT))
        elif note_number(log, i, KIND) == Kind.LOST_CURTAIN:
            say(told, Say.LOST_CURTAIN, note_number(log, i, SEAT))


@rule
def tell_end(battle: Battle, config: Config, told: Log) -> None:
    """The reason of the end, and the winner."""
    a = shown_score(battle.players[0], config)
    b = shown_score(battle.players[1], config)
    winner = winner_of(battle, config)
    if winner == TIE:
        say(told, Say.TIED, battle.ending, a, b)
    elif winner != UNDECIDED:
        say(told, Say.WON, battle.ending, winner, a, b)


# Orders in words


@rule
def describe(battle: Battle, config: Config, seat: int, order: Order, told: Log) -> None:
    """Describe an order; cells are named as in the order."""
    if order.type == OrderType.NOTHING:
        if not order.faults:
            say(told, Say.ORDER_NOTHING)
    elif order.type == OrderType.IRON_CURTAIN:
        say(told, Say.ORDER_CURTAIN)
    elif order.type == OrderType.DECONSTRUCT:
        say(told, Say.ORDER_REMOVAL, order.x, order.y)
    else:
        say(told, Say.ORDER_BUILDING, BUILT_BY[order.type], order.x, order.y)
