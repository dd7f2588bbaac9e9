"""The JSON objects that `lanista help` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Help(Struct):
    """The help text of a verb."""

    verb: Annotated[str, Meta(description="such as `play` or `league run`; empty for the list of verbs")]
    help: str


PRINTED: dict[str, tuple[type[Struct], ...]] = {"help": (Help,)}
