"""`contextlib.suppress` for supervisors: importing `contextlib` takes as long as the rest of their start."""

from __future__ import annotations


class Ignored:
    """A context in which some exceptions are ignored."""

    def __init__(self, *errors: type[BaseException]) -> None:
        self._errors = errors

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is not None and issubclass(kind, self._errors)
