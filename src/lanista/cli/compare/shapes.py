"""The JSON objects that `lanista compare` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import FIRST_FAULT, Command, ContestJob, EstimateInfo


class ComparedBot(Struct):
    """One of the two bots that were compared."""

    name: Annotated[str, Meta(description="the display name; unique in the comparison")]
    bot: Annotated[str, Meta(description="as named on the command line")]
    won: Annotated[int, Meta(description="matches; with more than two seats, those in which it alone came first")]
    drawn: int
    lost: int
    faults: Annotated[int, Meta(description="turns at fault")]
    faulted: Annotated[int, Meta(description="matches with a turn at fault")]
    first_fault: Annotated[str, Meta(description=FIRST_FAULT)]
    first_fault_command: Annotated[str, Meta(description="the command line that repeats its match")]


class PanelResult(Struct):
    """The results against one opponent of a panel (`--against`)."""

    name: str
    new: Annotated[float, Meta(description="the score of the new bot per match, from 0 to 1")]
    old: Annotated[float, Meta(description="the score of the old bot")]
    difference: Annotated[EstimateInfo, Meta(description="of the two")]


class TellingMatch(Struct):
    """A match that is worth watching."""

    why: str
    file: Annotated[str, Meta(description="the replay")]
    command: Annotated[str, Meta(description="the command line that plays it again")]


class ComparisonReport(Struct):
    """Whether a bot is better than another one."""

    game: str
    ruleset: Annotated[str, Meta(description="the ruleset; see `lanista games`")]
    seed: Annotated[int, Meta(description="the seed from which the matches' seeds are derived")]
    seats: int
    maps: Annotated[list[str], Meta(description="pairs go through them in turn; '' is made from the seed")]
    new: ComparedBot
    old: ComparedBot
    decision: Annotated[str, Meta(description="accepted: new is better; rejected: it is not; or undecided")]
    llr: Annotated[float, Meta(description="the log-likelihood ratio of elo1 to elo0")]
    lower: Annotated[float, Meta(description="the ratio at which elo1 is rejected")]
    upper: Annotated[float, Meta(description="the ratio at which elo1 is accepted")]
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Annotated[str, Meta(description="of elo0 and elo1: normalized or logistic")]
    score: Annotated[
        EstimateInfo | None,
        Meta(description="per pair, from 0 to 1; of a panel, 1/2 plus half of the difference; null without pairs"),
    ]
    logistic_elo: Annotated[EstimateInfo | None, Meta(description="null also if all pairs on a map are the same")]
    normalized_elo: Annotated[EstimateInfo | None, Meta(description="likewise")]
    superiority: Annotated[float | None, Meta(description="the likelihood that new is better; null likewise")]
    pairs: Annotated[int, Meta(description="seeds that count, each played with all rotations of the seats")]
    max_pairs: int
    counts: Annotated[
        list[int], Meta(description="pairs by score in five classes; with two seats LL, LD, DD or WL, WD, WW")
    ]
    draws: Annotated[int, Meta(description="matches")]
    matches: Annotated[int, Meta(description="all that were played, also in earlier runs")]
    stored: Annotated[int, Meta(description="those of earlier runs")]
    errors: Annotated[int, Meta(description="matches that could not be played or are void")]
    voided: Annotated[int, Meta(description="matches that were played again because a timeout was doubtful")]
    first_error: Annotated[str, Meta(description="why; otherwise empty")]
    matches_per_second: Annotated[float, Meta(description="in this run")]
    seconds_left: Annotated[float | None, Meta(description="expected until the decision")]
    jobs: Annotated[int, Meta(description="number of matches played at once")]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended the comparison early")]
    same_bot: Annotated[bool, Meta(description="whether both are the same program")]
    remarks: Annotated[list[str], Meta(description="what to keep in mind about the result")]
    opponents: Annotated[list[PanelResult], Meta(description="empty without --against")]
    replays: Annotated[str | None, Meta(description="the folder; null if none were kept")]
    telling: Annotated[list[TellingMatch], Meta(description="the matches worth watching first, at most three")]
    results: Annotated[str, Meta(description="the file with the result of every match")]
    command: Command


PRINTED: dict[str, tuple[type[Struct], ...]] = {"compare": (ComparisonReport, ContestJob)}
