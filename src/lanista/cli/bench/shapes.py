"""The JSON objects that `lanista bench` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.tools.bench.measure import Measure


class BenchMachine(Struct):
    """The machine that was measured."""

    python: str
    machine: str
    cores: int | None


class BenchReport(Struct):
    """Speeds, as ratios within one run; `game` is `compare` for matches in bulk, `server` for a contest server."""

    game: str
    machine: BenchMachine
    measures: list[Measure]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended it early")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"bench": (BenchReport,)}
