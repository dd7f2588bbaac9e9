"""The rulesets: `standard` follows the rules text, `classic` the engine with all its slips (section 13.1)."""

from __future__ import annotations

from lanista.game import Setting, defaults_of, switches
from lanista.games.overdrive.state import MAX_ROUNDS

SWITCHES = (  # slips of the engine
    "d1_invalid_is_free",  # an invalid command costs no points
    "d2_lizard_scores_nothing",  # jumping earns no points
    "d3_pickup_is_not_listed",  # picking up an item adds no state
    "d4_refund_every_round",  # two tweets for one block stay pending and are refunded repeatedly
    "d5_wreck_is_remembered",  # a tweet clears the player's last truck's block, even if the other's is there now
    "d6_player_2_goes_back",  # when a jumping car lands on another car's block, player 2 yields
    "d7_block_beside_is_skipped",  # a turning car that a collision puts back misses the block beside its start
    "d8_own_oil_harms",  # oil affects the player who spilled it
    "d9_start_block_counts_again",  # a turn off the track hits or collects what is on the start block
    "d12_truck_moves_both_back",  # cars with one target lose a block even if a truck stopped one of them
    "d13_player_1_tweets_first",  # player 1's truck moves before player 2's tweet is judged
    "d14_off_track_is_a_turn",  # a turn off the track is listed as a turn
    "finished_twice",  # at the round limit FINISHED may be listed twice
)
SETTINGS = {
    "max_rounds": Setting(MAX_ROUNDS, 1, MAX_ROUNDS),
    "too_many_invalid": Setting(
        10, 0, MAX_ROUNDS, "D10: invalid commands in a row that forfeit the race; 0: never"
    ),
    **switches(*SWITCHES),
}
STANDARD = defaults_of(SETTINGS)
CLASSIC = defaults_of(SETTINGS, too_many_invalid=0, **dict.fromkeys(SWITCHES, 1))
RULESETS = {"standard": STANDARD, "classic": CLASSIC}
RENAMED = {  # former switches, 1 for the text, and their present names, 1 for the slip
    "d1_invalid_costs": "d1_invalid_is_free",
    "d2_lizard_scores": "d2_lizard_scores_nothing",
    "d3_pickup_is_a_state": "d3_pickup_is_not_listed",
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
