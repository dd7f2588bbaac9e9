"""The plug-in of pytest: collects pins (*.pin.json) as tests of a bot.

pytest loads this module in every project in which Lanista is installed, so it imports nothing of Lanista before a
pin is found.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from lanista.match.pins.pytest_items import PinFile

SUFFIX = ".pin.json"  # as in `lanista.match.pins.pin`
BOT = "lanista_bot"
RUNS = "lanista_runs"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options: the bot that pins ask, and how often."""
    group = parser.getgroup("lanista", "pins of Lanista")
    group.addoption("--lanista-bot", metavar="BOT", help="The bot that pins (*.pin.json) are put to.")
    group.addoption("--lanista-runs", metavar="N", type=int, help="How often each pin is run.")
    parser.addini(BOT, "The bot that pins are put to, unless --lanista-bot names one.", default="")
    parser.addini(RUNS, "How often each pin is run.", default="")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PinFile | None:
    """A pin as a test."""
    if not file_path.name.endswith(SUFFIX):
        return None
    from lanista.match.pins.pytest_items import PinFile

    return PinFile.from_parent(parent, path=file_path)
