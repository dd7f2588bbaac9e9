"""Whatever stops a long verb, Ctrl-C or SIGTERM: it prints its JSON of what was done, and its status says so."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

from lanista.cli.train.interrupt import Interrupt
from lanista.core.errors import Terminated
from lanista.match.planning import plan_match
from tests.processes import eventually

SECONDS = 120
SHORT = ("--set", "max_rounds=3")
MARKS = """
import time
from pathlib import Path
def move(view):
    Path('asked').touch()
    time.sleep(0.1)
    return 'NOTHING'
"""

# A verb, and the function that is stopped after it has yielded once
VERBS = {
    "play": (
        ("play", "overdrive", "cruise", "cruise", "--games", "4", "--jobs", "1", *SHORT),
        "series.executor.InProcess.run",
    ),
    "compare": (
        ("compare", "overdrive", "cruise", "random", "--jobs", "1", *SHORT),
        "series.compare.Comparison.run",
    ),
    "audit": (("audit", "overdrive", "--bots", "cruise", "--jobs", "1", *SHORT), "tools.audit.Audit.run"),
    "doctor": (
        ("doctor", "bot.py", "--game", "overdrive", "--checks", "start", "ready", "flush"),
        "tools.doctor.examine",
    ),
    "analyse": (("analyse", "match.gz", "--seconds", "3"), "tools.analysis.driver.find_turning_points"),
}


@pytest.mark.parametrize(("stop", "status"), [(Terminated, 143), (KeyboardInterrupt, 130)])
@pytest.mark.parametrize("verb", VERBS)
def test_a_stopped_verb_prints_what_it_has(invoke, tmp_path, monkeypatch, verb, stop, status) -> None:
    (tmp_path / "bot.py").write_text(MARKS)
    if verb == "analyse":
        plan_match("overdrive", ["cruise", "random"], seed=1).play(replay=tmp_path / "match.gz")
    words, name = VERBS[verb]
    stop_after_one(monkeypatch, f"lanista.{name}", stop)
    monkeypatch.setattr("lanista.cli.shared.common._terminations", [signal.SIGTERM] * (stop is Terminated))
    result = invoke(*words, "--json")
    assert result.exit_code == status, result.output
    printed = json.loads(result.stdout)
    assert printed["stopped"] is True if "stopped" in printed else printed["analysis"]["complete"] is False


@pytest.mark.parametrize(("stop", "status"), [(Terminated, 143), (KeyboardInterrupt, 130)])
@pytest.mark.parametrize(
    ("words", "called"),
    [
        (("verify", "m.gz"), "match.replay.verify_file"),
        (("conform", "overdrive", "x.jsonl"), "games.overdrive.contest.recordings.conform"),
        (("maps", "rampage"), "game.find_map"),
        (("pins", "random", "x.pin.json"), "match.pins.running.run_pins"),
        (("games",), "game.installed_games"),
    ],
)
def test_a_verb_stopped_before_its_result_says_so_as_json(
    invoke, monkeypatch, words, called, stop, status
) -> None:
    """A guard for every verb: the rows are examples."""

    def stopped(*_: Any, **__: Any) -> None:
        raise stop

    for name in ("m.gz", "x.jsonl", "x.pin.json"):
        Path(name).touch()
    monkeypatch.setattr(f"lanista.{called}", stopped)
    monkeypatch.setattr("lanista.cli.shared.common._terminations", [signal.SIGTERM] * (stop is Terminated))
    result = invoke(*words, "--json")
    assert result.exit_code == status, result.output
    error = json.loads(result.stdout)["error"]
    assert error["kind"] == "Stopped"
    assert ("SIGTERM" if stop is Terminated else "Ctrl-C") in error["message"]
    assert invoke(*words).stdout == ""


def stop_after_one(monkeypatch: pytest.MonkeyPatch, name: str, stop: type[BaseException]) -> None:
    path, _, last = name.rpartition(".")
    owner = resolve_name(path)
    whole: Callable[..., Iterator[Any]] = getattr(owner, last)

    def run(*words: Any, **options: Any) -> Iterator[Any]:
        for found in whole(*words, **options):
            yield found
            break
        raise stop

    monkeypatch.setattr(owner, last, run)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
@pytest.mark.parametrize(
    ("options", "said"), [(["--games", "100000", "--jobs", "1", "--no-replay"], True), ([], "stopped by ")]
)
def test_matches_that_get_a_signal(
    tmp_path: Path, options: list[str], said: object, number: int, status: int
) -> None:
    (tmp_path / "bot.py").write_text(MARKS)
    command = [str(Path(sys.executable).with_name("lanista")), "play", "overdrive", "bot.py", "cruise"]
    with subprocess.Popen(
        [*command, *options, "--sandbox", "none", "--json"], cwd=tmp_path, stdout=subprocess.PIPE
    ) as process:
        try:
            eventually((tmp_path / "asked").exists)
            os.kill(process.pid, number)
            out, _ = process.communicate(timeout=SECONDS)
        finally:
            process.kill()
    assert process.returncode == status
    stopped = json.loads(out)["stopped"]
    assert stopped is said or (isinstance(said, str) and stopped.startswith(said))


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_request_has_a_status(number: int, status: int) -> None:
    """Training ends with the update it is in."""
    before = signal.getsignal(number)
    with Interrupt() as interrupt:
        signal.raise_signal(number)
        assert (interrupt.requested, interrupt.status) == (True, status)
        assert signal.getsignal(number) is before, "the second one ends it at once"


@pytest.mark.parametrize(("stop", "status"), [(Terminated, 143), (KeyboardInterrupt, 130)])
def test_measures_so_far_are_printed(invoke, monkeypatch, stop, status) -> None:
    from lanista.tools.bench.measure import Measure
    from lanista.tools.bench.subjects import SUBJECTS, BenchSubject

    def measure(_: object) -> Iterator[Measure]:
        yield Measure("one", 1.0, "s")
        raise stop

    monkeypatch.setitem(SUBJECTS, "stats", BenchSubject("statistics", measure))
    result = invoke("bench", "stats", "--json")
    printed = json.loads(result.stdout)
    assert (result.exit_code, printed["stopped"], len(printed["measures"])) == (status, True, 1)
