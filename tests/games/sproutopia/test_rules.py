"""Rules that the scenarios do not cover: commands and their order, weeds, settings, large maps, the end."""

from __future__ import annotations

import pytest

from lanista.engine import Stream
from lanista.games.sproutopia import items, rules
from lanista.games.sproutopia.contest import recordings
from lanista.games.sproutopia.contest.play import Play
from lanista.games.sproutopia.ending import Reason
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.moves import MISSING, Move
from lanista.games.sproutopia.state import MAX_QUEUED, SUPER_POWER_UP, Direction, Item
from lanista.tools.conformance.play import RandomPlay
from tests.games.sproutopia.positions import Both, Position, drawn, position, run

UP, DOWN, LEFT, RIGHT = (int(way) for way in Direction if way)


def at(state: Position, seat: int) -> tuple[int, int]:
    """Where a farmer stands."""
    farmer = state.record.farmers[seat]
    return farmer.x, farmer.y


# Commands (section 3)


def test_ranks_order_commands_across_farmers() -> None:
    """3.5: yielded commands are processed in ascending order of time stamp."""
    both = Both(position())
    both.tick([Move.of([RIGHT], [2]), Move.of([LEFT], [1])])
    assert both.play.order() == [1, 0]
    both.tick([Move.of([DOWN], [3]), Move.of([UP], [3])])
    assert both.play.order() == [0, 1], "equal ranks by farmer"


def test_ranks_interleave() -> None:
    both = Both(position())
    both.tick([Move.of([RIGHT, DOWN], [1, 4]), Move.of([LEFT, UP], [2, 3])])
    both.tick([MISSING, MISSING])
    assert both.play.order() == [1, 0], "B's second command came before A's second"


def test_without_ranks_the_order_is_drawn_from_the_state() -> None:
    orders = set()
    both = Both(SPROUTOPIA.start(SPROUTOPIA.configure(), 1, 4))
    for tick in range(24):
        before = both.state.clone()
        moves = [Move.of([1 + (tick + seat) % 4]) for seat in range(4)]
        both.tick(moves)
        orders.add(tuple(both.play.order()))
        again = Play(before)
        again.tick(before, moves)
        assert again.order() == both.play.order()
    assert len(orders) > 10


def test_an_old_command_goes_before_a_new_one() -> None:
    """SC56: an old command counts with its old time stamp."""
    both = run(position(), "RIGHT/,/LEFT")
    assert both.play.order() == [0, 1]


def test_a_queue_yields_one_command_per_tick() -> None:
    both = run(position(), "RIGHT RIGHT DOWN/")
    assert (both.state.record.farmers[0].queued, both.state.record.farmers[0].last) == (2, DOWN)
    for _ in range(4):
        both.tick([MISSING, MISSING])
    assert at(both.state, 0) == (3, 4)


def test_a_full_queue_takes_no_more() -> None:
    """E4: the queue has no limit in the contest; ours holds 256, or PlayerQueueSize if the switch is on."""
    both = Both(position())
    for _ in range(2):
        both.tick([Move.of([DOWN, *[RIGHT] * 199]), MISSING])
    farmer = both.state.record.farmers[0]
    assert (MAX_QUEUED, farmer.queued) == (256, 255)
    assert [farmer.queue[i] for i in (198, 199, 254)] == [DOWN, RIGHT, RIGHT], "the newest are dropped"
    limited = Both(position(changes={"e4_queue_is_limited": 1, "PlayerQueueSize": 3}))
    limited.tick([Move.of([RIGHT, DOWN, LEFT, UP]), MISSING])
    farmer = limited.state.record.farmers[0]
    assert ([farmer.queue[i] for i in range(3)], farmer.last) == ([DOWN, LEFT, 0], LEFT)


def test_a_queued_reversal_is_checked_when_it_is_due() -> None:
    """3.6: the overwriting changes the command itself, so a remembered last command is changed as well."""
    both = run(position(), "RIGHT UP LEFT/,/,/")
    assert (at(both.state, 0), both.state.record.farmers[0].last) == ((1, 0), LEFT)
    both = run(position(), "RIGHT LEFT/,/")
    assert (at(both.state, 0), both.state.record.farmers[0].last) == ((3, 1), RIGHT)


# Weeds and items (sections 4, 7)


def test_weeds_grow_at_their_rate_and_stop() -> None:
    weeds = [{"cells": [[4, 4]], "super": 4}]
    changes = {"WeedsStartTick": 1, "WeedGrowthRate": 2, "WeedsMaxGrowth": 3, "WeedSpawnRateMean": 9999}
    both = Both(position(weeds=weeds, changes={**changes, "WeedSpawnRateMax": 9999, "WeedsMaxAmount": 1}))
    sizes = []
    for _ in range(7):
        both.tick([MISSING, MISSING])
        sizes.append(both.state.record.weeds[0].size)
    assert sizes == [2, 2, 3, 3, 3, 3, 3]


