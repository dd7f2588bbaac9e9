"""Views of players: the view of section 11.2, and states from views."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lanista.games.rampage import maps, views
from lanista.games.rampage.game import RAMPAGE
from lanista.tools.conformance.play import RandomPlay
from tests.games.rampage.positions import BUSY, Position, busy, position, run


def view_of(state: Position) -> dict[str, Any]:
    """The view of player 1."""
    return RAMPAGE.view(state, 0)


# The view


def test_the_view_has_the_members_of_the_specification() -> None:
    view = view_of(busy())
    assert list(view) == ["turn", "turns_left", "players", "bullets", "turrets", "items", "beams"]
    assert (view["turn"], view["turns_left"]) == (2, 49)
    assert view["items"] == [{"x": 5, "y": 2, "kind": "LASER"}]
    assert view["bullets"] == [{"x": 2, "y": 1, "dir": "RIGHT", "owner": 1}]


def test_the_fixed_data_has_the_format_of_a_map_file() -> None:
    state = busy()
    fixed = json.loads(RAMPAGE.fixed_json(state, 0))
    assert (fixed["width"], fixed["height"], fixed["initialHP"], fixed["maxTurns"]) == (11, 5, 2, 50)
    assert (fixed["player1X"], fixed["player1Y"], fixed["player2X"], fixed["player2Y"]) == (1, 1, 7, 3)
    assert (fixed["walls"], fixed["teleportPad"]) == ([{"x": 2, "y": 2}], [{"x": 8, "y": 1}])
    assert fixed["turrets"] == [{"x": 4, "y": 1, "fireTime": 2, "cooldownTime": 4}]
    assert RAMPAGE.fixed_json(state, 0) == RAMPAGE.fixed_json(run(state, "NONE/NONE"), 1)
    assert maps.map_from(fixed) == maps.map_of(state.const)


def test_a_turret_says_when_it_fires() -> None:
    """Turrets are in the order of the map, which has their positions."""
    (turret,) = view_of(busy())["turrets"]
    assert turret == {"alive": True, "fired": True, "fires_next": True, "phase": 1}
    later = run(busy(), "NONE/NONE")
    assert later.record.turrets[0].alive, "the bullet is one square away"
    assert view_of(later)["turrets"][0]["fires_next"] is False


def test_a_player_is_shown_with_what_it_asked_for_and_what_hit_it() -> None:
    a, b = view_of(busy())["players"]
    assert a == {
        "id": 1, "x": 1, "y": 1, "facing": "RIGHT", "hp": 1, "points": 0,
        "items": {"laser": 0, "shield": 1, "teleport": 0}, "shield_left": 0, "last_move": "SHOOT",
        "requested": "SHOOT", "hits": [{"kind": "LASER", "by": "turret", "x": 4, "y": 1, "absorbed": False}],
    }  # fmt: skip
    assert (b["last_move"], b["requested"], b["hits"]) == ("NONE", "LASER", [])


def test_a_reflected_beam_is_marked_as_such() -> None:
    state = position("A..B.", ".....", ".....", ".....", ".....", a={"shield": 1}, b={"laser": 1})
    a, b = view_of(run(state, "SHIELD/LASER"))["players"]
    assert {"kind": "LASER", "by": 2, "absorbed": True} in a["hits"]
    assert {"kind": "LASER", "by": 1, "absorbed": False, "reflected": True} in b["hits"]


def test_beams_are_shown_square_by_square_with_owner_and_origin() -> None:
    beams = view_of(busy())["beams"]
    assert {"x": 3, "y": 1, "dir": "LEFT", "owner": "turret", "from": [4, 1]} in beams
    assert [beam["x"] for beam in beams if beam["dir"] == "LEFT"] == [3, 2, 1], "it ends at the player"
    state = run(position(*BUSY, b={"laser": 1}, times=(0, 1)), "NONE/LASER")
    assert {beam["owner"] for beam in view_of(state)["beams"]} == {2}


def test_both_players_see_the_same() -> None:
    assert RAMPAGE.view_json(busy(), 0) == RAMPAGE.view_json(busy(), 1)


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_a_state_made_from_a_view_continues_like_the_match(ruleset: str) -> None:
    """A view shows everything that matters except a payment that the engine delays (D20)."""
    config = RAMPAGE.configure(ruleset, {"d20_late_reflect": 0})
    state, play = RAMPAGE.start(config, 5, map="crossroads"), RandomPlay(RAMPAGE, 5)
    fixed = json.loads(RAMPAGE.fixed_json(state, 0))
    imagined = RAMPAGE.blank(config, maps.map_from(fixed))
    while not state.record.over:
        views.imagine(view_of(state), imagined)
        moves = [play.legal(state, seat) for seat in (0, 1)]
        RAMPAGE.step(state, moves)
        RAMPAGE.step(imagined, moves)
        assert RAMPAGE.view_json(imagined, 0) == RAMPAGE.view_json(state, 0)
