"""The typed messages of every game are true of its views, maps and moves."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from click.testing import CliRunner

from lanista.bot.reference import reference_of
from lanista.bot.schema import schema_of
from lanista.cli.main import lanista
from lanista.game import Game
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.rampage.game import RAMPAGE
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.tanks.game import TANKS
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.tools.conformance.play import RandomPlay
from tests.bot.check import faults

GAMES: tuple[Game[Any, Any, Any], ...] = (OVERDRIVE, RAMPAGE, SPROUTOPIA, TANKS, TOWER_DEFENCE)
RULESETS = [pytest.param(game, name, id=f"{game.name}-{name}") for game in GAMES for name in game.rulesets]
TURNS = 250


@pytest.mark.parametrize(("game", "ruleset"), RULESETS)
def test_types_are_true_of_random_play(game, ruleset):
    schema = schema_of(game.name)
    parts, definitions = schema["properties"], schema["$defs"]
    state, play = game.start(game.configure(ruleset), 7, game.default_seats), RandomPlay(game, 7)
    seen: set[str] = set()
    for turn in range(TURNS):
        if game.outcome(state) is not None:
            break
        for seat in range(state.seats):
            view = game.view(state, seat)
            seen.update(f"{turn}/{seat}: {fault}" for fault in faults(view, parts["view"], definitions))
            move = game.write(play.legal(state, seat))
            seen.update(f"{turn}/{seat}: {fault}" for fault in faults(move, parts["move"], definitions))
        game.step(state, play.moves(state))
    assert not sorted(seen)[:5]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_map_has_a_type_if_there_is_one(game):
    schema = schema_of(game.name)
    fixed = game.fixed_json(game.start(game.configure(), 7), 0)
    assert ("map" in schema["properties"]) == bool(fixed)
    if fixed:
        assert not list(faults(json.loads(fixed), schema["properties"]["map"], schema["$defs"]))


def members_never_seen(game: Game[Any, Any, Any]) -> set[str]:
    """Members that are not always there, and were in no view of random play under any ruleset."""
    definitions = schema_of(game.name)["$defs"]
    optional = {name for d in definitions.values() for name in d["properties"] if name not in d["required"]}
    for ruleset, seed in itertools.product(game.rulesets, (1, 2)):
        state, play = game.start(game.configure(ruleset), seed, game.default_seats), RandomPlay(game, seed)
        for _ in range(TURNS):
            if game.outcome(state) is not None or not optional:
                break
            text = game.view_json(state, 0).decode()
            optional -= {name for name in optional if f'"{name}":' in text}
            game.step(state, play.moves(state))
    return optional


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_member_is_made_up(game):
    assert members_never_seen(game) <= {"reflected"}, "a shield that meets a laser is rare in random play"


def test_the_check_finds_what_is_wrong():
    schema = schema_of("overdrive")
    view = OVERDRIVE.view(OVERDRIVE.start(OVERDRIVE.configure(), 1, 2), 0)
    view["extra"] = 1
    del view["maxRounds"]
    view["player"]["speed"] = "5"
    view["player"]["id"] = 3
    found = list(faults(view, schema["properties"]["view"], schema["$defs"]))
    assert found == [
        "$: no member maxRounds",
        "$.player.id: 3 is none of [1, 2]",
        "$.player.speed: expected integer, got '5'",
        "$: unknown member extra",
    ]


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("overdrive", ["FIX", "USE_TWEET 4 76"]),
        ("rampage", ["TELEPORT_5"]),
        ("sproutopia", ["UP", "UP LEFT", {"Action": 3}]),
        (
            "tanks",
            ["FIRE CARDINAL NORTH_EAST", {"action": "Fire", "aiming": "Cardinal", "orientation": "North-East"}],
        ),
        ("tower_defence", ["", "3,2,1"]),
    ],
)
def test_moves_that_a_person_would_write(game, moves):
    schema = schema_of(game)
    for move in moves:
        assert not list(faults(move, schema["properties"]["move"], schema["$defs"]))
    for wrong in ("HOP", 7, {"move": "UP"}):
        assert list(faults(wrong, schema["properties"]["move"], schema["$defs"]))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_manual_has_a_page_of_messages(game):
    shown = CliRunner().invoke(lanista, ["docs", f"reference/{game.name}"]).output
    assert shown.endswith(reference_of(game.name).partition("\n\n")[2])


def test_the_verb_prints_a_schema():
    shown = CliRunner().invoke(lanista, ["schema", "overdrive"])
    assert shown.exit_code == 0
    assert '"$schema"' in shown.output
    assert '"statesThatOccurredThisRound"' in shown.output
