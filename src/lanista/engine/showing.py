"""Showing matches: frames, lines of text and curves, made by rules for everybody or for one seat.

A game's module `frames` has a record and a rule that fills it, `frame(before, state, const, work, seat, frame)`;
without it, states are frames. It may have `CURVES` with a rule `curves(state, const, seat, numbers)`. Its module
`words` has the templates of all texts, `WORDS`, and rules that choose among them:
`tell(before, state, const, work, seat, told)` says what happened in the turn between two states, whose notes are
in the log of the work record, and `describe(state, const, seat, move, told)` what a move means. What a seat sees
is decided in these rules and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from lanista.core.text import seat_letter
from lanista.engine.log import Log, note
from lanista.engine.random import Generator
from lanista.engine.record import Field, Ints, i4, record, sized
from lanista.engine.rule import rule

Rule = Callable[..., Any]

EVERYBODY = -1  # the seat of an audience that sees everything
UNKNOWN = -(2**31)  # a number of a curve that an audience may not know
NOWHERE = -1  # both coordinates of a line that happens in no cell
MAX_SEATS = 64
CONTINUES = "+"  # begins a template that is added to the line before

_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


@rule
def say(told: Log, words: int, *numbers: int) -> None:
    """Add a line by the template of that number; `numbers` are its fields, in the order of their names."""
    note(told, words, NOWHERE, NOWHERE, *numbers)


@rule
def say_at(told: Log, words: int, x: int, y: int, *numbers: int) -> None:
    """The same for an event in a cell."""
    note(told, words, x, y, *numbers)


say.__native__ = True  # type: ignore[attr-defined] # translated as `write`
say_at.__native__ = True  # type: ignore[attr-defined]


@record
class Judgement:
    """The outcome of a match: the number of the reason, and the rank and score of each seat."""

    reason: i4  # -1: the turn limit, or that it was decided before
    ranks: Annotated[Ints, i4, MAX_SEATS]
    scores: Annotated[Ints, i4, MAX_SEATS]


@dataclass(frozen=True)
class Words:
    """A template: `{health}` is a number, `{seat:@}` a seat's letter, and `{way:left|right}` a choice by number.

    The last choice stands for all higher numbers too, and `#` for the number: `{n:no coins|1 coin|# coins}`. What
    begins with `+` is added to the line before it. A line of a `kind` is a key event.
    """

    text: str
    kind: str = ""

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The names of its numbers, in the order in which they are said."""
        return tuple(dict.fromkeys(name for name, _ in _FIELD.findall(self.text)))

    def fill(self, numbers: Sequence[int]) -> str:
        """The text with its numbers."""
        values = dict(zip(self.fields, numbers, strict=False))
        return _FIELD.sub(lambda found: _value(values[found[1]], found[2]), self.text.removeprefix(CONTINUES))


def choices(words: type[IntEnum]) -> str:
    """All words of an enumeration that counts from 0, as the choices of a template."""
    return "|".join(word.name for word in words if word >= 0)


def _value(number: int, how: str | None) -> str:
    if how is None:
        return str(number)
    if how == "@":
        return seat_letter(number)
    choices = how.split("|")
    return choices[max(0, min(number, len(choices) - 1))].replace("#", str(number))


class ToldLine(NamedTuple):
    """A line of text; a key event has a kind, and an event in a cell has its position."""

    text: str
    kind: str = ""
    at: tuple[int, int] | None = None


def lines(words: Mapping[int, Words], rows: Iterable[Sequence[int]]) -> list[ToldLine]:
    """The lines of text for rows of numbers."""
    found: list[ToldLine] = []
    for number, x, y, *numbers in rows:
        template = words[number]
        text, at = template.fill(numbers), None if (x, y) == (NOWHERE, NOWHERE) else (x, y)
        if template.text.startswith(CONTINUES):
            last = found.pop()
            found.append(ToldLine(last.text + text, template.kind or last.kind, at or last.at))
        else:
            found.append(ToldLine(text, template.kind, at))
    return found


@dataclass(frozen=True)
class Showing:
    """The record and the rules by which a game is shown."""

    record: type[Any]
    frame: Rule | None = None  # (before, state, const, work, seat, frame): fill a record of zeros; None: the state
    tell: Rule | None = None  # (before, state, const, work, seat, told)
    describe: Rule | None = None  # (state, const, seat, move, told): say in words what a move is meant to do
    curves: Rule | None = None  # (state, const, seat, numbers): a row of numbers by seat for each title
    titles: tuple[str, ...] = ()
    words: Mapping[int, Words] = field(default_factory=dict, compare=False)

    @property
    def entries(self) -> dict[str, Rule]:
        """The rules that are defined, by name."""
        names = ("frame", "tell", "describe", "curves")
        return {name: found for name in names if (found := getattr(self, name)) is not None}

    def sized(self, lengths: Mapping[str, int]) -> Showing:
        """The same with a record of other capacities."""
        return replace(self, record=sized(self.record, lengths))


def plain_frame(view: Any) -> dict[str, Any]:
    """A frame as plain values, as pages have it; a row `tanks` beside a number `n_tanks` has only that many."""
    parts = {part.name: part for part in _shown(view)}
    counts = parts.keys() & {f"n_{name}" for name in parts}
    return {name: _plain(_row(view, name, counts), part) for name, part in parts.items() if name not in counts}


def _row(view: Any, name: str, counts: Set[str]) -> Any:
    """A field, cut to its length before its records become plain, of which there may be many more."""
    value = getattr(view, name)
    return value[: getattr(view, f"n_{name}")] if f"n_{name}" in counts else value


def _shown(record: Any) -> list[Field]:
    """The fields that are shown: all but random generators."""
    return [part for part in record.fields if not part.filler and part.record is not Generator]


def _plain(value: Any, part: Field) -> Any:
    if part.record is None:
        return value.tolist() if part.shape else value
    return [plain_frame(inner) for inner in value] if part.shape else plain_frame(value)


def layout(record: type[Any]) -> list[list[Any]]:
    """A record for scripts: each field's name, offset, kind of number or layout of a record, size and shape."""
    return [
        [
            part.name,
            part.offset,
            part.scalar.code if part.scalar else layout(part.record),  # type: ignore[arg-type]
            part.item_size,
            list(map(int, part.shape)),
        ]
        for part in _shown(record)
    ]
