"""What a bot may speak, by the names that `lanista.toml` uses."""

from __future__ import annotations

from lanista.engine.record import closest
from lanista.errors import BotError
from lanista.text import quoted

LINES, PYTHON = "lines", "python"

# The contests' own protocols, and the game that each is for
ORIGINALS = {
    "entelect-2018": "tower_defence",
    "entelect-2020": "overdrive",
    "sproutopia-2024": "sproutopia",
    "rampage-2015": "rampage",
}
KNOWN = (LINES, PYTHON, *ORIGINALS)


def check_protocol(protocol: str, game: str) -> None:
    """Refuse a protocol that nobody speaks, or that belongs to another game."""
    if protocol not in KNOWN:
        hint = closest(protocol, set(KNOWN)) or f"; there are: {', '.join(KNOWN)}"
        raise BotError(f"no protocol is called {quoted(protocol)}{hint}")
    meant = ORIGINALS.get(protocol, game)
    if meant != game:
        raise BotError(f"the protocol {protocol} is for {meant}, not for {game}")
