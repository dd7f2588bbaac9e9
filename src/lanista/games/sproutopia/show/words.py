"""Ticks and moves in words: the farmers' actions, arrivals, and the leader."""

from __future__ import annotations

from enum import IntEnum

from lanista.engine import EVERYBODY, Log, Words, is_noted, note_number, rule, say, say_at
from lanista.game.values import CAPTURE, DEATH, GAIN
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.notes import Kind, fate_of, find_note, strike_on
from lanista.games.sproutopia.rules import is_frozen
from lanista.games.sproutopia.show.frames import is_visible, knows
from lanista.games.sproutopia.state import (
    NOBODY,
    NOWHERE,
    Config,
    Direction,
    Fate,
    Garden,
    Item,
    ItemStore,
    Order,
    Work,
)
from lanista.games.sproutopia.views import ITEM_NAMES

LARGE_CAPTURE = 4  # percent of the garden
WHOLE = 100
NOTHING = -1  # no item and no weed
WEED_KIND = 7  # in place of an item's type, which are lower: `cell * 8 + type`

WAY = f"{{way:{'|'.join(way.name.lower() for way in Direction)}}}"
ITEM = f"{{item:{'|'.join(ITEM_NAMES)}}}"


class Say(IntEnum):
    """Everything that is said."""

    FARMER = 1
    FARMER_PRUNED = 2
    FARMER_CAPTURES = 3
    FARMER_GAINS = 4
    COMMA = 5
    AND = 6
    WENT = 7
    STOOD = 8
    HELD = 9
    PUT_BACK = 10
    PROTECTED = 11
    PRUNED = 12
    RAN_INTO = 13
    STRUCK = 14
    SPARED = 15
    CLOSED = 16
    PICKED_UP = 17
    LASTS = 18
    ENDED = 19
    CELLS = 20
    TAKEN = 21
    ALL_TAKEN = 22
    TRAIL = 23
    APPEARED = 24
    SPROUTED = 25
    LEADS = 26
    GO = 27
    THEN_GO = 28
    GO_ON = 29


WORDS = {
    Say.FARMER: Words("{seat:@} "),
    Say.FARMER_PRUNED: Words("{seat:@} ", DEATH),
    Say.FARMER_CAPTURES: Words("{seat:@} ", CAPTURE),
    Say.FARMER_GAINS: Words("{seat:@} ", GAIN),
    Say.COMMA: Words("+, "),
    Say.AND: Words("+ and "),
    Say.WENT: Words(f"+went {WAY}"),
    Say.STOOD: Words("+stood still"),
    Say.HELD: Words("+is held by a Freeze"),
    Say.PUT_BACK: Words("+was interrupted and put back to {x}, {y}"),
    Say.PROTECTED: Words("+ran into its own trail, and Trail Protection put it back to {x}, {y}"),
    Say.PRUNED: Words("+was pruned"),
    Say.RAN_INTO: Words("+ran into {cause:|another farmer|a weed|its own trail} and was pruned"),
    Say.STRUCK: Words("+{cause:|ran into||cut the trail of|encircled} {other:@}"),
    Say.SPARED: Words("+, who is Unprunable"),
    Say.CLOSED: Words("+closed its trail"),
    Say.PICKED_UP: Words(f"+picked up {ITEM}"),
    Say.LASTS: Words("+ for {ticks:|1 tick|# ticks}"),
    Say.ENDED: Words(f"+has {ITEM} no more"),
    Say.CELLS: Words("+: cells {before} to {now}"),
    Say.TAKEN: Words("+{more: (|, }{count} of {other:@}'s"),
    Say.ALL_TAKEN: Words("+)"),
    Say.TRAIL: Words("+{more:: |, }trail {length}"),
    Say.APPEARED: Words(f"{ITEM} appeared at {{x}}, {{y}}"),
    Say.SPROUTED: Words("a weed appeared at {x}, {y}"),
    Say.LEADS: Words("{seat:@} takes the lead with {share} % of the garden", GAIN),
    Say.GO: Words(f"go {WAY}"),
    Say.THEN_GO: Words(f"+, then {WAY}"),
    Say.GO_ON: Words("go on"),  # without a command a farmer keeps its direction
}


