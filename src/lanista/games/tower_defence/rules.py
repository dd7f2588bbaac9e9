"""The rules of a round, in the order of sections 5 and 7.2 of the specification.

No stage scans all cells: buildings under construction, turrets, tesla towers and missiles are in lists, and a
building's counters (construction, cooldown) follow from the round.
"""

from __future__ import annotations

from lanista.engine import Ints, Records, note, rule
from lanista.games.tower_defence.notes import Kind
from lanista.games.tower_defence.state import (
    BUILT_BY,
    CELLS,
    CURTAIN,
    ENEMY_BASE,
    SEATS,
    TESLA_BASE,
    WIDTH,
    Battle,
    Building,
    Config,
    Ending,
    Order,
    OrderType,
    Player,
    Refusal,
    Work,
)

SPENT = -1


@rule
def step(battle: Battle, moves: Records[Order], config: Config, work: Work) -> None:
    """One round; both orders take effect together."""
    if battle.ending:
        return
    work.n_dead = 0
    clear_hits(battle)
    for seat in range(SEATS):  # D22: A, then B
        give_order(battle, config, work, seat, moves[seat])
    construct(battle, config, work)
    advance_curtains(battle, config, work)
    shoot_teslas(battle, config, work)
    fire_turrets(battle, config, work)
    move_missiles(battle, config, work)
    remove_dead(battle, config, work)
    pay_income(battle, config, work)
    battle.round += 1
    check_end(battle, config)


# The board


@rule
def cell_in_view(config: Config, seat: int, x: int, y: int) -> int:
    """The cell at a position in a player's view (2.3)."""
    return y * WIDTH + (config.width - 1 - x if seat else x)


@rule
def column(cell: int) -> int:
    """The column of a cell or of a missile; WIDTH is a power of two."""
    return cell & (WIDTH - 1)


@rule
def shooter(missile: int) -> int:
    """The seat that fired a missile; CELLS is a power of two."""
    return 1 if missile & CELLS else 0


@rule
def owner_of(config: Config, cell: int) -> int:
    """The seat whose half contains a cell (2.2)."""
    return 1 if 2 * column(cell) >= config.width else 0


@rule
def front_column(config: Config, seat: int) -> int:
    """The column of a player's half nearest to the enemy."""
    return config.width // 2 - 1 + seat


@rule
def curtain_is_active(player: Player) -> bool:
    """Whether a player's curtain stops missiles and lightning."""
    return player.curtain_left >= 0


@rule
def curtain_is_up(battle: Battle, seat: int) -> bool:
    """Whether a player's iron curtain is up between rounds; before the first round none is."""
    return battle.round > 0 and curtain_is_active(battle.players[seat])


# 1. Orders (sections 6 and 7.3)


@rule
def give_order(battle: Battle, config: Config, work: Work, seat: int, order: Order) -> None:
    """Carry out an order unless it is refused, and count bad commands if the ruleset does (7.4)."""
    refusal = Refusal.NONE if order.type < 0 else why_refused(battle, config, seat, order.type, order.x, order.y)
    if config.max_do_nothings:
        count_bad_command(battle.players[seat], order, refusal)
    if refusal != Refusal.NONE:
        note(work.log, Kind.REFUSED, seat, refusal, order.type, order.x, order.y)
    elif order.type == OrderType.IRON_CURTAIN:
        raise_curtain(battle, config, work, seat)
    elif order.type == OrderType.DECONSTRUCT:
        deconstruct(battle, config, work, seat, cell_in_view(config, seat, order.x, order.y))
    elif order.type >= 0:
        build(battle, config, work, seat, BUILT_BY[order.type], cell_in_view(config, seat, order.x, order.y))


@rule
def count_bad_command(player: Player, order: Order, refusal: int) -> None:
    """Unreadable orders add to the counter; others set it to 0, or to 1 if they are refused."""
    if order.type < 0:
        player.do_nothings += order.faults
    elif refusal == Refusal.UNKNOWN_TYPE:
        player.do_nothings += 1
    else:
        player.do_nothings = 0 if refusal == Refusal.NONE else 1


