"""The battle for the browser: the board with missiles and hits, the players' numbers, and curves."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from lanista.engine import Grid, Ints, Log, Records, State, i1, i2, i4, note_number, record, rule
from lanista.games.tower_defence.learn.hidden import cooldowns_are_hidden
from lanista.games.tower_defence.notes import CELL, FLOWN, KIND, MET, NOW, SEAT, WAS, Kind
from lanista.games.tower_defence.rules import (
    curtain_is_up,
    final_score,
    income_of,
    lead,
    owner_of,
    round_limit,
)
from lanista.games.tower_defence.state import (
    CELLS,
    MAX_MISSILES,
    MAX_SHOTS,
    MAX_STRUCK,
    SEATS,
    Battle,
    Building,
    Config,
    Player,
    Work,
)

TIE = -1
UNDECIDED = -2
MAX_SCORE = 2**31 - 1  # that is shown; settings allow higher ones


# What never changes


def scene(state: State[Battle, Config]) -> dict[str, Any]:
    """The board and the numbers of the ruleset; lists by building begin with none."""
    config = state.const
    return {
        "width": config.width,
        "height": config.height,
        "rounds": round_limit(config),
        "health": config.start_health,
        "full": _list(config.full_health),
        "time": _list(config.construction_time),
        "price": _list(config.price),
        "damage": config.attack_damage,
        "speed": config.attack_speed,
        "cooldown": [0, 0, config.attack_cooldown, 0, config.tesla_cooldown],
        "income": [config.round_income, config.energy_income],
        "tesla": {
            "limit": config.tesla_limit,
            "damage": config.tesla_damage,
            "price": config.tesla_shot_price,
            "range": config.tesla_range,
        },
        "deconstruction": bool(config.deconstruction),
        "refund": config.deconstruction_refund,
        "curtain": _curtain(config) if config.iron_curtain else None,
        "missiles_pass_unfinished": bool(config.d1_missiles_pass_unfinished),
        "cooldown_hidden_from_b": bool(config.d16_cooldown_hidden_from_b),
        "owners": [owner_of(config, x) for x in range(config.width)],
    }


def _list(numbers: Any) -> list[int]:
    """A row of a record as plain numbers, quickly."""
    listed: list[int] = numbers.tolist()
    return listed


def _curtain(config: Config) -> list[int]:
    """The price of an iron curtain, the rounds that it stays up, and after how many rounds there is a new one."""
    return [config.curtain_price, config.curtain_rounds, config.curtain_period]


# What changes


@record
class ShownPlayer:
    """A player's numbers."""

    energy: i4
    health: i4
    score: i4
    income: i4
    curtain_available: i4
    curtain_left: i4  # the rounds that a curtain stays up, or -1


@record
class EndedMissile:
    """A missile that ended in the round, and its hit."""

    seat: i2
    cell: i2  # where the round began for it
    is_fresh: i2  # 1: fired in this round
    flown: i2
    met: i2  # a cell, ENEMY_BASE or CURTAIN
    lost: i2  # health


@record
class ShownHit:
    """A target that a bolt of lightning hit."""

    met: i2  # a cell, ENEMY_BASE or CURTAIN
    lost: i2  # health


@record
class Bolt:
    """The shot of a tesla tower and its hits."""

    seat: i2
    cell: i2
    n_hits: i4
    hits: Annotated[Records[ShownHit], MAX_STRUCK]


@record
class Frame:
    """The real board, also for B, whose page mirrors it. A cell's index is y * WIDTH + x on every board."""

    round: i4
    winner: i4  # a seat, TIE or UNDECIDED
    players: Annotated[Records[ShownPlayer], SEATS]
    n_missiles: i4
    missiles: Annotated[Ints, i2, MAX_MISSILES]  # those that fly: the cell, plus CELLS if it is B's
    health: Annotated[Ints, i2, CELLS]
    ready: Annotated[Ints, i2, CELLS]  # the round in which a building is finished
    due: Annotated[Ints, i2, CELLS]  # the round of a weapon's next shot; 0 if it is hidden
    building: Annotated[Ints, i1, CELLS]
    # What happened in the round
    n_fired: i4
    n_ended: i4
    n_bolts: i4
    fired: Annotated[Ints, i1, CELLS]  # the cells of turrets
    ended: Annotated[Records[EndedMissile], MAX_MISSILES]
    bolts: Annotated[Records[Bolt], MAX_SHOTS]


@rule
def frame(before: Battle, battle: Battle, config: Config, work: Work, seat: int, shown: Frame) -> None:
    """Everything for both players, except for cooldowns that are hidden from B."""
    shown.round = battle.round
    shown.winner = winner_of(battle, config)
    for owner in range(SEATS):
        show_player(battle, config, owner, shown.players[owner])
    show_buildings(battle, config, seat, shown)
    shown.n_missiles = battle.n_missiles
    shown.missiles[:MAX_MISSILES] = battle.missiles[:MAX_MISSILES]
    show_shots(before, work.log, shown)


@rule
def winner_of(battle: Battle, config: Config) -> int:
    """The winning seat, or TIE; UNDECIDED during the match."""
    if not battle.ending:
        return UNDECIDED
    winner = lead(battle, config)
    if winner == 0:
        return TIE
    return 0 if winner > 0 else 1


