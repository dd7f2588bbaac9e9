"""Bots in our own process: what is said of their time."""

import pytest

from lanista.bots.builtin import _rounded_up


@pytest.mark.parametrize(
    ("used", "shown"), [(1.0001, "1.1"), (1.04, "1.1"), (156.0, "156.0"), (10000.02, "10000.1")]
)
def test_a_time_over_the_budget_never_looks_like_the_budget(used, shown):
    assert _rounded_up(used) == shown
