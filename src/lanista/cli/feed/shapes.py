"""The JSON objects that `lanista feed` prints with --json."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from lanista.bots.player import FaultEvidence
from lanista.cli.shared.shapes import Command, Milliseconds
from lanista.match.feed import AnswerDifference


class RecordedAnswer(Struct):
    """The answer in the replay."""

    move: str | None
    verdict: str


class FedAnswer(Struct):
    """The bot's answer to the same view."""

    move: str | None
    verdict: str
    reason: str
    ms: Milliseconds
    say: str | None
    draw: list[Any] | None
    log: str


class Feed(Struct):
    """A bot's answer to a recorded turn."""

    turn: Annotated[int, Meta(description="the recorded turn")]
    seat: int
    bot: Annotated[str, Meta(description="its name")]
    view: Annotated[Any, Meta(description="the view that it was sent")]
    recorded: RecordedAnswer
    answer: FedAnswer
    same: Annotated[bool, Meta(description="whether the answer equals the recorded one")]
    evidence: FaultEvidence
    asked_before: Annotated[int, Meta(description="number of earlier turns that the bot was asked for")]
    differences: Annotated[
        list[AnswerDifference], Meta(description="earlier turns whose answer differs from the replay")
    ]
    memory_mb: Annotated[
        list[float] | None,
        Meta(description="of its processes before its first turn and after the last; null if unknown"),
    ]
    game: str
    command: Command


PRINTED: dict[str, tuple[type[Struct], ...]] = {"feed": (Feed,)}
