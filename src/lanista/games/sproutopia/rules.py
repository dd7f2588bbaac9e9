"""One tick of Sproutopia, step by step as listed in section 4 of the specification."""

from __future__ import annotations

from lanista.engine import Records, note, rand_below, rule
from lanista.games.sproutopia.claims import finish_trail
from lanista.games.sproutopia.items import item_on, percentage, run_power_ups, run_weeds, take_item
from lanista.games.sproutopia.land import (
    begin_trail,
    clear_trail,
    extend_box,
    extend_trail,
    gain,
    has_trail_on,
    is_on_map,
    is_overgrown,
    note_land,
    owner,
    owns,
    take_from_others,
    trail_owner,
)
from lanista.games.sproutopia.notes import Cause, Kind, Why
from lanista.games.sproutopia.pruning import (
    end_power_up,
    end_super_power_up,
    forget_commands,
    forget_fresh,
    is_unprunable,
    put_on_cell,
    respawn_pruned,
    strike,
)
from lanista.games.sproutopia.state import (
    DX,
    DY,
    MAX_QUEUED,
    MAX_RANK,
    NOBODY,
    POWER_UP,
    REVERSE,
    SUPER_POWER_UP,
    UNLIMITED,
    Config,
    Direction,
    Farmer,
    Fate,
    Garden,
    Item,
    Order,
    Work,
)

STOP = -1
SIDES = (0, -1, 1, 0)


@rule
def step(garden: Garden, moves: Records[Order], config: Config, work: Work) -> None:
    """One tick: commands, actions, respawns, weeds, power-ups, and the end."""
    if garden.over:
        return
    garden.tick += 1
    receive(garden, moves, config, work)
    collect(garden, config, work)
    for i in range(config.seats):
        act(garden, config, work, i)
    respawn_pruned(garden, config, work)
    if garden.tick >= config.WeedsStartTick:
        run_weeds(garden, config, work)
    if garden.tick >= config.PowerUpStartTick:
        run_power_ups(garden, config, work)
    end_tick(garden, config)


# Commands (section 3)


@rule
def receive(garden: Garden, moves: Records[Order], config: Config, work: Work) -> None:
    """Ranked commands arrive in order of rank, then the others, farmer by farmer in a random order."""
    ranked = 0
    unranked = 0
    for seat in range(config.seats):
        work.received[seat] = 0
        if is_ranked(moves[seat], 0):
            ranked += 1
        elif moves[seat].length > 0:
            work.order[unranked] = seat
            unranked += 1
    for n in range(unranked - 1, 0, -1):
        k = rand_below(garden.arrivals, n + 1)
        seat = work.order[n]
        work.order[n] = work.order[k]
        work.order[k] = seat
    if ranked > 0:
        receive_by_rank(garden, moves, config, work)
    for i in range(unranked):
        seat = work.order[i]
        for _ in range(moves[seat].length):
            receive_next(garden, moves[seat], config, work, seat)


@rule
def is_ranked(move: Order, i: int) -> bool:
    """Whether a move's command at an index has an arrival rank."""
    return i < move.length and move.ranks[i] > 0


@rule
def receive_by_rank(garden: Garden, moves: Records[Order], config: Config, work: Work) -> None:
    """Receive the lowest rank first, ties by seat."""
    while True:
        first = NOBODY
        lowest = MAX_RANK + 1
        for seat in range(config.seats):
            i = work.received[seat]
            if is_ranked(moves[seat], i) and moves[seat].ranks[i] < lowest:
                first = seat
                lowest = moves[seat].ranks[i]
        if first == NOBODY:
            return
        receive_next(garden, moves[first], config, work, first)


@rule
def queue_capacity(config: Config) -> int:
    """The number of commands that a farmer's queue can hold (E4)."""
    return config.PlayerQueueSize if config.e4_queue_is_limited else MAX_QUEUED


@rule
def receive_next(garden: Garden, move: Order, config: Config, work: Work, seat: int) -> None:
    """3.1: a command is queued with its time stamp and becomes the last command; a full queue drops it (E4)."""
    farmer = garden.farmers[seat]
    if farmer.queued < queue_capacity(config):
        farmer.last = move.commands[work.received[seat]]
        farmer.stamp = garden.clock
        farmer.queue[farmer.queued] = farmer.last
        farmer.stamps[farmer.queued] = farmer.stamp
        farmer.queued += 1
        garden.clock += 1
    work.received[seat] += 1


@rule
def collect(garden: Garden, config: Config, work: Work) -> None:
    """Step 1: one command per farmer, sorted by time stamp, ties by seat (3.4, 3.5)."""
    work.n_pruned = 0
    for seat in range(config.seats):
        take_command(garden, work, seat)
        insert_by_stamp(work, seat)


