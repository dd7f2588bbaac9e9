"""A click group that loads only the module of the verb that is run, so that it starts fast."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """Verbs with their descriptions, in the order of the help; each is a module of the same name in `package`."""

    def __init__(self, *words: Any, verbs: Mapping[str, str], package: str, **more: Any) -> None:
        super().__init__(*words, **more)
        self.verbs = verbs
        self.package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All verbs, in the order of the help."""
        return list(self.verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb, from its module."""
        if cmd_name not in self.verbs:
            return None
        command: click.Command = importlib.import_module(f"{self.package}.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The requested verb; an unknown one gets a suggestion."""
        unknown = bool(args) and args[0] not in self.verbs and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:  # no advice during shell completion
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.verbs, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(self.verbs)}."
            ctx.fail(f"No verb {args[0]!r}. {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of verbs, without loading any of them."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(self.verbs.items()))
