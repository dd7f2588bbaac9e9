"""The first error of a compiler is shown, however much follows."""

import pytest

from lanista.tools.dev.first_error import SHOWN_LINES, first_error

NOISE = [f"note {number}" for number in range(100)]


@pytest.mark.parametrize(
    "line",
    [
        "bot.cpp:17:35: error: 'retrun' was not declared in this scope",
        "error[E0599]: no method named `choose`",
        "./bot.go:12:2: undefined: x",
        "src/Bot.java:3: error: ';' expected",
        "Bot.cs(7,3): error CS1002: ; expected",
        "SyntaxError: Unexpected token",
    ],
)
def test_an_early_error_is_shown_with_the_line_before(line):
    shown = first_error([*NOISE, "before", line, *NOISE])
    assert shown[:2] == ["before", line]
    assert len(shown) == SHOWN_LINES
    assert shown[-1] == "[73 lines more]"


@pytest.mark.parametrize("lines", [[], ["error: x"], [*NOISE], [*NOISE, "error: x", "y"]])
def test_otherwise_the_last_lines(lines):
    assert first_error(lines) == lines[-SHOWN_LINES:]
