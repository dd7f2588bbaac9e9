"""Values of leagues as the objects that --json prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanista.core.text import inert

if TYPE_CHECKING:
    from lanista.cli.league.shapes import AddedBot, LeagueInfo
    from lanista.league.league import Added
    from lanista.league.store.records import LeagueRecord


def quarantine_text(bot: str, why: str) -> str:
    """Say that a bot no longer plays, why, and how to change that."""
    return f"{inert(bot, 40)} plays no more: {inert(why, 200)}; `lanista league release` lets it play again"


def league_info(league: LeagueRecord) -> LeagueInfo:
    """A league as JSON."""
    from lanista.cli.league.shapes import LeagueInfo

    return LeagueInfo(league.name, league.game, league.format, league.seed, league.options, league.created)


def added_bot(added: Added) -> AddedBot:
    """An added entry as JSON."""
    from lanista.cli.league.shapes import AddedBot

    entry = added.entry
    return AddedBot(entry.bot, entry.version, entry.digest, entry.builtin, added.joined.name.lower())
