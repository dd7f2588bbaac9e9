"""Chooses the inputs of a target to commit: few and small ones that together reach what all of them reach."""

from __future__ import annotations

import contextlib
import hashlib
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import lanista
from tests.fuzz.target import Target

SOURCE = str(Path(lanista.__file__).parent)
MAX_BYTES = 6_000  # of all committed inputs of a target, besides those of findings
MAX_FILES = 24
FOUND = "found-"  # the beginning of the names of inputs that showed a fault, which are kept

Arc = tuple[str, int, int]


def distil(target: Target, folder: Path) -> str:
    """Replace a target's committed inputs by the best of those and the ones in a folder; returns a summary."""
    covered = set[Arc]().union(*(arcs_of(target, data) for data in target.seeds()))
    kept = [path for path in target.folder.glob("*") if path.name.startswith(FOUND)]
    for path in kept:
        covered |= arcs_of(target, path.read_bytes())
    found = {path.read_bytes() for path in (*target.folder.glob("*"), *folder.glob("*"))}
    reached = {data: arcs for data in found if (arcs := arcs_of(target, data) - covered)}
    chosen = list(_choose(reached))
    _replace(target, chosen)
    size, total = sum(map(len, chosen)), len(covered.union(*(reached[data] for data in chosen)))
    return f"{target.name}: {total} arcs, {len(covered)} of them by seeds; {len(chosen)} inputs of {size} bytes"


def _choose(reached: dict[bytes, set[Arc]]) -> Iterator[bytes]:
    """The inputs that reach most per byte, until nothing is missing or there are enough."""
    left, size, count = dict(reached), 0, 0
    while left and count < MAX_FILES:
        best = max(sorted(left), key=lambda data: len(left[data]) / (len(data) + 40))
        arcs = left.pop(best)
        if size + len(best) <= MAX_BYTES:
            size, count = size + len(best), count + 1
            yield best
            left = {data: rest for data, others in left.items() if (rest := others - arcs)}


def _replace(target: Target, chosen: Iterable[bytes]) -> None:
    target.folder.mkdir(parents=True, exist_ok=True)
    for path in target.folder.glob("*"):
        if not path.name.startswith(FOUND):
            path.unlink()
    for data in chosen:
        (target.folder / hashlib.sha1(data).hexdigest()[:12]).write_bytes(data)


def arcs_of(target: Target, data: bytes) -> set[Arc]:
    """The steps from line to line of our code that an input takes."""
    found: set[Arc] = set()
    with traced(found), contextlib.suppress(Exception):
        target.check(data)
    return found


@contextmanager
def traced(found: set[Arc]) -> Iterator[None]:
    """Collect arcs in this thread and in those started meanwhile."""

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(SOURCE):
            return None
        before = 0

        def step(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal before
            if event == "line":
                found.add((file, before, frame.f_lineno))
                before = frame.f_lineno
            return step

        return step

    threading.settrace(enter)
    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(None)
        threading.settrace(None)
