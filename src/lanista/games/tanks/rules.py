"""One turn of the battle, in the steps that section 6.2 of the specification lists."""

from __future__ import annotations

from lanista.engine import Records, note, rule
from lanista.games.tanks.notes import Kind
from lanista.games.tanks.state import (
    BLAST_DX,
    BLAST_DY,
    DX,
    DY,
    FUSE,
    ORIENTATIONS,
    POSITIONAL_DUE,
    Action,
    Arena,
    Config,
    Direction,
    Order,
    Rotation,
    Shell,
    Tank,
    Terrain,
    Work,
)

NOBODY = -1
FLYING = 0  # in place of the tick in which a shell explodes
LOST = -1


@rule
def step(arena: Arena, moves: Records[Order], config: Config, work: Work) -> None:
    """Play a turn: collect all actions, then carry them out. Scans show the result (section 7)."""
    if arena.over:
        return
    collect(arena, moves, config, work)
    for i in range(work.n_acting):
        carry_out(arena, config, work, work.acting[i])
    fly_shells(arena, config, work)
    end_turn(arena, config)


# Step 1 - collect


@rule
def collect(arena: Arena, moves: Records[Order], config: Config, work: Work) -> None:
    """Store the action of every living tank, and list these tanks in processing order (D4)."""
    work.n_acting = 0
    work.n_shells = 0
    work.n_waiting = 0
    for i in range(arena.n_tanks):
        tank = arena.tanks[i]
        work.standing[tank.y * config.width + tank.x] = i + 1
        if tank.health > 0:
            remember(tank, moves[config.seat_of[i]])
            work.acting[work.n_acting] = i
            work.n_acting += 1
    if config.ranks_in_moves:
        sort_by_rank(config, moves, work)


@rule
def remember(tank: Tank, order: Order) -> None:
    """Store the requested action, whether or not it has any effect (D26)."""
    tank.action = order.action
    tank.way = order.way
    tank.target_x = order.x
    tank.target_y = order.y


@rule
def sort_by_rank(config: Config, moves: Records[Order], work: Work) -> None:
    """Sort the acting tanks by the ranks in their moves, then by id."""
    for i in range(1, work.n_acting):
        tank = work.acting[i]
        rank = moves[config.seat_of[tank]].rank
        at = i
        while at > 0 and moves[config.seat_of[work.acting[at - 1]]].rank > rank:
            work.acting[at] = work.acting[at - 1]
            at -= 1
        work.acting[at] = tank


# Step 2 - orders


@rule
def carry_out(arena: Arena, config: Config, work: Work, i: int) -> None:
    """Carry out one tank's action, even if the tank died earlier in this step (D19)."""
    tank = arena.tanks[i]
    note(work.log, Kind.ACTED, i, tank.action, tank.health)
    if tank.action == Action.MOVE:
        move(arena, config, work, i)
    elif tank.action == Action.ROTATE:
        rotate(tank, work, i)
    elif tank.action == Action.FIRE_CARDINAL:
        fire(work, i, tank.x, tank.y, tank.way, FLYING)
    elif tank.action == Action.FIRE_POSITIONAL:
        if is_void(config, tank):
            note(work.log, Kind.VOID, i)
        else:
            fire(work, i, tank.target_x, tank.target_y, 0, POSITIONAL_DUE)


@rule
def rotate(tank: Tank, work: Work, i: int) -> None:
    """Rotate by 45 degrees; immobile tanks can rotate too (D18)."""
    turn = 1 if tank.way == Rotation.CLOCKWISE else ORIENTATIONS - 1
    tank.orientation = (tank.orientation + turn) % ORIENTATIONS
    note(work.log, Kind.TURNED, i, tank.orientation)


@rule
def fire(work: Work, shooter: int, x: int, y: int, way: int, due: int) -> None:
    """Add a shell; shells are listed in the processing order of their shooters."""
    shell = work.shells[work.n_shells]
    shell.shooter = shooter
    shell.x = x
    shell.y = y
    shell.way = way
    shell.due = due
    work.n_shells += 1
    work.n_waiting += 1


