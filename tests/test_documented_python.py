"""The Python in README and the manual runs, page by page, as a reader would try it: from top to bottom.

A comment in a page prepares what its code takes for granted: `<!-- python, not shown:`, code, and `-->`. Code that
cannot run says why, in the line above its block: `<!-- not run: REASON -->`.
"""

import importlib.util
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from lanista.engine.batch import Batch
from lanista.tools.conformance.policies import policies_see_only_what_their_seat_sees, policies_write_valid_moves
from lanista.tools.conformance.trial import GameTrial
from tests.coins import RULES, Coins
from tests.test_documented_commands import PAGES, in_short

START, END = "```python", "```"
UNSEEN, SEEN_AGAIN = "<!-- python, not shown:", "-->"
EXCUSE = re.compile(r"<!-- not run: .+ -->|`sixth_game/.+\.py`:")  # whole files are compared in test_sixth_game
OPTIONAL = ("gymnasium", "pettingzoo")


def python_of(text: str) -> str:
    """The Python of a page, with every line where it is in the page."""
    ends, lines, before = "", list[str](), ""
    for line in text.splitlines():
        if ends:
            ends = "" if line.strip() == ends else ends
            lines.append(line if ends else "")
        else:
            excused = bool(EXCUSE.fullmatch(before))
            ends = {START: "" if excused else END, UNSEEN: SEEN_AGAIN}.get(line.strip(), "")
            lines.append("")
        before = line.strip() or before
    return "\n".join(lines) + "\n"


RUN = [page for page in PAGES if python_of(page.read_text(encoding="utf-8")).strip()]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Iterator[Path]:
    """An empty folder to work in; modules of the pages are forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if name.startswith("page_"):
            del sys.modules[name]


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page, folder):
    code = python_of(page.read_text(encoding="utf-8"))
    for needed in OPTIONAL:
        if re.search(rf"^import {needed}|learn\.", code, re.MULTILINE):
            pytest.importorskip(needed, reason=f"{page.name} needs {needed}, not installed here")
    run_page(page, folder)


def run_page(page: Path, folder: Path) -> ModuleType:
    """Run the Python of a page as a module."""
    name = f"page_{page.stem}"
    file = folder / f"{name}.py"
    file.write_text(in_short(python_of(page.read_text(encoding="utf-8"))), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_bots_that_are_rules_play_as_their_page_says(folder):
    """They play valid moves, look under no fog, are the same compiled, and the one that remembers does better."""
    page = next(page for page in PAGES if page.name == "rule-bots.md")
    bots = run_page(page, folder).BOTS
    rules = replace(RULES, policies=(*RULES.policies, *bots))
    trial = GameTrial(type("Named", (Coins,), {"rules": rules})(), "standard", 2, 60, print, is_compiled=True)
    policies_write_valid_moves(trial)
    policies_see_only_what_their_seat_sees(trial)
    wins = dict.fromkeys(("picker", "keeper"), 0)
    for name in wins:
        batch = Batch([trial.start(seed) for seed in range(64)], 64, opponents={0: name, 1: "stay"})
        while not batch.resets.all():
            batch.step(np.zeros((64, 2), np.int32))
            wins[name] += int((batch.outcomes[:, 0] == 1)[batch.done.astype(bool)].sum())
    assert 32 < wins["picker"] < wins["keeper"]


def test_python_is_always_marked_in_the_same_way():
    fences = [line for page in PAGES for line in page.read_text(encoding="utf-8").splitlines() if "```py" in line]
    assert set(fences) == {START}
    assert len(fences) > 30


PAGE = """\
# Title
```python
a = 1
```
<!-- not run: it never ends -->
```python
while True: ...
```
<!-- python, not shown:
b = a
-->
```
make test
```
"""


def test_code_stays_where_it_is_in_the_page():
    assert python_of(PAGE) == "\n\na = 1\n" + 6 * "\n" + "b = a\n" + 4 * "\n"
