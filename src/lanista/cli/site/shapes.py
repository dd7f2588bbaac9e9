"""The JSON objects that `lanista site` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class SitePage(Struct):
    """A page of a site."""

    file: Annotated[str, Meta(description="relative to the folder")]
    bytes: Annotated[int, Meta(description="the file's size")]


class SiteReport(Struct):
    """A folder of pages that was written."""

    folder: str
    pages: list[SitePage]
    games: Annotated[list[str], Meta(description="the games that can be played there")]
    left_out: Annotated[list[str], Meta(description="one sentence for each game that cannot be loaded")]
    seconds: float


PRINTED: dict[str, tuple[type[Struct], ...]] = {"site": (SiteReport,)}
