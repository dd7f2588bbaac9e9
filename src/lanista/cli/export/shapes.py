"""The JSON objects that `lanista export` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Export(Struct):
    """A file that was written."""

    file: str
    bytes: Annotated[int, Meta(description="the file's size")]
    turns: Annotated[int, Meta(description="of the match")]
    seconds: float


PRINTED: dict[str, tuple[type[Struct], ...]] = {"export": (Export,)}
