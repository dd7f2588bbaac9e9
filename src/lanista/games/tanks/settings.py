"""The ruleset: every number of section 2 with its range."""

from __future__ import annotations

from collections.abc import Mapping

from lanista.core.errors import ConfigError
from lanista.game import Setting, defaults_of, switches
from lanista.games.tanks.state import MAX_POSITIONAL, MAX_SCAN, MAX_SIDE, MAX_TURNS, MIN_SIDE

MAX_HEALTH = 10_000
MAX_POINTS = 1_000
SETTINGS = {
    "width": Setting(60, MIN_SIDE, MAX_SIDE, "of the map generated from the seed"),
    "height": Setting(30, MIN_SIDE, MAX_SIDE),
    "max_turns": Setting(0, 0, MAX_TURNS, "0: from the formula of section 2 (D22)"),
    "full_health": Setting(100, 1, MAX_HEALTH),
    "scanning_distance": Setting(15, 3, MAX_SCAN, "the side of the scanned square"),
    "cardinal_shot_distance": Setting(14, 1, MAX_SIDE),
    "positional_shot_distance": Setting(7, 1, MAX_POSITIONAL, "D11"),
    "lake_damage": Setting(100, 0, MAX_HEALTH),
    "forest_damage": Setting(25, 0, MAX_HEALTH, "D1"),
    "tank_damage": Setting(10, 0, MAX_HEALTH, "D1"),
    "direct_damage": Setting(75, 0, MAX_HEALTH),
    "indirect_damage": Setting(25, 0, MAX_HEALTH),
    "indirect_points": Setting(1, 0, MAX_POINTS, "D23"),
    "direct_points": Setting(2, 0, MAX_POINTS),
    "final_blow_points": Setting(3, 0, MAX_POINTS),
    "survival_points": Setting(5, 0, MAX_POINTS),
    **switches("ranks_in_moves"),  # 1: moves may specify their rank in the processing order (D4)
    "field_percent": Setting(75, 60, 100, "obstacles are added until fewer cells than this are unallocated"),
    "obstacle_least_permille": Setting(5, 0, 100, "minimum size of an obstacle, as a share of all cells"),
    "obstacle_most_permille": Setting(25, 10, 100, "maximum size of an obstacle"),
    "leftover_percent": Setting(5, 1, 50, "a field that leaves at least this share unallocated becomes a lake"),
    "lake_percent": Setting(20, 15, 100, "maps with at least this share of lakes are discarded"),
}
STANDARD = defaults_of(SETTINGS)
RULESETS = {"standard": STANDARD}


def check(config: Mapping[str, int]) -> None:
    """Reject inconsistent settings."""
    if config["scanning_distance"] % 2 == 0:
        raise ConfigError(f"setting scanning_distance expects an odd number, got {config['scanning_distance']}")
    least, most = config["obstacle_least_permille"], config["obstacle_most_permille"]
    cells = config["width"] * config["height"]
    if least * cells // 1000 >= most * cells // 1000:
        raise ConfigError(
            f"setting obstacle_most_permille expects more than obstacle_least_permille ({least}) by at least one "
            f"of {cells} cells, got {most}"
        )
