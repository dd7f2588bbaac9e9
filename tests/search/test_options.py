"""Options of the search bot."""

from __future__ import annotations

import pytest

from lanista.bots.resolve import BotKind, find_bot
from lanista.core.errors import BotError
from lanista.game import builtin_names, is_builtin
from lanista.search.options import SearchOptions, read_options
from tests.coins import COINS
from tests.rows import every_row

READ = [
    ("search", SearchOptions()),
    ("search:ms=30", SearchOptions(ms=30)),
    ("search:ms=250,threads=2,seed=3", SearchOptions(ms=250, threads=2, seed=3)),
    ("search:playouts=500", SearchOptions(playouts=500)),
]
REFUSED = [
    ("search:", None),
    ("search:ms", "ms: expected a whole number from 1 to 3600000, got ''"),
    ("search:ms=0", "ms: expected a whole number from 1"),
    ("search:ms=-5", "expected a whole number"),
    ("search:ms=1e3", "expected a whole number"),
    ("search:ms=" + "9" * 5000, "expected a whole number"),
    ("search:ms=٣", "expected a whole number"),
    ("search:threads=0", "threads: expected a whole number from 1 to 64"),
    ("search:time=3", "no option 'time'"),
    ("search:thread=2", "threads"),
    ("search:ms=5,playouts=7", "expected `ms` or `playouts`, got both"),
    ("search:ms=5,,seed=1", "no option ''"),
]


@pytest.mark.parametrize(("spec", "options"), READ)
def test_options_are_read(spec, options):
    assert read_options(spec) == options
    bot = find_bot(COINS, spec)
    assert (bot.name, bot.kind, bot.function) == (spec, BotKind.BUILTIN, options)


@every_row(("spec", "words"), REFUSED)
def test_other_options_are_refused_in_words(spec, words):
    if words is None:
        assert read_options(spec) == SearchOptions()
        return
    with pytest.raises(BotError, match=r"^bot ") as caught:
        find_bot(COINS, spec)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 500


def test_every_game_has_the_search_as_its_last_bot():
    assert builtin_names(COINS) == ("random", "stay", "greedy", "search"), "weakest first, then the search"
    assert is_builtin(COINS, "search:ms=1")
    assert not is_builtin(COINS, "searching")
    assert not is_builtin(COINS, "research")
