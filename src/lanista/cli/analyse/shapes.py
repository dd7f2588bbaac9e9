"""The JSON object that `lanista analyse` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.tools.analysis.result import Analysis


class Analysed(Struct):
    """An analysed match."""

    path: Annotated[str, Meta(description="the replay")]
    file: Annotated[str, Meta(description="where the analysis was written")]
    names: Annotated[list[str], Meta(description="the display names of the seats")]
    analysis: Annotated[Analysis, Meta(description="as in the file")]
    pins: Annotated[list[str], Meta(description="the pins that were written for blunders")]
    command: Annotated[str, Meta(description="the command line that repeats this")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"analyse": (Analysed,)}