@rule
def tell(before: Garden, state: Garden, config: Config, work: Work, seat: int, told: Log) -> None:
    """Report each farmer's actions to itself alone, arrivals to those who see them, and the leader."""
    for other in range(config.seats):
        if knows(seat, other):
            tell_farmer(before, state, config, work.log, other, told)
    tell_arrivals(before, state, config, seat, told)
    tell_lead(before, state, config, told)


# A farmer's tick: "B went up and cut the trail of C: cells 40 to 95 (55 of C's)"


@rule
def tell_farmer(before: Garden, state: Garden, config: Config, log: Log, seat: int, told: Log) -> None:
    """One farmer's tick."""
    is_struck = fate_of(log, seat) != Fate.NONE
    all_deeds = 1 + count_strikes(log, config, seat) + (0 if is_struck else count_gains(before, state, log, seat))
    name_farmer(before, state, config, log, seat, told)
    tell_way(state, config, log, seat, told)
    deeds = 1
    for other in range(config.seats):
        strike = strike_by(log, seat, other)
        if strike != NOWHERE:
            deeds = join(told, deeds, all_deeds)
            tell_strike(log, strike, told)
    if not is_struck:
        tell_gains(before, state, log, seat, told, deeds, all_deeds)
    tell_numbers(before, state, config, seat, told)


@rule
def name_farmer(before: Garden, state: Garden, config: Config, log: Log, seat: int, told: Log) -> None:
    """Key events are being pruned by others or at the cost of land, much new land, and power-ups."""
    old = before.farmers[seat]
    new = state.farmers[seat]
    strike = strike_on(log, seat)
    fate = fate_of(log, seat)
    if fate == Fate.PRUNED and (note_number(log, strike, 1) != seat or new.cells < old.cells):
        say_at(told, Say.FARMER_PRUNED, old.x, old.y, seat)  # where it was
    elif fate != Fate.NONE:
        say_at(told, Say.FARMER, new.x, new.y, seat)
    elif (new.cells - old.cells) * WHOLE >= LARGE_CAPTURE * config.Rows * config.Cols:
        say_at(told, Say.FARMER_CAPTURES, new.x, new.y, seat)
    elif find_note(log, Kind.PICKED_UP, seat) != NOWHERE:
        say_at(told, Say.FARMER_GAINS, new.x, new.y, seat)
    else:
        say_at(told, Say.FARMER, new.x, new.y, seat)


@rule
def join(told: Log, deeds: int, all_deeds: int) -> int:
    """Write the separator between actions, as in "A, B and C"; returns their number with the next."""
    if deeds == all_deeds - 1:
        say(told, Say.AND)
    else:
        say(told, Say.COMMA)
    return deeds + 1


@rule
def tell_way(state: Garden, config: Config, log: Log, seat: int, told: Log) -> None:
    """Report a farmer's step, or why it did not move; a Freeze that begins holds it from now on."""
    farmer = state.farmers[seat]
    moved = find_note(log, Kind.MOVED, seat)
    if strike_on(log, seat) != NOWHERE:
        tell_fall(farmer.x, farmer.y, log, strike_on(log, seat), told)
    elif fate_of(log, seat) != Fate.NONE:
        say(told, Say.PROTECTED, farmer.x, farmer.y)
    elif moved != NOWHERE and note_number(log, moved, 2) != note_number(log, moved, 3):
        say(told, Say.WENT, farmer.direction)
    elif was_frozen(log, seat) or is_frozen(state, config, seat):
        say(told, Say.HELD)
    else:
        say(told, Say.STOOD)


@rule
def was_frozen(log: Log, seat: int) -> bool:
    """Whether a Freeze held a farmer in the tick."""
    held = find_note(log, Kind.HELD, seat)
    return held != NOWHERE and note_number(log, held, 2) == Item.FREEZE


@rule
def tell_fall(x: int, y: int, log: Log, strike: int, told: Log) -> None:
    """Report a strike on a farmer, with its cause if it struck itself; others' strikes are in their lines."""
    if note_number(log, strike, 3) == Fate.INTERRUPTED:
        say(told, Say.PUT_BACK, x, y)
    elif note_number(log, strike, 1) == note_number(log, strike, 2):
        say(told, Say.RAN_INTO, note_number(log, strike, 4))
    else:
        say(told, Say.PRUNED)


