"""The JSON objects that `lanista key` prints with --json."""

from __future__ import annotations

from msgspec import Struct


class Key(Struct):
    """A key pair that was made."""

    private: str
    public: str
    fingerprint: str


PRINTED: dict[str, tuple[type[Struct], ...]] = {"key": (Key,)}
