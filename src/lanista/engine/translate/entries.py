"""The rules of a game as a program: every rule that the engine calls is an entry."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from lanista.engine.log import Log
from lanista.engine.random import Generator
from lanista.engine.record import Scalar, i2, i4
from lanista.engine.rules import Rules
from lanista.engine.showing import MAX_SEATS, Judgement, Words, layout
from lanista.engine.translate import tree
from lanista.engine.translate.program import Translator
from lanista.engine.translate.tree import INT, ArrayType, RecordType, Type

FORMAT = 1
NOTED_STEP = "noted_step"  # the same turn, with a log
_NUMBER: Scalar = i2.__metadata__[0]  # type: ignore[attr-defined]
_CURVE: Scalar = i4.__metadata__[0]  # type: ignore[attr-defined]


@cache
def rules_program(rules: Rules, only: tuple[str, ...] = ()) -> tree.Program:
    """The rules that the engine calls, translated; raises RuleError with file and line for untranslatable code.

    `only` names the entries that are wanted, if not all are; NOTED_STEP and those that show a match must be named.
    """
    rules.check_source()
    words = rules.showing.words
    translator = Translator(rules.name, notes=rules.notes, words=words)
    types = entry_types(rules)
    if NOTED_STEP in only:
        translator.entry(NOTED_STEP, rules.step, types["step"], is_noting=True)
    for name, rule in rules.entries.items():
        if not only or name in only:
            translator.entry(name, rule, types[name])
    for name, rule in rules.page_entries.items():
        if name in only:
            translator.words = rules.texts if name == "spell" else words
            translator.entry(name, rule, page_types(rules)[name])
    return translator.program


def entry_types(rules: Rules) -> dict[str, list[Type]]:
    """The types of the arguments of every entry; the length of `moves` follows its address."""
    state, const, move, work = map(RecordType, (rules.state, rules.const, rules.move, rules.work))
    generator = RecordType(Generator)
    return {
        "step": [state, ArrayType(move, ("?",)), const, work],
        "is_over": [state, const],
        "reward": [state, const, INT],
        "decode": [state, const, INT, INT, move],
        "legal": [state, const, INT, INT],
        "random_move": [state, const, INT, generator, move],
        "observe": [state, const, INT, ArrayType(_NUMBER, rules.observation)],
        "redraw": [state, const, INT, generator],
        "value": [state, const, INT, work],
        "propose": [state, const, INT, generator, ArrayType(move, ("?",)), work],
        **{
            f"policy_{policy.__name__}": [state, const, INT, generator, move, work, memory_type(rules, policy)]
            for policy in rules.policies
        },
    }


def memory_type(rules: Rules, policy: Any) -> Type:
    """The type of a policy's memory."""
    return RecordType(rules.memory_of(policy.__name__))


def page_types(rules: Rules) -> dict[str, list[Type]]:
    """The same for the rules that only pages call."""
    state, const, move, work = map(RecordType, (rules.state, rules.const, rules.move, rules.work))
    told, frame = RecordType(Log), RecordType(rules.showing.record)
    numbers = ArrayType(_CURVE, (len(rules.showing.titles), MAX_SEATS))
    return {
        "judge": [state, const, RecordType(Judgement)],
        "asked": [state, const, INT],
        "spell": [move, told],
        "frame": [state, state, const, work, INT, frame],
        "tell": [state, state, const, work, INT, told],
        "describe": [state, const, INT, move, told],
        "curves": [state, const, INT, numbers],
    }


def layout_of(rules: Rules) -> dict[str, Any]:
    """The layout that callers of translated rules need: record sizes in bytes, policies, optional parts."""
    records: dict[str, Any] = {
        "state": rules.state,
        "const": rules.const,
        "move": rules.move,
        "work": rules.work,
        "generator": Generator,
    }
    return {
        "format": FORMAT,
        "game": rules.name,
        "actions": rules.actions,
        "observation": list(rules.observation),
        "sizes": {name: int(record.dtype.itemsize) for name, record in records.items()},
        "policies": [policy.__name__ for policy in rules.policies],
        "playouts": rules.playouts,
        "memories": {
            policy.__name__: int(rules.memory_of(policy.__name__).dtype.itemsize) for policy in rules.policies
        },
        "hides": rules.redraw is not None,
        "log": rules.log_field.offset if rules.log_field else None,
    }


def shown_layout(rules: Rules) -> dict[str, Any]:
    """The part of a layout by which pages show matches."""
    showing = rules.showing
    sizes: dict[str, Any] = {"frame": showing.record, "told": Log, "judgement": Judgement}
    return {
        "frame": layout(showing.record),
        "words": _templates(showing.words),
        "texts": _templates(rules.texts),
        "curves": list(showing.titles),
        "sizes": {name: int(record.dtype.itemsize) for name, record in sizes.items()},
    }


def _templates(table: Mapping[int, Words]) -> dict[int, list[str]]:
    return {int(number): [words.text, words.kind] for number, words in table.items()}
