"""Coverage-guided fuzzing of every parser that reads what bots, clients and strangers wrote.

`python -m tests.fuzz [TARGET]... --seconds N` fuzzes the named targets (`moves` names all of `moves.*`), each in a
separate process; what it has learnt stays in `.fuzz` and is used the next time. `--input FILE` runs one input,
`--distil` chooses the inputs to commit, `--list` lists the targets. `make fuzz` installs what it needs.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz.distil import distil
from tests.fuzz.runner import Fuzzing, fuzz
from tests.fuzz.target import Target
from tests.fuzz.targets import all_targets

FOLDER = Path(".fuzz")


def main() -> int:
    """Do what the command line says; returns the exit status."""
    options = parsed()
    chosen = [target for target in all_targets() if is_chosen(target.name, options.targets)]
    if not chosen:
        print(f"no target is called {' or '.join(options.targets)}; see --list", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(target.name for target in chosen))
        return 0
    if options.input is not None:
        return run_input(chosen, options.input)
    if options.distil:
        for target in chosen:
            print(distil(target, FOLDER / target.name / "corpus"))
        return 0
    if find_spec("atheris") is None:
        print("fuzzing by coverage needs atheris, which has wheels for Linux on x86-64: `make fuzz` installs it")
        return 2
    return run(chosen, options.seconds, options.jobs)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="default: all")
    parser.add_argument("--seconds", type=int, default=30, help="for each target (default: 30)")
    parser.add_argument(
        "--jobs", type=int, default=len(os.sched_getaffinity(0)), help="default: the number of cores"
    )
    parser.add_argument("--input", type=Path, metavar="FILE", help="run one input, with a traceback")
    parser.add_argument("--distil", action="store_true", help="choose the inputs to commit from those in .fuzz")
    parser.add_argument("--list", action="store_true", help="list the targets")
    return parser.parse_args()


def is_chosen(name: str, words: list[str]) -> bool:
    """Whether one of the words names a target or its group; no words name all."""
    return not words or any(name == word or name.startswith(f"{word}.") for word in words)


def run_input(chosen: list[Target], path: Path) -> int:
    """Run one input as the fuzzer does; whatever is wrong with it raises."""
    for target in chosen:
        target.check(path.read_bytes())
        print(f"{target.name}: nothing is wrong with {path}")
    return 0


def run(chosen: list[Target], seconds: int, jobs: int) -> int:
    """Fuzz, and print what came of it."""
    done: list[Fuzzing] = []
    try:
        for result in fuzz(chosen, FOLDER, seconds, jobs):
            done.append(result)
            print(f"[{len(done)}/{len(chosen)}] {result}", flush=True)
    except KeyboardInterrupt:
        print("stopped; the same command continues", file=sys.stderr)
        return 130
    findings = [line for result in done for line in result.findings()]
    print("\n".join(findings) or f"{sum(result.runs for result in done):,} inputs, no finding")
    return 1 if findings or any(result.failed for result in done) else 0


if __name__ == "__main__":
    sys.exit(main())
