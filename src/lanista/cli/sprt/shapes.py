"""The JSON objects that `lanista sprt` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import Command, EstimateInfo


class SprtResult(Struct):
    """A sequential test of two bots by counts of pairs."""

    llr: Annotated[float, Meta(description="the log-likelihood ratio of elo1 to elo0")]
    lower: Annotated[float, Meta(description="the ratio at which elo1 is rejected")]
    upper: Annotated[float, Meta(description="the ratio at which elo1 is accepted")]
    decision: Annotated[str, Meta(description="accepted, rejected or undecided")]
    elo: Annotated[float | None, Meta(description="logistic Elo; null if infinite, or without pairs")]
    elo_low: Annotated[float | None, Meta(description="the lower end of its 95 % interval; null if infinite")]
    elo_high: Annotated[float | None, Meta(description="the upper end; null if infinite")]
    normalized_elo: Annotated[EstimateInfo | None, Meta(description="null without pairs")]
    score: Annotated[EstimateInfo | None, Meta(description="per match, from 0 to 1; null without pairs")]
    superiority: Annotated[
        float | None, Meta(description="the likelihood that the first bot is better; null without pairs")
    ]
    pairs: Annotated[list[int], Meta(description="LL, LD, DD or WL, WD, WW")]
    pairs_left: Annotated[
        float | None, Meta(description="expected until a decision, 0 after it; null if that cannot be said")
    ]
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Annotated[str, Meta(description="of elo0 and elo1: normalized or logistic")]
    command: Command


PRINTED: dict[str, tuple[type[Struct], ...]] = {"sprt": (SprtResult,)}
