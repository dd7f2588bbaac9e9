"""Views of farmers: the bot state of 8.5, the picture; and what stays hidden."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len

from lanista.games.sproutopia import views
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.tools.conformance.play import RandomPlay
from tests.games.sproutopia.positions import Position, position, run
from tests.rows import every_row

WEEDS = [{"cells": [[4, 2], [4, 3]], "super": 5}]


def busy(**changes: int) -> Position:
    """A has a trail and a power-up; an item, a weed and B are near."""
    a = {"powerUp": 3, "powerUpLeft": 7}
    return run(position(a=a, items=[[3, 3, 2], [5, 1, 5]], weeds=WEEDS, changes=changes), "RIGHT/,/,/").state


def view_of(state: Position, seat: int = 0) -> dict[str, Any]:
    """The view of a farmer."""
    return SPROUTOPIA.view(state, seat)


def random_moment(ticks: int, ruleset: str = "standard", **changes: int) -> Position:
    """A state after random play with many items."""
    often = {"PowerUpStartTick": 1, "WeedsStartTick": 1, "PowerUpSpawnRateMean": 3, "WeedSpawnRateMean": 5}
    state = SPROUTOPIA.start(SPROUTOPIA.configure(ruleset, {**often, **changes}), 4, 4)
    play = RandomPlay(SPROUTOPIA, 4)
    for _ in range(ticks):
        SPROUTOPIA.step(state, [play.legal(state, seat) for seat in range(4)])
    return state


# The bot state


def test_the_view_has_the_names_on_the_wire() -> None:
    view = view_of(busy())
    assert list(view) == [
        "directionState", "elapsedTime", "gameTick", "powerUp", "superPowerUp", "leaderBoard", "botPostions",
        "powerUpLocations", "weeds", "heroWindow", "x", "y",
    ]  # fmt: skip
    assert (view["directionState"], view["gameTick"], view["powerUp"], view["superPowerUp"]) == (4, 3, 3, 0)
    assert (view["x"], view["y"]) == (4, 1)
    assert view["leaderBoard"] == {views.BOT_IDS[0]: 11, views.BOT_IDS[1]: 11}
    assert view["botPostions"] == [{"x": 4, "y": 1}]
    assert view["powerUpLocations"] == [
        {"location": {"x": 3, "y": 3}, "type": 2},
        {"location": {"x": 5, "y": 1}, "type": 5},
    ]


def test_the_window_has_columns_first_and_trails_over_land() -> None:
    view = view_of(busy())
    window = view["heroWindow"]
    assert (len(window), len(window[0])) == (11, 11)
    assert window[5][5] == 4, "the receiver's trail under it"
    assert window[3][5] == 4, "the first trail cell, though it is the receiver's land"
    assert window[2][5] == 0
    assert window[6][5] == views.NEUTRAL
    assert window[0][5] == views.OUTSIDE
    assert [row[4 - 4 + 5] for row in view["weeds"]].count(True) == 0
    assert (view["weeds"][5][6], view["weeds"][5][7]) == (True, True)


def test_the_vector_of_the_specification() -> None:
    """8.5: 7 x 7, farmers at (1,1) (5,1) (5,5) (1,5), around (0,0)."""
    config = SPROUTOPIA.configure("standard", {"Rows": 7, "Cols": 7, "PlayerWindowSize": 5})
    state = SPROUTOPIA.start(config, 1, 4)
    assert [(f.x, f.y) for f in state.record.farmers] == [(1, 1), (5, 1), (5, 5), (1, 5)]
    state.record.farmers[0].x = state.record.farmers[0].y = 0
    window = view_of(state)["heroWindow"]
    assert [column[1:4] for column in window] == [[254] * 3, [254] * 3, [254, 0, 0], [254, 0, 0], [254, 0, 0]]


def test_the_view_before_the_first_tick_and_after_it() -> None:
    """8.5: the example at the spawn of farmer 0."""
    state = SPROUTOPIA.start(SPROUTOPIA.configure(), 12345, 4)
    assert (view_of(state)["gameTick"], view_of(state)["elapsedTime"]) == (0, "00:00:00.000")
    SPROUTOPIA.step(state, [SPROUTOPIA.missing] * 4)
    view = view_of(state)
    assert (view["x"], view["y"], view["gameTick"], view["elapsedTime"]) == (12, 1, 1, "00:00:00.000")
    assert all(view["heroWindow"][i][j] == 0 for i in (4, 5, 6) for j in (4, 5, 6))
    assert all(view["heroWindow"][i][j] == 254 for i in range(11) for j in range(4))
    SPROUTOPIA.step(state, [SPROUTOPIA.missing] * 4)
    assert view_of(state)["elapsedTime"] == "00:00:00.400"


def test_the_window_is_a_setting() -> None:
    assert len(view_of(busy(PlayerWindowSize=4))["heroWindow"]) == 5
    assert view_of(busy(PlayerWindowSize=0))["heroWindow"] == [[4]]
    assert view_of(busy(PlayerWindowSize=2))["powerUpLocations"] == [{"location": {"x": 5, "y": 1}, "type": 5}]


# What is hidden


@every_row("ruleset", ["standard", "classic"])
@every_row("seat", range(4))
def test_redrawing_what_is_hidden_does_not_change_what_the_farmer_sees(ruleset: str, seat: int) -> None:
    state = random_moment(150, ruleset)
    for seed in range(4):
        other = SPROUTOPIA.learning.redraw_hidden(state, seat, seed)
        assert other != state
        assert list(SPROUTOPIA.broken_invariants(other)) == []
        assert view_of(other, seat) == view_of(state, seat)
        assert (SPROUTOPIA.observe(other, seat) == SPROUTOPIA.observe(state, seat)).all()
        assert SPROUTOPIA.picture(other, seat).plain == SPROUTOPIA.picture(state, seat).plain
        assert other.data["land"].tobytes() != state.data["land"].tobytes()


# The picture


def picture(state: Position, seat: int | None = None, *names: str) -> list[str]:
    """The lines of the picture."""
    return SPROUTOPIA.picture(state, seat, names).plain.splitlines()


def test_the_picture_fits_80_columns() -> None:
    state = random_moment(300)
    for farmer in state.record.farmers:
        farmer.tie = 123_456_700
        farmer.power_up, farmer.power_left = 2, 20
        farmer.super_power_up, farmer.super_left = 5, 40
    for seat in (None, 0, 3):
        lines = picture(state, seat, "a bot with a very long name", "\N{CJK UNIFIED IDEOGRAPH-4E00}" * 40)
        assert max(cell_len(line) for line in lines) <= 80
        assert len(lines) == 53


def test_the_picture_shows_what_is_on_the_map() -> None:
    text = "\n".join(picture(busy(), None, "anna", "bertram"))
    for mark in ("AAaa▶S", "♣", "U", "BBB", "anna", "bertram", "Tick 3 of 1000", "Freeze 4", "9 cells", " 11 %"):
        assert mark in text, mark


def test_the_picture_of_a_seat_shows_its_window_alone() -> None:
    state = busy(PlayerWindowSize=4)
    text = "\n".join(picture(state, 0))
    assert "AAa" not in text, "two cells to the left are in sight: the first trail cell"
    assert "aa▶S" in text
    assert "BBB" not in text
    assert "Freeze" in text
    assert "Freeze 4" not in text, "bots do not see how long it lasts"


def test_the_picture_ends_with_the_ranks() -> None:
    over = run(position(changes={"MaxTicks": 1}), "/").state
    text = "\n".join(picture(over, None, "anna", "bertram"))
    assert "1. anna wins" in text
    assert "2. bertram" in text


def test_names_can_do_no_harm() -> None:
    text = "\n".join(picture(busy(), None, "\x1b[31mred\u202e\n\n", ""))
    assert "\x1b" not in text
    assert "\u202e" not in text
