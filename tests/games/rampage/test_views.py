"""What players see: the view of section 11.2, numbers for learners, the picture, and states from views."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rich.cells import cell_len

from lanista.games.rampage import RAMPAGE, maps, views
from lanista.games.rampage.picture import HIT_STYLE, ROBOT_STYLES, SHIELD_STYLES
from lanista.games.rampage.state import SQUARES, Word
from lanista.testing.play import RandomPlay
from tests.games.rampage.positions import Position, position, run

BOARD = (
    "...........",
    ".A..T...0..",
    "..#..L.....",
    ".......B...",
    "...........",
)


def busy() -> Position:
    """A turret has fired at A, who shot; B's laser failed for want of one."""
    return run(position(*BOARD, a={"shield": 1}), "SHOOT/LASER")


def view_of(state: Position) -> dict[str, Any]:
    """What player 1 sees."""
    return RAMPAGE.view(state, 0)


# The view


def test_the_view_has_the_members_of_the_specification() -> None:
    view = view_of(busy())
    assert list(view) == ["turn", "turns_left", "players", "bullets", "turrets", "items", "beams"]
    assert (view["turn"], view["turns_left"]) == (2, 49)
    assert view["items"] == [{"x": 5, "y": 2, "kind": "LASER"}]
    assert view["bullets"] == [{"x": 2, "y": 1, "dir": "RIGHT", "owner": 1}]


def test_what_never_changes_is_told_once_as_in_a_map_file() -> None:
    state = busy()
    told = json.loads(RAMPAGE.fixed_json(state, 0))
    assert (told["width"], told["height"], told["initialHP"], told["maxTurns"]) == (11, 5, 2, 50)
    assert (told["player1X"], told["player1Y"], told["player2X"], told["player2Y"]) == (1, 1, 7, 3)
    assert (told["walls"], told["teleportPad"]) == ([{"x": 2, "y": 2}], [{"x": 8, "y": 1}])
    assert told["turrets"] == [{"x": 4, "y": 1, "fireTime": 2, "cooldownTime": 4}]
    assert RAMPAGE.fixed_json(state, 0) == RAMPAGE.fixed_json(run(state, "NONE/NONE"), 1)
    assert maps.map_from(told) == maps.map_of(state.const)


def test_a_turret_says_when_it_fires() -> None:
    """Where it stands is told with the map; the order is the same."""
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
    state = run(position(*BOARD, b={"laser": 1}, times=(0, 1)), "NONE/LASER")
    assert {beam["owner"] for beam in view_of(state)["beams"]} == {2}


def test_both_players_see_the_same() -> None:
    assert RAMPAGE.view_json(busy(), 0) == RAMPAGE.view_json(busy(), 1)


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_a_state_made_from_a_view_goes_on_as_the_match_does(ruleset: str) -> None:
    """Everything that matters is seen; only a payment that the engine delays is not (D20)."""
    config = RAMPAGE.configure(ruleset, {"d20_late_reflect": 0})
    state, play = RAMPAGE.start(config, 5, map="crossroads"), RandomPlay(RAMPAGE, 5)
    told = json.loads(RAMPAGE.fixed_json(state, 0))
    imagined = RAMPAGE.blank(config, maps.map_from(told))
    while not state.record.over:
        views.imagine(view_of(state), imagined)
        moves = [play.legal(state, seat) for seat in (0, 1)]
        RAMPAGE.step(state, moves)
        RAMPAGE.step(imagined, moves)
        assert RAMPAGE.view_json(imagined, 0) == RAMPAGE.view_json(state, 0)


# Numbers for learners


def test_the_numbers_show_the_board_as_bits() -> None:
    state = busy()
    row = RAMPAGE.observe(state, 0)
    cells = {(x, y): int(row[y * 11 + x]) for y in range(5) for x in range(11)}
    assert cells[2, 2] == 1
    assert cells[4, 1] == views.FIRING_TURRET
    assert cells[5, 2] == views.ITEM_BIT
    assert cells[8, 1] == views.PAD_BIT
    assert cells[1, 1] == views.OWN_BIT
    assert cells[7, 3] == views.OPPONENT_BIT
    assert cells[2, 1] == views.BULLET_BIT << 3 | views.OWN_BULLET_BIT
    assert set(row[55:SQUARES]) == {-1}
    assert int(RAMPAGE.observe(state, 1)[11 + 2]) == views.BULLET_BIT << 3 | views.OPPONENT_BULLET_BIT


