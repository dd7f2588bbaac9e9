"""The rulesets: the text's rules, and the original's eight slips, each a switch."""

from __future__ import annotations

from collections.abc import Mapping

from lanista.game import check_limits
from lanista.games.rampage.state import (
    MOST_HP,
    MOST_RANGE,
    MOST_SHIELD_TURNS,
    MOST_SIDE,
    MOST_TURNS,
    SMALLEST_SIDE,
)

SWITCHES = (
    "d1_extra_turn",
    "d2_winner_by_score",
    "d9_tele_fail_point",
    "d15_cross_shield_pays",
    "d15_cross_unlogged",
    "d16_stale_refund",
    "d20_late_reflect",
    "d21_first_last_split",
)
STANDARD = {
    "width": 15,  # of the map made from the seed
    "height": 15,
    "max_turns": 0,  # 0: as the map says
    "initial_hp": 0,
    "laser_range": 4,
    "shield_turns": 5,
    "turret_beams_hit_turrets": 0,
    "any_size": 0,
    **dict.fromkeys(SWITCHES, 0),
}
CLASSIC = {**STANDARD, **dict.fromkeys(SWITCHES, 1)}
LIMITS = {
    "width": (SMALLEST_SIDE, MOST_SIDE),
    "height": (SMALLEST_SIDE, MOST_SIDE),
    "max_turns": (0, MOST_TURNS),
    "initial_hp": (0, MOST_HP),
    "laser_range": (1, MOST_RANGE),
    "shield_turns": (1, MOST_SHIELD_TURNS),
    **dict.fromkeys(("turret_beams_hit_turrets", "any_size", *SWITCHES), (0, 1)),
}


def check(config: Mapping[str, int]) -> None:
    """Refuse settings out of their range."""
    check_limits(config, LIMITS)
