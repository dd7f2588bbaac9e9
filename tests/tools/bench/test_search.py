"""`lanista bench search`: measures of one game, whose shares are parts of a whole."""

from __future__ import annotations

from lanista.game import get_game
from lanista.tools.bench import search
from lanista.tools.bench.rule_costs import RuleCosts
from lanista.tools.bench.search import Middle, calls_of

GAME = "rampage"


def test_the_middle_is_a_moment_of_a_running_match() -> None:
    middle = Middle.of(get_game(GAME))
    turns = [state.record.turn for state in middle.states]
    assert turns == list(range(turns[0], turns[0] + len(turns)))
    assert middle.worlds() == [middle.states[-1]], "nothing is hidden"
    assert all(not state.record.over for state in middle.branches())


def test_calls_are_counted() -> None:
    """Every playout copies a state once and ends with a value for each of the two seats that choose."""
    middle = Middle.of(get_game(GAME))
    searcher = middle.searcher()
    calls = calls_of(searcher, middle.worlds())
    assert calls.of["copy"] == search.PLAYOUTS
    assert calls.of["value"] == 2 * search.PLAYOUTS
    assert calls.of["step"] > calls.played_on >= 0
    assert 0 < calls.of["propose"] <= calls.of["policy"] <= calls.of["step"]
    assert calls.of.keys() == set(RuleCosts._fields)


def test_shares_add_up() -> None:
    middle = Middle.of(get_game(GAME))
    found = list(search.shares(middle))
    assert [measure.name.rpartition(": ")[2] for measure in found] == [*RuleCosts._fields, "the tree"]
    assert sum(measure.ratio or 0.0 for measure in found) >= 0.999
