"""A player's view: the state file; `contest/test_recordings.py` compares recorded views."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.games.tower_defence.game import TOWER_DEFENCE
from tests.games.tower_defence.matches import RULESETS, SCRIPT, Moment, play, played


def seen_cell(view: dict[str, Any], x: int, y: int) -> dict[str, Any]:
    """A cell of a state file."""
    cell: dict[str, Any] = view["gameMap"][y][x]
    assert (cell["x"], cell["y"]) == (x, y)
    return cell


# state.json


@pytest.mark.parametrize("ruleset", RULESETS)
def test_both_players_see_their_half_on_the_left(ruleset: str) -> None:
    state = played([["1,3,2", "1,3,2"]], ruleset)
    for seat in range(2):
        view = TOWER_DEFENCE.view(state, seat)
        width = view["gameDetails"]["mapWidth"]
        for x, owner in ((1, "A"), (width - 2, "B")):
            cell = seen_cell(view, x, 3)
            building = cell["buildings"][0]
            assert (building["x"], building["y"], building["playerType"], cell["cellOwner"]) == (
                x,
                3,
                owner,
                owner,
            )
        assert view["players"][seat]["playerType"] == "A"


STANDARD_DETAILS = [
    "round",
    "maxRounds",
    "mapWidth",
    "mapHeight",
    "roundIncomeEnergy",
    "buildingPrices",
    "buildingsStats",
]
MEMBERS: list[tuple[str, list[str], list[str], list[str]]] = [
    (
        "classic",
        ["round", "mapWidth", "mapHeight", "buildingPrices"],
        ["damage", "speed", "x", "y", "playerType"],
        [],
    ),
    ("standard", STANDARD_DETAILS, ["damage", "speed", "x", "y", "playerType"], []),
    (
        "extended",
        [*STANDARD_DETAILS, "ironCurtainStats"],
        ["damage", "speed", "id", "x", "y", "playerType"],
        ["teslaHitList", "ironCurtainHitList"],
    ),
]


@pytest.mark.parametrize(("ruleset", "details", "missile", "lists"), MEMBERS)
def test_members_and_their_order(ruleset: str, details: list[str], missile: list[str], lists: list[str]) -> None:
    """Section 8, first paragraph: `standard` has the later forms without tesla and curtain."""
    view = TOWER_DEFENCE.view(played(SCRIPT, ruleset), 0)
    missiles = [found for row in view["gameMap"] for cell in row for found in cell["missiles"]]
    building = seen_cell(view, 2, 1)["buildings"][0]
    assert list(view) == ["gameDetails", "players", "gameMap", *lists]
    assert list(view["gameDetails"]) == details
    assert [list(found) for found in missiles] == [missile]
    assert ("maxRange" in building, "energyPerShot" in building) == (ruleset == "extended",) * 2
    assert ("TESLA" in view["gameDetails"]["buildingPrices"]) == (ruleset == "extended")
    assert ("ironCurtainAvailable" in view["players"][0]) == (ruleset == "extended")


def test_a_missiles_id_is_unique_and_stays_the_same() -> None:
    state = played([24, ["0,0,1", "0,0,1"], ["2,0,1", "2,3,1"], 1], "extended")
    before = ids_of(state)
    play(state, "", "")
    after = ids_of(state)
    assert len(set(before)) == len(before) > 0
    assert set(before) <= set(after)


def ids_of(state: Moment) -> list[str]:
    """The ids of all missiles."""
    view = TOWER_DEFENCE.view(state, 0)
    return [found["id"] for row in view["gameMap"] for cell in row for found in cell["missiles"]]


@pytest.mark.parametrize(("ruleset", "shown"), [("standard", 1), ("classic", 0)])
def test_d16_the_engine_shows_b_no_cooldown(ruleset: str, shown: int) -> None:
    state = played(SCRIPT, ruleset)
    a, b = (TOWER_DEFENCE.view(state, seat) for seat in range(2))
    assert seen_cell(a, 2, 1)["buildings"][0]["weaponCooldownTimeLeft"] == 1
    assert seen_cell(b, 5, 1)["buildings"][0]["weaponCooldownTimeLeft"] == shown


def test_hits_are_never_mirrored() -> None:
    """8.4 d: absolute columns and real owners in both views."""
    state = played([40, ["7,0,4", ""], 8, ["", "0,0,5"], 1], "extended")
    for seat in range(2):
        view = TOWER_DEFENCE.view(state, seat)
        tower, shield = ({"x": x, "y": 0, "playerType": "A"} for x in (7, 8))
        assert view["teslaHitList"] == [[tower, shield]]
        assert view["ironCurtainHitList"] == [shield]
