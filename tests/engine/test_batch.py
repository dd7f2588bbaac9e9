"""Batches and playouts of compiled rules; `check_game` compares them with matches stepped one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanista.core.errors import InputError
from lanista.engine import Generator, State, derive, over, over_all, zeros
from lanista.engine.batch import Batch
from lanista.engine.playouts import playouts, step_native
from lanista.game import game_names, get_game
from tests.coins import COINS, RULES
from tests.coins.state import Step, Way, Work
from tests.games.policies import memory_of
from tests.rows import every_row

GAME = get_game(game_names()[0])
TURNS = 8  # of the ruleset `short`


def starts(count: int = 3) -> list[State[Any, Any]]:
    """First states of different matches."""
    return [COINS.start(COINS.configure("short"), seed, 2) for seed in range(1, count + 1)]


def actions(batch: Batch, way: Way = Way.STAY) -> Any:
    """The same action for everybody."""
    return np.full((batch.count, batch.seats), way, dtype=np.int32)


def test_a_batch_begins_with_the_starts_in_turn() -> None:
    batch, pool = Batch(starts(3), 5), starts(3)
    assert [batch.states[i].tobytes() for i in range(5)] == [pool[i % 3].bytes() for i in range(5)]


def test_a_batch_copies_its_starts() -> None:
    pool = starts(1)
    batch = Batch(pool, 2)
    batch.step(actions(batch))
    assert pool == starts(1)


def test_a_finished_match_restarts_in_the_same_step() -> None:
    batch, pool = Batch(starts(3), 2), starts(3)
    for turn in range(1, TURNS):
        batch.step(actions(batch))
        assert not batch.done.any()
        assert not batch.rewards.any()
        assert batch.lengths.tolist() == [turn, turn]
    batch.step(actions(batch))
    assert batch.done.all()
    assert batch.resets.tolist() == [1, 1]
    assert batch.lengths.tolist() == [0, 0]
    assert batch.states[0].tobytes() == pool[2].bytes(), "two matches took starts 0 and 1"
    assert batch.states[1].tobytes() == pool[0].bytes(), "the pool begins again"
    batch.step(actions(batch))
    assert not batch.done.any()
    assert not batch.rewards.any()


def test_rewards_are_1_for_a_win_and_minus_1_for_a_loss() -> None:
    pool = starts(3)
    for state, purses in zip(pool, ((20, 3), (3, 20), (9, 9)), strict=True):
        state.record.turn = TURNS - 1
        for runner, purse, place in zip(state.record.runners, purses, (4, 12), strict=False):
            runner.purse = purse
            state.record.coins[place] = 0
    batch = Batch(pool, 3)
    batch.step(actions(batch))
    assert batch.rewards.tolist() == [[1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]]


def test_observations_are_those_of_the_game() -> None:
    batch, single = Batch(starts(1), 1), starts(1)[0]
    batch.step(actions(batch, Way.RIGHT))
    COINS.step(single, [COINS.learning.decode(single, seat, Way.RIGHT) for seat in range(2)])
    observed = batch.observe()
    assert observed is batch.observations
    for seat in range(2):
        assert observed[0, seat].tolist() == COINS.observe(single, seat).tolist()


def test_arrays_stay_the_same_objects() -> None:
    batch = Batch(starts(), 4)
    before = [batch.states, batch.rewards, batch.done, batch.lengths, batch.resets, batch.observations]
    for _ in range(TURNS + 1):
        batch.step(actions(batch))
        batch.observe()
    after = [batch.states, batch.rewards, batch.done, batch.lengths, batch.resets, batch.observations]
    assert all(old is new for old, new in zip(before, after, strict=True))


def test_drawn_actions_are_legal_and_fixed_by_their_seed() -> None:
    batch = Batch(starts(1), 1)
    batch.states["runners"]["place"][0][0] = 0
    drawn = [batch.draw_actions(seed).tolist() for seed in range(60)]
    assert drawn == [batch.draw_actions(seed).tolist() for seed in range(60)]
    assert {row[0][0] for row in drawn} == {Way.STAY, Way.RIGHT}, "LEFT leads off the line"
    assert {row[0][1] for row in drawn} == set(Way)


def test_one_and_two_threads_give_the_same_bytes() -> None:
    batches = [Batch(starts(3), 7, threads=threads) for threads in (1, 2)]
    for turn in range(3 * TURNS):
        chosen = batches[0].draw_actions(turn)
        for batch in batches:
            batch.step(chosen)
        one, two = batches
        assert one.states.tobytes() == two.states.tobytes()
        assert (one.rewards.tolist(), one.done.tolist()) == (two.rewards.tolist(), two.done.tolist())
        assert one.observe().tolist() == two.observe().tolist()


# Opponents that are policies


def test_an_opponent_plays_the_moves_of_its_policy() -> None:
    """The other seat's actions are ignored; what a batch does is what the policy does, turn by turn."""
    start = starts(1)[0]
    batch, single = Batch([start], 1, opponents={1: "greedy"}, seed=3), start.clone()
    generator, moves = over(Generator, zeros(Generator).view("u1")), zeros(Step, 2)
    generator.position = derive(3, "opponents", 0)
    memory = memory_of(single, "greedy")
    work, records = over(Work, zeros(Work).view("u1")), over_all(Step, moves)
    for _ in range(TURNS - 1):
        batch.step(np.zeros((1, 2), dtype=np.int32))
        RULES.decode(single.record, single.const, 0, 0, records[0])
        RULES.policy("greedy")(single.record, single.const, 1, generator, records[1], work, memory)
        RULES.step(single.record, records, single.const, work)
        assert batch.states[0].tobytes() == single.bytes()


