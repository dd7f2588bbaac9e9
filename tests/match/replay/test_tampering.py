"""Changes to a replay are detected: by the chain, by playing it again, or by the organiser's signature."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lanista.core.errors import ReplayError
from lanista.match.replay import verify_file
from lanista.match.replay.keys import PublicKey, make_keys, read_public_key, read_signing_key
from tests.match.replay.edits import MATCHES, Lines, edits, lines_of, record, write_as_is, write_chained

# What the rules cannot tell: with a chain made anew, only a signature shows that it was changed.
ONLY_SIGNED = {
    "header.lanista", "header.sandbox", "header.limits", "header.branch", "header.seats",
    "seat.name", "seat.bot", "seat.digest",
    "turn.ms", "turn.reasons", "turn.say", "turn.log", "turn.draw",
    "end.marks",
}  # fmt: skip

# Found by the rules where it makes a difference in the match: the name of a ruleset beside all its settings, a
# seed in a game without chance, a map's name where the map is generated, an absent seat, a move that does nothing.
MAYBE = {"header.ruleset", "header.seed", "header.map", "header.absent", "turn.moves", "turn.moves null"}


def is_perhaps(what: str) -> bool:
    """Verdicts without a move differ in nothing that the rules know, except where a game's referee counts them."""
    return what in ONLY_SIGNED | MAYBE or " to " in what


@pytest.fixture(scope="module")
def key(tmp_path_factory) -> tuple[Path, PublicKey]:
    private, public, _ = make_keys(str(tmp_path_factory.mktemp("keys") / "organiser"))
    return private, read_public_key(public)


@pytest.fixture(scope="module", params=MATCHES)
def signed(request, tmp_path_factory, key) -> Lines:
    path = tmp_path_factory.mktemp("match") / "m.gz"
    record(request.param, path, read_signing_key(key[0]))
    return lines_of(path)


def passes(path: Path, key: PublicKey | None = None) -> bool:
    try:
        return verify_file(path, key).passed
    except ReplayError:
        return False


def test_an_unchanged_replay_passes(signed, tmp_path, key):
    path = write_as_is(tmp_path / "x.gz", signed)
    found = verify_file(path, key[1])
    assert found.passed, found
    assert (found.chain.status, found.signature.status, found.turns) == ("intact", "valid", 3)
    assert write_chained(tmp_path / "y.gz", signed).read_bytes() == path.read_bytes()


def test_every_edit_is_detected(signed, tmp_path):
    count = 0
    for what, lines in edits(signed):
        count += 1
        assert not passes(write_as_is(tmp_path / "x.gz", lines)), what
    assert count >= 120


def test_with_a_recomputed_chain_the_rules_or_the_signature_detect_it(signed, tmp_path, key):
    seen: Counter[str] = Counter()
    for what, lines in edits(signed):
        try:
            found = verify_file(write_chained(tmp_path / "x.gz", lines), key[1])
        except ReplayError:
            continue
        assert not found.passed, what
        by_itself = found.identical and found.chain.is_sound and found.status == "complete"
        if by_itself and not what.startswith(("signature", "header.signer")):
            assert is_perhaps(what), f"{what} should be found by playing it again"
            seen[what] += 1
    assert seen.keys() >= ONLY_SIGNED, "these need a signature"