@rule
def is_void(config: Config, tank: Tank) -> bool:
    """A positional shot at the tank's own cell, out of range or off the map has no effect (D12, D13)."""
    away = max(abs(tank.target_x - tank.x), abs(tank.target_y - tank.y))
    if away == 0 or away > config.positional_shot_distance:
        return True
    return not is_on_map(config, tank.target_x, tank.target_y)


@rule
def is_on_map(config: Config, x: int, y: int) -> bool:
    """Whether a cell is on the map; the edges do not wrap around."""
    return 0 <= x < config.width and 0 <= y < config.height


# Moves (6.3)


@rule
def move(arena: Arena, config: Config, work: Work, i: int) -> None:
    """Move one step forward or backwards, or collide; only the target cell matters."""
    tank = arena.tanks[i]
    if not tank.mobile:
        note(work.log, Kind.STUCK, i)
        return  # D18: no damage to anyone
    sign = 1 if tank.way == Direction.FORWARD else -1
    x = tank.x + sign * DX[tank.orientation]
    y = tank.y + sign * DY[tank.orientation]
    if not is_on_map(config, x, y):
        note(work.log, Kind.BLOCKED, i, x, y, NOBODY, 0)
        hurt(arena, work, i, config.tank_damage, i, 0)  # D20: once
        return
    other = tank_on(arena, config, work, x, y)
    if other != NOBODY:
        note(work.log, Kind.BLOCKED, i, x, y, other, arena.tanks[other].health)
        hurt(arena, work, i, config.tank_damage, i, 0)
        hurt(arena, work, other, config.tank_damage, i, 0)
        return
    enter(arena, config, work, i, x, y)


@rule
def enter(arena: Arena, config: Config, work: Work, i: int, x: int, y: int) -> None:
    """Enter a cell without a tank: forests block, lakes drown the tank, swamps immobilise it for good."""
    tank = arena.tanks[i]
    cell = y * config.width + x
    terrain = config.terrain[cell]
    if terrain == Terrain.DECIDUOUS or terrain == Terrain.EVERGREEN:  # noqa: PLR1714
        note(work.log, Kind.BLOCKED, i, x, y, NOBODY, 0)
        hurt(arena, work, i, config.forest_damage, i, 0)
        return
    tank.x = x
    tank.y = y
    work.standing[cell] = i + 1
    if terrain == Terrain.LAKE:
        hurt(arena, work, i, config.lake_damage, i, 1)
    elif terrain == Terrain.SWAMP:
        tank.mobile = 0
    note(work.log, Kind.MOVED, i, x, y, tank.mobile)


@rule
def tank_on(arena: Arena, config: Config, work: Work, x: int, y: int) -> int:
    """The tank or wreck on a cell of the map, or NOBODY."""
    i = work.standing[y * config.width + x] - 1
    if 0 <= i < arena.n_tanks and arena.tanks[i].x == x and arena.tanks[i].y == y:
        return i
    return NOBODY


@rule
def hurt(arena: Arena, work: Work, i: int, damage: int, by: int, in_lake: int) -> None:
    """Take health from a tank, because of a move."""
    tank = arena.tanks[i]
    was = tank.health
    lower_health(tank, damage)
    if tank.health != was:
        note(work.log, Kind.HURT, i, was, tank.health, by, in_lake)


@rule
def lower_health(tank: Tank, damage: int) -> None:
    """Health never goes below 0 (D37)."""
    tank.health = max(0, tank.health - damage)


# Step 3 - shells (6.4)


@rule
def fly_shells(arena: Arena, config: Config, work: Work) -> None:
    """Advance all shells tick by tick, in list order within a tick, until none is left (D15)."""
    tick = 0
    while work.n_waiting > 0:
        tick += 1
        for i in range(work.n_shells):
            shell = work.shells[i]
            if shell.due == FLYING:
                fly_on(arena, config, work, shell, tick)
            elif shell.due == tick:
                explode(arena, config, work, shell)
                work.n_waiting -= 1


@rule
def fly_on(arena: Arena, config: Config, work: Work, shell: Shell, tick: int) -> None:
    """A cardinal shell flies over terrain and wrecks to the first living tank or its full range (D8, D9, D39)."""
    shell.x += DX[shell.way]
    shell.y += DY[shell.way]
    if not is_on_map(config, shell.x, shell.y):
        shell.due = LOST  # D14: without an explosion
        work.n_waiting -= 1
        note(work.log, Kind.LOST, shell.shooter, shell.x, shell.y, tick)
    elif tick == config.cardinal_shot_distance or is_stopped(arena, config, work, shell):
        shell.due = tick + FUSE


