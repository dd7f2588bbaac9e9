"""Orders: as text (section 6), as records, and as flat actions for learners."""

from __future__ import annotations

from typing import NamedTuple

from lanista.core.text import quoted, whole_number
from lanista.engine import Generator, Ints, Log, State, Words, rand_below, rule, say
from lanista.engine.bits import count_bits, nth_bit
from lanista.engine.record import closest
from lanista.game import InvalidMove, speller
from lanista.games.tower_defence.rules import cell_in_view, count_teslas, is_known, why_no_curtain, why_refused
from lanista.games.tower_defence.state import (
    BUILT_BY,
    HALF,
    HEIGHT,
    WIDTH,
    Battle,
    Config,
    Order,
    OrderType,
    Refusal,
)


class Move(NamedTuple):
    """An order in the player's view; `faults` is what a text without an order adds to `do_nothings` (7.4)."""

    type: OrderType
    x: int = 0
    y: int = 0
    faults: int = 0


NOTHING = Move(OrderType.NOTHING)
MISSING = NOTHING

# Flat actions: 0 is nothing; then one action per order type and cell of the largest half, row by row. The iron
# curtain needs no cell and has one action.
HALF_CELLS = HALF * HEIGHT
ACTIONS = 1 + OrderType.IRON_CURTAIN * HALF_CELLS + 1
ORDER_TYPES = len(OrderType) - 1  # without NOTHING
# Sets of order types have a bit for each
BUILDING_ORDERS = sum(1 << kind for kind, building in enumerate(BUILT_BY) if building)

NO_COMMAND = "No Command"  # 8.3: the contest's runner reads this from an empty file
NOTHING_WORDS = frozenset({"", "no command", "do nothing", "nothing"})  # texts that the contest's bots wrote
EXCEPTION = "Exception"  # 7.4: the tournament's runner reads this from a bot that failed to start
INT32 = range(-(2**31), 2**31)

REASONS = {
    Refusal.NOT_OWN_CELL: "{x},{y} is outside the player's half, which is {half} wide and {height} high",
    Refusal.TESLA_LIMIT: "the player has {limit} tesla towers already, the maximum",
    Refusal.OCCUPIED: "there is a building on {x},{y} already",
    Refusal.NO_ENERGY: "{name} costs {price} energy, and the player has {energy}",
    Refusal.NOTHING_THERE: "there is no building on {x},{y} to deconstruct",
    Refusal.NOT_AVAILABLE: "no iron curtain is available; one becomes available every {period} rounds",
    Refusal.STILL_ACTIVE: "the iron curtain is still up for {left} rounds",
}


def parse(config: Config, text: str) -> Move:
    """The order in the first line of a text: three whole numbers separated by commas (D20, D25).

    Raises InvalidMove with the reason and the move that is played instead.
    """
    line = text.split("\n", 1)[0].rstrip("\r")
    fields = line.split(",")
    while len(fields) > 1 and not fields[-1]:
        fields.pop()  # D11: a text of commas is an empty text
    if len(fields) == 1:
        return read_word(fields[0])
    if len(fields) != 3 and (len(fields) < 3 or not config.d10_extra_fields_are_ignored):
        raise InvalidMove(f"expected x,y,type, got {len(fields)} fields: {quoted(line, 40)}", no_order(fields))
    numbers = [to_number(field) for field in fields[:3]]
    x, y, kind = numbers
    if x is None or y is None or kind is None:
        wrong = fields[numbers.index(None)]
        raise InvalidMove(f"expected x,y,type as whole numbers, got {quoted(wrong, 40)}", no_order(fields))
    if not is_known(config, kind):
        raise InvalidMove(f"there is no order of type {kind}; {known_types(config)}", no_order(fields))
    return Move(OrderType(kind), x, y)


def read_word(word: str) -> Move:
    """A text without a comma does nothing (6.3); raises InvalidMove unless it is a known word for that."""
    if word.strip().lower() in NOTHING_WORDS:
        return NOTHING
    faults = 1 if word == EXCEPTION else 0
    hint = closest(word.strip().lower(), {known for known in NOTHING_WORDS if known})
    raise InvalidMove(
        f"expected x,y,type or nothing, got {quoted(word, 40)}{hint}", Move(OrderType.NOTHING, faults=faults)
    )


def no_order(fields: list[str]) -> Move:
    """Nothing; an unreadable text adds 1 to the bad-command counter, and 1 more without three fields (7.4)."""
    return Move(OrderType.NOTHING, faults=1 if len(fields) == 3 else 2)


