"""The search contains the culprit whatever is skipped, and needs few tests."""

import math
import random

import pytest

from lanista.tools.bisect.search import CandidateMark, Search
from tests.rows import every_row


def find(candidates: int, culprit: int, broken: set[int]) -> tuple[Search, int]:
    """Search with an oracle; returns also the number of candidates that were looked at."""
    search, looks = Search(candidates), 0
    while (index := search.next()) is not None:
        looks += 1
        bad = CandidateMark.BAD if index >= culprit else CandidateMark.GOOD
        search.record(index, CandidateMark.SKIPPED if index in broken else bad)
    return search, looks


@pytest.mark.parametrize("candidates", [2, 3, 4, 5, 8, 17, 33])
def test_every_culprit_is_found(candidates):
    for culprit in range(1, candidates):
        search, looks = find(candidates, culprit, set())
        assert list(search.suspects) == [culprit]
        assert looks <= math.ceil(math.log2(candidates - 1))
        assert looks <= Search(candidates).max_tests


@every_row("seed", range(10))
def test_the_answer_contains_the_culprit_whatever_is_skipped(seed):
    chance = random.Random(seed)
    for _ in range(100):
        check_a_search(chance)


def check_a_search(chance: random.Random) -> None:
    candidates = chance.randint(2, 70)
    culprit = chance.randint(1, candidates - 1)
    broken = set(chance.sample(range(1, candidates), chance.randint(0, candidates - 1))) - {candidates - 1}
    search, looks = find(candidates, culprit, broken)
    skipped = {index for index, mark in enumerate(search.marks) if mark is CandidateMark.SKIPPED}
    assert culprit in search.suspects
    assert set(search.suspects[:-1]) <= skipped, "only skipped commits are left beside the first bad one"
    assert looks <= math.ceil(math.log2(max(2, candidates - 1))) + len(skipped)


def test_a_search_needs_two_ends():
    with pytest.raises(ValueError, match="a good and a bad"):
        Search(1)