@rule
def insert_by_stamp(work: Work, seat: int) -> None:
    """Insert a farmer into the order of those before it, by time stamp."""
    i = seat
    while i > 0 and work.stamps[work.order[i - 1]] > work.stamps[seat]:
        work.order[i] = work.order[i - 1]
        i -= 1
    work.order[i] = seat


@rule
def take_command(garden: Garden, work: Work, seat: int) -> None:
    """3.4: take the head of the queue, or repeat the last command with its original time stamp."""
    farmer = garden.farmers[seat]
    work.fate[seat] = Fate.NONE
    work.issued[seat] = STOP
    work.yielded[seat] = farmer.last
    work.stamps[seat] = farmer.stamp
    work.from_queue[seat] = 1 if farmer.queued > 0 else 0
    if farmer.queued > 0:
        work.yielded[seat] = farmer.queue[0]
        work.stamps[seat] = farmer.stamps[0]
        farmer.queued -= 1
        for i in range(farmer.queued):
            farmer.queue[i] = farmer.queue[i + 1]
            farmer.stamps[i] = farmer.stamps[i + 1]
        farmer.queue[farmer.queued] = 0
        farmer.stamps[farmer.queued] = 0


@rule
def issue(farmer: Farmer, work: Work, seat: int) -> int:
    """3.6: a reversal is replaced by the current direction, in the remembered last command too."""
    action = work.yielded[seat]
    if action == REVERSE[farmer.direction]:
        action = farmer.direction
        if farmer.queued == 0:
            farmer.last = action
    work.issued[seat] = action
    return action


# The action of one farmer (section 5)


@rule
def act(garden: Garden, config: Config, work: Work, turn: int) -> None:
    """Step 2 for one farmer; if already pruned or interrupted in this tick, it does nothing."""
    seat = work.order[turn]
    if work.fate[seat] != Fate.NONE:
        return
    work.actor = seat
    farmer = garden.farmers[seat]
    action = issue(farmer, work, seat)
    run_counters(farmer, work, seat)
    if is_held(garden, config, work, seat):
        return
    action = keep_on_map(config, farmer, action)
    if action == STOP:
        return
    new = (farmer.y + DY[action]) * config.Cols + farmer.x + DX[action]
    if is_kept_out(garden, farmer, work, seat, new) or loses_collision(garden, config, work, seat, new):
        return
    if not hits_weed_or_trail(garden, config, work, seat, new):
        move_on(garden, config, work, seat, action)


@rule
def run_counters(farmer: Farmer, work: Work, seat: int) -> None:
    """5.1: power-ups count down first, even if the farmer is then held."""
    if farmer.power_left > 0:
        farmer.power_left -= 1
        if farmer.power_left == 0:
            end_power_up(farmer, work, seat)
    if farmer.super_left > 0:
        farmer.super_left -= 1
        if farmer.super_left == 0:
            end_super_power_up(farmer, work, seat)


@rule
def is_held(garden: Garden, config: Config, work: Work, seat: int) -> bool:
    """Whether another's Freeze or Immunity keeps a farmer from moving."""
    if is_frozen(garden, config, seat):
        note(work.log, Kind.HELD, seat, Item.FREEZE)
        return True
    if is_stunned(garden, config, seat):
        note(work.log, Kind.HELD, seat, Item.IMMUNITY)
        return True
    return False


@rule
def is_frozen(garden: Garden, config: Config, seat: int) -> bool:
    """5.2: whether any other farmer has Freeze active."""
    for other in range(config.seats):  # noqa: SIM110
        if other != seat and garden.farmers[other].power_up == Item.FREEZE:
            return True
    return False


@rule
def is_stunned(garden: Garden, config: Config, seat: int) -> bool:
    """5.3: whether the farmer stands on the land of another farmer with Immunity (D6)."""
    if config.d6_immunity_does_not_stun:
        return False
    farmer = garden.farmers[seat]
    cell = farmer.y * config.Cols + farmer.x
    for other in range(config.seats):
        if other != seat and garden.farmers[other].power_up == Item.IMMUNITY and owns(garden, other, cell):
            return True
    return False


@rule
def keep_on_map(config: Config, farmer: Farmer, action: int) -> int:
    """5.4: a turn off the map is ignored; walking into the border stops the farmer."""
    if is_on_map(config, farmer.x + DX[action], farmer.y + DY[action]):
        return action
    ahead = farmer.direction
    return ahead if is_on_map(config, farmer.x + DX[ahead], farmer.y + DY[ahead]) else STOP


@rule
def is_kept_out(garden: Garden, farmer: Farmer, work: Work, seat: int, new: int) -> bool:
    """5.5: foreign land ends Super Fertilizer, and keeps the farmer out if its owner has Immunity."""
    other = owner(garden, new)
    if other == NOBODY or other == seat:  # noqa: PLR1714, SIM109
        return False
    if farmer.super_power_up == Item.SUPER_FERTILIZER:
        end_super_power_up(farmer, work, seat)
    return garden.farmers[other].power_up == Item.IMMUNITY


