"""Compiled rules for models in matches: prepared before, and nothing is compiled there."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from lanista.core.errors import NativeError
from lanista.engine import loops as engine_loops
from lanista.engine.folders import PROVIDED, private_folder
from lanista.engine.native import Native, available
from lanista.engine.translate.program import Translator
from lanista.search import loops as search_loops
from lanista.search.model import loops
from lanista.search.model.provision import provide
from tests.sixth_game.game import FRUIT

pytestmark = pytest.mark.skipif(not available(), reason="needs a C compiler")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything compiled for Fruit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANISTA_CACHE", str(tmp_path_factory.mktemp("cache")))
        provide.cache_clear()
        found = provide(FRUIT, FRUIT.rules)
        provide.cache_clear()
    return found


@pytest.fixture
def folder(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, the only folder that processes from now on may use."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path))
    found = shutil.copytree(prepared, tmp_path / prepared.name)
    monkeypatch.setenv(PROVIDED, str(found))
    monkeypatch.setattr("lanista.engine.library.compile_library", lambda *_: pytest.fail("something is compiled"))
    private_folder.cache_clear()
    return found


def test_everything_that_a_model_needs_is_there(folder: Path) -> None:
    native = Native(FRUIT.rules)
    for policy in FRUIT.rules.policies:
        for loop in loops.MODEL:
            assert native.loop(loop, policy.__name__)
    assert native.loop(search_loops.grow, "seeker")
    assert native.loop(engine_loops.step_batch)


def test_nothing_is_translated_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Translator, "entry", lambda *_: pytest.fail("something is translated"))
    assert Native(FRUIT.rules).loop(engine_loops.step_batch)


def test_everybody_may_read_it(folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    files = list(folder.iterdir())
    assert files
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o644}


def test_what_was_not_prepared_is_refused(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()
    with pytest.raises(NativeError, match="these rules are not among those that were compiled for this process"):
        Native(FRUIT.rules).loop(loops.step_many, "random")
