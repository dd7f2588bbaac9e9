"""A click group that loads only the module of the verb that is run, so that it starts fast."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """Verbs with descriptions, under headings: each a module of `package`, or a folder with a module `command`."""

    def __init__(self, *words: Any, headings: Mapping[str, Mapping[str, str]], package: str, **more: Any) -> None:
        super().__init__(*words, **more)
        self.headings = headings
        self.verbs = [verb for verbs in headings.values() for verb in verbs]
        self.package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All verbs, in the order of the help."""
        return self.verbs

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb."""
        if cmd_name not in self.verbs:
            return None
        verb = f"{self.package}.{cmd_name}"
        spec = importlib.util.find_spec(verb)
        is_folder = spec is not None and spec.submodule_search_locations is not None
        command: click.Command = importlib.import_module(f"{verb}.command" if is_folder else verb).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The requested verb; an unknown one gets advice."""
        unknown = bool(args) and args[0] not in self.verbs and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:  # no advice during shell completion
            from lanista.cli.shared.advice import advise

            ctx.fail(f"No verb {args[0]!r}. {advise(ctx.command_path, args[0], self.verbs)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs under their headings, without loading any of them."""
        width = max(map(len, self.verbs))
        for heading, verbs in self.headings.items():
            with formatter.section(heading):
                formatter.write_dl([(verb.ljust(width), does) for verb, does in verbs.items()])
