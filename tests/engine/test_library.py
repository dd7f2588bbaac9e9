"""Compiled rules that are kept: found again, compiled by one process, and never loaded when they are not ours."""

from __future__ import annotations

import ctypes
import logging
import multiprocessing
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import FileError, NativeError
from lanista.core.system import try_lock
from lanista.engine import compiler, folders, library, seal
from lanista.engine.compiler import SUFFIX

SOURCE = '__attribute__((visibility("default"))) int answer(void) { return 42; }\n'


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache and a key of this test alone."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    seal._key.cache_clear()
    library._opened.cache_clear()
    return tmp_path / "cache" / "lanista" / "native"


def load(source: str = SOURCE) -> tuple[int, int]:
    """The library's answers, and how often it was compiled for them."""
    announced: list[int] = []
    loaded: ctypes.CDLL = library.load_library("toy", source, lambda: announced.append(1))
    return loaded.answer(), len(announced)


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{SUFFIX}"))


def test_a_library_is_found_again(own_cache: Path) -> None:
    assert [load(), load()] == [(42, 1), (42, 0)]
    (file,) = kept(own_cache)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(own_cache.stat().st_mode) == 0o700


def test_another_source_is_another_library(own_cache: Path) -> None:
    assert load() == (42, 1)
    assert load(SOURCE.replace("42", "43")) == (43, 1)
    assert len(kept(own_cache)) == 2


def test_a_shipped_library_needs_no_cache_and_no_compiler(
    own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler.compile_library(SOURCE, tmp_path / library.file_name("toy", SOURCE))
    monkeypatch.setattr(library, "SHIPPED", tmp_path)
    monkeypatch.setattr(compiler, "compiler", lambda: None)
    assert load() == (42, 0)
    assert not kept(own_cache)


def test_what_would_have_to_be_compiled_is_not_found(own_cache: Path) -> None:
    assert library.find_library("toy", SOURCE) is None
    load()
    assert library.find_library("toy", SOURCE) is not None


# Damage


def emptied(data: bytes) -> bytes:
    return b""


def cut_short(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped_at_the_start(data: bytes) -> bytes:
    return bytes([data[0] ^ 0x80]) + data[1:]


def flipped_in_the_seal(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def only_the_seal(data: bytes) -> bytes:
    return data[-seal.SEAL_BYTES :]


DAMAGE: list[Callable[[bytes], bytes]] = [
    emptied,
    cut_short,
    flipped_at_the_start,
    flipped_in_the_seal,
    only_the_seal,
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_compiled_again(
    damage: Callable[[bytes], bytes], own_cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    load()
    (file,) = kept(own_cache)
    damaged = damage(file.read_bytes())
    file.unlink()  # it is mapped: what is loaded must not change
    file.write_bytes(damaged)
    caplog.clear()
    assert load() == (42, 1)
    assert caplog.messages == [f"{file} is damaged or was not written by Lanista; compiling these rules again"]
    assert load() == (42, 0), "whole again"


def test_a_library_that_somebody_else_wrote_is_never_loaded(own_cache: Path, tmp_path: Path) -> None:
    load()
    (file,) = kept(own_cache)
    boom = f'__attribute__((constructor)) void boom(void) {{ __builtin_fopen("{tmp_path}/boom", "w"); }}\n'
    other = tmp_path / f"other{SUFFIX}"
    compiler.compile_library("#include <stdio.h>\n" + boom.replace("__builtin_fopen", "fopen") + SOURCE, other)
    file.unlink()
    file.write_bytes(other.read_bytes() + bytes(seal.SEAL_BYTES))
    library._opened.cache_clear()
    assert load() == (42, 1)
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
    load()
    (key,) = (tmp_path / "state").rglob("*.key")
    before = key.read_bytes()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    key.chmod(mode)
    seal._key.cache_clear()
    assert load() == (42, 1)
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
    assert [load(), load()] == [(42, 1), (42, 0)]
    assert len(kept(tmp_path / "spare" / "native")) == 1
    assert "Not a directory); using" in caplog.text


def test_a_full_disk_costs_only_the_next_run(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise FileError(f"cannot write {path}: No space left on device; free some space")

    monkeypatch.setattr(library, "write_sealed", full)
    assert load() == (42, 1)
    assert "compiled rules are not cached for later runs" in caplog.text
    assert "No space left on device" in caplog.text


# Several processes


def test_several_processes_compile_once(own_cache: Path) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(3) as pool:
        found = pool.starmap(load, [()] * 3)
    assert sorted(found) == [(42, 0), (42, 0), (42, 1)]
    assert len(kept(own_cache)) == 1


def test_a_failed_compilation_names_the_complaint_and_lets_others_go_on(own_cache: Path) -> None:
    for _ in range(2):
        with pytest.raises(NativeError, match=r"the C compiler .* failed: .*error.*set LANISTA_CC to use another"):
            load("int answer(void) { return nothing; }")
    for lock in own_cache.glob("*.lock"):
        with lock.open("wb") as file:
            assert try_lock(file)


def test_a_lock_that_is_never_given_back_is_not_waited_for_forever(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()
    monkeypatch.setattr(library, "LOCK_SECONDS", 0.0)
    monkeypatch.setattr(library, "try_lock", lambda file: held.set())
    assert load() == (42, 1)
    assert held.is_set()


# Compilers


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without any compiler."""
    monkeypatch.delenv("LANISTA_CC", raising=False)
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    for function in (compiler.compiler, compiler.zig):
        function.cache_clear()
    yield
    for function in (compiler.compiler, compiler.zig):
        function.cache_clear()


@pytest.mark.usefixtures("no_compiler")
def test_without_a_compiler_the_error_says_what_to_install(own_cache: Path) -> None:
    words = r"needs a C compiler: install gcc or clang, or run: pip install 'lanista\[compiler\]'"
    with pytest.raises(NativeError, match=words):
        load()
    with pytest.raises(NativeError, match=r"WebAssembly needs Zig's compiler; .* 'lanista\[compiler\]'"):
        compiler.compile_wasm(SOURCE, own_cache / "toy.wasm")


def test_another_compiler_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANISTA_CC", "some-cc -g")
    compiler.compiler.cache_clear()
    try:
        assert compiler.compiler() == ("some-cc", "-g")
        with pytest.raises(NativeError, match=r"the C compiler some-cc -g .*failed: .*No such file"):
            compiler.compile_library(SOURCE, tmp_path / "toy.so")
    finally:
        compiler.compiler.cache_clear()


def test_a_compiler_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*_: Any, timeout: float, **__: Any) -> Any:
        raise subprocess.TimeoutExpired("cc", timeout)

    monkeypatch.setattr(subprocess, "run", hang)
    with pytest.raises(NativeError, match="timed out after 300"):
        compiler.compile_library(SOURCE, tmp_path / "toy.so")


def test_the_compiler_speaks_of_its_work_once(own_cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    from lanista.engine import loops
    from lanista.engine.native import Native
    from tests.coins import RULES

    provided = own_cache.with_name("provided")
    provided.mkdir(parents=True)
    with caplog.at_level(logging.WARNING, logger="lanista.native"):
        Native(RULES).provide(loops.step_once, "", provided)
        Native(RULES).loop(loops.step_once)
    assert caplog.messages == ["compiling the rules of coins, once; this takes up to 10 seconds"]
