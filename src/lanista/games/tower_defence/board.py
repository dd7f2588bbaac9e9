"""What stands where, in the contest's words and as one player sees it: what all views have in common."""

from __future__ import annotations

from lanista.engine import State
from lanista.games.tower_defence.rules import cooldown, curtain_is_active, lead, owner_of
from lanista.games.tower_defence.state import (
    BUILDINGS,
    CELLS,
    TESLA_BASE,
    WIDTH,
    Battle,
    Building,
    Config,
)

Moment = State[Battle, Config]

PLAYERS = "AB"
ICONS = {building: building.name[0] for building in BUILDINGS}
STATS = (
    "health",
    "constructionTime",
    "price",
    "weaponDamage",
    "weaponSpeed",
    "weaponCooldownPeriod",
    "energyGeneratedPerTurn",
    "destroyMultiplier",
    "constructionScore",
)
TIE = -1
CURTAIN_STATS = ("price", "activeRounds", "resetPeriod", "constructionScore")


# What is true of a kind of building


def known_buildings(config: Config) -> list[Building]:
    """The kinds of building that a ruleset has, in the order of its lists."""
    return [Building.ATTACK, Building.DEFENSE, Building.ENERGY, *([Building.TESLA] if config.tesla_limit else [])]


def stats_of(config: Config, building: Building) -> dict[str, int]:
    """The numbers of a kind of building, in the contest's words."""
    is_turret, is_tesla = building is Building.ATTACK, building is Building.TESLA
    numbers = (
        config.full_health[building],
        config.construction_time[building],
        config.price[building],
        config.attack_damage if is_turret else config.tesla_damage if is_tesla else 0,
        config.attack_speed if is_turret else 0,
        config.attack_cooldown if is_turret else config.tesla_cooldown if is_tesla else 0,
        config.energy_income if building is Building.ENERGY else 0,
        config.destroy_multiplier[building],
        config.construction_score[building],
    )
    return dict(zip(STATS, numbers, strict=True))


def curtain_stats(config: Config) -> dict[str, int]:
    """The numbers of the iron curtain."""
    numbers = (config.curtain_price, config.curtain_rounds, config.curtain_period, config.curtain_score)
    return dict(zip(CURTAIN_STATS, numbers, strict=True))


# What stands where, as one player sees it


def place_in_view(config: Config, seat: int, cell: int) -> tuple[int, int]:
    """Column and row of a cell; for B everything is mirrored (2.3)."""
    x = cell % WIDTH
    return (config.width - 1 - x if seat else x), cell // WIDTH


def name_in_view(seat: int, owner: int) -> str:
    """Everybody sees himself as A."""
    return PLAYERS[owner ^ seat]


def shown_cooldown(state: Moment, seat: int, cell: int) -> int:
    """A weapon's cooldown (D16: the engine shows B none)."""
    return cooldown(state.record, cell) if seat == 0 or not state.const.d16_cooldown_hidden_from_b else 0


def buildings_in_order(state: Moment) -> list[int]:
    """The cells with buildings in order of placement, A before B (D22)."""
    battle, config = state.record, state.const
    return sorted(
        standing(battle),
        key=lambda cell: (
            battle.ready[cell] - config.construction_time[battle.building[cell]],
            owner_of(config, cell),
        ),
    )


def missiles_of(battle: Battle) -> list[int]:
    """The missiles in order of creation."""
    return [battle.missiles[i] for i in range(battle.n_missiles)]


def standing(battle: Battle) -> list[int]:
    """The cells with buildings."""
    return [cell for cell, kind in enumerate(battle.building.tolist()) if kind]  # type: ignore[attr-defined]


def icon(battle: Battle, cell: int) -> str:
    """A letter for what stands on a cell, small while it is unfinished, N for nothing (D15)."""
    kind = Building(battle.building[cell])
    if kind is Building.NONE:
        return "N"
    return ICONS[kind] if battle.ready[cell] < battle.round else ICONS[kind].lower()


def tesla_shots(battle: Battle) -> list[list[int]]:
    """What each tesla shot of the last round struck."""
    return [[battle.shots[i, j] for j in range(battle.shot_length[i])] for i in range(battle.n_shots)]


def curtain_hits(battle: Battle) -> list[int]:
    """What curtains stopped in the last round."""
    return [battle.curtain_hits[i] for i in range(battle.n_curtain_hits)]


def hit_place(hit: int) -> tuple[int, int, str]:
    """Column, row and player of an entry in a list of hits, which is mirrored for nobody (8.4 d)."""
    if hit >= TESLA_BASE:
        return 0, 0, PLAYERS[hit - TESLA_BASE]
    return hit % WIDTH, hit % CELLS // WIDTH, PLAYERS[hit // CELLS]


# The players


def curtain_is_up(state: Moment, seat: int) -> bool:
    """Whether a player's iron curtain is up between rounds; before the first round none can be."""
    return state.record.round > 0 and curtain_is_active(state.record.players[seat])


def winner_of(state: Moment) -> int | None:
    """Who won, or TIE; None while it goes on."""
    if not state.record.ending:
        return None
    return {1: 0, 0: TIE, -1: 1}[lead(state.record, state.const)]
