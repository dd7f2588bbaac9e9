"""The rulesets: every number of sections 3 and 7.1, and every switch of section 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lanista.core.errors import ConfigError
from lanista.game import Setting
from lanista.game.settings import setting_faults
from lanista.games.tower_defence.state import BUILDINGS, HEIGHT, MAX_MISSILES, MAX_TESLAS, SEATS, WIDTH, Config

CLASSIC = {
    "width": 8,
    "height": 4,
    "max_rounds": 400,
    "start_energy": 20,
    "round_income": 5,
    "start_health": 100,
    "health_score_multiplier": 100,
    "energy_score_multiplier": 1,
    "defense_price": 30,
    "defense_full_health": 20,
    "defense_construction_time": 3,
    "defense_destroy_multiplier": 1,
    "defense_construction_score": 1,
    "defense_value": 30,
    "attack_price": 30,
    "attack_full_health": 5,
    "attack_construction_time": 1,
    "attack_destroy_multiplier": 1,
    "attack_construction_score": 1,
    "attack_value": 30,
    "attack_damage": 5,
    "attack_speed": 1,
    "attack_cooldown": 3,
    "energy_price": 20,
    "energy_full_health": 5,
    "energy_construction_time": 1,
    "energy_destroy_multiplier": 1,
    "energy_construction_score": 1,
    "energy_value": 20,
    "energy_income": 3,
    "tesla_limit": 0,
    "tesla_price": 100,
    "tesla_full_health": 5,
    "tesla_construction_time": 10,
    "tesla_destroy_multiplier": 10,
    "tesla_construction_score": 20,
    "tesla_value": 100,
    "tesla_damage": 20,
    "tesla_cooldown": 10,
    "tesla_shot_price": 100,
    "tesla_range": 9,
    "deconstruction": 0,
    "deconstruction_refund": 5,
    "iron_curtain": 0,
    "curtain_price": 100,
    "curtain_rounds": 6,
    "curtain_period": 30,
    "curtain_score": 20,
    "max_do_nothings": 0,
    "d1_missiles_pass_unfinished": 1,  # instead of destroying unfinished buildings
    "d2_everything_scores": 1,  # construction, hits and income, not only destroyed buildings
    "d4_one_extra_round": 1,  # a match runs for one round more than max_rounds
    "d7_dead_still_stops": 1,  # a building without health stops missiles until the end of the round
    "d8_own_crossing_scores": 1,  # a missile scores for crossing a building of its owner
    "d9_health_may_be_negative": 1,  # of a base
    "d10_extra_fields_are_ignored": 1,  # instead of refusing an order with more than three fields
    "d16_cooldown_hidden_from_b": 1,  # player B sees all cooldowns as 0
    "d24_short_state": 1,  # state files lack what later releases added
    "counter_stops": 1,  # 4.2: construction counters stop at -1 instead of falling further
    "hits_score_damage": 1,  # the weapon's damage instead of the health removed
    "removal_scores": 1,  # removing a dead building scores again
    "base_hits_score": 0,  # at once, by the health removed
    "final_health_scores": 1,  # a base's health scores at the end of a match
}
STANDARD = {
    **CLASSIC,
    "max_rounds": 1000,
    "d1_missiles_pass_unfinished": 0,
    "d2_everything_scores": 0,
    "d4_one_extra_round": 0,
    "d8_own_crossing_scores": 0,
    "d10_extra_fields_are_ignored": 0,
    "d16_cooldown_hidden_from_b": 0,
    "d24_short_state": 0,
}
EXTENDED = {
    **CLASSIC,
    "width": 16,
    "height": 8,
    "health_score_multiplier": 15,
    "defense_construction_score": 10,
    "attack_construction_score": 4,
    "energy_construction_score": 3,
    "attack_speed": 2,
    "tesla_limit": 2,
    "deconstruction": 1,
    "iron_curtain": 1,
    "max_do_nothings": 50,
    "d7_dead_still_stops": 0,
    "d8_own_crossing_scores": 0,
    "d9_health_may_be_negative": 0,
    "d16_cooldown_hidden_from_b": 0,
    "d24_short_state": 0,
    "counter_stops": 0,
    "hits_score_damage": 0,
    "removal_scores": 0,
    "base_hits_score": 1,
    "final_health_scores": 0,
}

BY_BUILDING = ("price", "full_health", "construction_time", "destroy_multiplier", "construction_score", "value")
SWITCHES = {name for name in CLASSIC if name.startswith("d") and name[1].isdigit()} | {
    "deconstruction",
    "iron_curtain",
    "counter_stops",
    "hits_score_damage",
    "removal_scores",
    "base_hits_score",
    "final_health_scores",
}
MAX_NUMBER = 10_000  # for numbers without a specific limit


def _setting(name: str, default: int) -> Setting:
    """A setting with its range."""
    if name in SWITCHES:
        return Setting(default, 0, 1)
    low, high, step = LIMITS.get(name) or LIMITS.get(name.partition("_")[2]) or (0, MAX_NUMBER, 1)
    return Setting(default, low, high, step=step)


LIMITS = {  # low, high, step; by setting, or by the part of its name after the building
    "width": (2, WIDTH, 2),
    "height": (1, HEIGHT, 1),
    "max_rounds": (1, MAX_NUMBER, 1),
    "start_health": (1, MAX_NUMBER, 1),
    "round_income": (0, 1000, 1),
    "energy_income": (0, 1000, 1),
    "attack_speed": (1, WIDTH, 1),
    "tesla_limit": (0, MAX_TESLAS, 1),
    "tesla_range": (0, WIDTH - 1, 1),
    "curtain_period": (1, MAX_NUMBER, 1),
    "health_score_multiplier": (0, 1000, 1),
    "energy_score_multiplier": (0, 100, 1),
    "full_health": (1, MAX_NUMBER, 1),
    "destroy_multiplier": (0, 100, 1),
    "construction_time": (0, 100, 1),
}
SETTINGS = {name: _setting(name, default) for name, default in STANDARD.items()}
RULESETS = {"standard": STANDARD, "classic": CLASSIC, "extended": EXTENDED}
RENAMED = {  # former switches, 1 for the text, and their present names, 1 for the slip
    "d1_unfinished_falls": "d1_missiles_pass_unfinished",
    "d2_only_value_scores": "d2_everything_scores",
    "d4_exact_limit": "d4_one_extra_round",
    "d8_own_flight_is_nothing": "d8_own_crossing_scores",
    "d10_three_fields_only": "d10_extra_fields_are_ignored",
    "d16_cooldown_shown_to_b": "d16_cooldown_hidden_from_b",
    "d24_full_state": "d24_short_state",
}


def setting_fields() -> Iterator[tuple[str, str, int | None]]:
    """Each setting with its field in the constant record, and its building if the field is indexed by building."""
    by_building = {
        f"{building.name.lower()}_{field}": (field, building) for field in BY_BUILDING for building in BUILDINGS
    }
    for name in CLASSIC:
        field, building = by_building.get(name, (name, None))
        yield name, field, building


def write_settings(const: Config, settings: Mapping[str, int]) -> None:
    """Write settings into a constant record."""
    const.seats = SEATS
    for name, field, building in setting_fields():
        if building is None:
            setattr(const, field, settings[name])
        else:
            getattr(const, field)[building] = settings[name]


def read_settings(const: Config) -> dict[str, int]:
    """Read the settings from a constant record."""
    return {
        name: getattr(const, field) if building is None else getattr(const, field)[building]
        for name, field, building in setting_fields()
    }


def faults_of(settings: Mapping[str, int]) -> Iterator[str]:
    """The first fault of the settings, if any."""
    fault = next(setting_faults(SETTINGS, settings), "") or _missile_fault(settings)
    return filter(None, [fault])


def _missile_fault(settings: Mapping[str, int]) -> str:
    count = max_missiles(settings)
    if count <= MAX_MISSILES:
        return ""
    return (
        f"settings attack_speed and attack_cooldown allow {count} missiles in flight on this board, expected at "
        f"most {MAX_MISSILES}: increase attack_cooldown or attack_speed, or use a smaller board"
    )


def max_missiles(settings: Mapping[str, int]) -> int:
    """An upper bound of missiles in flight: those of a turret on each cell, and one for each turret rebuilt."""
    width, every = settings["width"], settings["attack_cooldown"] + 1
    flight = -(-width // settings["attack_speed"])  # rounds from base to base
    return width * settings["height"] * -(-flight // every) + SEATS * flight


def check(settings: Mapping[str, int]) -> None:
    """Raise ConfigError for settings that the records cannot hold."""
    if fault := _missile_fault(settings):
        raise ConfigError(fault)
