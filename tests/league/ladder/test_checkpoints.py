"""Where a ladder fits anew and asks whether it is done."""

from itertools import pairwise

from lanista.league.ladder.checkpoints import MIN_STEP, Checkpoints


def follow(*matches: tuple[int, ...]) -> Checkpoints:
    checkpoints = Checkpoints()
    for entries in matches:
        checkpoints.add(entries)
    return checkpoints


def test_steps_grow_with_the_matches():
    positions = follow(*[(0, 1)] * 10_000).positions
    steps = [b - a for a, b in pairwise(positions)]
    assert steps[0] == MIN_STEP
    assert steps == sorted(steps)
    assert len(positions) < 45


def test_a_newcomer_makes_steps_short_again():
    checkpoints = follow(*[(0, 1)] * 5000, (1, 2), *[(0, 2)] * 1000)
    after = [at for at in checkpoints.positions if at > 5001]
    assert min(b - a for a, b in pairwise(after)) < 150


def test_the_next_checkpoint_is_known_before_it_comes():
    checkpoints = follow(*[(0, 1)] * 100)
    for position in (1, 50, 100, 101, 700, 5000):
        found = checkpoints.first(position)
        assert found == follow(*[(0, 1)] * found).last(found) >= position
