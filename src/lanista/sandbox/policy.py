"""How the bots of a match are kept in: what a person asks for, and what the machine gives."""

from __future__ import annotations

import os

import msgspec

from lanista.errors import ConfigError, SandboxError
from lanista.sandbox.levels import Level
from lanista.sandbox.machine import find_machine
from lanista.sandbox.resources import Resources
from lanista.text import quoted

VARIABLE = "LANISTA_SANDBOX"  # environment variable with the level where none is asked for


class Policy(msgspec.Struct, frozen=True):
    """How the bots of a match are kept in."""

    level: Level
    resources: Resources = Resources()
    freeze: bool = False  # bots stand still except in their turns


NO_SANDBOX = Policy(Level.NONE)


class Wanted(msgspec.Struct, frozen=True):
    """What a person asks for; without a level the best one that the machine has is used."""

    level: Level | None = None
    resources: dict[str, int] = {}
    freeze: bool = False

    def policy(self) -> Policy:
        """The policy to use here; raises SandboxError if the machine has less than was asked for."""
        return Policy(self._level(), Resources.of(self.resources), self.freeze)

    def words(self) -> list[str]:
        """The options of the command line that ask for it."""
        words = [] if self.level is None else ["--sandbox", self.level.value]
        for name, amount in self.resources.items():
            words += ["--limit", f"{name}={amount}"]
        return words + (["--freeze"] if self.freeze else [])

    def _level(self) -> Level:
        level = self.level or level_of_environment()
        if level is Level.NONE:
            return level
        machine = find_machine()
        if level is None:
            return machine.level
        if level > machine.level:
            missing = "; ".join(machine.missing(level))
            raise SandboxError(
                f"the sandbox level {level.value} was asked for, but this machine only has {machine.level.value}: "
                f"{missing}"
            )
        return level


AS_GOOD_AS_POSSIBLE = Wanted()


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
