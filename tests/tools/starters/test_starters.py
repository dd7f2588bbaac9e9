"""Every starter builds as its README says, plays without a fault, and plays what the Python one plays."""

from __future__ import annotations

import functools
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner

from lanista.bot.runner import Mover, mover_of
from lanista.bots.player import Budgets
from lanista.bots.process.live_bots import LiveBots
from lanista.cli.main import lanista
from lanista.core.errors import BotError
from lanista.core.system import try_lock
from lanista.core.verdict import Verdict
from lanista.engine import State
from lanista.game import game_names, get_game
from lanista.match.planning import plan_match
from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn
from lanista.match.terms import MatchTerms
from lanista.tools.starters import LANGUAGES, PAGES, STRATEGIES, name_of, starter_files
from tests.long_tests import others_long
from tests.short import SHORT

TOOLS = {
    "python": (),
    "javascript": ("node",),
    "java": ("java", "javac", "mvn"),
    "go": ("go",),
    "rust": ("cargo", "rustc"),
    "cpp": ("g++", "cmake"),
    "sh": ("sh", "sed"),
}
MATCHES = 4  # starting a bot costs more than its turns: few matches, long enough to come to something
PATIENT = Budgets(60_000, 30_000)  # a busy machine is no fault of a starter
CANNOT_FETCH = re.compile(
    r"could not resolve host|couldn't connect|could not transfer artifact|unknown host|network is unreachable"
    r"|download of .* failed|temporary failure in name resolution",
    re.IGNORECASE,
)
QUICK_BUILDS = {
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    "CMAKE_BUILD_TYPE": "None",
    "MAVEN_OPTS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}


@functools.cache
def has_json_library() -> bool:
    """Whether CMake finds the JSON library that the C++ starter uses."""
    with tempfile.TemporaryDirectory() as folder:
        lines = (
            "cmake_minimum_required(VERSION 3.18)\nproject(probe NONE)\nfind_package(nlohmann_json 3.9 REQUIRED)\n"
        )
        Path(folder, "CMakeLists.txt").write_text(lines)
        words = ["cmake", "-S", folder, "-B", f"{folder}/build"]
        return subprocess.run(words, capture_output=True, timeout=60, check=False).returncode == 0


@functools.cache
def fill_go_cache() -> None:
    """Compile the standard library once, as a person would have: builds in the sandbox read that cache."""
    words = ["go", "build", "bufio", "encoding/json", "fmt", "io", "log", "os", "strings"]
    subprocess.run(words, capture_output=True, timeout=600, check=False)


FETCH_ATTEMPTS = 3
FETCH = {"rust": ("cargo", "fetch"), "java": ("mvn", "--batch-mode", "--quiet", "package")}


@functools.cache
def fetch_libraries(language: str) -> None:
    """Download what builds need, as a person's first build with the network does: later ones are offline.

    One process of a run does it, for all of them: Maven's and Cargo's folders are read by builds of the others.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    done = Path(tempfile.gettempdir(), f"lanista-fetched-{language}-{run}")
    with (
        tempfile.TemporaryDirectory() as folder,
        Path(tempfile.gettempdir(), "lanista-fetch.lock").open("wb") as lock,
    ):
        while not try_lock(lock):  # pytest's time limit applies
            time.sleep(0.1)
        if not done.exists():
            fetch(language, make(language, sorted(SHORT)[0], Path(folder) / "bot"))
            done.touch()


def fetch(language: str, bot: Path) -> None:
    """Download the libraries of a starter; a network that fails at one moment gets another chance."""
    for _ in range(FETCH_ATTEMPTS):
        done = subprocess.run(FETCH[language], cwd=bot, capture_output=True, text=True, timeout=240, check=False)
        if done.returncode == 0:
            return
    output = done.stdout + done.stderr
    if CANNOT_FETCH.search(output):
        pytest.skip(f"the {language} starter's library cannot be fetched here")
    pytest.fail(f"{' '.join(FETCH[language])} failed {FETCH_ATTEMPTS} times: {output}")


def need_tools(language: str) -> None:
    missing = [tool for tool in TOOLS[language] if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"the {language} starters need {', '.join(missing)}, not installed here")
    if language == "go":
        fill_go_cache()
    if language in FETCH:
        fetch_libraries(language)
    if language == "cpp" and not has_json_library():
        pytest.skip("the cpp starters need nlohmann_json, not installed here (Debian: nlohmann-json3-dev)")


@pytest.fixture(scope="session")
def cache(tmp_path_factory) -> Path:
    """Where builds are recorded, with the home of each folder's builds."""
    return Path(tmp_path_factory.mktemp("cache"))


@pytest.fixture(autouse=True)
def quick_builds(monkeypatch, cache):
    for name, value in QUICK_BUILDS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("LANISTA_CACHE", str(cache))


def make(language: str, game: str, folder: Path) -> Path:
    """A starter as `lanista new` makes it."""
    done = CliRunner().invoke(lanista, ["new", language, game, str(folder)])
    assert done.exit_code == 0, done.output
    return folder


class Workshop:
    """Where the starters of a language are built, one after the other.

    Cargo and Maven find what they made of the libraries there: they look for it by the path of the folder.
    """

    TARGET = "target"
    PRODUCTS: ClassVar = {"rust": "release/bot*", "java": "classes/*"}
    JAVAC = (  # what Maven does with the same files, at a quarter of its cost
        "javac -J-XX:TieredStopAtLevel=1 --release 17 -cp 'target/lib/*' -d target/classes"
        " src/main/java/Bot.java src/main/java/Lanista.java"
    )
    JAR = "jar -J-XX:TieredStopAtLevel=1 --update --file target/bot.jar -C target/classes ."

    def __init__(self, root: Path) -> None:
        self.root = root

    def starter(self, language: str, game: str) -> Path:
        """A new starter beside the libraries of the last; its own code is built in any case."""
        folder, kept = self.root / language / "My bot 1", self.root / language / self.TARGET
        if (folder / self.TARGET).is_dir():
            (folder / self.TARGET).rename(kept)
        shutil.rmtree(folder, ignore_errors=True)
        make(language, game, folder)
        if kept.is_dir():
            kept.rename(folder / self.TARGET)
            self.remove_products(language, folder / self.TARGET)
            if language == "java":
                self.spare_maven(folder)
        return folder

    def remove_products(self, language: str, target: Path) -> None:
        """Remove what was built of the last starter's own code."""
        products = list(target.glob(self.PRODUCTS[language]))
        assert products
        for product in products:
            product.unlink()

    def spare_maven(self, folder: Path) -> None:
        """Build into the jar that Maven made for another game: only `Bot.java` is another."""
        maven = 'build = "mvn --batch-mode --quiet package"'
        toml = (folder / "lanista.toml").read_text()
        assert maven in toml
        (folder / "lanista.toml").write_text(toml.replace(maven, f'build = ["{self.JAVAC}", "{self.JAR}"]'))


@pytest.fixture(scope="session")
def workshop(tmp_path_factory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("workshop"))


# One game in each language, and every game; the others have the marker `long`
EVERY_RUN = {
    "python": "tower_defence",
    "javascript": "tanks",
    "java": "rampage",
    "go": "sproutopia",
    "rust": "overdrive",
    "cpp": "tanks",
    "sh": "overdrive",
}
PAIRS = others_long(EVERY_RUN.items(), itertools.product(LANGUAGES, sorted(SHORT)))


class PythonsOpinion:
    """Follows a match and notes where a seat does not play what the Python starter would."""

    def __init__(self, game: str, seat: int) -> None:
        self.seat = seat
        self.game = get_game(game)
        self.module = import_module(f"lanista.games.{game}.starters.bot")
        self.mover: Mover | None = None
        self.expected: Any = None
        self.differences: list[str] = []

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        fixed = self.game.fixed_json(state, self.seat)
        start: Any = {"seat": self.seat, "config": dict(setup.config), "map": json.loads(fixed or "null")}
        self.mover = mover_of(getattr(self.module, "Bot", None) or self.module.move, start)
        self.think(state)

    def think(self, state: State[Any, Any]) -> None:
        if self.mover and self.game.outcome(state) is None and self.game.asked(state, self.seat):
            self.expected = self.mover(self.game.view(state, self.seat))

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        played = turn.answers[self.seat].text
        if played != self.expected:
            self.differences.append(f"turn {turn.turn}: {played!r} instead of {self.expected!r}")
        self.expected = None
        self.think(state)

    def end(self, result: MatchResult) -> None:
        """Nothing is left to say."""


@pytest.mark.parametrize(("language", "game"), PAIRS)
def test_a_starter_plays_matches_without_a_fault(language, game, workshop):
    need_tools(language)
    folder = workshop.starter(language, game)
    with LiveBots() as live_bots:
        play_matches(language, game, folder, live_bots)
        assert len(live_bots) == (language != "sh"), "one process has played all matches, and waits for another"


def test_every_language_and_every_game_is_played_in_any_run():
    assert (set(EVERY_RUN), set(EVERY_RUN.values())) == (set(LANGUAGES), set(game_names()))


def play_matches(language: str, game: str, folder: Path, live_bots: LiveBots) -> None:
    """Play some matches that show no fault, and nothing that the Python starter would do differently."""
    faults, differences, turns = [], [], 0
    for seed in range(MATCHES):
        seat = seed % 2
        bots = [str(folder), "random"] if seat == 0 else ["random", str(folder)]
        try:
            plan = plan_match(game, bots, MatchTerms(settings=SHORT[game]).with_budgets(PATIENT), seed=seed)
        except BotError as error:
            if CANNOT_FETCH.search(str(error)):
                pytest.skip(f"the {language} starter's library cannot be fetched here")
            raise
        opinion = PythonsOpinion(game, seat)
        result = plan.play([opinion], live_bots=live_bots)
        turns += result.turns
        assert result.outcome is not None
        if set(result.seats[seat].verdicts) != {Verdict.OK}:
            faults.append((seed, result.seats[seat].fault))
        differences += [f"match {seed}, {difference}" for difference in opinion.differences]
    assert not faults
    assert turns > 3 * MATCHES
    if language != "sh":  # it is there to show how little is needed
        assert not differences[:3]


def test_every_game_has_a_starter():
    assert set(SHORT) == set(game_names())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_starter_is_complete(language, game):
    files = starter_files(language, get_game(game), "my-bot")
    assert {"README.md", "lanista.toml", STRATEGIES[language]} <= set(files)
    assert not [path for path, text in files.items() if re.search(r"\{\{\w+\}\}", text)]
    assert len(files[STRATEGIES[language]].splitlines()) < 150
    assert f"lanista play {game} ." in files["README.md"]


def test_clients_are_the_same_for_every_game():
    for language in LANGUAGES:
        first, *others = (starter_files(language, get_game(game), "my-bot") for game in sorted(SHORT))
        of_the_game = (*PAGES, "lanista.toml", STRATEGIES[language])
        client = [path for path in first if path not in of_the_game]
        assert all(other[path] == first[path] for other in others for path in client)


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "notes").write_text("mine")
    done = CliRunner().invoke(lanista, ["new", "python", "overdrive", str(tmp_path)])
    assert done.exit_code == 2
    assert "already exists and is not empty" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