@pytest.mark.parametrize("found", [0, 63, 64, 200])
def test_weeds_appear_however_many_super_power_ups_lie_about(found: int) -> None:
    """Step 4 of the tick: only `WeedsMaxAmount` counts."""
    changes = {"WeedsStartTick": 1, "WeedSpawnRateMean": 1, "WeedSpawnRateStdDev": 0}
    state = SPROUTOPIA.start(SPROUTOPIA.configure("standard", changes), 1, 4)
    for cell in range(2000, 2000 + found):
        items.put_item(state.record.supers, cell, Item.TRAIL_PROTECTION)
        state.record.marks[cell] |= SUPER_POWER_UP
    for weeds in (1, 2, 3, 3):
        SPROUTOPIA.step(state, [MISSING] * 4)
        assert state.record.weed_count == weeds
    assert list(SPROUTOPIA.broken_invariants(state)) == []


def test_a_weed_prunes_even_the_unprunable() -> None:
    """5.7: Unprunable and Trail Protection do not help."""
    weeds = [{"cells": [[3, 1]], "super": 4}]
    a = {"at": [2, 1], "powerUp": 2, "powerUpLeft": 9, "superPowerUp": 4, "superPowerUpLeft": -1}
    both = run(position(a=a, weeds=weeds), "RIGHT/")
    farmer = both.state.record.farmers[0]
    assert (both.play.pruned(), at(both.state, 0), farmer.power_up, farmer.super_power_up) == ([0], (1, 1), 0, 0)


def test_both_kinds_of_items_on_one_cell_are_picked_up() -> None:
    both = run(position(items=[[2, 1, 1], [2, 1, 4]]), "RIGHT/")
    farmer = both.state.record.farmers[0]
    assert (farmer.power_up, farmer.power_left) == (Item.IMMUNITY, 20)
    assert (farmer.super_power_up, farmer.super_left) == (Item.TRAIL_PROTECTION, -1)
    assert recordings.items_of(both.state) == []


@pytest.mark.parametrize(
    ("name", "item"),
    [("LifespanImmunity", 1), ("LifespanUnprunable", 2), ("LifespanFreeze", 3), ("LifespanFertilizer", 5)],
)
def test_lifespans_are_settings(name: str, item: int) -> None:
    both = run(position(items=[[2, 1, item]], changes={name: 3}), "RIGHT/")
    farmer = both.state.record.farmers[0]
    lefts = []
    for _ in range(4):
        lefts.append(max(farmer.power_left, farmer.super_left))
        both.tick([MISSING, MISSING])
    assert lefts == [3, 2, 1, 0]


def test_items_and_weeds_are_limited() -> None:
    changes = {f"{kind}SpawnRate{name}": 0 for kind in ("PowerUp", "Weed") for name in ("Mean", "StdDev")}
    changes |= {"PowerUpStartTick": 1, "WeedsStartTick": 1, "MaxTicks": 60}  # so few fit into the default records
    config = SPROUTOPIA.configure("standard", changes)
    both = Both(SPROUTOPIA.start(config, 1, 4))
    for _ in range(30):
        both.tick([MISSING] * 4)
    garden = both.state.record
    assert (garden.power_ups.count, garden.weed_count) == (6, 3)


# Claims on large maps, and against a simpler algorithm


def test_a_claim_on_the_largest_map() -> None:
    config = SPROUTOPIA.configure("standard", {"Rows": 200, "Cols": 200})
    state = SPROUTOPIA.start(config, 1, 4)
    play = Play(state)
    legs = [DOWN] * 12 + [RIGHT] * 20 + [UP] * 11 + [LEFT] * 20
    for leg in legs:
        play.tick(state, [Move.of([leg]), MISSING, MISSING, MISSING])
    assert state.record.farmers[0].cells == 9 + 21 * 12 - 2
    assert list(SPROUTOPIA.broken_invariants(state)) == []


def reference_fill(rows: list[str]) -> list[str]:
    """The map after A's trail is filled, by a flood of the whole map from outside."""
    height, width = len(rows), len(rows[0])
    solid = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in "Aa"}
    outside, waiting = {(-1, -1)}, [(-1, -1)]
    for x, y in waiting:
        for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            inside = -1 <= near[0] <= width and -1 <= near[1] <= height
            if inside and near not in solid and near not in outside:
                outside.add(near)
                waiting.append(near)
    return [
        "".join("A" if (x, y) not in outside else mark for x, mark in enumerate(row)) for y, row in enumerate(rows)
    ]


