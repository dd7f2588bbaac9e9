"""The whole analysis of a match, and how it is stopped."""

import pytest

from lanista.core.errors import InputError, ReplayError
from lanista.match.replay import read_replay
from lanista.tools.analysis.driver import analyse


def quiet(what, part, curve) -> None:
    """Shows no progress."""


def test_an_analysis_tells_the_chances_of_every_turn(record):
    path = record("seeker", lambda view: "STAY", turns=12)
    seen = []
    analysis = analyse(
        read_replay(path), seconds=60, threads=2, progress=lambda what, part, curve: seen.append((what, part))
    )
    assert (analysis.game, analysis.seats, analysis.turns, analysis.policy) == ("fruit", 2, 12, "seeker")
    assert analysis.complete
    assert [point.turn for point in analysis.points] == list(range(13))
    assert all(sum(point.chances) == pytest.approx(1, abs=0.001) for point in analysis.points)
    assert analysis.points[-1].chances == [1, 0]
    assert analysis.playouts >= sum(point.playouts for point in analysis.points) > 0
    assert list(dict.fromkeys(what for what, _ in seen))[:3] == [
        "playing the match again",
        "compiling playouts",
        "first curve",
    ]
    assert all(0 <= part <= 1 for _, part in seen)


def test_ctrl_c_keeps_what_is_known(track):
    def interrupt(what, part, curve) -> None:
        if what == "refining":
            raise KeyboardInterrupt

    analysis = analyse(track.replay, seconds=60, threads=1, progress=interrupt)
    assert not analysis.complete
    assert len(analysis.points) > 10


def test_the_seed_decides(track):
    def points(seed: int):
        def interrupt(what, part, curve) -> None:
            if what == "first curve":
                raise KeyboardInterrupt

        return analyse(track.replay, seconds=60, threads=1, seed=seed, progress=interrupt).points

    assert points(1) == points(1)
    assert points(1) != points(2)


def test_a_match_without_turns_is_refused(track):
    track.replay.turns.clear()
    with pytest.raises(InputError, match="without turns"):
        analyse(track.replay, seconds=1, threads=1, progress=quiet)


def test_a_game_that_is_not_installed_is_named(track):
    track.replay.header.game = "chess"
    with pytest.raises(ReplayError, match="its game is not installed here"):
        analyse(track.replay, seconds=1, threads=1, progress=quiet)