@rule
def is_known(config: Config, kind: int) -> bool:
    """Whether the ruleset has an order of this type (6.5, 7.3)."""
    if kind == OrderType.DECONSTRUCT:
        return config.deconstruction != 0
    if kind == OrderType.TESLA:
        return config.tesla_limit != 0
    if kind == OrderType.IRON_CURTAIN:
        return config.iron_curtain != 0
    return 0 <= kind < OrderType.DECONSTRUCT


@rule
def why_refused(battle: Battle, config: Config, seat: int, kind: int, x: int, y: int) -> int:
    """The reason why an order is refused, or Refusal.NONE."""
    if not is_known(config, kind):
        return Refusal.UNKNOWN_TYPE
    if kind == OrderType.IRON_CURTAIN:
        return why_no_curtain(config, battle.players[seat])
    if x < 0 or 2 * x >= config.width or y < 0 or y >= config.height:
        return Refusal.NOT_OWN_CELL
    standing = battle.building[cell_in_view(config, seat, x, y)]
    if kind == OrderType.DECONSTRUCT:
        return Refusal.NONE if standing else Refusal.NOTHING_THERE
    if kind == OrderType.TESLA and count_teslas(battle, config, seat) >= config.tesla_limit:
        return Refusal.TESLA_LIMIT
    if standing:
        return Refusal.OCCUPIED
    return Refusal.NONE if battle.players[seat].energy >= config.price[BUILT_BY[kind]] else Refusal.NO_ENERGY


@rule
def why_no_curtain(config: Config, player: Player) -> int:
    """A curtain must be available and affordable, and none may have rounds left."""
    if not player.curtain_available:
        return Refusal.NOT_AVAILABLE
    if player.energy < config.curtain_price:
        return Refusal.NO_ENERGY
    return Refusal.STILL_ACTIVE if player.curtain_left >= 1 else Refusal.NONE


@rule
def count_teslas(battle: Battle, config: Config, seat: int) -> int:
    """The number of a player's tesla towers, finished or not."""
    count = 0
    for i in range(battle.n_teslas):
        if owner_of(config, battle.teslas[i]) == seat:
            count += 1
    return count


@rule
def build(battle: Battle, config: Config, work: Work, seat: int, building: int, cell: int) -> None:
    """Pay for an unfinished building with full health and put it on a cell."""
    note(work.log, Kind.BEGAN, seat, cell, building, config.full_health[building])
    add_energy(battle, work, seat, -config.price[building])
    if config.d2_everything_scores:
        add_score(battle, work, seat, config.construction_score[building])
    battle.building[cell] = building
    battle.health[cell] = config.full_health[building]
    battle.ready[cell] = battle.round + config.construction_time[building]
    battle.sites[battle.n_sites] = cell
    battle.n_sites += 1
    if building == Building.TESLA:
        battle.teslas[battle.n_teslas] = cell
        battle.n_teslas += 1


@rule
def deconstruct(battle: Battle, config: Config, work: Work, seat: int, cell: int) -> None:
    """Remove a building of the player for a refund."""
    note(work.log, Kind.TOOK_DOWN, seat, cell, battle.building[cell])
    remove(battle, config, cell)
    add_energy(battle, work, seat, config.deconstruction_refund)


@rule
def raise_curtain(battle: Battle, config: Config, work: Work, seat: int) -> None:
    """Pay for the iron curtain and raise it."""
    note(work.log, Kind.RAISED_CURTAIN, seat)
    add_energy(battle, work, seat, -config.curtain_price)
    player = battle.players[seat]
    player.curtain_left = config.curtain_rounds
    player.curtain_available = 0
    if config.d2_everything_scores:
        add_score(battle, work, seat, config.curtain_score)


