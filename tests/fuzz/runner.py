"""Runs the fuzzer on several targets in parallel, each in its own process with a deadline."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.target import Target

START_SECONDS = 300  # to import and instrument the code, and to read the corpus
INPUT_SECONDS = 60  # for one input, by the clock; each target limits its processor time itself
MEMORY_MB = 2048  # of the whole process
DONE = re.compile(r"^Done (\d+) runs in (\d+) second", re.MULTILINE)
STATUS = re.compile(r"^#\d+\s+\w+\s+cov: (\d+) ft: (\d+) corp: (\d+)/", re.MULTILINE)


@dataclass
class Fuzzing:
    """The result of one target: inputs run, edges of our code that they reached, and how many reach new ones."""

    target: str
    folder: Path
    runs: int = 0
    seconds: int = 0
    edges: int = 0
    inputs: int = 0
    failed: str = ""  # why the process ended early
    known: frozenset[str] = field(default_factory=frozenset)  # findings of earlier runs

    def __str__(self) -> str:
        rate = self.runs // max(1, self.seconds)
        numbers = f"{self.runs:>9,} inputs {rate:>6,}/s {self.edges:>6,} edges {self.inputs:>5} kept"
        return f"{self.target:<26}{numbers}{len(self._new()):>4} findings{self.failed and f'; {self.failed}'}"

    def findings(self) -> Iterator[str]:
        """A command that reproduces each finding, and what it is about."""
        for path in self._new():
            about = path.with_suffix(".txt")
            said = about.read_text().strip().splitlines()[-1] if about.exists() else path.name.split("-")[0]
            yield f"{said[:300]}\n    python -m tests.fuzz {self.target} --input {path}"

    def _new(self) -> list[Path]:
        paths = sorted((self.folder / "findings").glob("*"))
        return [path for path in paths if path.suffix != ".txt" and path.name not in self.known]


def fuzz(targets: Sequence[Target], folder: Path, seconds: int, jobs: int) -> Iterator[Fuzzing]:
    """Fuzz every target for some seconds, `jobs` at a time; their processes end with the iterator."""
    running: set[subprocess.Popen[bytes]] = set()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            waiting = [
                pool.submit(_fuzz_one, target, folder / target.name, seconds, running) for target in targets
            ]
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(running):
                process.kill()


def _fuzz_one(target: Target, folder: Path, seconds: int, running: set[subprocess.Popen[bytes]]) -> Fuzzing:
    folder.mkdir(parents=True, exist_ok=True)
    result = Fuzzing(target.name, folder)
    result.known = frozenset(path.name for path in result._new())
    limits = [f"-max_total_time={seconds}", f"-timeout={INPUT_SECONDS}", f"-rss_limit_mb={MEMORY_MB}"]
    log = folder / "log.txt"
    with tempfile.TemporaryDirectory(prefix="lanista-fuzz-") as scratch, log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.child", target.name, str(folder), *limits],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=_environment(scratch),
            start_new_session=True,
        )
        running.add(process)
        try:
            process.wait(seconds + START_SECONDS)
        except subprocess.TimeoutExpired:
            result.failed = "it did not end, and was killed"
            process.kill()
            process.wait()
        running.discard(process)
    _read_log(result, log, process.returncode)
    return result


def _environment(scratch: str) -> dict[str, str]:
    return {**os.environ, "TMPDIR": scratch, "LANISTA_CACHE": f"{scratch}/cache"}


def _read_log(result: Fuzzing, log: Path, status: int) -> None:
    text = log.read_text(errors="replace")
    if done := DONE.search(text):
        result.runs, result.seconds = int(done[1]), int(done[2])
    elif not result.failed:
        result.failed = f"it ended with status {status}, see {log}"
    for found in STATUS.finditer(text):
        result.edges, result.inputs = int(found[1]), int(found[3])
