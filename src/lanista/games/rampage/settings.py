"""The rulesets: the text's rules, and the original's nine slips, each a switch."""

from __future__ import annotations

from collections.abc import Mapping

from lanista.game import check_limits
from lanista.games.rampage.state import (
    ANY_SIZE,
    MAX_DAMAGE,
    MAX_HP,
    MAX_POINTS,
    MAX_RANGE,
    MAX_SHIELD_TURNS,
    MAX_TURNS,
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
    "d23_own_reflection_listed",
)
POINTS = {  # section 4
    "points_hit": 750,
    "points_reflection": 750,
    "points_turret": 500,
    "points_turret_shared": 250,  # to each, if both players hit it in one turn
    "points_item": 200,
    "points_travel": 1,
    "points_win": 2500,
    "points_turn_left": 2,
    "points_tie": 1000,
}
STANDARD = {
    "width": 15,  # of the map made from the seed
    "height": 15,
    "max_turns": 0,  # 0: as the map says
    "initial_hp": 0,
    "laser_range": 4,
    "shield_turns": 5,
    "turret_beams_hit_turrets": 0,
    "any_size": 0,
    "damage": 1,
    **POINTS,
    **dict.fromkeys(SWITCHES, 0),
}
CLASSIC = {**STANDARD, **dict.fromkeys(SWITCHES, 1)}
LIMITS = {
    "width": (ANY_SIZE.min_side, ANY_SIZE.side),
    "height": (ANY_SIZE.min_side, ANY_SIZE.side),
    "max_turns": (0, MAX_TURNS),
    "initial_hp": (0, MAX_HP),
    "laser_range": (1, MAX_RANGE),
    "shield_turns": (1, MAX_SHIELD_TURNS),
    "damage": (1, MAX_DAMAGE),
    **dict.fromkeys(POINTS, (0, MAX_POINTS)),
    **dict.fromkeys(("turret_beams_hit_turrets", "any_size", *SWITCHES), (0, 1)),
}


def check(config: Mapping[str, int]) -> None:
    """Refuse settings out of their range; a map's own size is checked with the map."""
    check_limits(config, LIMITS)