@rule
def show_player(battle: Battle, config: Config, seat: int, shown: ShownPlayer) -> None:
    """The numbers of a player."""
    player = battle.players[seat]
    shown.energy = player.energy
    shown.health = player.health
    shown.score = shown_score(player, config)
    shown.income = income_of(player, config)
    shown.curtain_available = player.curtain_available
    shown.curtain_left = player.curtain_left if curtain_is_up(battle, seat) else -1


@rule
def shown_score(player: Player, config: Config) -> int:
    """The score that decides."""
    return max(-MAX_SCORE, min(MAX_SCORE, final_score(player, config)))


@rule
def show_buildings(battle: Battle, config: Config, seat: int, shown: Frame) -> None:
    """Show the buildings on the cells."""
    shown.building[:CELLS] = battle.building[:CELLS]
    shown.health[:CELLS] = battle.health[:CELLS]
    shown.ready[:CELLS] = battle.ready[:CELLS]
    if not cooldowns_are_hidden(config, seat):
        shown.due[:CELLS] = battle.due[:CELLS]


# What happened in the round


@rule
def show_shots(before: Battle, log: Log, shown: Frame) -> None:
    """The turrets that fired, the shots of tesla towers and the missiles that ended."""
    first_hit = 0
    for i in range(log.count):
        kind = note_number(log, i, KIND)
        if kind == Kind.FIRED:
            shown.fired[shown.n_fired] = note_number(log, i, CELL)
            shown.n_fired += 1
        elif kind == Kind.STRUCK:
            show_bolt(log, first_hit, i, shown.bolts[shown.n_bolts])
            shown.n_bolts += 1
            first_hit = i + 1
        elif kind == Kind.LANDED:
            show_landing(before, log, i, shown)


@rule
def show_bolt(log: Log, first_hit: int, shot: int, shown: Bolt) -> None:
    """A shot of a tesla tower, whose hits are noted before it."""
    shown.seat = note_number(log, shot, SEAT)
    shown.cell = note_number(log, shot, CELL)
    for i in range(first_hit, shot):
        if note_number(log, i, KIND) == Kind.HIT:
            shown.hits[shown.n_hits].met = note_number(log, i, MET)
            shown.hits[shown.n_hits].lost = note_number(log, i, WAS) - note_number(log, i, NOW)
            shown.n_hits += 1


@rule
def show_landing(before: Battle, log: Log, landing: int, shown: Frame) -> None:
    """A missile that ended; of those that began the round on one cell, the oldest end first."""
    seat = note_number(log, landing, SEAT)
    cell = note_number(log, landing, CELL)
    hit = hit_before(log, landing)
    ended = shown.ended[shown.n_ended]
    ended.seat = seat
    ended.cell = cell
    ended.is_fresh = 1 if count_ended(shown, seat, cell) >= count_missiles(before, cell + CELLS * seat) else 0
    ended.flown = note_number(log, landing, FLOWN)
    ended.met = note_number(log, hit, MET)
    ended.lost = note_number(log, hit, WAS) - note_number(log, hit, NOW)
    shown.n_ended += 1


@rule
def hit_before(log: Log, landing: int) -> int:
    """The note of a missile's hit, which comes before that of its landing."""
    hit = landing - 1
    while note_number(log, hit, KIND) != Kind.HIT:
        hit -= 1
    return hit


@rule
def count_ended(shown: Frame, seat: int, cell: int) -> int:
    """The number of missiles that began the round on a cell and have ended so far."""
    count = 0
    for i in range(shown.n_ended):
        if shown.ended[i].seat == seat and shown.ended[i].cell == cell:
            count += 1
    return count


@rule
def count_missiles(battle: Battle, missile: int) -> int:
    """The number of a player's missiles over a cell."""
    count = 0
    for i in range(battle.n_missiles):
        if battle.missiles[i] == missile:
            count += 1
    return count


# Curves


class CurveKind(IntEnum):
    """The number of a curve."""

    SCORE = 0
    HEALTH = 1
    ENERGY = 2
    INCOME = 3
    TURRETS = 4
    WALLS = 5


CURVES = tuple(curve.name.lower() for curve in CurveKind)


@rule
def curves(battle: Battle, config: Config, seat: int, numbers: Grid) -> None:
    """The curves, which hide nothing."""
    for owner in range(SEATS):
        player = battle.players[owner]
        numbers[CurveKind.SCORE, owner] = shown_score(player, config)
        numbers[CurveKind.HEALTH, owner] = player.health
        numbers[CurveKind.ENERGY, owner] = player.energy
        numbers[CurveKind.INCOME, owner] = income_of(player, config)
        numbers[CurveKind.TURRETS, owner] = count_buildings(battle, config, owner, Building.ATTACK)
        numbers[CurveKind.WALLS, owner] = count_buildings(battle, config, owner, Building.DEFENSE)


@rule
def count_buildings(battle: Battle, config: Config, seat: int, building: int) -> int:
    """The number of a player's buildings of a kind, finished or not."""
    count = 0
    for cell in range(CELLS):
        if battle.building[cell] == building and owner_of(config, cell) == seat:
            count += 1
    return count