@pytest.mark.parametrize("threads", [1, 2])
def test_opponents_do_not_depend_on_threads(threads: int) -> None:
    one = Batch(starts(3), 9, opponents={0: "random", 1: "greedy"}, seed=5)
    other = Batch(starts(3), 9, opponents={0: "random", 1: "greedy"}, seed=5, threads=threads)
    for _ in range(20):
        for batch in (one, other):
            batch.step(np.zeros((9, 2), dtype=np.int32))
        assert one.states.tobytes() == other.states.tobytes()


@pytest.mark.parametrize(
    ("opponents", "words"),
    [
        ({2: "random"}, "opponents: expected seats from 0 to 1, got 2"),
        ({0: "nobody"}, "coins has no policy 'nobody'; it has: random, stay, greedy"),
    ],
)
def test_an_opponent_that_does_not_exist_is_refused(opponents: dict[int, str], words: str) -> None:
    with pytest.raises(InputError) as caught:
        Batch(starts(1), 1, opponents=opponents)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (np.zeros((3, 2), dtype=np.int32), r"shape \(4, 2\), got int32 \(3, 2\)"),
        (np.zeros((4, 3), dtype=np.int32), r"got int32 \(4, 3\)"),
        (np.zeros(8, dtype=np.int32), r"got int32 \(8,\)"),
        (np.zeros((4, 2), dtype=np.int64), r"expected int32 actions .* got int64"),
        (np.zeros((4, 2), dtype=np.float32), r"got float32"),
    ],
)
def test_actions_of_another_shape_or_kind_are_refused(wrong: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Batch(starts(), 4).step(wrong)


@pytest.mark.parametrize(("value", "index"), [(-1, (3, 1)), (3, (0, 0)), (2**31 - 1, (2, 0)), (-(2**31), (1, 1))])
def test_numbers_that_are_not_actions_are_refused(value: int, index: tuple[int, int]) -> None:
    batch = Batch(starts(), 4)
    before, chosen = batch.states.tobytes(), actions(batch)
    chosen[index] = value
    words = rf"actions from 0 to 2, got {value} at actions\[{index[0]}, {index[1]}\]"
    with pytest.raises(InputError, match=words):
        batch.step(chosen)
    assert batch.states.tobytes() == before, "nothing was played"


def test_actions_that_are_no_array_are_refused() -> None:
    with pytest.raises(InputError, match=r"an int32 array of shape \(4, 2\), got list"):
        Batch(starts(), 4).step([[0, 0]] * 4)  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", ["columns", "every second", "read-only"])
def test_actions_in_any_layout_are_played_without_recompiling(layout: str) -> None:
    batch, twin = Batch(starts(), 4), Batch(starts(), 4)
    chosen = twin.draw_actions(3)
    twin.step(chosen)
    wide = np.zeros((8, 2), dtype=np.int32)
    wide[::2] = chosen
    other = {"columns": np.asfortranarray(chosen), "every second": wide[::2], "read-only": chosen.copy()}[layout]
    other.setflags(write=layout != "read-only")
    batch.step(other)
    assert batch.states.tobytes() == twin.states.tobytes()


THREE = COINS.start(COINS.configure(), 1, 3)
OTHER = GAME.start(GAME.configure(), 1, 2)
MIXED: list[tuple[str, Any, str]] = [
    ("no states", [], "at least one state"),
    ("no list", None, "at least one state"),
    ("no state", [None], r"starts\[0\]: expected a State, as `game.start` gives, got NoneType"),
    ("no state later", [*starts(1), 7], r"starts\[1\]: expected a State, .* got int"),
    (
        "other seats",
        [*starts(1), COINS.start(COINS.configure(), 1, 3)],
        r"starts\[1\] has 3 seats, starts\[0\] has 2",
    ),
    (
        "another game",
        [*starts(1), GAME.start(GAME.configure(), 1, 2)],
        r"starts\[1\] is of .* \(starts\[0\] is of coins",
    ),
]


@pytest.mark.parametrize(("pool", "words"), [case[1:] for case in MIXED], ids=[case[0] for case in MIXED])
def test_a_batch_of_other_things_is_refused(pool: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Batch(pool, 4)


NUMBERS = [(0, "from 1, got 0"), (-3, "from 1, got -3"), (2.5, r", got 2\.5"), (True, ", got True")]


@every_row(("value", "words"), NUMBERS)
@every_row("name", ["count", "threads"])
def test_other_counts_are_refused(name: str, value: Any, words: str) -> None:
    given: dict[str, Any] = {"count": 4, "threads": 1, name: value}
    with pytest.raises(InputError, match=f"{name}: expected a whole number.*{words}"):
        Batch(starts(), given["count"], threads=given["threads"])
    with pytest.raises(InputError, match=f"{name}: expected a whole number.*{words}"):
        playouts(starts(1)[0], given["count"], 1, threads=given["threads"])


@pytest.mark.parametrize("seed", ["1", 1.5, None])
def test_seeds_that_are_no_numbers_are_refused(seed: Any) -> None:
    with pytest.raises(InputError, match="seed: expected a whole number"):
        playouts(starts(1)[0], 1, seed)
    with pytest.raises(InputError, match="seed: expected a whole number"):
        Batch(starts(), 4).draw_actions(seed)


def test_playouts_and_steps_of_what_is_no_state_are_refused() -> None:
    nothing: Any = b"state"
    with pytest.raises(InputError, match=r"state: expected a State, as `game\.start` gives, got bytes"):
        playouts(nothing, 1, 1)
    with pytest.raises(InputError, match="state: expected a State"):
        step_native(nothing, zeros(Step, 2), zeros(Work))


@pytest.mark.parametrize(
    ("moves", "work", "words"),
    [
        (zeros(Step, 1), zeros(Work), r"moves: expected `zeros\(Step, 2\)`, got \(1,\)"),
        (zeros(Work, 2), zeros(Work), "moves: expected"),
        (None, zeros(Work), "moves: expected .* got NoneType"),
        (zeros(Step, 2), zeros(Step), r"work: expected `zeros\(Work, 1\)`"),
        (zeros(Step, 2), zeros(Work, 0), r"work: expected .* got \(0,\)"),
    ],
)
def test_a_compiled_step_of_other_records_is_refused(moves: Any, work: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        step_native(starts(1)[0], moves, work)


def test_more_threads_than_matches_are_not_used() -> None:
    assert Batch(starts(), 2, threads=8).threads == 2


# Playouts


def test_playouts_are_fixed_by_their_seed() -> None:
    state = starts(1)[0]
    first, again, other = (playouts(state, 200, seed) for seed in (1, 1, 2))
    assert first[0].tolist() == again[0].tolist()
    assert first[0].tolist() != other[0].tolist()


def test_playouts_play_every_match_to_its_end_and_leave_the_state_alone() -> None:
    state = starts(1)[0]
    COINS.step(state, [COINS.missing] * 2)
    before = state.bytes()
    means, turns = playouts(state, 50, 1)
    assert turns == 50 * (TURNS - 1)
    assert means.shape == (2,)
    assert all(-1 <= mean <= 1 for mean in means)
    assert state.bytes() == before


def test_a_playout_of_a_won_match_is_the_result() -> None:
    state = starts(1)[0]
    state.record.turn = TURNS
    state.record.runners[1].purse = 3
    means, turns = playouts(state, 10, 1)
    assert (means.tolist(), turns) == ([-1.0, 1.0], 0)


def test_playouts_from_a_fair_start_favour_nobody() -> None:
    state = starts(1)[0]
    for place in range(24):
        state.record.coins[place] = 1
    means, _ = playouts(state, 4000, 5)
    assert abs(means[0]) < 0.25
    assert means[0] == pytest.approx(-means[1])


def test_playouts_can_use_two_threads() -> None:
    state = starts(1)[0]
    (first, turns), (again, _) = (playouts(state, 101, 3, threads=2) for _ in range(2))
    assert turns == 101 * TURNS
    assert first.tolist() == again.tolist()