def to_number(field: str) -> int | None:
    """A signed 32-bit number, or None."""
    number = whole_number(field)
    return number if number is not None and number in INT32 else None


def known_types(config: Config) -> str:
    """The order types of a ruleset, as text."""
    known = [kind for kind in OrderType if is_known(config, kind)]
    return "there are " + ", ".join(f"{kind.value} {kind.name}" for kind in known)


def refusal(state: State[Battle, Config], seat: int, move: Move) -> str:
    """Why an order is refused, or "" if it is not."""
    config, player = state.const, state.record.players[seat]
    if move.type is OrderType.NOTHING:
        return ""
    reason = Refusal(why_refused(state.record, config, seat, move.type, move.x, move.y))
    if reason is Refusal.NONE:
        return ""
    is_curtain = move.type is OrderType.IRON_CURTAIN
    return REASONS[reason].format(
        x=move.x,
        y=move.y,
        name=move.type.name,
        half=config.width // 2,
        height=config.height,
        limit=config.tesla_limit,
        price=config.curtain_price if is_curtain else config.price[BUILT_BY[move.type]],
        energy=player.energy,
        period=config.curtain_period,
        left=player.curtain_left,
    )


def instead_of(move: Move) -> Move:
    """A refused order is played as it is: the rules count it."""
    return move


TEXTS = {0: Words("{x},{y},{type}")}


@rule
def spell(move: Order, told: Log) -> None:
    """The text of a move; nothing has none."""
    if move.type != OrderType.NOTHING:
        say(told, 0, move.x, move.y, move.type)


write = speller(Order, spell, TEXTS)


@rule
def decode(battle: Battle, config: Config, seat: int, action: int, move: Order) -> None:
    """Decode a flat action into a move."""
    cell = (action - 1) % HALF_CELLS
    move.type = (action - 1) // HALF_CELLS
    move.x = cell % HALF if action else 0
    move.y = cell // HALF if action else 0
    move.faults = 0


