"""All checks in their order; the name of a check is the property that it checks."""

from __future__ import annotations

from collections.abc import Callable

from lanista.tools.conformance.browser import (
    events_are_single_lines_of_text,
    moves_in_words_are_single_lines,
    notes_fit_in_the_log,
    scenes_and_frames_are_plain_json,
)
from lanista.tools.conformance.facts import (
    class_attributes_are_valid,
    invalid_seat_counts_are_refused,
    invalid_settings_are_refused,
    the_game_is_installed,
)
from lanista.tools.conformance.policies import policies_see_only_what_their_seat_sees, policies_write_valid_moves
from lanista.tools.conformance.results import (
    outcomes_are_well_formed,
    random_play_ends,
    seats_are_treated_alike,
    steps_after_the_end_change_nothing,
)
from lanista.tools.conformance.searching import (
    imagined_states_agree_with_views,
    search_plays_valid_moves,
    values_and_proposals_are_usable,
)
from lanista.tools.conformance.sight import (
    hidden_fields_are_redrawn,
    observations_show_no_more_than_views,
    pictures_can_be_drawn,
    views_are_plain_json,
    views_do_not_leak_hidden_information,
)
from lanista.tools.conformance.states import (
    clones_are_independent,
    invalid_dumps_are_refused,
    invariants_hold,
    same_seed_and_moves_give_same_bytes,
    states_survive_dump_and_load,
)
from lanista.tools.conformance.targets import javascript_gives_the_same_bytes, webassembly_gives_the_same_bytes
from lanista.tools.conformance.texts import invalid_move_texts_are_refused, legal_moves_survive_write_and_read
from lanista.tools.conformance.trial import GameTrial
from lanista.tools.conformance.twins import (
    batches_equal_single_matches,
    compiled_rules_give_the_same_answers,
    compiled_rules_give_the_same_bytes,
)

Check = Callable[[GameTrial], None]

FIRST: tuple[Check, ...] = (
    class_attributes_are_valid,
    invalid_settings_are_refused,
    invalid_seat_counts_are_refused,
)
EVERY_RULESET: tuple[Check, ...] = (
    same_seed_and_moves_give_same_bytes,
    clones_are_independent,
    random_play_ends,
    invariants_hold,
    outcomes_are_well_formed,
    steps_after_the_end_change_nothing,
    seats_are_treated_alike,
    states_survive_dump_and_load,
    invalid_dumps_are_refused,
    legal_moves_survive_write_and_read,
    invalid_move_texts_are_refused,
    views_are_plain_json,
    views_do_not_leak_hidden_information,
    hidden_fields_are_redrawn,
    observations_show_no_more_than_views,
    policies_write_valid_moves,
    imagined_states_agree_with_views,
    policies_see_only_what_their_seat_sees,
    values_and_proposals_are_usable,
    pictures_can_be_drawn,
    scenes_and_frames_are_plain_json,
    notes_fit_in_the_log,
    events_are_single_lines_of_text,
    moves_in_words_are_single_lines,
)
COMPILED: tuple[Check, ...] = (
    compiled_rules_give_the_same_bytes,
    compiled_rules_give_the_same_answers,
    batches_equal_single_matches,
    search_plays_valid_moves,
)
JAVASCRIPT: tuple[Check, ...] = (javascript_gives_the_same_bytes,)
WEBASSEMBLY: tuple[Check, ...] = (webassembly_gives_the_same_bytes,)
LAST: tuple[Check, ...] = (the_game_is_installed,)
