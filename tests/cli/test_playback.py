"""The terminal viewer's keys and clock."""

import pytest

from lanista.cli.watch.playback import SPEEDS, Playback, keys_in
from tests.rows import every_row


def test_time_advances_the_match_up_to_its_end():
    playback = Playback(last=20, seats=2, speed=8.0)
    playback.advance(1.0)
    assert playback.turn == 8
    playback.advance(0.05)
    assert playback.turn == 8
    playback.advance(0.1)
    assert playback.turn == 9
    playback.advance(100)
    assert (playback.turn, playback.playing) == (20, False)


PRESSES = [
    (["pause"], {"playing": False, "turn": 10}),
    (["pause", "pause"], {"playing": True}),
    (["forward"], {"turn": 11, "playing": False}),
    (["back", "back"], {"turn": 8, "playing": False}),
    (["start"], {"turn": 0}),
    (["start", "back"], {"turn": 0}),
    (["end"], {"turn": 40}),
    (["end", "forward"], {"turn": 40}),
    (["seek 5"], {"turn": 20}),
    (["faster"], {"speed": 15.0}),
    (["slower"], {"speed": 4.0}),
    (["slower"] * 20, {"speed": SPEEDS[0]}),
    (["faster"] * 20, {"speed": SPEEDS[-1]}),
    (["seat"], {"seat": 0}),
    (["seat", "seat"], {"seat": 1}),
    (["seat", "seat", "seat"], {"seat": None}),
    (["quit"], {"quit": True}),
]


@every_row(("presses", "expected"), PRESSES)
def test_keys(presses, expected):
    playback = Playback(last=40, seats=2, turn=10)
    for press in presses:
        playback.press(press)
    assert {name: getattr(playback, name) for name in expected} == expected


def test_pause_at_the_end_plays_again():
    playback = Playback(last=5, seats=2, turn=5, playing=False)
    playback.press("pause")
    assert (playback.turn, playback.playing) == (0, True)


@pytest.mark.parametrize(
    ("data", "actions"),
    [
        (" ", ["pause"]),
        ("\x1b[C\x1b[C", ["forward", "forward"]),
        ("\x1b[1~5q", ["start", "seek 5", "quit"]),
        ("x\x1b[Ay", ["faster"]),
    ],
)
def test_what_terminals_send(data, actions):
    assert keys_in(data) == actions
