"""Shortages of our own process while it serves a bot: they void the match."""

from __future__ import annotations

from lanista.core.errors import EngineError
from lanista.core.text import describe
from lanista.sandbox.shortage import is_out_of_files


def refuse_shortage(error: BaseException) -> None:
    """Raise an EngineError if an error says that we have run out of descriptors, which no bot pays for."""
    if is_out_of_files(error):
        raise EngineError(f"this process can open no more files: {describe(error)}; raise `ulimit -n`") from error
