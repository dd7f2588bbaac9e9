"""Playouts from positions of a match."""

import numpy as np

from lanista.tools.analysis.playouts import MatchPlayouts, PlayoutPosition, PlayoutSettings
from tests.sixth_game.rules import Move
from tests.sixth_game.state import Way

RANDOM = PlayoutSettings("random", 1000, 0)


def test_every_playout_is_won_shared_or_lost(track):
    states = [track.state(0), track.state(20)]
    tallies = MatchPlayouts(track.start, RANDOM, seed=1).play(
        states, [PlayoutPosition(0, 50), PlayoutPosition(1, 30)]
    )
    assert [tally.count for tally in tallies] == [50, 30]
    for tally, turns in zip(tallies, (40, 20), strict=True):
        assert tally.sums.sum() == tally.count
        assert tally.ended == tally.count
        assert tally.turns == turns * tally.count
    assert tallies[1].sums[0] > tallies[1].sums[1], "A leads by then"


def test_playouts_are_cut_short_and_judged_by_value(track):
    [tally] = MatchPlayouts(track.start, PlayoutSettings("random", 5, 0)).play(
        [track.state(20)], [PlayoutPosition(0, 10)]
    )
    assert (tally.turns, tally.ended) == (50, 0)
    assert tally.values[0] > 0 > tally.values[1], "A leads"
    assert 0.5 * tally.count < tally.sums[0] < tally.count, "and may still lose"


def test_first_moves_are_played_as_given(missed):
    from lanista.match.replay import read_replay
    from lanista.tools.analysis.track import Track

    track = Track(read_replay(missed))
    lines = [[Move(Way.RIGHT), Move(Way.STAY)], [Move(Way.STAY), Move(Way.STAY)]]
    took, stayed = MatchPlayouts(track.start, RANDOM).play(
        [track.start], [PlayoutPosition(0, 3, line) for line in lines]
    )
    assert list(took.sums) == [3, 0]
    assert list(stayed.sums) == [1.5, 1.5]


def test_the_same_seed_gives_the_same_playouts_on_any_number_of_threads(track):
    def sums(threads: int, seed: int) -> list[list[float]]:
        runner = MatchPlayouts(track.start, PlayoutSettings("random", 9, 100), threads=threads, seed=seed)
        positions = [PlayoutPosition(i % 3, 11) for i in range(7)]
        return [list(tally.sums) for tally in runner.play([track.state(turn) for turn in (0, 5, 9)], positions)]

    assert sums(1, 4) == sums(3, 4)
    assert sums(1, 4) != sums(1, 5)


def test_paired_positions_get_the_same_random_numbers(track):
    runner = MatchPlayouts(track.start, PlayoutSettings("random", 1000, 0))
    first, second = runner.play([track.start], [PlayoutPosition(0, 20), PlayoutPosition(0, 20)], paired=True)
    other, _ = runner.play([track.start], [PlayoutPosition(0, 20), PlayoutPosition(0, 20)])
    assert np.array_equal(first.sums, second.sums)
    assert not np.array_equal(first.sums, other.sums)
