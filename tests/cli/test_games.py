"""`lanista games GAME` says what each number of an observation is."""

from __future__ import annotations

import json

import pytest

from lanista.game import game_names, get_game


@pytest.mark.parametrize("name", game_names())
def test_every_number_of_an_observation_belongs_to_one_part(invoke, name):
    printed = json.loads(invoke("games", name, "--json").stdout)
    (game,) = printed["games"]
    spec = get_game(name).observation_spec
    names = [spec.name_of(part["first"]).partition("[")[0] for part in game["observation_parts"]]
    assert names == [part["name"] for part in game["observation_parts"]]
    assert sum(part["size"] for part in game["observation_parts"]) == spec.size


def test_codes_and_scales_are_listed(invoke):
    printed = invoke("games", "overdrive").stdout
    assert "an observation: " in printed
    assert "1 mud" in printed
    assert "opponent's speed" in printed


def test_an_unknown_game_is_refused(invoke):
    result = invoke("games", "chess")
    assert result.exit_code == 2
    assert "overdrive" in result.stderr
