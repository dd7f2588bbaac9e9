"""The code in the manual's page for learners runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from lanista.engine.batch import attach

PAGE = Path(__file__).parents[1] / "docs" / "learning.md"
ELSEWHERE = "# in another process"


def test_the_examples_run_one_after_the_other():
    text, names = PAGE.read_text(encoding="utf-8"), dict[str, Any]()
    mine = text[: text.index("## Environments")]
    for block in re.findall(r"```python\n(.*?)```", mine, re.DOTALL):
        exec(block.partition(ELSEWHERE)[0], names)
    assert names["spec"].name_of(17) == "blocks[0, 17]"
    assert names["batch"].lengths.shape == (1024,)
    assert attach(names["handle"]).keys() >= {"observations", "actions", "rewards", "done"}


def test_it_names_the_examples_that_there_are():
    linked = re.findall(r"\]\((examples/\S+)\)", PAGE.read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(f"examples/{path.name}" for path in (PAGE.parent / "examples").glob("*.py"))
