"""All properties, in the order in which they are checked. A check's name is the property."""

from __future__ import annotations

from collections.abc import Callable

from lanista.testing.browser import the_browser_can_draw_it, what_happens_is_told_in_words
from lanista.testing.facts import (
    every_built_in_bot_is_there,
    seats_are_guarded,
    settings_are_guarded,
    the_game_describes_itself,
    the_registry_finds_the_game,
)
from lanista.testing.results import (
    a_finished_match_stands_still,
    outcomes_are_well_formed,
    random_play_ends,
    seats_are_treated_alike,
)
from lanista.testing.sight import (
    pictures_can_be_drawn,
    what_is_hidden_can_be_redrawn,
    what_is_hidden_stays_hidden,
    what_is_seen_is_plain_json,
)
from lanista.testing.states import (
    a_dump_can_be_loaded,
    clones_are_independent,
    no_invariant_is_broken,
    same_seed_and_moves_same_bytes,
    wrong_dumps_are_refused,
)
from lanista.testing.texts import legal_moves_survive_their_text, other_texts_are_refused
from lanista.testing.trial import Trial
from lanista.testing.twins import (
    batches_equal_matches_one_by_one,
    compiled_rules_give_the_same_bytes,
    compiled_rules_see_the_same,
)

Check = Callable[[Trial], None]

FIRST: tuple[Check, ...] = (
    the_game_describes_itself,
    settings_are_guarded,
    seats_are_guarded,
)
EVERY_RULESET: tuple[Check, ...] = (
    same_seed_and_moves_same_bytes,
    clones_are_independent,
    random_play_ends,
    no_invariant_is_broken,
    outcomes_are_well_formed,
    a_finished_match_stands_still,
    seats_are_treated_alike,
    a_dump_can_be_loaded,
    wrong_dumps_are_refused,
    legal_moves_survive_their_text,
    other_texts_are_refused,
    what_is_seen_is_plain_json,
    what_is_hidden_stays_hidden,
    what_is_hidden_can_be_redrawn,
    pictures_can_be_drawn,
    the_browser_can_draw_it,
    what_happens_is_told_in_words,
)
COMPILED: tuple[Check, ...] = (
    compiled_rules_give_the_same_bytes,
    compiled_rules_see_the_same,
    batches_equal_matches_one_by_one,
)
LAST: tuple[Check, ...] = (
    every_built_in_bot_is_there,
    the_registry_finds_the_game,
)