@rule
def legal(battle: Battle, config: Config, seat: int, action: int) -> bool:
    """Whether a flat action is nothing, or an order that would be carried out."""
    if action == 0:
        return True
    cell = (action - 1) % HALF_CELLS
    kind = (action - 1) // HALF_CELLS
    return why_refused(battle, config, seat, kind, cell % HALF, cell // HALF) == Refusal.NONE


def possible_actions(config: Config) -> list[int]:
    """The flat actions that can be legal under these settings, in ascending order."""
    buildable = [kind for kind in range(OrderType.IRON_CURTAIN) if is_known(config, kind)]
    cells = [y * HALF + x for y in range(config.height) for x in range(config.width // 2)]
    curtain = [action_of(OrderType.IRON_CURTAIN, 0)] if config.iron_curtain else []
    return [0, *(action_of(kind, cell) for kind in buildable for cell in cells), *curtain]


@rule
def action_of(kind: int, cell: int) -> int:
    """The flat action of an order and a cell of the largest half."""
    return 1 + kind * HALF_CELLS + cell


@rule
def mask(battle: Battle, config: Config, seat: int, flags: Ints) -> None:
    """Write for each flat action whether it is legal; every kind of building can be put on the same cells."""
    kinds = affordable_kinds(battle, config, seat)
    flags[0] = 1
    flags[1 : 1 + HALF_CELLS] = 0
    if kinds & BUILDING_ORDERS:
        mark_cells(battle, config, seat, 0, 1, flags)
    for kind in range(1, OrderType.IRON_CURTAIN):
        first = action_of(kind, 0)
        if kinds & BUILDING_ORDERS & 1 << kind:
            flags[first : first + HALF_CELLS] = flags[1 : 1 + HALF_CELLS]
        else:
            flags[first : first + HALF_CELLS] = 0
    if kinds >> OrderType.DECONSTRUCT & 1:
        mark_cells(battle, config, seat, 1, action_of(OrderType.DECONSTRUCT, 0), flags)
    if not kinds >> OrderType.DEFENSE & 1:
        flags[1 : 1 + HALF_CELLS] = 0
    flags[action_of(OrderType.IRON_CURTAIN, 0)] = kinds >> OrderType.IRON_CURTAIN & 1


@rule
def mark_cells(battle: Battle, config: Config, seat: int, built: int, first: int, flags: Ints) -> None:
    """Write for each cell of the player's half whether there is a building, or whether there is none."""
    wanted = built ^ 1
    for y in range(min(HEIGHT, config.height)):
        if config.width == WIDTH and seat == 0:
            for x in range(HALF):
                flags[first + y * HALF + x] = min(1, battle.building[y * WIDTH + x]) ^ wanted
        elif config.width == WIDTH:
            for x in range(HALF):
                flags[first + y * HALF + x] = min(1, battle.building[y * WIDTH + WIDTH - 1 - x]) ^ wanted
        else:
            for x in range(config.width // 2):
                flags[first + y * HALF + x] = min(1, battle.building[cell_in_view(config, seat, x, y)]) ^ wanted


@rule
def affordable_kinds(battle: Battle, config: Config, seat: int) -> int:
    """A bit for each type of order that could be carried out on a suitable cell."""
    kinds = 0
    for kind in range(ORDER_TYPES):
        if is_affordable(battle, config, seat, kind):
            kinds |= 1 << kind
    return kinds


@rule
def random_action(battle: Battle, config: Config, seat: int, generator: Generator) -> int:
    """Draw a legal flat action, all equally likely: the number of its order among all, in any sequence."""
    kinds = affordable_kinds(battle, config, seat)
    cells = config.width // 2 * config.height
    built = count_built(battle, config, seat)
    orders = count_bits(kinds & BUILDING_ORDERS) * (cells - built)
    removals = built if kinds >> OrderType.DECONSTRUCT & 1 else 0
    drawn = rand_below(generator, 1 + orders + removals + (kinds >> OrderType.IRON_CURTAIN & 1))
    if drawn < orders:
        kind = nth_bit(kinds & BUILDING_ORDERS, drawn // (cells - built))
        return action_of(kind, nth_cell(battle, config, seat, 0, drawn % (cells - built)))
    if drawn < orders + removals:
        return action_of(OrderType.DECONSTRUCT, nth_cell(battle, config, seat, 1, drawn - orders))
    return 0 if drawn == orders + removals else action_of(OrderType.IRON_CURTAIN, 0)


@rule
def count_built(battle: Battle, config: Config, seat: int) -> int:
    """The number of buildings in the player's half."""
    half = min(HALF, config.width // 2)
    first = half if seat else 0
    count = 0
    for y in range(min(HEIGHT, config.height)):
        for x in range(half):
            count += min(1, battle.building[y * WIDTH + first + x])
    return count


@rule
def nth_cell(battle: Battle, config: Config, seat: int, built: int, n: int) -> int:
    """The cell of the largest half with the n-th building, or the n-th cell without one, as A sees the board."""
    half = min(HALF, config.width // 2)
    first = half if seat else 0
    left = n
    for y in range(min(HEIGHT, config.height)):
        for x in range(half):
            left -= 1 if min(1, battle.building[y * WIDTH + first + x]) == built else 0
            if left < 0:
                return y * HALF + (half - 1 - x if seat else x)
    return 0


@rule
def random_move(battle: Battle, config: Config, seat: int, generator: Generator, move: Order) -> None:
    """Draw an affordable order or nothing, all equally likely, and a cell for it."""
    kinds = affordable_kinds(battle, config, seat)
    drawn = rand_below(generator, count_bits(kinds) + 1)
    move.type = OrderType.NOTHING
    move.x = 0
    move.y = 0
    move.faults = 0
    if drawn > 0:
        kind = nth_bit(kinds, drawn - 1)
        if kind == OrderType.IRON_CURTAIN:
            move.type = kind
        else:
            choose_cell(battle, config, seat, generator, kind, move)


@rule
def is_affordable(battle: Battle, config: Config, seat: int, kind: int) -> bool:
    """Whether an order could be carried out on a suitable cell."""
    if kind < 0:
        return True
    if not is_known(config, kind):
        return False
    if kind == OrderType.IRON_CURTAIN:
        return why_no_curtain(config, battle.players[seat]) == Refusal.NONE
    if kind == OrderType.TESLA and count_teslas(battle, config, seat) >= config.tesla_limit:
        return False
    return kind == OrderType.DECONSTRUCT or battle.players[seat].energy >= config.price[BUILT_BY[kind]]


@rule
def choose_cell(battle: Battle, config: Config, seat: int, generator: Generator, kind: int, move: Order) -> None:
    """Choose the first suitable cell of the player's half, from a random one on; without any, order nothing."""
    half = config.width // 2
    built = 1 if kind == OrderType.DECONSTRUCT else 0
    x = rand_below(generator, half)
    y = rand_below(generator, config.height)
    for _ in range(half * config.height):
        if min(1, battle.building[cell_in_view(config, seat, x, y)]) == built:
            move.type = kind
            move.x = x
            move.y = y
            return
        x += 1
        if x == half:
            x = 0
            y = y + 1 if y + 1 < config.height else 0
