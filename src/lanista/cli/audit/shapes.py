"""The JSON objects that `lanista audit` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import Command, EstimateInfo


class AuditSeat(Struct):
    """The advantage of a seat: its score above 1/2 per match."""

    seat: int
    advantage: Annotated[EstimateInfo, Meta(description="all intervals of an audit hold at once with 95 %")]
    verdict: Annotated[str, Meta(description="fair or biased if the interval decides, otherwise undecided")]


class AuditGroup(Struct):
    """Matches that belong together."""

    kind: Annotated[str, Meta(description="all, bot or map")]
    name: Annotated[str, Meta(description="of the bot or map; empty for all")]
    matches: int
    different: Annotated[int, Meta(description="a match that repeats itself with every seed counts once")]
    seats: list[AuditSeat]
    drawn: Annotated[float, Meta(description="share of matches in which all seats share the first rank")]
    decided: Annotated[float, Meta(description="share of matches with a single winner")]
    margin: Annotated[
        float | None,
        Meta(
            description="median difference in points of the first two, as a share of the larger; null if none won"
        ),
    ]
    min_turns: int
    median_turns: float
    max_turns: int


class DeadPart(Struct):
    """A rule or command that did nothing."""

    name: str
    why: str
    about: Annotated[str, Meta(description="what a rule is for; empty for commands")]


class AuditReport(Struct):
    """Whether the seats and maps of a game are fair, and which of its rules and commands never act."""

    game: str
    ruleset: Annotated[str, Meta(description="the ruleset; see `lanista games`")]
    seed: Annotated[int, Meta(description="the seed from which the matches' seeds are derived")]
    seats: int
    bots: Annotated[list[str], Meta(description="each plays against itself")]
    maps: Annotated[list[str], Meta(description="'' is made from the seed")]
    bias: Annotated[float, Meta(description="the advantage that is still fair")]
    verdict: Annotated[str, Meta(description="fair, biased or undecided")]
    matches_needed: Annotated[
        int | None, Meta(description="about how many would decide; 0 if decided, null if that cannot be said")
    ]
    matches: Annotated[int, Meta(description="number of matches played")]
    failed: Annotated[int, Meta(description="those without a result that counts")]
    first_faults: Annotated[dict[str, str], Meta(description="the first fault of each bot that had one, as text")]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended the audit early")]
    groups: list[AuditGroup]
    endings: Annotated[
        dict[str, int], Meta(description="matches by the reason of their end, also those never seen")
    ]
    commands: Annotated[dict[str, int], Meta(description="how often each was played in the recorded matches")]
    turns_looked_into: Annotated[int, Meta(description="turns whose rules were looked into")]
    rules: Annotated[int, Meta(description="number of rules that a turn can call")]
    dead_rules: list[DeadPart]
    dead_commands: list[DeadPart]
    command: Command


PRINTED: dict[str, tuple[type[Struct], ...]] = {"audit": (AuditReport,)}
