"""The sandbox of a match: the request of a person, and the policy that the machine grants for it."""

from __future__ import annotations

import os

import msgspec

from lanista.core.errors import ConfigError, SandboxError
from lanista.core.text import quoted
from lanista.sandbox.jail.installed import is_below
from lanista.sandbox.levels import Level
from lanista.sandbox.machine import find_machine
from lanista.sandbox.resources import Resources

VARIABLE = "LANISTA_SANDBOX"  # environment variable with the level where none is asked for
MOUNTED, PRIVATE = ("/proc", "/sys", "/dev"), ("/tmp",)  # of which every bot has its own
BUILD_NETWORK = "LANISTA_BUILD_NETWORK"  # environment variable that lets builds use the network


class SandboxPolicy(msgspec.Struct, frozen=True):
    """The sandbox that the bots of a match run in, as granted by the machine."""

    level: Level
    resources: Resources = Resources()
    freeze: bool = False  # bots stand still except in their turns
    model: bool = True  # bots that ask for it may start the forward model
    allow_paths: tuple[str, ...] = ()  # files and folders that bots see besides, absolute


NO_SANDBOX = SandboxPolicy(Level.NONE)


class SandboxRequest(msgspec.Struct, frozen=True):
    """The sandbox that a person asks for; without a level, the strongest that the machine supports."""

    level: Level | None = None
    resources: dict[str, int] = {}
    freeze: bool = False
    build_network: bool = False  # builds that say so may use the network
    at_least: Level | None = None  # the lowest level that is accepted, where no other one is asked for
    model: bool = True  # bots that ask for it may start the forward model
    allow_paths: tuple[str, ...] = ()  # files and folders that bots see besides, such as toolchains in a home

    def policy(self) -> SandboxPolicy:
        """The policy to use here; raises SandboxError if the machine has less than was asked for."""
        level, allowed = self._level(), tuple(map(allowed_path, self.allow_paths))
        return SandboxPolicy(level, Resources.of(self.resources), self.freeze, self.model, allowed)

    def words(self) -> list[str]:
        """The options of the command line that ask for it."""
        words = [] if self.level is None else ["--sandbox", self.level.value]
        for name, amount in self.resources.items():
            words += ["--limit", f"{name}={amount}"]
        for path in self.allow_paths:
            words += ["--allow-path", path]
        words += ["--freeze"] if self.freeze else []
        words += [] if self.model else ["--no-forward-model"]
        return words + (["--build-network"] if self.build_network else [])

    def allows_build_network(self) -> bool:
        """Whether builds that say so may use the network, by what was asked for or by the environment."""
        return self.build_network or os.environ.get(BUILD_NETWORK, "") not in ("", "0")

    def _level(self) -> Level:
        level = self.level or level_of_environment()
        lowest = self.at_least or Level.NONE
        if level is not None and level < lowest:
            raise SandboxError(
                f"expected a sandbox of level {lowest.value} or better, but {level.value} was asked for"
            )
        if level is Level.NONE:
            return level
        machine = find_machine()
        needed = level or lowest
        if needed > machine.level:
            missing = "; ".join(machine.missing(needed))
            raise SandboxError(
                f"the sandbox level {needed.value} was asked for, but this machine only has "
                f"{machine.level.value}: {missing}"
            )
        return level or machine.level


BEST_SANDBOX = SandboxRequest()


def allowed_path(text: str) -> str:
    """The path that --allow-path names; raises ConfigError if there is none, or if it cannot be shown."""
    path = os.path.abspath(os.path.expanduser(text))
    if not os.path.exists(path):
        raise ConfigError(f"--allow-path expects a file or folder that exists, got {quoted(text)}")
    real = os.path.realpath(path)
    if real == "/" or is_below(real, MOUNTED) or real in PRIVATE:
        raise ConfigError(f"--allow-path cannot show {quoted(text)}, of which every bot has its own; name less")
    return path


def level_of_environment() -> Level | None:
    """The level that LANISTA_SANDBOX names; None if it names none."""
    text = os.environ.get(VARIABLE, "")
    return level_named(text, f"the environment variable {VARIABLE}") if text else None


def level_named(text: str, where: str) -> Level:
    """A level by its name; raises ConfigError."""
    try:
        return Level(text)
    except ValueError:
        known = ", ".join(level.value for level in Level)
        raise ConfigError(f"{where} expects one of {known}, got {quoted(text)}") from None
