"""Every verb with its arguments and options, from the commands themselves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from lanista.cli.docs.reference import table
from lanista.cli.help.command import context_of
from lanista.cli.main import HEADINGS

SHARED = ("as_json", "help")  # options of every verb


def page() -> str:
    """A section for each verb, under the headings of `lanista --help`."""
    lines: list[str] = []
    for heading, verbs in HEADINGS.items():
        lines += [f"## {heading}", ""]
        for verb in verbs:
            lines += _sections(verb)
    return "\n".join(lines)


def _sections(*words: str) -> Iterator[str]:
    context = context_of(words)
    command = context.command
    yield f"### `lanista {' '.join(words)}`\n"
    yield f"{_prose(command.help or '')}\n"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"```text\nlanista {' '.join(words)} {usage}\n```\n"
    rows = [row for parameter in command.params if (row := _row(parameter, context))]
    if rows:
        yield "\n".join(table(["option", "means"], rows)) + "\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from _sections(*words, name)


def _prose(text: str) -> str:
    """The help of a verb; lines after a mark for click stay as they are."""
    parts = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(
        f"```text\n{part.removeprefix(chr(8)).strip()}\n```" if part.startswith("\b") else part for part in parts
    )


def _row(parameter: click.Parameter, context: click.Context) -> list[str] | None:
    """The names and the help of an option."""
    if not isinstance(parameter, click.Option) or parameter.name in SHARED or parameter.hidden:
        return None
    record = parameter.get_help_record(context)
    return None if record is None else [f"`{record[0]}`", record[1].replace("\n", " ")]