@rule
def is_stopped(arena: Arena, config: Config, work: Work, shell: Shell) -> bool:
    """Whether a living tank is in the way; one that was killed in this turn no longer counts (D15)."""
    i = tank_on(arena, config, work, shell.x, shell.y)
    return i != NOBODY and arena.tanks[i].health > 0


# Explosions (6.5)


@rule
def explode(arena: Arena, config: Config, work: Work, shell: Shell) -> None:
    """The blast covers nine cells; the shooter gets the points if it is still alive (D16)."""
    note(work.log, Kind.EXPLODED, shell.shooter, shell.x, shell.y, shell.due)
    earned = 0
    for i in range(len(BLAST_DX)):
        x = shell.x + BLAST_DX[i]
        y = shell.y + BLAST_DY[i]
        if is_on_map(config, x, y):
            victim = tank_on(arena, config, work, x, y)
            if victim != NOBODY and arena.tanks[victim].health > 0:
                points = hit(arena, config, work, shell, victim, i == 0)
                earned += 0 if victim == shell.shooter else points  # D10
    shooter = arena.tanks[shell.shooter]
    if shooter.health > 0 and earned > 0:
        shooter.score += earned
        note(work.log, Kind.SCORED, shell.shooter, earned, shooter.score)


@rule
def hit(arena: Arena, config: Config, work: Work, shell: Shell, i: int, is_direct: bool) -> int:
    """Apply a direct or indirect hit to a living tank; returns the points that it is worth."""
    victim = arena.tanks[i]
    was = victim.health
    lower_health(victim, config.direct_damage if is_direct else config.indirect_damage)
    points = config.direct_points if is_direct else config.indirect_points
    points += config.final_blow_points if victim.health == 0 else 0
    if victim.health != was:
        note(work.log, Kind.HIT, i, was, victim.health, shell.shooter, shell.due, is_direct, points)
    return points


# Steps 4 and 5 - scans are computed on demand; the end (8.1)


@rule
def end_turn(arena: Arena, config: Config) -> None:
    """Count the turn and check for the end of the match."""
    arena.turn += 1
    arena.over = 1 if has_ended(arena, config) else 0


@rule
def has_ended(arena: Arena, config: Config) -> bool:
    """Whether at most one tank is alive, or the turn limit is reached."""
    return arena.turn >= config.max_turns or count_alive(arena) <= 1


@rule
def count_alive(arena: Arena) -> int:
    """The number of living tanks."""
    alive = 0
    for i in range(arena.n_tanks):
        if arena.tanks[i].health > 0:
            alive += 1
    return alive


# The result (8.2 and 8.3)


@rule
def is_over(arena: Arena, config: Config) -> int:
    """Whether the match has ended."""
    return arena.over


@rule
def final_score(arena: Arena, config: Config, i: int) -> int:
    """Points from explosions, plus survival points at the end; -1 for entrants that took no part."""
    if i >= arena.n_tanks:
        return -1
    tank = arena.tanks[i]
    return tank.score + config.survival_points if arena.over and tank.health > 0 else tank.score


@rule
def asked(arena: Arena, config: Config, seat: int) -> bool:
    """Whether the player is asked for a move: a dead tank's player is not (section 5)."""
    return arena.tanks[config.tank_of[seat]].health > 0


@rule
def score(arena: Arena, config: Config, seat: int) -> int:
    """The points of a seat."""
    return max(0, final_score(arena, config, config.tank_of[seat]))


@rule
def reward(arena: Arena, config: Config, seat: int) -> int:
    """The reward of a seat in thousandths: 1000 if it beats everyone, -1000 if everyone beats it."""
    if not arena.over:
        return 0
    mine = final_score(arena, config, config.tank_of[seat])
    balance = 0
    for i in range(config.seats):
        theirs = final_score(arena, config, i)
        if theirs < mine:
            balance += 1
        elif theirs > mine:
            balance -= 1
    return balance * 1000 // (config.seats - 1)
