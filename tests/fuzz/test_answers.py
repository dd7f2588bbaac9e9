"""Whatever a bot writes: it gets a verdict, its match continues, and no unexpected exception is raised."""

from __future__ import annotations

import random
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from lanista.bots.player import BotAnswer, Budgets
from lanista.bots.protocol import lines
from lanista.core.verdict import Verdict
from tests.bots.scripted import Rehearsal, Scripted, Scripted2018, Scripted2020, ScriptedLines
from tests.fuzz.mutations import FRAGMENTS, cases, mutate_bytes, mutate_json

MESSAGES: list[dict[str, Any]] = [
    {"turn": 3, "move": "USE_TWEET 4 76", "say": "hm", "draw": [[1, 2, "text"], {"x": 3, "y": 4, "to": [6, 4]}]},
    {"type": "answer", "turn": 1, "move": {"act": "fire", "path": [1, 2, 3]}},
    {"type": "ready"},
    {"type": "not_ready", "reason": "no book"},
]
TURNS = 4
PIPE = 60_000  # bytes that fit into a pipe


@pytest.mark.parametrize("number", range(len(MESSAGES)))
def test_a_line_is_an_answer_or_refused(number):
    for rng in cases(250, "line", number):
        value = mutate_json(rng, MESSAGES[number]) if rng.random() < 0.5 else MESSAGES[number]
        line = mutate_bytes(rng, encoded(value)).replace(b"\n", b" ")
        try:
            message = lines.parse(line)
        except lines.NotAnAnswer as error:
            refused = str(error)
            assert len(refused) < 400, refused
            continue
        text = lines.move_text(message.move)
        msgspec.json.decode(msgspec.json.encode([text, message.say, message.draw, message.turn]))


def encoded(value: object) -> bytes:
    """JSON as a bot may write it, with integers of any size."""
    import json

    return json.dumps(value).encode()


def written(rng: random.Random, turn: int, kind: type[Scripted]) -> bytes:
    """The lines of a bot in a turn: one or several answers, possibly mutated."""
    if kind is ScriptedLines:
        message = {**MESSAGES[0], "turn": turn + rng.choice([0, 0, 0, -1, 1])}
        line = encoded(message if rng.random() < 0.5 else mutate_json(rng, message)) + b"\n"
        line = rng.choice([line, line, b"FIX\n", b'{"type":"ready"}\n'])
    else:
        line = b"C;%d;USE_TWEET 4 76\n" % (turn + rng.choice([0, 0, 0, -1, 1]))
    data = line * rng.choice([1, 1, 1, 2, 3, 300])
    return mutate_bytes(rng, data) if rng.random() < 0.7 else data


def chunks(rng: random.Random, data: bytes) -> list[bytes]:
    edges = sorted({0, len(data), *(rng.randint(0, len(data)) for _ in range(rng.randrange(4)))})
    return [data[a:b][:PIPE] for a, b in pairwise(edges)]


@pytest.mark.parametrize("kind", [ScriptedLines, Scripted2020, Scripted2018])
def test_a_bot_that_writes_anything_gets_its_verdicts(kind):
    for rng in cases(60, "bot", kind.__name__):
        for answer in answers_of(rng, kind):
            assert isinstance(answer.verdict, Verdict)
            assert len(answer.reason) < 1000
            msgspec.json.encode([answer.text, answer.say, answer.draw, answer.reason, answer.log])


def answers_of(rng: random.Random, kind: type[Scripted]) -> list[BotAnswer]:
    """A few turns of a bot that writes anything at any time, to any of its pipes."""
    answers = []
    with Rehearsal(kind, Budgets(100, 100)) as rehearsal:
        player, clock = rehearsal.player, rehearsal.clock
        if kind is ScriptedLines:
            ready = b'{"type":"ready"}\n'
            rehearsal.get_ready(ready if rng.random() < 0.8 else mutate_bytes(rng, ready)[:PIPE])
        for turn in range(1, TURNS + 1):
            rehearsal.loop.listen()
            player.ask(turn, b"{}")
            for chunk in chunks(rng, written(rng, turn, kind)):
                clock.after(rng.random() * 0.15, partial(player.write, chunk))
            if rng.random() < 0.1:
                event = mutate_bytes(rng, b'{"exit":0,"cpu_ms":1.5}\n{"signal":11}\n')[:4000]
                clock.after(rng.random() * 0.15, partial(player.write, event, "status"))
            if rng.random() < 0.2:
                clock.after(rng.random() * 0.15, partial(player.write, rng.choice(FRAGMENTS)[:PIPE], "stderr"))
            rehearsal.loop.wait()
            answers.append(player.take())
            if rng.random() < 0.3:
                clock.pass_by(rng.random() * 0.2)
    return answers
