"""The JSON objects that `lanista doctor` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import Command


class DoctorCheck(Struct):
    """One line of a bot's report card."""

    name: Annotated[str, Meta(description="as --checks takes it")]
    question: str
    result: Annotated[str, Meta(description="ok, warning, failed or skipped")]
    found: Annotated[str, Meta(description="what was found, or why it was skipped")]
    why: Annotated[str, Meta(description="why it matters; empty if all is well")]
    advice: Annotated[str, Meta(description="what to do; empty if all is well")]
    command: Annotated[str, Meta(description="the `lanista feed` command line that shows it; otherwise empty")]
    reproduced: Annotated[
        bool | None, Meta(description="whether it happened a second time; null if that was not tried")
    ]
    log: Annotated[list[str], Meta(description="the last lines that the bot logged before it")]
    seconds: Annotated[float, Meta(description="how long the check took")]


class Doctor(Struct):
    """A bot's report card."""

    game: str
    ruleset: Annotated[str, Meta(description="the ruleset; see `lanista games`")]
    bot: Annotated[str, Meta(description="as named on the command line")]
    name: Annotated[str, Meta(description="the display name")]
    well: Annotated[bool, Meta(description="whether all checks were run and none failed")]
    counts: Annotated[dict[str, int], Meta(description="number of checks by result")]
    checks: list[DoctorCheck]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended it early")]
    command: Command


PRINTED: dict[str, tuple[type[Struct], ...]] = {"doctor": (Doctor,)}
