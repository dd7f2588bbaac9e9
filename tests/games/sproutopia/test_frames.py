"""Pictures of a garden: scene, frames and curves."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from lanista.games.sproutopia import settings, views
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.moves import Move
from lanista.games.sproutopia.show.frames import HIDDEN
from lanista.games.sproutopia.state import Direction, Item

from .positions import EMPTY, Position, items_of, land_of, played, position, weeds_in

TICKS = 250
NEAR = {"PlayerWindowSize": 4}  # a window of 5 x 5


def match(seed: int = 7, ticks: int = TICKS) -> list[Position]:
    """A match of farmers who walk at random, tick by tick."""
    state, chance = SPROUTOPIA.start(settings.STANDARD, seed), random.Random(seed)
    states = [state.clone()]
    for _ in range(ticks):
        ways = [Direction(chance.randint(1, 4)) if chance.random() < 0.3 else None for _ in range(4)]
        SPROUTOPIA.step(state, [Move.of([way]) if way else SPROUTOPIA.missing for way in ways])
        states.append(state.clone())
    return states


# The scene


def test_the_scene_has_the_size_the_homes_and_how_long_things_last() -> None:
    assert SPROUTOPIA.scene(position()) == {
        "cols": 9,
        "rows": 9,
        "ticks": 1000,
        "sight": 5,
        "homes": [[1, 1], [7, 7]],
        "items": ["", "Immunity", "Unprunable", "Freeze", "Trail Protection", "Super Fertilizer"],
        "lifespans": [0, 20, 20, 10, 0, 40],
    }


def test_the_scene_is_the_same_whatever_is_hidden() -> None:
    state = match(ticks=120)[-1]
    assert SPROUTOPIA.scene(SPROUTOPIA.learning.redraw_hidden(state, 0, 5)) == SPROUTOPIA.scene(state)


# Frames for everybody


def shown_farmer(x: int, y: int, **known: int) -> dict[str, int]:
    """A farmer of whom everything is shown."""
    nothing = dict.fromkeys(
        ("direction", "power_up", "power_left", "super_power_up", "super_left", "fate", "held"), 0
    )
    return {"x": x, "y": y, "cells": 9, "percent": 11, **nothing, **known}  # 9 of 81 cells are 11 percent


NO_TRAIL = {"x": HIDDEN, "y": HIDDEN, "ways": []}


@pytest.mark.parametrize(
    ("given", "part", "shown"),
    [
        pytest.param({}, "farmers", [shown_farmer(1, 1), shown_farmer(7, 7)], id="farmers at home"),
        pytest.param({}, "trails", [NO_TRAIL, NO_TRAIL], id="no trails"),
        pytest.param(
            {"a": {"at": [4, 3], "dir": 4, "trail": [[2, 2], [2, 3], [3, 3], [4, 3]]}},
            "trails",
            [{"x": 2, "y": 2, "ways": [Direction.DOWN, Direction.RIGHT, Direction.RIGHT]}, NO_TRAIL],
            id="a trail: its first cell and the ways it takes",
        ),
        pytest.param(
            {"a": {"at": [2, 2], "dir": 4, "trail": [[2, 2]]}},
            "trails",
            [{"x": 2, "y": 2, "ways": []}, NO_TRAIL],
            id="a trail of one cell",
        ),
        pytest.param(
            {"b": {"at": [7, 3], "dir": 1, "powerUp": 1, "powerUpLeft": 6, "superPowerUp": 4}},
            "farmers",
            [
                shown_farmer(1, 1),
                shown_farmer(7, 3, direction=Direction.UP, power_up=Item.IMMUNITY, power_left=6)
                | {"super_power_up": Item.TRAIL_PROTECTION, "super_left": -1},
            ],
            id="power-ups and what is left of them",
        ),
        pytest.param({"items": [[4, 5, 2]]}, "power_ups", {"cells": [49], "kinds": [2]}, id="power-ups"),
        pytest.param({"items": [[3, 8, 5]]}, "supers", {"cells": [75], "kinds": [5]}, id="super power-ups"),
        pytest.param(
            {"weeds": [{"cells": [[4, 4], [4, 3]], "super": 5}]},
            "weeds",
            [{"hides": Item.SUPER_FERTILIZER, "cells": [40, 31]}],
            id="a weed: what it hides, and its cells",
        ),
    ],
)
def test_a_frame_shows_what_there_is(given: Mapping[str, Any], part: str, shown: Any) -> None:
    assert SPROUTOPIA.frame(position(**given))[part] == shown


def test_everybody_sees_the_whole_map() -> None:
    state = position(weeds=[{"cells": [[4, 4], [4, 3]], "super": 5}])
    frame = SPROUTOPIA.frame(state)
    assert (frame["left"], frame["top"], frame["width"]) == (0, 0, 9)
    assert land_of(frame) == list(EMPTY)
    assert weeds_in(frame, state) == [31, 40]


def test_where_lands_overlap_the_lowest_farmer_is_shown() -> None:
    """2.5: under `classic` a cell can be in two lands."""
    state = position(ruleset="classic")
    state.record.land[0] |= 2
    assert land_of(SPROUTOPIA.frame(state))[0] == "AAA......"
    assert SPROUTOPIA.frame(state, 0)["land"][0] == 1, "a farmer does not see who else owns it"


# Frames of one farmer


def seen(seat: int = 0, **given: Any) -> dict[str, Any]:
    return SPROUTOPIA.frame(position(changes=NEAR, **given), seat)


def window(frame: Mapping[str, Any]) -> tuple[list[int], list[str]]:
    return [frame["left"], frame["top"]], land_of(frame)


def test_a_farmer_sees_its_window_as_far_as_the_map_goes() -> None:
    assert window(seen()) == ([0, 0], ["AAA.", "AAA.", "AAA.", "...."])
    assert window(seen(1)) == ([5, 5], ["....", ".BBB", ".BBB", ".BBB"])
    middle = seen(a={"at": [4, 4]})
    assert window(middle) == ([2, 2], ["A....", ".....", ".....", ".....", "....B"])


def test_a_trail_in_the_window_hides_the_land_below_and_tells_no_order() -> None:
    """8.5: a trail wins over land; beyond the window it is unknown."""
    frame = seen(
        a={"at": [3, 3], "dir": 4, "trail": [[2, 2], [2, 3], [3, 3]]},
        b={"at": [6, 2], "dir": 4, "trail": [[5, 1], [5, 2], [6, 2]]},
    )
    assert window(frame) == ([1, 1], ["AA..b", "Aa..b", ".aa..", ".....", "....."])
    assert frame["trails"] == []


@pytest.mark.parametrize(
    ("b", "shown"),
    [
        pytest.param({"at": [7, 7]}, [(HIDDEN, HIDDEN)], id="out of sight"),
        pytest.param({"at": [4, 3], "dir": 3, "trail": [[4, 3]]}, [(4, 3)], id="on its trail"),
        pytest.param(
            {"at": [6, 6], "powerUp": 1, "powerUpLeft": 5}, [(6, 6)], id="on its land, without its power-up"
        ),
        pytest.param({"at": [5, 5]}, [(HIDDEN, HIDDEN), (5, 5)], id="on neutral ground nobody knows who it is"),
    ],
)
def test_of_others_a_farmer_knows_where_they_stand(b: Mapping[str, Any], shown: list[tuple[int, int]]) -> None:
    frame = seen(a={"at": [4, 4], "dir": 2, "powerUp": 2, "powerUpLeft": 9}, b=b)
    own, *others = frame["farmers"]
    without_ticks_left = {"direction": Direction.DOWN, "power_up": Item.UNPRUNABLE, "cells": HIDDEN}
    assert own == shown_farmer(4, 4, **without_ticks_left)
    shares = [11, 0]  # of B, and of a farmer whom nothing identifies
    assert others == [
        shown_farmer(x, y, direction=HIDDEN, cells=HIDDEN, percent=share)
        for (x, y), share in zip(shown, shares, strict=False)
    ]


def test_a_farmer_sees_items_and_weeds_in_its_window_alone() -> None:
    weeds = [{"cells": [[3, 3], [4, 3]], "super": 5}, {"cells": [[4, 7]], "super": 4}]
    state = position(changes=NEAR, items=[[3, 0, 2], [5, 5, 3]], weeds=weeds)
    frame = SPROUTOPIA.frame(state, 0)
    assert items_of(frame) == [(3, 2)]
    assert weeds_in(frame, state) == [30]
    assert frame["weeds"] == [], "neither what they hide nor how they go on"


def test_everybody_reads_the_leaderboard_but_not_the_cells() -> None:
    assert [farmer["percent"] for farmer in seen()["farmers"]] == [11, 11]
    assert [farmer["cells"] for farmer in seen()["farmers"]] == [HIDDEN, HIDDEN]


def test_a_farmers_frame_is_the_same_whatever_it_cannot_see() -> None:
    for state in match()[::25]:
        for seat in range(4):
            frame, whole = SPROUTOPIA.frame(state, seat), SPROUTOPIA.frame(state)
            other = SPROUTOPIA.learning.redraw_hidden(state, seat, state.record.tick)
            assert SPROUTOPIA.frame(other, seat) == frame
            assert SPROUTOPIA.frame(other) != whole


# Ticks, and other sizes


def test_frames_are_plain() -> None:
    for seat in (None, 0):
        frames = [SPROUTOPIA.frame(state, seat) for state in match()]
        assert msgspec.json.decode(msgspec.json.encode(frames)) == frames


def test_a_claim_changes_only_its_cells() -> None:
    state = position(a={"at": [2, 1]})
    played(state, "RIGHT/, UP/")
    before = SPROUTOPIA.frame(state)["land"]
    played(state, "LEFT/")
    after = SPROUTOPIA.frame(state)["land"]
    assert [(i, now) for i, (was, now) in enumerate(zip(before, after, strict=True)) if was != now] == [
        (3, 1),
        (12, 1),
    ]


def test_a_longer_trail_changes_only_its_end() -> None:
    state = position(a={"at": [2, 1]})
    ways = []
    for tick in ("RIGHT/", "/", "DOWN/"):
        played(state, tick)
        ways.append(SPROUTOPIA.frame(state)["trails"][0]["ways"])
    right, down = Direction.RIGHT, Direction.DOWN
    assert ways == [[right], [right, right], [right, right, down]]


@pytest.mark.parametrize("side", [6, 100])
def test_maps_of_other_sizes_have_whole_frames(side: int) -> None:
    state = SPROUTOPIA.start(SPROUTOPIA.configure("standard", {"Rows": side, "Cols": side}), 1)
    assert land_of(SPROUTOPIA.frame(state)) == views.land_rows(state)


# Curves


def test_the_cells_come_first_among_the_curves() -> None:
    trail = [[2, 2], [2, 3], [3, 3], [4, 3]]
    state = position(a={"at": [4, 3], "dir": 4, "trail": trail, "powerUp": 1, "powerUpLeft": 7, "superPowerUp": 4})
    state.record.farmers[1].tie = 1259
    assert list(SPROUTOPIA.pictures.curves(state).items()) == [
        ("cells", [9, 9]),
        ("trail", [4, 0]),
        ("tie-breaking points", [0, 12]),
        ("ticks left of power-ups", [7, 0]),
    ]
    assert list(SPROUTOPIA.pictures.curves(state, 1).values()) == [[None, 9], [None, 0], [None, None], [None, 0]]
