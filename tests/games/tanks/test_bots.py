"""The built-in bots play whole matches by legal moves alone, each beats the one before, and their helpers work."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from lanista.game import BotStart, Config, bot_class
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.tactics.radar import Radar
from tests.games.tanks.positions import E, N, Position, play, position, step

CONFIG = TANKS.configure()
YARD = TANKS.configure("standard", {"max_turns": 300})


def match(names: Sequence[str], seed: int, name: str = "", config: Config | None = None) -> Position:
    """A whole match; a move that is not legal raises InvalidMove."""
    settings = config or CONFIG
    state = TANKS.start(settings, seed, len(names), name)
    bots = [
        bot_class(TANKS, bot)(BotStart(seat, len(names), "standard", settings, 100 * seed + seat))
        for seat, bot in enumerate(names)
    ]
    while not state.record.over:
        asked = [TANKS.asked(state, seat) for seat in range(len(names))]
        texts = [bot.move(TANKS.view(state, seat)) if asked[seat] else "IDLE" for seat, bot in enumerate(bots)]
        TANKS.step(state, [TANKS.read(state, seat, text) for seat, text in enumerate(texts)])
    return state


@pytest.mark.parametrize("bot", TANKS.bots)
@pytest.mark.parametrize("name", ["", "fords", "clearings", "..S\n.L.\nE..\n"])
def test_a_bot_plays_whole_matches_without_an_invalid_move(bot: str, name: str) -> None:
    for opponent in ("random", bot):
        assert TANKS.outcome(match([bot, opponent], 1, name, YARD)) is not None


@pytest.mark.parametrize("bot", TANKS.bots)
def test_the_same_seed_gives_the_same_match(bot: str) -> None:
    names = [bot, "random", bot]
    assert match(names, 3, "yard", YARD).bytes() == match(names, 3, "yard", YARD).bytes()


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(TANKS.bots)))
def test_a_bot_beats_the_one_before(weaker: str, stronger: str) -> None:
    wins = 0
    for seed in range(10):
        names = [stronger, weaker] if seed % 2 else [weaker, stronger]
        outcome = TANKS.outcome(match(names, seed))
        wins += outcome is not None and outcome.places[names.index(stronger)] < outcome.places[names.index(weaker)]
    assert wins >= 7


def test_a_brawl_of_twelve_comes_to_an_end() -> None:
    state = match([TANKS.bots[i % 4] for i in range(12)], 5)
    assert TANKS.outcome(state) is not None
    assert list(TANKS.broken_invariants(state)) == []


# What a bot does in a position, as tank 1, when it receives the results of its scans


def moves(bot: str, state: Position, turns: int) -> list[str]:
    """The first moves of a bot; all others stand idle."""
    player = bot_class(TANKS, bot)(BotStart(0, state.seats, "standard", CONFIG, 1))
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
    player = bot_class(TANKS, "greedy")(BotStart(0, 2, "standard", CONFIG, 1))
    for _ in range(8):
        text = player.move(TANKS.view(state, 0))
        play(state, text)
    state.record.tanks[0].health -= 25
    assert player.move(TANKS.view(state, 0)).startswith("MOVE")


# The radar's memory


def radar_after(state: Position, *texts: str) -> Radar:
    """The radar of tank 1 after these moves; tank 2 moves forward every time."""
    radar = Radar(BotStart(0, state.seats, "standard", CONFIG, 1))
    radar.learn(TANKS.view(state, 0))
    for text in texts:
        play(state, text, "MOVE FORWARD")
        radar.learn(TANKS.view(state, 0))
    return radar


def test_what_was_scanned_is_remembered() -> None:
    radar = radar_after(
        position("." * 30, "1" + "." * 5 + "L" + "." * 18 + "..2D.", "." * 30), "SCAN MONO EAST", "IDLE"
    )
    assert bytes(radar.cells[1]).decode() == "......L........" + "?" * 15
    assert radar.enemies(5) == []
    assert radar.frontier() == [(14, 0), (14, 1), (14, 2)]


def test_a_tank_that_is_gone_is_forgotten_and_one_that_stays_is_known_to_stay() -> None:
    state = position("......", "1..2..", "...3..", facing={2: E})
    radar = radar_after(state, "SCAN OMNI", "SCAN OMNI")
    assert {(seen.spot, seen.still) for seen in radar.enemies(0)} == {((5, 1), 0), ((3, 2), 1)}