def test_an_empty_folder_will_do(tmp_path):
    assert (make("sh", "tanks", tmp_path) / "bot.sh").stat().st_mode & 0o100


def test_what_there_is_no_starter_for(tmp_path):
    done = CliRunner().invoke(lanista, ["new", "cobol", "overdrive", str(tmp_path / "bot")])
    assert done.exit_code == 2
    assert "'python', 'javascript', 'java', 'go', 'rust', 'cpp', 'sh'" in done.output


@pytest.mark.parametrize(
    ("folder", "name"),
    [("racer", "racer"), ("My Bot_2", "my-bot-2"), ("2fast", "bot-2fast"), ("---", "bot"), ("été", "t")],
)
def test_names_suit_every_build_tool(folder, name):
    assert name_of(Path(folder)) == name


@pytest.mark.skipif(shutil.which("cmake") is None or shutil.which("g++") is None, reason="needs cmake and g++")
def test_the_cpp_starter_names_the_package_that_is_missing(tmp_path, monkeypatch):
    """Without the library and without a network, the last thing said is what to install."""
    for name in ("http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    folder = make("cpp", "overdrive", tmp_path / "bot")
    without = 'build = ["cmake -S . -B build -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON"'
    toml = (folder / "lanista.toml").read_text().replace('build = ["cmake -S . -B build"', without)
    assert without in toml
    (folder / "lanista.toml").write_text(toml)
    with pytest.raises(BotError) as error:
        plan_match("overdrive", [str(folder), "cruise"])
    for package in ("nlohmann-json3-dev", "json-devel", "brew install nlohmann-json"):
        assert package in str(error.value)
