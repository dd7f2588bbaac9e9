"""The sandbox of a league: the lowest level that it accepts, and the one that each match requests."""

from __future__ import annotations

from msgspec.structs import replace

from lanista.core.errors import SandboxError
from lanista.league.conditions import LeagueTerms
from lanista.sandbox import Level, SandboxRequest


def lowest_level(asked: Level | None = None) -> Level:
    """The lowest level of a new league: the requested one, or the best of this machine."""
    return SandboxRequest(asked).policy().level


def wanted_by(conditions: LeagueTerms, level: Level | None = None) -> SandboxRequest:
    """The sandbox of matches: the best of the machine that plays them, which must reach the league's lowest level.

    A `level` requested for this run is used instead, even if it is lower.
    """
    return replace(
        conditions.matches.wanted, level=level, at_least=None if level is not None else conditions.sandbox
    )


def refuse_lower(wanted: SandboxRequest) -> None:
    """Raise SandboxError if this machine's sandbox is too weak for the matches; says how to allow less."""
    try:
        wanted.policy()
    except SandboxError as error:
        raise SandboxError(
            f"{error}; run the league on another machine, or accept less here, where its bots may be strangers' "
            "programs: `lanista league run --sandbox LEVEL` (see `lanista sandbox`)"
        ) from None
