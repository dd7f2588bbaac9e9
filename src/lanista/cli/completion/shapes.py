"""The JSON objects that `lanista completion` prints with --json."""

from __future__ import annotations

from msgspec import Struct


class Completion(Struct):
    """A shell completion script."""

    shell: str
    script: str


PRINTED: dict[str, tuple[type[Struct], ...]] = {"completion": (Completion,)}
