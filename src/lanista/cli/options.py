"""Options of verbs: declared in groups, and refused where they would have no effect."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

import click
from click.core import ParameterSource

from lanista.errors import InputError

Command = Callable[..., None]
T = TypeVar("T")


def option(*declarations: str, **attributes: Any) -> Any:
    """A field of a group that is an option; takes what `click.option` takes, without the Python name."""
    return field(metadata={"option": (declarations, attributes)})


def group(kind: type[Any]) -> Any:
    """A field of a group that holds another group."""
    return field(metadata={"group": kind})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(option, group))
def option_group(kind: type[T]) -> type[T]:
    """Make a class of annotated fields a group of options: a frozen dataclass."""
    return dataclass(frozen=True, kw_only=True)(kind)


def takes(kind: type[Any]) -> Callable[[Command], Command]:
    """Add a group of options to a command, which receives them as one argument, `options`.

    A field that is neither an option nor a group has the value of the command's parameter of that name.
    """
    found = dict(_options(kind))

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def run(**values: Any) -> None:
            others = {name: value for name, value in values.items() if name not in found}
            command(**others, options=_filled(kind, values))

        for name, (declarations, attributes) in reversed(found.items()):
            click.option(*declarations, name, **attributes)(run)
        return run

    return decorate


def _options(kind: type[Any]) -> Iterator[tuple[str, tuple[tuple[str, ...], dict[str, Any]]]]:
    """The options of a group and of the groups in it by name, in the order of its fields."""
    for each in fields(kind):
        if "group" in each.metadata:
            yield from _options(each.metadata["group"])
        elif "option" in each.metadata:
            yield each.name, each.metadata["option"]


def _filled(kind: type[Any], values: Mapping[str, Any]) -> Any:
    """A group of options with the values of the command line."""
    groups = {each.name: each.metadata["group"] for each in fields(kind) if "group" in each.metadata}
    names = [each.name for each in fields(kind)]
    return kind(**{name: _filled(groups[name], values) if name in groups else values[name] for name in names})


def given(*names: str) -> list[str]:
    """The options among those (by their Python names) that stand on the command line, as a person writes them."""
    context = click.get_current_context(silent=True)
    if context is None:
        return []
    options = {param.name: param.opts[-1] for param in context.command.params}
    return [options[name] for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]


def refuse_given(*names: str, because: str) -> None:
    """Refuse the first of those options that stands on the command line; the reason follows its name."""
    for word in given(*names)[:1]:
        raise InputError(f"{word} {because}")


def refuse_both(first: str, second: str, because: str) -> None:
    """Refuse two options that exclude each other."""
    found = given(first, second)
    if len(found) == 2:
        raise InputError(f"{found[0]} and {found[1]} exclude each other: {because}")
