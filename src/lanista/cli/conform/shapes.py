"""The JSON objects that `lanista conform` prints with --json."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct


class FieldDifference(Struct):
    """The first difference between a recording and our rules."""

    file: str
    ruleset: str
    turn: int
    field: str
    expected: Any
    got: Any
    unit: Annotated[str, Meta(description="the game's word for a turn")]


class ConformCount(Struct):
    """The comparisons under one ruleset."""

    ruleset: str
    unit: Annotated[str, Meta(description="the game's word for a turn")]
    file: Annotated[str, Meta(description="the last file")]
    matches: int
    turns: int
    fields: int
    differences: Annotated[list[FieldDifference], Meta(description="the first difference in each file")]


class Conform(Struct):
    """Recordings of the original engine compared with our rules."""

    game: str
    comparisons: Annotated[list[ConformCount], Meta(description="one for each ruleset")]
    problems: Annotated[dict[str, str], Meta(description="files that could not be replayed, and why")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"conform": (Conform,)}
