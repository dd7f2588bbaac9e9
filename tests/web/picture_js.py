"""Transcribed games, run by Node: what a page makes of states and moves."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from lanista.engine import State
from lanista.game import Game, InvalidMove, Played
from lanista.replay import Replay
from lanista.testing.play import RandomPlay
from lanista.web import scripts
from lanista.web.film import Reel
from lanista.web.scripts import step_script
from lanista.web.transcribe import script_for
from tests.processes import SECONDS
from tests.tools import need

AnyGame = Game[Any, Any, Any]
MODEL = Path(scripts.__file__).with_name("static") / "model.js"
SHOWING = ("model.js", "showing.js", "records.js", "templates.js", "audience.js")

# What is answered for each match: its start and every turn, then its other texts
DRIVER = """
import { readFileSync } from "node:fs";
import { game } from "./game.js";
import { Model } from "./model.js";
import * as rules from "./rules.js";
import { showingOf } from "./showing.js";
const model = new Model(rules);
const { nothingHidden } = JSON.parse(readFileSync("./about.json", "utf-8"));
const showing = showingOf(rules, game, nothingHidden);
const listed = (_, part) => (ArrayBuffer.isView(part) ? [...part] : part);
const plain = (value) => JSON.parse(JSON.stringify(value, listed));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const attempt = (state, seat, text) => {
  try {
    return [game.read(state, seat, text), null];
  } catch (error) {
    if (error.move === undefined) throw error;
    return [error.move, error.message];
  }
};
const audiences = (seats) => [null, ...Array(seats).keys()];
const shown = (bytes, fixed, played, state, seats) => ({
  frames: audiences(seats).map((seat) => plain(showing.frame(showing.stateOf(bytes, fixed), seat, played))),
  curves: audiences(seats).map((seat) => showing.curves(showing.stateOf(bytes, fixed), seat, seats)),
  outcome: game.outcome(state),
  turn: game.turn(state),
  limit: game.maxTurns(state),
  asked: [...Array(seats).keys()].map((seat) => game.asked(state, seat)),
});
const answers = [];
const texts = [];
for (const match of JSON.parse(readFileSync(0, "utf-8"))) {
  const fixed = bytes(match.fixed);
  let before = game.stateOf(bytes(match.states[0]), fixed);
  const seats = before.seats;
  answers.push(shown(bytes(match.states[0]), fixed, null, before, seats));
  for (const [i, texts] of match.moves.entries()) {
    const read = texts.map((text, seat) => attempt(before, seat, text));
    const moves = read.map(([move]) => move);
    const after = game.stateOf(bytes(match.states[i + 1]), fixed);
    const kept = new Uint8Array(game.moveSize * moves.length);
    game.fill(moves, kept);
    model.load(bytes(match.states[i]), fixed, seats);
    const recordOf = (seat) => kept.subarray(seat * game.moveSize, (seat + 1) * game.moveSize);
    model.step(moves.map((_, seat) => recordOf(seat)), { noted: true });
    const played = showing.played(showing.stateOf(bytes(match.states[i]), fixed), moves, model.notes);
    const taken = moves.map((_, seat) => game.take(recordOf(seat)));
    answers.push({
      is_same: Buffer.compare(model.state, after.record.raw) === 0,
      written: moves.map(game.write),
      taken: taken.map(game.write),
      refused: read.map(([, why]) => why),
      ...shown(bytes(match.states[i + 1]), fixed, played, after, seats),
      told: audiences(seats).map((seat) => {
        return showing.told(showing.stateOf(bytes(match.states[i + 1]), fixed), played, seat);
      }),
      words: moves.map((_, seat) => showing.words(played, seat)),
    });
    before = after;
  }
  for (const [i, seat, text] of match.texts) {
    const [move, why] = attempt(game.stateOf(bytes(match.states[i]), bytes(match.fixed)), seat, text);
    texts.push([game.write(move), why]);
  }
}
console.log(JSON.stringify({ answers, texts }));
"""


class Match(NamedTuple):
    """A match for Node to show: its states, the texts of all moves, and other texts to be read as moves.

    Those come with the number of a state and a seat.
    """

    game: AnyGame
    states: list[State[Any, Any]]
    moves: list[list[str]]
    texts: tuple[tuple[int, int, str], ...] = ()


def random_match(game: AnyGame, ruleset: str, seats: int, seed: int, changes: dict[str, int]) -> Match:
    """A match of mostly legal random moves."""
    state, play = game.start(game.configure(ruleset, changes), seed, seats), RandomPlay(game, seed)
    states, moves = [state.clone()], list[list[str]]()
    while game.outcome(state) is None:
        moves.append([game.write(move) for move in play.moves(state)])
        game.step(state, [attempt(game, state, seat, text)[0] for seat, text in enumerate(moves[-1])])
        states.append(state.clone())
    return Match(game, states, moves)


def recorded_match(replay: Replay) -> Match:
    """A match on file."""
    reel = Reel.of_replay(replay)
    played = [reel.played(i) for i in range(1, reel.turns + 1)]
    moves = [[reel.game.write(move) for move in turn.moves] for turn in played if turn is not None]
    return Match(reel.game, [moment.state for moment in reel.moments], moves)


def attempt(game: AnyGame, state: State[Any, Any], seat: int, text: str) -> tuple[Any, str | None]:
    """The move that is played for a text, and why it is not the one of the text."""
    try:
        return game.read(state, seat, text), None
    except InvalidMove as error:
        return error.move, error.reason


def expected(match: Match) -> list[dict[str, Any]]:
    """What Python shows of a match."""
    game, start = match.game, match.states[0]
    answers = [_shown(game, start, None)]
    for before, after, sent in zip(match.states, match.states[1:], match.moves, strict=False):
        read = [attempt(game, before, seat, text) for seat, text in enumerate(sent)]
        moves = [move for move, _ in read]
        played = Played(before, moves)
        written = [game.write(move) for move in moves]
        audiences = (None, *range(len(moves)))
        answers.append(
            {
                "is_same": True,
                "written": written,
                "taken": written,
                "refused": [why for _, why in read],
                **_shown(game, after, played),
                "told": [
                    [{name: part for name, part in line._asdict().items() if part} for line in lines]
                    for lines in (game.pictures.told(after, played, seat) for seat in audiences)
                ],
                "words": [game.pictures.words(played, seat) for seat in range(len(moves))],
            }
        )
    return list(msgspec.json.decode(msgspec.json.encode(answers)))


def expected_texts(match: Match) -> list[list[str | None]]:
    """What Python makes of the other texts of a match: the move that is played, and why it is another one."""
    read = [attempt(match.game, match.states[i], seat, text) for i, seat, text in match.texts]
    return [[match.game.write(move), why] for move, why in read]


def _shown(game: AnyGame, state: State[Any, Any], played: Played | None) -> dict[str, Any]:
    seats = range(state.seats)
    return {
        "frames": [game.frame(state, seat, played) for seat in (None, *seats)],
        "curves": [game.pictures.curves(state, seat) for seat in (None, *seats)],
        "outcome": game.outcome(state),
        "turn": game.turn(state),
        "limit": game.max_turns(state),
        "asked": [game.asked(state, seat) for seat in seats],
    }


def answers(matches: list[Match]) -> dict[str, list[Any]]:
    """What a page shows of matches of one game and layout, and what it makes of their other texts."""
    game, rules = matches[0].game, matches[0].states[0].rules
    asked = [
        {
            "fixed": _text(match.states[0].fixed.tobytes()),
            "states": [_text(state.bytes()) for state in match.states],
            "moves": match.moves,
            "texts": match.texts,
        }
        for match in matches
    ]
    files = {
        "game.js": script_for(game, rules),
        "rules.js": step_script(rules),
        "about.json": json.dumps({"nothingHidden": game.nothing_hidden}),
        **{name: MODEL.with_name(name).read_text("utf-8") for name in SHOWING},
    }
    return dict(json.loads(in_node(DRIVER, json.dumps(asked), files)))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def in_node(script: str, asked: str = "", files: Mapping[str, str] | None = None) -> str:
    """What a module prints, which may import other files."""
    with TemporaryDirectory() as folder:
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
