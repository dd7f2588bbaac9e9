"""The JSON objects that `lanista new` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class CreatedBot(Struct):
    """A bot that was created."""

    folder: str
    files: list[str]
    play: Annotated[str, Meta(description="the command line of its first match")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"new": (CreatedBot,)}
