"""What a player sees: state file, text map, numbers; the recorded views are compared in `test_traces`."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.engine import State
from lanista.games.tower_defence import TOWER_DEFENCE, statefile, textmap, views
from lanista.games.tower_defence.state import CELLS, WIDTH
from tests.games.tower_defence.matches import Moment, begin, facts_of, play, played

SCRIPT: list[Any] = [["1,3,2", "0,0,2"], 4, ["2,1,1", "3,2,0"], 3]
RULESETS = ["standard", "classic", "extended"]


def seen_cell(view: dict[str, Any], x: int, y: int) -> dict[str, Any]:
    """A cell of a state file."""
    cell: dict[str, Any] = view["gameMap"][y][x]
    assert (cell["x"], cell["y"]) == (x, y)
    return cell


# state.json


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everybody_sees_himself_on_the_left(ruleset: str) -> None:
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


def test_a_missiles_id_stays_with_it_and_is_its_own() -> None:
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


def test_hits_are_mirrored_for_nobody() -> None:
    """8.4 d: absolute columns and real owners in both views."""
    state = played([40, ["7,0,4", ""], 8, ["", "0,0,5"], 1], "extended")
    for seat in range(2):
        view = TOWER_DEFENCE.view(state, seat)
        tower, shield = ({"x": x, "y": 0, "playerType": "A"} for x in (7, 8))
        assert view["teslaHitList"] == [[tower, shield]]
        assert view["ironCurtainHitList"] == [shield]


# textMap.txt

STANDARD_TEXT = """XXXXXXXXX GAME INFO XXXXXXXXX
Round Number : 9
Maximum Amount Of Rounds : 1000
Map Width : 8
Map Height : 4
Round Income Energy : 5
XXXXXXXXXXXXXXXXXXXXXXXXXXXXX

****** BUILDING STATS ******
type;health;constructionTime;price;weaponDamage;weaponSpeed;weaponCooldownPeriod;energyGeneratedPerTurn;\
destroyMultiplier;constructionScore
ATTACK;5;1;30;5;1;3;0;1;1;
DEFENSE;20;3;30;0;0;0;0;1;1;
ENERGY;5;1;20;0;0;0;3;1;1;
*****************************

---------- PLAYER A ----------
Energy : 39
Health : 100
HitsTaken : 0
Score : 0
------------------------------

---------- PLAYER B ----------
Energy : 39
Health : 100
HitsTaken : 0
Score : 0
------------------------------

############# MAP #############
[0,0,E,0,0][1,0,N,0,0][2,0,N,0,0][3,0,N,0,0][4,0,N,0,0][5,0,N,0,0][6,0,N,0,0][7,0,N,0,0]
[0,1,N,0,0][1,1,N,0,0][2,1,N,0,1][3,1,N,0,0][4,1,N,0,0][5,1,A,0,0][6,1,N,0,0][7,1,N,0,0]
[0,2,N,0,0][1,2,N,0,0][2,2,N,0,0][3,2,D,0,0][4,2,N,0,0][5,2,N,0,0][6,2,N,0,0][7,2,N,0,0]
[0,3,N,0,0][1,3,N,0,0][2,3,N,0,0][3,3,N,0,0][4,3,N,0,0][5,3,N,0,0][6,3,E,0,0][7,3,N,0,0]
###############################

######## BUILDING DATA #########
FORMAT : [x,y] Owner|BuildingType|ConstructionTimeLeft|Health|WeaponCooldownTimeLeft|WeaponDamage|\
EnergyGeneratedPerTurn{blank}

[6,3] B|ENERGY|-1|5|0|0|3
[0,0] A|ENERGY|-1|5|0|0|3
[5,1] B|ATTACK|-1|5|1|5|0
[3,2] A|DEFENSE|-1|20|0|0|0
###############################

####### MISSILE DATA ########
FORMAT : [x,y] Owner|Damage|Speed{blank}

[2,1] B|5|1
###############################
"""


def test_the_text_map_of_b() -> None:
    assert textmap.text_map(played(SCRIPT), 1) == STANDARD_TEXT.format(blank=" ")


# The way back


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_seen_can_be_imagined(ruleset: str, seat: int) -> None:
    """A bot's state, in which it is A, is the real one or its mirror, and has the same future."""
    script: list[Any] = [*SCRIPT, 8, ["0,0,1", "1,1,1"], 1, ["3,3,0", ""], 2]
    state = played(script, ruleset, {"d16_cooldown_shown_to_b": 1})
    imagined: Moment = State.blank(TOWER_DEFENCE.rules)
    imagined.fixed[:] = state.fixed
    statefile.imagine(TOWER_DEFENCE.view(state, seat), imagined)
    real = TOWER_DEFENCE.exchange_seats(state) if seat else state.clone()
    for _ in range(12):
        assert facts_of(imagined) == {**facts_of(real), "tesla_hits": facts_of(imagined)["tesla_hits"]}
        play(real, "", "")
        play(imagined, "", "")


# Numbers


def test_numbers_for_learners() -> None:
    state = played(SCRIPT)
    own, enemy = (TOWER_DEFENCE.observe(state, seat) for seat in range(2))
    assert own.shape == views.OBSERVATION == (784,)
    turret, wall = 1 * WIDTH + 2, 2 * WIDTH + 4
    assert [own[plane * CELLS + turret] for plane in range(6)] == [2, 5, 0, 1, 0, 0]
    assert [own[plane * CELLS + wall] for plane in range(6)] == [1, 20, 0, 0, 0, 0]
    assert own[4 * CELLS + 1 * WIDTH + 5] == 1
    assert enemy[5 * CELLS + 1 * WIDTH + 2] == 1
    assert own[768:].tolist() == [39, 100, 0, 0, 0, -1, 39, 100, 0, 0, 0, -1, 9, 1000, 8, 4]


def test_both_see_the_same_start() -> None:
    for ruleset in RULESETS:
        state = begin(ruleset)
        assert (TOWER_DEFENCE.observe(state, 0) == TOWER_DEFENCE.observe(state, 1)).all()
