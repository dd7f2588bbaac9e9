"""Settings: each with a default and a range, checked before anything is opened or started."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from lanista.core.errors import ConfigError
from lanista.core.text import quoted, shown
from lanista.engine.record import closest

if TYPE_CHECKING:
    from lanista.game.base import Game


class Setting(NamedTuple):
    """A whole number in a ruleset: its default, its range (a step of 2 for even or odd numbers) and a note."""

    default: int
    low: int
    high: int
    note: str = ""
    step: int = 1

    def fault(self, name: str, value: int) -> str:
        """The fault of a value, or ""."""
        if value in range(self.low, self.high + 1, self.step):
            return ""
        if self.step == 1:
            return f"setting {name} expects {self.low} to {self.high}, got {shown(value, 40)}"
        kind = "odd numbers" if self.low % 2 else "even numbers"
        return f"setting {name} expects {kind} {self.low} to {self.high}, got {shown(value, 40)}"


Settings = Mapping[str, Setting]


def switches(*names: str) -> dict[str, Setting]:
    """Settings that are on (1) or off (0, the default)."""
    return {name: Setting(0, 0, 1) for name in names}


def defaults_of(settings: Settings, **changes: int) -> dict[str, int]:
    """The defaults, with some values changed."""
    return {**{name: setting.default for name, setting in settings.items()}, **changes}


def setting_faults(settings: Settings, config: Mapping[str, int]) -> Iterator[str]:
    """The faults of a configuration's invalid values."""
    return filter(None, (setting.fault(name, config[name]) for name, setting in settings.items()))


def check_settings(settings: Settings, config: Mapping[str, int]) -> None:
    """Raise ConfigError for the first setting out of its range."""
    for fault in setting_faults(settings, config):
        raise ConfigError(fault)


def check_config(game: Game[Any, Any, Any], config: Mapping[str, int]) -> None:
    """Refuse settings out of their range, and combinations that the game's `settings.check` refuses."""
    check_settings(game.settings, config)
    game.modules.find("settings", "check", lambda config: None)(config)


def seat_range(game: Game[Any, Any, Any]) -> str:
    """The number of seats that a game takes, as text: `2`, or `2 to 4`."""
    low, high = min(game.seats), max(game.seats)
    return str(low) if low == high else f"{low} to {high}"


def first_opponent(game: Game[Any, Any, Any]) -> str:
    """The built-in bot for a new bot's first match: the game's OPPONENT for starters, or its weakest bot."""
    opponent: str = game.modules.find("starters", "OPPONENT", None) or game.bots[0]
    return opponent


def check_seats(game: Game[Any, Any, Any], seats: int) -> None:
    """Refuse a number of seats that the game does not take."""
    if seats not in game.seats:
        raise ConfigError(f"{game.name} is played by {seat_range(game)}, got {seats} seats")


def changed(
    game: str, config: Mapping[str, int], changes: Mapping[str, object], renamed: Mapping[str, str]
) -> dict[str, int]:
    """A configuration with some settings changed; raises ConfigError for a wrong name or value."""
    result = dict(config)
    for name, value in changes.items():
        if name not in config:
            raise ConfigError(f"{game} has no setting {quoted(name)}{_hint(name, config, renamed)}")
        if not isinstance(value, int):
            raise ConfigError(f"setting {name} expects a whole number, got {shown(value, 40)}")
        result[name] = int(value)
    return result


def _hint(name: str, known: Iterable[str], renamed: Mapping[str, str]) -> str:
    if name in renamed:
        return f"; it is now {renamed[name]}, with 1 and 0 exchanged"
    return closest(name, set(known)) or f"; there are: {', '.join(known)}"
