"""Ratings use one thread, whatever BLAS would use."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from lanista.series.stats import threads
from lanista.series.stats.threads import one_thread


@pytest.fixture(autouse=True)
def libraries_of_today():
    """Other tests import SciPy, whose BLAS no rating uses; here it counts as well."""
    threads._blas.cache_clear()


def blas_threads() -> list[int]:
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def test_blas_uses_one_thread_inside_and_as_many_as_before_afterwards():
    np.linalg.inv(np.eye(2))
    before = blas_threads()
    assert one_thread(blas_threads)() == [1 for _ in before]
    assert blas_threads() == before


def test_a_function_inside_another_leaves_the_limit_to_it():
    @one_thread
    def outer():
        one_thread(blas_threads)()
        return blas_threads()

    assert set(outer()) <= {1}
