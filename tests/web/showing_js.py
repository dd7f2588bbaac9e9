"""The rules of games, run by Node: what a page shows of states and moves."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from lanista.engine import State, over_all, zeros
from lanista.game import Game, InvalidMove, Played, put_moves
from lanista.match.replay import Replay
from lanista.tools.conformance.play import RandomPlay
from lanista.web.files import STATIC
from lanista.web.film import MatchHistory
from lanista.web.playable import about
from lanista.web.scripts import rules_script
from tests.processes import SECONDS
from tests.programs import need

AnyGame = Game[Any, Any, Any]

# What is answered for each match: its start and every turn
DRIVER = """
import { readFileSync } from "node:fs";
import { Model } from "./film/model.js";
import { bytesOf } from "./film/records.js";
import * as rules from "./rules.js";
import { Projector } from "./film/showing.js";
const model = new Model(rules);
const about = JSON.parse(readFileSync("./about.json", "utf-8"));
const showing = new Projector(rules);
const listed = (_, part) => (ArrayBuffer.isView(part) ? [...part] : part);
const plain = (value) => JSON.parse(JSON.stringify(value, listed));
const audiences = (seats) => [null, ...Array(seats).keys()];
const reasonOf = (isLast) => (i) => about.reasons[i] ?? (isLast ? "turn limit" : "decided");
const shown = (state, played, seats, isLast) => ({
  frames: audiences(seats).map((seat) => plain(showing.frame(state, seat, played))),
  curves: audiences(seats).map((seat) => showing.curves(state, seat, seats)),
  outcome: model.isOver() ? showing.outcome(state, seats, reasonOf(isLast)) : null,
  asked: [...Array(seats).keys()].map((seat) => showing.asked(state, seat)),
});
const answers = [];
for (const { states, fixed, moves, seats, last } of JSON.parse(readFileSync(0, "utf-8"))) {
  const moments = states.map((state) => showing.stateOf(bytesOf(state), bytesOf(fixed)));
  model.load(moments[0].bytes, moments[0].fixed, seats);
  answers.push(shown(moments[0], null, seats, false));
  for (const [i, records] of moves.entries()) {
    const [before, after] = [moments[i], moments[i + 1]];
    const sent = records.map(bytesOf);
    model.load(before.bytes, before.fixed, seats);
    model.step(sent, { noted: true });
    const played = showing.played(before, sent, model.notes);
    answers.push({
      is_same: Buffer.compare(model.state, after.bytes) === 0,
      written: sent.map((move) => showing.text(move, about.words)),
      ...shown(after, played, seats, i + 1 >= last),
      told: audiences(seats).map((seat) => showing.told(after, played, seat)),
      words: sent.map((_, seat) => showing.words(played, seat)),
    });
  }
}
console.log(JSON.stringify(answers));
"""


class Match(NamedTuple):
    """A match for Node to show: its states, and the moves of all seats."""

    game: AnyGame
    states: list[State[Any, Any]]
    moves: list[list[Any]]


def random_match(game: AnyGame, ruleset: str, seats: int, seed: int, changes: dict[str, int]) -> Match:
    """A match of mostly legal random moves."""
    state, play = game.start(game.configure(ruleset, changes), seed, seats), RandomPlay(game, seed)
    states, moves = [state.clone()], list[list[Any]]()
    while game.outcome(state) is None:
        moves.append([played_for(game, state, seat, move) for seat, move in enumerate(play.moves(state))])
        game.step(state, moves[-1])
        states.append(state.clone())
    return Match(game, states, moves)


def played_for(game: AnyGame, state: State[Any, Any], seat: int, move: Any) -> Any:
    """The move itself, or what the rules play instead."""
    try:
        return game.read(state, seat, game.write(move))
    except InvalidMove as error:
        return error.move


def recorded_match(replay: Replay) -> Match:
    """A match on file."""
    history = MatchHistory.of_replay(replay)
    played = [history.played(i) for i in range(1, history.turns + 1)]
    moves = [list(turn.moves) for turn in played if turn is not None]
    return Match(history.game, [moment.state for moment in history.moments], moves)


def expected(match: Match) -> list[dict[str, Any]]:
    """The frames of a match, by Python."""
    game, start = match.game, match.states[0]
    answers = [_shown(game, start, None)]
    for before, after, moves in zip(match.states, match.states[1:], match.moves, strict=False):
        played, audiences = Played(before, moves), (None, *range(len(moves)))
        answers.append(
            {
                "is_same": True,
                "written": [game.write(move) for move in moves],
                **_shown(game, after, played),
                "told": [
                    [{name: part for name, part in line._asdict().items() if part} for line in lines]
                    for lines in (game.pictures.told(after, played, seat) for seat in audiences)
                ],
                "words": [game.pictures.words(played, seat) for seat in range(len(moves))],
            }
        )
    return list(msgspec.json.decode(msgspec.json.encode(answers)))


def _shown(game: AnyGame, state: State[Any, Any], played: Played | None) -> dict[str, Any]:
    seats, outcome = range(state.seats), game.outcome(state)
    return {
        "frames": [game.frame(state, seat, played) for seat in (None, *seats)],
        "curves": [game.pictures.curves(state, seat) for seat in (None, *seats)],
        "outcome": outcome and msgspec.structs.replace(outcome, marks=(), forfeits=()),  # the referee's
        "asked": [game.asked(state, seat) for seat in seats],
    }


def answers(matches: list[Match]) -> list[Any]:
    """The frames of matches of one game and layout, by a page."""
    game, start = matches[0].game, matches[0].states[0]
    files = {
        "rules.js": rules_script(start.rules),
        "about.json": msgspec.json.encode(about(game, start)).decode(),
    }
    asked = [
        {
            "fixed": _text(match.states[0].fixed.tobytes()),
            "states": [_text(state.bytes()) for state in match.states],
            "moves": [[_record_of(match, move) for move in moves] for moves in match.moves],
            "seats": match.states[0].seats,
            "last": game.max_turns(match.states[0]),
        }
        for match in matches
    ]
    return list(json.loads(in_node(DRIVER, json.dumps(asked), files)))


def _record_of(match: Match, move: Any) -> str:
    kind = match.states[0].rules.move
    record = zeros(kind)
    put_moves(over_all(kind, record), [move])
    return _text(record.tobytes())


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def in_node(script: str, asked: str = "", files: Mapping[str, str] | None = None) -> str:
    """The output of a module, which may import the viewer's scripts and other files."""
    with TemporaryDirectory() as folder:
        shutil.copytree(STATIC, folder, dirs_exist_ok=True)
        Path(folder, "package.json").write_text('{"type": "module"}')
        main = Path(folder, "main.js")
        main.write_text(script, "utf-8")
        for name, text in (files or {}).items():
            Path(folder, name).write_text(text, "utf-8")
        command = [need("node"), str(main)]
        done = subprocess.run(
            command, input=asked, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=folder
        )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def difference(page: Any, python: Any, path: str = "") -> str:
    """Where two JSON values differ first, and how; "" if they are the same."""
    if type(page) is not type(python):
        return f"{path}: {page!r} in the page, {python!r} in Python"
    if isinstance(page, dict) and page.keys() == python.keys():
        found = (difference(page[name], python[name], f"{path}.{name}") for name in page)
        return next(filter(None, found), "")
    if isinstance(page, list) and len(page) == len(python):
        pairs = enumerate(zip(page, python, strict=True))
        return next(filter(None, (difference(a, b, f"{path}[{i}]") for i, (a, b) in pairs)), "")
    return "" if page == python else f"{path}: {page!r:.600} in the page, {python!r:.600} in Python"
