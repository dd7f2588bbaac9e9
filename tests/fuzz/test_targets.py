"""Every fuzz target: its seeds and committed inputs, and inputs that Hypothesis makes from them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.limits import memory_limit
from tests.fuzz.mutations import MULTIPLIER
from tests.fuzz.target import CORPUS, Target
from tests.fuzz.targets import all_targets, find_target
from tests.rows import every_row

EXAMPLES = 15
MAX_CORPUS_BYTES = 300_000
NAMES = [target.name for target in all_targets()]

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner), max_leaves=8
)


def mutated(target: Target) -> st.SearchStrategy[bytes]:
    """Inputs with one to four mutations; smaller seeds of the mutations stand for simpler inputs."""

    def make(data: bytes, seed: int, count: int) -> bytes:
        rng = random.Random(seed)
        for _ in range(count):
            data = target.mutated(rng, data)
        return data

    return st.builds(make, st.sampled_from(target.inputs), st.integers(0, 2**32), st.integers(1, 4))


@every_row("name", NAMES)
def test_committed_inputs(name: str) -> None:
    target = find_target(name)
    with memory_limit(target.memory_mb):
        for data in target.inputs:
            target.check(data)


@every_row("name", NAMES)
def test_inputs_made_by_hypothesis(name: str) -> None:
    target = find_target(name)
    made = mutated(target) | st.binary(max_size=300) | values.map(lambda value: json.dumps(value).encode())

    @settings(
        max_examples=EXAMPLES * MULTIPLIER,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(made)
    def check(data: bytes) -> None:
        target.check(data)

    with memory_limit(target.memory_mb):
        check()


def test_the_corpus_is_small_and_belongs_to_targets() -> None:
    folders = {path.name for path in CORPUS.iterdir()}
    assert folders <= set(NAMES)
    assert sum(path.stat().st_size for path in CORPUS.rglob("*") if path.is_file()) < MAX_CORPUS_BYTES


def test_every_finding_of_a_target_is_found_again(tmp_path: Path) -> None:
    """The fuzzer's own checks: what must not happen is noticed."""
    from tests.fuzz.target import Finding

    def hang(data: bytes) -> None:
        while True:
            pass

    def grow(data: bytes) -> bytes:
        return bytes(2**30)

    def talk(data: bytes) -> None:
        raise ValueError("\x1b[31m")

    for run, expected in ((hang, Finding), (grow, MemoryError), (talk, Finding)):
        target = Target("x", run, list, refuses=(ValueError,), cpu_seconds=0.05)
        with memory_limit(target.memory_mb), pytest.raises(expected):
            target.check(b"")
