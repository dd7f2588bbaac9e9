"""The limits of a bot, and the calls that it may not make: the manual's tables are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from lanista.sandbox import Resources
from lanista.sandbox.syscalls import table

PAGE = Path(__file__).parents[2] / "docs" / "sandbox.md"


def test_the_manual_has_every_limit_with_its_default():
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: int(value) for name, value in rows} == msgspec.structs.asdict(Resources())


def test_the_manual_has_every_refused_call_with_the_reason():
    """Paste the output of `lanista.sandbox.syscalls.table()`, with a row per line."""
    page = PAGE.read_text(encoding="utf-8").partition("| call | what happens | why |\n|---|---|---|\n")[2]
    rows = [f"| {what} | {action} | {why} |" for what, action, why in table()]
    assert page.splitlines()[: len(rows) + 1] == [*rows, ""]
