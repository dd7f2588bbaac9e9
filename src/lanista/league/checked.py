"""The findings of a store check, as values."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class CheckedLeague(Struct):
    """The counts of a league."""

    name: str
    game: str
    bots: Annotated[int, Meta(description="entries, each version of a bot is one")]
    matches: Annotated[int, Meta(description="scheduled")]
    judged: int
    void: int
    cancelled: int
    waiting: Annotated[int, Meta(description="without a result yet")]


class CheckedStore(Struct):
    """The findings of a store check."""

    store: str
    leagues: list[CheckedLeague]
    archives: Annotated[int, Meta(description="bots in the store, all of them read and hashed")]
    replays: Annotated[int, Meta(description="replays that results name")]
    missing: Annotated[int, Meta(description="replays that results name, but that are not in the folder")]
    damaged: Annotated[int, Meta(description="replays whose content does not have their digest")]
    verified: Annotated[int, Meta(description="replays of the sample, played again")]
    unreferenced: Annotated[int, Meta(description="files that no result names, such as after a kill; harmless")]
    cleaned: Annotated[int, Meta(description="of these, moved to the trash by --clean")]
    trash: Annotated[str | None, Meta(description="the folder they were moved to")]
    moved: Annotated[list[str], Meta(description="the files that were moved, by where they were")]
    problems: Annotated[list[str], Meta(description="what is wrong, at most 1,000 of them")]
    passed: Annotated[bool, Meta(description="whether nothing is wrong")]
