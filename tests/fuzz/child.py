"""One process of the coverage-guided fuzzer: `python -m tests.fuzz.child TARGET FOLDER [options of libFuzzer]`.

It continues after a finding and keeps one input for each. FOLDER has `corpus`, what it has found that reaches new
code, and `findings`. It needs the package atheris; `python -m tests.fuzz` starts it.
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import atheris

SKIPPED = ["lanista.engine", "lanista.tools.bench"]  # rules are compiled from their bytecode

with atheris.instrument_imports(include=["lanista", "tomllib"], exclude=SKIPPED):
    from tests.fuzz.limits import memory_limit
    from tests.fuzz.target import Target
    from tests.fuzz.targets import find_target

    TARGET = find_target(sys.argv[1])
    for seed in TARGET.inputs:  # imports what is imported late
        with contextlib.suppress(Exception):
            TARGET.check(seed)

MAX_FINDINGS = 20


def main() -> None:
    """Fuzz until libFuzzer's options end it."""
    target, folder = TARGET, Path(sys.argv[2])
    (folder / "findings").mkdir(parents=True, exist_ok=True)
    for data in target.inputs:
        save(folder / "corpus", data)
    options = [f"-max_len={target.max_bytes}", f"-artifact_prefix={folder / 'findings'}/"]
    atheris.Setup(
        [sys.argv[0], *options, *sys.argv[3:], str(folder / "corpus")],
        checker(target, folder / "findings"),
        custom_mutator=mutator(target),
    )
    with memory_limit(target.memory_mb):
        atheris.Fuzz()


def checker(target: Target, findings: Path) -> Callable[[bytes], None]:
    """A function that checks an input, and saves the first one for each thing that goes wrong."""
    known: set[str] = set()

    def check(data: bytes) -> None:
        try:
            target.check(data)
        except Exception as error:  # noqa: BLE001 - whatever escapes is what is looked for
            if (place := place_of(error)) not in known and len(known) < MAX_FINDINGS:
                known.add(place)
                path = save(findings, data)
                path.with_suffix(".txt").write_text("".join(traceback.format_exception(error)), errors="replace")

    return check


def place_of(error: BaseException) -> str:
    """The type of an error and where it was raised; the same for inputs that have the same effect."""
    frames = traceback.extract_tb((error.__cause__ or error).__traceback__)
    ours = [frame for frame in frames if "/lanista/" in frame.filename] or frames
    return f"{type(error).__name__} {type(error.__cause__).__name__} {ours[-1].filename}:{ours[-1].lineno}"


def mutator(target: Target) -> Callable[[bytes, int, int], bytes]:
    """Half of the mutations are the target's, which keep to its format, the others libFuzzer's."""

    def mutate(data: bytes, max_size: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.5:
            return bytes(atheris.Mutate(data, len(data)) if data else b"{}")
        return target.mutated(rng, data)[:max_size]

    return mutate


def save(folder: Path, data: bytes) -> Path:
    """Write an input to a file named by its digest."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha1(data).hexdigest()[:16]
    path.write_bytes(data)
    return path


if __name__ == "__main__":
    main()