@rule
def strike_by(log: Log, seat: int, other: int) -> int:
    """The note of a farmer's last strike on another one, or NOWHERE."""
    found = NOWHERE
    for i in range(log.count):
        if is_noted(log, i, Kind.STRUCK, seat) and note_number(log, i, 2) == other:
            found = i
    return NOWHERE if seat == other else found


@rule
def count_strikes(log: Log, config: Config, seat: int) -> int:
    """The number of others that a farmer struck."""
    count = 0
    for other in range(config.seats):
        if strike_by(log, seat, other) != NOWHERE:
            count += 1
    return count


@rule
def tell_strike(log: Log, strike: int, told: Log) -> None:
    """Report a farmer's strike on another."""
    say(told, Say.STRUCK, note_number(log, strike, 4), note_number(log, strike, 2))
    if note_number(log, strike, 3) == Fate.INTERRUPTED:
        say(told, Say.SPARED)


@rule
def closes(before: Garden, log: Log, seat: int) -> bool:
    """Whether a claim was worth points, or Super Fertilizer has turned a trail into land."""
    scored = find_note(log, Kind.SCORED, seat)
    closed = find_note(log, Kind.CLOSED, seat)
    if scored != NOWHERE and note_number(log, scored, 2) > 0:
        return True
    return before.farmers[seat].trail > 0 and closed != NOWHERE and note_number(log, closed, 2) > 0


@rule
def pick_up(log: Log, seat: int, item: int) -> int:
    """The note of the item that a farmer picked up, or NOWHERE."""
    found = NOWHERE
    for i in range(log.count):
        if is_noted(log, i, Kind.PICKED_UP, seat) and note_number(log, i, 2) == item:
            found = i
    return found


@rule
def is_told(log: Log, seat: int, was: int, now: int) -> bool:
    """Whether a farmer's power-up is new or has ended."""
    return pick_up(log, seat, now) != NOWHERE or (was != Item.NONE and now == Item.NONE)


@rule
def count_gains(before: Garden, state: Garden, log: Log, seat: int) -> int:
    """The number of facts that `tell_gains` reports."""
    old = before.farmers[seat]
    new = state.farmers[seat]
    count = 1 if closes(before, log, seat) else 0
    count += 1 if is_told(log, seat, old.power_up, new.power_up) else 0
    count += 1 if is_told(log, seat, old.super_power_up, new.super_power_up) else 0
    return count


@rule
def tell_gains(before: Garden, state: Garden, log: Log, seat: int, told: Log, deeds: int, all_deeds: int) -> None:
    """Report a claim, a picked-up item, and effects that ended."""
    old = before.farmers[seat]
    new = state.farmers[seat]
    if closes(before, log, seat):
        deeds = join(told, deeds, all_deeds)
        say(told, Say.CLOSED)
    if is_told(log, seat, old.power_up, new.power_up):
        deeds = join(told, deeds, all_deeds)
        tell_power_up(log, seat, old.power_up, new.power_up, told)
    if is_told(log, seat, old.super_power_up, new.super_power_up):
        deeds = join(told, deeds, all_deeds)
        tell_power_up(log, seat, old.super_power_up, new.super_power_up, told)


@rule
def tell_power_up(log: Log, seat: int, was: int, now: int, told: Log) -> None:
    """A power-up that is new, or one that has ended."""
    found = pick_up(log, seat, now)
    if found == NOWHERE:
        say(told, Say.ENDED, was)
        return
    say(told, Say.PICKED_UP, now)
    if note_number(log, found, 4) > 0:
        say(told, Say.LASTS, note_number(log, found, 4))


@rule
def tell_numbers(before: Garden, state: Garden, config: Config, seat: int, told: Log) -> None:
    """The numbers that changed."""
    old = before.farmers[seat]
    new = state.farmers[seat]
    if new.cells != old.cells:
        say(told, Say.CELLS, old.cells, new.cells)
    if new.cells > old.cells:
        tell_taken(before, state, config, seat, told)
    if new.trail > 0 and new.trail != old.trail:
        say(told, Say.TRAIL, int(new.cells != old.cells), new.trail)


