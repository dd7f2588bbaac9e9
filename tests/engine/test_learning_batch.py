"""Batches for learners: observations of three kinds, masks, rewards, ends, starts, snapshots, sharing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanista.core.errors import FileError, InputError
from lanista.engine import State
from lanista.engine.batch import Batch, attach
from tests.coins import COINS
from tests.coins.state import LENGTH, Way
from tests.rows import every_row

TURNS = 8  # of the ruleset `short`
COUNT = 5


def start(number: int) -> State[Any, Any]:
    """The first state of a separate match."""
    return COINS.start(COINS.configure("short"), number + 1, 2)


def pool(count: int = 3) -> list[State[Any, Any]]:
    """First states of different matches."""
    return [start(number) for number in range(count)]


def played(batch: Batch, turns: int) -> list[list[Any]]:
    """The data of a batch along some turns of random play."""
    seen = []
    for turn in range(turns):
        batch.step(batch.draw_actions(turn))
        shown = batch.states, batch.observations, batch.masks, batch.rewards, batch.done, batch.truncated
        seen.append([array.tobytes() for array in shown])
    return seen


# Observations


def test_observations_are_written_before_the_first_step() -> None:
    batch = Batch(pool(1), 2, observations="int16")
    assert batch.observations[1, 0].tolist() == COINS.observe(start(0), 0).tolist()


@pytest.mark.parametrize("kind", ["int8", "int16", "float32"])
def test_every_step_writes_observations_of_the_kind_that_is_asked_for(kind: str) -> None:
    """int16 as they are, int8 saturated, float32 with single numbers divided by their scale."""
    batch, spec = Batch(pool(), COUNT, observations=kind), COINS.observation_spec
    batch.states["runners"]["purse"] = [300, 200, 0]
    for turn in range(2 * TURNS):
        batch.step(batch.draw_actions(turn))
        plain = np.array([[COINS.observe(single(batch, i), seat) for seat in range(2)] for i in range(COUNT)])
        expected = {
            "int16": plain,
            "int8": np.clip(plain, -128, 127),
            "float32": plain * (1 / spec.scale.astype(np.float64)).astype(np.float32),
        }[kind]
        assert batch.observations.dtype == np.dtype(kind)
        assert np.array_equal(batch.observations, expected.astype(kind))


def single(batch: Batch, i: int) -> State[Any, Any]:
    """A match of a batch as a separate state."""
    state = start(0)
    state.record.raw[:] = batch.states[i].tobytes()
    return state


def test_the_last_observation_of_a_match_is_kept() -> None:
    batch, twin = Batch(pool(1), 1, observations="int16"), start(0)
    for turn in range(TURNS):
        actions = batch.draw_actions(turn)
        batch.step(actions)
        COINS.step(twin, [COINS.learning.decode(twin, seat, int(actions[0, seat])) for seat in range(2)])
    assert batch.done.tolist() == [True]
    assert batch.final_observations[0, 1].tolist() == COINS.observe(twin, 1).tolist()
    assert batch.observations[0, 1].tolist() == COINS.observe(start(0), 1).tolist(), "of the next match"


# Masks


def test_masks_say_which_actions_are_legal() -> None:
    batch = Batch(pool(), 2, masks="bytes")
    batch.states["runners"]["place"][0, :2] = [0, LENGTH - 1]
    batch.step(np.zeros((2, 2), dtype=np.int32))
    assert batch.masks[0].tolist() == [[True, False, True], [True, True, False]]
    assert batch.masks[1].tolist() == [[True] * 3] * 2


@pytest.mark.parametrize("compact", [False, True])
def test_masks_as_bits_are_the_same(*, compact: bool) -> None:
    as_bytes, as_bits = (Batch(pool(), COUNT, masks=kind, compact=compact) for kind in ("bytes", "bits"))
    for turn in range(TURNS):
        actions = as_bytes.draw_actions(turn)
        assert actions.tolist() == as_bits.draw_actions(turn).tolist()
        as_bytes.step(actions)
        as_bits.step(actions)
        unpacked = np.unpackbits(as_bits.masks, axis=-1, count=3, bitorder="little")
        assert unpacked.tolist() == as_bytes.masks.astype(int).tolist()


def test_a_compact_numbering_leaves_out_what_is_never_legal() -> None:
    """Actions, masks and drawn actions then use places in `action_numbers`."""
    from dataclasses import replace

    rules = replace(COINS.rules, possible_actions=lambda const: [Way.LEFT, Way.RIGHT])
    starts: list[State[Any, Any]] = [State(rules, state.data, state.fixed) for state in pool()]
    batch, flat = Batch(starts, 2, masks="bytes", compact=True), Batch(pool(), 2)
    assert batch.action_numbers.tolist() == [Way.LEFT, Way.RIGHT]
    assert (batch.actions_count, batch.masks.shape) == (2, (2, 2, 2))
    batch.step(np.ones((2, 2), dtype=np.int32))
    flat.step(np.full((2, 2), Way.RIGHT, dtype=np.int32))
    assert batch.states.tobytes() == flat.states.tobytes()
    with pytest.raises(InputError, match="from 0 to 1, got 2"):
        batch.step(np.full((2, 2), 2, dtype=np.int32))


# Rewards


@every_row(
    ("reward", "expected"),
    [
        ("outcome", lambda before, after, over: over * np.sign(after - after[::-1])),
        ("score", lambda before, after, over: (after - after[::-1]) - (before - before[::-1])),
        ({"purse": 0.5}, lambda before, after, over: 0.5 * (after - before)),
        (
            {"outcome": 2, "score": 0.25, "purse": 1},
            lambda before, after, over: (
                over * 2 * np.sign(after - after[::-1])
                + 0.25 * ((after - after[::-1]) - (before - before[::-1]))
                + (after - before)
            ),
        ),
    ],
    ids=["outcome", "score", "a number", "a sum"],
)
@every_row("kind", [None, "int8", "int16"])
def test_rewards_are_what_was_asked_for(reward: Any, expected: Any, kind: str | None) -> None:
    batch = Batch(pool(), COUNT, reward=reward, observations=kind)
    twin = Batch(pool(), COUNT, observations="int16")
    purse = COINS.observation_spec.index("purse")
    for turn in range(2 * TURNS):
        before = twin.observations[:, :, purse].astype(float)
        actions = twin.draw_actions(turn)
        twin.step(actions)
        batch.step(actions)
        after = np.where(twin.done[:, None], twin.final_observations[:, :, purse], twin.observations[:, :, purse])
        for i in range(COUNT):
            wanted = expected(before[i], after[i].astype(float), float(twin.done[i]))
            assert batch.rewards[i].tolist() == wanted.tolist()
        assert batch.outcomes.tolist() == twin.outcomes.tolist()


@pytest.mark.parametrize(
    ("reward", "message"),
    [
        ("speed", "reward: coins has no 'speed'; there are: outcome, score, value, place of runner 0"),
        ({"coins": 1}, "reward: coins has no 'coins'"),
        ({"purse": "much"}, "expected a number as the weight of purse, got 'much'"),
        ({}, "expected a name or weights by name"),
        (3, "expected a name or weights by name"),
    ],
)
def test_unknown_rewards_are_refused(reward: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Batch(pool(), 1, reward=reward)


def test_seats_of_opponents_are_not_watched_unless_asked_for() -> None:
    options: dict[str, Any] = {
        "observations": "int16",
        "masks": "bytes",
        "reward": "score",
        "opponents": {1: "greedy"},
    }
    usual, all_seats = Batch(pool(), COUNT, **options), Batch(pool(), COUNT, watched=[0, 1], **options)
    for turn in range(2 * TURNS):
        actions = usual.draw_actions(turn)
        usual.step(actions)
        all_seats.step(actions)
        for name in ("observations", "masks", "rewards", "final_observations"):
            assert np.array_equal(getattr(usual, name)[:, 0], getattr(all_seats, name)[:, 0]), name
    assert not usual.observations[:, 1].any()
    assert not usual.masks[:, 1].any()
    assert all_seats.observations[:, 1].any()
    assert all_seats.masks[:, 1].all(axis=-1).any()
    assert usual.outcomes.tolist() == all_seats.outcomes.tolist()


def test_if_all_seats_are_opponents_all_are_watched() -> None:
    batch = Batch(pool(), 2, observations="int16", opponents={0: "greedy", 1: "greedy"})
    assert batch.observations.any(axis=(0, 2)).tolist() == [True, True]


# Ends and starts


def test_a_match_that_is_cut_off_is_done_and_truncated() -> None:
    batch = Batch(pool(), 2, max_turns=3)
    ends = []
    for turn in range(TURNS):
        batch.step(batch.draw_actions(turn))
        ends.append((batch.done.tolist(), batch.truncated.tolist(), batch.lengths.tolist()))
        assert not batch.rewards.any()
    runs = ([False] * 2, [False] * 2)
    cut = ([True] * 2, [True] * 2, [0, 0])
    assert ends[:6] == [(*runs, [1, 1]), (*runs, [2, 2]), cut] * 2


def test_an_end_by_the_rules_in_the_last_turn_is_not_a_truncation() -> None:
    batch = Batch(pool(), 2, max_turns=TURNS)
    for turn in range(TURNS):
        batch.step(batch.draw_actions(turn))
    assert (batch.done.tolist(), batch.truncated.tolist()) == ([True] * 2, [False] * 2)


def test_a_function_gives_every_match_a_start_of_its_own() -> None:
    numbers: list[int] = []

    def numbered(number: int) -> State[Any, Any]:
        numbers.append(number)
        return start(number)

    batch = Batch(numbered, 2)
    assert [state.tobytes() for state in batch.states] == [start(0).bytes(), start(1).bytes()]
    for turn in range(2 * TURNS):
        batch.step(batch.draw_actions(turn))
        if turn == TURNS - 1:
            assert [state.tobytes() for state in batch.states] == [start(2).bytes(), start(3).bytes()]
    assert [state.tobytes() for state in batch.states] == [start(4).bytes(), start(5).bytes()]
    assert numbers == list(range(8)), "two starts for each match, and a new one whenever a match ended"


def test_the_starts_of_a_match_do_not_depend_on_the_others() -> None:
    def given_to_first_match(count: int, cut: int) -> list[int]:
        numbers: list[int] = []

        def numbered(number: int) -> State[Any, Any]:
            numbers.append(number)
            return start(number)

        batch = Batch(numbered, count, max_turns=cut)
        batch.states["turn"][1:] = TURNS - 2  # the others end earlier
        for turn in range(3 * TURNS):
            batch.step(batch.draw_actions(turn))
        return [number // count for number in numbers if number % count == 0]

    assert given_to_first_match(1, 5) == given_to_first_match(3, 5)


@pytest.mark.parametrize("count", [1, 3])
def test_opponents_with_seeds_of_their_own_do_not_depend_on_the_other_matches(count: int) -> None:
    batch = Batch([start(0)], count, opponents={1: "random"}, seed=[7, 8, 9][:count])
    alone = Batch([start(0)], 1, opponents={1: "random"}, seed=[7])
    for _ in range(TURNS // 2):
        for each in (batch, alone):
            each.step(np.zeros((each.count, 2), dtype=np.int32))
        assert batch.states[0].tobytes() == alone.states[0].tobytes()
    with pytest.raises(InputError, match=f"one for each of {count} matches, got 2"):
        Batch([start(0)], count, seed=[1, 2])


def test_a_start_of_another_game_is_refused_when_it_comes() -> None:
    other = COINS.start(COINS.configure("short"), 1, 3)
    batch = Batch(lambda number: start(number) if number < 4 else other, 2)
    with pytest.raises(InputError, match=r"starts\(4\) has 3 seats, starts\[0\] has 2"):
        played(batch, TURNS)


# Snapshots


@pytest.mark.parametrize("starts", [pool(), start], ids=["pool", "function"])
def test_what_follows_a_snapshot_is_the_same_again(starts: Any) -> None:
    def fresh() -> Batch:
        return Batch(
            starts,
            COUNT,
            observations="int8",
            masks="bytes",
            reward={"score": 1},
            opponents={1: "random"},
            max_turns=6,
        )

    batch, other = fresh(), fresh()
    played(batch, TURNS + 1)
    saved = batch.snapshot()
    expected = played(batch, 3 * TURNS)
    assert played(other, 2) != expected[:2]
    for restored in (batch, other):
        restored.restore(saved)
        assert played(restored, 3 * TURNS) == expected


def test_a_snapshot_of_another_batch_is_refused() -> None:
    with pytest.raises(InputError, match=r"expected states as .* got"):
        Batch(pool(), 2).restore(Batch(pool(), 3).snapshot())


# Threads and sharing


def test_two_threads_write_the_same() -> None:
    options: dict[str, Any] = {"observations": "float32", "masks": "bits", "reward": "score", "max_turns": 7}
    one, two = (Batch(pool(), 7, threads=threads, **options) for threads in (1, 2))
    assert played(one, 3 * TURNS) == played(two, 3 * TURNS)


LEARNER = """
import pickle, sys
from lanista.engine.batch import attach
arrays = attach(pickle.load(sys.stdin.buffer))
arrays["actions"][:] = 2
print(arrays["observations"].sum(), arrays["final_observations"].shape, sorted(arrays))
"""


def test_another_process_sees_a_shared_batch_and_acts_in_it() -> None:
    import pickle

    batch, twin = Batch(pool(), 2, observations="int16", shared=True), Batch(pool(), 2, observations="int16")
    done = subprocess.run(
        [sys.executable, "-c", LEARNER],
        input=pickle.dumps(batch.share()),
        capture_output=True,
        timeout=60,
        check=True,
    )
    names = "['actions', 'done', 'final_observations', 'lengths', 'masks', 'observations', 'outcomes', 'resets', "
    shape = batch.final_observations.shape
    assert done.stdout.decode() == (
        f"{twin.observations.sum()} {shape} {names}'rewards', 'states', 'truncated']\n"
    )
    batch.step()
    twin.step(np.full((2, 2), Way.RIGHT, dtype=np.int32))
    assert batch.states.tobytes() == twin.states.tobytes()


def test_shared_arrays_are_gone_with_their_batch() -> None:
    batch = Batch(pool(), 2, shared=True)
    handle = batch.share()
    assert Path(handle.path).exists()
    del batch
    assert not Path(handle.path).exists()
    with pytest.raises(FileError, match="the shared arrays are gone"):
        attach(handle)


def test_a_batch_that_is_not_shared_says_so() -> None:
    with pytest.raises(InputError, match="make it with"):
        Batch(pool(), 2).share()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observations": "int32"}, "observations: expected one of int8, int16, float32, got 'int32'"),
        ({"masks": True}, "masks: expected one of bytes, bits, got True"),
        ({"watched": [2]}, "watched: expected seats from 0 to 1, got 2"),
        ({"max_turns": -1}, "max_turns: expected a whole number from 0, got -1"),
    ],
)
def test_unknown_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Batch(pool(), 1, **options)