@rule
def add_energy(battle: Battle, work: Work, seat: int, energy: int) -> None:
    """Give energy to a player, or take it."""
    battle.players[seat].energy += energy
    note(work.log, Kind.ENERGY, seat, energy)


@rule
def add_score(battle: Battle, work: Work, seat: int, points: int) -> None:
    """Give points to a player."""
    battle.players[seat].score += points
    note(work.log, Kind.SCORED, seat, points)


# 2. Construction (4.2)


@rule
def construct(battle: Battle, config: Config, work: Work) -> None:
    """Finish buildings whose counter has run out; they take effect in this round."""
    kept = 0
    for i in range(battle.n_sites):
        cell = battle.sites[i]
        if battle.ready[cell] <= battle.round:
            finish(battle, config, work, cell)
        else:
            battle.sites[kept] = cell
            kept += 1
    battle.n_sites = truncate(battle.sites, battle.n_sites, kept)


@rule
def finish(battle: Battle, config: Config, work: Work, cell: int) -> None:
    """Activate a turret or generator."""
    building = battle.building[cell]
    seat = owner_of(config, cell)
    note(work.log, Kind.FINISHED, seat, cell, building)
    if building == Building.ATTACK:
        battle.due[cell] = battle.round
        battle.turrets[battle.n_turrets] = cell
        battle.n_turrets += 1
    elif building == Building.ENERGY:
        battle.players[seat].generators += 1


@rule
def is_finished(battle: Battle, cell: int) -> bool:
    """Whether the building on a cell is finished; valid in the stages after construction."""
    return battle.ready[cell] <= battle.round


@rule
def construction_counter(battle: Battle, config: Config, cell: int) -> int:
    """A building's construction counter as shown between rounds; it is finished below 0."""
    counter = battle.ready[cell] - battle.round
    return max(-1, counter) if config.counter_stops else counter


@rule
def cooldown(battle: Battle, cell: int) -> int:
    """A weapon's cooldown as shown between rounds."""
    return max(0, battle.due[cell] - battle.round)


# 3. Iron curtains (7.2.3)


@rule
def advance_curtains(battle: Battle, config: Config, work: Work) -> None:
    """Make curtains available every `curtain_period` rounds, and count down the rounds left."""
    if not config.iron_curtain:
        return
    is_time = battle.round > 0 and battle.round % config.curtain_period == 0
    for seat in range(SEATS):
        player = battle.players[seat]
        if is_time and not player.curtain_available:
            note(work.log, Kind.GOT_CURTAIN, seat)
        if player.curtain_left == 0 and battle.round > 0:
            note(work.log, Kind.LOST_CURTAIN, seat)
        if is_time:
            player.curtain_available = 1
            player.curtain_left = max(0, player.curtain_left)
        player.curtain_left -= 1


# 4. Tesla towers (7.2.4, 7.5)


@rule
def shoot_teslas(battle: Battle, config: Config, work: Work) -> None:
    """Finished towers shoot, oldest first, if they have cooled down and their owner can pay."""
    for i in range(battle.n_teslas):
        cell = battle.teslas[i]
        seat = owner_of(config, cell)
        is_cool = battle.due[cell] <= battle.round
        if is_finished(battle, cell) and is_cool and battle.players[seat].energy >= config.tesla_shot_price:
            add_energy(battle, work, seat, -config.tesla_shot_price)
            battle.due[cell] = battle.round + config.tesla_cooldown + 1
            shoot_tesla(battle, config, work, seat, cell)
            note(work.log, Kind.STRUCK, seat, cell)


