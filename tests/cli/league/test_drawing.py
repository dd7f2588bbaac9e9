"""Intervals, sparklines and heat maps in the terminal."""

import pytest

from lanista.cli.league.drawing import Scale, heat_cell, heat_style, percent, signed, sparkline, thinned
from tests.cli.league.values import around


def test_an_interval_is_drawn_on_its_scale():
    scale = Scale(-100.0, 100.0, 20)
    assert scale.bar(around(0.0, 30.0)).plain == "       ━━━●━━━      "
    assert scale.bar(around(80.0, 10.0), mark=0.0).plain == "          ┊      ━●━"
    assert scale.bar(around(500.0)).plain == " " * 19 + "●", "what is beyond the scale is at its end"


def test_a_scale_shows_all_intervals():
    scale = Scale.of([(-50.0, 10.0), (0.0, 120.0), (float("-inf"), 3.0)], 10)
    assert (scale.low, scale.high) == (-50.0, 120.0)
    assert Scale.of([], 10).width == 10
    assert Scale.of([(5.0, 5.0)], 10).column(5.0) == 0


def test_sparklines_share_a_scale():
    scale = Scale(0.0, 8.0, 1)
    assert sparkline([0, 1, 2, 3, 4, 5, 6, 7, 8, 99, -1], scale) == "▁▂▃▄▅▆▇███▁"


@pytest.mark.parametrize(("count", "kept"), [(3, [2.0, 5.0, 8.0]), (20, [float(n) for n in range(9)])])
def test_long_curves_are_thinned_and_keep_their_end(count, kept):
    assert thinned([float(n) for n in range(9)], count) == kept


def test_a_heat_map_can_be_read_without_colour():
    assert heat_cell(0.734).plain == " 73 "
    assert heat_cell(1.0).plain == "100 "
    assert heat_cell(None).plain == "  · "
    assert heat_cell(0.5, itself=True).plain == "  ─ "
    assert heat_style(1.0) != heat_style(0.5) != heat_style(0.0)


def test_no_value_without_its_interval():
    assert signed(around(120.4)) == ("+120", "+80 to +160")
    assert percent(around(0.5, 0.1)) == ("50 %", "40 to 60 %")
    assert percent(around(0.012, 0.01), "+.1f") == ("+1.2 %", "+0.2 to +2.2 %")
