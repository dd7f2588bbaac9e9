"""Code that translations would run differently from Python is refused, with file and line."""

from __future__ import annotations

import inspect
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import cast

import pytest

from lanista.core.errors import RuleError
from lanista.engine import Records, rule
from lanista.engine.native import Native
from tests.coins import RULES
from tests.coins.rules import step
from tests.coins.state import Config, Line, Step, Work
from tests.engine.translate import refused, running
from tests.engine.translate.samples import Memory
from tests.rows import every_row

LINES = Path(refused.__file__).read_text(encoding="utf-8").splitlines()


def marked_line(rule: FunctionType) -> tuple[int, str]:
    """The line of a rule that carries a remark, or of the rule that it calls; and the remark."""
    lines, first = inspect.getsourcelines(rule)
    found = [(first + i, line.partition("  # ")[2].strip()) for i, line in enumerate(lines) if "  # " in line]
    return found[0] if found else marked_line(refused._point_and_number)  # type: ignore[arg-type]


@every_row("rule", refused.REFUSED, ids=lambda rule: rule.__name__)
def test_it_is_refused_with_its_line(rule: FunctionType) -> None:
    line, remark = marked_line(rule)
    with pytest.raises(RuleError) as caught:
        running.program_of({rule.__name__: rule}, Memory)
    where, _, words = str(caught.value).partition(": ")
    assert where.startswith(f"refused.py:{line} in ")
    assert words.startswith(f"rules must not contain {remark}")
    assert "; " in words  # what to write instead


@rule
def may_be_negative(m: Memory, a: int, b: int, c: int) -> int:
    """Each index is changed on some way to its use: nothing is known of it, and it is checked when it runs."""
    best, last, turn, seen = -1, -1, -1, -1
    for i in range(3):
        if m.row[i] > a:
            best = i
    if a > 0:
        last = 2
    while turn < b:
        turn += 1
    for seen in range(2):
        m.row[seen] = 1
    match c:
        case 1:
            c = -1
    return m.row[best] + m.row[last] + m.row[turn] + m.row[seen] + m.row[c]


def test_what_only_may_be_negative_is_translated() -> None:
    running.program_of({"may_be_negative": cast(FunctionType, may_be_negative)}, Memory)


@rule
def step_with_a_refused_part(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Python takes the last coin."""
    step(line, moves, config, work)
    line.coins[-1] = 0


@pytest.mark.parametrize("check", [lambda rules: rules.check(), Native], ids=["check", "native"])
def test_whoever_uses_rules_hears_of_it(check: object) -> None:
    rules = replace(RULES, step=step_with_a_refused_part)
    with pytest.raises(RuleError, match=r"test_refused.py:\d+ in step_with_a_refused_part: .* a negative index"):
        check(rules)  # type: ignore[operator]


def test_rules_are_translated_once() -> None:
    from lanista.engine.translate.entries import rules_program

    RULES.check()
    assert rules_program(RULES) is rules_program(RULES)
