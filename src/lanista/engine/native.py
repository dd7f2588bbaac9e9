"""Native rules: a game's rules and loops over them, translated to C, compiled, and called through `ctypes`.

Indices and divisors are checked. The interpreter's lock is released while a loop runs.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from lanista.core.errors import InputError, RuleError
from lanista.engine import loops, pool
from lanista.engine.compiler import THIS, BuildMachine, compiler
from lanista.engine.fingerprint import Fingerprint
from lanista.engine.folders import LOG
from lanista.engine.library import compile_into, find_library, load_library, provide_library
from lanista.engine.loop import LoopArgument, arguments_of, group_of
from lanista.engine.pool import run_workers
from lanista.engine.rules import Rules
from lanista.engine.translate import native_source
from lanista.engine.translations import Translation, cached_translation, provide_translation

Entry = Any  # a function of a library: (arguments, worker) -> 0 or the number of a line plus 1


def available() -> bool:
    """Whether there is a C compiler; shipped libraries do without."""
    return compiler() is not None


class NativeLoop:
    """A compiled loop: call it with the arrays and numbers that its template declares."""

    def __init__(self, rules: Rules, template: Any, entry: Entry, lines: list[str]) -> None:
        declared = arguments_of(template)
        self.name = template.__name__
        self._names = [name for name in declared if name != "worker"]
        self._kinds = [
            _Kind(argument.dtype(rules), argument.dimensions, argument.inner_shape(rules))
            if isinstance(argument, LoopArgument)
            else None
            for name, argument in declared.items()
            if name != "worker"
        ]
        self._entry = entry
        self._lines = lines
        self._slots = ctypes.c_int64 * (1 + sum(1 + (kind.dimensions if kind else 0) for kind in self._kinds))

    def __call__(self, *arguments: Any, workers: int = 1) -> int:
        """Run it once for each worker; its result, or 0."""
        return self.bound(*arguments, workers=workers)()

    def bound(self, *arguments: Any, workers: int = 1, threads: int = 0) -> Callable[[], int]:
        """A call with these arguments, to be repeated: their addresses are looked up once.

        There is a thread for each worker, or `threads` in all: with several workers for each, threads that are
        done take over work of the others.
        """
        slots = self._slots(*self._values(arguments))
        lines, last = self._lines, len(slots) - 1
        run = partial(self._entry, slots, 0)
        if workers > 1:
            address = ctypes.cast(self._entry, ctypes.c_void_p)
            run = partial(run_workers(), address, slots, workers, threads or workers)

        def call(_keep: Any = arguments) -> int:
            failed = run()
            if failed:
                raise RuleError(f"{lines[failed - 1]}: an index is out of range, or a divisor is 0")
            return slots[last]

        return call

    def _values(self, arguments: tuple[Any, ...]) -> list[int]:
        """The numbers, addresses and lengths that the compiled code takes."""
        if len(arguments) != len(self._kinds):
            raise InputError(f"{self.name}: expected {len(self._kinds)} arguments, got {len(arguments)}")
        values: list[int] = []
        for kind, argument, name in zip(self._kinds, arguments, self._names, strict=True):
            if kind is None:
                values.append(argument)
            elif kind.fits(argument):
                values.append(argument.ctypes.data)
                values.extend(argument.shape[: kind.dimensions])
            else:
                raise self._misfit(name, kind, argument)
        return values

    def _misfit(self, name: str, kind: _Kind, argument: Any) -> InputError:
        got = f"{argument.dtype} {argument.shape}" if isinstance(argument, np.ndarray) else type(argument).__name__
        return InputError(f"{self.name}: {name}: expected {kind}, got {got}")


@dataclass(frozen=True)
class _Kind:
    """The arrays that an argument may be: elements of one shape in some dimensions."""

    dtype: np.dtype[Any]
    dimensions: int
    inner: tuple[int, ...]
    equal: dict[int, np.dtype[Any]] = field(default_factory=dict)

    def fits(self, argument: Any) -> bool:
        """Whether an argument is such an array; bytes may be truth values."""
        if type(argument) is not np.ndarray or argument.ndim != self.dimensions + len(self.inner):
            return False
        if not argument.flags.c_contiguous or argument.shape[self.dimensions :] != self.inner:
            return False
        return argument.dtype is self.dtype or self._is_equal(argument.dtype)

    def _is_equal(self, dtype: np.dtype[Any]) -> bool:
        """Whether another dtype describes the same elements; comparing those of records takes 50 us."""
        if id(dtype) not in self.equal and (dtype == self.dtype or (dtype == np.bool_ and self.dtype == np.int8)):
            self.equal[id(dtype)] = dtype
        return id(dtype) in self.equal

    def __str__(self) -> str:
        element = "records" if self.dtype.names else str(self.dtype)
        shape = ("?",) * self.dimensions + self.inner
        return f"a contiguous array of {element} of shape ({', '.join(map(str, shape))})"


class Native:
    """The compiled loops of one game's rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._of = Fingerprint(rules)
        self._checked = cached_translation(rules.name, self._of, partial(_checked, rules))
        self._libraries: dict[tuple[Any, ...], _Library] = {}
        self._loops: dict[Any, NativeLoop] = {}

    def loop(self, template: Any, policy: str = "") -> NativeLoop:
        """A loop of `loops`, or another one declared with `@loop`, compiled if need be.

        The name `policy` in it stands for that policy of the game.
        """
        key = template, policy
        if key not in self._loops:
            self._loops[key] = self._library(template, policy).loop(template)
        return self._loops[key]

    def cached_loop(self, template: Any, policy: str = "") -> NativeLoop | None:
        """The same, but None if it would have to be compiled."""
        known = (template, policy) in self._loops or self._library(template, policy).exists()
        return self.loop(template, policy) if known else None

    def provide(self, template: Any, policy: str, folder: Path) -> None:
        """Copy the library of a loop into a folder, for processes that look there only."""
        provide_translation(self.rules.name, self._of, self._checked, folder)
        self._library(template, policy).copy_to(folder)

    def _library(self, template: Any, policy: str) -> _Library:
        """The engine's loops share one library; any other loop has a separate one, or that of its group."""
        group = loops.ENGINE if template in loops.ENGINE else group_of(template)
        if (group, policy) not in self._libraries:
            self._libraries[group, policy] = _Library(self.rules, group, policy)
        return self._libraries[group, policy]


