"""The JSON objects that `lanista view` prints with --json."""

from __future__ import annotations

from msgspec import Struct


class ViewerUrl(Struct):
    """The URL of the pages; printed before the server starts serving."""

    url: str


PRINTED: dict[str, tuple[type[Struct], ...]] = {"view": (ViewerUrl,)}