def test_random_claims_agree_with_a_flood_of_the_whole_map() -> None:
    """One farmer walks at random over a map with one piece of land; its claims match a simpler algorithm."""
    stream, claims = Stream(3), 0
    for _ in range(140):
        both = Both(position(*("AAAA........",) * 3, *("............",) * 6, a={"at": [2, 1]}, b={"at": [11, 8]}))
        for _ in range(40):
            before = drawn(both.state)
            both.tick([Move.of([1 + stream.below(4)]) if stream.below(3) == 0 else MISSING, MISSING])
            farmer = both.state.record.farmers[0]
            if farmer.cells > sum(row.count("A") for row in before) and not both.play.pruned():
                claims += 1
                assert drawn(both.state) == reference_fill(before)
    assert claims > 30


# The end (4.1)


def test_a_match_ends_after_its_last_tick() -> None:
    state = position(changes={"MaxTicks": 2})
    both = run(state, "/")
    assert SPROUTOPIA.outcome(state) is None
    both.tick([MISSING, MISSING])
    outcome = SPROUTOPIA.outcome(state)
    assert outcome is not None
    assert (outcome.rule_ranks, outcome.scores, outcome.reason) == ((1, 2), (9, 9), Reason.TICK_LIMIT.value)


def test_a_match_ends_when_one_farmer_owns_everything() -> None:
    """D13: 100 % is all cells, start cells of others included."""
    rows = ["A" * 8] * 5 + ["A" * 7 + "."]
    state = position(*rows, a={"at": [6, 5]}, b={"at": [3, 3], "spawn": [3, 3]})
    both = run(state, "RIGHT/,UP/")
    assert both.state.record.farmers[0].cells == 48
    outcome = SPROUTOPIA.outcome(both.state)
    assert outcome is not None
    assert outcome.reason == Reason.WHOLE_MAP.value


@pytest.mark.parametrize(
    ("ruleset", "cells", "ties", "ranks"),
    [
        ("standard", (30, 20), (0, 0), (1, 2)),
        ("standard", (20, 30), (9, 0), (2, 1)),
        ("standard", (20, 20), (1, 9), (2, 1)),
        ("standard", (20, 20), (9, 9), (1, 2)),
        ("classic", (2500, 2524), (0, 9), (1, 2)),
    ],
)
def test_ranks(ruleset: str, cells: tuple[int, int], ties: tuple[int, int], ranks: tuple[int, int]) -> None:
    """Cells, then tie-breaking points, then the seat; the engine compares percentages (D12)."""
    config = SPROUTOPIA.configure(ruleset, {"Rows": 200, "Cols": 200})
    state = SPROUTOPIA.start(config, 1, 2)
    state.record.over = 1
    for farmer, count, tie in zip(state.record.farmers, cells, ties, strict=False):
        farmer.cells, farmer.tie = count, tie
    outcome = SPROUTOPIA.outcome(state)
    assert outcome is not None
    assert (outcome.rule_ranks, outcome.scores) == (ranks, cells)
    rewards = [rules.reward(state.record, state.const, seat) for seat in range(2)]
    assert rewards == [1000 if rank == 1 else -1000 for rank in ranks]


def test_there_is_no_reward_before_the_end() -> None:
    state = position()
    assert [rules.reward(state.record, state.const, seat) for seat in range(2)] == [0, 0]


@pytest.mark.parametrize(("seats", "rewards"), [(3, {1000, 0, -1000}), (4, {1000, 334, -333, -1000})])
def test_rewards_of_more_than_two(seats: int, rewards: set[int]) -> None:
    state = SPROUTOPIA.start(SPROUTOPIA.configure("standard", {"MaxTicks": 30}), 1, seats)
    play = RandomPlay(SPROUTOPIA, 1)
    while not state.record.over:
        SPROUTOPIA.step(state, [play.legal(state, seat) for seat in range(seats)])
    assert {rules.reward(state.record, state.const, seat) for seat in range(seats)} == rewards


def test_super_fertilizer_does_not_paint_beside_the_farmer_where_a_weed_grows() -> None:
    """5.9: the cells left and right of the new one are gained as far as they are not covered by a weed."""
    a = {"at": [2, 1], "superPowerUp": 5, "superPowerUpLeft": 9}
    weed = {"cells": [[3, 2]], "super": 4}
    painted = drawn(run(position(a=a, weeds=[weed]), "RIGHT/").state)
    assert [row[3] for row in painted[:3]] == ["A", "A", "."]
