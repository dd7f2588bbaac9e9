"""The JSON objects that the verbs of `lanista league` print with --json."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct


class LeagueInfo(Struct):
    """A league."""

    name: str
    game: str
    format: Annotated[str, Meta(description="round-robin, gauntlet, swiss, knockout or ladder")]
    seed: Annotated[int, Meta(description="the seed from which the seeds of all matches are derived")]
    options: Annotated[dict[str, Any], Meta(description="of the format and of the matches")]
    created: Annotated[float, Meta(description="seconds since 1970")]


class ListedLeague(Struct):
    """A league of a store, in short."""

    league: LeagueInfo
    bots: Annotated[int, Meta(description="bots that have not left")]
    matches: Annotated[int, Meta(description="matches that are scheduled")]
    judged: Annotated[int, Meta(description="matches with a result that counts")]
    void: Annotated[int, Meta(description="matches without one: void or cancelled")]


class LeagueList(Struct):
    """The leagues of a store."""

    store: str
    leagues: list[ListedLeague]


# What each verb of `lanista league` prints
LEAGUE_SHAPES: dict[str, tuple[type[Struct], ...]] = {
    "league list": (LeagueList,),
}
