"""`lanista rules`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from lanista.cli.main import lanista
from lanista.cli.rules.shapes import RulesKit


def invoke(*words: object) -> Result:
    return CliRunner().invoke(lanista, [str(word) for word in words])


def test_it_writes_a_folder_and_says_what(tmp_path: Path) -> None:
    done = invoke("rules", "overdrive", "--target", "c", "-o", tmp_path / "kit", "--seed", 5, "--json")
    assert done.exit_code == 0, done.output
    kit = msgspec.json.decode(done.stdout, type=RulesKit)
    assert (kit.game, kit.target, kit.interface) == ("overdrive", "c", 1)
    assert {file.name: file.bytes for file in kit.files} == {
        path.name: path.stat().st_size for path in (tmp_path / "kit").iterdir()
    }
    assert kit.command == "lanista rules overdrive --target c --seed 5"
    assert kit.command in (tmp_path / "kit" / "README.md").read_text()


def test_the_folder_is_named_after_game_and_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = invoke("rules", "tanks", "--target", "js", "--seats", 4)
    assert done.exit_code == 0, done.output
    assert "tanks-js/README.md" in done.stdout
    assert "SEATS = 4" in Path("tanks-js/test.mjs").read_text()


def test_choices_of_the_start(tmp_path: Path) -> None:
    words = ("--ruleset", "classic", "--set", "max_turns=40", "--map", "duel", "-o", tmp_path / "kit")
    done = invoke("rules", "rampage", "--target", "js", *words)
    assert done.exit_code == 0, done.output
    config = msgspec.json.decode((tmp_path / "kit" / "start.json").read_bytes())["config"]
    assert config["max_turns"] == 40
    assert config["d1_extra_turn"] == 1


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine")
    done = invoke("rules", "tanks", "--target", "js", "-o", tmp_path)
    assert done.exit_code == 2
    assert "already exists and is not empty; name a new folder, or overwrite with --force" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    assert invoke("rules", "tanks", "--target", "js", "-o", tmp_path, "--force").exit_code == 0
    assert "# Tanks" in (tmp_path / "README.md").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("chess", "--target", "c"), "no game is called 'chess'"),
        (("tanks", "--target", "rust"), "'rust' is not one of 'c', 'js', 'wasm'"),
        (("tanks",), "Missing option '--target'"),
        (("tanks", "--target", "c", "--ruleset", "none"), "tanks has no ruleset"),
        (("tanks", "--target", "c", "--seats", "99"), "99"),
        (("tanks", "--target", "c", "--set", "speed"), "--set expects NAME=VALUE"),
    ],
)
def test_what_is_asked_wrongly_is_refused(words: tuple[Any, ...], message: str, tmp_path: Path) -> None:
    done = invoke("rules", *words, "-o", tmp_path / "kit")
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (tmp_path / "kit").exists()


def test_without_zig_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lanista.engine.compiler.zig", lambda: None)
    done = invoke("rules", "tanks", "--target", "wasm", "-o", tmp_path / "kit")
    assert done.exit_code == 2
    assert "pip install 'lanista[compiler]'" in done.stderr
    assert not (tmp_path / "kit").exists()
