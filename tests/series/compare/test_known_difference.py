"""The hand-made bots of a known difference play real matches."""

from __future__ import annotations

import pytest

from tests.plugins import forget_games, install
from tests.series.compare.known_difference import Verdict, measure, summary


@pytest.fixture
def _fruit(tmp_path, monkeypatch):
    install(tmp_path / "packages", "fruit = tests.sixth_game.game:FRUIT", {}, package="fruit-game")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    forget_games()
    yield
    forget_games()


@pytest.mark.usefixtures("_fruit")
def test_a_bot_that_errs_rarely_beats_one_that_errs_often():
    counts = measure((1000, 1), range(40))
    assert counts.total() == 40
    assert sum(score * count for score, count in counts.items()) / 40 > 0.6
    assert measure((1000, 1), range(40)) == counts


def test_the_summary_counts_decisions():
    verdicts = [Verdict("accepted", 10), Verdict("rejected", 30)]
    assert summary(verdicts) == "1 accepted, 1 rejected, 20 pairs on average"
