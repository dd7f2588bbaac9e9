"""The command line that repeats a verb with all its options."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from lanista.cli.shared.options import Several

if TYPE_CHECKING:
    from lanista.match.planning import PlannedMatch

# Options that change neither the work nor its result: where it is shown or saved, and where it began.
UNREPEATED = frozenset(
    (
        *("as_json", "view", "watch", "step", "pace", "host", "port", "no_open"),
        *("output", "save", "force", "sign", "no_replay", "classic_logs"),
        *("fresh", "resume"),
    )
)


def again(**resolved: Any) -> str:
    """The command line that repeats the running verb.

    `resolved` are the values that the verb has chosen, such as a seed; they replace those given, and None leaves
    out a parameter.
    """
    context = click.get_current_context()
    arguments = [word for param in context.command.params for word in _argument(context, param, resolved)]
    return shlex.join(["lanista", context.info_name or "", *arguments, *option_words(**resolved)])


def match_again(plan: PlannedMatch, **resolved: Any) -> str:
    """The command line that repeats a match with its chosen seed and pacing."""
    in_turn = {"one_at_a_time": True} if plan.setup.one_at_a_time else {}
    return again(seed=plan.setup.seed, **in_turn, **resolved)


def option_words(leave_out: Collection[str] = (), **resolved: Any) -> list[str]:
    """The options of the running verb, as a user writes them."""
    context = click.get_current_context()
    options = [param for param in context.command.params if isinstance(param, click.Option)]
    kept = [param for param in options if param.name not in leave_out]
    return [word for param in kept for word in _option(param, _value(context, param, resolved))]


def _argument(context: click.Context, param: click.Parameter, resolved: dict[str, Any]) -> list[str]:
    if not isinstance(param, click.Argument):
        return []
    value = resolved.get(param.name or "", context.params.get(param.name or ""))
    return [_text(each) for each in _each(value)]


def _value(context: click.Context, option: click.Option, resolved: dict[str, Any]) -> Any:
    """The value of an option; None if it is not written."""
    name = option.name or ""
    if name in resolved:
        return resolved[name]
    is_default = context.get_parameter_source(name) in (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
    return None if is_default or name in UNREPEATED else context.params.get(name)


def _option(option: click.Option, value: Any) -> Iterator[str]:
    name = next(word for word in option.opts if word.startswith("--"))
    if isinstance(value, bool):
        yield from [name] if value else option.secondary_opts[:1]
    elif isinstance(option, Several):
        yield from [name, *map(_text, value)] if value else []
    else:
        for each in _each(value):
            yield from (name, _text(each))


def _each(value: Any) -> tuple[Any, ...]:
    if value is None:
        return ()
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def _text(value: Any) -> str:
    return f"{value:.15g}" if isinstance(value, float) else str(value)
