"""Invariants: faults of states that no sequence of moves can reach."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.engine import Ints, State
from lanista.games.tower_defence import rules, settings
from lanista.games.tower_defence.state import (
    CELLS,
    MAX_CURTAIN_HITS,
    MAX_MISSILES,
    MAX_SHOTS,
    MAX_STRUCK,
    SEATS,
    TESLA_BASE,
    WIDTH,
    Battle,
    Building,
    Config,
    Ending,
    Player,
)

Moment = State[Battle, Config]


def broken_invariants(state: Moment) -> Iterator[str]:
    """Everything that is wrong with a state; indices and counts are checked before they are used."""
    battle, config = state.record, state.const
    first = list(setting_faults(config)) or list(count_faults(battle, config))
    if first:
        yield from first
        return
    for cell in range(CELLS):
        yield from (f"cell {cell % WIDTH},{cell // WIDTH}: {fault}" for fault in cell_faults(battle, config, cell))
    yield from list_faults(battle, config)
    yield from hit_faults(battle)
    for seat, player in enumerate(battle.players):
        yield from (f"player {'AB'[seat]}: {fault}" for fault in player_faults(battle, config, seat, player))
    yield from ending_faults(state)


def setting_faults(config: Config) -> Iterator[str]:
    """Settings must be within their limits."""
    if config.seats != SEATS:
        yield f"seats is {config.seats}, expected {SEATS}"
    yield from settings.faults_of(settings.read_settings(config))
    if any(getattr(config, field)[Building.NONE] for field in settings.BY_BUILDING):
        yield "the settings of Building.NONE are not 0"


def count_faults(battle: Battle, config: Config) -> Iterator[str]:
    """The round, the ending and the counts of lists must be within their limits."""
    limits = {
        "round": rules.round_limit(config),
        "ending": max(Ending),
        "n_sites": CELLS,
        "n_turrets": CELLS,
        "n_teslas": MAX_SHOTS,
        "n_missiles": MAX_MISSILES,
        "n_shots": MAX_SHOTS,
        "n_curtain_hits": MAX_CURTAIN_HITS,
    }
    for name, high in limits.items():
        if not 0 <= getattr(battle, name) <= high:
            yield f"{name} is {getattr(battle, name)}, expected 0 to {int(high)}"
    for i in range(MAX_SHOTS):
        length = battle.shot_length[i]
        if not 0 <= length <= MAX_STRUCK or bool(length) != (i < battle.n_shots):
            yield f"shot {i} has {length} entries, and there are {battle.n_shots} shots"


def cell_faults(battle: Battle, config: Config, cell: int) -> Iterator[str]:
    """A building must be on the board, have health, have been ordered before, and only weapons have cooldowns."""
    kind, health, ready, due = battle.building[cell], battle.health[cell], battle.ready[cell], battle.due[cell]
    if kind == Building.NONE:
        if health or ready or due:
            yield f"nothing stands there, with health {health}, ready in round {ready}, due in round {due}"
        return
    if kind not in list(Building) or (kind == Building.TESLA and not config.tesla_limit):
        yield f"unknown building {kind}"
        return
    if cell % WIDTH >= config.width or cell // WIDTH >= config.height:
        yield "a building stands off the board"
    if not 1 <= health <= config.full_health[kind]:
        yield f"health is {health}, expected 1 to {config.full_health[kind]}"
    if not 0 <= ready - config.construction_time[kind] < battle.round:
        yield f"ready in round {ready}, which no order before round {battle.round} gives"
    if not due_limits(battle, config, cell)[0] <= due <= due_limits(battle, config, cell)[1]:
        yield f"the next shot is due in round {due}"


def due_limits(battle: Battle, config: Config, cell: int) -> tuple[int, int]:
    """The earliest and latest round in which a building's next shot can be due."""
    if battle.ready[cell] >= battle.round:
        return 0, 0
    if battle.building[cell] == Building.ATTACK:
        return battle.round, battle.round + config.attack_cooldown
    return 0, battle.round + config.tesla_cooldown if battle.building[cell] == Building.TESLA else 0


def list_faults(battle: Battle, config: Config) -> Iterator[str]:
    """Lists must match the board, missiles must be on it, and entries beyond a count must be 0."""
    standing = [cell for cell in range(CELLS) if battle.building[cell]]
    finished = [cell for cell in standing if battle.ready[cell] < battle.round]
    expected = {
        "sites": [cell for cell in standing if battle.ready[cell] >= battle.round],
        "turrets": [cell for cell in finished if battle.building[cell] == Building.ATTACK],
        "teslas": [cell for cell in standing if battle.building[cell] == Building.TESLA],
    }
    for name, cells in expected.items():
        if sorted(entries(getattr(battle, name), getattr(battle, f"n_{name}"))) != cells:
            yield f"{name} do not match the board, expected {cells}"
    for missile in entries(battle.missiles, battle.n_missiles):
        x, y = missile % WIDTH, missile % CELLS // WIDTH
        if not (0 <= missile < SEATS * CELLS and x < config.width and y < config.height):
            yield f"missile {missile} is not on the board"
    for name in (*expected, "missiles", "curtain_hits"):
        numbers, count = getattr(battle, name), getattr(battle, f"n_{name}")
        if any(numbers[i] for i in range(count, len(numbers))):
            yield f"{name} has entries beyond its count {count}"


def entries(numbers: Ints, count: int) -> list[int]:
    """The entries of a list."""
    return [numbers[i] for i in range(count)]


def hit_faults(battle: Battle) -> Iterator[str]:
    """Lists of hits must contain cells and bases."""
    for i in range(MAX_SHOTS):
        for j in range(MAX_STRUCK):
            hit, end = battle.shots[i, j], TESLA_BASE + SEATS if j < battle.shot_length[i] else 1
            if not 0 <= hit < end:
                yield f"shot {i} has the entry {hit}"
    for hit in entries(battle.curtain_hits, battle.n_curtain_hits):
        if not 0 <= hit < TESLA_BASE:
            yield f"a curtain stopped {hit}"


def player_faults(battle: Battle, config: Config, seat: int, player: Player) -> Iterator[str]:
    """A player's values must be possible by the rules."""
    own = [cell for cell in range(CELLS) if battle.building[cell] and rules.owner_of(config, cell) == seat]
    finished = [cell for cell in own if battle.ready[cell] < battle.round]
    generators = sum(battle.building[cell] == Building.ENERGY for cell in finished)
    teslas = sum(battle.building[cell] == Building.TESLA for cell in own)
    if player.generators != generators:
        yield f"generators is {player.generators}, expected {generators}"
    if teslas > config.tesla_limit:
        yield f"{teslas} tesla towers, expected at most {config.tesla_limit}"
    if player.energy < 0 or player.hits_taken < 0 or player.do_nothings < 0:
        yield "energy, hits_taken and do_nothings must not be negative"
    if player.health > config.start_health:
        yield f"health is {player.health}, expected at most {config.start_health}"
    if config.iron_curtain:
        if player.curtain_available not in (0, 1) or player.curtain_left > config.curtain_rounds:
            yield f"curtain_available is {player.curtain_available}, curtain_left {player.curtain_left}"
    elif player.curtain_available or player.curtain_left != -1:
        yield "there is no iron curtain in this ruleset"


def ending_faults(state: Moment) -> Iterator[str]:
    """The ending must match the rules."""
    other = state.clone()
    other.record.ending = Ending.NONE
    rules.check_end(other.record, other.const)
    if other.record.ending != state.record.ending:
        yield f"ending is {state.record.ending}, expected {other.record.ending}"
