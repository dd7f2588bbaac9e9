"""The rulesets: the text's rules, and the engine's, one switch for each difference (section 13.1)."""

from __future__ import annotations

from collections.abc import Mapping

from lanista.game import check_limits
from lanista.games.overdrive.state import MAX_ROUNDS

STANDARD = {
    "max_rounds": MAX_ROUNDS,
    "too_many_invalid": 10,
    "d1_invalid_costs": 1,
    "d2_lizard_scores": 1,
    "d3_pickup_is_a_state": 1,
    "d4_refund_once": 1,
    "d5_wreck_is_nobodys": 1,
    "d6_jumper_goes_back": 1,
    "d7_block_beside_counts": 1,
    "d8_own_oil_is_harmless": 1,
    "d9_start_block_is_past": 1,
    "d12_truck_keeps_block": 1,
    "d13_tweets_judged_together": 1,
    "d14_off_track_is_nothing": 1,
    "finished_once": 1,
}
CLASSIC = {**dict.fromkeys(STANDARD, 0), "max_rounds": MAX_ROUNDS}
LIMITS = {
    **dict.fromkeys(STANDARD, (0, 1)),
    "max_rounds": (1, MAX_ROUNDS),
    "too_many_invalid": (0, MAX_ROUNDS),
}


def check(config: Mapping[str, int]) -> None:
    """Refuse settings out of their range."""
    check_limits(config, LIMITS)
