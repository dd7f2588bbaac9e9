"""The process that measures one library, on a core that it is pinned to.

It reads JSON objects, one on a line each: {"adapter": module, "distribution": name} first, then questions:
{"make": name} and {"run": name, "job": job, "seconds": s}. Rates are steps per second of its processor time.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import IO, Any

from lanista.core.text import abridge
from lanista.sandbox.usage.cores import stay_on_one_core
from lanista.tools.bench.peers.catalogue import Job, PeerEnvironment

MAX_REASON = 200
ONE_CORE = {
    "JAX_PLATFORMS": "cpu",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
}


def main() -> None:
    """Answer until standard input ends; what libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.environ.update(ONE_CORE)
    stay_on_one_core()
    serve(sys.stdin, answers)


def serve(questions: IO[str], answers: IO[str]) -> None:
    """Say whether the library is there and in which version; then answer questions."""
    order = json.loads(questions.readline())
    found: dict[str, Any] = attempt(lambda: loaded(**order))
    say(answers, {key: value for key, value in found.items() if key != "make"})
    if "make" not in found:
        return
    made: dict[str, PeerEnvironment] = {}
    for question in map(json.loads, questions):
        say(answers, attempt(partial(answer, question, found["make"], made)))


def loaded(adapter: str, distribution: str) -> dict[str, Any]:
    """The adapter's `make`, and the library's version."""
    make = importlib.import_module(adapter).make
    return {"make": make, "version": importlib.metadata.version(distribution)}


def answer(
    question: Mapping[str, Any], make: Callable[[str], PeerEnvironment], made: dict[str, PeerEnvironment]
) -> dict[str, Any]:
    """Make an environment and describe it, or measure it."""
    if "make" in question:
        name = question["make"]
        made[name] = make(name)
        for job in made[name].jobs.values():  # compiles it, and leaves the opening
            job()
        return {**made[name]._asdict(), "jobs": list(made[name].jobs)}
    return {"rate": rate(made[question["run"]].jobs[question["job"]], question["seconds"])}


def rate(job: Job, seconds: float) -> float:
    """Steps per second of processor time, in a window of at least the given length."""
    began, steps = time.process_time(), 0
    while (used := time.process_time() - began) < seconds:
        steps += job()
    return steps / used


def attempt(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Call `work`; returns its result or its error: a library may raise anything, which the table then names."""
    try:
        return work()
    except ModuleNotFoundError as error:
        return {"error": f"not installed ({error})"}
    except Exception as error:  # noqa: BLE001
        return {"error": abridge(f"{type(error).__name__}: {error}".splitlines()[0], MAX_REASON)}


def say(answers: IO[str], content: dict[str, Any]) -> None:
    """Send one answer."""
    answers.write(json.dumps(content) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
