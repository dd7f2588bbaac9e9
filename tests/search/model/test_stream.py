"""Messages of the model: both forms carry the same, and whatever comes is answered in one plain line."""

from __future__ import annotations

import contextlib
import io
import json
import struct
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.core.text import inert
from lanista.engine.native import available
from lanista.search.model import Model, service, stream
from lanista.search.model.service import Service
from lanista.search.model.stream import BrokenStream, Form, JsonLines, MsgpackBlocks, serve
from tests.rows import every_row
from tests.search.model.test_model import start_message
from tests.sixth_game.game import FRUIT

pytestmark = [
    pytest.mark.compiles,
    pytest.mark.skipif(not available(), reason="needs a C compiler"),
]
START = FRUIT.start(FRUIT.configure(), 3)
# A conversation: requests, and what their answers hold besides the id
TALK: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"do": "new", "seed": 3}, {"states": [0]}),
    ({"do": "clone", "states": [0], "count": 2}, {"states": [1, 2]}),
    ({"do": "step", "states": [1, 2], "moves": [[["RIGHT", 1], [0, None]], [[0, 1], [2, -1]]]},
     {"played": [2, 2], "over": [False, False]}),
    ({"do": "free", "states": [2, 0]}, {"left": 1}),
    ({"do": "outcome", "states": [1]}, {"outcomes": [None]}),
    ({"do": "value", "states": [1]}, {"values": [[0.0, 0.0]]}),
    ({"do": "playouts", "states": [1], "count": 3, "turns": 0}, {"means": [[0.0, 0.0]], "turns": 0}),
    ({"do": "load", "state": FRUIT.dump(START), "count": 2}, {"states": [65538, 65536]}),
    ({"do": "dump", "state": 65538}, {"state": FRUIT.dump(START)}),
    ({"do": "view", "state": 65538, "seat": 1}, {"view": FRUIT.view(START, 1)}),
    ({"do": "legal", "state": 65538, "seat": 0}, {"actions": [0, 1, 2], "moves": ["STAY", "LEFT", "RIGHT"]}),
    ({"do": "free"}, {"left": 0}),
    ({"do": "see", "view": FRUIT.view(START, 0)}, {"error": "views can be loaded only once a match is followed: "
                                                            "give the bot's start message first"}),
    ({"do": "load", "view": FRUIT.view(START, 0), "start": start_message(FRUIT)}, {"states": [131074]}),
    ({"do": "see", "view": FRUIT.view(START, 0)}, {}),
]  # fmt: skip


def framed(form: Form, requests: list[Any]) -> bytes:
    return b"".join(form.framed(form.encoder.encode(request)) for request in requests)


def talk(form: Form, data: bytes) -> list[dict[str, Any]]:
    """The answers to what is written to a new model."""
    sink = io.BytesIO()
    with contextlib.suppress(BrokenStream):
        serve(Service(Model(FRUIT)), form, io.BytesIO(data), sink)
    return [form.loose.decode(message) for message in form.messages(io.BytesIO(sink.getvalue()))]


@pytest.mark.parametrize("form", [JsonLines(), MsgpackBlocks()], ids=["json", "msgpack"])
def test_a_conversation(form: Form) -> None:
    asked = [{"id": number, **request} for number, (request, _) in enumerate(TALK)]
    expected = [{"id": number, **answer} for number, (_, answer) in enumerate(TALK)]
    assert talk(form, framed(form, asked)) == expected


def test_both_forms_search_alike() -> None:
    asked = [
        {"id": "a", "do": "load", "view": FRUIT.view(START, 0), "start": start_message(FRUIT), "count": 2},
        {"id": "b", "do": "propose", "state": 0, "seat": 0, "count": 2},
        {"id": "c", "do": "best", "states": [0, 1], "playouts": 40},
    ]
    lines, blocks = (talk(form, framed(form, asked)) for form in (JsonLines(), MsgpackBlocks()))
    assert lines == blocks
    assert [answer["id"] for answer in lines] == ["a", "b", "c"]
    assert sum(option["visits"] for option in lines[2]["options"]) == lines[2]["playouts"] == 40
    assert lines[2]["move"] == lines[2]["options"][0]["move"]


@pytest.mark.parametrize("form", [JsonLines(), MsgpackBlocks()], ids=["json", "msgpack"])
def test_packed_moves(form: Form) -> None:
    moves = np.array([[[0, 1], [2, 1]], [[1, 0], [-1, 2]]], dtype="<i4")
    new = [{"do": "new", "seed": 3}, {"do": "clone", "states": [0], "count": 3}]
    steps: list[dict[str, Any]] = [
        {"do": "step", "states": [0, 1], "moves": moves.tobytes(), "turns": 2, "seed": 5},
        {"do": "step", "states": [2, 3], "moves": moves.tolist(), "seed": 5},
    ]
    dumps = [{"do": "dump", "state": state} for state in range(4)]
    found = talk(form, framed(form, [*new, *steps, *dumps]))
    states = [answer["state"] for answer in found[4:]]
    assert states[:2] == states[2:]
    assert states[0] != states[1]


