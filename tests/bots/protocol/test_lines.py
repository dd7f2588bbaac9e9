"""The lines protocol: what is sent, and what is understood."""

import json

import pytest

from lanista.bots.player import Budgets, MatchInfo
from lanista.bots.protocol import lines

UNDERSTOOD = [
    (b'{"turn":3,"move":"FIX"}', (3, "FIX")),
    (b'  {"move":"FIX","extra":1}', (None, "FIX")),
    (b"USE_TWEET 4 76", (None, "USE_TWEET 4 76")),
    (b"FIX\r", (None, "FIX")),
    (b'{"turn":1,"move":{"act":"fire"}}', (1, {"act": "fire"})),
]


@pytest.mark.parametrize(("line", "expected"), UNDERSTOOD)
def test_answers(line, expected):
    message = lines.parse(line)
    assert (message.turn, message.move) == expected


REFUSED = [
    (b"{", "expected a JSON object"),
    (b'{"turn":"three","move":"FIX"}', "$.turn"),
    (b'{"turn":3}', 'expected a member "move"'),
    (b'{"turn":3,"move":"FIX"', "expected a JSON object"),
    (b'{"move":' + b"[" * 5000, "expected a JSON object"),
    (b"\xff\xfe", "expected UTF-8, got byte 0xff at column 1"),
]


@pytest.mark.parametrize(("line", "reason"), REFUSED)
def test_lines_that_are_no_answers(line, reason):
    with pytest.raises(lines.NotAnAnswer) as error:
        lines.parse(line)
    assert reason in str(error.value)


def test_the_start_message():
    match = MatchInfo("overdrive", "standard", {"max_rounds": 600}, ["a", "b"], Budgets(10_000, 1000))
    assert json.loads(lines.start_line(match, 1)) == {
        "type": "start",
        "protocol": 1,
        "game": "overdrive",
        "ruleset": "standard",
        "seat": 1,
        "seats": 2,
        "names": ["a", "b"],
        "config": {"max_rounds": 600},
        "limits": {"start_ms": 10_000, "turn_ms": 1000},
    }


def test_turn_and_end_are_lines_of_json():
    assert json.loads(lines.turn_line(4, b'{"x":1}')) == {"type": "turn", "turn": 4, "view": {"x": 1}}
    assert json.loads(lines.end_line({"places": [1, 2]})) == {"type": "end", "outcome": {"places": [1, 2]}}


def test_what_a_bot_says_is_cut():
    assert len(lines.parse(json.dumps({"move": "FIX", "say": "x" * 10_000}).encode()).say or "") == 500


@pytest.mark.parametrize(("move", "text"), [("FIX", "FIX"), ({"a": 1}, '{"a":1}'), (7, "7")])
def test_moves_as_text(move, text):
    assert lines.move_text(move) == text
