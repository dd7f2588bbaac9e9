"""A car on its way (step 6 of a round): obstacles, power-ups and the finish."""

from __future__ import annotations

from lanista.engine import note, rule
from lanista.games.overdrive.car import add_item, add_points, append, crash, end_boost, finish, hurt, set_speed
from lanista.games.overdrive.notes import Cause, Kind
from lanista.games.overdrive.state import (
    LENGTH,
    MUD_SCORE,
    MUDDIED,
    OIL_SCORE,
    OWNER_BITS,
    OWNER_SHIFT,
    POWERUP_ON,
    POWERUP_SCORE,
    SPEED_LIMIT,
    SURFACE_BITS,
    WALL_SCORE,
    Car,
    Config,
    Drive,
    Happening,
    Powerup,
    Race,
    Surface,
    Work,
)


@rule
def drive(race: Race, config: Config, work: Work, seat: int) -> None:
    """Hit and collect what is on the path and the final block, move there, and limit the speed by the damage."""
    car = race.cars[seat]
    plan = work.drives[seat]
    if plan.lane != plan.start_lane or plan.block != plan.start_block:
        note(work.log, Kind.MOVED, seat, plan.start_lane, plan.start_block, plan.lane, plan.block)
        count_path(race, config, work, seat)
        last = surface_for(race.track[plan.lane - 1, plan.block - 1], config, seat)
        hit_obstacles(car, work, seat, last)
        pick_up_items(car, config, work, seat, last)
    car.lane = plan.lane
    car.block = plan.block
    if plan.block == LENGTH:
        finish(car, work, seat)
    set_speed(car, work, seat, min(car.speed, SPEED_LIMIT[car.damage]), Cause.DAMAGE)


@rule
def count_path(race: Race, config: Config, work: Work, seat: int) -> None:
    """Count the surfaces between start and final block; a jumping car touches none of them."""
    plan = work.drives[seat]
    for code in range(10):
        work.counts[code] = 0
    if not plan.jumping:
        lane = plan.lane - 1
        for block in range(first_block(config, plan), plan.block):
            cell = race.track[lane, block - 1]
            if cell & SURFACE_BITS:  # most blocks are empty
                work.counts[surface_for(cell, config, seat)] += 1


@rule
def first_block(config: Config, plan: Drive) -> int:
    """The first block of the path: beside the start block after a turn, otherwise the one after it."""
    if plan.lane != plan.start_lane and not (config.d7_block_beside_is_skipped and plan.put_back):
        return plan.start_block
    if plan.off_track and plan.turned and not plan.put_back and config.d9_start_block_counts_again:
        return plan.start_block
    return plan.start_block + 1


@rule
def surface_for(cell: int, config: Config, seat: int) -> int:
    """The surface of a cell for a player, whose oil does not affect them (D8)."""
    surface = cell & SURFACE_BITS
    owner = (cell >> OWNER_SHIFT) & OWNER_BITS
    if surface == Surface.OIL_SPILL and owner == seat + 1 and not config.d8_own_oil_harms:
        return Surface.EMPTY
    return surface


@rule
def hit_obstacles(car: Car, work: Work, seat: int, last: int) -> None:
    """Hit all mud, then all oil, then all walls of the path, then the final block."""
    for _ in range(work.counts[Surface.MUD]):
        hit_mud(car, work, seat)
    for _ in range(work.counts[Surface.OIL_SPILL]):
        hit_oil(car, work, seat)
    for _ in range(work.counts[Surface.WALL]):
        hit_wall(car, work, seat)
    if last == Surface.MUD:
        hit_mud(car, work, seat)
    elif last == Surface.OIL_SPILL:
        hit_oil(car, work, seat)
    elif last == Surface.WALL:
        hit_wall(car, work, seat)


@rule
def hit_mud(car: Car, work: Work, seat: int) -> None:
    """Mud: damage 1, one step slower, minus 3 points."""
    append(car, Happening.HIT_MUD)
    skid(car, work, seat, MUD_SCORE, Cause.MUD)


@rule
def hit_oil(car: Car, work: Work, seat: int) -> None:
    """Oil: damage 1, one step slower, minus 4 points."""
    append(car, Happening.HIT_OIL)
    skid(car, work, seat, OIL_SCORE, Cause.OIL)


@rule
def skid(car: Car, work: Work, seat: int, points: int, cause: int) -> None:
    """Mud and oil end a boost and slow a car down, but not below 3."""
    hurt(car, work, seat, 1, cause)
    add_points(car, work, seat, points, cause)
    end_boost(car, work, seat)
    set_speed(car, work, seat, MUDDIED[car.speed], cause)


@rule
def hit_wall(car: Car, work: Work, seat: int) -> None:
    """Wall: damage 2, speed 3, minus 5 points."""
    append(car, Happening.HIT_WALL)
    hurt(car, work, seat, 2, Cause.WALL)
    add_points(car, work, seat, WALL_SCORE, Cause.WALL)
    crash(car, work, seat, Cause.WALL)


@rule
def pick_up_items(car: Car, config: Config, work: Work, seat: int, last: int) -> None:
    """Collect the path's oil items, boosts, lizards, tweets and EMPs, then the final block's item."""
    pick_up(car, config, work, seat, Powerup.OIL, work.counts[Surface.OIL_ITEM])
    pick_up(car, config, work, seat, Powerup.BOOST, work.counts[Surface.BOOST])
    pick_up(car, config, work, seat, Powerup.LIZARD, work.counts[Surface.LIZARD])
    pick_up(car, config, work, seat, Powerup.TWEET, work.counts[Surface.TWEET])
    pick_up(car, config, work, seat, Powerup.EMP, work.counts[Surface.EMP])
    pick_up(car, config, work, seat, POWERUP_ON[last], 1)


@rule
def pick_up(car: Car, config: Config, work: Work, seat: int, powerup: int, count: int) -> None:
    """Each collected item gives 4 points and, by the rules text, a state (D3)."""
    if powerup == 0:
        return
    for _ in range(count):
        add_item(car, powerup)
        note(work.log, Kind.PICKED_UP, seat, powerup, car.n_items)
        add_points(car, work, seat, POWERUP_SCORE, Cause.PICKED_UP)
        if not config.d3_pickup_is_not_listed:
            append(car, Happening.PICKED_UP_POWERUP)