HOSTILE = [
    (b"garbage", "expected a request: JSON is malformed"),
    (b'{"id":1', "expected a request: Input data was truncated"),
    (b"[]", "expected a request: Expected `object`, got `array`"),
    (b"{}", "missing required field `do`; there are about, begin, see"),
    (b'{"do":"fly"}', "Invalid value 'fly' - at `$.do`; there are about, begin, see"),
    (b'{"do":"clone"}', "missing required field `states`"),
    (b'{"do":"clone","states":[0],"cout":3}', "unknown field `cout`"),
    (b'{"do":"clone","states":[0],"count":0}', "Expected `int` >= 1 - at `$.count`"),
    (b'{"do":"clone","states":[1e400]}', "expected a request"),
    (b'{"do":"clone","states":[99999999999999999999999]}', "whole numbers"),
    (b'{"do":"clone","states":["\\u0000"]}', "Expected `int`, got `str` - at `$.states[0]`"),
    (b'{"do":"new","seed":1e99}', "expected a request"),
    (b'{"do":"new","seats":99}', "got 99 seats"),
    (b'{"do":"load"}', "either `view` or `state`"),
    (b'{"do":"load","view":{},"state":{}}', "either `view` or `state`"),
    (b'{"do":"load","state":{"a":' + b"[" * 5000 + b"]" * 5000 + b"}}", "nested too deeply"),
    (b'{"do":"begin","start":{"game":"fruit","seat":0,"seats":2,"config":{"max_turns":-1}}}', "max_turns"),
    (b'{"do":"step","states":[],"moves":[]}', "the same number of seats, got none"),
    (b'{"do":"step","states":[0],"moves":"AAAAAA=="}', "the moves of 2 seats; got an array of shape (1, 1, 1)"),
    (b'{"do":"step","states":[0],"moves":"AAAA"}', "expected 4 bytes for each of 1 states"),
    (b'{"do":"step","states":[0],"moves":"AAA"}', "expected a request"),
    (b'{"do":"best","states":[0],"seat":0,"ms":1e99}', "at most 60000"),
    (b'{"do":"best","states":[0],"seat":0,"playouts":99999999}', "at most 1,000,000 turns"),
    (b'{"do":"propose","state":0,"seat":0,"count":99999999}', "at most 10000 moves"),
    (b'{"do":"clone","states":[0],"count":99999999}', "expected at most 65,536 states at a time"),
    (b"\xff\xfe{}", "expected a request"),
]


@every_row(("line", "message"), HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_lines(line: bytes, message: str) -> None:
    first, refused, last = talk(JsonLines(), b'{"do":"new"}\n' + line + b'\n\n{"id":7,"do":"free"}')
    assert first["states"] == [0]
    assert message in refused["error"]
    assert inert(refused["error"]) == refused["error"]
    assert last["id"] == 7


def test_a_refusal_names_the_request() -> None:
    found = talk(JsonLines(), b'{"id":5,"do":"fly"}\n{"id":"x","do":"clone"}\n{"id":[1],"do":"free"}')
    assert [answer["id"] for answer in found] == [5, "x", None]


def test_a_fault_of_a_game_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("oh\nno")

    monkeypatch.setattr(Model, "new", fail)
    refused, answered = talk(JsonLines(), b'{"id":1,"do":"new"}\n{"id":2,"do":"free"}')
    assert refused["error"].startswith("this could not be answered: ZeroDivisionError: oh")
    assert answered == {"id": 2, "left": 0}


def test_long_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MAX_MESSAGE", 300)
    answered_at_length = b'{"do":"new"}\n{"do":"clone","states":[0],"count":200}\n'
    assert "lines of at most 300 bytes" in talk(JsonLines(), b'{"do":"new"}' + b" " * 300)[-1]["error"]
    assert "the answer has more than 300 bytes" in talk(JsonLines(), answered_at_length)[1]["error"]
    block = struct.pack("<I", 301) + bytes(301)
    assert "at most 300 bytes, got 301" in talk(MsgpackBlocks(), block)[-1]["error"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"do":"about"}\n', "are these lines of JSON? They need the model without --msgpack"),
        (b"\x01", "the input ended within a message"),
        (struct.pack("<I", 9) + b"12345678", "the input ended within a message"),
        (struct.pack("<I", 3) + b"\x93\x01\x02", "expected a request"),
        (struct.pack("<I", 0), "expected a request"),
        (struct.pack("<I", 3000) + b"\x91" * 3000, "expected a request"),
    ],
)
def test_hostile_blocks(data: bytes, message: str) -> None:
    assert message in talk(MsgpackBlocks(), data)[-1]["error"]


@pytest.mark.parametrize(("words", "code"), [((), 0), (("--msgpack",), 1)])
def test_the_verb(words: tuple[str, ...], code: int) -> None:
    done = CliRunner().invoke(lanista, ["model", "overdrive", *words], input=b'{"id":1,"do":"about"}\n')
    assert done.exit_code == code
    if not words:
        about = json.loads(done.stdout)
        assert about["limits"]["bytes"] == service.MAX_MESSAGE
        assert about["id"] == 1
    else:
        assert "are these lines of JSON?" in done.stderr


def test_the_verb_takes_settings() -> None:
    asked = b'{"do":"new"}\n{"do":"step","states":[0],"moves":[[[0,0],[0,0],[0,0]]]}\n'
    done = CliRunner().invoke(lanista, ["model", "overdrive", "--set", "max_rounds=2"], input=asked)
    assert msgspec.json.decode(done.stdout.splitlines()[1]) == {"id": None, "played": [2], "over": [True]}
