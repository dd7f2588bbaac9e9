"""Chances from what playouts gave."""

import numpy as np
import pytest

from lanista.game.chances import Chances
from lanista.tools.analysis.mapping import chance_of, combined, share_played, value_share, won_share
from lanista.tools.analysis.playouts import PlayoutTally

PLAIN = Chances(playouts=(1.0, 1.0), value=(0.0, 0.0))


def tally(
    *wins: float, count: int = 100, turns: int = 1000, ended: int | None = None, values=None
) -> PlayoutTally:
    sums = np.array(wins, float)
    worth = np.zeros(len(wins)) if values is None else np.array(values)
    return PlayoutTally(count, sums, sums.copy(), worth, turns, count if ended is None else ended)


@pytest.mark.parametrize("wins", [(50, 50), (100, 0), (0, 0, 100), (20, 30, 50), (25, 25, 25, 25)])
def test_chances_sum_to_1_and_lie_in_their_intervals(wins):
    chance = chance_of(Chances(), tally(*wins), 5, 100)
    assert chance.now.sum() == pytest.approx(1)
    assert (chance.low <= chance.now).all()
    assert (chance.now <= chance.high).all()
    assert (chance.low > 0).all()
    assert (chance.high < 1).all()
    assert list(np.argsort(chance.now, kind="stable")) == list(np.argsort(wins, kind="stable"))


def test_with_plain_weights_a_chance_is_the_part_that_was_won():
    assert chance_of(PLAIN, tally(700, 300, count=1000), 5, 100).now == pytest.approx([0.7, 0.3], abs=0.002)


def test_more_playouts_give_a_narrower_interval():
    few, many = (chance_of(PLAIN, tally(0.6 * n, 0.4 * n, count=n), 5, 100) for n in (50, 5000))
    assert many.high[0] - many.low[0] < (few.high[0] - few.low[0]) / 5
    assert few.low[0] < 0.5 < 0.55 < many.low[0]


def test_results_that_vary_less_than_wins_and_losses_give_a_narrower_interval():
    sure = PlayoutTally(100, np.array([60.0, 40.0]), np.array([36.0, 16.0]), np.zeros(2), 1000, 0)
    varied = PlayoutTally(100, np.array([60.0, 40.0]), np.array([60.0, 40.0]), np.zeros(2), 1000, 100)
    widths = [
        float(np.ptp([chance.low[0], chance.high[0]]))
        for chance in (chance_of(PLAIN, t, 5, 100) for t in (sure, varied))
    ]
    assert widths[0] < widths[1] / 2


def test_weights_go_from_the_first_to_the_second_as_the_match_goes_on():
    late = Chances(playouts=(0.0, 1.0), value=(1.0, 0.0))
    won, valued = won_share(tally(90, 10)), value_share(tally(0, 0, values=[-0.5, 0.5]))
    assert combined(late, won, valued, 0.0) == pytest.approx(valued)
    assert combined(late, won, valued, 1.0) == pytest.approx(won)


@pytest.mark.parametrize(
    ("turn", "turns", "ended", "share"),
    [
        (0, 1000, 100, 0.0),
        (10, 1000, 100, 0.5),  # 10 turns were played, and 10 more were on average
        (30, 1000, 100, 0.75),
        (10, 1000, 0, 0.1),  # no playout ended: the match may take all its 100 turns
        (10, 1000, 50, 10 / 60),
    ],
)
def test_how_much_of_a_match_was_played(turn, turns, ended, share):
    assert share_played(tally(50, 50, turns=turns, ended=ended), turn, 100) == pytest.approx(share)
