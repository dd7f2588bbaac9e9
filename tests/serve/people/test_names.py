"""Names of people and teams."""

import pytest

from lanista.core.errors import InputError
from lanista.serve.people.names import check_name, check_team_name, fold
from tests.rows import every_row
from tests.serve.sites import GAME

GOOD = [
    ("Ada", "Ada"),
    ("  Ada   Lovelace ", "Ada Lovelace"),
    ("Zoe\u0308", "Zo\u00eb"),
    ("李小龙", "李小龙"),
    ("Ольга", "Ольга"),
    ("a" * 40, "a" * 40),
    ("ผู้เล่น", "ผู้เล่น"),
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # shown inert
    ("=1+1", "=1+1"),
    ("🤖", "🤖"),
]
BAD = [
    ("", "1 to 40 characters"),
    ("   ", "1 to 40 characters"),
    ("a" * 41, "1 to 40 characters"),
    ("a" * 100_000, "got 100,000"),
    ("ada\u202egnol", "U\\+202E"),  # turns the rest around
    ("ada\u200b", "U\\+200B"),  # no width
    ("a\u2066da", "U\\+2066"),
    ("ada\x1b[31m", "U\\+001B"),
    ("ada\nlovelace", "U\\+000A"),
    ("ada\tlovelace", "U\\+0009"),
    ("ada\x00", "U\\+0000"),
    ("ada\u3164", "U\\+3164"),  # a letter that shows nothing
    ("\u2800\u2800", "U\\+2800"),
    ("ada\ufe0f", "U\\+FE0F"),
    ("ada\u00a0lovelace", "U\\+00A0"),
    ("\ue000", "U\\+E000"),
    ("\ud800", "U\\+D800"),
    ("a\u0300\u0301\u0302\u0303\u0304\u0305", "cannot be read"),
    ("\u0301\u0301", "cannot be read"),
]


@every_row("name, stored", GOOD)
def test_a_name_is_stored_normalised(name: str, stored: str):
    assert check_name(name) == stored


@every_row("name, why", BAD)
def test_names_that_others_could_not_read_are_refused(name: str, why: str):
    with pytest.raises(InputError, match=why) as caught:
        check_name(name)
    assert str(caught.value).isprintable()


@every_row(
    "one, other",
    [
        ("Ada", "ADA"),
        ("Ada", "\uff21\uff44\uff41"),  # wide letters
        ("Straße", "STRASSE"),
        ("Zoë", "zoe\u0308"),
        ("\ufb01ne", "fine"),  # a ligature
        ("Ⅻ", "xii"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str):
    assert fold(one) == fold(other)


@every_row("name", ["greedy", "GREEDY", "search", "Search:ms=100", "ＧＲＥＥＤＹ"])
def test_a_team_is_not_called_like_a_builtin_bot(name: str):
    with pytest.raises(InputError, match="built-in bot"):
        check_team_name(name, GAME)
    assert check_name(name)


def test_a_team_name_is_a_name_of_a_bot():
    assert check_team_name(" Red  Tanks ", GAME) == "Red Tanks"
