"""The package imports and plays on Windows and macOS, simulated as well as Linux allows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.games.rampage.contest.bench import KIT
from lanista.games.sproutopia.contest.bench import HUB_BOT

PRETEND = Path(__file__).with_name("pretend.py")
PLATFORMS = ["win32", "darwin"]

IMPORT_ALL = """
import importlib, json, pkgutil
import lanista
ADAPTERS = "lanista.tools.bench.peers.adapters."  # of libraries that are measured, and that tests do without
PEERS = "gymnax", "jax", "pyspiel"
failed = {}
for module in pkgutil.walk_packages(lanista.__path__, "lanista."):
    if module.name.endswith(".__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        if not module.name.startswith(ADAPTERS) or error.name not in PEERS:
            failed[module.name] = repr(error)
    except BaseException as error:
        failed[module.name] = repr(error)
assert not failed, failed
"""
PLAY = """
import json, shlex, sys
from lanista.bots.process import ports
from lanista.match.api import play
from lanista.match.terms import MatchTerms
from lanista.series.pool import LocalPool
from lanista.series.spec import MatchSpec
from lanista.series.player import MatchPlayer

ports.loopback_addresses = lambda: ["127.0.0.1"]
play("overdrive", ["cruise", "greedy"], seed=3, replay="built-in.jsonl.gz", settings={"max_rounds": 30})
command = shlex.join([sys.executable, "lines.py"])
short = MatchTerms(settings={"max_rounds": 5})
specs = [
    MatchSpec(number, "overdrive", (bot, "cruise"), (0, 1), 3, short)
    for number, bot in enumerate(["./hosted.py", "./hosted.py", command])
]
for game, prefix, script, turns, lock_step in [
    ("rampage", "orbis", "kit.py", "max_turns", False),
    ("sproutopia", "signalr", "hub.py", "MaxTicks", True),
]:
    bot = f"{prefix}:{shlex.join([sys.executable, script])}"
    terms = MatchTerms(settings={turns: 5}, lock_step=lock_step)
    specs.append(MatchSpec(9, game, (bot, "random"), (0, 1), 3, terms))
specs.append(MatchSpec(9, "overdrive", ("./ends.py", "cruise"), (0, 1), 3, short))
list(LocalPool(1).run([MatchSpec(0, "overdrive", ("cruise", "cruise"), (0, 1), 3, short)]))
with MatchPlayer() as player:
    reports = [player.play(spec) for spec in specs]
print(json.dumps([[report.error, report.void, report.turns, report.first_faults] for report in reports]))
assert not WITHOUT_BINARY, WITHOUT_BINARY
"""
COMMAND = """
import sys
from lanista.cli.main import main
sys.argv[1:3] = []
main()
"""
HOSTED = "def move(view):\n    return 'ACCELERATE'\n"
ENDS = "import os\n\ndef move(view):\n    os._exit(3)\n"
LINES = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    print(json.dumps({"type": "ready"} if message["type"] == "start" else {"move": "ACCELERATE"}), flush=True)
"""


def run_as(platform: str, code: str, cwd: Path) -> str:
    """The output of code in a new interpreter that looks like one on a platform."""
    done = subprocess.run(
        [sys.executable, str(PRETEND), platform, code],
        capture_output=True, text=True, timeout=240, check=False, cwd=cwd,
    )  # fmt: skip
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_module_can_be_imported_and_bots_play(platform: str, tmp_path: Path):
    for name, source in {"hosted": HOSTED, "ends": ENDS, "lines": LINES, "kit": KIT, "hub": HUB_BOT}.items():
        (tmp_path / f"{name}.py").write_text(source)
    code = IMPORT_ALL + PLAY
    if sys.platform == "linux":  # other systems have one loopback address, and other tests use its ports too
        code = code.replace('"127.0.0.1"', f'"127.0.9.{1 + PLATFORMS.index(platform)}"')
    *good, ended = json.loads(run_as(platform, code, tmp_path))
    assert good == [["", "", 5, ["", ""]]] * 5
    assert ended[3][0].startswith("crashed in turn 1: the process ended: exit status 3")
    assert (tmp_path / "built-in.jsonl.gz").stat().st_size > 0


@pytest.mark.parametrize(("platform", "reason"), [("win32", "need Linux"), ("darwin", "need Linux")])
def test_one_line_warns_that_programs_cannot_be_kept_in(platform: str, reason: str, tmp_path: Path):
    (tmp_path / "hosted.py").write_text(HOSTED)
    words = [
        "play",
        "overdrive",
        "./hosted.py",
        "./hosted.py",
        "--set",
        "max_rounds=3",
        "--seed",
        "1",
        "--no-replay",
    ]
    done = subprocess.run(
        [sys.executable, str(PRETEND), platform, COMMAND, *words],
        capture_output=True, text=True, timeout=240, check=False, cwd=tmp_path,
    )  # fmt: skip
    warnings = [line for line in done.stderr.splitlines() if line.startswith("sandbox: none")]
    assert (len(warnings), done.returncode) == (1, 0), done.stderr
    assert reason in warnings[0]
    assert "strangers' bots" in warnings[0]
