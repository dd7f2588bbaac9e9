"""The JSON object that `lanista train` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.learn.train.curve import LearningPoint


class Trained(Struct):
    """A bot that was trained."""

    game: str
    folder: Annotated[str, Meta(description="where the bot is")]
    updates: int
    turns: Annotated[int, Meta(description="number of turns that it has played")]
    seconds: Annotated[float, Meta(description="of training")]
    score: Annotated[float | None, Meta(description="against the opponent at the end; 1 if it won every match")]
    random_score: Annotated[float, Meta(description="against random moves at the end")]
    beats_random: Annotated[
        bool, Meta(description="whether that is better than chance explains; if not, the exit code is 1")
    ]
    missed_lessons: Annotated[
        str, Meta(description="that the clock or Ctrl-C ended training before its lessons; otherwise empty")
    ]
    curve: Annotated[list[LearningPoint], Meta(description="how it became better")]
    stopped: Annotated[bool, Meta(description="whether Ctrl-C or SIGTERM ended it early")]
    command: Annotated[str, Meta(description="the command line that repeats this")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"train": (Trained,)}
