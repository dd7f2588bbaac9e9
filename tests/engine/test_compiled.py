"""Compiled code that is kept: found again, compiled by one process, and never loaded when it is not ours."""

from __future__ import annotations

import logging
import multiprocessing
import os
import stat
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lanista.engine import Records, compiled, folders, loops, rule, seal, zeros
from lanista.engine.compiled import CompiledCache
from lanista.engine.native import Native
from lanista.errors import FileError
from lanista.system import try_lock
from tests.coins import COINS, RULES
from tests.coins.state import Config, Line, Step, Work


@rule
def count(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """A turn in which nothing happens: quickly compiled, which these tests do again and again."""
    line.turn += 1


BARE = replace(RULES, step=count)
COMPILING = "compiling the rules of coins (step_once), about 1 s, once"


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache and a key of this test alone."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    seal._key.cache_clear()
    return tmp_path / "cache" / "lanista" / "native"


def step_once() -> int:
    """One turn by rules that are compiled or found; how often they were found."""
    loop = Native(BARE)._compile_loop(loops.step_once, False)  # type: ignore[arg-type]
    state = COINS.start(COINS.configure(), 1, 2)
    loop(state.data, zeros(Step, 2), state.fixed, zeros(Work))
    assert state.record.turn == 1
    return sum(loop.stats.cache_hits.values())


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.rules"))


def test_compiled_code_is_found_again(own_cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert [step_once(), step_once()] == [0, 1]
    (file,) = kept(own_cache)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(own_cache.stat().st_mode) == 0o700
    assert caplog.messages == [COMPILING], "silent when it is found"


def test_the_announcement_can_be_switched_off(own_cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, logger="lanista.native"):
        step_once()
    assert caplog.messages == []


# Damage


def emptied(data: bytes) -> bytes:
    return b""


def cut_short(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped_at_the_end(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def flipped_in_the_seal(data: bytes) -> bytes:
    return bytes([data[0] ^ 0x80]) + data[1:]


def only_the_seal(data: bytes) -> bytes:
    return data[: seal.SEAL_BYTES]


class Bomb:
    """Runs a command when it is unpickled."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.target),)


DAMAGE: list[Callable[[bytes], bytes]] = [
    emptied,
    cut_short,
    flipped_at_the_end,
    flipped_in_the_seal,
    only_the_seal,
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_compiled_again(
    damage: Callable[[bytes], bytes], own_cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    step_once()
    (file,) = kept(own_cache)
    file.write_bytes(damage(file.read_bytes()))
    caplog.clear()
    assert step_once() == 0
    damaged = f"{file} is damaged or was not written by Lanista; compiling these rules again"
    assert caplog.messages == [damaged, COMPILING]
    assert step_once() == 1, "whole again"


def test_code_that_somebody_else_wrote_is_never_loaded(own_cache: Path, tmp_path: Path) -> None:
    import pickle

    step_once()
    (file,) = kept(own_cache)
    file.write_bytes(bytes(seal.SEAL_BYTES) + pickle.dumps(Bomb(tmp_path / "boom")))
    assert step_once() == 0
    assert not (tmp_path / "boom").exists()


def test_a_sealed_file_cannot_stand_for_another(own_cache: Path, tmp_path: Path) -> None:
    seal.write_sealed(tmp_path / "one", b"content")
    (tmp_path / "one").rename(tmp_path / "two")
    with pytest.raises(ValueError, match="damaged or was not written by Lanista"):
        seal.read_sealed(tmp_path / "two")
    assert seal.read_sealed(tmp_path / "one") is None


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o604])
def test_a_key_that_others_can_read_is_replaced(
    mode: int, own_cache: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    step_once()
    (key,) = (tmp_path / "state").rglob("*.key")
    before = key.read_bytes()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    key.chmod(mode)
    seal._key.cache_clear()
    assert step_once() == 0
    assert key.read_bytes() != before
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert f"{key} is not a key that only you can read" in caplog.text


# Folders that cannot be written


def test_where_no_folder_can_be_made_another_is_used(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(folders, "_spare_root", lambda: tmp_path / "spare")
    assert [step_once(), step_once()] == [0, 1]
    assert len(kept(tmp_path / "spare" / "native")) == 1
    assert "Not a directory); using" in caplog.text


def test_a_full_disk_costs_only_the_next_run(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise FileError(f"cannot write {path}: No space left on device; free some space")

    monkeypatch.setattr(compiled, "write_sealed", full)
    assert step_once() == 0
    assert "compiled rules are not cached for later runs" in caplog.text
    assert "No space left on device" in caplog.text


# Several processes


def test_several_processes_compile_once(own_cache: Path) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(3) as pool:
        found = pool.starmap(step_once, [()] * 3)
    assert sum(1 for hits in found if hits == 0) == 1
    assert len(kept(own_cache)) == 1


def test_a_failed_compilation_lets_others_go_on(own_cache: Path) -> None:
    """The lock is given back when the rules do not compile."""
    from lanista.errors import RuleError
    from tests.engine.test_rule import asks_the_wrong_record

    loop = Native(replace(RULES, step=asks_the_wrong_record)).loop(loops.step_once)
    state = COINS.start(COINS.configure(), 1, 2)
    for _ in range(2):
        with pytest.raises(RuleError):
            loop(state.data, zeros(Step, 2), state.fixed, zeros(Work))
    for lock in own_cache.glob("*.lock"):
        with lock.open("wb") as file:
            assert try_lock(file)


def test_a_lock_that_is_never_given_back_is_not_waited_for_forever(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()
    monkeypatch.setattr(compiled, "LOCK_SECONDS", 0.0)
    monkeypatch.setattr(compiled, "try_lock", lambda file: held.set())
    assert step_once() == 0
    assert held.is_set()


def test_it_offers_what_numba_asks_of_a_cache(own_cache: Path) -> None:
    from numba.core.caching import _Cache

    cache = CompiledCache("name", "key", lambda: None)
    assert _Cache.__abstractmethods__ <= set(dir(cache))
    assert cache.cache_path == str(own_cache)
