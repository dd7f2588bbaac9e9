"""How a bot behaved in a turn."""

from __future__ import annotations

from enum import Enum

from lanista.core.enums import plain_members


@plain_members
class Verdict(Enum):
    """One per seat and turn; its consequence is up to the game, usually that the seat does nothing that turn."""

    OK = "ok"
    INVALID = "invalid"
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    KILLED = "killed"
    OUT_OF_MEMORY = "out_of_memory"
    DENIED = "denied"
    OUTPUT_LIMIT = "output_limit"
    PROTOCOL_ERROR = "protocol_error"
    ENGINE_ERROR = "engine_error"

    __hash__ = object.__hash__  # members are single objects, and every turn counts them by verdict

    @property
    def is_fault(self) -> bool:
        """Everything but `ok`."""
        return self is not Verdict.OK
