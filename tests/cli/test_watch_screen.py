"""The screen of `lanista watch` fits its terminal, keeps its status and its keys, and finds events and faults."""

import re
from pathlib import Path

import pytest

from lanista.cli.layout import folded
from lanista.cli.playback import JUMPS, Playback
from lanista.cli.watch import _answers, read_reel
from lanista.cli.watch_screen import fitted, jump, key_events, wrapped
from lanista.game import game_names, get_game
from lanista.match import arrange
from lanista.web.film import Reel
from tests.short import SHORT

SIZES = [(80, 24), (100, 30), (60, 20), (200, 50), (40, 12)]


@pytest.fixture(scope="module")
def reels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reel]:
    """A match of every game."""
    folder: Path = tmp_path_factory.mktemp("watched")
    found = {}
    for name in game_names():
        game = get_game(name)
        bots = [game.bots[-1]] * game.default_seats
        arrange(name, bots, seed=3, changes=SHORT[name]).play(replay=folder / f"{name}.gz")
        found[name] = read_reel(folder / f"{name}.gz")
    return found


def lines_of(reel: Reel, playback: Playback, width: int, height: int) -> list[str]:
    return fitted(reel, playback, _answers(reel, playback), width, height).plain.split("\n")


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("name", game_names())
def test_every_game_fits_every_terminal(reels, name, width, height):
    reel = reels[name]
    playback = Playback(reel.turns, len(reel.names))
    for playback.turn in {0, 1, reel.turns // 2, reel.turns}:
        for playback.seat in (None, 0):
            lines = lines_of(reel, playback, width, height)
            assert len(lines) <= height
            assert max(len(line) for line in lines) <= width
            whole = "\n".join(lines)
            assert f"turn {playback.turn}/{reel.turns}" in whole
            assert "q quit" in whole
            assert "n/p event" in whole


@pytest.mark.parametrize("name", game_names())
def test_a_whole_board_is_shown_where_there_is_room(reels, name):
    reel = reels[name]
    playback = Playback(reel.turns, len(reel.names), turn=reel.turns)
    whole = "\n".join(lines_of(reel, playback, 200, 70))
    picture = reel.game.picture(reel.moments[reel.turns].state, None, reel.names).plain
    for row in picture.split("\n"):
        assert row.rstrip() in whole
    assert "rows " not in whole


def test_a_window_follows_what_happens_and_can_be_scrolled(reels):
    reel = reels["sproutopia"]
    playback = Playback(reel.turns, len(reel.names), turn=reel.turns // 2, playing=False)
    shown = lines_of(reel, playback, 80, 24)
    assert re.search(r"rows \d+-\d+/\d+", "\n".join(shown))
    playback.press("scroll up")
    for _ in range(20):
        playback.press("scroll up")
    top = lines_of(reel, playback, 80, 24)
    assert (playback.top, "rows 1-" in "\n".join(top)) == (0, True)
    for _ in range(20):
        playback.press("scroll down")
    assert "└" in "\n".join(lines_of(reel, playback, 80, 24)), "the end of the board, and no further"
    playback.press("scroll right")
    lines_of(reel, playback, 60, 20)
    assert playback.left == 10
    playback.top = 0
    playback.press("follow")
    assert lines_of(reel, playback, 80, 24)[:5] == shown[:5]


def test_events_stand_beside_a_board_that_leaves_room(reels):
    reel = reels["rampage"]
    playback = Playback(reel.turns, len(reel.names), turn=reel.turns)
    [*_, last] = (event for turn in range(reel.turns + 1) for event in key_events(reel, turn, playback))
    assert last.text[:20] in "\n".join(lines_of(reel, playback, 200, 50))
    assert last.text[:20] not in "\n".join(lines_of(reel, playback, 80, 24)), "nothing is put over the board"


@pytest.mark.parametrize("name", game_names())
def test_jumps_go_from_event_to_event_and_back(reels, name):
    reel = reels[name]
    playback = Playback(reel.turns, len(reel.names))
    expected = [turn for turn in range(1, reel.turns + 1) if key_events(reel, turn, playback)]
    found = []
    while not playback.note:
        jump(reel, playback, "next event")
        found.append(playback.turn)
    assert found[:-1] == expected
    assert playback.note == "no later event"
    assert "no later event" in "\n".join(lines_of(reel, playback, 80, 24))
    if len(expected) > 1:
        jump(reel, playback, "previous event")
        assert playback.turn == expected[-2]


def test_jumps_find_faults(tmp_path):
    bot = tmp_path / "mine.py"
    bot.write_text("def move(view):\n    return 'NONSENSE' if view['currentRound'] in (3, 7) else 'NOTHING'\n")
    changes = {"max_rounds": 10}
    arrange("overdrive", [str(bot), "cruise"], seed=1, changes=changes).play(replay=tmp_path / "m.gz")
    reel = read_reel(tmp_path / "m.gz")
    lines = [moment.line for moment in reel.moments]
    faulty = [turn for turn, line in enumerate(lines) if line is not None and line.verdicts[0] != "ok"]
    playback = Playback(reel.turns, 2)
    for turn in faulty:
        jump(reel, playback, "next fault")
        assert (playback.turn, playback.playing) == (turn, False)
    jump(reel, playback, "next fault")
    assert (playback.turn, playback.note) == (faulty[-1], "no later fault")
    jump(reel, playback, "previous fault")
    assert playback.turn == faulty[-2]
    playback.seat, playback.turn = 1, 0
    jump(reel, playback, "next fault")
    assert playback.note == "no later fault", "a seat does not see the others' faults"


def test_a_fault_is_shown_before_other_answers(tmp_path):
    bot = tmp_path / "mine.py"
    bot.write_text("def move(view):\n    return 'NONSENSE'\n")
    bots = ["scout"] * 11
    arrange("tanks", [*bots, str(bot)], seed=1, changes={"max_turns": 1}).play(replay=tmp_path / "m.gz")
    reel = read_reel(tmp_path / "m.gz")
    lines = lines_of(reel, Playback(reel.turns, 12, turn=1), 80, 24)
    assert any("invalid" in line for line in lines)
    assert any("more answers" in line for line in lines)


def test_keys_are_wrapped():
    assert wrapped(("q quit", "space pause", "n event"), 20) == ["q quit · space pause", "n event"]
    assert wrapped(("a long word",), 3) == ["a long word"]
    assert len(JUMPS) == 4


def test_rows_of_nothing_are_folded(reels):
    reel = reels["sproutopia"]
    picture = reel.game.picture(reel.moments[5].state, 0, reel.names)
    rows = folded(picture).plain.split("\n")
    assert sum(not re.search(r"[^\s\d│]", row) for row in rows) <= 6
    assert any(re.search(r"⋮  \d+ more rows of nothing", row) for row in rows)
    for row in picture.plain.split("\n"):
        if re.search(r"[^\s\d│]", row):
            assert row in rows
