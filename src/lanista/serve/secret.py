"""Secrets of people and scripts: made at random, stored as digests only."""

from __future__ import annotations

import hashlib
import secrets

BYTES = 24  # of randomness, in every secret


def new_secret(prefix: str = "") -> str:
    """A secret that fits an address or a header; the prefix says what it is for."""
    return prefix + secrets.token_urlsafe(BYTES)


def digest(secret: str) -> str:
    """The form in which a secret is stored: enough to recognise it, not to use it."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()
