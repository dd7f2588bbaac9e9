"""Runs tests against mutants: one warm process collects the tests, and a fork of it tries each mutant."""

from __future__ import annotations

import gc
import mmap
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.mutations import Mutant, plant

MAX_FILE_SECONDS = 8.0  # of CPU for measuring the tests of one file; what is left is not used
QUICK_SECONDS = 0.3
MAX_MEASURED_SECONDS = 3.0  # of CPU for measuring one test; slower ones are not used
MAX_TEST_SECONDS = 20.0  # of all tests that one mutant meets, as they were measured
MAX_MEMORY = 4 * 2**30
WAIT_SECONDS = 60  # a test that uses next to no CPU for that long waits for something that never comes
MIN_CPU_SECONDS = 0.2  # in that time: even on a machine with a hundred busy processes a working test gets more
QUIET = ["-o", "addopts=", "-p", "no:terminal", "-p", "no:cacheprovider", "--timeout=0"]

K = TypeVar("K")


class Fate(StrEnum):
    """The fate of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"  # a test ran ten times as long as without the fault, which is noticed as well
    SURVIVED = "survived"
    SAME = "same code"  # Python compiles it to what stands there anyway


@dataclass(frozen=True)
class Trial:
    """A mutant, what became of it, and the test that noticed it."""

    mutant: Mutant
    fate: Fate
    test: str = ""


Tests = Sequence[tuple[pytest.Item, float]]  # each with its CPU time without a fault


@dataclass(frozen=True)
class Measured:
    """A test that passes without a fault: its CPU time, and the lines that it runs by module."""

    seconds: float
    lines: dict[str, frozenset[int]]


@dataclass
class Plan:
    """The mutants to try, in this order, until the deadline; `report` receives each trial."""

    mutants: Sequence[Mutant]
    jobs: int
    deadline: float
    report: Callable[[Trial], None]
    say: Callable[[str], None]


def run(plan: Plan, tests: Sequence[str]) -> int:
    """Collect tests once and try every mutant against those that run its line; pytest's exit code."""
    use_interpreted_rules()
    with tempfile.TemporaryDirectory(prefix="lanista-mutants-") as folder:
        return int(pytest.main([*QUIET, f"--basetemp={folder}/tests", *tests], plugins=[_Forks(plan)]))


def use_interpreted_rules() -> None:
    """A mutant's compiled twin would cost seconds each; tests that compare both compare the mutant with itself."""
    from lanista.engine import Records, native, over, playouts

    def step(state: Any, moves: Any, work: Any) -> None:
        rules, size = state.rules, moves.dtype.itemsize
        records = Records(over(rules.move, moves.view("u1"), size * seat) for seat in range(len(moves)))
        rules.step(state.record, records, state.const, over(rules.work, work.view("u1")))

    playouts.step_native = step
    native.available = lambda: False


class _Forks:
    """A pytest plugin that forks for the baseline and for each mutant, and runs no test itself."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.measured: dict[str, Measured] = {}
        self.items: dict[str, pytest.Item] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.collect()
        gc.freeze()
        self.items = {item.nodeid: item for item in session.items}
        self._measure_all()
        for mutant, status, found in in_forks(self._trials(), self.plan.jobs):
            if status:
                raise RuntimeError(f"the process that tried {mutant} ended with wait status {status}: {found}")
            self.plan.report(Trial(mutant, *found))
        return True

    def _measure_all(self) -> None:
        """Every test once without a fault; those that fail need compiled rules, and are left out."""
        modules = {mutant.module for mutant in self.plan.mutants}
        files = sorted({item.path for item in self.items.values()})
        tasks = ((path, self._measuring(path, modules)) for path in files)
        for path, status, measured in in_forks(tasks, self.plan.jobs):
            total = sum(item.path == path for item in self.items.values())
            if status:
                raise RuntimeError(f"the process that measured {path} ended with wait status {status}: {measured}")
            self.plan.say(f"{path.parent.name}/{path.name}: {len(measured)} of {total} tests are used")
            self.measured.update(measured)

    def _measuring(self, path: Path, modules: set[str]) -> Callable[[], dict[str, Measured]]:
        items = [item for item in self.items.values() if item.path == path]
        random.Random(path.name).shuffle(items)
        return partial(measure, items, modules)

    def _trials(self) -> Iterator[tuple[Mutant, Callable[[], tuple[Fate, str]]]]:
        for mutant in self.plan.mutants:
            if time.monotonic() >= self.plan.deadline:
                return
            yield mutant, partial(attempt, mutant, self._tests_for(mutant))

    def _tests_for(self, mutant: Mutant) -> Tests:
        """The tests that run the mutant's lines, the fastest first."""
        chosen: list[tuple[pytest.Item, float]] = []
        total = 0.0
        for name, test in sorted(self.measured.items(), key=lambda pair: pair[1].seconds):
            if not test.lines.get(mutant.module, frozenset()).isdisjoint(mutant.lines):
                total += test.seconds
                if total > MAX_TEST_SECONDS:
                    break
                chosen.append((self.items[name], test.seconds))
        return chosen


# Inside a fork


