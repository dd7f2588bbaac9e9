"""The mutation tool: which mutants it makes, and how it reports them."""

from __future__ import annotations

import textwrap
import time
from pathlib import Path

import pytest

from tests.mutants.__main__ import MODULES, row_of, sample
from tests.mutants.equivalent import key, reasons
from tests.mutants.mutations import code_of, mutants_in, mutants_of
from tests.mutants.runner import Fate, Plan, Trial, in_forks, run
from tests.rows import every_row

EXAMPLE = "tests.mutants.example"
CHECKS = str(Path(__file__).with_name("example_checks.py"))

# A statement, and what it is changed into

CHANGES: list[tuple[str, list[str]]] = [
    ("a = b", []),
    ("return a < b", ["return a <= b", "return a >= b"]),
    ("return a == b", ["return a != b"]),
    ("return a and b", ["return a or b", "return b", "return a", "return not (a and b)"]),
    ("return not a", ["return a"]),
    ("a.x = 5", ["pass", "a.x = 6", "a.x = 4"]),
    ("a.x = True", ["pass", "a.x = False"]),
    ("a += b", ["a -= b", "pass"]),
    ("a = b % c", ["a = b // c"]),
    ("a = min(b, c)", ["a = max(b, c)"]),
    ("a.f(b, c)", ["pass", "a.f(c, b)"]),
    ("for i in range(n): a.f()", ["for i in range(n - 1):", "pass"]),
    ("if a: return", ["if not a:", "pass"]),
    ("a: int = b", []),
    ('raise ValueError(f"got {a} of 3")', ["pass"]),
]


@every_row(("statement", "changed"), CHANGES, ids=[change[0] for change in CHANGES])
def test_a_statement_is_changed_in_every_small_way(statement: str, changed: list[str]) -> None:
    source = f'def f(a: int = 3, b: int = 4) -> bool:\n    """Returns 1."""\n    {statement}\n'
    assert sorted(mutant.after for mutant in mutants_in(EXAMPLE, source)) == sorted(changed)


def test_code_that_never_runs_is_left_alone() -> None:
    source = textwrap.dedent("""
        if TYPE_CHECKING:
            from a import B
        class P(Protocol):
            def f(self) -> int:
                return 1
    """)
    assert mutants_in(EXAMPLE, source) == []


def test_every_mutant_is_code_and_leaves_the_tree_as_it_was() -> None:
    first = [code_of(mutant).co_code for mutant in mutants_of(EXAMPLE)]
    assert first == [code_of(mutant).co_code for mutant in mutants_of(EXAMPLE)]


def test_the_sample_depends_on_the_seed_alone() -> None:
    assert sample([EXAMPLE], 1, 5) == sample([EXAMPLE], 1, 5) != sample([EXAMPLE], 2, 5)
    assert len(sample([EXAMPLE], 1, None)) == len(mutants_of(EXAMPLE))


@pytest.mark.long
def test_mutants_are_noticed_survive_or_never_end() -> None:
    """In a fork, because the tool runs pytest itself."""
    ((_, status, trials),) = in_forks([("example", try_example)], 1)
    assert status == 0
    fates = {(function, after): fate for function, after, fate in trials}
    assert fates["clamp", "return low if value <= low else value"] == Fate.SURVIVED
    assert fates["clamp", "return low if value >= low else value"] == Fate.KILLED
    assert fates["half_tested", "return 1 if number > 11 else 0"] == Fate.SURVIVED
    assert fates["half_tested", "return 1 if number > 10 else 1"] == Fate.KILLED
    assert fates["count_down", "number += 1"] == Fate.TIMED_OUT
    assert len(trials) == len(mutants_of(EXAMPLE))


def try_example() -> list[tuple[str, str, Fate]]:
    """Every mutant of the example; a Mutant itself holds a whole tree."""
    found: list[tuple[str, str, Fate]] = []

    def report(trial: Trial) -> None:
        found.append((trial.mutant.function, trial.mutant.after, trial.fate))

    plan = Plan(mutants_of(EXAMPLE), 2, time.monotonic() + 600, report, lambda _: None)
    assert run(plan, [CHECKS]) == 0
    return found


def test_the_rate_is_the_share_of_mutants_that_are_noticed() -> None:
    fates = [Fate.KILLED, Fate.KILLED, Fate.TIMED_OUT, Fate.SURVIVED, Fate.SAME]
    trials = [Trial(mutant, fate) for mutant, fate in zip(mutants_of(EXAMPLE), fates, strict=False)]
    row = row_of(EXAMPLE, trials)
    assert (row["tried"], row["killed"], row["timed_out"], row["survived"], row["rate"]) == (4, 2, 1, 1, 75.0)


def test_every_equivalent_mutant_on_the_list_can_still_be_planted() -> None:
    """An entry whose statement has changed is useless: delete or rewrite it."""
    possible = {key(mutant) for module in MODULES for mutant in mutants_of(module)}
    assert reasons().keys() - possible == set()
    assert all(reasons().values())
