"""The built-in bots play whole matches by legal moves alone, and the stronger ones beat the weakest."""

from __future__ import annotations

import json
from itertools import pairwise, product

import pytest

from lanista.game import BotStart, bot_class
from lanista.games.rampage.game import RAMPAGE
from tests.games.rampage.positions import Position, position

MAPS = ["", "pocket", "grand"]


def match(names: tuple[str, str], seed: int, name: str = "", ruleset: str = "standard") -> Position:
    """A whole match; a move that is not legal raises InvalidMove."""
    config = RAMPAGE.configure(ruleset)
    state = RAMPAGE.start(config, seed, map=name)
    fixed = json.loads(RAMPAGE.fixed_json(state, 0))
    bots = [
        bot_class(RAMPAGE, bot)(BotStart(seat, 2, ruleset, config, seed + seat, fixed))
        for seat, bot in enumerate(names)
    ]
    while not state.record.over:
        RAMPAGE.step(
            state, [RAMPAGE.read(state, s, bot.move(RAMPAGE.view(state, s))) for s, bot in enumerate(bots)]
        )
    return state


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
@pytest.mark.parametrize(("bot", "name"), list(product(RAMPAGE.bots, MAPS)))
def test_a_bot_plays_whole_matches_without_an_invalid_move(bot: str, name: str, ruleset: str) -> None:
    for opponent in ("random", bot):
        state = match((bot, opponent), 1, name, ruleset)
        assert RAMPAGE.outcome(state) is not None


@pytest.mark.parametrize("bot", RAMPAGE.bots)
def test_the_same_seed_gives_the_same_match(bot: str) -> None:
    assert match((bot, "random"), 3, "duel").bytes() == match((bot, "random"), 3, "duel").bytes()


@pytest.mark.parametrize("bot", RAMPAGE.bots[1:])
def test_a_bot_beats_the_random_one(bot: str) -> None:
    wins = 0
    for seed in range(5):
        for seat in (0, 1):
            names = (bot, "random") if seat == 0 else ("random", bot)
            outcome = RAMPAGE.outcome(match(names, seed))
            wins += outcome is not None and outcome.places[seat] == 1
    assert wins >= 7


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(RAMPAGE.bots)))
def test_the_bots_are_in_order_of_strength(weaker: str, stronger: str) -> None:
    wins = 0
    for seed in range(100, 106):
        for names in ((weaker, stronger), (stronger, weaker)):
            outcome = RAMPAGE.outcome(match(names, seed))
            assert outcome is not None
            wins += outcome.places[names.index(stronger)] < outcome.places[names.index(weaker)]
    assert wins >= 8, "of 12"


def first_move(bot: str, state: Position) -> str:
    """What a bot does in a position as player 1."""
    config, fixed = RAMPAGE.configure("standard", {"any_size": 1}), json.loads(RAMPAGE.fixed_json(state, 0))
    start = BotStart(0, 2, "standard", config, 1, fixed)
    text: str = bot_class(RAMPAGE, bot)(start).move(RAMPAGE.view(state, 0))
    return text


WIDE = ("...........",) * 2
OBVIOUS = [
    ("hunter", position(*WIDE, "A..B.......", *WIDE), "SHOOT"),
    ("greedy", position(*WIDE, "AB.........", *WIDE, b={"hp": 1}), "SHOOT"),
    ("hunter", position(*WIDE, "A..B.......", *WIDE, a={"dir": "UP", "laser": 1}), "LASER"),
    ("hunter", position(*WIDE, "A..B.......", *WIDE, a={"dir": "UP"}), "FACE_RIGHT"),
    ("collector", position("..........B", "...........", "A.L........", *WIDE), "FORWARD"),
    ("greedy", position("..........B", "...........", "AL.........", *WIDE), "FORWARD"),
    ("collector", position(*WIDE, "A..........", ".....B.....", *WIDE, a={"dir": "UP"}), "NONE"),
]


@pytest.mark.parametrize(("bot", "state", "word"), OBVIOUS)
def test_a_bot_does_the_obvious(bot: str, state: Position, word: str) -> None:
    assert first_move(bot, state) == word
