"""Cache keys: rules are compiled and translated again only if the rules themselves change."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lanista.core.errors import RuleError
from lanista.engine import loops
from lanista.engine.fingerprint import Fingerprint
from lanista.engine.library import file_name
from lanista.engine.native import Native
from lanista.engine.rules import Rules
from lanista.engine.translate import native_source
from lanista.engine.translate.program import Translator
from tests import coins

PACKAGE = "strolling"
SECONDS = 60.0
PRINT = f"""
import sys
sys.path.insert(0, sys.argv[1])
from lanista.engine.rules import Rules
from tests.engine.test_fingerprint import names_of
import {PACKAGE}
print(*names_of(Rules.of("{PACKAGE}")))
"""


class Names(NamedTuple):
    """The cache keys of a translation and of a library."""

    translation: str
    library: str


def names_of(rules: Rules) -> Names:
    source = native_source.source_of(native_source.program_of(rules, loops.ENGINE))
    return Names(Fingerprint(rules, loops.ENGINE).digest, file_name(rules.name, source))


def checkout(folder: Path, file: str = "", old: str = "", new: str = "") -> Rules:
    """The rules of a copy of the sixth game in a folder, with one edit."""
    shutil.copytree(Path(coins.__file__).parent, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / PACKAGE).glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("tests.coins", PACKAGE)
        assert path.name != file or old in text
        path.write_text(text.replace(old, new) if path.name == file else text, encoding="utf-8")
    return imported(folder)


def imported(folder: Path) -> Rules:
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        return Rules.of(PACKAGE)
    finally:
        sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the game is without an edit."""
    return tmp_path_factory.mktemp("usual")


@pytest.fixture(scope="module")
def usual(folder: Path) -> Names:
    return names_of(checkout(folder))


def test_another_checkout_has_the_same_names(usual: Names, tmp_path: Path) -> None:
    assert names_of(checkout(tmp_path / "elsewhere")) == usual


def test_another_module_does_not_count(usual: Names, tmp_path: Path) -> None:
    assert (
        names_of(
            checkout(
                tmp_path / "other",
                "picture.py",
                "import",
                "import sys\nimport",
            )
        )
        == usual
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""A turn."""', '"""One turn of everybody."""'),
        ("    drop_coin(line)\n", "    drop_coin(line)  # at last\n"),
        ("@rule\ndef aim(", "\n# Aiming\n\n\n@rule\ndef aim("),
    ],
    ids=["docstring", "comment", "lines"],
)
def test_words_about_a_rule_and_its_lines_do_not_compile_it_again(
    usual: Names, tmp_path: Path, old: str, new: str
) -> None:
    assert names_of(checkout(tmp_path / "edited", "rules.py", old, new)).library == usual.library


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules.py", "place += 1", "place += 2"),
        ("rules.py", "place -= 1", "place += 1"),
        ("rules.py", "aiming > 1", "aiming >= 1"),
        ("state.py", "LENGTH = 24", "LENGTH = 25"),
        ("state.py", "    LEFT = 1", "    LEFT = 3"),
        ("state.py", "purse: i4", "purse: i1"),
    ],
)
def test_a_changed_rule_number_member_or_field_is_translated_and_compiled_again(
    usual: Names, tmp_path: Path, file: str, old: str, new: str
) -> None:
    changed = names_of(checkout(tmp_path / "changed", file, old, new))
    assert changed.translation != usual.translation
    assert changed.library != usual.library


def test_a_moved_line_is_translated_again_since_faults_name_it(usual: Names, tmp_path: Path) -> None:
    moved = names_of(checkout(tmp_path / "moved", "rules.py", "@rule\ndef step(", "\n@rule\ndef step("))
    assert moved.translation != usual.translation


def test_names_do_not_depend_on_the_seed_of_hashes(usual: Names, folder: Path) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", PRINT, str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.stdout.split() == list(usual), done.stderr


# Translations that are kept


def test_rules_are_translated_once_and_then_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    rules = checkout(tmp_path / "game")
    Native(rules).cached_loop(loops.step_once)

    def refuse(*_: Any) -> None:
        raise AssertionError("these rules were translated before")

    monkeypatch.setattr(Translator, "entry", refuse)
    assert Native(imported(tmp_path / "game")).cached_loop(loops.step_once) is None, "translated, not compiled"


def test_what_was_edited_after_its_import_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The translator reads files: what they say now is not what the fingerprint is of."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    rules = checkout(tmp_path / "game")
    file = tmp_path / "game" / PACKAGE / "rules.py"
    file.write_text(file.read_text(encoding="utf-8").replace("place += 1", "place += 1 + 1"), encoding="utf-8")
    Native(rules).cached_loop(loops.step_once)
    assert not list((tmp_path / "cache").rglob("*.translated"))
    Native(imported(tmp_path / "game")).cached_loop(loops.step_once)
    assert len(list((tmp_path / "cache").rglob("*.translated"))) == 2


def test_a_damaged_translation_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    rules = checkout(tmp_path / "game")
    Native(rules).cached_loop(loops.step_once)
    files = sorted((tmp_path / "cache").rglob("*.translated"))
    assert len(files) == 2, "that they can be translated, and the loops of the engine"
    before = [file.read_bytes() for file in files]
    for file in files:
        file.write_bytes(b"nonsense")
    Native(rules).cached_loop(loops.step_once)
    assert [file.read_bytes() for file in files] == before


def test_rules_that_were_refused_are_refused_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    rules = checkout(tmp_path / "game", "rules.py", "    drop_coin(line)\n", "    line.coins[-1] = 0\n")
    for _ in range(2):
        with pytest.raises(RuleError, match="a negative index"):
            Native(rules)
