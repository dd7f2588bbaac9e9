"""The command line as a person uses it: what it prints, how it exits, and that every verb takes --json."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lanista.cli.main import VERBS, lanista
from lanista.game import game_names, get_game
from lanista.match import planning
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from tests.imports import loaded_by
from tests.short import SHORT

TRACES = Path(__file__).parents[1] / "traces" / "overdrive"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def call(*words: str) -> Result:
        return CliRunner().invoke(lanista, list(words))

    return call


def test_help_lists_every_verb(run):
    result = run("--help")
    assert result.exit_code == 0
    for verb, does in VERBS.items():
        assert verb in result.output
        assert does in result.output


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself_and_takes_json(run, verb):
    result = run(verb, "--help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: lanista {verb}")
    assert "--json" in result.output


def test_help_starts_without_heavy_imports():
    """Needless imports make the start slow."""
    code = (
        "from click.testing import CliRunner; from lanista.cli.main import lanista\n"
        "CliRunner().invoke(lanista, ['--help'])"
    )
    assert not loaded_by(code) & {"numpy", "rich", "msgspec", "lanista.game"}


def test_a_match_never_waits_for_a_compiler():
    code = "import lanista; lanista.play('overdrive', ['cruise', 'cruise'], seed=1)"
    assert not loaded_by(code) & {"lanista.engine.native", "lanista.engine.compiler"}


def test_games(run):
    assert "overdrive" in run("games").output
    listed = json.loads(run("games", "--json").stdout)["games"]
    overdrive = next(game for game in listed if game["name"] == "overdrive")
    assert overdrive["bots"] == ["random", "cruise", "greedy", "planner", "search"]
    assert set(overdrive["rulesets"]) == {"standard", "classic"}


def test_play_verify_and_watch(run):
    played = run("play", "overdrive", "cruise", "random", "--seed", "5")
    assert played.exit_code == 0
    assert "again:     lanista play overdrive cruise random --seed 5" in played.output
    (replay,) = Path("replays").iterdir()
    verified = run("verify", str(replay))
    assert verified.exit_code == 0
    assert "identical" in verified.output
    frame = run("watch", str(replay), "--turn", "3")
    assert frame.exit_code == 0
    assert "turn 3/" in frame.output
    everything = run("watch", str(replay))
    assert "turn 0/" in everything.output
    assert "end" in everything.output
    assert len(json.loads(run("watch", str(replay), "--json").stdout)["turns"]) > 50


def test_play_as_json(run):
    result = json.loads(
        run("play", "overdrive", "cruise", "random", "--seed", "5", "--no-replay", "--json").output
    )
    assert result["seed"] == 5
    assert result["outcome"]["places"] == [1, 2]
    assert result["seats"][0]["verdicts"] == {"ok": result["turns"]}
    assert set(result["seats"][0]["ms"]) == {"median", "p99", "max"}
    assert result["command"] == "lanista play overdrive cruise random --seed 5"
    assert not Path("replays").exists()


def test_a_random_seed_is_shown_and_reproduces_the_match(run):
    first = json.loads(run("play", "overdrive", "random", "random", "--no-replay", "--json").stdout)
    seed = str(first["seed"])
    again = run("play", "overdrive", "random", "random", "--seed", seed, "--no-replay", "--json")
    assert json.loads(again.stdout)["outcome"] == first["outcome"]


def test_strict_exits_with_1_and_shows_the_input(run, tmp_path):
    bot = tmp_path / "bad.py"
    bot.write_text("def move(view):\n    return 'FLY'\n")
    result = run("play", "overdrive", str(bot), "cruise", "--strict", "--seed", "1")
    assert result.exit_code == 1
    assert "bad (A): invalid first in turn 1" in result.output
    assert "unknown command 'FLY'" in result.output
    assert '"currentRound":1' in "".join(result.output.split())


def test_verify_names_the_turn_and_exits_with_1(run):
    import gzip

    run("play", "overdrive", "cruise", "random", "--seed", "5", "-o", "m.gz")
    with gzip.open("m.gz", "rt") as file:
        lines = [json.loads(line) for line in file]
    lines[9]["digest"] = "0" * 16
    with gzip.open("m.gz", "wt") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    result = run("verify", "m.gz")
    assert result.exit_code == 1
    assert "differs at turn 9" in result.output
    check = json.loads(run("verify", "m.gz", "--json").stdout)["replays"][0]["check"]
    assert (check["identical"], check["first"]) == (False, 9)


def test_conform_counts_and_finds_the_first_difference(run):
    import gzip

    source = TRACES / "match-018.jsonl.gz"
    result = run("conform", "overdrive", str(source))
    assert result.exit_code == 0
    assert "rounds  fields compared" in result.output
    duel = TRACES.parent / "rampage" / "duel.jsonl.gz"
    assert "turns  fields compared" in run("conform", "rampage", str(duel), "--ruleset", "classic").output
    with gzip.open(source, "rt") as file:
        lines = [json.loads(line) for line in file]
    lines[4]["players"][1]["speed"] = 77
    with gzip.open("x.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    result = run("conform", "overdrive", "x.jsonl.gz", "--ruleset", "classic")
    assert result.exit_code == 1
    assert "x.jsonl.gz, round 4, players[1].speed (classic): expected 77, got" in result.output
    found = json.loads(run("conform", "overdrive", "x.jsonl.gz", "--json").stdout)["comparisons"]
    assert all(comparison["differences"][0]["turn"] == 4 for comparison in found)


@pytest.mark.parametrize(
    ("words", "good", "bad"),
    [
        (("conform", "overdrive"), str(TRACES / "match-018.jsonl.gz"), "none.jsonl"),
        (("maps", "rampage"), "citadel", "citadell"),
        (("verify",), "good.gz", "none.gz"),
    ],
)
def test_what_cannot_be_read_does_not_hide_the_rest(run, words, good, bad):
    assert run("play", "overdrive", "cruise", "random", "--set", "max_rounds=3", "-o", "good.gz").exit_code == 0
    alone = run(*words, good)
    result = run(*words, bad, good)
    assert (alone.exit_code, result.exit_code) == (0, 2)
    assert bad in result.stderr
    assert result.stdout == alone.stdout
    printed = json.loads(run(*words, bad, good, "--json").stdout)
    assert "error" not in printed
    assert bad in json.dumps(printed)


MISUSE = [
    (("plya",), "Did you mean 'play'?"),
    (("play", "overdriv", "a", "b"), "did you mean 'overdrive'?"),
    (("play", "overdrive", "cruise"), "takes 2 bots, got 1"),
    (("play", "overdrive", "cruise", "crusie"), "did you mean 'cruise'?"),
    (("play", "overdrive", "cruise", "cruise", "--ruleset", "strange"), "it has: standard, classic"),
    (("play", "overdrive", "cruise", "cruise", "--set", "max_round=3"), "did you mean 'max_rounds'?"),
    (("play", "overdrive", "cruise", "cruise", "--set", "max_rounds"), "expects NAME=VALUE"),
    (("play", "overdrive", "cruise", "cruise", "--set", "max_rounds=0"), "expects 1 to 600, got 0"),
    (("play", "overdrive", "cruise", "cruise", "--seed", str(2**64)), "at most 64 bits"),
    (("verify", "none.gz"), "no such file"),
    (("watch", "none.gz"), "no such file"),
    (("conform", "overdrive", "none.jsonl"), "no such file"),
]


@pytest.mark.parametrize(("words", "said"), MISUSE)
def test_misuse_is_explained_and_exits_with_2(run, words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output


def test_a_match_on_a_chosen_map_is_verified_on_it(run):
    played = run("play", "rampage", "random", "random", "--map", "citadel", "--seed", "1", "-o", "m.gz")
    assert "again:     lanista play rampage random random --seed 1 --map citadel" in played.output
    assert "identical" in run("verify", "m.gz").output


def test_maps_are_listed_and_drawn(run):
    assert "generated from seed 1" in run("maps", "overdrive").output
    assert "citadel" in run("maps", "rampage").output
    assert "citadel" in json.loads(run("maps", "rampage", "--json").stdout)["maps"]
    assert "did you mean 'citadel'" in run("maps", "rampage", "citadell").output
    assert "has no maps to choose from" in run("maps", "overdrive", "citadel").output


@pytest.mark.parametrize(("ruleset", "expected"), [("standard", 5000), ("classic", 2000), ("extended", 2000)])
def test_the_time_for_a_turn_follows_the_ruleset(run, ruleset, expected):
    listed = json.loads(run("games", "--json").stdout)["games"]
    game = next(game for game in listed if game["name"] == "tower_defence")
    assert game["turn_ms"][ruleset] == expected


def test_errors_as_json(run):
    error = json.loads(run("play", "overdrive", "cruise", "crusie", "--json").output)["error"]
    assert error["kind"] == "BotError"
    assert "did you mean 'cruise'" in error["message"]


def test_demo_plays_every_game_and_ends_with_one_table(run, monkeypatch):
    """Short matches here; the next test plays two whole ones."""
    monkeypatch.setattr(
        planning,
        "plan_match",
        lambda game, bots, terms=None, **more: plan_match(
            game, bots, terms or MatchTerms(settings=SHORT[game]), **more
        ),
    )
    result = run("demo")
    assert result.exit_code == 0
    names = game_names()
    assert all(get_game(name).title in result.output for name in names), "each is shown"
    table = result.output.partition(" game ")[2]
    assert [line.split()[0] for line in table.splitlines()[1 : 1 + len(names)]] == names


def test_demo_of_some_games_as_json(run):
    matches = json.loads(run("demo", "tanks", "rampage", "--json").stdout)["matches"]
    assert [played["game"] for played in matches] == ["tanks", "rampage"]
    assert all(played["outcome"] for played in matches)


def test_no_color_is_respected():
    env = {**os.environ, "NO_COLOR": "1"}
    command = [sys.executable, "-m", "lanista.cli.main", "games"]
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60, check=True)
    assert "\x1b" not in done.stdout


def test_watch_shows_what_a_bot_says_and_draws(run, tmp_path):
    bot = tmp_path / "artist.py"
    bot.write_text(
        'def move(view):\n    return {"move": "NOTHING", "say": "look", "draw": [[3, 2, "\\x1b[31m"]]}\n'
    )
    replay = str(tmp_path / "r.gz")
    run("play", "overdrive", str(bot), "cruise", "--set", "max_rounds=2", "-o", replay, "--json")
    shown = run("watch", replay, "--turn", "1").output
    assert "NOTHING  drive on" in shown
    assert json.loads(run("watch", replay, "--turn", "1", "--json").stdout)["answers"][0]["words"] == "drive on"
    assert "look" in shown
    assert 'draws [3,2,"' in shown
    assert "\x1b" not in shown


INTERRUPTED_WHILE_LOADING = """
import builtins
import lanista.__main__ as entry

load = builtins.__import__

def interrupted(name, *rest):
    if name.startswith("lanista.cli"):
        raise KeyboardInterrupt
    return load(name, *rest)

builtins.__import__ = interrupted
entry.main()
"""


def test_ctrl_c_while_the_command_line_is_loaded_shows_no_traceback():
    words = [sys.executable, "-c", INTERRUPTED_WHILE_LOADING]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (130, "")
