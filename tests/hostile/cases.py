"""Attacks that are no bots: archives, builds, texts for viewers, lies to servers. Each is one test."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CASES = {
    13: ["tests/games/tower_defence/contest/test_player.py"],
    18: ["tests/bots/source/test_archive.py"],
    19: ["tests/bots/build/test_build.py"],
    20: ["tests/match/test_hostile.py", "tests/core/test_text.py", "tests/web/test_page.py"],
    21: ["tests/games/sproutopia/contest/test_hub.py", "tests/games/rampage/contest/test_player.py"],
    22: ["tests/match/test_seeds.py"],
    24: ["tests/match/test_doubtful.py"],
    25: ["tests/sandbox/test_quotas.py"],
    28: ["tests/bots/wasm/test_metering.py"],
    30: ["tests/bots/wasm/test_metered_player.py", "tests/bots/wasm/test_metering.py"],
}
WORDS = {  # in the names of tests, where only some of a file belong to the family
    13: "links or pipes or folder or huge",
    18: "refused",
    20: "inert or data or own_script or requests or nested",
    21: "token or seat or twice or misbehaviour",
    24: "load_of_its_own",
    28: "cannot_be_metered",
    30: "verdicts or are_no_bots or without_end or deep_calls or grow or large",
}


def run_cases(family: int) -> Iterator[tuple[str, str]]:
    """Run the tests of a family; yields the name of each, and why it failed or an empty text."""
    with tempfile.TemporaryDirectory() as folder:
        report = f"{folder}/report.xml"
        words = ["-q", "-p", "no:cacheprovider", "-n", "0", f"--junitxml={report}", f"--basetemp={folder}/base"]
        chosen = ["-k", WORDS[family]] if family in WORDS else []
        command = [sys.executable, "-m", "pytest", *words, *chosen, *CASES[family]]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
        if done.returncode not in (0, 1):
            yield "pytest", done.stdout[-500:]
            return
        for case in ElementTree.parse(report).iter("testcase"):
            failures = [child for child in case if child.tag in ("failure", "error", "skipped")]
            yield (
                str(case.get("name")).removeprefix("test_"),
                failures[0].get("message", "failed") if failures else "",
            )
