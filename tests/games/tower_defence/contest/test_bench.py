"""The benchmark of the contest's protocol."""

from lanista.games.tower_defence.contest.bench import measures


def test_a_round_has_a_cost():
    (measure,) = measures(rounds=3)
    assert measure.value > 0
    assert measure.ratio is not None
    assert measure.against
