"""Values of leagues as the objects that --json prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanista.cli.league_shapes import LeagueInfo
    from lanista.store.records import LeagueRecord


def league_info(league: LeagueRecord) -> LeagueInfo:
    """A league as JSON has it."""
    from lanista.cli.league_shapes import LeagueInfo

    return LeagueInfo(league.name, league.game, league.format, league.seed, league.options, league.created)
