"""The manual's page for learners names its examples."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "learning.md"


def test_it_names_the_examples_that_there_are():
    linked = re.findall(r"\]\((examples/\S+)\)", PAGE.read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(f"examples/{path.name}" for path in (PAGE.parent / "examples").glob("*.py"))
