"""Beliefs of a farmer: imagined states agree with all it has seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from lanista.engine.ready import ready
from lanista.game import BotStart, InvalidMove
from lanista.game.policy_bot import PolicyBot
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.search.estates import VARIANTS, cells_of
from lanista.games.sproutopia.search.floods import Board
from lanista.games.sproutopia.search.imagine import Belief
from lanista.games.sproutopia.search.trails import Puzzle
from tests.games.sproutopia.positions import Position

SMALL = {"Rows": 18, "Cols": 22, "WeedsStartTick": 20, "PowerUpStartTick": 5, "PowerUpSpawnRateMean": 8}
BOTS = ("greedy", "hunter", "squares", "random")


@pytest.fixture(autouse=True)
def compiled() -> Iterator[None]:
    """The compiled rules play the matches: they are faster, and do the same."""
    was_wanted = ready.wanted
    ready.prefer_compiled(compiling=True)
    yield
    ready.prefer_compiled(wanted=was_wanted)


def started(
    bots: Sequence[str], ruleset: str = "standard", changes: Mapping[str, int] | None = None
) -> tuple[Position, list[BotStart]]:
    config = SPROUTOPIA.configure(ruleset, changes or {})
    state = SPROUTOPIA.start(config, 7, len(bots))
    return state, [BotStart(seat, len(bots), ruleset, config, seat) for seat in range(len(bots))]


def played(
    bots: Sequence[str], ticks: int, ruleset: str = "standard", changes: Mapping[str, int] | None = None
) -> Iterator[tuple[Position, list[dict[str, Any]]]]:
    """The states of a match of built-in bots, each with the views of all seats."""
    state, starts = started(bots, ruleset, changes)
    players = [PolicyBot(SPROUTOPIA, start, name, live=state) for name, start in zip(bots, starts, strict=True)]
    for _ in range(ticks):
        views = [SPROUTOPIA.view(state, seat) for seat in range(len(bots))]
        yield state, views
        moves = []
        for seat, player in enumerate(players):
            try:
                moves.append(SPROUTOPIA.read(state, seat, player.move(views[seat])))
            except InvalidMove as refused:
                moves.append(refused.move)
        SPROUTOPIA.step(state, moves)


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
@pytest.mark.parametrize(
    ("bots", "changes"),
    [
        (BOTS, SMALL),
        (("hunter", "greedy", "hunter", "hunter"), SMALL | {"PlayerWindowSize": 7}),
        (("random", "random"), {"Rows": 7, "Cols": 6, "WeedsStartTick": 0}),
        (("squares",), SMALL),
    ],
)
def test_an_imagined_state_shows_the_same_view(ruleset: str, bots: Sequence[str], changes: dict[str, int]) -> None:
    _, starts = started(bots, ruleset, changes)
    beliefs = [Belief(SPROUTOPIA, start) for start in starts]
    for state, views in played(bots, 100, ruleset, changes):
        for seat, belief in enumerate(beliefs):
            belief.see(views[seat])
            if (state.record.tick + seat) % 4 == 0:
                imagined = belief.imagine(state.record.tick)
                assert SPROUTOPIA.view(imagined, seat) == views[seat]
                assert list(SPROUTOPIA.broken_invariants(imagined)) == []


def test_a_belief_may_begin_late_and_miss_ticks() -> None:
    _, starts = started(BOTS, changes=SMALL)
    for state, views in played(BOTS, 100, changes=SMALL):
        if state.record.tick % 9 == 8:
            for seat, start in enumerate(starts):
                belief = Belief(SPROUTOPIA, start)
                belief.see(views[seat])
                assert SPROUTOPIA.view(belief.imagine(1), seat) == views[seat]
                SPROUTOPIA.step(belief.imagine(2), [SPROUTOPIA.missing] * 4)


def test_the_same_seed_gives_the_same_bytes_and_another_one_other_hidden_parts() -> None:
    *_, (_, views) = played(BOTS, 60)
    _, starts = started(BOTS)
    belief = Belief(SPROUTOPIA, starts[0])
    belief.see(views[0])
    assert belief.imagine(5).bytes() == belief.imagine(5).bytes()
    states = [belief.imagine(seed).record for seed in range(8)]
    assert len({(state.farmers[2].x, state.farmers[2].y) for state in states}) > 1
    assert len({state.arrivals.position for state in states}) == len(states)
    assert len({state.next_power_up for state in states}) > 1


def test_its_land_is_known_also_where_it_was_claimed_out_of_sight() -> None:
    state, starts = started(("greedy",))
    belief, cells = Belief(SPROUTOPIA, starts[0]), state.const.Rows * state.const.Cols
    for now, views in played(("greedy",), 120):
        belief.see(views[0])
        state = now
    assert state.record.farmers[0].cells > 200
    imagined = belief.imagine(0)
    assert np.array_equal(imagined.data["land"][0, :cells], state.data["land"][0, :cells])


@pytest.mark.parametrize("bots", [BOTS, ("greedy", "hunter")])
def test_the_land_of_others_is_drawn_fairly_from_the_counts_that_agree(bots: Sequence[str]) -> None:
    """Percentages are floored: the numbers of cells that are imagined lie evenly around the true one."""
    _, starts = started(bots)
    belief, errors = Belief(SPROUTOPIA, starts[0]), []
    for state, views in played(bots, 200):
        belief.see(views[0])
        if state.record.tick % 5 == 0:
            imagined = [belief.imagine(seed).record for seed in range(VARIANTS)]
            for seat in range(1, len(bots)):
                true, counts = state.record.farmers[seat].cells, [i.farmers[seat].cells for i in imagined]
                part = -(-len(range(*cells_of(true * 100 // 2500, 2500))) // VARIANTS)
                assert min(counts) - part <= true <= max(counts) + part
                errors.append(np.mean(counts) - true)
    assert abs(np.mean(errors)) < 2


def test_a_share_that_stays_keeps_its_counts() -> None:
    _, starts = started(BOTS)
    belief, before, kept = Belief(SPROUTOPIA, starts[0]), None, 0
    for _, views in played(BOTS, 120):
        belief.see(views[0])
        shares = list(views[0]["leaderBoard"].values())
        counts = [[farmer.cells for farmer in belief.imagine(seed).record.farmers] for seed in range(VARIANTS)]
        if before is not None:
            for seat in range(1, 4):
                if shares[seat] == before[0][seat] and shares[seat] > 1:
                    kept += 1
                    assert [row[seat] for row in counts] == [row[seat] for row in before[1]]
        before = shares, counts
    assert kept > 50


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
@pytest.mark.parametrize("changes", [SMALL, {}])
def test_its_tie_breaking_points_are_exact(ruleset: str, changes: dict[str, int]) -> None:
    """4.3: they follow from its claims, as long as it has not inherited land that it never saw."""
    _, starts = started(BOTS, ruleset, changes)
    beliefs = dict(enumerate(Belief(SPROUTOPIA, start) for start in starts))
    compared = most = 0
    for state, views in played(BOTS, 200, ruleset, changes):
        for seat, belief in list(beliefs.items()):
            belief.see(views[seat])
            if np.count_nonzero(belief.memory.owner == seat) != state.record.farmers[seat].cells:
                del beliefs[seat]
                continue
            compared += 1
            most = max(most, belief.memory.farmers[seat].points)
            assert belief.imagine(1).record.farmers[seat].tie == state.record.farmers[seat].tie
    assert compared > 400
    assert most >= 100


def test_items_and_land_of_others_are_remembered_out_of_sight() -> None:
    seen: set[int] = set()
    _, starts = started(BOTS, changes=SMALL)
    belief = Belief(SPROUTOPIA, starts[1])
    for state, views in played(BOTS, 110, changes=SMALL):
        belief.see(views[1])
        window = belief.memory.window
        assert window is not None
        hidden = [cell for cell in belief.memory.power_ups if cell not in window.code_of]
        seen |= {cell for cell in hidden if state.record.marks[cell] & 1 << 12}
        marks = belief.imagine(1).record.marks
        assert all(marks[cell] & 1 << 12 for cell in hidden)
    assert seen


@pytest.mark.parametrize(
    ("rows", "end", "path"),
    [
        (["....", ".##.", ".##.", "...."], 9, {(5, 6, 10, 9), (10, 6, 5, 9)}),  # 6.1: cells that touch by a side
        (["###.", "..#.", "###.", "...."], 8, {(0, 1, 2, 6, 10, 9, 8)}),
        (["#...", "....", "#...", "...."], 8, {(0, 4, 8)}),  # the cell between is out of sight
    ],
)
def test_a_trail_is_put_in_order(rows: list[str], end: int, path: set[tuple[int, ...]]) -> None:
    cells = {i for i, sign in enumerate("".join(rows)) if sign == "#"}
    free = [i == 4 for i in range(16)]
    assert tuple(Puzzle(4, free, free).solve(cells, end)) in path


def test_a_completed_trail_claims_what_it_encloses() -> None:
    board = Board(5, 4)
    land = np.zeros(20, np.bool_)
    land[0:5] = True
    trail = [1, 6, 11, 12, 13, 8, 3]
    claimed = board.mask(board.claim(board.number(land), trail, bridges_fill=False).filled)
    assert np.flatnonzero(claimed).tolist() == [0, 1, 2, 3, 4, 6, 7, 8, 11, 12, 13]
