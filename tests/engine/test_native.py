"""Native rules: variants are kept apart, faults name their line, and arguments are checked."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanista.core.errors import InputError, RuleError
from lanista.engine import Records, State, loops, native, over, over_all, rule, zeros
from lanista.engine.loop import STATES, WHOLE, LoopArgument, loop
from lanista.engine.native import Native
from tests.coins import COINS, RULES
from tests.coins.rules import step
from tests.coins.state import Config, Line, Step, Way, Work


@rule
def step_left(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Writes a member of an enumeration, compares with one and counts with one."""
    line.filler = Way.LEFT
    if moves[0].way == Way.RIGHT:
        line.filler = Way.RIGHT + Way.RIGHT * 10
    line.turn += chosen(moves[0].way)


@rule
def chosen(way: int) -> int:
    """Gives a member or a plain number."""
    return Way.RIGHT if way == Way.STAY else 5


@rule
def step_elsewhere(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Another variant in the same file."""
    step(line, moves, config, work)
    line.filler = 77


def take_step(rules: Native, move: Way = Way.RIGHT) -> State[Any, Any]:
    """One compiled turn of the sixth game."""
    state, moves = COINS.start(COINS.configure(), 1, 2), zeros(Step, 2)
    moves["way"] = move
    rules.loop(loops.step_once)(state.data, moves, state.fixed, zeros(Work))
    return state


def test_variants_of_a_game_do_not_find_each_others_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They share a name; only which rule stands for `step` differs."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path))
    usual, left = Native(RULES), Native(replace(RULES, step=step_left))
    here = Native(replace(RULES, step=step_elsewhere))
    assert take_step(usual).record.filler == 0
    assert take_step(left).record.filler == Way.RIGHT + Way.RIGHT * 10
    assert take_step(here).record.filler == 77


@pytest.mark.parametrize("way", list(Way))
def test_members_of_enumerations_are_plain_numbers(way: Way) -> None:
    interpreted, moves = COINS.start(COINS.configure(), 1, 2), zeros(Step, 2)
    moves["way"] = way
    work: Work = over(Work, zeros(Work).view(np.uint8))
    step_left(interpreted.record, over_all(Step, moves), interpreted.const, work)
    assert take_step(Native(replace(RULES, step=step_left)), way) == interpreted


def test_a_loop_is_made_once_and_the_rule_stays_plain() -> None:
    rules = Native(RULES)
    assert rules.loop(loops.step_once) is rules.loop(loops.step_once)
    assert type(step).__name__ == "function"


def test_there_are_native_rules_once_per_game_and_process() -> None:
    assert native.native(RULES) is native.native(replace(RULES))


# Faults


@loop(states=STATES, at=WHOLE, by=WHOLE)
def divide(states: Any, at: int, by: int) -> int:
    """Reads an element and divides by a number."""
    quotient: int = states[at].turn // by
    return quotient


@pytest.mark.parametrize(("at", "by"), [(1, 1), (-1, 1), (0, 0)])
def test_an_index_beside_an_array_and_a_division_by_zero_name_their_line(at: int, by: int) -> None:
    state = COINS.start(COINS.configure(), 1, 2)
    line = divide.__code__.co_firstlineno + 3
    with pytest.raises(
        RuleError, match=rf"test_native.py:{line} in divide: an index is out of range, or a divisor"
    ):
        native.native(RULES).loop(divide)(state.data, at, by)


def test_a_loop_can_be_called_again_after_a_fault_and_returns_its_result() -> None:
    state = COINS.start(COINS.configure(), 1, 2)
    state.record.turn = 7
    divided = native.native(RULES).loop(divide)
    with pytest.raises(RuleError):
        divided(state.data, 0, 0)
    assert divided(state.data, 0, -2) == -4, "rounded down, as in Python"


@loop(out=LoopArgument("i8"), worker=WHOLE)
def note_worker(out: Any, worker: int) -> None:
    """Each worker writes its own number; the last one fails if there are many."""
    out[worker] = worker + 1


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
def test_every_worker_runs_once(workers: int) -> None:
    for _ in range(50):
        out = np.zeros(workers, dtype=np.int64)
        native.native(RULES).loop(note_worker)(out, workers=workers)
        assert out.tolist() == list(range(1, workers + 1))


def test_every_worker_runs_once_however_many_there_were_before() -> None:
    """A thread that is not needed in one call must not take part in it when the next one has begun."""
    note = native.native(RULES).loop(note_runs)
    for number in range(2000):
        workers = 2 + number * 7 % 5
        out = np.zeros(8, dtype=np.int64)
        note(out, workers=workers)
        assert out.tolist() == [1] * workers + [0] * (8 - workers)


@pytest.mark.parametrize(("workers", "threads"), [(40, 2), (41, 3), (3, 8), (5, 1)])
def test_threads_share_workers_and_none_is_left_out(workers: int, threads: int) -> None:
    out = np.zeros(workers, dtype=np.int64)
    note = native.native(RULES).loop(note_runs).bound(out, workers=workers, threads=threads)
    for runs in range(1, 301):
        note()
        assert out.tolist() == [runs] * workers


@loop(out=LoopArgument("i8"), worker=WHOLE)
def note_runs(out: Any, worker: int) -> None:
    """Each worker counts its runs."""
    out[worker] += 1


def test_a_fault_of_any_worker_is_reported() -> None:
    with pytest.raises(RuleError, match="in note_worker"):
        native.native(RULES).loop(note_worker)(np.zeros(2, dtype=np.int64), workers=3)


def test_workers_start_again_after_a_fork() -> None:
    """Threads do not survive a fork; a child that waited for them would hang."""
    import multiprocessing

    test_every_worker_runs_once(2)
    child = multiprocessing.get_context("fork").Process(target=test_every_worker_runs_once, args=(3,))
    child.start()
    child.join(60)
    assert child.exitcode == 0


# Arguments

MISFITS: list[tuple[Any, str]] = [
    (np.zeros(3, dtype=np.int32), "int64 of shape (?), got int32 (3,)"),
    (np.zeros((3, 1), dtype=np.int64), "int64 of shape (?), got int64 (3, 1)"),
    (np.zeros(6, dtype=np.int64)[::2], "int64 of shape (?), got int64 (3,)"),
    ([1, 2, 3], "int64 of shape (?), got list"),
]


@pytest.mark.parametrize(("argument", "words"), MISFITS)
def test_an_array_that_a_loop_does_not_take_is_refused(argument: Any, words: str) -> None:
    with pytest.raises(InputError) as caught:
        native.native(RULES).loop(note_worker)(argument)
    assert f"note_worker: out: expected a contiguous array of {words}" in str(caught.value)


def test_a_missing_argument_is_refused() -> None:
    with pytest.raises(InputError, match="note_worker: expected 1 arguments, got 0"):
        native.native(RULES).loop(note_worker)()


def test_a_declaration_must_name_the_arguments() -> None:
    with pytest.raises(TypeError, match="expected declarations of out, worker"):
        loop(out=WHOLE)(note_worker)


FIRST_CALLS = """
import ctypes, threading
from lanista.engine.pool import run_workers
run = run_workers()
entry = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64)(lambda slots, worker: 0)
barrier, slots = threading.Barrier(8), (ctypes.c_int64 * 1)()
def call():
    barrier.wait()
    for _ in range(20):
        assert run(ctypes.cast(entry, ctypes.c_void_p), slots, 4, 2) == 0
callers = [threading.Thread(target=call) for _ in range(8)]
for caller in callers: caller.start()
for caller in callers: caller.join(60)
assert not any(caller.is_alive() for caller in callers)
"""


def test_threads_may_make_the_first_call_at_the_same_time() -> None:
    """The pool sets itself up once, in any thread; a lock that is made twice lets two loops run at once."""
    for _ in range(5):
        subprocess.run([sys.executable, "-c", FIRST_CALLS], check=True, timeout=120)
