"""Groups of options that several verbs take: the settings of a ruleset, and the budgets of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lanista.cli.completers import complete_settings
from lanista.cli.options import option, option_group, refuse_both
from lanista.errors import ConfigError
from lanista.text import inert

if TYPE_CHECKING:
    from lanista.bots.player import Limits


@option_group
class SettingsOptions:
    """Settings of a ruleset that differ in a match."""

    settings: tuple[str, ...] = option(
        "--set",
        metavar="NAME=VALUE",
        multiple=True,
        shell_complete=complete_settings,
        help="Change one setting of the ruleset.",
    )

    def changes(self) -> dict[str, int]:
        """The settings that --set changes."""
        changes: dict[str, int] = {}
        for name, value in map(_setting, self.settings):
            if changes.get(name, value) != value:
                raise ConfigError(f"--set {name} is given twice: {changes[name]} and {value}; give it once")
            changes[name] = value
        return changes


def _setting(text: str) -> tuple[str, int]:
    name, equals, value = text.partition("=")
    try:
        return name, int(value)
    except ValueError:
        came = inert(text, 200) if equals else f"{inert(text, 200)} (no '=')"
        raise ConfigError(f"--set expects NAME=VALUE with a whole number, got {came}") from None


@option_group
class BudgetOptions:
    """How long bots may think."""

    start_ms: int | None = option(
        "--start-ms", type=click.IntRange(1), help="Time to get ready.  [default: as the game or the replay says]"
    )
    turn_ms: int | None = option(
        "--turn-ms", type=click.IntRange(1), help="Time per turn.  [default: as the game or the replay says]"
    )
    no_timeout: bool = option("--no-timeout", is_flag=True, help="Wait for ever, for debuggers.")

    def limits(self, usual: Limits) -> Limits:
        """The budgets of a match whose usual ones are given."""
        from lanista.bots.player import NO_LIMITS

        refuse_both("no_timeout", "turn_ms", "there is a budget or there is none")
        refuse_both("no_timeout", "start_ms", "there is a budget or there is none")
        return NO_LIMITS if self.no_timeout else usual.override(self.start_ms, self.turn_ms)
