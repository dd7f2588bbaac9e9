"""Starters that search: they see what Python bots see, build as their README says, and play without a fault."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.engine import State
from lanista.game import game_names, get_game
from lanista.games.rampage.views import imagine as imagine_rampage
from lanista.games.tower_defence.search.imagine import imagine as imagine_tower_defence
from lanista.tools.conformance.targets import bot_turns
from lanista.tools.starters import POSITIONS
from tests.long_tests import others_long
from tests.tools.starters.test_starters import QUICK_BUILDS, has_json_library

IMAGINE: dict[str, Any] = {"rampage": imagine_rampage, "tower_defence": imagine_tower_defence}
EVERY_RUN = [(game, "javascript") for game in IMAGINE]  # a C++ compiler takes long
CASES = others_long(EVERY_RUN, itertools.product(IMAGINE, POSITIONS))
SECONDS = 120.0
TURNS = 100
CHECK_JS = """
import { readFileSync } from "node:fs";
import { Position } from "./position.js";
import { createMatch } from "./rules/GAME.mjs";
const match = await createMatch();
for (const { start, view } of JSON.parse(readFileSync("cases.json", "utf-8"))) {
  const position = new Position(match, start);
  const parts = [position.fixed, position.state(view)].map((bytes) => Buffer.from(bytes).toString("hex"));
  console.log(parts.join(" "));
}
"""
CHECK_CPP = """
#include <cstdio>
#include <fstream>
#include "position.hpp"
template <typename T> void print(const T& record) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(&record);
    for (size_t i = 0; i < sizeof record; ++i) std::printf("%02x", bytes[i]);
}
int main() {
    std::ifstream file("cases.json");
    for (const auto& one : lanista::json::parse(file)) {
        Position position(one.at("start"));
        position.set(one.at("view"));
        print(position.fixed);
        std::printf(" ");
        print(position.state);
        std::printf("\\n");
    }
}
"""


def need(language: str) -> None:
    for tool in {"javascript": ("node",), "cpp": ("g++", "cc", "cmake")}[language]:
        if shutil.which(tool) is None:
            pytest.skip(f"needs {tool}, not installed here")
    if language == "cpp" and not has_json_library():
        pytest.skip("needs nlohmann_json, not installed here (Debian: nlohmann-json3-dev)")


def make(language: str, game: str, folder: Path) -> Path:
    done = CliRunner().invoke(lanista, ["new", language, game, str(folder), "--search"])
    assert done.exit_code == 0, done.output
    return folder


def run(folder: Path, *words: str) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def moments(name: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Views of both seats in a match of bots, and the records that Python bots make of them."""
    game = get_game(name)
    for ruleset in game.rulesets:
        config = game.configure(ruleset)
        turns = islice(bot_turns(game, game.start(config, 3), config), 0, TURNS, 9)
        for (state, _), seat in product(turns, range(2)):
            imagined: State[Any, Any] = State(state.rules, np.zeros_like(state.data), state.fixed)
            view = game.view(state, seat)
            IMAGINE[name](view, imagined)
            fixed = game.fixed_json(state, seat)
            start = {"seat": seat, "config": dict(config), "map": json.loads(fixed) if fixed else None}
            yield {"start": start, "view": view}, f"{state.fixed.tobytes().hex()} {imagined.bytes().hex()}"


@cache
def all_moments(name: str) -> tuple[tuple[dict[str, Any], str], ...]:
    """The same moments for every language."""
    return tuple(moments(name))


@pytest.mark.parametrize(("game", "language"), CASES)
def test_views_become_the_states_that_python_bots_see(game: str, language: str, tmp_path: Path) -> None:
    need(language)
    folder = make(language, game, tmp_path / "bot")
    cases, expected = zip(*all_moments(game), strict=True)
    (folder / "cases.json").write_text(json.dumps(cases))
    if language == "javascript":
        (folder / "check.js").write_text(CHECK_JS.replace("GAME", game))
        output = run(folder, "node", "check.js")
    else:
        (folder / "check.cpp").write_text(CHECK_CPP)
        run(folder, "cc", "-c", f"rules/{game}.c", "-o", "rules.o")
        run(folder, "g++", "-std=c++17", "-o", "check", "check.cpp", "rules.o")
        output = run(folder, "./check")
    assert output.splitlines() == list(expected)


@pytest.mark.parametrize(("game", "language"), CASES)
def test_it_plays_without_a_fault(
    game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need(language)
    for name, value in QUICK_BUILDS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))
    folder = make(language, game, tmp_path / "bot")
    limit = {"rampage": "max_turns=4", "tower_defence": "max_rounds=4"}[game]
    words = [
        "play",
        game,
        str(folder),
        "random",
        "--set",
        limit,
        "--turn-ms",
        "30000",
        "--strict",
        "--no-replay",
        "--json",
    ]
    done = CliRunner().invoke(lanista, words)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["seats"][0]["verdicts"].keys() == {"ok"}


def test_all_games_that_show_everything_have_one() -> None:
    assert [name for name in game_names() if get_game(name).nothing_hidden] == list(IMAGINE)


@pytest.mark.parametrize(("game", "language"), [("tanks", "cpp"), ("rampage", "go")])
def test_where_there_is_none_it_says_so(game: str, language: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(lanista, ["new", language, game, str(tmp_path / "bot"), "--search"])
    assert done.exit_code == 2
    assert f"there is no {language} starter for {game} that searches" in done.stderr
    assert not (tmp_path / "bot").exists()


@pytest.mark.parametrize("language", POSITIONS)
def test_the_strategy_is_short(language: str) -> None:
    from lanista.tools.starters import HERE, STRATEGIES

    assert len((HERE / language / "search" / STRATEGIES[language]).read_text().splitlines()) < 100
