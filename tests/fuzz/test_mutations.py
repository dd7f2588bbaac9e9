"""The mutations themselves: reproducible, and different from their input."""

import random

from tests.fuzz.mutations import MULTIPLIER, cases, mutate_bytes, mutate_json

SAMPLE = {"a": [1, 2, {"b": "text"}], "c": None}


def test_same_seed_same_mutations():
    first = [mutate_json(rng, SAMPLE) for rng in cases(50, "x")]
    assert first == [mutate_json(rng, SAMPLE) for rng in cases(50, "x")]


def test_the_original_is_not_modified():
    before = repr(SAMPLE)
    for rng in cases(50, "y"):
        mutate_json(rng, SAMPLE)
    assert repr(SAMPLE) == before


def test_mutations_differ_from_their_input():
    texts = [mutate_bytes(rng, b"some words, 17 of them") for rng in cases(100, "z")]
    assert sum(text != b"some words, 17 of them" for text in texts) > 80 * MULTIPLIER
    assert mutate_bytes(random.Random(1), b"") is not None
