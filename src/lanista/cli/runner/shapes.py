"""The JSON objects that `lanista runner` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class ContestRunnerRun(Struct):
    """A runner that has ended."""

    label: Annotated[str, Meta(description="the name of the runner")]
    seconds: Annotated[float, Meta(description="how long it ran")]
    troubles: Annotated[list[str], Meta(description="why a lane of it ended unexpectedly, each time")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"runner": (ContestRunnerRun,)}
