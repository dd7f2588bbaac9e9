"""The screen of `lanista watch` fits its terminal, keeps its status and its keys, and finds events and faults."""

import re
from pathlib import Path

import pytest

from lanista.cli.shared.layout import folded
from lanista.cli.watch.command import _answers, read_reel
from lanista.cli.watch.playback import JUMPS, Playback
from lanista.cli.watch.screen import fitted, jump, key_events, wrapped
from lanista.game import game_names, get_game
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web.film import MatchHistory
from tests.short import SHORT

SIZES = [(80, 24), (100, 30), (60, 20), (200, 50), (40, 12)]


@pytest.fixture(scope="module")
def reels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MatchHistory]:
    """A match of every game."""
    folder: Path = tmp_path_factory.mktemp("watched")
    found = {}
    for name in game_names():
        game = get_game(name)
        bots = [game.bots[-1]] * game.default_seats
        plan_match(name, bots, MatchTerms(settings=SHORT[name]), seed=3).play(replay=folder / f"{name}.gz")
        found[name] = read_reel(folder / f"{name}.gz")
    return found


def lines_of(history: MatchHistory, playback: Playback, width: int, height: int) -> list[str]:
    return fitted(history, playback, _answers(history, playback), width, height).plain.split("\n")


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("name", game_names())
def test_every_game_fits_every_terminal(reels, name, width, height):
    history = reels[name]
    playback = Playback(history.turns, len(history.names))
    for playback.turn in {0, 1, history.turns // 2, history.turns}:
        for playback.seat in (None, 0):
            lines = lines_of(history, playback, width, height)
            assert len(lines) <= height
            assert max(len(line) for line in lines) <= width
            whole = "\n".join(lines)
            assert f"turn {playback.turn}/{history.turns}" in whole
            assert "q quit" in whole
            assert "n/p event" in whole


@pytest.mark.parametrize("name", game_names())
def test_a_whole_board_is_shown_where_there_is_room(reels, name):
    history = reels[name]
    playback = Playback(history.turns, len(history.names), turn=history.turns)
    whole = "\n".join(lines_of(history, playback, 200, 70))
    picture = history.game.picture(history.moments[history.turns].state, None, history.names).plain
    for row in picture.split("\n"):
        assert row.rstrip() in whole
    assert "rows " not in whole


def test_a_window_follows_what_happens_and_can_be_scrolled(reels):
    history = reels["sproutopia"]
    playback = Playback(history.turns, len(history.names), turn=history.turns // 2, playing=False)
    shown = lines_of(history, playback, 80, 24)
    assert re.search(r"rows \d+-\d+/\d+", "\n".join(shown))
    playback.press("scroll up")
    for _ in range(20):
        playback.press("scroll up")
    top = lines_of(history, playback, 80, 24)
    assert (playback.top, "rows 1-" in "\n".join(top)) == (0, True)
    for _ in range(20):
        playback.press("scroll down")
    assert "└" in "\n".join(lines_of(history, playback, 80, 24)), "the end of the board, and no further"
    playback.press("scroll right")
    lines_of(history, playback, 60, 20)
    assert playback.left == 10
    playback.top = 0
    playback.press("follow")
    assert lines_of(history, playback, 80, 24)[:5] == shown[:5]


def test_events_stand_beside_a_board_that_leaves_room(reels):
    history = reels["rampage"]
    playback = Playback(history.turns, len(history.names), turn=history.turns)
    [*_, last] = (event for turn in range(history.turns + 1) for event in key_events(history, turn, playback))
    assert last.text[:20] in "\n".join(lines_of(history, playback, 200, 50))
    assert last.text[:20] not in "\n".join(lines_of(history, playback, 80, 24)), "nothing is put over the board"


@pytest.mark.parametrize("name", game_names())
def test_jumps_go_from_event_to_event_and_back(reels, name):
    history = reels[name]
    playback = Playback(history.turns, len(history.names))
    expected = [turn for turn in range(1, history.turns + 1) if key_events(history, turn, playback)]
    found = []
    while not playback.note:
        jump(history, playback, "next event")
        found.append(playback.turn)
    assert found[:-1] == expected
    assert playback.note == "no later event"
    assert "no later event" in "\n".join(lines_of(history, playback, 80, 24))
    if len(expected) > 1:
        jump(history, playback, "previous event")
        assert playback.turn == expected[-2]


def test_jumps_find_faults(tmp_path):
    bot = tmp_path / "mine.py"
    bot.write_text("def move(view):\n    return 'NONSENSE' if view['currentRound'] in (3, 7) else 'NOTHING'\n")
    changes = {"max_rounds": 10}
    plan_match("overdrive", [str(bot), "cruise"], MatchTerms(settings=changes), seed=1).play(
        replay=tmp_path / "m.gz"
    )
    history = read_reel(tmp_path / "m.gz")
    lines = [moment.line for moment in history.moments]
    faulty = [turn for turn, line in enumerate(lines) if line is not None and line.verdicts[0] != "ok"]
    playback = Playback(history.turns, 2)
    for turn in faulty:
        jump(history, playback, "next fault")
        assert (playback.turn, playback.playing) == (turn, False)
    jump(history, playback, "next fault")
    assert (playback.turn, playback.note) == (faulty[-1], "no later fault")
    jump(history, playback, "previous fault")
    assert playback.turn == faulty[-2]
    playback.seat, playback.turn = 1, 0
    jump(history, playback, "next fault")
    assert playback.note == "no later fault", "a seat does not see the others' faults"


def test_a_fault_is_shown_before_other_answers(tmp_path):
    bot = tmp_path / "mine.py"
    bot.write_text("def move(view):\n    return 'NONSENSE'\n")
    bots = ["scout"] * 11
    plan_match("tanks", [*bots, str(bot)], MatchTerms(settings={"max_turns": 1}), seed=1).play(
        replay=tmp_path / "m.gz"
    )
    history = read_reel(tmp_path / "m.gz")
    lines = lines_of(history, Playback(history.turns, 12, turn=1), 80, 24)
    assert any("invalid" in line for line in lines)
    assert any("more answers" in line for line in lines)


def test_keys_are_wrapped():
    assert wrapped(("q quit", "space pause", "n event"), 20) == ["q quit · space pause", "n event"]
    assert wrapped(("a long word",), 3) == ["a long word"]
    assert len(JUMPS) == 4


def test_rows_of_nothing_are_folded(reels):
    history = reels["sproutopia"]
    picture = history.game.picture(history.moments[5].state, 0, history.names)
    rows = folded(picture).plain.split("\n")
    assert sum(not re.search(r"[^\s\d│]", row) for row in rows) <= 6
    assert any(re.search(r"⋮  \d+ more rows of nothing", row) for row in rows)
    for row in picture.plain.split("\n"):
        if re.search(r"[^\s\d│]", row):
            assert row in rows
