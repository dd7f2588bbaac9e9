"""A fuzz target: one parser of ours, what it may raise, its limits, and inputs to start from."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lanista.core.errors import LanistaError
from lanista.core.text import inert
from tests.fuzz.limits import Hang, cpu_limit
from tests.fuzz.mutations import Mutate, mutate_text

CORPUS = Path(__file__).with_name("corpus")


class Finding(AssertionError):
    """A target did what it must not do; the message says what."""


@dataclass(frozen=True)
class Target:
    """A parser; `run` may raise only `refuses`, in one inert line of at most `max_message` characters.

    With `names`, each message contains that text, such as the name of the file. `seeds` are valid inputs, and
    `mutate` makes others from them that are still well-formed enough to get past the first check.
    """

    name: str
    run: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]
    mutate: Mutate = mutate_text
    words: tuple[bytes, ...] = ()  # that a mutation may insert
    refuses: tuple[type[Exception], ...] = (LanistaError,)
    names: str = ""
    max_bytes: int = 4096  # of an input that the fuzzer makes
    max_message: int = 1500
    cpu_seconds: float = 5.0
    memory_mb: int = 256

    @property
    def folder(self) -> Path:
        """Where its committed inputs are."""
        return CORPUS / self.name

    @cached_property
    def inputs(self) -> list[bytes]:
        """The seeds, and the committed inputs."""
        return [*self.seeds(), *(path.read_bytes() for path in sorted(self.folder.glob("*")))]

    def mutated(self, rng: random.Random, data: bytes) -> bytes:
        """An input made from another one."""
        if self.words and rng.random() < 0.15:
            start = rng.randint(0, len(data))
            return data[:start] + rng.choice(self.words) + data[start + rng.choice([0, 0, 1, 4, 16]) :]
        return self.mutate(rng, data)

    def check(self, data: bytes) -> None:
        """Run an input; raises Finding, or whatever escaped."""
        try:
            with cpu_limit(self.cpu_seconds):
                self.run(data)
        except self.refuses as error:
            self._check_refusal(error)
        except Hang as hang:
            raise Finding(str(hang)) from hang

    def _check_refusal(self, error: Exception) -> None:
        if any(isinstance(cause, MemoryError) for cause in _causes(error)):
            raise Finding("needed too much memory") from error
        expect_plain(str(error), self.max_message)
        if self.names not in str(error):
            raise Finding(f"the message does not contain {self.names!r}: {str(error)!r}") from error


def expect_plain(message: str, max_length: int = 1500) -> None:
    """Raise Finding unless a message is one inert line that is neither empty nor too long."""
    if not 0 < len(message) <= max_length:
        raise Finding(f"expected a message of 1 to {max_length} characters, got {len(message)}: {message[:300]!r}")
    if inert(message) != message:
        raise Finding(f"expected an inert message, got {message!r}")


def _causes(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
