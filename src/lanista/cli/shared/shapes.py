"""The JSON objects that several verbs print with --json: members, types and meanings."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.game import Outcome
from lanista.match.referee import FirstFault

FIRST_FAULT = "the first one as text, with the last line of the bot's log; otherwise empty"
Command = Annotated[str, Meta(description="the command line that repeats this")]
Seed = Annotated[int, Meta(description="up to 64 bits")]
Milliseconds = Annotated[float, Meta(description="milliseconds")]


class ErrorInfo(Struct):
    """An error: `kind` is its class, `message` the text that is printed without --json."""

    kind: str
    message: str


class Error(Struct):
    """Printed by any verb if the request is invalid or cannot be carried out; the exit code is then 2."""

    error: ErrorInfo


class Times(Struct):
    """Milliseconds per turn that a seat used."""

    median: float
    p99: float
    max: float


class ReportedSeat(Struct):
    """The result of one seat."""

    name: Annotated[str, Meta(description="the display name; unique in the match")]
    place: Annotated[
        int | None, Meta(description="rank: 1 is best, equal ranks are a draw; null without an outcome")
    ]
    score: Annotated[int | None, Meta(description="the game's points")]
    verdicts: Annotated[dict[str, int], Meta(description="number of turns by verdict")]
    ms: Times
    cpu_ms: Annotated[Times | None, Meta(description="processor time; null where it is not measured")]
    fault: Annotated[FirstFault | None, Meta(description="the first fault; null if there was none")]


class ReportedMatch(Struct):
    """A match that was played."""

    game: str
    ruleset: Annotated[str, Meta(description="the ruleset; see `lanista games`")]
    seed: Seed
    turns: Annotated[int, Meta(description="number of turns played")]
    outcome: Annotated[Outcome | None, Meta(description="null if the match was stopped")]
    void: Annotated[str, Meta(description="the internal error that makes the match void; otherwise empty")]
    doubtful: Annotated[
        str, Meta(description="the first timeout of a bot that the machine had starved; otherwise empty")
    ]
    one_at_a_time: Annotated[bool, Meta(description="whether seats were asked one after the other")]
    sandbox: Annotated[str, Meta(description="the sandbox level of the bots")]
    seats: list[ReportedSeat]
    command: Command
    replay: Annotated[str | None, Meta(description="the file; null if none was saved")]
    stopped: Annotated[str, Meta(description="what ended the match early; otherwise empty")]
    incomplete: Annotated[list[str], Meta(description="what could not be saved, and why")]
    marks: Annotated[list[str], Meta(description="remarks on how the match came about")]


class EstimateInfo(Struct):
    """An estimate with its 95 % interval; null where it is unbounded."""

    value: float | None
    low: float | None
    high: float | None


class ContestJob(Struct):
    """A match that does not count, or a comparison, on a contest server."""

    contest: Annotated[str, Meta(description="its address")]
    players: Annotated[list[str], Meta(description="by seat, or the two versions that were compared")]
    map: Annotated[str, Meta(description="empty if the server chose it")]
    state: Annotated[
        str, Meta(description="done, failed or cancelled; waiting or running if it was not over in time")
    ]
    says: Annotated[str, Meta(description="what came of it")]
    ranks: Annotated[list[int], Meta(description="of a match, by seat")]
    scores: Annotated[list[int], Meta(description="of a match, by seat")]
    faults: Annotated[list[int], Meta(description="of a match: turns at fault, by seat")]
    turns: int
    matches: Annotated[int, Meta(description="of a comparison, and how many of them the first version ...")]
    wins: Annotated[int, Meta(description="won")]
    draws: Annotated[int, Meta(description="drew")]
    losses: Annotated[int, Meta(description="and lost")]
    decision: Annotated[
        str,
        Meta(description="of a comparison: accepted (not worse), rejected (worse) or undecided; otherwise empty"),
    ]
    page: Annotated[str, Meta(description="the address that shows the match; empty if there is none")]
