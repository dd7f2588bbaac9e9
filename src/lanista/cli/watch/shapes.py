"""The JSON objects that `lanista watch` prints with --json."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import Milliseconds
from lanista.match.replay import Footer, Header, TurnLine


class WholeReplay(Struct):
    """A replay file as one object; see docs/replays.md."""

    header: Header
    turns: list[TurnLine]
    end: Footer | None


class TurnAnswer(Struct):
    """One seat's answer in a turn."""

    seat: int
    name: str
    move: Annotated[str | None, Meta(description="as sent; null if no move counted")]
    words: Annotated[str, Meta(description="the move in plain words; empty if it did not count")]
    verdict: str
    reason: Annotated[str, Meta(description="why the move did not count; otherwise empty")]
    ms: Milliseconds
    say: str | None
    log: str


class WatchedTurn(Struct):
    """One turn of a replay (`--turn`): everything, or what one seat sees (`--seat`)."""

    game: str
    turn: Annotated[int, Meta(description="0 is the start")]
    last: Annotated[int, Meta(description="the match's last turn")]
    seat: Annotated[int | None, Meta(description="whose view it is; null for everything")]
    answers: Annotated[
        list[TurnAnswer], Meta(description="the answers in this turn; with --seat, only that seat's")
    ]
    picture: Annotated[str, Meta(description="the board as text")]
    view: Annotated[Any, Meta(description="the view that the seat's bot gets next; null without --seat")]
    state: Annotated[Any, Meta(description="the whole state, by field name; null with --seat")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {
    "watch": (
        WholeReplay,
        WatchedTurn,
    )
}
