"""The JSON objects that `lanista dev` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import FIRST_FAULT, Command, EstimateInfo
from lanista.match.referee import FirstFault


class DevelopmentMatch(Struct):
    """The first match of a version."""

    opponent: Annotated[str, Meta(description="`accepted` for the accepted version, or a built-in bot")]
    result: Annotated[str, Meta(description="won, drawn, lost or `rank 2 of 4`; empty if it was stopped")]
    turns: Annotated[int, Meta(description="number of turns played; it stops at the version's first fault")]
    void: Annotated[str, Meta(description="the internal error that makes the match void; otherwise empty")]
    fault: Annotated[FirstFault | None, Meta(description="the version's first fault; null if there was none")]
    command: Command
    replay: Annotated[str | None, Meta(description="the file; null if none was saved")]
    feed: Annotated[str, Meta(description="the command line that asks for the faulty turn again; otherwise empty")]


class DevelopmentStanding(Struct):
    """The standing of a version's comparison with the accepted one."""

    decision: Annotated[str, Meta(description="accepted: it is better; rejected: it is not; or undecided")]
    llr: Annotated[float, Meta(description="the log-likelihood ratio of elo1 to elo0")]
    lower: Annotated[float, Meta(description="the ratio at which elo1 is rejected")]
    upper: Annotated[float, Meta(description="the ratio at which elo1 is accepted")]
    model: Annotated[str, Meta(description="of the Elo: normalized or logistic")]
    score: Annotated[EstimateInfo | None, Meta(description="per pair, from 0 to 1; null without pairs")]
    elo: Annotated[
        EstimateInfo | None,
        Meta(description="null without pairs, or if all on a map are the same"),
    ]
    pairs: Annotated[int, Meta(description="seeds that count, each played with all rotations of the seats")]
    counts: Annotated[
        list[int], Meta(description="pairs by score in five classes; with two seats LL, LD, DD or WL, WD, WW")
    ]
    matches: Annotated[int, Meta(description="all that were played, also in earlier runs")]
    faults: Annotated[int, Meta(description="turns in which the version was at fault")]
    first_fault: Annotated[str, Meta(description=FIRST_FAULT)]
    base_faults: Annotated[int, Meta(description="turns in which the accepted version was at fault")]
    errors: Annotated[int, Meta(description="matches that could not be played or are void")]
    seconds_left: Annotated[float | None, Meta(description="expected until the decision")]


class WatchableMatch(Struct):
    """A match of the comparison that is worth watching."""

    why: str
    file: Annotated[str, Meta(description="the replay")]


class Development(Struct):
    """A saved version of a bot; without --once, one object is printed per event."""

    event: Annotated[
        str, Meta(description="saved, built, broken, played, compared, accepted, failed or, with --once, ended")
    ]
    time: Annotated[str, Meta(description="when the version was saved, in local time")]
    game: str
    bot: Annotated[str, Meta(description="as named on the command line")]
    version: Annotated[str, Meta(description="the beginning of the digest of its files; empty before it is built")]
    base: Annotated[str, Meta(description="the accepted version; empty if there is none yet")]
    result: Annotated[
        str,
        Meta(description="better, not better, undecided, fault, not built, first version, unchanged or stopped"),
    ]
    light: Annotated[str, Meta(description="green, red or grey")]
    accepted: Annotated[bool, Meta(description="whether the version became the accepted one")]
    reason: Annotated[str, Meta(description="why it was not built or not played; otherwise empty")]
    output: Annotated[list[str], Meta(description="the last lines of a build that failed")]
    build_seconds: float
    first_match: Annotated[DevelopmentMatch | None, Meta(description="null before it is over")]
    comparison: Annotated[DevelopmentStanding | None, Meta(description="null if there is none")]
    watch: list[WatchableMatch]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"dev": (Development,)}
