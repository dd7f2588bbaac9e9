"""Tables that are one test: `every_row` calls a test for each row, and names the rows that fail."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any


class RowsFailed(AssertionError):
    """Rows of a table for which a test failed; each one's own error is in the text and the last is the cause."""


def every_row(
    names: str | Sequence[str],
    rows: Iterable[Any],
    ids: Callable[[Any], Any] | Iterable[Any] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, as one test: for tables of small cases that need no fixture of their own."""
    words = [word.strip() for word in names.split(",")] if isinstance(names, str) else list(names)
    table = [tuple(row) if len(words) > 1 else (row,) for row in rows]
    texts = [str(given) for given in ids] if ids is not None and not callable(ids) else None
    assert table, "a table without rows checks nothing"
    assert texts is None or len(texts) == len(table), "one id per row"
    assert {len(row) for row in table} == {len(words)}, f"expected rows of {', '.join(words)}"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**given: Any) -> None:
            failed: list[str] = []
            cause: BaseException | None = None
            for number, row in enumerate(table):
                try:
                    test(**dict(zip(words, row, strict=True)), **given)
                except Exception as error:  # noqa: BLE001 - whatever a row's test raises is reported
                    name = texts[number] if texts else ", ".join(map(repr, row))
                    failed.append(f"row {number + 1} of {len(table)}, {name}: {type(error).__name__}: {error}")
                    cause = error
            if failed:
                raise RowsFailed("\n".join(failed)) from cause

        asked = inspect.signature(test)
        kept = [one.replace(kind=one.KEYWORD_ONLY) for name, one in asked.parameters.items() if name not in words]
        run.__signature__ = asked.replace(parameters=kept)  # type: ignore[attr-defined]
        return run

    return decorate
