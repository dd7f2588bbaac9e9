"""The JSON objects that `lanista takeover` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import ReportedMatch


class Takeover(ReportedMatch):
    """A match that resumes another one."""

    compare: Annotated[str, Meta(description="the command line that shows both matches side by side")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"takeover": (Takeover,)}
