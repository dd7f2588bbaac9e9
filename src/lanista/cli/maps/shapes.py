"""The JSON objects that `lanista maps` prints with --json."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct


class Maps(Struct):
    """A game's maps."""

    game: str
    maps: Annotated[list[str], Meta(description="the names of the built-in maps")]
    drawn: Annotated[
        dict[str, Any], Meta(description="the first state on each map; '' is the map generated from the seed")
    ]
    problems: Annotated[dict[str, str], Meta(description="maps that could not be drawn, and why")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"maps": (Maps,)}
