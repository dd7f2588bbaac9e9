# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The language of rules: accepted code; `tests/tools/conformance` has refused code, one rule for each case."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sin
from typing import Any

import pytest

from lanista.core.errors import RuleError
from lanista.engine import rule
from lanista.engine.language import CALLS, FORBIDDEN, check_language
from lanista.engine.rule import tree_of
from lanista.game import game_names, get_game
from tests.coins import RULES
from tests.coins.moves import Move
from tests.coins.state import Way
from tests.tools.conformance import forbidden_rules

TABLE = (1, (2, Way.LEFT), True)
STAY = Move(Way.STAY)
HALF = 0.5


@rule
def everything_allowed(line, moves, config, work):
    """Numbers, tuples, members, loops, choices and calls of rules."""
    first: int = TABLE[0]
    low, high = min(first, 2), max(first, ~3)
    for i, coin in enumerate(line.coins):
        if (coin in (1, 2) and not abs(-i) > 1) or i != len(line.coins):
            continue
        low += i % 3 if coin else i // 2
    while low < high <= 10:
        low += 1 << 2
        break
    else:
        pass
    match moves[0].way:
        case 0 | 1:
            line.turn = STAY.way
        case _:
            line.turn = allowed(low)


@rule
def allowed(number):
    """A rule that is called."""
    return Way.RIGHT if bool(number) else int(number & 3)


@rule(floats=True)
def in_fractions(line, moves, config, work):
    """Marked as a rule that computes in floats."""
    line.turn = round(sin(line.turn / 2 * pi) * 1.5 * HALF + float(3)) + int(1.5)


@pytest.mark.parametrize("root", [everything_allowed, in_fractions])
def test_what_is_allowed_passes(root: Any) -> None:
    check_language([root])


@pytest.mark.parametrize("name", game_names())
def test_the_rules_of_every_game_pass(name: str) -> None:
    get_game(name).rules.check()


def test_everything_that_is_forbidden_is_tried() -> None:
    import ast

    tried = {type(node) for root in forbidden_rules.WORDS for node in ast.walk(tree_of(root)[0])}
    rare = {ast.TryStar, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await, ast.YieldFrom}
    alike = {ast.Nonlocal, ast.ImportFrom, ast.IsNot, ast.MatchClass, ast.MatchMapping}
    assert set(FORBIDDEN) - tried == rare | alike


def test_a_fault_in_a_rule_that_is_called_is_found() -> None:
    @rule
    def calls(line, moves, config, work):
        forbidden_rules.a_print(line, moves, config, work)

    with pytest.raises(RuleError, match=r"the call forbidden_rules.a_print\(...\); call rules by their names"):
        replace(RULES, step=calls).check()


def test_a_rule_without_a_source_says_so() -> None:
    scope: dict[str, Any] = {"rule": rule}
    exec("@rule\ndef typed_in(line, moves, config, work):\n    line.turn = 1\n", scope)
    with pytest.raises(RuleError, match="typed_in: its source cannot be read; write rules in a file"):
        replace(RULES, step=scope["typed_in"]).check()


def test_the_docs_name_what_rules_may_call() -> None:
    from pathlib import Path

    text = (Path(__file__).parents[2] / "docs" / "engine.md").read_text()
    assert [name for name in sorted(CALLS) if f"`{name}`" not in text] == []
