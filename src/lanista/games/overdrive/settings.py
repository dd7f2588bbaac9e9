"""The rulesets: the text's rules, and the engine's, one switch for each of its slips (section 13.1)."""

from __future__ import annotations

from lanista.game import Setting, defaults_of, switches
from lanista.games.overdrive.state import MAX_ROUNDS

SWITCHES = (
    "d1_invalid_is_free",
    "d2_lizard_scores_nothing",
    "d3_pickup_is_no_state",
    "d4_refund_every_round",
    "d5_wreck_is_remembered",
    "d6_player_2_goes_back",
    "d7_block_beside_is_skipped",
    "d8_own_oil_harms",
    "d9_start_block_counts_again",
    "d12_truck_moves_both_back",
    "d13_player_1_tweets_first",
    "d14_off_track_is_a_turn",
    "finished_twice",
)
SETTINGS = {
    "max_rounds": Setting(MAX_ROUNDS, 1, MAX_ROUNDS),
    "too_many_invalid": Setting(
        10, 0, MAX_ROUNDS, "D10: invalid commands in a row that void a result; 0 is never"
    ),
    **switches(*SWITCHES),
}
STANDARD = defaults_of(SETTINGS)
CLASSIC = defaults_of(SETTINGS, too_many_invalid=0, **dict.fromkeys(SWITCHES, 1))
RULESETS = {"standard": STANDARD, "classic": CLASSIC}
RENAMED = {  # switches that were 1 for the text, and the slips that they are now
    "d1_invalid_costs": "d1_invalid_is_free",
    "d2_lizard_scores": "d2_lizard_scores_nothing",
    "d3_pickup_is_a_state": "d3_pickup_is_no_state",
    "d4_refund_once": "d4_refund_every_round",
    "d5_wreck_is_nobodys": "d5_wreck_is_remembered",
    "d6_jumper_goes_back": "d6_player_2_goes_back",
    "d7_block_beside_counts": "d7_block_beside_is_skipped",
    "d8_own_oil_is_harmless": "d8_own_oil_harms",
    "d9_start_block_is_past": "d9_start_block_counts_again",
    "d12_truck_keeps_block": "d12_truck_moves_both_back",
    "d13_tweets_judged_together": "d13_player_1_tweets_first",
    "d14_off_track_is_nothing": "d14_off_track_is_a_turn",
    "finished_once": "finished_twice",
}
