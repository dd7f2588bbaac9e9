"""The chances along a match, from coarse to fine."""

import numpy as np
import pytest

from lanista.match.replay import read_replay
from lanista.tools.analysis import curve as module
from lanista.tools.analysis.curve import FIRST_TURNS, ChanceCurve
from lanista.tools.analysis.track import Track


def test_a_curve_begins_with_turns_that_are_evenly_spaced(track):
    curve = ChanceCurve(track)
    curve.begin()
    turns = curve.turns()
    assert len(turns) == FIRST_TURNS + 1
    assert (turns[0], turns[-1]) == (0, track.turns)
    assert max(np.diff(turns)) <= 1 + track.turns / (FIRST_TURNS - 1)


def test_it_is_refined_until_every_turn_is_known_well(track, monkeypatch):
    monkeypatch.setattr(module, "TARGET_WIDTH", 0.3)
    curve = ChanceCurve(track)
    curve.begin()
    while curve.refine():
        pass
    assert curve.turns() == list(range(track.turns + 1))
    assert max(curve.width(turn) for turn in curve.tallies) <= 0.3
    late = curve.chance(track.turns - 5)
    assert late.now[0] > 0.9, "A leads by far"


def test_the_end_of_a_match_is_known(track, record):
    curve = ChanceCurve(track)
    curve.begin()
    end = curve.chance(track.turns)
    assert list(end.now) == list(end.low) == list(end.high) == [1, 0]
    draw = Track(read_replay(record(lambda view: "STAY", lambda view: "STAY", turns=3)))
    assert draw.shares() == pytest.approx([0.5, 0.5])


def test_playouts_of_a_slow_game_are_cut_short(track, monkeypatch):
    monkeypatch.setattr(ChanceCurve, "_seconds_per_turn", lambda self: 0.1)
    curve = ChanceCurve(track)
    curve.begin()
    assert curve.playouts.manner.turns == module.MIN_TURNS
    assert len(curve.tallies) == FIRST_TURNS


@pytest.mark.parametrize("kept", [1, 10**9])
def test_states_that_were_not_kept_are_played_again(record, monkeypatch, kept):
    from lanista.tools.analysis import track as tracks

    path = record("seeker", "seeker")
    whole = Track(read_replay(path))
    monkeypatch.setattr(tracks, "KEPT_BYTES", kept * 100)
    sparse = Track(read_replay(path))
    assert [sparse.state(turn) for turn in (0, 7, 39, 40)] == [whole.state(turn) for turn in (0, 7, 39, 40)]
