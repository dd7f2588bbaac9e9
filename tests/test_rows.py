"""A table that is one test fails where one of its rows fails, and names it."""

import pytest

from tests.rows import RowsFailed, every_row

SEEN: list[object] = []


@every_row(("a", "b"), [(1, 2), (3, 4)])
@every_row("c", "xy")
def test_every_row_is_run_with_every_other(a: int, b: int, c: str, tmp_path) -> None:
    assert tmp_path.is_dir()
    SEEN.append((a, b, c))


def test_all_were_run() -> None:
    test_every_row_is_run_with_every_other(tmp_path=type("Path", (), {"is_dir": lambda self: True})())
    assert SEEN[-4:] == [(1, 2, "x"), (1, 2, "y"), (3, 4, "x"), (3, 4, "y")]


def test_all_rows_that_fail_are_named() -> None:
    @every_row("number", [1, -1, 2, -2], ids=["one", "minus one", "two", "minus two"])
    def is_positive(number: int) -> None:
        assert number > 0, f"it is {number}"

    with pytest.raises(RowsFailed) as caught:
        is_positive()
    first, second = [line for line in str(caught.value).splitlines() if line.startswith("row ")]
    assert first.startswith("row 2 of 4, minus one: AssertionError: it is -1")
    assert second.startswith("row 4 of 4, minus two: AssertionError: it is -2")


@pytest.mark.parametrize(
    ("names", "rows", "ids"), [("a", [], None), (("a", "b"), [(1,)], None), ("a", [1, 2], ["one"])]
)
def test_a_table_that_cannot_be_run_is_refused(names, rows, ids) -> None:
    with pytest.raises(AssertionError):
        every_row(names, rows, ids)
