"""The JSON objects that `lanista submit` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class SubmittedCheck(Struct):
    """One line of the report card that the server made."""

    name: str
    question: str
    result: Annotated[str, Meta(description="ok, warning, failed or skipped")]
    found: Annotated[str, Meta(description="what was found, or why it was skipped")]
    why: Annotated[str, Meta(description="why it matters; empty if all is well")]
    advice: Annotated[str, Meta(description="what to do; empty if all is well")]
    log: Annotated[list[str], Meta(description="the last lines that the bot logged before it")]
    seconds: Annotated[float, Meta(description="how long the check took")]


class Submission(Struct):
    """A version of a bot that was submitted, and what became of it."""

    contest: Annotated[str, Meta(description="its address")]
    version: Annotated[int, Meta(description="its number in the team")]
    digest: Annotated[str, Meta(description="SHA-256 of the archive")]
    new: Annotated[bool, Meta(description="whether the team had not uploaded the same files before")]
    state: Annotated[
        str, Meta(description="waiting, checking, refused, passed, gated, held, active, retired or quarantined")
    ]
    plays: Annotated[bool, Meta(description="whether it plays in the contest")]
    says: Annotated[str, Meta(description="what it is doing now")]
    then: Annotated[list[str], Meta(description="what happens next, and when")]
    why: Annotated[str, Meta(description="the reason for its state; often empty")]
    settled: Annotated[bool, Meta(description="whether nothing more happens to it by itself")]
    checks: Annotated[list[SubmittedCheck], Meta(description="the report card; empty before the check has ended")]
    page: Annotated[str, Meta(description="the address of its page")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"submit": (Submission,)}
