"""The built-in bots play whole matches by legal moves alone, beat weaker ones, and act on what they see."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from lanista.game import BotStart, Config
from lanista.game.policy_bot import PolicyBot
from lanista.games.tanks.game import TANKS
from tests.games.tanks.positions import N, Position, play, position, step
from tests.rows import every_row

CONFIG = TANKS.configure()
# Sniper and hunter are about as strong as each other
ORDER = [("random", "scout"), ("scout", "sniper"), ("scout", "hunter"), ("sniper", "greedy"), ("hunter", "greedy")]
YARD = TANKS.configure("standard", {"max_turns": 300})


def match(names: Sequence[str], seed: int, name: str = "", config: Config | None = None) -> Position:
    """A whole match; a move that is not legal raises InvalidMove."""
    state = TANKS.start(config or CONFIG, seed, len(names), name)
    bots = [
        PolicyBot(TANKS, start_of(seat, state, 100 * seed + seat), bot, live=state)
        for seat, bot in enumerate(names)
    ]
    while not state.record.over:
        asked = [TANKS.asked(state, seat) for seat in range(len(names))]
        texts = [bot.move(None) if asked[seat] else "IDLE" for seat, bot in enumerate(bots)]
        TANKS.step(state, [TANKS.read(state, seat, text) for seat, text in enumerate(texts)])
    return state


def start_of(seat: int, state: Position, seed: int) -> BotStart:
    """The start message of a bot."""
    fixed = json.loads(TANKS.fixed_json(state, seat))
    return BotStart(seat, state.seats, "standard", CONFIG, seed, fixed)


@every_row("bot", TANKS.bots)
@every_row("name", ["", "fords", "clearings", "..S\n.L.\nE..\n"])
def test_a_bot_plays_whole_matches_without_an_invalid_move(bot: str, name: str) -> None:
    for opponent in ("random", bot):
        assert TANKS.outcome(match([bot, opponent], 1, name, YARD)) is not None


@pytest.mark.parametrize("bot", TANKS.bots)
def test_the_same_seed_gives_the_same_match(bot: str) -> None:
    names = [bot, "random", bot]
    assert match(names, 3, "yard", YARD).bytes() == match(names, 3, "yard", YARD).bytes()


@pytest.mark.parametrize(("weaker", "stronger"), ORDER)
def test_a_bot_beats_a_weaker_one(weaker: str, stronger: str) -> None:
    wins = 0
    for seed in range(20):
        names = [stronger, weaker] if seed % 2 else [weaker, stronger]
        outcome = TANKS.outcome(match(names, seed))
        wins += (
            outcome is not None
            and outcome.rule_ranks[names.index(stronger)] < outcome.rule_ranks[names.index(weaker)]
        )
    assert wins >= 13


def test_a_brawl_of_twelve_comes_to_an_end() -> None:
    state = match([TANKS.bots[i % 5] for i in range(12)], 5)
    assert TANKS.outcome(state) is not None
    assert list(TANKS.broken_invariants(state)) == []


# What a bot does in a position, as tank 1, when it receives the results of its scans


def moves(bot: str, state: Position, turns: int) -> list[str]:
    """The first moves of a bot; all others stand idle."""
    player = PolicyBot(TANKS, start_of(0, state, 1), bot)
    texts = []
    for _ in range(turns):
        texts.append(player.move(TANKS.view(state, 0)))
        step(state, [TANKS.read(state, 0, texts[-1]), *[TANKS.missing] * (state.seats - 1)])
    return texts


FIELD = ["." * 15] * 7
OBVIOUS = [
    ("sniper", position(*FIELD, ".......1...2...", *FIELD), "FIRE POSITIONAL 11 7"),
    ("greedy", position(*FIELD, ".......1...2...", *FIELD), "FIRE POSITIONAL 11 7"),
    ("greedy", position(*FIELD, "1...........2..", *FIELD), "FIRE CARDINAL EAST"),
    ("scout", position(*FIELD, ".......1...2...", *FIELD), "FIRE POSITIONAL 11 7"),
]


@pytest.mark.parametrize(("bot", "state", "text"), OBVIOUS)
def test_a_bot_shoots_at_what_it_has_seen(bot: str, state: Position, text: str) -> None:
    done = moves(bot, state.clone(), 4)
    assert done[0].startswith("SCAN")
    assert text in done


def test_the_scout_leaves_alone_who_is_far_away() -> None:
    texts = moves("scout", position(*FIELD, "1...........2..", *FIELD), 5)
    assert not [text for text in texts if text.startswith("FIRE")]


@pytest.mark.parametrize("bot", TANKS.bots[1:])
def test_a_bot_does_not_drive_into_lakes_and_swamps(bot: str) -> None:
    state = position("LLLLLLL", "L.....L", "L.SSS.L", "L.S1S.L", "L.SSS.L", "LLLLLLL", "......2")
    moves(bot, state, 60)
    me = state.record.tanks[0]
    assert (me.health, me.mobile) == (100, 1)


def test_greedy_leaves_where_it_was_hit() -> None:
    rows = ["." * 60] * 29 + ["." * 30 + "1" + "." * 28 + "2"]
    state = position(*rows, facing={1: N})
    player = PolicyBot(TANKS, start_of(0, state, 1), "greedy")
    for _ in range(8):
        text = player.move(TANKS.view(state, 0))
        play(state, text)
    state.record.tanks[0].health -= 25
    assert player.move(TANKS.view(state, 0)).startswith("MOVE")
