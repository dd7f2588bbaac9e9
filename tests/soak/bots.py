"""The bots of a soak: good ones of every game and protocol, and the hostile programs of `tests/hostile`."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path

from lanista.game import get_game
from lanista.games.overdrive.contest.bench import SOURCE as ROUND_FILES_BOT
from lanista.games.rampage.contest.bench import KIT as SOCKET_BOT
from lanista.games.sproutopia.contest.bench import HUB_BOT
from lanista.games.tower_defence.contest.bench import SOURCE as ROUND_PROCESS_BOT
from lanista.sandbox import Level
from lanista.tools.starters import starter_files, write_starter
from tests.hostile import matches
from tests.hostile.table import PROGRAMS, Program

LINES_BOT = """
import json, os, sys
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "end":
        break
    os.write(1, b'{"type":"ready"}\\n' if message["type"] == "start" else b'{"move":"ACCELERATE"}\\n')
"""
HOSTED_BOT = "def move(view):\n    return 'ACCELERATE'\n"
TURNS = {"overdrive": "max_rounds", "rampage": "max_turns", "sproutopia": "MaxTicks", "tanks": "max_turns"}
FEW_TURNS = 6


SLOW = {"keeps_stopping_its_supervisor", "sheds_its_mark", "leaves_a_swarm", "forks_generations"}


@dataclass(frozen=True)
class Mix:
    """How good and hostile bots are mixed."""

    hostile_every: int = 5  # matches
    quick: bool = False  # fewer new processes, and without the programs whose matches take long


@dataclass(frozen=True)
class Pairing:
    """Two seats of a game; the second bot is always a good one."""

    kind: str
    game: str
    bots: tuple[str, str]
    settings: dict[str, int] = field(default_factory=dict)
    lock_step: bool = False
    program: Program | None = None  # the hostile one at the first seat
    turn_ms: int | None = None


class Folder:
    """Where the good bots of a soak stand."""

    def __init__(self, root: Path) -> None:
        self._root = root
        root.mkdir(parents=True, exist_ok=True)

    def script(self, name: str, source: str) -> str:
        """The command of a script, which starts fast."""
        path = self._root / name / "bot.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
        return shlex.join([sys.executable, "-I", "-S", str(path)])

    def file(self, name: str, source: str) -> str:
        """A Python file that Lanista hosts; it stays alive between matches."""
        path = self._root / name / "bot.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
        return str(path)

    def contestant(self, name: str, source: str) -> str:
        """A folder as it was handed in to a contest."""
        folder = self._root / name
        folder.mkdir(exist_ok=True)
        about = {"author": "x", "email": "x", "nickName": name, "botLocation": "/", "botFileName": "bot.py"}
        (folder / "bot.json").write_text(json.dumps({**about, "botLanguage": "python3"}))
        (folder / "bot.py").write_text(source)
        return str(folder)

    def starter(self, game: str) -> str:
        """A bot from the template in Python; it stays alive between matches."""
        folder = self._root / f"starter-{game}"
        if not folder.exists():
            write_starter(folder, starter_files("python", get_game(game), "soak"))
        return str(folder)


def pairings(root: Path, level: Level, mix: Mix) -> list[Pairing]:
    """One round of a soak: the good kinds of matches in turn, and every hostile program once between them."""
    folder = Folder(root)
    good, bad = good_pairings(folder), hostile_pairings(folder, level, mix)
    if mix.quick:
        good += [pairing for pairing in good if pairing.kind == "starter"]
    if not bad:
        return good
    mixed: list[Pairing] = []
    for number in range(len(bad) * (mix.hostile_every - 1)):
        mixed.append(good[number % len(good)])
        if number % (mix.hostile_every - 1) == 0:
            mixed.append(bad[number // (mix.hostile_every - 1)])
    return mixed


def good_pairings(folder: Folder) -> list[Pairing]:
    """Matches of good bots, in all games and protocols."""
    lines, hosted = folder.script("lines", LINES_BOT), folder.file("hosted", HOSTED_BOT)
    files = folder.contestant("round-files", ROUND_FILES_BOT)
    runs = folder.contestant("round-process", ROUND_PROCESS_BOT)
    kit, hub = f"orbis:{folder.script('kit', SOCKET_BOT)}", f"signalr:{folder.script('hub', HUB_BOT)}"
    starters = [
        Pairing("starter", game, (folder.starter(game), get_game(game).bots[0]), _few(game))
        for game in ("overdrive", "rampage", "sproutopia", "tanks", "tower_defence")
    ]
    fresh = Pairing("fresh lines", "overdrive", (lines, "cruise"), _few("overdrive"))
    return [
        starters[0],
        fresh,
        *starters[1:4],
        Pairing("socket", "rampage", (kit, "random"), _few("rampage")),
        starters[4],
        Pairing("hosted", "overdrive", (hosted, "cruise"), _few("overdrive")),
        *starters[0:2],
        Pairing("built-in", "tanks", ("random", "random"), _few("tanks")),
        Pairing("hub", "sproutopia", (hub, "random"), _few("sproutopia"), lock_step=True),
        *starters[2:4],
        Pairing("fresh lines, twice", "overdrive", (lines, lines), _few("overdrive")),
        starters[4],
        Pairing("hosted, against a fresh one", "overdrive", (hosted, lines), _few("overdrive")),
        fresh,
        Pairing("round files", "overdrive", (files, "cruise"), _few("overdrive")),
        *starters[0:3],
        Pairing("file exchange", "tower_defence", (runs, "random"), {"max_rounds": 2}),
    ]


def hostile_pairings(folder: Folder, level: Level, mix: Mix) -> list[Pairing]:
    """Each hostile program against a good bot that is a process, as far as it may be run at a level."""
    lines = folder.script("lines", LINES_BOT)
    found = []
    for program in PROGRAMS:
        file, expected = matches.HERE / program.file, program.expected(level)
        if expected is None or file.suffix not in matches.INTERPRETERS:
            continue
        if mix.quick and (expected.silent or program.name in SLOW):
            continue
        # A program that keeps silent costs a whole budget per turn: fewer of them, and an opponent without a clock
        rounds = expected.silent.start + 1 if expected.silent else 16
        opponent = "cruise" if expected.silent else lines
        settings = {"max_rounds": rounds, "too_many_invalid": 0}
        bots = (matches.command(file, *program.words), opponent)
        turn_ms = 200 if expected.silent else None
        found.append(Pairing(program.name, "overdrive", bots, settings, program=program, turn_ms=turn_ms))
    return found


def _few(game: str) -> dict[str, int]:
    return {TURNS.get(game, "max_rounds"): FEW_TURNS}
