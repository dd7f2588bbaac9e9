"""Options of verbs: declared in groups, and rejected where they would have no effect."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

import click
from click.core import ParameterSource

from lanista.core.errors import InputError

Command = Callable[..., None]
T = TypeVar("T")


def option(*declarations: str, **attributes: Any) -> Any:
    """Declare a field of a group as an option; takes the arguments of `click.option` except the Python name."""
    return field(metadata={"option": (declarations, attributes)})


def group(kind: type[Any]) -> Any:
    """Declare a field of a group that holds another group."""
    return field(metadata={"group": kind})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(option, group))
def option_group(kind: type[T]) -> type[T]:
    """Turn a class of annotated fields into an option group: a frozen dataclass."""
    return dataclass(frozen=True, kw_only=True)(kind)


def takes(kind: type[Any]) -> Callable[[Command], Command]:
    """Add a group of options to a command, which receives them as one argument, `options`.

    A field that is neither an option nor a group is filled from the command's parameter of that name.
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
    """Names and declarations of a group's options, nested groups included, in field order."""
    for each in fields(kind):
        if "group" in each.metadata:
            yield from _options(each.metadata["group"])
        elif "option" in each.metadata:
            yield each.name, each.metadata["option"]


def _filled(kind: type[Any], values: Mapping[str, Any]) -> Any:
    """An option group filled with values from the command line."""
    groups = {each.name: each.metadata["group"] for each in fields(kind) if "group" in each.metadata}
    names = [each.name for each in fields(kind)]
    return kind(**{name: _filled(groups[name], values) if name in groups else values[name] for name in names})


def given(*names: str) -> list[str]:
    """Those of the named options (Python names) that are on the command line, as a user writes them."""
    context = click.get_current_context(silent=True)
    if context is None:
        return []
    options = {param.name: param.opts[-1] for param in context.command.params}
    return [options[name] for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]


def refuse_given(*names: str, because: str) -> None:
    """Reject the first of the named options that is on the command line; the message is its name and `because`."""
    for word in given(*names)[:1]:
        raise InputError(f"{word} {because}")


def refuse_all_but(*names: str, because: str) -> None:
    """Reject the first option on the command line that is none of these and not --json."""
    params = click.get_current_context().command.params
    others = [param.name or "" for param in params if isinstance(param, click.Option)]
    refuse_given(*(name for name in others if name not in (*names, "as_json")), because=because)


def refuse_both(first: str, second: str, because: str) -> None:
    """Reject two options that exclude each other."""
    found = given(first, second)
    if len(found) == 2:
        raise InputError(f"{found[0]} and {found[1]} exclude each other: {because}")


# Options that had another name before; asked for in vain, they are answered with the new one.
RENAMED = {"--rules": "--ruleset", "--on": "--map", "--model": "--scale", "--replay": "--output"}


class Several(click.Option):
    """An option of a `Verb` that takes all words up to the next option, and may be repeated as well."""


class Verb(click.Command):
    """A command whose options may be `Several`, and may have had other names before."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line with every value of a `Several` behind a separate option."""
        names = {name for param in self.params if isinstance(param, Several) for name in param.opts}
        try:
            return super().parse_args(ctx, spread(args, names) if names else args)
        except click.NoSuchOption as error:
            name = RENAMED.get(error.option_name, "")
            if any(name in param.opts for param in self.params):
                raise click.UsageError(f"{error.option_name} is called {name} now", ctx) from None
            raise


def spread(words: Sequence[str], names: Collection[str]) -> list[str]:
    """`--name A B` as `--name A --name B`, for the options of these names."""
    found: list[str] = []
    name = ""
    for number, word in enumerate(words):
        if word == "--":
            return [*found, *words[number:]]
        if word.startswith("-"):
            name = word if word in names else ""
        elif name and found[-1] != name:
            found.append(name)
        found.append(word)
    return found
