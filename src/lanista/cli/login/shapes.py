"""The JSON objects that `lanista login` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class StoredLogin(Struct):
    """A token that was checked and stored."""

    server: str
    file: Annotated[str, Meta(description="where all tokens are; only you can read it")]
    name: Annotated[str, Meta(description="the person whose token it is; empty if the token may not tell")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {"login": (StoredLogin,)}
