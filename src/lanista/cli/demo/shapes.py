"""The JSON objects that `lanista demo` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import ReportedMatch
from lanista.league.values import LeagueOverview


class Demo(Struct):
    """The first match of every game, and a tiny league."""

    matches: list[ReportedMatch]
    league: Annotated[LeagueOverview | None, Meta(description="the table of the league; null if games were named")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"demo": (Demo,)}
