"""The JSON objects that `lanista play` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import FIRST_FAULT, Command, ContestJob, ReportedMatch, Seed
from lanista.game import Outcome


class ConfidenceInterval(Struct):
    """A 95 % confidence interval."""

    low: float
    high: float


class StandingInfo(Struct):
    """One entrant's results over all its matches, in any seat."""

    name: Annotated[str, Meta(description="the bot; unique in the series")]
    played: Annotated[int, Meta(description="matches with a result that counts")]
    won: int
    drawn: int
    lost: int
    score: Annotated[
        float | None, Meta(description="per match: a win is 1, a draw 1/2; null if no match was played")
    ]
    interval: Annotated[ConfidenceInterval | None, Meta(description="of the score")]
    points: Annotated[float | None, Meta(description="the game's points per match")]
    faults: Annotated[int, Meta(description="turns at fault")]
    first_fault: Annotated[str, Meta(description=FIRST_FAULT)]


class SeriesMatch(Struct):
    """One match of a series."""

    number: int
    seed: Seed
    entrants: Annotated[
        tuple[int, ...],
        Meta(description="the entrant at each seat; entrants are numbered from 0 as named on the command line"),
    ]
    turns: Annotated[int, Meta(description="number of turns played")]
    outcome: Annotated[Outcome | None, Meta(description="null if it has none")]
    void: Annotated[str, Meta(description="the internal error that makes the match void; otherwise empty")]
    doubtful: Annotated[
        str, Meta(description="a timeout of a bot that the machine had starved, if it was not played again")
    ]
    voided: Annotated[list[str], Meta(description="the doubtful timeouts for which it was played again")]
    error: Annotated[str, Meta(description="why it could not be played; otherwise empty")]
    faults: Annotated[list[int], Meta(description="turns at fault, by seat")]
    first_faults: Annotated[list[str], Meta(description=f"by seat: {FIRST_FAULT}")]
    seconds: Annotated[float, Meta(description="how long it took")]
    command: Command
    replay: Annotated[str | None, Meta(description="the file; null if none was saved")]
    marks: Annotated[list[str], Meta(description="remarks on how the match came about")]


class SeriesReport(Struct):
    """Many matches of the same bots (`--games`)."""

    game: str
    ruleset: Annotated[str, Meta(description="the ruleset; see `lanista games`")]
    seed: Annotated[int, Meta(description="the seed from which the matches' seeds are derived")]
    games: Annotated[
        int, Meta(description="number of matches requested, rounded up to whole rotations with --swap")
    ]
    swap: Annotated[bool, Meta(description="whether each seed was played from every seat")]
    jobs: Annotated[int, Meta(description="number of matches played at once")]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended the series early")]
    standings: Annotated[list[StandingInfo], Meta(description="in the order of the bots on the command line")]
    matches: Annotated[list[SeriesMatch], Meta(description="the matches that were played")]
    command: Command
    replays: Annotated[str | None, Meta(description="the folder; null if none were saved")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {
    "play": (
        ReportedMatch,
        SeriesReport,
        ContestJob,
    )
}
