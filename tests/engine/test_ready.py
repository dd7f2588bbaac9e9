"""Compiled rules are used where they are in the cache, once a series repays loading them; bytes are the same."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from lanista.bots.builtin import FunctionPlayer
from lanista.bots.player import Budgets
from lanista.engine import State, folders, loops, zeros
from lanista.engine.compiler import SUFFIX
from lanista.engine.native import native
from lanista.engine.playouts import step_native
from lanista.engine.ready import REPAID_SECONDS, CompiledLoops, ready
from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn, Referee
from tests.coins import COINS, RULES


@pytest.fixture(autouse=True)
def interpreted() -> Iterator[None]:
    """Interpreted rules before and after each test."""
    ready.prefer_compiled(wanted=False)
    yield
    ready.prefer_compiled(wanted=False)


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache without compiled rules, in a process that has loaded none."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path))
    native.cache_clear()
    yield folders.cache_root()
    native.cache_clear()


class Digests:
    """An observer that collects the digests of a match."""

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        self.found = [state.digest()]

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        self.found.append(state.digest())

    def end(self, result: MatchResult) -> None:
        assert not result.void


def digests() -> list[str]:
    """The digests of a match, the start first."""
    setup = MatchSetup(COINS, 5, "short", COINS.configure("short"), Budgets(None, None))
    moves = iter(["LEFT", "RIGHT", "STAY", "RIGHT"] * 100)
    observer = Digests()
    Referee(setup, [FunctionPlayer(lambda view: next(moves), name) for name in "ab"], [observer]).play()
    return observer.found


def test_a_referee_gives_the_same_states_by_compiled_rules():
    slow = digests()
    step_native(
        COINS.start(COINS.configure("short"), 5), zeros(RULES.move, 2), zeros(RULES.work)
    )  # fills the cache
    ready.prefer_compiled()
    assert COINS.compiled_step(COINS.start(COINS.configure("short"), 5)) is not None
    assert digests() == slow
    assert len(set(slow)) > 3


def test_nothing_is_compiled_for_it(empty_cache):
    ready.prefer_compiled()
    assert COINS.compiled_step(COINS.start(COINS.configure("short"), 5)) is None
    assert digests()
    assert not list(empty_cache.glob(f"*{SUFFIX}"))


def test_a_damaged_file_means_interpreted_rules(empty_cache):
    """A file of the right name is not enough: without a valid seal it is not loaded, nor is anything compiled."""
    native(RULES).loop(loops.step_once)
    (library,) = empty_cache.glob(f"coins-*{SUFFIX}")
    library.write_bytes(library.read_bytes()[:-1])
    native.cache_clear()
    ready.prefer_compiled()
    assert COINS.compiled_step(COINS.start(COINS.configure("short"), 5)) is None
    assert not list(empty_cache.glob(f"coins-*{SUFFIX}"))


def test_a_series_repays_loading_and_a_single_match_does_not():
    one = CompiledLoops()
    one.played(REPAID_SECONDS / 2)
    assert not one.wanted
    one.played(REPAID_SECONDS / 2)
    assert one.wanted


def test_what_was_not_in_the_cache_is_looked_for_again(monkeypatch):
    """Another process may have compiled it meanwhile; the longer a series runs, the more seldom we look."""
    cached: list[Any] = []
    monkeypatch.setattr("lanista.engine.ready._from_cache", lambda *_: cached[0] if cached else None)
    one = CompiledLoops()
    one.played(REPAID_SECONDS)
    assert one.loop(RULES, loops.step_once) is None
    cached.append(print)
    one.played(REPAID_SECONDS / 2)
    assert one.loop(RULES, loops.step_once) is None
    one.played(REPAID_SECONDS / 2)
    assert one.loop(RULES, loops.step_once) is print


def test_what_is_not_in_the_cache_is_compiled_beside(empty_cache: Path) -> None:
    """... and used from then on; the cache has it for others."""
    fresh = CompiledLoops()
    fresh.compile_beside(RULES, loops.step_once)
    wait_for_loading()
    assert fresh.loop(RULES, loops.step_once) is not None
    assert list(empty_cache.rglob(f"*{SUFFIX}"))


def test_a_bot_does_not_wait_for_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock runs: it plays by the interpreted rules until another thread has found the compiled ones."""
    found = threading.Event()
    monkeypatch.setattr("lanista.engine.ready._from_cache", lambda *_: found.wait(60) and print)
    one = CompiledLoops()
    one.prefer_compiled()
    assert one.loop_beside(RULES, loops.step_once) is None
    assert one.loop_beside(RULES, loops.step_once) is None
    found.set()
    wait_for_loading()
    assert one.loop_beside(RULES, loops.step_once) is print


def wait_for_loading() -> None:
    """Until no thread loads compiled rules."""
    for thread in [thread for thread in threading.enumerate() if thread.name == "loading"]:
        thread.join(timeout=60)
