"""The built-in bots play whole matches by legal moves alone, and the stronger ones beat the weakest."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from lanista.engine import derive
from lanista.engine.chooser import Chooser
from lanista.game.move_records import take_move
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.moves import Move
from tests.games.policies import chosen
from tests.games.rampage.positions import Position, position
from tests.rows import every_row

MAPS = ["", "pocket", "grand"]


def match(names: tuple[str, str], seed: int, name: str = "", ruleset: str = "standard") -> Position:
    """A whole match; a move that is not legal raises InvalidMove."""
    state = RAMPAGE.start(RAMPAGE.configure(ruleset), seed, map=name)
    bots = [Chooser(state, seat, bot) for seat, bot in enumerate(names)]
    while not state.record.over:
        moves = [bot.choose(state, derive(seed, state.record.turn, seat)) for seat, bot in enumerate(bots)]
        texts = [RAMPAGE.write(take_move(Move, move)) for move in moves]
        RAMPAGE.step(state, [RAMPAGE.read(state, seat, text) for seat, text in enumerate(texts)])
    return state


@every_row("ruleset", ["standard", "classic"])
@every_row(("bot", "name"), list(product(RAMPAGE.bots, MAPS)))
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
            wins += outcome is not None and outcome.rule_ranks[seat] == 1
    assert wins >= 7


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(RAMPAGE.bots)))
def test_the_bots_are_in_order_of_strength(weaker: str, stronger: str) -> None:
    wins = 0
    for seed in range(100, 106):
        for names in ((weaker, stronger), (stronger, weaker)):
            outcome = RAMPAGE.outcome(match(names, seed))
            assert outcome is not None
            wins += outcome.rule_ranks[names.index(stronger)] < outcome.rule_ranks[names.index(weaker)]
    assert wins >= 8, "of 12"


WIDE = ("...........",) * 2
OBVIOUS = [
    ("hunter", position(*WIDE, "A..B.......", *WIDE), "SHOOT"),
    ("greedy", position(*WIDE, "AB.........", *WIDE, b={"hp": 1}), "SHOOT"),
    ("hunter", position(*WIDE, "A..B.......", *WIDE, a={"dir": "UP", "laser": 1}), "LASER"),
    ("hunter", position(*WIDE, "A..B.......", *WIDE, a={"dir": "UP"}), "FACE_RIGHT"),
    ("collector", position("..........B", "...........", "A.L........", *WIDE), "FORWARD"),
    ("greedy", position("..........B", "...........", "AL.........", *WIDE), "FORWARD"),
    ("collector", position(*WIDE, "A..........", ".....B.....", *WIDE, a={"dir": "UP"}), "NONE"),
    ("hunter", position("########", "#A..S#.#", "#.######", "#....B.#"), "FORWARD"),
    ("hunter", position("##########", "#A.....S##", "#.########", "#...B....#"), "FACE_DOWN"),
    ("collector", position("##########", "#A.....S##", "#.########", "#...B....#"), "FORWARD"),
    ("collector", position("########", "#A.<S..#", "########", "#B######"), "NONE"),
    (
        "collector",
        position("########", "##.#####", "#>A....#", "########", "#B######", a={"dir": "UP"}),
        "FORWARD",
    ),
]


@every_row(("bot", "state", "word"), OBVIOUS)
def test_a_bot_does_the_obvious(bot: str, state: Position, word: str) -> None:
    assert chosen(RAMPAGE, state, policy=bot) == word
