"""The ruleset: every number of section 2 by its name, and its range."""

from __future__ import annotations

from collections.abc import Mapping

from lanista.errors import ConfigError
from lanista.game import check_limits
from lanista.games.tanks.state import MAX_POSITIONAL, MAX_SCAN, MAX_SIDE, MAX_TURNS, MIN_SIDE

STANDARD = {
    "width": 60,  # of the map made from the seed
    "height": 30,
    "max_turns": 0,  # 0: by the formula of section 2 (D22)
    "full_health": 100,
    "scanning_distance": 15,  # the side of the scanned square
    "cardinal_shot_distance": 14,
    "positional_shot_distance": 7,  # D11
    "lake_damage": 100,
    "forest_damage": 25,  # D1
    "tank_damage": 10,  # D1
    "direct_damage": 75,
    "indirect_damage": 25,
    "indirect_points": 1,  # D23
    "direct_points": 2,
    "final_blow_points": 3,
    "survival_points": 5,
    "ranks_in_moves": 0,  # 1: moves may give their place in the processing order (D4)
    "field_percent": 75,  # below this share of unallocated cells no more obstacles are placed
    "obstacle_least_permille": 5,  # the size of an obstacle, of all cells
    "obstacle_most_permille": 25,
    "leftover_percent": 5,  # a share of cells outside the field that makes it a lake
    "lake_percent": 20,  # a share of lakes that makes the map be thrown away
}
MAX_HEALTH = 10_000
MAX_POINTS = 1_000
AMOUNT = (0, MAX_HEALTH)
POINTS = (0, MAX_POINTS)
LIMITS = {
    "width": (MIN_SIDE, MAX_SIDE),
    "height": (MIN_SIDE, MAX_SIDE),
    "max_turns": (0, MAX_TURNS),
    "full_health": (1, MAX_HEALTH),
    "scanning_distance": (3, MAX_SCAN),
    "cardinal_shot_distance": (1, MAX_SIDE),
    "positional_shot_distance": (1, MAX_POSITIONAL),
    **dict.fromkeys(("lake_damage", "forest_damage", "tank_damage", "direct_damage", "indirect_damage"), AMOUNT),
    **dict.fromkeys(("indirect_points", "direct_points", "final_blow_points", "survival_points"), POINTS),
    "ranks_in_moves": (0, 1),
    "field_percent": (60, 100),
    "obstacle_least_permille": (0, 100),
    "obstacle_most_permille": (10, 100),
    "leftover_percent": (1, 50),
    "lake_percent": (15, 100),
}


def check(config: Mapping[str, int]) -> None:
    """Refuse settings out of their range, and those that do not go together."""
    check_limits(config, LIMITS)
    if config["scanning_distance"] % 2 == 0:
        raise ConfigError(f"setting scanning_distance expects an odd number, got {config['scanning_distance']}")
    least, most = config["obstacle_least_permille"], config["obstacle_most_permille"]
    cells = config["width"] * config["height"]
    if least * cells // 1000 >= most * cells // 1000:
        raise ConfigError(
            f"setting obstacle_most_permille expects more than obstacle_least_permille ({least}) by at least one "
            f"of {cells} cells, got {most}"
        )