@rule
def loses_collision(garden: Garden, config: Config, work: Work, seat: int, new: int) -> bool:
    """5.6: the farmer collides with every other one on the cell, by seat; whether it loses."""
    for other in range(config.seats):  # noqa: SIM110
        if loses_to(garden, config, work, seat, other, new):
            return True
    return False


@rule
def loses_to(garden: Garden, config: Config, work: Work, seat: int, other: int, new: int) -> bool:
    """The loser of a collision is pruned, or interrupted if Unprunable (D4); whether that is the mover."""
    met = garden.farmers[other]
    if other == seat or met.y * config.Cols + met.x != new or work.fate[other] == Fate.PRUNED:
        return False
    wins = has_priority(garden, config, work, seat, other, new)
    loser = other if wins else seat
    spared = is_unprunable(garden, loser) and (wins or config.d4_unprunable_can_lose == 0)
    strike(garden, config, work, loser, seat if wins else other, spared, Cause.COLLISION)
    return not wins


@rule
def has_priority(garden: Garden, config: Config, work: Work, seat: int, other: int, new: int) -> bool:
    """Whether the mover wins: on its own land, or on neither's land with the earlier command (D2, D3)."""
    if config.d3_unprunable_yields_at_home and is_unprunable(garden, other):
        return True
    if owner(garden, new) == other:
        return False
    if owner(garden, new) == seat or config.d2_mover_wins:
        return True
    mine = work.stamps[seat]
    theirs = work.stamps[other]
    return mine < theirs or (mine == theirs and seat < other)


@rule
def hits_weed_or_trail(garden: Garden, config: Config, work: Work, seat: int, new: int) -> bool:
    """5.7, 5.8: a weed or its own trail prunes the farmer, another's trail is cut; whether its action ends."""
    overgrown = is_overgrown(garden, new)
    victim = seat if overgrown else trail_owner(garden, new)
    if victim == NOBODY:
        return False
    if victim == seat and not overgrown:
        if garden.farmers[seat].direction == Direction.IDLE:
            return False
        if garden.farmers[seat].super_power_up == Item.TRAIL_PROTECTION:
            go_back(garden, config, work, seat)
            return True
    spared = victim != seat and is_unprunable(garden, victim)
    cause = Cause.WEED if overgrown else Cause.TRAIL
    strike(garden, config, work, victim, NOBODY if victim == seat else seat, spared, cause)
    return victim == seat


@rule
def go_back(garden: Garden, config: Config, work: Work, seat: int) -> None:
    """Use up Trail Protection: the farmer returns to its first trail cell and loses its trail, not its land."""
    farmer = garden.farmers[seat]
    note(work.log, Kind.PROTECTED, seat)
    note(work.log, Kind.PUT, seat, farmer.start)
    put_on_cell(config, farmer, farmer.start)
    clear_trail(garden, config, seat)
    end_super_power_up(farmer, work, seat)
    forget_commands(garden, farmer)


@rule
def move_on(garden: Garden, config: Config, work: Work, seat: int, action: int) -> None:
    """5.9, 5.10: the farmer paints land or lays a trail, moves, and picks up what lies there."""
    farmer = garden.farmers[seat]
    x = farmer.x + DX[action]
    y = farmer.y + DY[action]
    new = y * config.Cols + x
    is_painting = farmer.super_power_up == Item.SUPER_FERTILIZER and paints(garden, config, work, seat, action)
    found = garden.marks[new]
    item = item_on(garden.supers, new) if found & SUPER_POWER_UP else Item.NONE
    if not is_painting:
        lay_trail(garden, config, work, seat, action, item == Item.SUPER_FERTILIZER)
    note(work.log, Kind.MOVED, seat, farmer.y * config.Cols + farmer.x, new, farmer.trail)
    farmer.x = x
    farmer.y = y
    farmer.direction = action
    garden.marks[new] &= ~(POWER_UP | SUPER_POWER_UP)
    if found & POWER_UP:
        end_power_up(farmer, work, seat)
        farmer.power_up = take_item(garden.power_ups, new)
        farmer.power_left = lifespan(config, farmer.power_up)
        note(work.log, Kind.PICKED_UP, seat, farmer.power_up, new, farmer.power_left)
    if found & SUPER_POWER_UP:
        end_super_power_up(farmer, work, seat)
        farmer.super_power_up = take_item(garden.supers, new)
        farmer.super_left = lifespan(config, item)
        note(work.log, Kind.PICKED_UP, seat, farmer.super_power_up, new, farmer.super_left)


