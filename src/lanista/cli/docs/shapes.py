"""The JSON objects that `lanista docs` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class ManualTopic(Struct):
    """A page of the manual."""

    topic: Annotated[str, Meta(description="what `lanista docs` takes")]
    title: str
    about: Annotated[str, Meta(description="what the index says of it; may be empty")]


class ManualTopics(Struct):
    """All pages, without a topic."""

    topics: list[ManualTopic]


class ManualPage(Struct):
    """One page."""

    topic: str
    title: str
    text: Annotated[str, Meta(description="Markdown")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"docs": (ManualTopics, ManualPage)}
