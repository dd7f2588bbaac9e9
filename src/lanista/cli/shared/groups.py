"""Option groups that several verbs share: ruleset settings, bot budgets, sandboxes and sequential tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.completers import complete_games, complete_maps, complete_rulesets, complete_settings
from lanista.cli.shared.options import Several, group, option, option_group, refuse_both
from lanista.core.errors import ConfigError, InputError
from lanista.core.text import inert, quoted, whole_number

if TYPE_CHECKING:
    from lanista.match.terms import MatchTerms
    from lanista.sandbox import SandboxRequest
    from lanista.series.stats import Sprt


def maps_option(default: str) -> Any:
    """The option --map of verbs that play on several maps."""
    return option(
        "--map",
        cls=Several,
        multiple=True,
        metavar="MAP...",
        shell_complete=complete_maps,
        help=f"Built-in maps or map files, played in turn.  [default: {default}]",
    )


def ruleset_option() -> Any:
    """The option --ruleset."""
    return option(
        "--ruleset",
        default="standard",
        show_default=True,
        shell_complete=complete_rulesets,
        help="The ruleset; see `lanista games`.",
    )


def game_option() -> Any:
    """The option --game, which `game_of_bot` reads."""
    return option(
        "--game",
        shell_complete=complete_games,
        help="What the bot plays.  [default: the only game in its lanista.toml]",
    )


def game_of_bot(game: str | None, bot: Path) -> str:
    """The game that --game names, or that a bot's folder names."""
    from lanista.bots.source.project import PROJECT, games_of
    from lanista.game import game_names

    games = [game] if game else games_of(bot)
    if len(games) == 1:
        return games[0]
    named = f"names {', '.join(inert(each, 40) for each in games)}" if games else "names none"
    raise InputError(
        f"expected --game with one of {', '.join(game_names())}: it may be left out for a folder whose {PROJECT} "
        f"names exactly one, and {quoted(str(bot))} {named}"
    )


def map_option() -> Any:
    """The option --map of verbs that play one match."""
    return option(
        "--map",
        default="",
        shell_complete=complete_maps,
        help="A built-in map's name or a map file; see `lanista maps GAME`.",
    )


def seats_option(about: str = "The seats of a match.  [default: the game's usual number]", lowest: int = 2) -> Any:
    """The option --seats."""
    return option("--seats", type=click.IntRange(lowest), help=about)


def seat_option(about: str, *, required: bool = False) -> Any:
    """The option --seat, which `find_seat` reads."""
    help_ = f"{about}: a letter, a number from 0 on, or a bot's name."
    return option("--seat", metavar="SEAT", required=required, help=help_)


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
    """The time budgets of bots."""

    start_ms: int | None = option(
        "--start-ms",
        type=click.IntRange(1),
        help="Milliseconds to get ready.  [default: from the game or the replay]",
    )
    turn_ms: int | None = option(
        "--turn-ms", type=click.IntRange(1), help="Milliseconds per turn.  [default: from the game or the replay]"
    )
    start_fuel: int | None = option(
        "--start-fuel",
        type=click.IntRange(1),
        help="Fuel of metered bots to get ready.  [default: 2 million per ms]",
    )
    turn_fuel: int | None = option(
        "--turn-fuel", type=click.IntRange(1), help="Fuel of metered bots per turn.  [default: 2 million per ms]"
    )
    no_timeout: bool = option("--no-timeout", is_flag=True, help="No time limits, for use with a debugger.")

    def check(self) -> None:
        """Refuse budgets that exclude each other."""
        refuse_both("no_timeout", "turn_ms", "no timeout means no budget")
        refuse_both("no_timeout", "start_ms", "no timeout means no budget")


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
    """The sandbox of bots."""

    sandbox: str | None = level_option(
        "The sandbox level; refused if this machine lacks it.  [default: the strongest available]"
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

    def wanted(self) -> SandboxRequest:
        """The requested sandbox."""
        from lanista.sandbox import Level, SandboxRequest

        level = None if self.sandbox is None else Level(self.sandbox)
        resources = assignments("--limit", self.limits)
        return SandboxRequest(
            level,
            resources,
            self.freeze,
            self.build_network,
            model=not self.no_forward_model,
            allow_paths=allowed_paths(self.allow_paths),
        )


@option_group
class AskingOptions:
    """How bots are asked: their budgets and their sandbox."""

    budgets: BudgetOptions = group(BudgetOptions)
    sandbox: SandboxOptions = group(SandboxOptions)

    def terms(self) -> MatchTerms:
        """The terms that are asked for; all others are the recorded ones."""
        from lanista.match.terms import MatchTerms

        self.budgets.check()
        return MatchTerms(
            start_ms=self.budgets.start_ms,
            turn_ms=self.budgets.turn_ms,
            start_fuel=self.budgets.start_fuel,
            turn_fuel=self.budgets.turn_fuel,
            no_timeout=self.budgets.no_timeout,
            wanted=self.sandbox.wanted(),
        )


@option_group
class TermsOptions:
    """How matches are played: the ruleset and its settings, the bots' budgets and their sandbox."""

    ruleset: str = ruleset_option()
    settings: SettingsOptions = group(SettingsOptions)
    asking: AskingOptions = group(AskingOptions)

    def terms(self) -> MatchTerms:
        """The terms that are asked for, but the map."""
        import msgspec

        return msgspec.structs.replace(self.asking.terms(), ruleset=self.ruleset, settings=self.settings.changes())


@option_group
class SprtOptions:
    """The hypotheses of a sequential test, and its error rates."""

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
    scale: str = option(
        "--scale",
        type=click.Choice(["normalized", "logistic"]),
        default="normalized",
        show_default=True,
        help="The scale of Elo: by what it takes to see a difference, or by what a match scores.",
    )

    def test(self) -> Sprt:
        """The test."""
        from lanista.series.stats import EloScale, Sprt

        return Sprt(self.elo0, self.elo1, self.alpha, self.beta, EloScale(self.scale))
