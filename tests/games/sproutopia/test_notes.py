"""Notes account for what changes in a tick; frames show it, and what the rules did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from lanista.game import BotStart, Played
from lanista.game.policy_bot import PolicyBot
from lanista.games.sproutopia.contest.play import Play
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.land import owner
from lanista.games.sproutopia.notes import (
    Appeared,
    Cause,
    Cleared,
    Closed,
    Ended,
    Grew,
    Held,
    Land,
    Moved,
    PickedUp,
    Protected,
    Put,
    Scored,
    Sprouted,
    Struck,
    Why,
)
from lanista.games.sproutopia.state import NOBODY, UNLIMITED, WEED, Fate, Item
from lanista.games.sproutopia.views import items_in, weeds_of
from lanista.tools.conformance.play import RandomPlay
from lanista.web.page import constant_of
from tests.rows import every_row
from tests.web.drawing_js import shot, tell

from .positions import EMPTY, Position, items_of, land_of, moves_of_text, position, weeds_in

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

    @property
    def notes(self) -> Sequence[Any]:
        return self.played.notes

    def frame(self, seat: int | None = None) -> dict[str, Any]:
        return SPROUTOPIA.frame(self.after, seat, self.played)

    def fates(self, seat: int | None = None) -> list[int]:
        return [farmer["fate"] for farmer in self.frame(seat)["farmers"]]


def tick_of(before: Position, text: str) -> Tick:
    """A tick from a position, by moves such as `UP/LEFT`."""
    after, moves = before.clone(), moves_of_text(text, before.seats)
    SPROUTOPIA.step(after, moves)
    return Tick(Played(before, moves), after)


@cache
def ticks(names: tuple[str, ...], ruleset: str) -> list[Tick]:
    """An eventful match between built-in bots."""
    return [tick for seed in (1, 2, 3) for tick in match(names, ruleset, seed)]


def match(names: tuple[str, ...], ruleset: str, seed: int) -> Iterator[Tick]:
    config = SPROUTOPIA.configure(ruleset, EVENTFUL)
    state = SPROUTOPIA.start(config, seed, len(names))
    bots = [
        PolicyBot(SPROUTOPIA, BotStart(seat, len(names), ruleset, config, seed + seat), name, live=state)
        for seat, name in enumerate(names)
    ]
    while not state.record.over:
        texts = [bot.move(SPROUTOPIA.view(state, seat)) for seat, bot in enumerate(bots)]
        moves, before = [SPROUTOPIA.read(state, seat, text) for seat, text in enumerate(texts)], state.clone()
        SPROUTOPIA.step(state, moves)
        yield Tick(Played(before, moves), state.clone())


def items_on(state: Position) -> list[tuple[int, int]]:
    return [item for store in (state.record.power_ups, state.record.supers) for item in items_in(store)]


def weeds_on(state: Position) -> list[int]:
    return [cell for cell in all_cells(state) if state.record.marks[cell] & WEED]


def all_cells(state: Position) -> range:
    return range(state.const.Rows * state.const.Cols)


# Accounts

NOW_AND_THEN = {"PlayerWindowSize": 8, "MaxTicks": 120, "PowerUpStartTick": 5, "WeedsStartTick": 5}
KINDS = {Moved, Held, Struck, Put, Closed, Scored, Land, PickedUp, Ended, Appeared, Sprouted, Grew}


class Account:
    """The parts of a state that notes account for; they can be applied to it."""

    def __init__(self, state: Position) -> None:
        garden, config = state.record, state.const
        farmers = garden.farmers
        self.cells = [farmer.cells for farmer in farmers]
        self.points = [farmer.tie for farmer in farmers]
        self.places = [farmer.y * config.Cols + farmer.x for farmer in farmers]
        self.trails = [farmer.trail for farmer in farmers]
        self.powers = [{farmer.power_up, farmer.super_power_up} - {Item.NONE} for farmer in farmers]
        self.items = {*items_in(garden.power_ups), *items_in(garden.supers)}
        self.weeds = {weed.core: {weed.cells[i] for i in range(weed.size)} for weed in weeds_of(garden)}
        self.hidden = {weed.core: weed.hides for weed in weeds_of(garden)}

    def apply(self, noted: Any) -> None:
        match noted:
            case Moved(seat, was, now, trail):
                assert self.places[seat] == was
                self.places[seat], self.trails[seat] = now, trail
            case Struck(_, seat) | Protected(seat):
                self.trails[seat] = 0
            case Put(seat, cell):
                self.places[seat] = cell
            case Scored(seat, points):
                self.points[seat] += points
            case Land(by, why, a, b, c, d):
                gains = [seat for seat, now in enumerate((a, b, c, d)) if now > self.cells[seat]]
                assert why == Why.PRUNED or gains in ([], [by])
                self.cells = [a, b, c, d]
            case PickedUp(seat, item, cell):
                self.items.remove((cell, item))
                self.powers[seat].add(item)
            case Ended(seat, item):
                self.powers[seat].remove(item)
            case Appeared(item, cell):
                self.items.add((cell, item))
            case Sprouted(core, hides):
                self.weeds[core], self.hidden[core] = {core}, hides
            case Grew(core, cell):
                self.weeds[core].add(cell)
            case Cleared(_, core):
                del self.weeds[core], self.hidden[core]


def random_match(ruleset: str, seats: int, seed: int) -> Iterator[Tick]:
    """A match of random moves, in which everybody begins with a super power-up."""
    state = SPROUTOPIA.start(SPROUTOPIA.configure(ruleset, NOW_AND_THEN), seed, seats)
    for seat, farmer in enumerate(state.record.farmers[:seats]):
        farmer.super_power_up = Item.TRAIL_PROTECTION if seat % 2 else Item.SUPER_FERTILIZER
        farmer.super_left = UNLIMITED if seat % 2 else 40
    play = RandomPlay(SPROUTOPIA, seed)
    while not state.record.over:
        moves, before = play.moves(state), state.clone()
        SPROUTOPIA.step(state, moves)
        yield Tick(Played(before, moves), state.clone())


def accounts_balance(tick: Tick) -> None:
    """The notes of a tick lead from the state before to the state after."""
    account = Account(tick.played.before)
    for noted in tick.notes:
        account.apply(noted)
    assert vars(account) == vars(Account(tick.after))
    assert tick.played.lost == 0


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_notes_account_for_every_change_in_matches_of_bots(names: tuple[str, ...], ruleset: str) -> None:
    seen: set[type[Any]] = set()
    for tick in ticks(names, ruleset):
        accounts_balance(tick)
        seen |= {type(noted) for noted in tick.notes}
    assert seen >= KINDS


@every_row("ruleset", ["standard", "classic"])
@every_row("seats", [1, 2, 3, 4])
def test_notes_account_for_every_change_in_random_play(ruleset: str, seats: int) -> None:
    seen: set[type[Any]] = set()
    for seed in (4, 5):
        for tick in random_match(ruleset, seats, seed):
            accounts_balance(tick)
            seen |= {type(noted) for noted in tick.notes}
    assert Protected in seen or seats == 1


# For everybody


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_frames_show_land_items_and_weeds_as_the_states_have_them(names: tuple[str, ...], ruleset: str) -> None:
    for tick in ticks(names, ruleset):
        frame, after = tick.frame(), tick.after
        assert "".join(land_of(frame)) == "".join(".ABCD"[owner(after.record, c) + 1] for c in all_cells(after))
        assert items_of(frame) == items_on(after)
        assert weeds_in(frame, after) == weeds_on(after)
        assert sorted(cell for weed in frame["weeds"] for cell in weed["cells"]) == weeds_on(after)


SIGNS = constant_of("games/sproutopia/show/drawing/signs.js")
CHANGES = f"""(({{ scene, from, to }}) => {{
  const {{ gained, lost }} = {SIGNS}.landChanges(from, to, scene.cols);
  const land = {{ gained: [...gained], lost: [...lost] }};
  return {{ ...land, ...{SIGNS}.weedChanges(from, to, scene.cols), ...{SIGNS}.itemChanges(from, to, scene.cols) }};
}})(shot)"""


def changes(found: Sequence[Tick], seat: int | None = None) -> list[dict[str, Any]]:
    """The differences that a page finds between the frames before and after ticks."""
    return tell(SPROUTOPIA, [shot(SPROUTOPIA, tick.played, 0.5, seat) for tick in found], CHANGES)


def cells_of(groups: list[tuple[int, list[int]]]) -> set[tuple[int, int]]:
    """Farmers and cells."""
    return {(seat, cell) for seat, cells in groups for cell in cells}


def items_in_list(items: list[dict[str, int]], state: Position) -> list[tuple[int, int]]:
    """Cells and types in their order."""
    return sorted((item["y"] * state.const.Cols + item["x"], item["kind"]) for item in items)


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_pages_find_the_differences_of_the_states(names: tuple[str, ...], ruleset: str) -> None:
    seen: set[str] = set()
    found = ticks(names, ruleset)
    for tick, changed in zip(found, changes(found), strict=True):
        before, after = tick.played.before, tick.after
        hands = [(owner(before.record, cell), owner(after.record, cell), cell) for cell in all_cells(after)]
        assert cells_of(changed["gained"]) == {(now, cell) for was, now, cell in hands if now not in (was, NOBODY)}
        assert cells_of(changed["lost"]) == {(was, cell) for was, now, cell in hands if was != now == NOBODY}
        old, new = set(items_on(before)), set(items_on(after))
        assert items_in_list(changed["picked"], after) == sorted(old - new)
        assert items_in_list(changed["appeared"], after) == sorted(new - old)
        assert changed["grown"] == sorted({*weeds_on(after)} - {*weeds_on(before)})
        assert changed["cleared"] == sorted({*weeds_on(before)} - {*weeds_on(after)})
        seen |= {name for name, value in changed.items() if value}
    assert {"gained", "lost", "picked", "appeared", "grown"} <= seen


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_fates_are_those_that_the_rules_dealt(names: tuple[str, ...], ruleset: str) -> None:
    """A farmer that both were hit in one tick counts as pruned."""
    dealt: set[int] = set()
    for tick in ticks(names, ruleset):
        again = tick.played.before.clone()
        play = Play(again)
        play.tick(again, tick.played.moves)
        fates = tick.fates()
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
def test_nobody_is_struck_after_being_pruned(names: tuple[str, ...], ruleset: str) -> None:
    for tick in ticks(names, ruleset):
        strikes = [noted for noted in tick.notes if isinstance(noted, Struck)]
        for i, strike in enumerate(strikes):
            assert strike.seat not in [earlier.seat for earlier in strikes[:i] if earlier.fate == Fate.PRUNED]


def test_the_start_of_a_match_says_nothing() -> None:
    assert [farmer["fate"] for farmer in SPROUTOPIA.frame(position())["farmers"]] == [Fate.NONE, Fate.NONE]


# Who struck whom, and how

LOOP = [[2, 2], [3, 2], [4, 2], [4, 3], [5, 3], [5, 4], [4, 4]]
OUT = {"at": [3, 7], "dir": 3, "trail": [[6, 7], [5, 7], [4, 7], [3, 7]]}
AROUND = [[2, 2], [3, 2], [4, 2], [5, 2], [5, 3], [5, 4], [4, 4], [3, 4], [2, 4], [1, 4], [1, 3]]


ENCLOSING = {"at": [1, 3], "dir": 1, "trail": AROUND}
IDLE = Moved(1, 70, 70, 0)


@pytest.mark.parametrize(
    ("given", "tick", "notes"),
    [
        pytest.param(
            {"a": {"at": [2, 1]}, "items": [[3, 1, Item.FREEZE]]},
            "RIGHT/UP",
            [Moved(0, 11, 12, 2), PickedUp(0, Item.FREEZE, 12, 10), Held(1, Item.FREEZE)],
            id="a Freeze is picked up, and holds the others at once",
        ),
        pytest.param(
            {"a": {"powerUp": Item.IMMUNITY, "powerUpLeft": 9}, "b": {"at": [2, 2]}},
            "UP/UP",
            [Moved(0, 10, 1, 0), Held(1, Item.IMMUNITY)],
            id="Immunity stuns on its owner's land",
        ),
        pytest.param(
            {"a": {"powerUp": Item.IMMUNITY, "powerUpLeft": 1}},
            "UP/",
            [IDLE, Ended(0, Item.IMMUNITY), Moved(0, 10, 1, 0)],
            id="a power-up ends",
        ),
        pytest.param(
            {"a": {"at": [2, 1], "superPowerUp": Item.SUPER_FERTILIZER, "superPowerUpLeft": 9}},
            "RIGHT/",
            [IDLE, Land(0, Why.PAINTED, 12, 9, 0, 0), Moved(0, 11, 12, 0)],
            id="Super Fertilizer paints",
        ),
        pytest.param(
            {"a": ENCLOSING, "weeds": [{"cells": [[3, 3]], "super": Item.TRAIL_PROTECTION}]},
            "UP/",
            [
                IDLE,
                Closed(0, 13),
                Land(0, Why.CLAIMED, 22, 9, 0, 0),
                Cleared(0, 30),
                Appeared(Item.TRAIL_PROTECTION, 30),
                Scored(0, 169),
                Land(0, Why.CLAIMED, 22, 9, 0, 0),
                Moved(0, 28, 19, 0),
            ],
            id="a claim clears a weed",
        ),
        pytest.param(
            {"a": ENCLOSING, "b": {"at": [4, 3]}},
            "UP/",
            [
                Moved(1, 31, 31, 1),
                Closed(0, 13),
                Land(0, Why.CLAIMED, 22, 9, 0, 0),
                Struck(0, 1, Fate.PRUNED, Cause.ENCIRCLED),
                Land(0, Why.PRUNED, 22, 0, 0, 0),
                Scored(0, 169),
                Land(0, Why.CLAIMED, 22, 0, 0, 0),
                Moved(0, 28, 19, 0),
                Put(1, 70),
                Land(1, Why.RESPAWNED, 22, 9, 0, 0),
            ],
            id="a claim encircles a farmer, who restarts",
        ),
    ],
)
def test_what_happens_is_noted_in_the_order_of_the_rules(
    given: dict[str, Any], tick: str, notes: list[Any]
) -> None:
    played = tick_of(position(*EMPTY, **given), tick)
    accounts_balance(played)
    assert played.notes == notes


@pytest.mark.parametrize(
    ("given", "tick", "strikes"),
    [
        pytest.param({}, "UP/", [], id="nobody"),
        pytest.param(
            {"a": {"at": [4, 6]}, "b": OUT}, "DOWN/", [Struck(0, 1, Fate.PRUNED, Cause.TRAIL)], id="a trail is cut"
        ),
        pytest.param(
            {"a": {"at": [4, 6]}, "b": {**OUT, "powerUp": 2, "powerUpLeft": 9}},
            "DOWN/",
            [Struck(0, 1, Fate.INTERRUPTED, Cause.TRAIL)],
            id="of one who is Unprunable",
        ),
        pytest.param(
            {"a": {"at": [4, 4], "dir": 1, "trail": LOOP}},
            "UP/",
            [Struck(0, 0, Fate.PRUNED, Cause.TRAIL)],
            id="its own trail",
        ),
        pytest.param(
            {"b": {"at": [6, 6]}, "weeds": [{"cells": [[5, 6]], "super": 4}]},
            "/LEFT",
            [Struck(1, 1, Fate.PRUNED, Cause.WEED)],
            id="a weed",
        ),
        pytest.param(
            {"b": {"at": [2, 1], "dir": 3}},
            "/LEFT",
            [Struck(1, 1, Fate.PRUNED, Cause.COLLISION)],
            id="it runs into another on that one's land",
        ),
        pytest.param(
            {"a": {"at": [3, 1], "dir": 3}, "b": {"at": [2, 1]}},
            "LEFT/",
            [Struck(0, 1, Fate.PRUNED, Cause.COLLISION)],
            id="on its own land it wins",
        ),
        pytest.param(
            {"a": ENCLOSING, "b": {"at": [4, 3]}},
            "UP/",
            [Struck(0, 1, Fate.PRUNED, Cause.ENCIRCLED)],
            id="encircled",
        ),
    ],
)
def test_who_struck_whom_and_how(given: dict[str, Any], tick: str, strikes: list[Struck]) -> None:
    played = tick_of(position(*EMPTY, **given), tick)
    accounts_balance(played)
    assert [noted for noted in played.notes if isinstance(noted, Struck)] == strikes
    fates = {strike.seat: strike.fate for strike in strikes}
    assert played.fates() == [fates.get(0, Fate.NONE), fates.get(1, Fate.NONE)]


def test_trail_protection_puts_back_without_a_strike() -> None:
    before = position(a={"at": [4, 4], "dir": 1, "superPowerUp": Item.TRAIL_PROTECTION, "trail": LOOP})
    tick = tick_of(before, "UP/")
    accounts_balance(tick)
    notes = tick.notes
    assert Protected(0) in notes
    assert not any(isinstance(noted, Struck) for noted in notes)
    assert tick.fates() == [Fate.INTERRUPTED, Fate.NONE]


def test_a_freeze_holds_everybody_else() -> None:
    state = position(a={"powerUp": Item.FREEZE, "powerUpLeft": 5}, b={"at": [3, 3]})
    held = [[farmer["held"] for farmer in SPROUTOPIA.frame(state, seat)["farmers"][:2]] for seat in (None, 0, 1)]
    assert held == [[0, 1], [0, 1], [0, 0]], "a farmer does not know whether it is held, and by whom"


# For one farmer


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_a_farmer_learns_nothing_but_what_it_sees_before_and_after(names: tuple[str, ...], ruleset: str) -> None:
    for tick in ticks(names, ruleset)[::3]:
        for seat in range(4):
            frame, still = tick.frame(seat), SPROUTOPIA.frame(tick.after, seat)
            assert frame["farmers"][seat].pop("fate") == tick.fates()[seat]
            assert still["farmers"][seat].pop("fate") == Fate.NONE
            old = SPROUTOPIA.frame(tick.played.before, seat)["farmers"]
            for was, now in zip(old, frame["farmers"], strict=False):
                if "fate" in now and "fate" in was and now.pop("fate"):
                    assert min(was["x"], now["x"]) >= 0
                    assert abs(was["x"] - now["x"]) + abs(was["y"] - now["y"]) > 1
            for farmer in (*frame["farmers"], *still["farmers"]):
                farmer.pop("fate", None)
            assert frame == still, "nothing else depends on the tick"


@pytest.mark.parametrize(("names", "ruleset"), MATCHES)
def test_in_a_window_pages_find_what_changed_in_it(names: tuple[str, ...], ruleset: str) -> None:
    """Whatever differs is on cells that the farmer sees before and after."""
    found = ticks(names, ruleset)[::9]
    for seat in range(4):
        for tick, changed in zip(found, changes(found, seat), strict=True):
            old, new = SPROUTOPIA.frame(tick.played.before, seat), tick.frame(seat)
            for who, cell in cells_of(changed["gained"]):
                assert sign_on(new, tick.after, cell) == "ABCD"[who] != sign_on(old, tick.after, cell)
            for who, cell in cells_of(changed["lost"]):
                assert (sign_on(old, tick.after, cell), sign_on(new, tick.after, cell)) == ("ABCD"[who], ".")
            picked, appeared = (items_in_list(changed[name], tick.after) for name in ("picked", "appeared"))
            assert all(item in items_of(old) and item not in items_of(new) for item in picked)
            assert all(item in items_of(new) and item not in items_of(old) for item in appeared)
            assert set(changed["grown"]) <= {*weeds_in(new, tick.after)} - {*weeds_in(old, tick.after)}
            assert set(changed["cleared"]) <= {*weeds_in(old, tick.after)} - {*weeds_in(new, tick.after)}


def sign_on(frame: dict[str, Any], state: Position, cell: int) -> str:
    """The display of a cell in a window, which must contain it."""
    x, y = cell % state.const.Cols - frame["left"], cell // state.const.Cols - frame["top"]
    assert x >= 0
    assert y >= 0
    sign: str = land_of(frame)[y][x]
    return sign


def test_what_happened_to_a_farmer_is_the_same_whatever_it_cannot_see() -> None:
    for tick in ticks(("random",) * 4, "standard")[::20]:
        for seat in range(4):
            other = Tick(tick.played, SPROUTOPIA.learning.redraw_hidden(tick.after, seat, 5))
            assert other.frame(seat) == tick.frame(seat)
