"""The built-in bots: always valid, deterministic, and each better than the one before."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lanista.engine import derive
from lanista.engine.batch import Batch
from lanista.engine.chooser import Chooser
from lanista.game import take_move
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.moves import Move
from tests.games.policies import play, reward_against_random

CONFIG = OVERDRIVE.configure()
MATCHES = 60


def commands(name: str, seed: int, rounds: int) -> list[str]:
    """The moves of a bot against random commands; every move must be valid."""
    state = OVERDRIVE.start(CONFIG, seed)
    bots = [Chooser(state, seat, each) for seat, each in enumerate((name, "random"))]
    texts = []
    for turn in range(rounds):
        moves = [take_move(Move, bot.choose(state, derive(seed, turn, seat))) for seat, bot in enumerate(bots)]
        texts.append(OVERDRIVE.write(moves[0]))
        assert OVERDRIVE.read(state, 0, texts[-1]) == moves[0]
        OVERDRIVE.step(state, moves)
    return texts


@pytest.mark.parametrize("name", OVERDRIVE.bots)
def test_every_move_is_valid_and_the_same_again(name: str) -> None:
    """`read` raises on an invalid move."""
    first = commands(name, 7, 60)
    assert commands(name, 7, 60) == first
    assert len({text.split()[0] for text in first}) > 3


@pytest.mark.parametrize("ruleset", OVERDRIVE.rulesets)
def test_greedy_beats_random_commands(ruleset: str) -> None:
    assert [reward_against_random(OVERDRIVE, ruleset, seed) for seed in range(6)] == [1000] * 6


@pytest.mark.parametrize("names", [("planner", "random"), ("random", "planner")])
def test_planner_beats_random_commands(names: tuple[str, str]) -> None:
    *_, end = play(OVERDRIVE, names)
    assert end.record.winner == names.index("planner")


def share_of_wins(better: str, worse: str) -> float:
    """How many matches the first bot wins, in both seats."""
    starts = [OVERDRIVE.start(CONFIG, seed) for seed in range(MATCHES // 2)]
    wins = 0
    for seat in range(2):
        batch = Batch(starts, len(starts), opponents={seat: better, 1 - seat: worse})
        actions = batch.draw_actions(1)
        over = [False] * len(starts)
        while not all(over):
            batch.step(actions)
            wins += sum(batch.rewards[i, seat] > 0 for i in range(len(starts)) if batch.done[i] and not over[i])
            over = [was or bool(now) for was, now in zip(over, batch.done, strict=True)]
    return wins / MATCHES


@pytest.mark.parametrize(("worse", "better"), [*pairwise(OVERDRIVE.bots)])
def test_every_bot_is_better_than_the_one_before(worse: str, better: str) -> None:
    assert share_of_wins(better, worse) > 0.6
