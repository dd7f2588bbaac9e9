"""A newcomer's first commands, run with an installed package in an empty folder: what the README promises.

`python tests/newcomer.py` plays, watches, exports, compares and steps a batch; it ends with an error if one fails.
It needs the package and nothing else; wheels must not need a compiler for this.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

SECONDS = 600
COMMANDS = (
    "--version",
    "play overdrive mybot.py random --seed 1 -o match.gz --json",
    "watch match.gz --turn 5 --json",
    "export match.gz -o match.html --json",
    "verify match.gz --json",
    "compare overdrive mybot.py random --json",
    "play rampage search:ms=20 hunter --seed 1 --set max_turns=10 --json",
    "new python overdrive starter --json",
    "league new cup --game overdrive --rounds 1 --json",
    "league add cup random cruise --json",
    "league run cup --json",
    "league export cup -o report.html --json",
    "docs games --json",
)
BOT = """\
def move(view):
    return "FIX" if view["player"]["damage"] > 1 else "ACCELERATE"
"""
BATCH = """\
from lanista.engine.batch import Batch
from lanista.game import get_game

for name in ("overdrive", "rampage", "sproutopia", "tanks", "tower_defence"):
    game = get_game(name)
    starts = [game.start(game.configure(), seed) for seed in range(4)]
    batch = Batch(starts, count=16, opponents={0: "greedy"})
    batch.step(batch.draw_actions(seed=1))
"""


def main() -> None:
    """Run everything."""
    with tempfile.TemporaryDirectory(prefix="newcomer-") as folder:
        Path(folder, "mybot.py").write_text(BOT, encoding="utf-8")
        for line in COMMANDS:
            printed = run(folder, "-m", "lanista", *line.split())
            if "--json" in line:
                assert "error" not in json.loads(printed.splitlines()[-1]), printed
        run(folder, "-c", BATCH)
        run(folder, "-c", "import lanista.serve.site")
        check_page(folder)
    print(f"{len(COMMANDS) + 3} steps work on {sys.platform}, Python {sys.version.split()[0]}")


def run(folder: str, *words: str) -> str:
    """The output of a Python program; its error is shown and ends this one."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)[:200]} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def check_page(folder: str) -> None:
    """Fetch the page of `lanista view`, and stop its server."""
    words = [sys.executable, "-m", "lanista", "view", "match.gz", "--no-open", "--json"]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            with urllib.request.urlopen(json.loads(server.stdout.readline())["url"], timeout=SECONDS) as page:
                assert b"<html" in page.read()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