def prebuild(
    rules: Rules, folder: Path, *others: tuple[tuple[Any, ...], str], machine: BuildMachine = THIS
) -> list[Path]:
    """Compile the usual loops of a game into a folder: the pool, the loops of the engine, and its policies.

    `others` are further groups of loops, each with its policy.
    """
    libraries = [_Library(rules, loops.ENGINE, "")]
    libraries += [_Library(rules, (loops.policy_moves,), policy.__name__) for policy in rules.policies]
    libraries += [_Library(rules, group, policy) for group, policy in others]
    return [pool.compile_pool(folder, machine), *(library.compile_into(folder, machine) for library in libraries)]


class _Library:
    """Some loops, translated together."""

    def __init__(self, rules: Rules, templates: tuple[Any, ...], policy: str) -> None:
        self._rules = rules = rules.playing(policy)
        parts = [] if templates == loops.ENGINE else [template.__name__ for template in templates]
        self._parts = [*parts, *([policy] if policy else [])]
        self._name = "-".join([rules.name, *self._parts])
        self._of = Fingerprint(rules, templates, policy)
        self._translation = cached_translation(
            self._name, self._of, partial(_translated, rules, templates, policy)
        )
        self._source = self._translation.source
        self._loaded: ctypes.CDLL | None = None

    def exists(self) -> bool:
        """Whether the library exists, so that nothing has to be compiled."""
        if self._loaded is None:
            self._loaded = find_library(self._name, self._source)
        return self._loaded is not None

    def loop(self, template: Any) -> NativeLoop:
        """One of its loops."""
        entry = getattr(self._load(), native_source.entry_name(template))
        entry.restype, entry.argtypes = ctypes.c_int64, [ctypes.POINTER(ctypes.c_int64), ctypes.c_int64]
        return NativeLoop(self._rules, template, entry, self._translation.lines)

    def _load(self) -> ctypes.CDLL:
        if self._loaded is None:
            self._loaded = load_library(self._name, self._source, self._announce)
        return self._loaded

    def copy_to(self, folder: Path) -> None:
        """Copy it into a folder, readable for everybody, with the pool of threads that it may need."""
        provide_translation(self._name, self._of, self._translation, folder)
        provide_library(self._name, self._source, folder, self._announce)
        pool.provide(folder)

    def compile_into(self, folder: Path, machine: BuildMachine) -> Path:
        """Compile it into a folder."""
        return compile_into(self._name, self._source, folder, machine)

    def _announce(self) -> None:
        parts = f" ({', '.join(self._parts)})" if self._parts else ""
        LOG.warning("compiling the rules of %s%s, once; this takes up to 10 seconds", self._rules.name, parts)


def _checked(rules: Rules) -> Translation:
    """An empty translation if these rules can be translated; otherwise raises RuleError."""
    rules.check()
    return Translation()


def _translated(rules: Rules, templates: tuple[Any, ...], policy: str) -> Translation:
    program = native_source.program_of(rules, templates, policy)
    return Translation(native_source.source_of(program), program.lines)


@cache
def native(rules: Rules) -> Native:
    """The native rules of a game, made once per process."""
    return Native(rules)
