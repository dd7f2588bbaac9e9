"""A game's own guards: steps of what is no move, and packages that offer a game which cannot be loaded."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.core.errors import InputError, PluginError
from lanista.engine import rule
from lanista.game import Played, game_names, get_game, installed_games
from lanista.tools.conformance.play import RandomPlay
from tests.coins import COINS
from tests.plugins import forget_games, fruit_files, install, unload
from tests.rows import every_row
from tests.sixth_game.game import FRUIT as FRUIT_GAME

OWN_GAMES = game_names()


# Steps


NO_MOVES: list[tuple[str, Any, str]] = [
    ("nothing", None, "got None"),
    ("text", "LEFT", "got 'LEFT'"),
    ("bytes", b"\x01", "got b'"),
    ("a number", 7, "got 7"),
    ("an empty tuple", (), "got ()"),
    ("a fraction", 0.5, "got 0.5"),
    ("an object", object(), "got <object object at "),
]


@every_row("name", OWN_GAMES)
@every_row(("move", "words"), [case[1:] for case in NO_MOVES], ids=[case[0] for case in NO_MOVES])
def test_what_is_no_move_is_refused(name: str, move: Any, words: str) -> None:
    game = get_game(name)
    state = game.start(game.configure(), 1, max(game.seats))
    before = state.bytes()
    moves = [game.missing] * state.seats
    moves[1] = move
    with pytest.raises(
        InputError, match=r"^moves\[1\] is no move: expected a tuple of numbers \(\w+.*\), got "
    ) as caught:
        game.step(state, moves)
    assert words in str(caught.value)
    assert state.bytes() == before


@pytest.mark.parametrize("name", OWN_GAMES)
def test_what_happened_is_noted_and_nothing_else_changes(name: str) -> None:
    game = get_game(name)
    state, play = game.start(game.configure(), 4, game.default_seats), RandomPlay(game, 4)
    noted = 0
    for _ in range(15):
        before, moves = state.clone(), play.moves(state)
        played, raw = Played(before, moves), state.bytes()
        noted += len(played.notes)
        assert before.bytes() == raw
        assert played.lost == 0
        game.step(state, moves)
    assert noted


@every_row("name", OWN_GAMES)
@every_row("wrong", ["half", 0.5, None, 2**80, -(2**80)])
def test_a_move_with_a_wrong_number_is_refused(name: str, wrong: Any) -> None:
    game = get_game(name)
    state = game.start(game.configure(), 1, min(game.seats))
    move = (wrong, *tuple(game.missing)[1:])
    with pytest.raises(InputError, match=r"^moves\[0\] is no move: .* holds whole numbers from -?\d+ to \d+, got"):
        game.step(state, [move, *[game.missing] * (state.seats - 1)])


def test_a_number_that_no_member_has_is_refused() -> None:
    state = COINS.start(COINS.configure(), 1)
    with pytest.raises(InputError, match=r"moves\[1\] is no move of coins: 3 is not a valid Way"):
        COINS.step(state, [COINS.missing, (3,)])  # type: ignore[list-item]


@every_row("name", OWN_GAMES)
@every_row(
    ("moves", "words"),
    [
        (lambda game, seats: [], r"expected a list of \d+ moves, one per seat, got 0 of them"),
        (lambda game, seats: [game.missing] * (seats + 1), r"got \d+ of them"),
        (lambda game, seats: None, "got None"),
        (lambda game, seats: "LL", "got 'LL'"),
        (lambda game, seats: dict.fromkeys(range(seats), game.missing), "one per seat, got "),
    ],
)
def test_other_than_one_move_per_seat_is_refused(name: str, moves: Callable[..., Any], words: str) -> None:
    game = get_game(name)
    state = game.start(game.configure(), 1, min(game.seats))
    with pytest.raises(InputError, match=words):
        game.step(state, moves(game, state.seats))


def test_a_state_of_another_game_is_refused() -> None:
    game = get_game(OWN_GAMES[0])
    state = game.start(game.configure(), 1, 2)
    with pytest.raises(InputError, match=f"expected a state of coins, got one of {game.name}"):
        COINS.step(state, [COINS.missing] * 2)
    with pytest.raises(InputError, match=f"expected a state of coins in the same layout, got one of {game.name}"):
        COINS.start(COINS.configure(), 1).assign(state)


@every_row("name", OWN_GAMES)
@every_row("seat", [-1, 99])
def test_a_seat_that_is_not_there_is_refused(name: str, seat: int) -> None:
    game = get_game(name)
    state = game.start(game.configure(), 1, min(game.seats))
    words = f"expected a seat from 0 to {state.seats - 1}, got {seat}"
    for ask in (game.legal, game.observe, lambda state, seat: game.learning.decode(state, seat, 0)):
        with pytest.raises(InputError, match=words):
            ask(state, seat)


@pytest.mark.parametrize("name", OWN_GAMES)
def test_an_action_that_is_not_there_is_refused(name: str) -> None:
    game = get_game(name)
    state = game.start(game.configure(), 1, min(game.seats))
    for action in (-1, game.actions):
        with pytest.raises(InputError, match=f"a flat action from 0 to {game.actions - 1}, got {action}"):
            game.learning.decode(state, 0, action)


# Plug-ins


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    forget_games()


GAME = "from tests.coins import Coins\n"
UNTITLED = "class Untitled(Coins):\n    pass\ndel Coins.title\nGAME = Untitled()\n"
ABSTRACT = "from lanista.game import Game\nGAME = Game()\n"
BROKEN: list[tuple[str, str, str, str]] = [
    ("a missing module", "p1_game:GAME", "", "ModuleNotFoundError: No module named 'p1_game'"),
    ("a missing name", "p2:GAME", "x = 1\n", "AttributeError: module 'p2' has no attribute 'GAME'"),
    ("a missing import", "p3:GAME", "\nimport nowhere\n", "No module named 'nowhere' ({folder}/p3.py:2)"),
    ("a syntax error", "p4:GAME", "x = 1\nGAME = = 2\n", "SyntaxError: invalid syntax ({folder}/p4.py:2)"),
    ("an error", "p5:GAME", "def f():\n    1 / 0\nf()\n", "division by zero ({folder}/p5.py:2)"),
    ("an exit", "p6:GAME", "import sys\nsys.exit('no')\n", "SystemExit: no ({folder}/p6.py:2)"),
    ("a number", "p7:GAME", "GAME = 7\n", "it is of type int; expected an object of a class"),
    ("a class", "p8:GAME", GAME + "GAME = Coins\n", "it is the class Coins; expected an object"),
    ("no title", "p9:GAME", GAME + UNTITLED, "its class lacks title"),
    ("another name", "p10:GAME", GAME + "GAME = Coins()\n", "calls itself 'coins'; give its entry point the same"),
    ("an unfinished class", "p11:GAME", ABSTRACT, "TypeError: Can't instantiate"),
    ("no target", "???", "", "cannot be loaded: "),
]


@pytest.mark.parametrize(("fault", "target", "text", "words"), BROKEN, ids=[case[0] for case in BROKEN])
def test_a_broken_plug_in_is_named_and_harms_nobody_else(
    fault: str, target: str, text: str, words: str, plugins: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.coins import Coins

    monkeypatch.setattr(Coins, "title", Coins.title)  # one of the cases takes it away
    module = target.partition(":")[0]
    install(plugins, f"chess = {target}", {f"{module}.py": text} if text else {})
    forget_games()
    games, (error,) = installed_games()
    assert [game.name for game in games] == OWN_GAMES
    assert "the game 'chess' of the package broken-game 1.2 (" in str(error)
    assert words.replace("{folder}", str(plugins)) in str(error)
    assert "\n" not in str(error)


def test_the_list_of_games_names_a_broken_one(plugins: Path) -> None:
    install(plugins, "chess = chess_game:GAME", {"chess_game.py": "raise OSError('no board')\n"})
    forget_games()
    listed = CliRunner().invoke(lanista, ["games"])
    assert listed.exit_code == 0
    assert all(name in listed.stdout for name in OWN_GAMES)
    assert re.search(
        r"the game 'chess' of the package broken-game 1\.2 .*OSError: no board \(.*:1\)", listed.stderr
    )
    shown = json.loads(CliRunner().invoke(lanista, ["games", "--json"]).stdout)
    assert [game["name"] for game in shown["games"]] == OWN_GAMES
    assert len(shown["broken"]) == 1


def test_verbs_on_other_games_do_not_load_a_broken_one(plugins: Path) -> None:
    install(plugins, "chess = chess_game:GAME", {"chess_game.py": "raise OSError('no board')\n"})
    forget_games()
    assert CliRunner().invoke(lanista, ["maps", OWN_GAMES[0]]).exit_code in (0, 2)
    assert get_game(OWN_GAMES[0]).name == OWN_GAMES[0]
    refused = CliRunner().invoke(lanista, ["maps", "chess"])
    assert refused.exit_code == 2
    assert "the game 'chess' of the package broken-game 1.2" in refused.output


def test_two_packages_that_offer_one_name_are_both_named(plugins: Path) -> None:
    for package in ("one-game", "two-game"):
        install(plugins / package, "chess = chess_game:GAME", {}, package)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(plugins / "one-game"))
        patch.syspath_prepend(str(plugins / "two-game"))
        forget_games()
        with pytest.raises(PluginError, match=r"several packages offer a game 'chess': the package .*; uninstall"):
            get_game("chess")


@pytest.mark.parametrize("first", [True, False])
def test_a_built_in_game_stays_when_another_package_takes_its_name(plugins: Path, first: bool) -> None:
    """The newcomer is refused, with what to do; players of the built-in game notice nothing."""
    name = OWN_GAMES[0]
    install(plugins, f"{name} = chess_game:GAME", {"chess_game.py": "GAME = 7\n"}, "chess-game")
    if not first:
        sys.path.append(sys.path.pop(sys.path.index(str(plugins))))
    forget_games()
    assert get_game(name).package.startswith("lanista.games.")
    games, (error,) = installed_games()
    assert [game.name for game in games] == OWN_GAMES
    assert str(error) == (
        f"the game '{name}' of the package chess-game 1.2 (chess_game:GAME) cannot be loaded: '{name}' is a game "
        "of lanista, which stays; give this one another name"
    )
    assert CliRunner().invoke(lanista, ["games", name]).exit_code == 0


LACKING = [
    ("OBSERVATION = (2,)", "", "berries.rules has no `OBSERVATION`; learners need both"),
    ("def observe(", "def look(", "berries.rules has no `observe`; learners need both `OBSERVATION`"),
    ("Words, is_over, rand", "Words, rand", "berries.rules has no `is_over`; rules need `step"),
    ("def step(", "def turn(", "berries.rules has no `step`; rules need"),
    ("def score(", "def points(", "berries.rules has no `score`; rules need `score(state, const, seat)`"),
    ("action: Way", "way: Way", "berries.rules.Move is no move of one word; a game needs"),
    ("TurnLimit, work: NoWork", "Choice, work: NoWork", "Choice in berries.rules needs a field `seats: i4`"),
]


@pytest.mark.parametrize(("old", "new", "words"), LACKING, ids=[case[0] for case in LACKING])
def test_rules_that_lack_something_say_what(old: str, new: str, words: str, plugins: Path) -> None:
    files = fruit_files("berries")
    rules = files["berries/rules.py"].replace("if is_over(line, config):", "if line.turn > 99:")
    assert old in rules
    install(plugins, "fruit = berries.game:FRUIT", {**files, "berries/rules.py": rules.replace(old, new)})
    forget_games()
    try:
        with pytest.raises(PluginError, match=re.escape(words)):
            get_game("fruit")
    finally:
        unload("berries")


def test_a_match_that_the_rules_end_early_is_not_said_to_have_reached_its_limit() -> None:
    class UpToThree(type(FRUIT_GAME)):  # type: ignore[misc]
        rules = replace(FRUIT_GAME.rules, is_over=three_points)

    state = UpToThree().start(FRUIT_GAME.configure(), 1)
    assert UpToThree().outcome(state) is None
    state.record.points[1] = 3
    assert UpToThree().outcome(state).reason == "decided"
    state.record.turn = state.const.max_turns
    assert UpToThree().outcome(state).reason == "turn limit"


@rule
def three_points(line: Any, config: Any) -> bool:
    """The first to get three pieces of fruit wins."""
    return bool(line.turn >= config.max_turns or line.points[0] > 2 or line.points[1] > 2)