@rule
def lay_trail(garden: Garden, config: Config, work: Work, seat: int, action: int, converts: bool) -> None:
    """A trail starts on the last cell of the land and ends on the next; Super Fertilizer converts it early."""
    farmer = garden.farmers[seat]
    cell = farmer.y * config.Cols + farmer.x
    new = cell + DY[action] * config.Cols + DX[action]
    home = owns(garden, seat, new)
    if not home:
        if farmer.trail == 0:
            begin_trail(garden, seat, cell)
        extend_trail(garden, seat, cell, new, action)
    elif not owns(garden, seat, cell):
        if farmer.trail == 0:
            begin_trail(garden, seat, new)
        extend_trail(garden, seat, cell, new, action)
    if farmer.trail > 0 and (home or converts):
        last = new if has_trail_on(garden, seat, new) else cell
        finish_trail(garden, config, work, seat, last, home)


@rule
def lifespan(config: Config, item: int) -> int:
    """The duration of a power-up in ticks."""
    if item == Item.IMMUNITY:
        return config.LifespanImmunity
    if item == Item.UNPRUNABLE:
        return config.LifespanUnprunable
    if item == Item.FREEZE:
        return config.LifespanFreeze
    return config.LifespanFertilizer if item == Item.SUPER_FERTILIZER else UNLIMITED


# Super Fertilizer (5.9)


@rule
def paints(garden: Garden, config: Config, work: Work, seat: int, action: int) -> bool:
    """Add land without a trail; re-entering its land ends Super Fertilizer and makes an ordinary step (D7)."""
    farmer = garden.farmers[seat]
    new = (farmer.y + DY[action]) * config.Cols + farmer.x + DX[action]
    is_own = owns(garden, seat, new)
    is_fresh = new == farmer.fresh[0] or new == farmer.fresh[1]
    ends = is_own and farmer.out > 0 and not is_fresh and config.d7_fertilizer_paints_behind == 0
    forget_fresh(farmer)
    if ends:
        end_super_power_up(farmer, work, seat)
        return False
    if not is_own:
        farmer.out = 1
    if not is_own or config.d7_fertilizer_paints_behind:
        paint_around(garden, config, seat, action)
        note_land(garden, work, seat, Why.PAINTED)
    return True


@rule
def paint_around(garden: Garden, config: Config, seat: int, action: int) -> None:
    """Add the new cell and those beside it; the engine adds the cell behind and those beside it too (D7)."""
    farmer = garden.farmers[seat]
    behind = config.d7_fertilizer_paints_behind
    for i in range(1 if action == Direction.IDLE else 3 + behind):
        far = 1 if i == 0 else 1 - behind
        side = SIDES[i]
        x = farmer.x + far * DX[action] + side * DY[action]
        y = farmer.y + far * DY[action] + side * DX[action]
        cell = y * config.Cols + x
        if is_on_map(config, x, y) and not is_overgrown(garden, cell):
            if side != 0 and not behind and not owns(garden, seat, cell):
                farmer.fresh[(side + 1) // 2] = cell
            gain(garden, seat, cell)
            extend_box(farmer, x, x, y, y)
            if not config.d8_paint_is_shared:
                take_from_others(garden, config, seat, cell)


# The end (step 7, 4.1)


@rule
def end_tick(garden: Garden, config: Config) -> None:
    """The match is over after the last tick, or when one farmer owns every cell (D13)."""
    if garden.tick >= config.MaxTicks:
        garden.over = 1
    for seat in range(config.seats):
        if garden.farmers[seat].cells == config.Rows * config.Cols:
            garden.over = 1


@rule
def is_over(garden: Garden, config: Config) -> int:
    """Whether the match has ended."""
    return garden.over


@rule
def is_ahead(garden: Garden, config: Config, seat: int, other: int) -> bool:
    """More cells, then more tie-breaking points, then the lower seat; the engine compares percentages (D12)."""
    a = garden.farmers[seat]
    b = garden.farmers[other]
    if config.d12_places_by_percentage:
        mine = percentage(garden, config, seat)
        theirs = percentage(garden, config, other)
        return mine > theirs or (mine == theirs and seat < other)
    if a.cells != b.cells:
        return a.cells > b.cells
    if a.tie != b.tie:
        return a.tie > b.tie
    return seat < other


@rule
def rank_of(garden: Garden, config: Config, seat: int) -> int:
    """A farmer's rank, 1 is best."""
    rank = 1
    for other in range(config.seats):
        if other != seat and is_ahead(garden, config, other, seat):
            rank += 1
    return rank


@rule
def score(garden: Garden, config: Config, seat: int) -> int:
    """A farmer's cells."""
    return garden.farmers[seat].cells


@rule
def reward(garden: Garden, config: Config, seat: int) -> int:
    """A seat's reward in thousandths: 1000 for rank 1 (also alone), -1000 for the last rank."""
    if not garden.over:
        return 0
    return 1000 - 2000 * (rank_of(garden, config, seat) - 1) // max(1, config.seats - 1)
