"""Shell completion, invoked as the shells do."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.cli.completion.command import SHELLS
from lanista.cli.main import lanista
from lanista.game import builtin_names, game_names, get_game
from lanista.league.store import open_store
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms


@pytest.fixture
def complete(tmp_path, monkeypatch):
    """The completions of a line's last word, in bash's format; `bash` below runs a real shell."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> list[str]:
        asked = {
            "_LANISTA_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(["lanista", *words]),
            "COMP_CWORD": str(len(words)),
        }
        done = CliRunner().invoke(lanista, env=asked, prog_name="lanista")
        assert done.exception is None or isinstance(done.exception, SystemExit)
        assert done.stderr == ""
        return done.stdout.split()

    return call


FILE = "file,"


def plain(*words: str) -> list[str]:
    return [f"plain,{word}" for word in words]


def test_verbs_and_options(complete):
    assert complete("pl") == plain("play")
    assert complete("play", "overdrive", "a", "b", "--fail") == plain("--fail-on-fault")


@pytest.mark.parametrize("verb", [("play",), ("maps",), ("schema",), ("demo",), ("new", "python"), ("conform",)])
def test_games(complete, verb):
    assert complete(*verb, "") == plain(*game_names())


def test_bots_rulesets_maps_and_settings_are_the_games(complete):
    game = get_game("rampage")
    assert complete("play", "rampage", "") == [*plain(*builtin_names(game), "human"), FILE]
    assert complete("play", "rampage", "random", "h") == [*plain("hunter", "human"), FILE]
    assert complete("play", "rampage", "random", "random", "--map", "c") == [
        *plain("crossroads", "corridors", "citadel"),
        FILE,
    ]
    assert complete("play", "rampage", "random", "random", "--ruleset", "") == plain(*game.rulesets)
    assert complete("play", "overdrive", "--set", "max_r") == plain("max_rounds=")
    assert complete("maps", "rampage", "po") == [*plain("pocket"), FILE]


def test_an_unknown_verb_gives_no_advice(complete):
    assert "plain,play" in complete("plya", "")


def test_languages(complete):
    assert complete("new", "ja") == plain("javascript", "java")


def test_replays(complete):
    path = Path("replays/m.jsonl.gz")
    assert complete("watch", "") == [FILE]
    plan_match("overdrive", ["cruise", "random"], MatchTerms(settings={"max_rounds": 2}), seed=5).play(replay=path)
    for verb in ("watch", "view", "verify", "export"):
        assert complete(verb, "") == [*plain("last", str(path)), FILE]
    bots = (*builtin_names(get_game("overdrive")), "human")
    assert complete("feed", "") == [*plain("last", str(path), *bots), FILE]
    assert complete("takeover", "last", "") == [*plain(*bots), FILE]
    assert complete("feed", str(path), "gr") == [*plain("greedy"), FILE]


def test_leagues_and_their_bots(complete):
    assert complete("league", "ta") == plain("table")
    assert complete("league", "table", "") == []
    with open_store("lanista.db") as store:
        league = store.create_league("cup", "rampage", "round-robin", 1)
        store.add_entry(league.id, "ann", "0" * 64, "hunter")
        store.create_league("other", "overdrive", "ladder", 1)
    assert complete("league", "table", "") == plain("cup", "other")
    assert complete("league", "status", "--store", "missing.db", "") == []
    assert complete("league", "show", "") == plain("cup", "other")
    assert complete("league", "show", "cup", "") == plain("ann")
    assert complete("league", "add", "cup", "h") == [*plain("hunter"), FILE]
    assert complete("league", "add", "other", "cru") == [*plain("cruise"), FILE]
    assert complete("league", "new", "x", "--game", "ramp") == plain("rampage")
    assert complete("league", "new", "x", "--game", "rampage", "--format", "kn") == plain("knockout")
    assert complete("league", "new", "x", "--game", "rampage", "--map", "pock") == [*plain("pocket"), FILE]


def test_verbs_of_help(complete):
    assert complete("help", "pl") == plain("play")
    assert complete("help", "league", "ta") == plain("table")
    assert complete("help", "play", "ta") == []


def test_verbs_of_schemas(complete):
    assert complete("schema", "--command", "pl") == plain("play")


@pytest.mark.parametrize(
    "words",
    [("play", "nogame", ""), ("play", "--map", ""), ("maps", "\x01", ""), ("feed", "no.gz", "")],
)
def test_invalid_lines_complete_to_files_only(complete, words):
    assert set(complete(*words)) <= {FILE}


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts(launch, shell, tmp_path):
    done = launch("completion", shell)
    assert done.returncode == 0
    assert b"_LANISTA_COMPLETE" in done.stdout
    if shutil.which(shell):
        script = tmp_path / "script"
        script.write_bytes(done.stdout)
        subprocess.run([shell, "-n", str(script)], check=True, timeout=60)


@pytest.fixture
def bash(launch, tmp_path):
    """The completions of a real bash for a line, with the printed script."""
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    script = launch("completion", "bash").stdout.decode()
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

    def call(*words: str) -> list[str]:
        line = (
            f"COMP_WORDS=({shlex.join(['lanista', *words])}); COMP_CWORD={len(words)}; _lanista_completion lanista"
        )
        # outside of a completion `compopt` would complain
        program = f'{script}\ncompopt() {{ :; }}\n{line}\nprintf "%s\\n" "${{COMPREPLY[@]}}"'
        done = subprocess.run(
            ["bash", "-c", program], capture_output=True, text=True, env=env, timeout=60, check=True
        )
        assert done.stderr == ""
        return done.stdout.split("\n")[:-1]

    return call


def test_bash_completes_with_the_script(bash):
    assert bash("play", "over") == ["overdrive"]


def test_bash_offers_words_and_files_together(bash):
    """Built-in bots, maps and `last` are not lost where a file is possible too."""
    Path("my bot.py").touch()
    Path("green.py").touch()
    assert bash("play", "overdrive", "gre") == ["greedy", "green.py"]
    assert bash("play", "overdrive", "my") == ["my bot.py"]
    assert bash("play", "rampage", "a", "b", "--map", "poc") == ["pocket"]
    assert bash("play", "rampage", "a", "b", "--set", "max_t") == ["max_turns="]


def test_bash_offers_replays_and_not_the_folder_that_they_are_in(bash):
    plan_match("overdrive", ["random", "random"], MatchTerms(settings={"max_rounds": 2})).play(
        replay=Path("replays/one.jsonl.gz")
    )
    assert bash("verify", "la") == ["last"]
    assert bash("verify", "rep") == ["replays/one.jsonl.gz"]


def test_an_unsupported_shell_is_rejected(invoke):
    assert "'tcsh' is not one of" in invoke("completion", "tcsh").output
