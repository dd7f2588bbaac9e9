"""The limits of a bot: the manual's table is that of the code."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from lanista.sandbox import Resources

PAGE = Path(__file__).parents[2] / "docs" / "sandbox.md"


def test_the_manual_has_every_limit_with_its_default():
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: int(value) for name, value in rows} == msgspec.structs.asdict(Resources())
