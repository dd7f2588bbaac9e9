"""The sandbox of a league: the lowest level that it accepts, and what each of its matches asks for."""

from __future__ import annotations

from lanista.errors import SandboxError
from lanista.league.conditions import Conditions
from lanista.sandbox import Level, Wanted


def lowest_level(asked: Level | None = None) -> Level:
    """The level that a new league keeps: the one asked for, else the best of this machine."""
    return Wanted(asked).policy().level


def wanted_by(conditions: Conditions, level: Level | None = None) -> Wanted:
    """What matches ask for: the best sandbox of the machine that plays them, unless it is below the league's.

    A `level` that a person asks for in this run is used instead, even if it is a lower one.
    """
    return Wanted(
        level=level,
        resources=conditions.resources,
        freeze=conditions.freeze,
        build_network=conditions.build_network,
        model=conditions.model,
        allow_paths=conditions.allow_paths,
        at_least=None if level is not None else conditions.sandbox,
    )


def refuse_lower(wanted: Wanted) -> None:
    """Raise SandboxError if this machine has less than matches ask for, with how to allow less."""
    try:
        wanted.policy()
    except SandboxError as error:
        raise SandboxError(
            f"{error}; run the league on another machine, or accept less here, where its bots may be strangers' "
            "programs: `lanista league run --sandbox LEVEL` (see `lanista sandbox`)"
        ) from None
