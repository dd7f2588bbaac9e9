"""The JSON objects that `lanista new` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class CreatedBot(Struct):
    """A bot that was created."""

    folder: str
    files: list[str]
    play: Annotated[str, Meta(description="the command line of its first match")]


class CreatedGame(Struct):
    """The package of a game that was created."""

    folder: str
    files: list[str]
    install: Annotated[str, Meta(description="the command line that installs it, once")]
    test: Annotated[str, Meta(description="the one that checks it")]
    play: Annotated[str, Meta(description="the one of its first match")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"new": (CreatedBot, CreatedGame)}
