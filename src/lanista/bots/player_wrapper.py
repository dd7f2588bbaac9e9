"""Players that wrap another player, and have its capabilities."""

from __future__ import annotations

from inspect import get_annotations
from typing import Any

from lanista.bots.player import (
    BotAnswer,
    BotPlayer,
    Confined,
    FaultEvidence,
    Freezable,
    InProcessBot,
    Opening,
    Remarking,
    Reusable,
    Watched,
)
from lanista.bots.process.process_tree import Supervised
from lanista.bots.protocol.venues import Guest

CAPABILITIES = (
    Confined,
    InProcessBot,
    Freezable,
    Guest,
    Remarking,
    Reusable,
    Supervised,
    Watched,
)  # a new one belongs here


class PlayerWrapper:
    """Passes every call on to a player, and has its capabilities.

    The members of a capability are set on the instance: `isinstance` looks for them there, but not behind
    `__getattr__`. A subclass that changes one defines it under the same name with an underscore before it.
    """

    def __init__(self, player: BotPlayer) -> None:
        self.name = player.name
        self.answers_at_once = player.answers_at_once
        self._player = player
        for kind in CAPABILITIES:
            if isinstance(player, kind):
                self._pass_on(kind)

    def _pass_on(self, capability: type) -> None:
        for name in _members(capability):
            if not hasattr(type(self), name):
                setattr(self, name, getattr(self, f"_{name}", getattr(self._player, name)))

    def start(self, opening: Opening) -> None:
        """Start the player."""
        self._player.start(opening)

    def ask(self, turn: int, view: bytes) -> None:
        """Ask the player."""
        self._player.ask(turn, view)

    def ready(self) -> bool:
        """Whether the player is ready."""
        return self._player.ready()

    def waiting(self) -> bool:
        """Whether the player still owes an answer."""
        return self._player.waiting()

    def take(self) -> BotAnswer:
        """The player's answer."""
        return self._player.take()

    def evidence(self) -> FaultEvidence:
        """The last lines that the player wrote."""
        return self._player.evidence()

    def finish(self, outcome: Any) -> None:
        """Report the outcome to the player."""
        self._player.finish(outcome)

    def close(self) -> None:
        """End the player."""
        self._player.close()

    @property
    def supervisor_pid(self) -> int:
        """The process id of the supervisor of the player's bot; 0 without one."""
        return self._player.supervisor_pid if isinstance(self._player, Supervised) else 0


def _members(capability: type) -> list[str]:
    """The members that a capability adds to a player."""
    own = {**vars(capability), **get_annotations(capability)}
    return [name for name in own if not name.startswith("_")]
