"""Text that strangers wrote, as messages show it and as numbers are read from it."""

import pytest

from lanista.core.text import MAX_QUOTED, abridge, brief, inert, inert_lines, inert_text, quoted, whole_number
from tests.rows import every_row


@every_row(
    ("came", "shown"),
    [
        ("ACELERATE", "'ACELERATE'"),
        ("it's", '"it\'s"'),
        ("a\nb\x1b[31m", "'a\ufffdb\ufffd[31m'"),
        (b"ab\xff", "'ab\ufffd'"),
        ("\udc80", "'\ufffd'"),
        (None, "'null'"),
        ([1, "x"], "'[1,\"x\"]'"),
        ([10**5000], "'a very large list'"),
        ("A" * 201, "'" + "A" * 199 + "…'"),
    ],
)
def test_what_came_is_quoted_and_inert(came, shown):
    assert quoted(came) == shown


def test_a_megabyte_is_cut_to_200_characters():
    assert len(quoted("A" * 1_000_000)) == MAX_QUOTED + 2
    assert len(quoted("A" * 1_000_000, 40)) == 42


@every_row(
    ("text", "number"),
    [
        ("0", 0),
        ("-17", -17),
        ("+3", 3),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("", None),
        ("-", None),
        ("+-1", None),
        (" 1", None),
        ("1_000", None),
        ("1\n", None),
        ("\u0663", None),
    ],
)
def test_whole_numbers(text, number):
    assert whole_number(text) == number


def test_leading_zeros_do_not_count():
    assert whole_number("0" * 5000 + "12") == 12
    assert whole_number("-" + "0" * 5000 + "1") == -1
    assert whole_number("0" * 100_000) == 0
    assert whole_number("9" * 5000) is None


def test_a_long_message_keeps_its_beginning_and_its_end():
    message = f"x.json, line 3: Invalid enum value '{'A' * 5000}' - at `$.tanks[6]`"
    assert abridge(message).startswith("x.json, line 3: Invalid enum value 'AAA")
    assert abridge(message).endswith("A' - at `$.tanks[6]`")
    assert len(abridge(message)) == 800
    assert abridge("short") == "short"
    assert brief({"a": "b" * 5000}, 10) == '{"a":"bbb…'


@pytest.mark.parametrize("shown", [inert, lambda text: inert_lines(text)[0], lambda text: inert(text, 40)])
def test_tabs_are_spaces(shown):
    """Every line of a Java stack trace begins with one."""
    assert shown("\tat Main.main(Main.java:3)") == "    at Main.main(Main.java:3)"
    assert shown("a\tb") == "a   b"


def test_disarmed_text_keeps_its_lines():
    assert inert_text("a\n\tb \x1b[31mred\x07 \u202eé") == "a\n\tb �[31mred� �é"
