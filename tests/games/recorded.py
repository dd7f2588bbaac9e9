"""Recordings of original engines: written by tests, and compared."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from lanista.game import Game
from lanista.game.conform import ConformTally


def write_recording(path: Path, *lines: Any) -> Path:
    """Write a recording, compressed if its name ends with .gz."""
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def compare(game: Game[Any, Any, Any], path: Path, ruleset: str = "classic") -> ConformTally:
    """Compare one recording."""
    comparison = ConformTally(ruleset)
    comparison.file = path.name
    game.contest.conform(game, path, comparison)
    return comparison