@rule
def shoot_tesla(battle: Battle, config: Config, work: Work, seat: int, tower: int) -> None:
    """Strike the base if the tower is in the front column, and one building in each column within range."""
    if curtain_is_active(battle.players[1 - seat]):
        shield = tower - column(tower) + front_column(config, 1 - seat)
        note_struck(battle, tower + CELLS * seat)
        note_struck(battle, shield + CELLS * seat)
        note_curtain_hit(battle, work, seat, shield + CELLS * seat)
        battle.n_shots += 1
        return
    if column(tower) == front_column(config, seat):
        note_struck(battle, TESLA_BASE + 1 - seat)
        hit_base(battle, config, work, seat, config.tesla_damage)
    for distance in range(1, config.tesla_range + 1):
        x = column(tower) + (-distance if seat else distance)
        if 0 <= x < config.width:
            strike_column(battle, config, work, seat, x, tower // WIDTH)
    if battle.shot_length[battle.n_shots]:  # 8.4 d: shots that hit nothing are absent
        note_struck(battle, tower + CELLS * seat)
        battle.n_shots += 1


@rule
def strike_column(battle: Battle, config: Config, work: Work, seat: int, x: int, y: int) -> None:
    """Strike the topmost finished enemy building in the tower's row and the rows next to it."""
    for row in range(max(0, y - 1), min(config.height, y + 2)):
        cell = row * WIDTH + x
        stands = battle.building[cell] != Building.NONE and owner_of(config, cell) != seat
        if stands and is_finished(battle, cell) and battle.health[cell] > 0:
            note_struck(battle, cell + CELLS * (1 - seat))
            damage_building(battle, config, work, seat, cell, config.tesla_damage)
            return


@rule
def note_struck(battle: Battle, struck: int) -> None:
    """Add to the hits of the current tesla shot."""
    shot = battle.n_shots
    battle.shots[shot, battle.shot_length[shot]] = struck
    battle.shot_length[shot] += 1


@rule
def note_curtain_hit(battle: Battle, work: Work, seat: int, stopped: int) -> None:
    """Add to the hits on curtains in this round."""
    note(work.log, Kind.HIT, seat, CURTAIN, Building.NONE, 0, 0)
    battle.curtain_hits[battle.n_curtain_hits] = stopped
    battle.n_curtain_hits += 1


@rule
def clear_hits(battle: Battle) -> None:
    """Clear the lists of hits, which cover one round."""
    for shot in range(battle.n_shots):
        for i in range(battle.shot_length[shot]):
            battle.shots[shot, i] = 0
        battle.shot_length[shot] = 0
    battle.n_shots = 0
    battle.n_curtain_hits = truncate(battle.curtain_hits, battle.n_curtain_hits, 0)


# 5. Firing (4.4)


@rule
def fire_turrets(battle: Battle, config: Config, work: Work) -> None:
    """Finished turrets that have cooled down fire; a missile starts on its turret's cell (D6)."""
    now = battle.round
    for i in range(battle.n_turrets):
        cell = battle.turrets[i]
        if battle.due[cell] == now:
            battle.due[cell] = now + config.attack_cooldown + 1
            seat = owner_of(config, cell)
            battle.missiles[battle.n_missiles] = cell + CELLS * seat
            battle.n_missiles += 1
            note(work.log, Kind.FIRED, seat, cell)


# 6. Movement and hits (5.4, 7.2.6)


@rule
def move_missiles(battle: Battle, config: Config, work: Work) -> None:
    """Move all missiles cell by cell, in lockstep and in order of creation, and remove spent ones (D17)."""
    for flown in range(config.attack_speed):
        kept = 0
        for i in range(battle.n_missiles):
            missile = battle.missiles[i]
            moved = fly(battle, config, work, missile)
            if moved == SPENT:
                note_landing(work, missile, flown)
            else:
                battle.missiles[kept] = moved
                kept += 1
        battle.n_missiles = truncate(battle.missiles, battle.n_missiles, kept)


@rule
def fly(battle: Battle, config: Config, work: Work, missile: int) -> int:
    """Move a missile one cell, A's to the right and B's to the left; only the cell it enters matters (D31)."""
    seat = shooter(missile)
    x = column(missile) + 1 - 2 * seat
    moved = missile + 1 - 2 * seat
    if curtain_is_active(battle.players[1 - seat]) and x == front_column(config, 1 - seat):
        note_curtain_hit(battle, work, seat, moved)
        return SPENT
    if x < 0 or x >= config.width:
        hit_base(battle, config, work, seat, config.attack_damage)
        return SPENT
    cell = moved & (CELLS - 1)
    if battle.building[cell] == Building.NONE:
        return moved
    if owner_of(config, cell) == seat:
        score_own_crossing(battle, config, work, seat, cell)
        return moved
    return SPENT if hit_building(battle, config, work, seat, cell) else moved


@rule
def note_landing(work: Work, missile: int, flown: int) -> None:
    """Note that a missile is spent after some cells and one more."""
    seat = shooter(missile)
    start = (missile & (CELLS - 1)) - flown * (1 - 2 * seat)
    note(work.log, Kind.LANDED, seat, start, flown + 1)


@rule
def hit_base(battle: Battle, config: Config, work: Work, seat: int, damage: int) -> None:
    """Take health from the enemy's base (D9: possibly below 0)."""
    enemy = battle.players[1 - seat]
    lost = damage if config.d9_health_may_be_negative else min(enemy.health, damage)
    note(work.log, Kind.HIT, seat, ENEMY_BASE, Building.NONE, enemy.health, enemy.health - lost)
    enemy.health -= lost
    enemy.hits_taken += 1
    if config.base_hits_score and config.d2_everything_scores:
        add_score(battle, work, seat, lost * config.health_score_multiplier)


@rule
def score_own_crossing(battle: Battle, config: Config, work: Work, seat: int, cell: int) -> None:
    """D8: the engine scores a hit for crossing a finished building of the shooter."""
    if config.d8_own_crossing_scores and is_finished(battle, cell):
        multiplier = config.destroy_multiplier[battle.building[cell]]
        add_score(battle, work, seat, config.attack_damage * multiplier)


@rule
def hit_building(battle: Battle, config: Config, work: Work, seat: int, cell: int) -> bool:
    """Hit an enemy building; returns whether it stops the missile."""
    if not is_finished(battle, cell):
        if not config.d1_missiles_pass_unfinished:  # D1: regardless of its health
            lose_health(battle, work, seat, cell, battle.health[cell])
        return not config.d1_missiles_pass_unfinished
    if battle.health[cell] == 0 and not config.d7_dead_still_stops:
        return False
    damage_building(battle, config, work, seat, cell, config.attack_damage)
    return True


@rule
def damage_building(battle: Battle, config: Config, work: Work, seat: int, cell: int, damage: int) -> None:
    """Take health from a building, not below 0 (D23), and score for the shooter."""
    lost = min(battle.health[cell], damage)
    lose_health(battle, work, seat, cell, lost)
    if config.d2_everything_scores:
        points = damage if config.hits_score_damage else lost
        add_score(battle, work, seat, points * config.destroy_multiplier[battle.building[cell]])


@rule
def lose_health(battle: Battle, work: Work, seat: int, cell: int, lost: int) -> None:
    """Take health from a building, and list it as dead once none is left (D7)."""
    was = battle.health[cell]
    battle.health[cell] = was - lost
    note(work.log, Kind.HIT, seat, cell, battle.building[cell], was, was - lost)
    if lost > 0 and was == lost:
        work.dead[work.n_dead] = cell
        work.n_dead += 1


# 7. Removal (5.5)


@rule
def remove_dead(battle: Battle, config: Config, work: Work) -> None:
    """Remove buildings without health, and score for the enemy of their owner."""
    for i in range(work.n_dead):
        cell = work.dead[i]
        building = battle.building[cell]
        enemy = 1 - owner_of(config, cell)
        note(work.log, Kind.DESTROYED, cell, building)
        if not config.d2_everything_scores:
            add_score(battle, work, enemy, config.value[building])
        elif config.removal_scores:
            add_score(battle, work, enemy, config.destroy_multiplier[building])
        remove(battle, config, cell)


@rule
def remove(battle: Battle, config: Config, cell: int) -> None:
    """Remove a building from its cell and from the lists."""
    building = battle.building[cell]
    sites = battle.n_sites
    battle.n_sites = drop(battle.sites, sites, cell)
    if battle.n_sites == sites and building == Building.ATTACK:
        battle.n_turrets = drop(battle.turrets, battle.n_turrets, cell)
    elif battle.n_sites == sites and building == Building.ENERGY:
        battle.players[owner_of(config, cell)].generators -= 1
    if building == Building.TESLA:
        battle.n_teslas = drop(battle.teslas, battle.n_teslas, cell)
    battle.building[cell] = Building.NONE
    battle.health[cell] = 0
    battle.ready[cell] = 0
    battle.due[cell] = 0


@rule
def drop(cells: Ints, count: int, cell: int) -> int:
    """Remove a cell from a list if it is there; returns the new count."""
    kept = 0
    for i in range(count):
        if cells[i] != cell:
            cells[kept] = cells[i]
            kept += 1
    return truncate(cells, count, kept)


@rule
def truncate(numbers: Ints, count: int, kept: int) -> int:
    """Shorten a list, zeroing the entries beyond its end; returns the new count."""
    for i in range(kept, count):
        numbers[i] = 0
    return kept


# 8. Income (5.6)


@rule
def pay_income(battle: Battle, config: Config, work: Work) -> None:
    """Pay both players; in the original, income also scores (D2)."""
    for seat in range(SEATS):
        income = income_of(battle.players[seat], config)
        add_energy(battle, work, seat, income)
        if config.d2_everything_scores:
            add_score(battle, work, seat, income * config.energy_score_multiplier)


@rule
def income_of(player: Player, config: Config) -> int:
    """A player's energy per round: more for each finished generator that still stands (D30, D32)."""
    return config.round_income + config.energy_income * player.generators


# 9. The end (5.7, 7.2.9)


@rule
def check_end(battle: Battle, config: Config) -> None:
    """End the match after too many bad commands, the fall of a base, or the last round."""
    if config.max_do_nothings and highest_do_nothings(battle) >= config.max_do_nothings:
        battle.ending = Ending.DO_NOTHINGS
    elif battle.players[0].health <= 0 or battle.players[1].health <= 0:
        battle.ending = Ending.BASE_DESTROYED
    elif battle.round >= round_limit(config):
        battle.ending = Ending.MAX_ROUNDS


@rule
def highest_do_nothings(battle: Battle) -> int:
    """The higher bad-command counter."""
    return max(battle.players[0].do_nothings, battle.players[1].do_nothings)


@rule
def round_limit(config: Config) -> int:
    """The number of rounds after which a match ends (D4: the engine plays one more than its setting)."""
    return config.max_rounds + 1 if config.d4_one_extra_round else config.max_rounds


@rule
def final_score(player: Player, config: Config) -> int:
    """The score that counts at the end."""
    if not config.d2_everything_scores or not config.final_health_scores:
        return player.score
    return player.score + player.health * config.health_score_multiplier


@rule
def lead(battle: Battle, config: Config) -> int:
    """1 if A wins, -1 if B does, 0 for a tie: a standing base first, then the score (D18, D33)."""
    a = battle.players[0]
    b = battle.players[1]
    if (a.health <= 0) != (b.health <= 0):
        return 1 if b.health <= 0 else -1
    difference = final_score(a, config) - final_score(b, config)
    if difference == 0:
        return 0
    return 1 if difference > 0 else -1


@rule
def is_over(battle: Battle, config: Config) -> int:
    """Whether the match has ended."""
    return 1 if battle.ending else 0


@rule
def reward(battle: Battle, config: Config, seat: int) -> int:
    """1000 for a win, -1000 for a loss, nothing for a tie."""
    return lead(battle, config) * (-1000 if seat else 1000)


@rule
def score(battle: Battle, config: Config, seat: int) -> int:
    """A player's points if the match ended now."""
    return final_score(battle.players[seat], config)
