"""Misspelt fields are found with file and line: before anything runs, when interpreted, and when compiled."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lanista.core.errors import RuleError
from lanista.engine import Ints, Records, i4, over, record, rule, zeros
from lanista.engine.native import Native
from lanista.engine.rule import check_fields, explain, is_rule, reachable, rules_called_by
from tests.coins import RULES, Coins
from tests.coins.rules import step
from tests.coins.state import LENGTH, Config, Line, Runner, Step, Work

FILE = "test_rule.py"


@record
class Other:
    """A record with a field that the line does not have."""

    weather: i4


def line_of(function: Any, text: str) -> int:
    """The line of this file in which a rule holds a text."""
    lines, first = inspect.getsourcelines(function)
    return first + next(i for i, line in enumerate(lines) if text in line)


# Rules with a fault; each holds the word FAULT in the line that is wrong


@rule
def reads_a_misspelt_field(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Asks for what no record has."""
    if line.tern > 3:  # type: ignore[attr-defined] # FAULT
        line.turn = 0


@rule
def writes_a_misspelt_field(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Writes what no record has."""
    line.runners[0].purs = 1  # type: ignore[attr-defined] # FAULT


@rule
def calls_a_faulty_rule(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """The fault is in what it calls."""
    step(line, moves, config, work)
    helper(line.runners[1])


@rule
def helper(runner: Runner) -> None:
    """Asks for what no record has."""
    runner.luck += 1  # type: ignore[attr-defined] # FAULT


@rule
def asks_the_wrong_record(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """`purse` exists, but not here."""
    line.turn += config.purse  # type: ignore[attr-defined] # FAULT


@rule
def overflows_a_field(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Writes what the field cannot hold."""
    line.turn = 2**31  # FAULT


@rule
def overflows_an_array(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Writes what the array cannot hold."""
    line.coins[0] = 200  # FAULT


@rule
def leaves_an_array(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Writes beside the array."""
    line.coins[LENGTH] = 1  # FAULT


@rule
def looks_up(other: Other) -> int:
    """Right for one record, wrong for the others."""
    return other.weather


@rule
def purse(runner: Runner) -> int:
    """Has the name of the field that it reads."""
    return runner.purse


@rule
def uses_array_attributes(line: Line, config: Config, seat: int, row: Ints) -> None:
    """`shape` and `size` are no fields, and are no faults."""
    row[0] = row.shape[0] + row.size  # type: ignore[attr-defined]


MISSPELT: list[tuple[Any, Any, str]] = [
    (reads_a_misspelt_field, reads_a_misspelt_field, "no record has a field 'tern'; did you mean 'turn'?"),
    (writes_a_misspelt_field, writes_a_misspelt_field, "no record has a field 'purs'; did you mean 'purse'?"),
    (calls_a_faulty_rule, helper, "no record has a field 'luck'"),
]


@pytest.mark.parametrize(("root", "culprit", "words"), MISSPELT, ids=[case[0].__name__ for case in MISSPELT])
def test_a_misspelt_field_is_found_before_anything_runs(root: Any, culprit: Any, words: str) -> None:
    with pytest.raises(RuleError) as caught:
        replace(RULES, step=root).check()
    assert str(caught.value) == f"{FILE}:{line_of(culprit, 'FAULT')} in {culprit.__name__}: {words}"


@pytest.mark.parametrize("root", [case[0] for case in MISSPELT])
def test_a_misspelt_field_is_found_before_the_rules_are_compiled(root: Any) -> None:
    with pytest.raises(RuleError, match=rf"{FILE}:\d+ in .*: no record has a field"):
        Native(replace(RULES, step=root))


INTERPRETED: list[tuple[Any, Any, str]] = [
    (reads_a_misspelt_field, reads_a_misspelt_field, "'Line' object has no attribute 'tern'"),
    (writes_a_misspelt_field, writes_a_misspelt_field, "'Runner' object has no attribute 'purs'"),
    (calls_a_faulty_rule, helper, "'Runner' object has no attribute 'luck'"),
    (asks_the_wrong_record, asks_the_wrong_record, "'Config' object has no attribute 'purse'"),
    (overflows_a_field, overflows_a_field, "Line.turn holds whole numbers from -2147483648 to 2147483647, got"),
    (overflows_an_array, overflows_an_array, "a value does not fit into its array"),
    (leaves_an_array, leaves_an_array, "index out of bounds"),
]


@pytest.mark.parametrize(("root", "culprit", "words"), INTERPRETED, ids=[c[0].__name__ for c in INTERPRETED])
def test_an_interpreted_fault_names_file_and_line(root: Any, culprit: Any, words: str) -> None:
    game = type("Faulty", (Coins,), {"rules": replace(RULES, step=root)})()
    state = game.start(game.configure(), 1, 2)
    with pytest.raises(RuleError) as caught:
        game.step(state, [game.missing] * 2)
    assert f"{FILE}:{line_of(culprit, 'FAULT')} in {culprit.__name__}: {words}" in str(caught.value)


def test_a_field_of_another_record_is_named() -> None:
    rules = replace(RULES, step=asks_the_wrong_record)
    rules.check_source()  # some record has such a field, so reading the source is not enough
    with pytest.raises(RuleError) as caught:
        rules.check()
    location = f"{FILE}:{line_of(asks_the_wrong_record, 'FAULT')} in asks_the_wrong_record"
    assert "rules must not contain `.purse` of a Config; it has: seats, " in str(caught.value)
    assert location in str(caught.value)


def test_a_field_that_only_an_unrelated_record_has_is_no_known_field() -> None:
    root: Any = looks_up
    check_fields([root], [Other])
    with pytest.raises(RuleError, match="no record has a field 'weather'"):
        check_fields([root], [Line])


def test_attributes_of_arrays_and_constants_are_no_fields() -> None:
    replace(RULES, observe=uses_array_attributes).check_source()


def test_a_rule_stays_a_plain_function() -> None:
    assert is_rule(helper)
    assert not is_rule(line_of)
    assert inspect.isfunction(helper)
    runner = over(Runner, zeros(Runner).view(np.uint8))
    with pytest.raises(AttributeError):
        helper(runner)


def test_all_rules_that_a_rule_calls_are_reached_once_callers_first() -> None:
    names = [function.__name__ for function in reachable(calls_a_faulty_rule, helper)]  # type: ignore[arg-type]
    assert names[:2] == ["calls_a_faulty_rule", "helper"]
    assert len(names) == len(set(names))
    assert {"aim", "meets", "take_coin", "rand_below", "is_over"} <= set(names)


def test_a_rule_may_have_the_name_of_a_field_that_it_reads() -> None:
    assert list(rules_called_by(purse)) == []  # type: ignore[arg-type]


def test_an_error_without_a_place_is_still_explained() -> None:
    assert str(explain(ValueError("odd"))) == "unknown location: odd"
