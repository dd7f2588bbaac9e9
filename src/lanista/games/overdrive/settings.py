"""The rulesets: the text's rules, and the engine's, one switch for each difference (section 13.1)."""

from __future__ import annotations

from lanista.game import Setting, defaults_of
from lanista.games.overdrive.state import MAX_ROUNDS

SWITCHES = (
    "d1_invalid_costs",
    "d2_lizard_scores",
    "d3_pickup_is_a_state",
    "d4_refund_once",
    "d5_wreck_is_nobodys",
    "d6_jumper_goes_back",
    "d7_block_beside_counts",
    "d8_own_oil_is_harmless",
    "d9_start_block_is_past",
    "d12_truck_keeps_block",
    "d13_tweets_judged_together",
    "d14_off_track_is_nothing",
    "finished_once",
)
SETTINGS = {
    "max_rounds": Setting(MAX_ROUNDS, 1, MAX_ROUNDS),
    "too_many_invalid": Setting(
        10, 0, MAX_ROUNDS, "D10: invalid commands in a row that void a result; 0 is never"
    ),
    **dict.fromkeys(SWITCHES, Setting(1, 0, 1)),
}
STANDARD = defaults_of(SETTINGS)
CLASSIC = defaults_of(SETTINGS, too_many_invalid=0, **dict.fromkeys(SWITCHES, 0))
RULESETS = {"standard": STANDARD, "classic": CLASSIC}
