"""The built-in bots play whole matches without illegal moves, remember what they saw, and beat the random bot."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.game import BotStart, bot_class
from lanista.games.sproutopia import rules
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.tactics.ground import Ground
from tests.games.sproutopia.positions import Position, position, run

SMALL = {"Rows": 24, "Cols": 24, "MaxTicks": 300}


def match(names: tuple[str, ...], seed: int, ruleset: str = "standard", **changes: int) -> Position:
    """A whole match on a small map; a move that is not legal raises InvalidMove."""
    config = SPROUTOPIA.configure(ruleset, {**SMALL, **changes})
    state = SPROUTOPIA.start(config, seed, len(names))
    starts = [BotStart(seat, len(names), ruleset, config, seed + seat) for seat in range(len(names))]
    bots = [bot_class(SPROUTOPIA, name)(start) for name, start in zip(names, starts, strict=True)]
    while not state.record.over:
        texts = [bot.move(SPROUTOPIA.view(state, seat)) for seat, bot in enumerate(bots)]
        SPROUTOPIA.step(state, [SPROUTOPIA.read(state, seat, text) for seat, text in enumerate(texts)])
    return state


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
@pytest.mark.parametrize("bot", SPROUTOPIA.bots)
def test_a_bot_plays_whole_matches_without_an_invalid_move(bot: str, ruleset: str) -> None:
    state = match((bot, "random", bot, "squares"), 1, ruleset, PowerUpStartTick=5, WeedsStartTick=5)
    assert SPROUTOPIA.outcome(state) is not None


@pytest.mark.parametrize("bot", SPROUTOPIA.bots)
def test_the_same_seed_gives_the_same_match(bot: str) -> None:
    assert match((bot, "random"), 3, MaxTicks=120).bytes() == match((bot, "random"), 3, MaxTicks=120).bytes()


@pytest.mark.parametrize("bot", SPROUTOPIA.bots[1:])
def test_a_bot_beats_the_random_one(bot: str) -> None:
    wins = 0
    for seed in range(6):
        outcome = SPROUTOPIA.outcome(match((bot, "random"), seed))
        wins += outcome is not None and outcome.places[0] == 1
    assert wins >= 5


# What a bot remembers


def ground(state: Position) -> Ground:
    """A's memory after one look."""
    seen = Ground(BotStart(0, 2, "standard", {"Rows": state.const.Rows, "Cols": state.const.Cols}, 1))
    seen.see(SPROUTOPIA.view(state, 0))
    return seen


def test_what_was_seen_is_remembered() -> None:
    both = run(position(changes={"PlayerWindowSize": 2}), "/")
    seen = ground(both.state)
    assert seen.is_mine((0, 0))
    for text in ("RIGHT/", "/", "/"):
        both = run(both.state, text)
        seen.see(SPROUTOPIA.view(both.state, 0))
    assert seen.is_mine((0, 0)), "it has been out of sight for a while"
    assert seen.is_out()
    assert sorted(seen.trail()) == [(2, 1), (3, 1), (4, 1)]
    assert seen.path_home()[-1] in {(2, 0), (2, 2)}


def test_a_completed_trail_is_land() -> None:
    both = run(position(changes={"PlayerWindowSize": 2}), "RIGHT/")
    seen = ground(both.state)
    for text in ("/", "DOWN/", "/", "LEFT/", "/", "UP/"):
        both = run(both.state, text)
        seen.see(SPROUTOPIA.view(both.state, 0))
    assert not seen.is_out()
    assert seen.trail() == []
    assert seen.is_mine((3, 3))


def first_move(bot: str, state: Position) -> str:
    """What a bot does in a position as A."""
    config: dict[str, Any] = SPROUTOPIA.configure("standard", {"Rows": state.const.Rows, "Cols": state.const.Cols})  # type: ignore[assignment]
    text: str = bot_class(SPROUTOPIA, bot)(BotStart(0, 2, "standard", config, 1)).move(SPROUTOPIA.view(state, 0))
    return text


TRAIL = {"at": [0, 6], "dir": 3, "trail": [[x, 6] for x in range(6, -1, -1)]}
OBVIOUS = [
    ("hunter", position(a={"at": [3, 3], "dir": 4}, b=TRAIL), "DOWN"),
    ("squares", position(a={"at": [4, 1], "dir": 4, "trail": [[2, 1], [3, 1], [4, 1]]}, b={"at": [4, 3]}), "UP"),
]


# A is in a dead end at the right border: B stands on its own land above, a weed is on the left

TRAP = (*(".........",) * 2, *("......BBB",) * 3, ".........", *("......AAA",) * 3)
STANDING = {"at": [8, 4], "spawn": [7, 3], "dir": 4}
CLIMBING = {"at": [8, 5], "spawn": [7, 7], "dir": 1, "trail": [[8, 6], [8, 5]]}
ALONG = {"at": [8, 5], "spawn": [7, 7], "dir": 4, "trail": [[7, 6], [7, 5], [8, 5]]}
AIMING = [bot for bot in SPROUTOPIA.bots if bot != "random"]


@pytest.mark.parametrize("bot", AIMING)
def test_a_bot_does_not_run_into_a_farmer_on_that_farmers_land(bot: str) -> None:
    """5.6: whoever owns the land wins there, and gets all that the other had."""
    state = position(*TRAP, a=CLIMBING, b=STANDING, weeds=[{"cells": [[7, 5]], "super": 4}])
    word = first_move(bot, state)
    assert word == "LEFT", "of two ways to lose everything, the one that benefits nobody"
    assert run(state, f"{word}/").state.record.farmers[1].cells == 9


@pytest.mark.parametrize("bot", AIMING)
def test_a_bot_stands_still_at_the_border_rather_than_lose_everything(bot: str) -> None:
    """5.4: running against the border stops a farmer."""
    state = position(*TRAP, a=ALONG, b=STANDING, weeds=[{"cells": [[8, 6]], "super": 4}])
    word = first_move(bot, state)
    assert word == "IDLE"
    after = run(state, "/").state.record.farmers[0]
    assert (after.x, after.y, after.cells) == (8, 5, 9)


@pytest.mark.parametrize("bot", SPROUTOPIA.bots)
def test_a_bot_can_practise_alone(bot: str) -> None:
    state = match((bot,), 2, MaxTicks=100)
    outcome = SPROUTOPIA.outcome(state)
    assert outcome is not None
    assert outcome.places == (1,)
    assert rules.reward(state.record, state.const, 0) == 1000


@pytest.mark.parametrize(("bot", "state", "word"), OBVIOUS)
def test_a_bot_does_the_obvious(bot: str, state: Position, word: str) -> None:
    assert first_move(bot, state) == word
