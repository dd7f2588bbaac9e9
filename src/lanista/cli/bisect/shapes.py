"""The JSON objects that `lanista bisect` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import Command, EstimateInfo


class BisectedCommit(Struct):
    """A commit of a bisection."""

    sha: str
    subject: str
    author: str
    date: str
    mark: Annotated[
        str,
        Meta(
            description="good, lost or skipped; in brackets if it follows from others; `same` if the bot's folder "
            "did not change; empty if untested"
        ),
    ]
    reason: Annotated[str, Meta(description="why it was skipped; otherwise empty")]
    elo: Annotated[EstimateInfo | None, Meta(description="against GOOD; null if it was not played")]
    pairs: Annotated[int, Meta(description="seeds that count, each played with all rotations of the seats")]


class BisectionReport(Struct):
    """Which commit made a bot weaker."""

    game: str
    bot: Annotated[str, Meta(description="its path in the repository")]
    good: Annotated[str, Meta(description="the id of GOOD")]
    bad: Annotated[str, Meta(description="the id of BAD")]
    outcome: Annotated[str, Meta(description="found, unconfirmed, no loss, undecided or stopped")]
    suspects: Annotated[
        list[str],
        Meta(description="the commit that made it weaker; several if some between them cannot be tested"),
    ]
    before: Annotated[str | None, Meta(description="the last good commit; null if none was found")]
    elo: Annotated[
        EstimateInfo | None,
        Meta(description="of the last suspect against the last good commit; negative is a loss"),
    ]
    pairs: Annotated[int, Meta(description="the pairs in which that was measured")]
    model: Annotated[str, Meta(description="the scale of Elo: normalized or logistic")]
    commits: Annotated[list[BisectedCommit], Meta(description="from GOOD to BAD")]
    changes: Annotated[list[str], Meta(description="what the commit changed in the bot, as `git diff --stat`")]
    measure: Annotated[str, Meta(description="the command line that measures the loss again; otherwise empty")]
    command: Command


PRINTED: dict[str, tuple[type[Struct], ...]] = {"bisect": (BisectionReport,)}
