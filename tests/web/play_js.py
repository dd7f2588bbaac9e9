"""The scripts that play in pages, run by Node: a driver gets JSON, and may import the scripts of one game."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from lanista.engine import State
from lanista.game import Game, get_game
from lanista.web.files import STATIC
from lanista.web.playable import EncodedState, PlayableFacts, about
from lanista.web.scripts import rules_script
from tests.processes import SECONDS
from tests.programs import need

AnyGame = Game[Any, Any, Any]

# What drivers share: `asked` is the input, `engine` plays the game, `answer` ends the driver.
PRELUDE = """
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { Model } from "./film/model.js";
import { Search } from "./film/search.js";
import { Thinker } from "./film/thinker.js";
import { Match } from "./film/match.js";
import { MatchFilm } from "./film/match-film.js";
import * as rules from "./rules.js";
const asked = JSON.parse(readFileSync(0, "utf-8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const text = (data) => Buffer.from(data).toString("base64");
const digest = (data) => createHash("sha256").update(data).digest("hex");
const startOf = (packed) => ({ ...packed, state: bytes(packed.state), const: bytes(packed.const) });
const thinker = new Thinker(rules);
const engine = { rules, about: asked.about, think: (request) => thinker.think(request) };
const listed = (_, part) => (ArrayBuffer.isView(part) ? [...part] : part);
const answer = (value) => console.log(JSON.stringify(value, listed));
"""


def start_of(game: AnyGame, seed: int = 1, seats: int | None = None, **changes: int) -> State[Any, Any]:
    """The start of a match under the standard rules."""
    return game.start(game.configure("standard", changes), seed, seats)


def packed(state: State[Any, Any]) -> dict[str, Any]:
    """A start as pages carry it."""
    start: dict[str, Any] = msgspec.to_builtins(EncodedState.of(get_game(state.rules.name), state))
    return start


def run(driver: str, game: AnyGame, state: State[Any, Any], **asked: Any) -> Any:
    """The answer of a driver, given the layout of a state."""
    known: PlayableFacts = about(game, state)
    given = json.dumps({"about": msgspec.to_builtins(known), **asked})
    with TemporaryDirectory() as folder:
        shutil.copytree(STATIC, folder, dirs_exist_ok=True)
        Path(folder, "package.json").write_text('{"type": "module"}')
        Path(folder, "rules.js").write_text(rules_script(state.rules), "utf-8")
        main = Path(folder, "driver.mjs")
        main.write_text(PRELUDE + driver, "utf-8")
        command = [need("node"), str(main)]
        done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def decoded(text: str) -> bytes:
    """Bytes that a driver sent."""
    return base64.b64decode(text)
