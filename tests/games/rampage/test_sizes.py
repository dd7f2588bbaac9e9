"""Boards and matches beyond a competition's: larger records, the same rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lanista.core.errors import ConfigError, LoadError
from lanista.game import BotStart
from lanista.game.policy_bot import PolicyBot
from lanista.games.rampage import maps
from lanista.games.rampage.game import LARGE_RULES, RAMPAGE, RULES
from lanista.games.rampage.maps import Map
from lanista.games.rampage.state import ANY_SIZE, COMPETITION, LARGE, ItemKind, Word
from lanista.tools.conformance.play import RandomPlay
from tests.games.rampage.positions import Position, play


def configured(**changes: int) -> Any:
    """Settings for any size."""
    return RAMPAGE.configure("standard", {"any_size": 1, **changes})


def started(width: int, height: int, seed: int = 1, **changes: int) -> Position:
    """A match on a made board."""
    return RAMPAGE.start(configured(width=width, height=height, **changes), seed)


WIDE = Map("wide", 40, 30, starts=((2, 3), (37, 26)), max_turns=2000, walls=((39, 29), (0, 0)))


@pytest.mark.parametrize(
    ("width", "height", "large"),
    [(3, 3, False), (21, 21, False), (22, 5, True), (3, 22, True), (40, 30, True), (64, 64, True)],
)
def test_the_larger_records_are_used_where_they_are_needed(width: int, height: int, large: bool) -> None:
    state = started(width, height)
    assert state.rules is (LARGE_RULES if large else RULES)
    assert (state.const.width, state.const.height) == (width, height)
    assert list(RAMPAGE.broken_invariants(state)) == []


def test_the_map_decides_not_the_settings() -> None:
    by_file = RAMPAGE.start(configured(), 1, map=maps.write_map(WIDE))
    assert by_file.rules is LARGE_RULES
    assert (by_file.const.width, by_file.const.height, RAMPAGE.max_turns(by_file)) == (40, 30, 2000)
    small = RAMPAGE.start(configured(width=60, height=60), 1, map="pocket")
    assert (small.rules, small.const.width) == (RULES, 5)
    long = RAMPAGE.start(configured(max_turns=1500), 1, map="pocket")
    assert (long.rules, RAMPAGE.max_turns(long)) == (LARGE_RULES, 1500)


def test_a_competition_keeps_its_limits() -> None:
    with pytest.raises(LoadError, match=r"side of 5 to 21 squares; the setting any_size allows 3 to 64, got 22"):
        RAMPAGE.start(RAMPAGE.configure("standard", {"width": 22}), 1)
    with pytest.raises(LoadError, match=r"got 40 - at \$\.width"):
        RAMPAGE.start(RAMPAGE.configure(), 1, map=maps.write_map(WIDE))
    with pytest.raises(ConfigError, match="max_turns expects 0 to 10000, got 10001"):
        RAMPAGE.start(RAMPAGE.configure("standard", {"max_turns": 10_001}), 1)
    with pytest.raises(ConfigError, match="setting width expects 3 to 64, got 65"):
        started(65, 5)
    with pytest.raises(LoadError, match=r"Expected a side of 3 to 64 squares, got 65 - at \$\.width"):
        RAMPAGE.start(configured(), 1, map=maps.write_map(WIDE._replace(width=65)))


def test_a_long_match_needs_no_other_setting() -> None:
    state = RAMPAGE.start(RAMPAGE.configure("classic", {"max_turns": 10_000}), 1, map="pocket")
    assert (state.rules, RAMPAGE.max_turns(state)) == (LARGE_RULES, 10_001)
    state.record.turn = 9_999
    play(state, "SHOOT", "NONE")
    assert state.record.turn == 10_000
    assert RAMPAGE.outcome(state) is None
    play(state, "NONE", "NONE")
    assert RAMPAGE.outcome(state) is not None


def test_there_is_room_for_all_that_is_allowed() -> None:
    assert LARGE["squares"] * 8 <= 2**15, "a bullet is one number: square, direction, owner"
    for limits, rules in ((COMPETITION, RULES), (ANY_SIZE, LARGE_RULES)):
        lengths = {field.name: field.shape for field in (*rules.state.fields, *rules.const.fields)}
        assert lengths["board"][0] >= limits.side**2
        assert lengths["bullets"][0] >= 2 * (limits.turns + 1)
        assert (lengths["turrets"], lengths["lies"], lengths["pads"]) == (
            (limits.turrets,),
            (limits.items,),
            (limits.pads,),
        )


@pytest.mark.parametrize(("width", "height"), [(64, 64), (22, 5), (3, 60)])
def test_compiled_rules_agree_on_large_boards(width: int, height: int) -> None:
    state, dice = started(width, height, initial_hp=20), RandomPlay(RAMPAGE, 4)
    for _ in range(120):
        play(state, *(dice.legal(state, seat).word.name for seat in (0, 1)))


def test_the_farthest_square_has_bullets_and_items_like_any_other() -> None:
    map_ = Map("", 64, 64, starts=((62, 63), (0, 0)), walls=((63, 62),))
    items = [maps.ItemSpot(63, 63, kind) for kind in ItemKind] * 60
    state = RAMPAGE.blank(configured(), map_._replace(items=tuple(items)))
    play(state, "SHOOT", "NONE")
    assert RAMPAGE.view(state, 0)["bullets"] == [{"x": 63, "y": 63, "dir": "RIGHT", "owner": 1}]
    play(state, "FORWARD", "NONE")
    me = state.record.players[0]
    assert (me.square, me.laser + me.shield + me.teleport) == (64 * 64 - 1, 180)


def test_a_large_state_survives_dump_and_load() -> None:
    state, dice = started(64, 64), RandomPlay(RAMPAGE, 4)
    for _ in range(20):
        RAMPAGE.step(state, [dice.legal(state, seat) for seat in (0, 1)])
    again = RAMPAGE.load(json.loads(json.dumps(RAMPAGE.dump(state))))
    assert again == state
    assert again.rules is LARGE_RULES


@pytest.mark.parametrize("bot", RAMPAGE.bots)
def test_bots_play_on_large_boards(bot: str) -> None:
    state = started(40, 33)
    fixed = json.loads(RAMPAGE.fixed_json(state, 0))
    player = PolicyBot(RAMPAGE, BotStart(0, 2, "standard", configured(), 1, fixed), bot)
    for _ in range(5):
        move = RAMPAGE.read(state, 0, player.move(RAMPAGE.view(state, 0)))
        RAMPAGE.step(state, [move, RAMPAGE.learning.decode(state, 1, Word.NONE)])
