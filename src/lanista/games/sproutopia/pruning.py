"""How farmers are pruned, interrupted and respawned (3.7, 5.6, step 3 of the tick)."""

from __future__ import annotations

from lanista.engine import note, rule
from lanista.games.sproutopia.land import clear_trail, give_home, note_land, owns, surrender_land
from lanista.games.sproutopia.notes import Kind, Why
from lanista.games.sproutopia.state import Config, Direction, Farmer, Fate, Garden, Item, Work


@rule
def is_unprunable(garden: Garden, seat: int) -> bool:
    """Whether a farmer has Unprunable active."""
    return garden.farmers[seat].power_up == Item.UNPRUNABLE


@rule
def strike(garden: Garden, config: Config, work: Work, seat: int, heir: int, spared: bool, cause: int) -> None:
    """Prune a farmer, or only interrupt it if spared; its trail is removed."""
    fate = Fate.INTERRUPTED if spared else Fate.PRUNED
    note(work.log, Kind.STRUCK, work.actor, seat, fate, cause)
    work.fate[seat] = fate
    if spared:
        interrupt(garden, config, work, seat)
    else:
        prune(garden, config, work, seat, heir)
    clear_trail(garden, config, seat)


@rule
def prune(garden: Garden, config: Config, work: Work, seat: int, heir: int) -> None:
    """A farmer loses its land to the heir, if any; its body stays until the respawn, without effect (E13)."""
    work.pruned[work.n_pruned] = seat
    work.n_pruned += 1
    surrender_land(garden, config, seat, heir)
    note_land(garden, work, work.actor, Why.PRUNED)


@rule
def interrupt(garden: Garden, config: Config, work: Work, seat: int) -> None:
    """Put a farmer back to the start of its trail if it still owns that cell (D11), otherwise to its spawn."""
    farmer = garden.farmers[seat]
    if farmer.trail > 0 and (config.d11_back_to_any_first_cell > 0 or owns(garden, seat, farmer.start)):
        put_on_cell(config, farmer, farmer.start)
    else:
        put_on_spawn(config, farmer, seat)
    note(work.log, Kind.PUT, seat, farmer.y * config.Cols + farmer.x)
    forget_commands(garden, farmer)


@rule
def put_on_cell(config: Config, farmer: Farmer, cell: int) -> None:
    """Put a farmer on a cell."""
    farmer.x = cell % config.Cols
    farmer.y = cell // config.Cols


@rule
def put_on_spawn(config: Config, farmer: Farmer, seat: int) -> None:
    """Put a farmer on its spawn."""
    farmer.x = config.spawn_x[seat]
    farmer.y = config.spawn_y[seat]


@rule
def forget_commands(garden: Garden, farmer: Farmer) -> None:
    """3.7: empty the queue; the last command is IDLE, stamped now, and the direction is 0."""
    for i in range(farmer.queued):
        farmer.queue[i] = 0
        farmer.stamps[i] = 0
    farmer.queued = 0
    farmer.last = Direction.IDLE
    farmer.direction = Direction.IDLE
    farmer.stamp = garden.clock
    garden.clock += 1


@rule
def end_power_up(farmer: Farmer, work: Work, seat: int) -> None:
    """End the power-up, if there is one."""
    if farmer.power_up != Item.NONE:
        note(work.log, Kind.ENDED, seat, farmer.power_up)
    farmer.power_up = Item.NONE
    farmer.power_left = 0


@rule
def end_super_power_up(farmer: Farmer, work: Work, seat: int) -> None:
    """End the super power-up, if there is one."""
    if farmer.super_power_up != Item.NONE:
        note(work.log, Kind.ENDED, seat, farmer.super_power_up)
    clear_super_power_up(farmer)


@rule
def clear_super_power_up(farmer: Farmer) -> None:
    """Leave a farmer without a super power-up, and clear the state of Super Fertilizer (5.10)."""
    farmer.super_power_up = Item.NONE
    farmer.super_left = 0
    farmer.out = 0
    forget_fresh(farmer)


@rule
def forget_fresh(farmer: Farmer) -> None:
    """Clear `sfFresh`."""
    farmer.fresh[0] = -1
    farmer.fresh[1] = -1


@rule
def respawn_pruned(garden: Garden, config: Config, work: Work) -> None:
    """Step 3: every pruned farmer, in order of pruning, restarts on its spawn with only its home (D1)."""
    for i in range(work.n_pruned):
        respawn(garden, config, work, i)


@rule
def respawn(garden: Garden, config: Config, work: Work, turn: int) -> None:
    """A farmer restarts without power-ups and commands."""
    seat = work.pruned[turn]
    farmer = garden.farmers[seat]
    put_on_spawn(config, farmer, seat)
    note(work.log, Kind.PUT, seat, farmer.y * config.Cols + farmer.x)
    end_power_up(farmer, work, seat)
    end_super_power_up(farmer, work, seat)
    forget_commands(garden, farmer)
    give_home(garden, config, seat)
    note_land(garden, work, seat, Why.RESPAWNED)
