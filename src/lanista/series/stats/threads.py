"""Linear algebra on one thread.

BLAS starts a thread per core, and these wait for each other in busy loops: while matches keep the cores busy, a
fit takes up to a hundred times as long. One thread also gives the same bits whatever the number of cores.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


@cache
def _blas() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")


def one_thread(function: Callable[P, T]) -> Callable[P, T]:
    """A function during which BLAS uses one thread."""

    @wraps(function)
    def limited(*args: P.args, **kwargs: P.kwargs) -> T:
        with _blas().limit(limits=1):
            return function(*args, **kwargs)

    return limited