def attempt(mutant: Mutant, tests: Tests) -> tuple[Fate, str]:
    """The fate of a mutant, and the test that noticed it: the same tests must pass without the fault."""
    reached = mmap.mmap(-1, 4)  # shared with the fork: the index of the test that it runs
    status, fate = _in_fork(partial(meet, mutant, tests, reached))
    if fate in (Fate.SURVIVED, Fate.SAME):
        return fate, ""
    last = int.from_bytes(reached[:])
    if _in_fork(partial(meet, None, tests[: last + 1], reached)) != (0, Fate.SURVIVED):
        unreliable = int.from_bytes(reached[:])
        return attempt(mutant, [*tests[:unreliable], *tests[unreliable + 1 :]])
    timed_out = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM)
    return Fate.TIMED_OUT if timed_out else Fate.KILLED, tests[last][0].nodeid


def meet(mutant: Mutant | None, tests: Tests, reached: mmap.mmap) -> Fate:
    """Plant a fault, if one is given, and run tests until one fails."""
    if mutant and not plant(mutant):
        return Fate.SAME
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    for i, (item, seconds) in enumerate(tests):
        reached[:] = i.to_bytes(4)
        signal.setitimer(signal.ITIMER_PROF, 2 + 10 * seconds)  # ends this process
        _end_if_idle()
        if not passes(item, tests[i + 1][0] if i + 1 < len(tests) else None):
            return Fate.KILLED
    return Fate.SURVIVED


def _end_if_idle() -> None:
    """End this process once it has used no CPU for a while; on a busy machine slow progress is progress."""
    used = time.process_time()

    def look(*_: object) -> None:
        nonlocal used
        before, used = used, time.process_time()
        if used - before < MIN_CPU_SECONDS:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGALRM)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, WAIT_SECONDS, WAIT_SECONDS)


def measure(items: Sequence[pytest.Item], modules: set[str]) -> dict[str, Measured]:
    """Run tests with a trace on the modules' lines: the quick ones first, then others while there is time."""
    files = {str(sys.modules[module].__file__): module for module in modules}
    measured: dict[str, Measured] = {}
    end = time.process_time() + MAX_FILE_SECONDS
    signal.signal(signal.SIGPROF, _too_slow)
    for limit in (QUICK_SECONDS, MAX_MEASURED_SECONDS):
        for item in items:
            if item.nodeid not in measured and time.process_time() < end:
                test = _measure_one(item, files, limit)
                if test is not None:
                    measured[item.nodeid] = test
    return measured


def _measure_one(item: pytest.Item, files: dict[str, str], limit: float) -> Measured | None:
    started = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, limit)
    good = False
    with _Traced(files) as lines, suppress(Exception):
        good = passes(item, None)
    signal.setitimer(signal.ITIMER_PROF, 0)
    item.session._setupstate.teardown_exact(None)  # if the test was interrupted
    frozen = {module: frozenset(found) for module, found in lines.items() if found}
    return Measured(time.process_time() - started, frozen) if good else None


def _too_slow(*_: object) -> None:
    signal.setitimer(signal.ITIMER_PROF, 0)
    raise TimeoutError("too slow to be tried on every mutant")


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run one test; whether it passed."""
    return all(report.passed for report in runtestprotocol(item, log=False, nextitem=following))


class _Traced:
    """Collects the lines of some files that are run."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        self.lines: dict[str, set[int]] = {module: set() for module in files.values()}

    def __enter__(self) -> dict[str, set[int]]:
        sys.settrace(self._call)
        return self.lines

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
        module = self.files.get(frame.f_code.co_filename)
        if module is None:
            return None
        add = self.lines[module].add

        def line(frame: FrameType, event: str, arg: object) -> Callable[..., Any]:
            add(frame.f_lineno)
            return line

        return line


def in_forks(tasks: Iterable[tuple[K, Callable[[], Any]]], jobs: int) -> Iterator[tuple[K, int, Any]]:
    """Run each task in a fork of this process, `jobs` at a time: its key, exit status and result, or None."""
    running: dict[int, tuple[K, Path]] = {}
    with tempfile.TemporaryDirectory(prefix="lanista-forks-") as folder:
        for number, (key, task) in enumerate(tasks):
            if len(running) == jobs:
                yield _wait_for_one(running)
            file = Path(folder, str(number))
            running[_fork(task, file)] = key, file
        while running:
            yield _wait_for_one(running)


def _in_fork(task: Callable[[], Any]) -> tuple[int, Any]:
    """One task's exit status and result."""
    ((_, status, result),) = in_forks([(None, task)], 1)
    return status, result


def _fork(task: Callable[[], Any], file: Path) -> int:
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            result = task()
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            file.write_bytes(pickle.dumps(result))
            code = 0
        except BaseException:  # noqa: BLE001 - the parent shows it
            file.write_bytes(pickle.dumps(traceback.format_exc()))
        finally:
            os._exit(code)
    return pid


def _ended(pids: Iterable[int]) -> tuple[int, int]:
    """Wait for one of these processes; other children of this process are not ours to collect."""
    while True:
        for pid in pids:
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                return pid, status
        time.sleep(0.01)


def _wait_for_one(running: dict[int, tuple[K, Path]]) -> tuple[K, int, Any]:
    pid, status = _ended(running)
    key, file = running.pop(pid)
    result = pickle.loads(file.read_bytes()) if file.exists() else None
    file.unlink(missing_ok=True)
    return key, status, result