@rule
def tell_taken(before: Garden, state: Garden, config: Config, seat: int, told: Log) -> None:
    """Report the former owners of the cells that a farmer gained."""
    losers = 0
    for other in range(config.seats):
        count = taken_from(before, state, config, seat, other)
        if count > 0:
            say(told, Say.TAKEN, losers, count, other)
            losers += 1
    if losers > 0:
        say(told, Say.ALL_TAKEN)


@rule
def taken_from(before: Garden, state: Garden, config: Config, seat: int, other: int) -> int:
    """The number of cells that one farmer took from another; all are in the box around its land."""
    farmer = state.farmers[seat]
    count = 0
    for y in range(farmer.top, farmer.bottom + 1):
        for cell in range(y * config.Cols + farmer.left, y * config.Cols + farmer.right + 1):
            was = before.land[cell]
            now = state.land[cell]
            if was != now:
                count += (now & ~was) >> seat & (was & ~now) >> other & 1
    return count


# What appeared


@rule
def tell_arrivals(before: Garden, state: Garden, config: Config, seat: int, told: Log) -> None:
    """Items and weeds that were not there before, in the order of their cells, if a farmer sees them."""
    arrival = next_arrival(before, state, NOTHING)
    while arrival != NOTHING:
        x = arrival // 8 % config.Cols
        y = arrival // 8 // config.Cols
        if is_told_of(state, config, seat, arrival // 8):
            if arrival % 8 == WEED_KIND:
                say_at(told, Say.SPROUTED, x, y, x, y)
            else:
                say_at(told, Say.APPEARED, x, y, arrival % 8, x, y)
        arrival = next_arrival(before, state, arrival)


@rule
def next_arrival(before: Garden, state: Garden, last: int) -> int:
    """The new item or weed after another one, or NOTHING, as `cell * 8 + type`."""
    found = next_item(before.power_ups, state.power_ups, last, NOTHING)
    found = next_item(before.supers, state.supers, last, found)
    for slot in range(state.weed_places):
        weed = state.weeds[slot]
        if weed.size > 0 and not has_weed(before, weed.core):
            found = sooner(found, weed.core * 8 + WEED_KIND, last)
    return found


@rule
def next_item(before: ItemStore, store: ItemStore, last: int, found: int) -> int:
    """The same of one store; items keep their slots."""
    for slot in range(store.places):
        entry = store.entries[slot]
        if entry >= 0 and entry != before.entries[slot]:
            found = sooner(found, entry, last)
    return found


@rule
def sooner(found: int, entry: int, last: int) -> int:
    """The lower of two entries, if it comes after the last one."""
    return entry if entry > last and (found == NOTHING or entry < found) else found


@rule
def has_weed(garden: Garden, core: int) -> bool:
    """Whether a weed began on a cell."""
    for slot in range(garden.weed_places):
        if garden.weeds[slot].size > 0 and garden.weeds[slot].core == core:
            return True
    return False


@rule
def is_told_of(garden: Garden, config: Config, seat: int, cell: int) -> bool:
    """Whether a farmer sees a cell, or for everybody, whether any farmer does."""
    if seat != EVERYBODY:
        return is_visible(garden, config, seat, cell)
    for other in range(config.seats):  # noqa: SIM110
        if is_visible(garden, config, other, cell):
            return True
    return False


# Who leads


@rule
def tell_lead(before: Garden, state: Garden, config: Config, told: Log) -> None:
    """Everybody reads the leaderboard."""
    first = leader(state, config)
    if first != NOBODY and first != leader(before, config):
        say(told, Say.LEADS, first, percentage(state, config, first))


@rule
def leader(garden: Garden, config: Config) -> int:
    """The only farmer with the highest percentage, or NOBODY."""
    first = NOBODY
    highest = -1
    for seat in range(config.seats):
        share = percentage(garden, config, seat)
        if share >= highest:
            first = NOBODY if share == highest else seat
            highest = share
    return first


# Moves


@rule
def describe(state: Garden, config: Config, seat: int, move: Order, told: Log) -> None:
    """Describe a farmer's path, command by command."""
    if move.length == 0:
        say(told, Say.GO_ON)
    for i in range(move.length):
        if i == 0:
            say(told, Say.GO, move.commands[i])
        else:
            say(told, Say.THEN_GO, move.commands[i])
