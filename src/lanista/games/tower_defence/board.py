"""Parts shared by all views: buildings, missiles and hits under the contest's names and as a player sees them."""

from __future__ import annotations

from lanista.engine import State
from lanista.games.tower_defence.learn.hidden import cooldowns_are_hidden
from lanista.games.tower_defence.rules import cooldown, owner_of
from lanista.games.tower_defence.state import BUILDINGS, CELLS, TESLA_BASE, WIDTH, Battle, Building, Config

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
CURTAIN_STATS = ("price", "activeRounds", "resetPeriod", "constructionScore")


# Kinds of building


def known_buildings(config: Config) -> list[Building]:
    """A ruleset's kinds of building, in the order of the contest's lists."""
    return [Building.ATTACK, Building.DEFENSE, Building.ENERGY, *([Building.TESLA] if config.tesla_limit else [])]


def stats_of(config: Config, building: Building) -> dict[str, int]:
    """The stats of a kind of building under the contest's names."""
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
    """The stats of the iron curtain under the contest's names."""
    numbers = (config.curtain_price, config.curtain_rounds, config.curtain_period, config.curtain_score)
    return dict(zip(CURTAIN_STATS, numbers, strict=True))


# The board as one player sees it


def position_in_view(config: Config, seat: int, cell: int) -> tuple[int, int]:
    """Column and row of a cell in a player's view, which is mirrored for B (2.3)."""
    x = cell % WIDTH
    return (config.width - 1 - x if seat else x), cell // WIDTH


def name_in_view(seat: int, owner: int) -> str:
    """The owner's letter in a player's view: all players see themselves as A."""
    return PLAYERS[owner ^ seat]


def shown_cooldown(state: Moment, seat: int, cell: int) -> int:
    """A weapon's cooldown as a player sees it (D16: the engine shows B always 0)."""
    return 0 if cooldowns_are_hidden(state.const, seat) else cooldown(state.record, cell)


def buildings_in_order(state: Moment) -> list[int]:
    """The cells with buildings in order of placement, A before B (D22)."""
    battle, config = state.record, state.const
    return sorted(
        built_cells(battle),
        key=lambda cell: (
            battle.ready[cell] - config.construction_time[battle.building[cell]],
            owner_of(config, cell),
        ),
    )


def missiles_of(battle: Battle) -> list[int]:
    """The missiles in order of creation."""
    flying: list[int] = battle.missiles[: battle.n_missiles].tolist()
    return flying


def built_cells(battle: Battle) -> list[int]:
    """The cells with buildings."""
    return [cell for cell, kind in enumerate(battle.building.tolist()) if kind]  # type: ignore[attr-defined]


def icon(battle: Battle, cell: int) -> str:
    """The letter of the building on a cell, lower case while it is unfinished, or N (D15)."""
    kind = Building(battle.building[cell])
    if kind is Building.NONE:
        return "N"
    return ICONS[kind] if battle.ready[cell] < battle.round else ICONS[kind].lower()


def tesla_shots(battle: Battle) -> list[list[int]]:
    """The targets of each tesla shot of the last round."""
    return [[battle.shots[i, j] for j in range(battle.shot_length[i])] for i in range(battle.n_shots)]


def curtain_hits(battle: Battle) -> list[int]:
    """The hits that curtains stopped in the last round."""
    return [battle.curtain_hits[i] for i in range(battle.n_curtain_hits)]


def hit_position(hit: int) -> tuple[int, int, str]:
    """Column, row and player of an entry in a list of hits; these are never mirrored (8.4 d)."""
    if hit >= TESLA_BASE:
        return 0, 0, PLAYERS[hit - TESLA_BASE]
    return hit % WIDTH, hit % CELLS // WIDTH, PLAYERS[hit // CELLS]
