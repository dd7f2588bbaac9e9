"""Options that would have no effect are refused, so that nobody believes they had one."""

from __future__ import annotations

import click
from click.core import ParameterSource

from lanista.errors import InputError


def given(*names: str) -> list[str]:
    """The options among those (by their Python names) that stand on the command line, as a person writes them."""
    context = click.get_current_context(silent=True)
    if context is None:
        return []
    options = {param.name: param.opts[-1] for param in context.command.params}
    return [options[name] for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]


def refuse_given(*names: str, because: str) -> None:
    """Refuse the first of those options that stands on the command line; the reason follows its name."""
    for option in given(*names)[:1]:
        raise InputError(f"{option} {because}")


def refuse_both(first: str, second: str, because: str) -> None:
    """Refuse two options that exclude each other."""
    found = given(first, second)
    if len(found) == 2:
        raise InputError(f"{found[0]} and {found[1]} exclude each other: {because}")
