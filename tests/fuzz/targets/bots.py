"""Targets: what a bot's process writes, to its output, its log and the supervisor's channel."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import msgspec

from lanista.bots.player import BotAnswer, Budgets
from lanista.bots.process.line_reader import LineReader, OutputLimit
from lanista.bots.process.supervisor import events, exit_text
from lanista.bots.protocol import lines
from lanista.bots.protocol.matching import AnswerMatch, AnswerMatcher
from lanista.core.errors import EngineError
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.referee import judge
from tests.bots.scripted import Rehearsal, Scripted, Scripted2018, Scripted2020, ScriptedLines
from tests.fuzz.target import Finding, Target, expect_plain

PIPE = 60_000  # bytes that fit into a pipe
# A session is cut into pieces by these bytes, which UTF-8 does not have: where and when the next piece is written.
TURN, LATE, LOG, STATUS = 0xFC, 0xFD, 0xFE, 0xFF
MESSAGES = [
    b'{"turn":3,"move":"USE_TWEET 4 76","say":"hm","draw":[[1,2,"text"],{"x":3,"y":4,"to":[6,4]}]}',
    b'{"type":"answer","turn":1,"move":{"act":"fire","path":[1,2,3]}}', b'{"type":"ready","again":true}',
    b'{"type":"not_ready","reason":"no book"}', b"FIX", b' {"move":[]}\r',
]  # fmt: skip


def parse(data: bytes) -> None:
    """A message can be encoded again; a ready player's exchange does no more with it."""
    message = lines.parse(data)
    text = lines.move_text(message.move)
    msgspec.json.decode(msgspec.json.encode([text, message.say, message.draw, message.turn, message.reason]))


def pieces(data: bytes, marks: range) -> list[tuple[int, bytes]]:
    """The pieces of a session, each with the mark before it."""
    edges = [0, *(at for at, byte in enumerate(data) if byte in marks), len(data)]
    return [(data[a], data[a + 1 : b] if data[a] in marks else data[a:b]) for a, b in pairwise(edges) if a < b]


def session(kind: type[Scripted], data: bytes) -> None:
    """A whole match: what comes before the first turn is written before the bot is ready."""
    parts = pieces(data, range(TURN, 0x100))[:12]
    begin = next((number for number, (mark, _) in enumerate(parts) if mark == TURN), len(parts))
    with Rehearsal(kind, Budgets(100, 100)) as rehearsal:
        for part in parts[:begin]:
            write(rehearsal, *part)
        if kind is ScriptedLines:
            rehearsal.get_ready(b"")
        turn = 0
        for mark, piece in parts[begin:]:
            if mark == TURN:
                turn += 1
                check_answer(rehearsal, rehearsal.ask(turn, (0.05, piece[:PIPE])))
            else:
                write(rehearsal, mark, piece)


def write(rehearsal: Rehearsal, mark: int, piece: bytes) -> None:
    """Write before or between turns."""
    if mark == LATE:
        rehearsal.clock.pass_by(0.2)
    rehearsal.player.write(piece[:PIPE], {LOG: "stderr", STATUS: "status"}.get(mark, "stdout"))


def check_answer(rehearsal: Rehearsal, answer: BotAnswer) -> None:
    player: Any = rehearsal.player
    judge(get_game(player._opening.match.game), player._opening.state, 0, answer)
    if answer.verdict is Verdict.ENGINE_ERROR:
        raise Finding(f"a bot caused an engine error: {answer.reason}")
    if answer.reason:
        expect_plain(answer.reason)
    msgspec.json.encode([answer.text, answer.say, answer.draw, answer.reason, answer.log])


def sessions(kind: type[Scripted]) -> list[bytes]:
    mark = bytes([TURN])
    if kind is ScriptedLines:
        turns = [b'{"turn":%d,"move":"USE_BOOST"}\n' % turn for turn in (1, 2, 3)]
        ready = b'{"type":"ready"}\n'
        return [
            mark.join([ready, *turns]),
            mark.join([ready, b"FIX\n", b"", turns[0] + b"\xfdFIX\nFIX\n", b"{\n", turns[2]]),
            mark.join(
                [ready, turns[0] + b"\xfe" + b"Traceback: no\n", b'\xff{"exit":0,"cpu_ms":1.5}\n', turns[2]]
            ),
            b'{"type":"not_ready","reason":"no book"}\n' + mark + b"FIX\n",
            b'\xff{"started":77}\n{"failed":"No such file or directory"}\n' + mark,
        ]
    answer = b"3,4,1" if kind is Scripted2018 else b"C;%d;USE_TWEET 4 76\n"
    turns = [answer % turn if b"%" in answer else answer for turn in (1, 2, 3)]
    return [mark.join([b"", *turns]), mark.join([b"", turns[1], turns[0] + b'\xff{"signal":11}\n', turns[2]])]


def split(data: bytes) -> None:
    """Whole or in two pieces, output gives the same lines; the first byte says where it is cut."""
    if not data:
        return
    at = len(data) * data[0] // 256
    if fed([data]) != fed([data[:at], data[at:]]):
        raise Finding(f"the lines depend on where the output is cut: {data[:200]!r} at {at}")


def fed(parts: list[bytes]) -> tuple[list[bytes], bytes]:
    reader, found = LineReader(), []
    try:
        for part in parts:
            found += reader.feed(part)
    except OutputLimit as error:
        expect_plain(str(error))
        return [], b"too much"
    return found, bytes(reader.rest)


def match(data: bytes) -> None:
    """Any order of questions, timeouts and answers; at most one answer counts for each turn."""
    matcher, turn = AnswerMatcher(), 0
    answered: set[int] = set()
    expired: set[int] = set()
    for byte in data[:400]:
        match byte % 4:
            case 0:
                turn += 1
                matcher.asked(turn)
            case 1 if turn and turn not in answered | expired:
                expired.add(turn)
                matcher.expired()
            case 2:
                found = matcher.match(turn - (byte >> 2) % 4)
                if found is AnswerMatch.ANSWER and (turn in answered or not turn):
                    raise Finding(f"turn {turn} was answered twice")
                answered |= {turn} if found is AnswerMatch.ANSWER else set()
            case 3:
                matcher.match(None)
        if len(matcher.owed) > turn:
            raise Finding("more answers are owed than questions were asked")


def report(data: bytes) -> None:
    """A supervisor's reports, as far as they are valid."""
    for event in events(data):
        if "exit" in event or "signal" in event:
            expect_plain(exit_text(event))


REPORTS = [
    b'{"started":77}\n{"exit":0,"cpu_ms":1.5}\n',
    b'{"signal":11,"cpu_ms":3}\n',
    b'{"starting":true}\n{"failed":"no such file"}\n',
    b'{"unable":"the sandbox: unshare: No space left on device"}\n',
]
KINDS: dict[str, Any] = {"lines": ScriptedLines, "files2020": Scripted2020, "files2018": Scripted2018}
TARGETS = [
    Target("bots.message", parse, lambda: MESSAGES, refuses=(lines.NotAnAnswer,), max_message=400),
    *(
        Target(
            f"bots.{name}", partial(session, kind), partial(sessions, kind), refuses=(EngineError,), max_bytes=2000
        )
        for name, kind in KINDS.items()
    ),
    Target("bots.split", split, lambda: [b"a\nbc\r\n\n{}", b"\x80" + b"\n" * 90], refuses=()),
    Target("bots.matching", match, lambda: [bytes([0, 2, 0, 1, 2, 6, 3, 3]), bytes(range(64))], refuses=()),
    Target("bots.supervisor", report, lambda: REPORTS, refuses=()),
]
