"""Copies of archives on a machine."""

import time

import pytest

from lanista.league.archives import MAX_AGE, copy_of, keep, remove_unused
from lanista.league.store import LeagueStore
from tests.league.short_matches import new_store


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    with new_store(tmp_path) as opened:
        yield opened


def test_a_copy_is_made_once_and_mended(store: LeagueStore):
    digest = store.add_archive(b"a bot")
    path = copy_of(store, digest)
    made = path.stat().st_mtime_ns
    assert copy_of(store, digest).stat().st_mtime_ns == made
    path.write_bytes(b"damaged")
    assert copy_of(store, digest).read_bytes() == b"a bot"
    assert keep(b"a bot") == digest


def test_copies_that_nobody_uses_are_removed(store: LeagueStore):
    path = copy_of(store, keep(b"a bot"))
    remove_unused()
    assert path.exists()
    remove_unused(time.time() + MAX_AGE + 60)
    assert not path.exists()
