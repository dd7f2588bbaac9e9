"""What frames say happened in a tick is what changed between the states, and what the rules did."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from lanista.game import BotStart, Played, bot_class
from lanista.games.sproutopia.contest.play import Play
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.land import owner
from lanista.games.sproutopia.state import NOBODY, WEED, Fate, Item
from lanista.games.sproutopia.turn_log import Cause, Strike, Strikes, strikes_of
from lanista.games.sproutopia.views import items_in

from .positions import EMPTY, Position, moves_of_text, position

EVENTFUL = {
    "Rows": 16, "Cols": 16, "MaxTicks": 150, "PlayerWindowSize": 8, "PowerUpStartTick": 1, "WeedsStartTick": 1,
    "PowerUpSpawnRateMin": 1, "PowerUpSpawnRateMean": 2, "PowerUpSpawnRateMax": 4,
    "WeedSpawnRateMin": 5, "WeedSpawnRateMean": 10, "WeedSpawnRateMax": 15,
}  # fmt: skip
MATCHES = [
    pytest.param(("random",) * 4, "standard", id="random"),
    pytest.param(("random",) * 4, "classic", id="random, classic"),
    pytest.param(("greedy", "hunter", "greedy", "squares"), "standard", id="greedy"),
]


class Tick(NamedTuple):
    """One tick of a match."""

    played: Played
    after: Position

    def happened(self, seat: int | None = None) -> dict[str, Any]:
        happened: dict[str, Any] = SPROUTOPIA.frame(self.after, seat, self.played)["happened"]
        return happened


@cache
def ticks(names: tuple[str, ...], ruleset: str) -> list[Tick]:
    """An eventful match between built-in bots."""
    return [tick for seed in (1, 2, 3) for tick in match(names, ruleset, seed)]


def match(names: tuple[str, ...], ruleset: str, seed: int) -> Iterator[Tick]:
    config = SPROUTOPIA.configure(ruleset, EVENTFUL)
    state = SPROUTOPIA.start(config, seed, len(names))
    bots = [
        bot_class(SPROUTOPIA, name)(BotStart(seat, len(names), ruleset, config, seed + seat))
        for seat, name in enumerate(names)
    ]
    while not state.record.over:
        texts = [bot.move(SPROUTOPIA.view(state, seat)) for seat, bot in enumerate(bots)]
        moves, before = [SPROUTOPIA.read(state, seat, text) for seat, text in enumerate(texts)], state.clone()
        SPROUTOPIA.step(state, moves)
        yield Tick(Played(before, moves), state.clone())


def cells_of(groups: list[list[int]]) -> set[tuple[int, int]]:
    """Farmers and cells out of runs."""
    return {
        (seat, cell)
        for seat, *runs in groups
        for first, length in zip(runs[::2], runs[1::2], strict=True)
        for cell in range(first, first + length)
    }


def items_on(state: Position) -> set[tuple[int, int, int]]:
    stores, cols = (state.record.power_ups, state.record.supers), state.const.Cols
    return {(cell % cols, cell // cols, kind) for store in stores for cell, kind in items_in(store)}


def weeds_on(state: Position) -> set[int]:
    return {cell for cell in all_cells(state) if state.record.marks[cell] & WEED}


def all_cells(state: Position) -> range:
    return range(state.const.Rows * state.const.Cols)


# For everybody


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_land_that_changes_hands_is_the_difference_of_the_states(names: tuple[str, ...], ruleset: str) -> None:
    seen: set[str] = set()
    for tick in ticks(names, ruleset):
        happened, gained, lost = tick.happened(), set(), set()
        for cell in all_cells(tick.after):
            was, now = owner(tick.played.before.record, cell), owner(tick.after.record, cell)
            if now not in (was, NOBODY):
                gained.add((now, cell))
            elif was != now:
                lost.add((was, cell))
        assert cells_of(happened.get("gained", [])) == gained
        assert cells_of(happened.get("lost", [])) == lost
        seen |= happened.keys()
    assert {"gained", "lost"} <= seen


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_items_and_weeds_come_and_go_as_the_states_differ(names: tuple[str, ...], ruleset: str) -> None:
    seen: set[str] = set()
    for tick in ticks(names, ruleset):
        happened, before, after = tick.happened(), tick.played.before, tick.after
        old, new = items_on(before), items_on(after)
        assert [tuple(item) for item in happened.get("picked", [])] == sorted(old - new, key=lambda i: (i[1], i))
        assert {tuple(item) for item in happened.get("appeared", [])} == new - old
        assert happened.get("grown", []) == sorted(weeds_on(after) - weeds_on(before))
        assert happened.get("cleared", []) == sorted(weeds_on(before) - weeds_on(after))
        seen |= happened.keys()
    assert {"picked", "appeared", "grown"} <= seen


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_fates_are_those_that_the_rules_dealt(names: tuple[str, ...], ruleset: str) -> None:
    """A farmer that both were hit in one tick counts as pruned."""
    dealt: set[int] = set()
    for tick in ticks(names, ruleset):
        again = tick.played.before.clone()
        play = Play(again)
        play.tick(again, tick.played.moves)
        fates = tick.happened().get("fates", [Fate.NONE] * 4)
        for seat, fate in enumerate(fates):
            assert (fate == Fate.PRUNED) == (seat in play.pruned())
            if fate == Fate.NONE:
                assert seat not in play.interrupted()
                assert distance(tick.played.before, again, seat) <= 1, "nobody walks further than a step"
        dealt |= set(fates)
    assert dealt >= {Fate.NONE, Fate.PRUNED}


def distance(before: Position, after: Position, seat: int) -> int:
    old, new = before.record.farmers[seat], after.record.farmers[seat]
    return int(abs(old.x - new.x) + abs(old.y - new.y))


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_no_strike_is_missed_where_a_tick_is_not_played_again(names: tuple[str, ...], ruleset: str) -> None:
    for tick in ticks(names, ruleset):
        found, watched = strikes_of(tick.after, tick.played), Strikes(tick.played)
        assert (found.on, found.by, found.protected) == (watched.on, watched.by, watched.protected)


def test_the_start_of_a_match_says_nothing() -> None:
    assert SPROUTOPIA.frame(position())["happened"] == {}


# Who struck whom, and how

LOOP = [[2, 2], [3, 2], [4, 2], [4, 3], [5, 3], [5, 4], [4, 4]]
OUT = {"at": [3, 7], "dir": 3, "trail": [[6, 7], [5, 7], [4, 7], [3, 7]]}
AROUND = [[2, 2], [3, 2], [4, 2], [5, 2], [5, 3], [5, 4], [4, 4], [3, 4], [2, 4], [1, 4], [1, 3]]


@pytest.mark.parametrize(
    ("given", "tick", "strikes"),
    [
        pytest.param({}, "UP/", [], id="nobody"),
        pytest.param(
            {"a": {"at": [4, 6]}, "b": OUT}, "DOWN/", [Strike(0, 1, Fate.PRUNED, Cause.TRAIL)], id="a trail is cut"
        ),
        pytest.param(
            {"a": {"at": [4, 6]}, "b": {**OUT, "powerUp": 2, "powerUpLeft": 9}},
            "DOWN/",
            [Strike(0, 1, Fate.INTERRUPTED, Cause.TRAIL)],
            id="of one who is Unprunable",
        ),
        pytest.param(
            {"a": {"at": [4, 4], "dir": 1, "trail": LOOP}},
            "UP/",
            [Strike(0, 0, Fate.PRUNED, Cause.TRAIL)],
            id="its own trail",
        ),
        pytest.param(
            {"b": {"at": [6, 6]}, "weeds": [{"cells": [[5, 6]], "super": 4}]},
            "/LEFT",
            [Strike(1, 1, Fate.PRUNED, Cause.WEED)],
            id="a weed",
        ),
        pytest.param(
            {"b": {"at": [2, 1], "dir": 3}},
            "/LEFT",
            [Strike(1, 1, Fate.PRUNED, Cause.COLLISION)],
            id="it runs into another on that one's land",
        ),
        pytest.param(
            {"a": {"at": [3, 1], "dir": 3}, "b": {"at": [2, 1]}},
            "LEFT/",
            [Strike(0, 1, Fate.PRUNED, Cause.COLLISION)],
            id="on its own land it wins",
        ),
        pytest.param(
            {"a": {"at": [1, 3], "dir": 1, "trail": AROUND}, "b": {"at": [4, 3]}},
            "UP/",
            [Strike(0, 1, Fate.PRUNED, Cause.ENCIRCLED)],
            id="encircled",
        ),
    ],
)
def test_who_struck_whom_and_how(given: dict[str, Any], tick: str, strikes: list[Strike]) -> None:
    before = position(*EMPTY, **given)
    after, moves = before.clone(), moves_of_text(tick, 2)
    SPROUTOPIA.step(after, moves)
    found = strikes_of(after, Played(before, moves))
    assert list(found.on.values()) == strikes
    assert [strike for by in found.by.values() for strike in by.values()] == [s for s in strikes if s.by != s.seat]
    happened = SPROUTOPIA.frame(after, None, Played(before, moves))["happened"]
    assert happened.get("fates", [0, 0]) == [found.fate(0), found.fate(1)]


def test_trail_protection_puts_back_without_a_strike() -> None:
    before = position(a={"at": [4, 4], "dir": 1, "superPowerUp": Item.TRAIL_PROTECTION, "trail": LOOP})
    after, moves = before.clone(), moves_of_text("UP/", 2)
    SPROUTOPIA.step(after, moves)
    found = strikes_of(after, Played(before, moves))
    assert (found.on, found.protected, found.fate(0)) == ({}, {0}, Fate.INTERRUPTED)


def test_a_freeze_holds_everybody_else() -> None:
    state = position(a={"powerUp": Item.FREEZE, "powerUpLeft": 5}, b={"at": [3, 3]})
    assert SPROUTOPIA.frame(state)["held"] == [1]
    assert SPROUTOPIA.frame(state, 0)["held"] == [1]
    assert SPROUTOPIA.frame(state, 1)["held"] == [], "a farmer does not know whether it is held, and by whom"


# For one farmer


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_a_farmer_learns_nothing_but_what_it_sees_before_and_after(names: tuple[str, ...], ruleset: str) -> None:
    for tick in ticks(names, ruleset)[::3]:
        for seat in range(4):
            old, new = (SPROUTOPIA.frame(state, seat) for state in (tick.played.before, tick.after))
            happened = tick.happened(seat)
            for who, cell in cells_of(happened.get("gained", [])):
                assert sign_on(new, tick.after, cell) == "ABCD"[who] != sign_on(old, tick.after, cell)
            for who, cell in cells_of(happened.get("lost", [])):
                assert (sign_on(old, tick.after, cell), sign_on(new, tick.after, cell)) == ("ABCD"[who], ".")
            assert all(item in old["items"] and item not in new["items"] for item in happened.get("picked", []))
            assert all(item in new["items"] and item not in old["items"] for item in happened.get("appeared", []))
            assert set(happened.get("grown", [])) <= {cell for weed in new["weeds"] for cell in weed[1:]}
            assert set(happened.get("cleared", [])) <= {cell for weed in old["weeds"] for cell in weed[1:]}
            assert happened.get("fates", [0] * 4)[seat] == tick.happened().get("fates", [0] * 4)[seat]


def sign_on(frame: dict[str, Any], state: Position, cell: int) -> str:
    """What a window shows on a cell, which must lie in it."""
    x, y = cell % state.const.Cols - frame["at"][0], cell // state.const.Cols - frame["at"][1]
    assert x >= 0
    assert y >= 0
    sign: str = frame["land"][y][x]
    return sign


def test_what_happened_to_a_farmer_is_the_same_whatever_it_cannot_see() -> None:
    for tick in ticks(("random",) * 4, "standard")[::20]:
        for seat in range(4):
            other = Tick(tick.played, SPROUTOPIA.learning.redraw_hidden(tick.after, seat, 5))
            assert other.happened(seat) == tick.happened(seat)
