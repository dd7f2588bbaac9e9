"""The JSON objects that `lanista verify` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.match.metered import BotsCheck
from lanista.match.replay import Verification


class VerifiedReplay(Struct):
    """One replay that was verified."""

    file: str
    complete: Annotated[
        bool, Meta(description="false if the match was stopped or is void, or the file is truncated")
    ]
    passed: Annotated[bool, Meta(description="whether the match is complete and nothing is wrong")]
    error: Annotated[str, Meta(description="why the file is not a replay; otherwise empty")]
    check: Verification | None
    bots: Annotated[BotsCheck | None, Meta(description="with --bots: the answers of metered bots, compared")] = (
        None
    )


class Verify(Struct):
    """Replays that were verified."""

    replays: list[VerifiedReplay]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"verify": (Verify,)}