def test_the_numbers_tell_of_both_players_the_own_one_first() -> None:
    state = busy()
    mine, theirs = (RAMPAGE.observe(state, seat)[SQUARES:].tolist() for seat in (0, 1))
    assert mine[:10] == [1, 1, 3, 1, 0, 0, 1, 0, 0, Word.SHOOT]
    assert mine[10:20] == [7, 3, 2, 2, 0, 0, 0, 0, 0, Word.NONE]
    assert mine[20:] == [1, 49, 11, 5, 0]
    assert (theirs[:10], theirs[10:20], theirs[-1]) == (mine[10:20], mine[:10], 1)


# The picture


def picture(state: Position, *names: str) -> list[str]:
    """The lines of the picture."""
    return RAMPAGE.picture(state, None, names).plain.splitlines()


@pytest.mark.parametrize("name", RAMPAGE.maps)
def test_the_picture_fits_80_columns_for_every_map(name: str) -> None:
    state, play = RAMPAGE.start(RAMPAGE.configure(), 1, map=name), RandomPlay(RAMPAGE, 1)
    while not state.record.over:
        RAMPAGE.step(state, [play.legal(state, seat) for seat in (0, 1)])
        lines = picture(state, "a bot with a very long name", "\N{CJK UNIFIED IDEOGRAPH-4E00}" * 40)
        assert max(cell_len(line) for line in lines) <= 80


@pytest.mark.parametrize(("width", "height"), [(22, 9), (23, 9), (37, 5), (38, 5), (64, 64)])
def test_the_picture_fits_80_columns_for_every_size(width: int, height: int) -> None:
    config = RAMPAGE.configure("standard", {"any_size": 1, "width": width, "height": height})
    state = RAMPAGE.start(config, 1)
    lines = picture(state, "a bot with a very long name", "b")
    assert max(cell_len(line) for line in lines) <= 80
    assert sum("│" in line for line in lines) >= height, "no row is missing"
    note = "one column for a square; facing: A right, B left"
    assert (note in lines) == (width > 37)


def test_a_robot_looks_hit_or_shielded_in_the_picture() -> None:
    hit = run(position("A.B..", ".....", "....."), "SHOOT/NONE, NONE/NONE")
    shielded = run(position("A...B", ".....", ".....", b={"shield": 1}), "NONE/SHIELD")
    assert look_of_b(position("A...B", ".....", ".....")) == ROBOT_STYLES[1]
    assert look_of_b(hit) == HIT_STYLE
    assert look_of_b(shielded) == SHIELD_STYLES[1]


def look_of_b(state: Position) -> str:
    """The style in which robot B stands on the board."""
    text = RAMPAGE.picture(state)
    at = text.plain.index("B<")
    return [str(span.style) for span in text.spans if span.start <= at < span.end][-1]


def test_the_picture_shows_what_is_on_the_board() -> None:
    text = "\n".join(picture(busy(), "alpha", "beta"))
    for mark in (
        "A>",
        "B<",
        "T!",
        "→",
        "L ",
        "██",
        "0 ",
        "alpha",
        "beta",
        "Turn 1 of 50",
        "laser failed",
        "1 hit",
    ):
        assert mark in text


def test_the_picture_ends_with_the_result() -> None:
    over = run(position(".....", ".AB..", ".....", b={"hp": 1}), "SHOOT/NONE")
    assert "alpha wins, by death" in "\n".join(picture(over, "alpha", "beta"))
    draw = run(position(".....", ".AB..", ".....", turn=49), "NONE/NONE")
    assert "a draw, at the turn limit" in "\n".join(picture(draw))


def test_names_can_do_no_harm() -> None:
    text = "\n".join(picture(busy(), "\x1b[31mred\u202e\n\n", ""))
    assert "\x1b" not in text
    assert "\u202e" not in text
