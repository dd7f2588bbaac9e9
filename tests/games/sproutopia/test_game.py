"""The game as the platform sees it: settings, layouts, seats, and the conformance suite."""

from __future__ import annotations

import pytest

from lanista.core.errors import ConfigError
from lanista.games.sproutopia.game import RULES, SPROUTOPIA, original_seed
from lanista.games.sproutopia.settings import SWITCHES
from lanista.games.sproutopia.state import MAX_QUEUED
from tests.programs import check_with_all_tools
from tests.rows import every_row


@pytest.mark.compiles
@pytest.mark.parametrize("turns", [80, pytest.param(200, marks=pytest.mark.long)])
def test_sproutopia_conforms(turns: int) -> None:
    lines = check_with_all_tools(SPROUTOPIA, turns=turns)
    for seats in (1, 4):
        assert f"sproutopia (standard, {seats} seats): views do not leak hidden information" in lines
        assert f"sproutopia (classic, {seats} seats): compiled rules give the same bytes" in lines
        assert f"sproutopia (classic, {seats} seats): batches equal single matches" in lines
    alone = [line for line in lines if "hides nothing" in line]
    assert all("1 seats" in line for line in alone), "alone, there is nobody else to hide from"
    assert [line for line in lines if "NOT" in line] == []


# Settings


def test_classic_is_standard_with_the_switches_on() -> None:
    standard, classic = SPROUTOPIA.configure("standard"), SPROUTOPIA.configure("classic")
    assert {name for name in standard if standard[name] != classic[name]} == set(SWITCHES)


def test_the_settings_are_the_contests() -> None:
    config = SPROUTOPIA.configure()
    assert (config["Rows"], config["Cols"], config["MaxTicks"], config["PlayerWindowSize"]) == (50, 50, 1000, 10)
    assert config["TickRate"] == SPROUTOPIA.turn_budget("standard") == 400


def test_settings_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ConfigError, match="PowerUpSpawnRateMin expects at most PowerUpSpawnRateMax, 50, got 60"):
        SPROUTOPIA.configure("standard", {"PowerUpSpawnRateMin": 60})


def test_a_misspelt_setting_is_refused_with_a_hint() -> None:
    with pytest.raises(ConfigError, match="no setting 'MaxTick'; did you mean 'MaxTicks'"):
        SPROUTOPIA.configure("standard", {"MaxTick": 5})


# Layouts


@every_row(
    ("changes", "cells", "weeds", "weed_cells", "supers"),
    [
        ({}, 2504, 4, 16, 64),
        ({"Rows": 7, "Cols": 7}, 2504, 4, 16, 64),
        ({"Rows": 100, "Cols": 100}, 10_000, 4, 16, 64),
        ({"Rows": 200, "Cols": 200}, 40_000, 4, 16, 64),
        ({"WeedsMaxAmount": 9, "WeedsMaxGrowth": 99}, 2504, 16, 128, 64),
        ({"WeedSpawnRateMean": 2}, 2504, 4, 16, 2504),
        ({"WeedSpawnRateMax": 5, "Rows": 100, "Cols": 90}, 10_000, 4, 16, 10_000),
        ({"WeedSpawnRateMean": 2, "WeedSpawnRateMin": 20}, 2504, 4, 16, 64),
        ({"WeedSpawnRateMean": 2, "WeedsMaxAmount": 0}, 2504, 4, 16, 64),
        ({"WeedSpawnRateStdDev": 40}, 2504, 4, 16, 2504),
        ({"MaxTicks": 10_000}, 2504, 4, 16, 2504),
    ],
)
def test_the_records_have_room_for_the_settings(
    changes: dict[str, int], cells: int, weeds: int, weed_cells: int, supers: int
) -> None:
    state = SPROUTOPIA.start(SPROUTOPIA.configure("standard", changes), 1, 4)
    garden = state.record
    assert (len(garden.land), len(garden.weeds), len(garden.weeds[0].cells)) == (cells, weeds, weed_cells)
    assert len(garden.supers.entries) == supers
    assert (state.rules is RULES) == (len(bytes(garden.raw)) == RULES.state.dtype.itemsize)  # type: ignore[attr-defined]
    assert SPROUTOPIA.load(SPROUTOPIA.dump(state)) == state


def test_the_usual_state_is_small() -> None:
    """The queues of 256 commands (E4) are a third of it."""
    assert RULES.state.dtype.itemsize < 10_000 + 4 * 5 * (MAX_QUEUED - 32)


# Seats and seeds


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_farmers_spawn_where_the_specification_says(seats: int) -> None:
    state = SPROUTOPIA.start(SPROUTOPIA.configure(), 1, seats)
    spots = [(farmer.x, farmer.y) for farmer in state.record.farmers[:seats]]
    assert spots == [(12, 1), (48, 12), (37, 48), (1, 37)][:seats]
    assert [farmer.cells for farmer in state.record.farmers] == [9] * seats + [0] * (4 - seats)


@pytest.mark.parametrize("side", [(6, 6), (6, 200), (200, 6), (7, 9), (13, 13)])
def test_homes_never_overlap(side: tuple[int, int]) -> None:
    state = SPROUTOPIA.start(SPROUTOPIA.configure("standard", {"Rows": side[0], "Cols": side[1]}), 1, 4)
    assert [farmer.cells for farmer in state.record.farmers] == [9] * 4
    assert list(SPROUTOPIA.broken_invariants(state)) == []


def test_the_seed_is_the_original_generators_where_it_fits() -> None:
    fitting = [0, 12345, 2**31 - 1, -1, -(2**31)]
    assert [original_seed(seed) for seed in fitting] == fitting
    assert 0 <= original_seed(2**60) < 2**31
    assert original_seed(2**60) != original_seed(2**60 + 1)
