"""Formats by name, and their options."""

from __future__ import annotations

import pytest

from lanista.core.errors import ConfigError
from lanista.league.formats import FORMATS, make_format, options_type
from tests.league.formats.playing import facts


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_made_with_the_defaults_of_its_options(name: str) -> None:
    assert make_format(name, {}, facts())
    assert {"seats", "maps"} <= set(options_type(name).__struct_fields__)


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("roundrobin", {}, "there is no format 'roundrobin'; did you mean 'round-robin'?"),
        (
            "round-robin",
            {"rounds": "two"},
            "Expected `int`, got `str` - at `$.rounds`; it has: seats, maps",
        ),
        ("round-robin", {"round": 2}, "unknown field `round`"),
        ("round-robin", {"rounds": 0}, "the option rounds expects 1 to 10000, got 0"),
        ("round-robin", {"seats": 5}, "a round-robin league of paper takes 2, 3, 4 seats, got 5"),
        ("round-robin", {"maps": ["a", "a"]}, "expected each map once"),
    ],
)
def test_wrong_options_are_refused_with_what_is_allowed(name: str, options: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        make_format(name, options, facts(1, 4))
    assert said in str(caught.value)
