"""A game's board, run by Node: its drawing with a mock canvas context that records the calls, and what it says."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from typing import Any

from lanista.engine import State
from lanista.game import Game, Played
from lanista.web.files import board_of
from lanista.web.page import _collect, constant_of
from tests.processes import SECONDS
from tests.programs import need

MOCK = """
import { readFileSync } from "node:fs";
let calls = [];
const ANSWERS = { getTransform: { a: 1 }, measureText: { width: 10 } };
const gradient = { addColorStop() {}, setTransform() {} };
function noting(target) {
  const ask = (name) => (...given) => {
    calls.push([name, ...given.filter((value) => typeof value === "number" || typeof value === "string")]);
    return ANSWERS[name] ?? (name.startsWith("create") ? gradient : undefined);
  };
  return new Proxy(target, { get: (target, name) => (name in target ? target[name] : ask(name)) });
}
const penOf = (canvas) => noting({ canvas, globalAlpha: 1 });
globalThis.Path2D = class { constructor() { return noting({}); } };
globalThis.document = { createElement: () => ({ getContext: () => penOf({}) }) };
const white = "#ffffff";
const palette = { dark: false, ground: white, raised: white, ink: white, quiet: white, line: white, fog: white };
const shots = JSON.parse(readFileSync(0, "utf-8")).map(({ scene, seat = null, ...given }) => {
  const size = board.size(scene, 960);
  return { scene, seat, palette, ...size, view: { x: 0, y: 0, ...size }, scale: 1, ...given };
});
"""
DRAW = """
const drawn = [];
for (const shot of shots) {
  const pen = penOf({ width: shot.width });
  for (let time = 0; time < 2; time += 1) {
    calls = []; // the first time, the ground is painted and kept
    board.draw(pen, shot);
    board.panel?.(pen, shot);
  }
  drawn.push(calls);
}
console.log(JSON.stringify(drawn));
"""

Call = list[Any]  # a method of the mock and its arguments


def draw(game: Game[Any, Any, Any], shots: Iterable[dict[str, Any]]) -> list[list[Call]]:
    """The drawing of each shot: its scene, the frames `from` and `to`, and the part `t` of the turn.

    `view` and `scale` may say what a camera shows, and `memory` what a seat remembers.
    """
    return list(_run(game, shots, DRAW))


def tell(game: Game[Any, Any, Any], shots: Iterable[dict[str, Any]], asked: str) -> list[Any]:
    """The answers of a board about each shot to an expression of `board`, `shot` and `pen`."""
    script = f"const pen = penOf({{ width: 960 }});\nconsole.log(JSON.stringify(shots.map((shot) => {asked})));"
    return list(_run(game, shots, script))


def _run(game: Game[Any, Any, Any], shots: Iterable[dict[str, Any]], script: str) -> Any:
    node = need("node")
    modules: dict[str, str] = {}
    _collect(board_of(game), modules, ())
    board = f"const {{ board }} = {constant_of(board_of(game))};"
    script = "\n".join([*modules.values(), board, MOCK, script])
    done = subprocess.run(
        [node, "--input-type=module", "--eval", script],
        input=json.dumps(list(shots)),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def shot(
    game: Game[Any, Any, Any], played: Played, t: float, seat: int | None = None, **changes: Any
) -> dict[str, Any]:
    """A part of a turn, as a seat sees it or all of it; `changes` are to the frame after it."""
    after = played.before.clone()
    game.step(after, played.moves)
    frames = game.frame(played.before, seat), game.frame(after, seat, played)
    return {**still(game, after, seat), "from": frames[0], "to": {**frames[1], **changes}, "t": t}


def still(game: Game[Any, Any, Any], state: State[Any, Any], seat: int | None = None) -> dict[str, Any]:
    """A state in which nothing moves."""
    frame = game.frame(state, seat)
    seats = [{"name": "bot", "letter": "ABCDEFGH"[seat]} for seat in range(state.seats)]
    return {"scene": game.scene(state), "from": frame, "to": frame, "t": 1, "seat": seat, "seats": seats}


def discs(calls: Iterable[Call]) -> set[tuple[float, float]]:
    """The centres of all circles."""
    return {(round(call[1], 3), round(call[2], 3)) for call in calls if call[0] == "arc"}


def words(calls: Iterable[Call]) -> list[str]:
    """All texts that are drawn."""
    return [text for text, _, _ in texts(calls)]


def texts(calls: Iterable[Call]) -> list[tuple[str, float, float]]:
    """All texts that are drawn, and where."""
    return [(call[1], call[2], call[3]) for call in calls if call[0] == "fillText"]
