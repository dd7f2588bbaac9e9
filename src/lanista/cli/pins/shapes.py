"""The JSON objects that `lanista pin` and `lanista pins` print with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Pinned(Struct):
    """A pin that was written."""

    file: str
    game: str
    turn: int
    seat: int
    expect: Annotated[list[str], Meta(description="moves of which a bot should play one, in canonical form")]
    avoid: Annotated[list[str], Meta(description="moves of which a bot should play none")]
    played: Annotated[str | None, Meta(description="the recorded move; null if none counted")]
    note: str
    command: Annotated[str, Meta(description="the command line that writes it")]


class PinReply(Struct):
    """A bot's answer to a pin."""

    move: Annotated[str | None, Meta(description="in canonical form if the verdict is ok; null for no move")]
    verdict: Annotated[str, Meta(description="as in matches: ok, invalid, timeout, crashed, ...")]
    reason: Annotated[str, Meta(description="why, unless the verdict is ok")]
    ms: Annotated[float, Meta(description="milliseconds that the answer took")]


class PinRun(Struct):
    """The result of one pin."""

    file: str
    holds: Annotated[bool, Meta(description="whether the answer was good in every run")]
    changes: Annotated[bool, Meta(description="whether the answer changed from run to run")]
    problem: Annotated[str, Meta(description="why the pin could not be run; otherwise empty")]
    why: Annotated[str, Meta(description="why it does not hold, in one sentence; otherwise empty")]
    game: Annotated[str, Meta(description="empty if the file could not be read, as are the members below")]
    turn: int
    seat: int
    expect: list[str]
    avoid: list[str]
    note: str
    replies: Annotated[list[PinReply], Meta(description="one per run")]
    look: Annotated[str, Meta(description="the command line that shows the moment, if its replay is here")]


class PinsRun(Struct):
    """The results of all pins."""

    bot: str
    runs: int
    pins: list[PinRun]
    held: Annotated[int, Meta(description="how many pins hold")]
    failed: Annotated[int, Meta(description="how many do not")]
    changing: Annotated[int, Meta(description="how many answers changed from run to run")]
    command: Annotated[str, Meta(description="the command line that runs them again")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"pin": (Pinned,), "pins": (PinsRun,)}
