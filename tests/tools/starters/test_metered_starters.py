"""Starters that are built as WebAssembly modules: complete, and play what the Python ones play."""

import re
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.core.errors import InputError
from lanista.core.verdict import Verdict
from lanista.game import game_names, get_game
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.tools.starters import LANGUAGES, STRATEGIES, starter_files
from tests.programs import need
from tests.short import SHORT
from tests.tools.starters.test_starters import PythonsOpinion

METERED = ("cpp", "go")
MATCHES = 4


@pytest.mark.parametrize("language", METERED)
@pytest.mark.parametrize("game", game_names())
def test_it_names_its_module_and_has_the_usual_strategy(language, game):
    usual = starter_files(language, get_game(game), "my-bot")
    files = starter_files(language, get_game(game), "my-bot", metered=True)
    assert files[STRATEGIES[language]] == usual[STRATEGIES[language]]
    assert 'bot.wasm"\n' in files["lanista.toml"]
    assert "fuel instead of time" in files["README.md"]
    assert not re.search(r"\{\{\w+\}\}", "".join(files.values()))
    assert "CMakeLists.txt" not in files


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {*METERED}))
def test_languages_without_one_say_which_have_one(language):
    with pytest.raises(InputError, match="there is one in go and cpp"):
        starter_files(language, get_game("overdrive"), "my-bot", metered=True)


@pytest.fixture(scope="module")
def go_cache():
    """The standard library, compiled once as a person would have it: builds in the sandbox read that cache."""
    need("go")
    subprocess.run(
        ["env", "GOOS=wasip1", "GOARCH=wasm", "go", "build", "bufio", "encoding/json", "fmt", "log", "strings"],
        capture_output=True,
        timeout=900,
        check=False,
    )


@pytest.mark.long
@pytest.mark.parametrize("game", game_names())
def test_a_module_from_go_plays_what_the_python_starter_plays(game, tmp_path, go_cache):
    folder = tmp_path / "bot"
    made = CliRunner().invoke(lanista, ["new", "go", game, str(folder), "--wasm"])
    assert made.exit_code == 0, made.output
    for seed in range(MATCHES):
        seat = seed % 2
        bots = ["random", "random"]
        bots[seat] = str(folder)
        opinion = PythonsOpinion(game, seat)
        result = plan_match(game, bots, MatchTerms(settings=SHORT[game]), seed=seed).play([opinion])
        assert set(result.seats[seat].verdicts) == {Verdict.OK}, result.seats[seat].fault
        assert not opinion.differences[:3]
    shutil.rmtree(folder)
