"""Orders: as text (section 6), as records, and as flat actions for learners."""

from __future__ import annotations

from typing import NamedTuple

from lanista.engine import Generator, State, rand_below, rule
from lanista.engine.record import closest
from lanista.game import InvalidMove
from lanista.games.tower_defence.rules import count_teslas, is_known, why_no_curtain, why_refused
from lanista.games.tower_defence.state import BUILT_BY, HALF, HEIGHT, Battle, Config, Order, OrderType, Refusal
from lanista.text import quoted, whole_number


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


def read(state: State[Battle, Config], seat: int, text: str) -> Move:
    """Parse and check a move; raises InvalidMove with the reason and the move that is played instead."""
    move = parse(text, state.const)
    if move.type is not OrderType.NOTHING:
        refusal = Refusal(why_refused(state.record, state.const, seat, move.type, move.x, move.y))
        if refusal is not Refusal.NONE:
            raise InvalidMove(explain(refusal, state, seat, move), move)
    return move


def parse(text: str, config: Config) -> Move:
    """The order in the first line of a text: three whole numbers separated by commas (D20, D25)."""
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


def explain(refusal: Refusal, state: State[Battle, Config], seat: int, move: Move) -> str:
    """Why an order is refused, as text."""
    config, player = state.const, state.record.players[seat]
    is_curtain = move.type is OrderType.IRON_CURTAIN
    return REASONS[refusal].format(
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


def write(move: Move) -> str:
    """The text of a move."""
    return "" if move.type is OrderType.NOTHING else f"{move.x},{move.y},{move.type.value}"


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


@rule
def random_move(battle: Battle, config: Config, seat: int, generator: Generator, move: Order) -> None:
    """Draw an affordable order or nothing, all equally likely, and a cell for it."""
    kind = rand_below(generator, OrderType.IRON_CURTAIN + 2) - 1
    while not is_affordable(battle, config, seat, kind):
        kind = rand_below(generator, OrderType.IRON_CURTAIN + 2) - 1
    move.type = OrderType.NOTHING
    move.x = 0
    move.y = 0
    move.faults = 0
    if kind == OrderType.IRON_CURTAIN:
        move.type = kind
    elif kind >= 0:
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
    x = rand_below(generator, half)
    y = rand_below(generator, config.height)
    for _ in range(half * config.height):
        if why_refused(battle, config, seat, kind, x, y) == Refusal.NONE:
            move.type = kind
            move.x = x
            move.y = y
            return
        x += 1
        if x == half:
            x = 0
            y = (y + 1) % config.height
