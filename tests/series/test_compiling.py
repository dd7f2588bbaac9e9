"""Rules are compiled beside a series that is long enough, by a process that ends with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.engine.compiler import SUFFIX
from lanista.engine.native import native
from lanista.engine.ready import ready
from lanista.series import compiling
from lanista.series.compiling import COMPILE_SECONDS, Compiler, compile_for, start
from lanista.series.spec import MatchReport, MatchSpec
from tests.plugins import forget_games, install

SPEC = MatchSpec(number=1, game="coins", bots=("stay", "some command"), entrants=(0, 1), seed=1)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[MatchSpec]:
    """The specifications for which a process would have been started."""
    specs: list[MatchSpec] = []

    class Process:
        def kill(self) -> None:
            specs.clear()

        def communicate(self) -> None:
            assert not specs

    def start_nothing(spec: MatchSpec) -> Process:
        specs.append(spec)
        return Process()

    monkeypatch.setattr(compiling, "start", start_nothing)
    return specs


def test_a_long_series_compiles_once_and_ends_the_process(started):
    with Compiler() as compiler:
        compiler.played(MatchReport(SPEC, seconds=COMPILE_SECONDS / 2))
        assert not started
        for _ in range(3):
            compiler.played(MatchReport(SPEC, seconds=COMPILE_SECONDS / 2))
        assert started == [SPEC]
    assert not started


def test_without_a_compiler_nothing_is_started(started, monkeypatch):
    monkeypatch.setattr(compiling, "available", lambda: False)
    Compiler().played(MatchReport(SPEC, seconds=10 * COMPILE_SECONDS))
    assert not started


@pytest.fixture
def coins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game of coins is installed, and nothing is compiled."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    install(tmp_path, "coins = tests.coins:COINS", {})
    monkeypatch.syspath_prepend(tmp_path)
    forget_games()
    native.cache_clear()  # what this process has compiled is not written to the cache again
    yield
    native.cache_clear()  # what was compiled here is in another cache
    ready.prefer_compiled(wanted=False)
    forget_games()


@pytest.mark.usefixtures("coins")
def test_the_rules_of_a_match_are_compiled_whatever_its_bots_are(tmp_path: Path):
    """Built-in bots stand in for others: nobody's process is started for it."""
    compile_for(SPEC)
    assert list(tmp_path.rglob(f"coins-*{SUFFIX}"))


def test_the_process_ends_when_its_owner_does():
    """Closing its input is all that a killed owner does."""
    process = start(SPEC)
    process.communicate(timeout=120)
    assert process.poll() is not None
