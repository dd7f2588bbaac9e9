"""The digest that names compiled code changes with everything that goes into the code, and with nothing else."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lanista.engine import loops
from lanista.engine.fingerprint import cache_key
from lanista.engine.native import OPTIONS

RULES = '''"""Rules."""
from enum import IntEnum
from lanista.engine import rand_below, rule
from {package}.numbers import LIMIT, STEPS

class Kind(IntEnum):
    HARD = 1

@rule
def step(state, moves, config, work):
    """A turn."""
    state.turn = advance(state.turn)

@rule
def advance(turn):
    """The next turn."""
    return min(LIMIT, turn + STEPS[Kind.HARD])

@rule
def advance_by_chance(state):
    """Not called by `step`."""
    return rand_below(state.generator, 3)
'''
NUMBERS = "LIMIT = 30\nSTEPS = (0, 1)\nUNUSED = 5\n"
NAMES = (f"fingerprinted_{i}" for i in itertools.count())


@pytest.fixture
def key_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """The digest of two files of rules, in a process that has just imported them."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def key(rules: str, numbers: str) -> str:
        # The package's name is part of the digest, so it is taken out again.
        package = next(NAMES)
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
        (tmp_path / package / "numbers.py").write_text(numbers)
        (tmp_path / package / "rules.py").write_text(rules.replace("{package}", package))
        importlib.invalidate_caches()
        module = importlib.import_module(f"{package}.rules")
        for function in (module.step, module.advance):
            function.__module__ = "game.rules"
        return cache_key({"step": module.step}, loops.step_once, OPTIONS)  # type: ignore[arg-type]

    return key


EDITS: list[tuple[str, str, str, bool]] = [
    ("a rule", "    state.turn = advance(", "    state.turn = 1 + advance(", True),
    ("a rule that is called", "turn + STEPS", "turn - STEPS", True),
    ("a number in another file", "LIMIT = 30", "LIMIT = 31", True),
    ("a table in another file", "(0, 1)", "(0, 2)", True),
    ("a member of an enumeration", "HARD = 1", "HARD = 0", True),
    ("a truth value for a number", "LIMIT = 30", "LIMIT = True", True),
    ("another rule under a name", "min(LIMIT", "max(LIMIT", True),
    ("a number that no rule uses", "UNUSED = 5", "UNUSED = 6", False),
    ("a rule that is not called", "generator, 3", "generator, 4", False),
    ("a comment", '"""Rules."""', '"""Rules."""\n# of a game', False),
    ("another order of lines", "LIMIT = 30\nSTEPS = (0, 1)", "STEPS = (0, 1)\nLIMIT = 30", False),
]


@pytest.mark.parametrize(("name", "old", "new", "changes"), EDITS, ids=[edit[0] for edit in EDITS])
def test_the_digest_changes_with_what_is_compiled_alone(
    key_of: Callable[[str, str], str], name: str, old: str, new: str, changes: bool
) -> None:
    assert (old in RULES) != (old in NUMBERS)
    edited = key_of(RULES.replace(old, new), NUMBERS.replace(old, new))
    assert (edited != key_of(RULES, NUMBERS)) == changes


def step_key(options: dict[str, Any] | None = None) -> str:
    """The digest of one loop of the sixth game."""
    from tests.coins import RULES as COINS

    return cache_key(COINS.entries, loops.step_once, options or OPTIONS)  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"boundscheck": False}, {"parallel": True}, {"fastmath": False}])
def test_the_digest_changes_with_the_options(options: dict[str, Any]) -> None:
    assert step_key({**OPTIONS, **options}) != step_key()


@pytest.mark.parametrize("library", ["numba", "llvmlite", "numpy"])
def test_the_digest_changes_with_the_versions(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = step_key()
    monkeypatch.setattr(f"{library}.__version__", "0.0.0")
    assert step_key() != before


def test_the_digest_is_the_same_in_another_process() -> None:
    import subprocess
    import sys

    code = "from tests.engine.test_fingerprint import step_key; print(step_key())"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == step_key()
