"""Option groups that several verbs share: ruleset settings, bot budgets, sandboxes and sequential tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.completers import complete_maps, complete_rulesets, complete_settings
from lanista.cli.options import Several, option, option_group, refuse_both
from lanista.errors import ConfigError
from lanista.text import inert, whole_number

if TYPE_CHECKING:
    from lanista.bots.player import Limits
    from lanista.sandbox import Wanted
    from lanista.stats import Sprt


def maps_option(default: str) -> Any:
    """The option --on of verbs that play on several maps."""
    return option(
        "--on",
        cls=Several,
        multiple=True,
        metavar="MAP...",
        shell_complete=complete_maps,
        help=f"Built-in maps or map files, played in turn.  [default: {default}]",
    )


def rules_option() -> Any:
    """The option --rules of verbs that play many matches."""
    return option(
        "--rules",
        "--ruleset",
        default="standard",
        show_default=True,
        shell_complete=complete_rulesets,
        help="The ruleset; see `lanista games`.",
    )


def jobs_option() -> Any:
    """The option --jobs of verbs that play many matches."""
    return option(
        "--jobs",
        type=click.IntRange(1),
        help="Matches played at once.  [default: as many as the cores allow]",
    )


@option_group
class SettingsOptions:
    """Changes to a ruleset's settings."""

    settings: tuple[str, ...] = option(
        "--set",
        metavar="NAME=VALUE",
        multiple=True,
        shell_complete=complete_settings,
        help="Change one setting of the ruleset; may be repeated.",
    )

    def changes(self) -> dict[str, int]:
        """The settings that --set changes."""
        return assignments("--set", self.settings)


def assignments(option: str, texts: Sequence[str]) -> dict[str, int]:
    """The values that an option such as --set NAME=VALUE gives."""
    changes: dict[str, int] = {}
    for text in texts:
        name, value = _assignment(option, text)
        if changes.get(name, value) != value:
            given = f"{option} {inert(name, 60)} is given twice"
            raise ConfigError(f"{given}: {changes[name]} and {value}; give it once")
        changes[name] = value
    return changes


def _assignment(option: str, text: str) -> tuple[str, int]:
    name, equals, value = text.partition("=")
    number = whole_number(value.strip())
    if number is None:
        got = inert(text, 200) if equals else f"{inert(text, 200)} (no '=')"
        raise ConfigError(f"{option} expects NAME=VALUE with a whole number, got {got}")
    return name, number


@option_group
class BudgetOptions:
    """How much time bots get."""

    start_ms: int | None = option(
        "--start-ms",
        type=click.IntRange(1),
        help="Milliseconds to get ready.  [default: from the game or the replay]",
    )
    turn_ms: int | None = option(
        "--turn-ms", type=click.IntRange(1), help="Milliseconds per turn.  [default: from the game or the replay]"
    )
    no_timeout: bool = option("--no-timeout", is_flag=True, help="No time limits, for use with a debugger.")

    def check(self) -> None:
        """Refuse budgets that exclude each other."""
        refuse_both("no_timeout", "turn_ms", "no timeout means no budget")
        refuse_both("no_timeout", "start_ms", "no timeout means no budget")

    def limits(self, defaults: Limits) -> Limits:
        """The budgets to use, given the defaults."""
        from lanista.bots.player import NO_LIMITS

        self.check()
        return NO_LIMITS if self.no_timeout else defaults.override(self.start_ms, self.turn_ms)


def level_option(about: str) -> Any:
    """The option --sandbox."""
    return option("--sandbox", type=click.Choice(["none", "limits", "namespaces", "cgroup"]), help=about)


def limits_option() -> Any:
    """The option --limit of verbs that start bots."""
    return option(
        "--limit",
        metavar="NAME=VALUE",
        multiple=True,
        help="Change one limit of the bots, such as memory_mb=512; may be repeated.",
    )


def paths_option() -> Any:
    """The option --allow-path of verbs that start bots."""
    return option(
        "--allow-path",
        metavar="PATH",
        multiple=True,
        type=click.Path(),
        help="Show bots this file or folder too, such as a toolchain in your home; may be repeated.",
    )


def allowed_paths(texts: Sequence[str]) -> tuple[str, ...]:
    """The files and folders that --allow-path names."""
    from lanista.sandbox.policy import allowed_path

    return tuple(map(allowed_path, texts))


@option_group
class SandboxOptions:
    """How bots are kept in."""

    sandbox: str | None = level_option(
        "How well bots are kept in; refused if this machine cannot.  [default: as well as it can]"
    )
    limits: tuple[str, ...] = limits_option()
    allow_paths: tuple[str, ...] = paths_option()
    freeze: bool = option("--freeze", is_flag=True, help="Stop bots outside their turns.")
    build_network: bool = option(
        "--build-network", is_flag=True, help="Builds that ask for the network in lanista.toml may use it."
    )
    no_forward_model: bool = option(
        "--no-forward-model", is_flag=True, help="Bots may not start `lanista model`, even if they ask for it."
    )

    def wanted(self) -> Wanted:
        """The sandbox that is asked for."""
        from lanista.sandbox import Level, Wanted

        level = None if self.sandbox is None else Level(self.sandbox)
        resources = assignments("--limit", self.limits)
        return Wanted(
            level,
            resources,
            self.freeze,
            self.build_network,
            model=not self.no_forward_model,
            allow_paths=allowed_paths(self.allow_paths),
        )


@option_group
class SprtOptions:
    """The hypotheses of a sequential test, and how often it may be wrong."""

    elo0: float = option(
        "--elo0", type=float, default=0.0, show_default=True, help="Not better: a lead of at most this much Elo."
    )
    elo1: float = option(
        "--elo1", type=float, default=20.0, show_default=True, help="Better: a lead of at least this much Elo."
    )
    alpha: float = option(
        "--alpha",
        type=float,
        default=0.05,
        show_default=True,
        help="How often a bot that is not better may be accepted.",
    )
    beta: float = option(
        "--beta", type=float, default=0.05, show_default=True, help="How often a better bot may be rejected."
    )
    model: str = option(
        "--model",
        type=click.Choice(["normalized", "logistic"]),
        default="normalized",
        show_default=True,
        help="The scale of Elo: by what it takes to see a difference, or by what a match scores.",
    )

    def test(self) -> Sprt:
        """The test."""
        from lanista.stats import Model, Sprt

        return Sprt(self.elo0, self.elo1, self.alpha, self.beta, Model(self.model))
