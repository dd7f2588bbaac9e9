"""The log folder of 2018 (8.6), file by file: rounds from 000, and a last folder with the final state."""

from __future__ import annotations

import re

import pytest

from lanista.game import get_game
from lanista.games.tower_defence.contest.text_map import text_map
from lanista.match.terms import MatchTerms
from tests.match.log_folders import SEEN, expected, files, played

NAMES = ("A - greedy", "B - turtle")


@pytest.fixture
def logs(tmp_path):
    return played(
        tmp_path / "logs", "tower_defence", "greedy", "turtle", terms=MatchTerms(settings={"max_rounds": 9})
    )


def test_every_file(logs):
    each = {*SEEN, "Console/BotOutput.txt"}
    layout = expected(range(10), NAMES, each) | {"Round 009/endGameState.txt"}
    assert files(logs.folder) == layout
    assert re.fullmatch(r"\d{4}(\.\d\d){5}", logs.folder.name)


def test_what_each_file_holds(logs):
    game = get_game("tower_defence")
    state = game.start(game.configure("standard", {"max_rounds": 9}), 3, 2)
    for number in range(10):
        orders = []
        for seat, name in enumerate(NAMES):
            folder = logs.folder / f"Round {number:03}" / name
            assert (folder / "JsonMap.json").read_bytes() == game.view_json(state, seat)
            assert (folder / "TextMap.txt").read_text() == text_map(state, seat)
            assert (folder / "Console/BotOutput.txt").read_text() == ""
            orders.append((folder / "PlayerCommand.txt").read_text())
        if number == 9:
            assert orders == ["", ""]
        else:
            game.step(state, [game.read(state, seat, order) for seat, order in enumerate(orders)])


def test_the_drawing(logs):
    lines = (logs.folder / "Round 009/A - greedy/Console/Console.txt").read_text().splitlines()
    assert lines[0].startswith("A - greedy - Health: ")
    assert lines[1].startswith("B - turtle - Health: ")
    rows = lines[3:]
    assert len(rows) == 4
    assert all(len(re.findall(r"\[[<\d ]+[AaDdEe ][>\d ]+\]", row)) == 8 for row in rows)
    assert len({len(row) for row in rows}) == 1


def test_who_won(logs):
    lines = (logs.folder / "Round 009/endGameState.txt").read_text().splitlines()
    assert lines[0].startswith(("The winner is: ", "The game ended in a tie"))
    assert lines[1] == ""
    assert [re.sub(r"\d+", "n", line) for line in lines[2:]] == [
        "A - greedy- score:n health:n",
        "B - turtle- score:n health:n",
    ]


def test_a_tie(tmp_path):
    bot = tmp_path / "idle.py"
    bot.write_text("def move(view):\n    return ''\n")
    logs = played(tmp_path, "tower_defence", str(bot), str(bot), terms=MatchTerms(settings={"max_rounds": 2}))
    assert (logs.folder / "Round 002/endGameState.txt").read_text() == (
        "The game ended in a tie\n\nA - idle- score:0 health:100\nB - idle- score:0 health:100"
    )


def test_a_bot_that_did_nothing_too_often(tmp_path):
    bot = tmp_path / "wrong.py"
    bot.write_text("def move(view):\n    print('hm')\n    return 'x,y,z'\n")
    logs = played(tmp_path, "tower_defence", str(bot), "random", terms=MatchTerms(ruleset="extended"))
    text = (logs.folder / "Round 050/endGameState.txt").read_text()
    assert text.startswith("Bot did nothing too many consecutive rounds\n\nThe winner is: ")
    player = logs.folder / "Round 000/A - wrong"
    assert (player / "PlayerCommand.txt").read_text() == "x,y,z"
    assert (player / "Console/BotOutput.txt").read_text() == "hm\n"
