"""The rulesets: the published rules, and the original engine's nine deviations, each behind a switch."""

from __future__ import annotations

from lanista.game import Setting, defaults_of, switches
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
    "points_turret_shared": 250,  # each, if both players hit it in the same turn
    "points_item": 200,
    "points_travel": 1,
    "points_win": 2500,
    "points_turn_left": 2,
    "points_tie": 1000,
}
SETTINGS = {
    "width": Setting(15, ANY_SIZE.min_side, ANY_SIZE.side, "of the map generated from the seed"),
    "height": Setting(15, ANY_SIZE.min_side, ANY_SIZE.side),
    "max_turns": Setting(0, 0, MAX_TURNS, "0: taken from the map"),
    "initial_hp": Setting(0, 0, MAX_HP, "0: taken from the map"),
    "laser_range": Setting(4, 1, MAX_RANGE),
    "shield_turns": Setting(5, 1, MAX_SHIELD_TURNS),
    **switches("turret_beams_hit_turrets", "any_size"),
    "damage": Setting(1, 1, MAX_DAMAGE),
    **{name: Setting(points, 0, MAX_POINTS) for name, points in POINTS.items()},
    **switches(*SWITCHES),
}
STANDARD = defaults_of(SETTINGS)
CLASSIC = defaults_of(SETTINGS, **dict.fromkeys(SWITCHES, 1))
RULESETS = {"standard": STANDARD, "classic": CLASSIC}
